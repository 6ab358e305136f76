/* SPDX-License-Identifier: Apache-2.0 */
/* Placing a module's globals and constants in device memory. Addresses inside initialisers are filled in last, when
 * every variable has its place. */
#include "sim/load.h"

#include "sim/launch.h"

#include <stdlib.h>
#include <string.h>

struct wg_inner {
    const wg_ptx_variable *variable;
    uint64_t address;
};

enum { REFERENCE_BYTES = 8 }; /* a texture or surface reference holds a handle */

static bool in_heap(const wg_ptx_variable *v)
{
    return v->space == WG_SPACE_GLOBAL || v->space == WG_SPACE_CONST || v->space == WG_SPACE_TEX;
}

static uint64_t bytes_of(const wg_ptx_variable *v)
{
    return v->space == WG_SPACE_TEX ? REFERENCE_BYTES : v->size;
}

uint64_t wg_loaded_address(const wg_loaded *loaded, const wg_ptx_variable *v)
{
    if (v->index < loaded->module->variable_count && loaded->module->variables[v->index] == v)
        return loaded->addresses[v->index];
    for (size_t i = 0; i < loaded->inner_count; i++)
        if (loaded->inner[i].variable == v)
            return loaded->inner[i].address;
    return 0;
}

static wg_status place(wg_loaded *loaded, const wg_ptx_variable *v, uint64_t *address, wg_error *err)
{
    wg_heap_cache cache = {0};
    if (!in_heap(v) || (v->is_extern && !v->size))
        return WG_OK;
    wg_status status = wg_heap_allocate(loaded->heap, bytes_of(v), v->name, address, err);
    if (status == WG_OK && v->init && v->space != WG_SPACE_TEX)
        memcpy(wg_heap_at(loaded->heap, *address, v->size, &cache), v->init, v->size);
    if (status == WG_OK && v->space == WG_SPACE_CONST)
        *WG_PUSH(loaded->constants, loaded->constant_count, loaded->constant_capacity) = (wg_range){*address, v->size};
    return status;
}

static wg_status place_inner(wg_loaded *loaded, const wg_ptx_function *function, wg_error *err)
{
    wg_status status = WG_OK;
    for (uint32_t i = 0; i < function->variable_count && status == WG_OK; i++) {
        const wg_ptx_variable *v = function->variables[i];
        if (!in_heap(v))
            continue;
        struct wg_inner *inner = WG_PUSH(loaded->inner, loaded->inner_count, loaded->inner_capacity);
        *inner = (struct wg_inner){.variable = v};
        status = place(loaded, v, &inner->address, err);
    }
    return status;
}

static wg_status relocate(wg_loaded *loaded, const wg_ptx_variable *v, wg_error *err)
{
    wg_heap_cache cache = {0};
    uint64_t address = wg_loaded_address(loaded, v);
    unsigned char *host = address && v->reloc_count ? wg_heap_at(loaded->heap, address, v->size, &cache) : NULL;
    for (uint32_t r = 0; host && r < v->reloc_count; r++) {
        const wg_ptx_reloc *reloc = &v->relocs[r];
        uint64_t value = 0;
        if (reloc->function)
            value = WG_FUNCTION_HANDLE + reloc->function->index;
        else if (in_heap(reloc->variable))
            value = wg_loaded_address(loaded, reloc->variable);
        else
            return wg_error_set(err, WG_ERR_UNSUPPORTED,
                                "%s:%u: the initialiser of %s takes the address of %s, which is not in global memory",
                                loaded->module->name, v->place.line, v->name, reloc->variable->name);
        value = (value + (uint64_t)reloc->addend) >> reloc->shift;
        if (reloc->offset + reloc->bytes <= v->size)
            memcpy(host + reloc->offset, &value, reloc->bytes);
    }
    return WG_OK;
}

wg_status wg_module_load(const wg_ptx_module *module, wg_heap *heap, wg_loaded **out, wg_error *err)
{
    wg_loaded *loaded = wg_alloc(sizeof *loaded);
    *loaded = (wg_loaded){
        .module = module, .heap = heap, .addresses = wg_alloc(sizeof(uint64_t) * (module->variable_count + 1))};
    wg_status status = WG_OK;
    *out = NULL;
    for (uint32_t i = 0; i < module->variable_count && status == WG_OK; i++)
        status = place(loaded, module->variables[i], &loaded->addresses[i], err);
    for (uint32_t f = 0; f < module->function_count && status == WG_OK; f++)
        status = place_inner(loaded, module->functions[f], err);
    for (uint32_t i = 0; i < module->variable_count && status == WG_OK; i++)
        status = relocate(loaded, module->variables[i], err);
    for (size_t i = 0; i < loaded->inner_count && status == WG_OK; i++)
        status = relocate(loaded, loaded->inner[i].variable, err);
    if (status != WG_OK) {
        wg_loaded_free(loaded);
        return status;
    }
    *out = loaded;
    return WG_OK;
}

void wg_loaded_free(wg_loaded *loaded)
{
    if (loaded) {
        free(loaded->addresses);
        free(loaded->inner);
        free(loaded->constants);
    }
    free(loaded);
}

bool wg_loaded_symbol(const wg_loaded *loaded, const char *name, uint64_t *address, uint64_t *size)
{
    for (uint32_t i = 0; i < loaded->module->variable_count; i++) {
        const wg_ptx_variable *v = loaded->module->variables[i];
        if (loaded->addresses[i] && !strcmp(v->name, name)) {
            *address = loaded->addresses[i];
            *size = bytes_of(v);
            return true;
        }
    }
    return false;
}
