#include "backends/cuda/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct {
    pthread_once_t once;
    cu_driver functions;
    wg_error failure;
} driver = {.once = PTHREAD_ONCE_INIT};

static const struct {
    const char *name;
    size_t offset;
} table[] = {
#define FUNCTION(name, parameters) {#name, offsetof(cu_driver, name)},
#include "backends/cuda/functions.def"
#undef FUNCTION
};

static void load(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        wg_error_set(&driver.failure, WG_ERR_MISSING,
                     "NVIDIA's driver (libcuda.so.1) is not there; sim:NAME needs no GPU");
        return;
    }
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        void *symbol = dlsym(library, table[k].name);
        if (!symbol) {
            wg_error_set(&driver.failure, WG_ERR_MISSING, "NVIDIA's driver is too old: it has no %s", table[k].name);
            return;
        }
        memcpy((char *)&driver.functions + table[k].offset, &symbol, sizeof symbol);
    }
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
