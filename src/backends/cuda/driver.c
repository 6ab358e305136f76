/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/cuda/driver.h"

#include "backends/library.h"

#include <stdbool.h>
#include <string.h>

static const wg_library_function table[] = {
#define FUNCTION(name, parameters) {#name, offsetof(cu_driver, name)},
#include "backends/cuda/functions.def"
#undef FUNCTION
};

wg_status wg_cu_driver_load(cu_driver *out, wg_error *err)
{
    static const wg_library library = {"libcuda.so.1", "NVIDIA's driver", "; sim:NAME needs no GPU", table,
                                       sizeof table / sizeof *table};
    *out = (cu_driver){0};
    wg_status status = wg_library_load(&library, out, err);
    return status == WG_OK ? wg_cu_check(out, out->cuInit(0), "cuInit", err) : status;
}

wg_status wg_cu_check(const cu_driver *cu, int result, const char *call, wg_error *err)
{
    enum { CU_OUT_OF_MEMORY = 2, CU_FIRST_FAULT = 700, CU_LAST_FAULT = 719 };
    const char *name = NULL, *text = NULL;
    if (result == 0)
        return WG_OK;
    cu->cuGetErrorName(result, &name);
    cu->cuGetErrorString(result, &text);
    bool fault = result >= CU_FIRST_FAULT && result <= CU_LAST_FAULT;
    return wg_error_set(err, fault ? WG_ERR_FAULT : WG_ERR_SYSTEM, "%s failed: %s (%s)%s", call,
                        text ? text : "unknown error", name ? name : "no name",
                        result == CU_OUT_OF_MEMORY ? ": choose smaller sizes" : "");
}
