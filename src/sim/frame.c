/* SPDX-License-Identifier: Apache-2.0 */
/* Places: rows of the frame for registers and special registers, slabs of it for the parameters of calls, rows of the
 * constant pool for immediates and addresses, offsets in local and shared memory for variables. */
#include "sim/decode.h"

#include "sim/warp.h"

#include <string.h>

enum {
    ROW_ALIGNMENT = 64,
    FRAME_LIMIT = 1 << 26,
    LOCAL_LIMIT = 512 * 1024,
    SHARED_LIMIT = WG_WINDOW_SIZE,
    CONSTANTS_LIMIT = 1 << 30,
};

uint8_t wg_row_size(wg_type type)
{
    unsigned bits = wg_type_bits(type);
    return type == WG_TYPE_PRED ? 0 : bits <= 16 ? 2 : (uint8_t)(bits / 8);
}

static uint32_t row_bytes(uint8_t size)
{
    return size ? size * WG_LANES : 4;
}

static uint64_t align_up(uint64_t offset, uint64_t align)
{
    return align ? (offset + align - 1) / align * align : offset;
}

/* ---- rows of the frame ---- */

static wg_slot new_row(wg_decoder *d, uint32_t bytes)
{
    if (bytes >= ROW_ALIGNMENT)
        d->now.frame = (uint32_t)align_up(d->now.frame, ROW_ALIGNMENT);
    wg_slot slot = (wg_slot)d->now.frame;
    d->now.frame += bytes;
    return slot;
}

static uint32_t slab_bytes(const wg_ptx_variable *v)
{
    return (uint32_t)align_up(v->size * WG_LANES, ROW_ALIGNMENT);
}

/* What the rows of registers and slabs come to at most; sizes that a file claims are checked before they are used. */
static uint64_t frame_need(const wg_ptx_function *f)
{
    uint64_t bytes = 0;
    for (uint32_t r = 0; r < f->register_count; r++)
        if (f->registers[r].name)
            bytes += (uint64_t)row_bytes(wg_row_size(f->registers[r].type)) * f->registers[r].vector + ROW_ALIGNMENT;
    for (uint32_t v = 0; v < f->variable_count; v++)
        if (f->variables[v]->space == WG_SPACE_PARAM)
            bytes += f->variables[v]->size * WG_LANES + ROW_ALIGNMENT;
    for (uint32_t p = 0; p < f->param_count; p++)
        bytes += f->params[p].variable ? f->params[p].variable->size * WG_LANES + ROW_ALIGNMENT : 0;
    for (uint32_t r = 0; r < f->return_count; r++)
        bytes += f->returns[r].variable ? f->returns[r].variable->size * WG_LANES + ROW_ALIGNMENT : 0;
    return bytes;
}

/* Registers of a range that no operand names get no row. */
static void place_registers(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    d->now.registers = WG_NEW_ARRAY(d->arena, wg_slot, f->register_count);
    for (int pass = 0; pass < 2; pass++) /* predicates together, then the aligned rows */
        for (uint32_t r = 0; r < f->register_count; r++) {
            const wg_ptx_register *reg = &f->registers[r];
            if (reg->name && (reg->type == WG_TYPE_PRED) == (pass == 0))
                d->now.registers[r] = new_row(d, row_bytes(wg_row_size(reg->type)) * reg->vector);
        }
}

/* Parameters of a device function (a kernel's come from the launch): slabs of its own frame, or registers. */
static void place_params(wg_decoder *d, const wg_ptx_param *params, uint32_t count, wg_param_place **places,
                         uint32_t *place_count)
{
    const wg_ptx_function *f = d->now.source;
    if (f->is_entry)
        return;
    *place_count = count;
    *places = WG_NEW_ARRAY(d->arena, wg_param_place, count);
    for (uint32_t p = 0; p < count; p++) {
        const wg_ptx_variable *v = params[p].variable;
        if (v)
            (*places)[p] = (wg_param_place){.slot = new_row(d, slab_bytes(v)), .bytes = (uint32_t)v->size};
        else
            (*places)[p] = (wg_param_place){.slot = d->now.registers[params[p].reg],
                                            .is_register = true,
                                            .size = wg_row_size(f->registers[params[p].reg].type)};
    }
}

static wg_status place_local(wg_decoder *d, const wg_ptx_variable *v)
{
    wg_function *function = d->now.function;
    uint64_t offset = align_up(function->local_bytes, v->align);
    if (offset + v->size > LOCAL_LIMIT)
        return wg_decode_fail(d, WG_ERR_INPUT, &v->place, "local variable %s does not fit into %d KiB a thread",
                              v->name, LOCAL_LIMIT / 1024);
    d->now.variables[v->index] = (wg_slot)offset;
    function->local_bytes = (uint32_t)(offset + v->size);
    return WG_OK;
}

/* Gives every register and variable of the function a place. Call slabs (.param variables) are lane-major pieces of the
 * frame. */
wg_status wg_decode_frame(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    wg_function *function = d->now.function;
    uint64_t bytes = frame_need(f);
    if (bytes > FRAME_LIMIT)
        return wg_decode_fail(d, WG_ERR_UNSUPPORTED, &f->place, "its registers and parameters need %llu bytes a warp",
                              (unsigned long long)bytes);
    for (int size = 0; size < WG_ROW_SIZES; size++)
        d->now.sinks[size] = WG_SLOT_NONE;
    place_registers(d);
    d->now.variables = WG_NEW_ARRAY(d->arena, wg_slot, f->variable_count);
    for (uint32_t i = 0; i < f->variable_count; i++) {
        const wg_ptx_variable *v = f->variables[i];
        wg_status status = v->space == WG_SPACE_LOCAL ? place_local(d, v) : WG_OK;
        if (status != WG_OK)
            return status;
        if (v->space == WG_SPACE_PARAM)
            d->now.variables[i] = new_row(d, slab_bytes(v));
    }
    place_params(d, f->params, f->param_count, &function->params, &function->param_count);
    place_params(d, f->returns, f->return_count, &function->returns, &function->return_count);
    function->local_used = function->local_bytes;
    function->local_bytes = (uint32_t)align_up(function->local_bytes, 16);
    function->register_bytes = d->now.frame;
    return WG_OK;
}

/* A kernel that never asks where the system's shared memory is gets none, so that stray accesses before its own are
 * caught. */
wg_slot wg_special_row(wg_decoder *d, wg_sreg sreg, uint8_t size)
{
    if (sreg >= WG_SREG_RESERVED_SMEM_0 && sreg <= WG_SREG_RESERVED_SMEM_CAP)
        d->program->reserved_shared = WG_RESERVED_SHARED;
    d->program->uses_grid_workspace |= sreg == WG_SREG_ENVREG1 || sreg == WG_SREG_ENVREG2;
    for (size_t i = 0; i < d->now.sreg_count; i++)
        if (d->now.sregs[i].sreg == sreg && d->now.sregs[i].size == size)
            return d->now.sregs[i].slot;
    wg_slot slot = new_row(d, row_bytes(size));
    *WG_PUSH(d->now.sregs, d->now.sreg_count, d->now.sreg_capacity) = (wg_sreg_row){sreg, slot, size};
    return slot;
}

wg_slot wg_sink_row(wg_decoder *d, uint8_t size)
{
    if (d->now.sinks[size] == WG_SLOT_NONE)
        d->now.sinks[size] = new_row(d, row_bytes(size));
    return d->now.sinks[size];
}

static wg_slot local_row(wg_decoder *d, int64_t offset, uint8_t size)
{
    for (size_t i = 0; i < d->now.local_count; i++)
        if (d->now.locals[i].offset == offset && d->now.locals[i].size == size)
            return d->now.locals[i].slot;
    wg_slot slot = new_row(d, row_bytes(size));
    *WG_PUSH(d->now.locals, d->now.local_count, d->now.local_capacity) = (wg_local_row){slot, size, offset};
    return slot;
}

/* ---- rows of the constant pool ---- */

static wg_slot constant_row(wg_decoder *d, uint64_t bits, uint8_t size, wg_base base)
{
    struct {
        uint64_t bits, size, base;
    } key = {bits, size, base};
    char *name = wg_arena_copy(d->arena, (const char *)&key, sizeof key);
    void **found = wg_map_put(&d->constant_map, name, sizeof key);
    if (!*found) {
        uint32_t row = size < 2 ? ROW_ALIGNMENT : row_bytes(size);
        if (d->constant_bytes > CONSTANTS_LIMIT - row) {
            wg_decode_fail(d, WG_ERR_UNSUPPORTED, &d->now.source->place, "more than %d MiB of constants",
                           CONSTANTS_LIMIT >> 20);
            return WG_SLOT_NONE;
        }
        d->constant_bytes += row;
        *WG_PUSH(d->constants, d->constant_count, d->constant_capacity) =
            (wg_constant){bits, size, base, -(wg_slot)d->constant_bytes};
        *found = (void *)(uintptr_t)d->constant_count;
    }
    return d->constants[(uintptr_t)*found - 1].slot;
}

wg_slot wg_constant_row(wg_decoder *d, uint64_t bits, uint8_t size)
{
    return constant_row(d, bits, size, WG_BASE_NONE);
}

/* ---- variables ---- */

/* Static shared variables get their place in order of first use. */
static wg_status place_shared(wg_decoder *d, const wg_ptx_variable *v, uint64_t *offset)
{
    for (size_t i = 0; i < d->shared_count; i++)
        if (d->shared[i].variable == v) {
            *offset = d->shared[i].offset;
            return WG_OK;
        }
    uint64_t packed = align_up(d->shared_bytes, v->align) + v->size;
    *offset = align_up(d->shared_end + (d->shared_end ? wg_heap_gap(d->loaded->heap, WG_SHARED_GAP) : 0), v->align);
    if (packed > SHARED_LIMIT || *offset + v->size > WG_WINDOW_SIZE / 2)
        return wg_decode_fail(d, WG_ERR_INPUT, &v->place, "shared variable %s of %llu bytes does not fit", v->name,
                              (unsigned long long)v->size);
    *WG_PUSH(d->shared, d->shared_count, d->shared_capacity) = (wg_shared_place){v, (uint32_t)*offset};
    d->shared_bytes = (uint32_t)packed;
    d->shared_end = (uint32_t)(*offset + v->size);
    return WG_OK;
}

/* Where in local memory the n-th parameter of this function is copied to. */
static wg_status copied_param(wg_decoder *d, uint32_t n, uint64_t *local)
{
    wg_function *function = d->now.function;
    const wg_ptx_variable *v = d->now.source->params[n].variable;
    for (size_t c = 0; c < d->now.copied_count; c++)
        if (d->now.copied[c].param == n) {
            *local = d->now.copied[c].local;
            return WG_OK;
        }
    *local = align_up(function->local_bytes, v->align);
    if (*local + v->size > LOCAL_LIMIT)
        return wg_decode_fail(d, WG_ERR_INPUT, &v->place, "parameter %s does not fit into %d KiB a thread", v->name,
                              LOCAL_LIMIT / 1024);
    function->local_bytes = (uint32_t)align_up(*local + v->size, 16);
    *WG_PUSH(d->now.copied, d->now.copied_count, d->now.copied_capacity) = (wg_copied_param){n, (uint32_t)*local};
    return WG_OK;
}

/* A kernel's parameters have addresses of their own; those of other functions are copied to local memory. */
static wg_status param_row(wg_decoder *d, const wg_ptx_place *place, const wg_ptx_variable *v, int64_t offset,
                           uint8_t size, wg_slot *slot)
{
    const wg_program *program = d->program;
    const wg_ptx_function *f = d->now.source;
    for (uint32_t p = 0; p < f->param_count; p++) {
        uint64_t local = 0;
        if (f->params[p].variable != v)
            continue;
        if (f == program->kernel) {
            *slot = constant_row(d, program->params[p].offset + (uint64_t)offset, size, WG_BASE_NONE);
            return *slot == WG_SLOT_NONE ? WG_ERR_UNSUPPORTED : WG_OK;
        }
        wg_status status = copied_param(d, p, &local);
        *slot = local_row(d, (int64_t)local + offset, size);
        return status;
    }
    return wg_decode_fail(d, WG_ERR_UNSUPPORTED, place, "taking the address of the call parameter %s", v->name);
}

/* A row that holds the address of a variable (in its own space) + offset. */
wg_status wg_variable_row(wg_decoder *d, const wg_ptx_place *place, const wg_ptx_variable *v, int64_t offset,
                          uint8_t size, wg_slot *slot)
{
    uint64_t address = 0;
    wg_status status = WG_OK;
    wg_base base = WG_BASE_NONE;
    if (size != 4 && size != 8)
        return wg_decode_fail(d, WG_ERR_INPUT, place, "the address of %s does not fit there", v->name);
    switch (v->space) {
    case WG_SPACE_GLOBAL:
    case WG_SPACE_CONST:
    case WG_SPACE_TEX:
        address = wg_loaded_address(d->loaded, v);
        if (!address)
            status = wg_decode_fail(d, WG_ERR_INPUT, place, "%s is declared but nowhere defined", v->name);
        break;
    case WG_SPACE_SHARED:
        base = v->is_extern && v->size == 0 ? WG_BASE_DYNAMIC_SHARED : WG_BASE_STATIC_SHARED;
        status = base == WG_BASE_STATIC_SHARED ? place_shared(d, v, &address) : WG_OK;
        break;
    case WG_SPACE_PARAM: return param_row(d, place, v, offset, size, slot);
    case WG_SPACE_LOCAL:
        if (v->index >= d->now.source->variable_count || d->now.source->variables[v->index] != v)
            return wg_decode_fail(d, WG_ERR_UNSUPPORTED, place, "the local variable %s outside of functions", v->name);
        *slot = local_row(d, d->now.variables[v->index] + offset, size);
        return WG_OK;
    default: status = wg_decode_fail(d, WG_ERR_UNSUPPORTED, place, "the address of %s", v->name);
    }
    if (status != WG_OK)
        return status;
    *slot = constant_row(d, address + (uint64_t)offset, size, base);
    return *slot == WG_SLOT_NONE ? WG_ERR_UNSUPPORTED : WG_OK;
}

wg_slot wg_variable_slab(const wg_decoder *d, const wg_ptx_variable *v)
{
    const wg_ptx_function *f = d->now.source;
    const wg_function *function = d->now.function;
    if (v->space != WG_SPACE_PARAM)
        return WG_SLOT_NONE;
    if (v->index < f->variable_count && f->variables[v->index] == v)
        return d->now.variables[v->index];
    for (uint32_t p = 0; p < function->param_count; p++)
        if (f->params[p].variable == v)
            return function->params[p].slot;
    for (uint32_t p = 0; p < function->return_count; p++)
        if (f->returns[p].variable == v)
            return function->returns[p].slot;
    return WG_SLOT_NONE;
}
