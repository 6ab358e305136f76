/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/opencl/icd.h"

#include "backends/library.h"

#include <stdbool.h>
#include <string.h>

static const wg_library_function table[] = {
#define FUNCTION(result, name, parameters) {#name, offsetof(cl_icd, name)},
#include "backends/opencl/functions.def"
#undef FUNCTION
};

wg_status wg_cl_icd_load(cl_icd *out, wg_error *err)
{
    static const wg_library library = {"libOpenCL.so.1", "OpenCL's loader",
                                       ": install ocl-icd-libopencl1 and a driver, for instance pocl-opencl-icd", table,
                                       sizeof table / sizeof *table};
    *out = (cl_icd){0};
    return wg_library_load(&library, out, err);
}

enum { NO_DRIVER = -1001 };

static const struct {
    int number;
    const char *words;
} known[] = {
    {-1, "there is no device"},
    {-4, "the device has no memory left: choose smaller sizes"},
    {-5, "the device has no resources left (registers, local memory, or the kernel faulted)"},
    {-6, "the host has no memory left"},
    {-11, "the program does not build"},
    {-36, "the device is lost: the kernel may have faulted"},
    {-46, "there is no kernel of that name"},
    {-48, "the kernel is not valid"},
    {-49, "there is no argument of that number"},
    {-51, "the size of an argument is wrong"},
    {-52, "the number of arguments is wrong"},
    {-54, "the device cannot have work groups of that size"},
    {-55, "the device cannot have that many work items along a dimension"},
    {-61, "the buffer's size is not possible"},
    {NO_DRIVER, "there is no driver: install one, for instance pocl-opencl-icd"},
};

wg_status wg_cl_check(int result, const char *call, wg_error *err)
{
    const char *words = "unknown error";
    if (result == 0)
        return WG_OK;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (known[k].number == result)
            words = known[k].words;
    return wg_error_set(err, result == NO_DRIVER ? WG_ERR_MISSING : WG_ERR_SYSTEM, "%s failed: %s (%d)", call, words,
                        result);
}
