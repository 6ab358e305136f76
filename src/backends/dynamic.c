#include "backends/dynamic.h"

#include <dlfcn.h>
#include <string.h>

wg_status wg_dynamic_load(const char *library, const char *absent, const wg_dynamic_symbol *symbols, size_t count,
                          void *functions, wg_error *err)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return wg_error_set(err, WG_ERR_MISSING, "%s", absent);
    for (size_t k = 0; k < count; k++) {
        void *symbol = dlsym(handle, symbols[k].name);
        if (!symbol)
            return wg_error_set(err, WG_ERR_MISSING, "%s is too old: it has no %s", library, symbols[k].name);
        memcpy((char *)functions + symbols[k].offset, &symbol, sizeof symbol);
    }
    return WG_OK;
}
