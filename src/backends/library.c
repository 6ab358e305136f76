/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/library.h"

#include <dlfcn.h>
#include <string.h>

wg_status wg_library_load(const wg_library *library, void *pointers, wg_error *err)
{
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return wg_error_set(err, WG_ERR_MISSING, "%s (%s) is not there%s", library->name, library->file, library->hint);
    for (size_t k = 0; k < library->count; k++) {
        void *symbol = dlsym(handle, library->functions[k].name);
        if (!symbol)
            return wg_error_set(err, WG_ERR_MISSING, "%s is too old: it has no %s", library->name,
                                library->functions[k].name);
        memcpy((char *)pointers + library->functions[k].offset, &symbol, sizeof symbol);
    }
    return WG_OK;
}
