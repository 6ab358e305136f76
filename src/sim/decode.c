/* SPDX-License-Identifier: Apache-2.0 */
/* From a parsed kernel to a program: every function the kernel can reach, decoded once, in order of first use. */
#include "sim/decode.h"

#include "sim/builtins.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wg_status wg_decode_fail(wg_decoder *d, wg_status status, const wg_ptx_place *place, const char *format, ...)
{
    char sentence[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    const wg_ptx_module *module = d->program->module;
    char source[512] = "";
    if (place->source_line && place->file < module->file_count && module->files[place->file])
        snprintf(source, sizeof source, " (%s:%u)", module->files[place->file], place->source_line);
    return wg_error_set(d->err, status, "%s:%u: %s%s in %s %s%s", module->name, place->line,
                        status == WG_ERR_UNSUPPORTED ? "not supported: " : "", sentence,
                        d->now.source && !d->now.source->is_entry ? "function" : "kernel",
                        d->now.source ? d->now.source->name : d->program->kernel->name, source);
}

uint32_t wg_decode_function_index(wg_decoder *d, const wg_ptx_function *function)
{
    uint32_t *number = &d->numbers[function->index];
    if (!*number) {
        *WG_PUSH(d->queue, d->queue_count, d->queue_capacity) = function;
        *number = (uint32_t)d->queue_count;
    }
    return *number - 1;
}

const wg_spelled *wg_decode_meaning(wg_decoder *d, const wg_ptx_instruction *from)
{
    void **found = wg_map_put(&d->spellings, from->spelling, strlen(from->spelling));
    wg_spelled spelled;
    if (!*found && from->spelling[0] != '$' && wg_form_match(from->spelling, &spelled))
        *found = wg_arena_copy(d->arena, (const char *)&spelled, sizeof spelled);
    return *found;
}

static wg_status layout_params(wg_decoder *d)
{
    enum { PARAMS_LIMIT = 32764 }; /* since PTX 8.1 */
    wg_program *program = d->program;
    const wg_ptx_function *kernel = program->kernel;
    program->params = WG_NEW_ARRAY(&program->arena, wg_kernel_param, kernel->param_count);
    uint64_t offset = 0;
    for (uint32_t p = 0; p < kernel->param_count; p++) {
        const wg_ptx_variable *v = kernel->params[p].variable;
        if (!v)
            return wg_decode_fail(d, WG_ERR_INPUT, &kernel->place, "a parameter in .reg");
        uint32_t align = v->align ? v->align : 1;
        offset = (offset + align - 1) / align * align;
        if (offset + v->size > PARAMS_LIMIT)
            return wg_decode_fail(d, WG_ERR_INPUT, &kernel->place, "more than %d bytes of parameters", PARAMS_LIMIT);
        program->params[program->param_count++] =
            (wg_kernel_param){v->name, v->type, (uint32_t)offset, (uint32_t)v->size, align, v->is_array};
        offset += v->size;
    }
    program->param_bytes = (uint32_t)offset;
    return WG_OK;
}

/* Moves a growing array into the arena. */
static void *keep(wg_decoder *d, void *items, size_t count, size_t size)
{
    void *kept = wg_arena_alloc(d->arena, count * size);
    if (count)
        memcpy(kept, items, count * size);
    free(items);
    return kept;
}

static wg_status decode_function(wg_decoder *d, uint32_t index)
{
    wg_function *function = &d->program->functions[index];
    const wg_ptx_function *source = d->queue[index];
    *function = (wg_function){.source = source, .builtin = -1};
    d->now = (wg_building){.function = function, .source = source};
    if (!source->has_body) {
        function->builtin = wg_builtin_find(source->name);
        if (function->builtin < 0)
            return wg_decode_fail(d, WG_ERR_UNSUPPORTED, &source->place, "calling %s, which is defined elsewhere",
                                  source->name);
    }
    wg_status status = wg_decode_frame(d);
    if (status == WG_OK && source->has_body)
        status = wg_decode_body(d);
    function->frame_bytes = (d->now.frame + 64) & ~63u; /* never nothing */
    function->sregs = keep(d, d->now.sregs, d->now.sreg_count, sizeof *d->now.sregs);
    function->sreg_count = (uint32_t)d->now.sreg_count;
    function->locals = keep(d, d->now.locals, d->now.local_count, sizeof *d->now.locals);
    function->local_count = (uint32_t)d->now.local_count;
    function->copied = keep(d, d->now.copied, d->now.copied_count, sizeof *d->now.copied);
    function->copied_count = (uint32_t)d->now.copied_count;
    return status;
}

static wg_status decode_functions(wg_decoder *d)
{
    wg_program *program = d->program;
    /* Every function of the module may turn out to be called: room for all, so that pointers stay. */
    program->functions = WG_NEW_ARRAY(&program->arena, wg_function, program->module->function_count + 1);
    d->numbers = WG_NEW_ARRAY(&program->arena, uint32_t, program->module->function_count + 1);
    wg_decode_function_index(d, program->kernel);
    wg_status status = WG_OK;
    while (status == WG_OK && program->function_count < d->queue_count) {
        status = decode_function(d, program->function_count);
        program->function_count++;
    }
    return status;
}

static void fill_constants(wg_decoder *d)
{
    wg_program *program = d->program;
    uint32_t bytes = (d->constant_bytes + 63) & ~63u;
    unsigned char *raw = wg_arena_alloc(&program->arena, bytes + 64);
    unsigned char *end = (unsigned char *)(((uintptr_t)raw + bytes + 63) & ~(uintptr_t)63);
    const uint64_t bases[] = {[WG_BASE_STATIC_SHARED] = program->reserved_shared,
                              [WG_BASE_DYNAMIC_SHARED] = wg_dynamic_shared_offset(program)};
    for (size_t c = 0; c < d->constant_count; c++) {
        const wg_constant *constant = &d->constants[c];
        uint64_t bits = constant->bits + bases[constant->base];
        if (constant->size == 0)
            memcpy(end + constant->slot, &bits, 4);
        for (int lane = 0; lane < WG_LANES && constant->size; lane++)
            memcpy(end + constant->slot + lane * constant->size, &bits, constant->size < 8 ? constant->size : 8);
    }
    program->constants = end;
}

/* Local memory of a thread: what the functions need when each is entered once, and more where one that needs any may be
 * entered again and again. */
static wg_status size_local(wg_decoder *d)
{
    enum { RECURSION = 64 * 1024, MOST = 4 << 20 };
    wg_program *program = d->program;
    uint64_t bytes = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        bytes += program->functions[f].local_bytes;
    bytes += bytes > program->functions[0].local_bytes ? RECURSION : 0;
    if (bytes > MOST)
        return wg_decode_fail(d, WG_ERR_UNSUPPORTED, &program->kernel->place, "%llu bytes of local memory a thread",
                              (unsigned long long)bytes);
    program->local_bytes = (uint32_t)bytes;
    return WG_OK;
}

/* Where the variables of shared memory lie, dynamic shared memory behind them. */
static void keep_shared(wg_decoder *d)
{
    wg_program *program = d->program;
    wg_shared_object *objects = WG_NEW_ARRAY(&program->arena, wg_shared_object, d->shared_count);
    for (size_t k = 0; k < d->shared_count; k++)
        objects[k] = (wg_shared_object){d->shared[k].variable->name, program->reserved_shared + d->shared[k].offset,
                                        (uint32_t)d->shared[k].variable->size};
    program->shared = objects;
    program->shared_count = (uint32_t)d->shared_count;
    program->shared_bytes = d->shared_bytes;
    program->shared_end = d->shared_end + (d->shared_end ? wg_heap_gap(d->loaded->heap, WG_SHARED_GAP) : 0);
}

static void finish(wg_decoder *d)
{
    wg_program *program = d->program;
    program->insn_count = (uint32_t)d->insn_count;
    program->insns = WG_NEW_ARRAY(&program->arena, wg_insn, d->insn_count);
    if (d->insn_count)
        memcpy(program->insns, d->insns, d->insn_count * sizeof *d->insns);
    program->block_count = (uint32_t)d->block_count;
    program->blocks = WG_NEW_ARRAY(&program->arena, wg_basic_block, d->block_count);
    if (d->block_count)
        memcpy(program->blocks, d->blocks, d->block_count * sizeof *d->blocks);
    for (uint32_t b = 0; b < program->block_count; b++) {
        wg_basic_block *block = &program->blocks[b];
        if (block->cost > block->count)
            block->last = &program->insns[block->first + block->count];
    }
    keep_shared(d);
    fill_constants(d);
    wg_predict_merges(program);
}

wg_status wg_program_build(const wg_loaded *loaded, const wg_ptx_function *kernel, wg_program **out, wg_error *err)
{
    *out = NULL;
    wg_program *program = wg_alloc(sizeof *program);
    program->module = loaded->module;
    program->kernel = kernel;
    program->constants_at = loaded->constants;
    program->constants_at_count = (uint32_t)loaded->constant_count;
    wg_decoder d = {
        .program = program, .loaded = loaded, .arena = &program->arena, .err = err, .table = wg_exec_table()};
    wg_status status = layout_params(&d);
    if (status == WG_OK)
        status = decode_functions(&d);
    if (status == WG_OK)
        status = size_local(&d);
    if (status == WG_OK)
        finish(&d);
    wg_map_free(&d.constant_map);
    wg_map_free(&d.spellings);
    free(d.constants);
    free(d.insns);
    free(d.blocks);
    free(d.queue);
    free(d.shared);
    if (status != WG_OK)
        wg_program_free(program);
    else
        *out = program;
    return status;
}

void wg_program_free(wg_program *program)
{
    if (program)
        wg_arena_free(&program->arena);
    free(program);
}

void wg_program_place(const wg_program *program, const wg_insn *insn, const char **file, uint32_t *line)
{
    const wg_ptx_place *place = &insn->source->place;
    bool known = place->source_line && place->file < program->module->file_count && program->module->files[place->file];
    *file = known ? program->module->files[place->file] : program->module->name;
    *line = known ? place->source_line : place->line;
}
