/* Placing a module's globals and constants in device memory. Addresses inside initialisers are filled in last, when
 * every variable has its place. */
#include "sim/load.h"

#include "sim/launch.h"

#include <stdlib.h>
#include <string.h>

static bool in_heap(const wg_ptx_variable *v)
{
    return v->space == WG_SPACE_GLOBAL || v->space == WG_SPACE_CONST || v->space == WG_SPACE_TEX;
}

static wg_status relocate(wg_loaded *loaded, const wg_ptx_variable *v, unsigned char *host, wg_error *err)
{
    for (uint32_t r = 0; r < v->reloc_count; r++) {
        const wg_ptx_reloc *reloc = &v->relocs[r];
        uint64_t value = 0;
        if (reloc->function) {
            value = WG_FUNCTION_HANDLE + reloc->function->index;
        } else if (reloc->variable && in_heap(reloc->variable)) {
            value = loaded->addresses[reloc->variable->index];
        } else if (reloc->variable) {
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s:%u: the initialiser of %s takes the address of %s, which is not in global memory",
                                loaded->module->name, v->place.line, v->name, reloc->variable->name);
        }
        value = (value + (uint64_t)reloc->addend) >> reloc->shift;
        if (reloc->offset + reloc->bytes <= v->size)
            memcpy(host + reloc->offset, &value, reloc->bytes);
    }
    return WG_OK;
}

wg_status wg_module_load(const wg_ptx_module *module, wg_heap *heap, wg_loaded **out, wg_error *err)
{
    wg_loaded *loaded = wg_alloc(sizeof *loaded);
    *loaded = (wg_loaded){module, heap, wg_alloc(sizeof(uint64_t) * (module->variable_count + 1))};
    wg_heap_cache cache = {0};
    wg_status status = WG_OK;
    *out = NULL;
    for (uint32_t i = 0; i < module->variable_count && status == WG_OK; i++) {
        const wg_ptx_variable *v = module->variables[i];
        if (!in_heap(v) || (v->is_extern && !v->size))
            continue;
        status = wg_heap_allocate(heap, v->space == WG_SPACE_TEX ? 8 : v->size, v->name, &loaded->addresses[i], err);
        if (status == WG_OK && v->init)
            memcpy(wg_heap_at(heap, loaded->addresses[i], v->size, &cache), v->init, v->size);
    }
    for (uint32_t i = 0; i < module->variable_count && status == WG_OK; i++) {
        const wg_ptx_variable *v = module->variables[i];
        if (loaded->addresses[i] && v->reloc_count)
            status = relocate(loaded, v, wg_heap_at(heap, loaded->addresses[i], v->size, &cache), err);
    }
    if (status != WG_OK) {
        wg_loaded_free(loaded);
        return status;
    }
    *out = loaded;
    return WG_OK;
}

void wg_loaded_free(wg_loaded *loaded)
{
    if (loaded)
        free(loaded->addresses);
    free(loaded);
}

bool wg_loaded_symbol(const wg_loaded *loaded, const char *name, uint64_t *address, uint64_t *size)
{
    for (uint32_t i = 0; i < loaded->module->variable_count; i++) {
        const wg_ptx_variable *v = loaded->module->variables[i];
        if (loaded->addresses[i] && !strcmp(v->name, name)) {
            *address = loaded->addresses[i];
            *size = v->space == WG_SPACE_TEX ? 8 : v->size;
            return true;
        }
    }
    return false;
}
