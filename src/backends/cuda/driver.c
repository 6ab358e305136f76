/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/cuda/driver.h"

#include "backends/library.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct {
    pthread_once_t once;
    cu_driver functions;
    wg_error failure;
} driver = {.once = PTHREAD_ONCE_INIT};

static const wg_library_function table[] = {
#define FUNCTION(name, parameters) {#name, offsetof(cu_driver, name)},
#include "backends/cuda/functions.def"
#undef FUNCTION
};

static void load(void)
{
    static const wg_library library = {"libcuda.so.1", "NVIDIA's driver", "; sim:NAME needs no GPU", table,
                                       sizeof table / sizeof *table};
    if (wg_library_load(&library, &driver.functions, &driver.failure) == WG_OK)
        wg_cu_check(driver.functions.cuInit(0), "cuInit", &driver.failure);
}

wg_status wg_cu_driver_load(const cu_driver **out, wg_error *err)
{
    pthread_once(&driver.once, load);
    *out = &driver.functions;
    if (driver.failure.status != WG_OK && err)
        *err = driver.failure;
    return driver.failure.status;
}

wg_status wg_cu_check(int result, const char *call, wg_error *err)
{
    enum { CU_OUT_OF_MEMORY = 2, CU_FIRST_FAULT = 700, CU_LAST_FAULT = 719 };
    const char *name = NULL, *text = NULL;
    if (result == 0)
        return WG_OK;
    if (driver.functions.cuGetErrorName)
        driver.functions.cuGetErrorName(result, &name);
    if (driver.functions.cuGetErrorString)
        driver.functions.cuGetErrorString(result, &text);
    bool fault = result >= CU_FIRST_FAULT && result <= CU_LAST_FAULT;
    return wg_error_set(err, fault ? WG_ERR_FAULT : WG_ERR_SYSTEM, "%s failed: %s (%s)%s", call,
                        text ? text : "unknown error", name ? name : "no name",
                        result == CU_OUT_OF_MEMORY ? ": choose smaller sizes" : "");
}
