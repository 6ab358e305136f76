#include "sim/trace.h"

#include "base/arena.h"
#include "sim/exec/exec.h"
#include "sim/launch.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_BYTES = 32, WORD_BYTES = 4 };

void wg_trace_free(wg_trace *trace)
{
    for (size_t k = 0; k < trace->warp_count; k++) {
        free(trace->warps[k].ops);
        free(trace->warps[k].sectors);
    }
    free(trace->warps);
    free(trace->accesses);
    *trace = (wg_trace){0};
}

void wg_trace_block(wg_trace *trace, wg_block *block)
{
    block->trace_first = trace->warp_count;
    for (uint32_t k = 0; k < block->warp_count; k++)
        *WG_PUSH(trace->warps, trace->warp_count, trace->warp_capacity) =
            (wg_trace_warp){.block = block->index, .warp = k};
}

static wg_trace_warp *warp_of(const wg_warp *w)
{
    return &w->block->launch->trace->warps[w->block->trace_first + w->id];
}

/* ---- spaces ---- */

/* cp.async names two: it reads global memory. */
static wg_trace_space space_of(const wg_insn *i)
{
    static const struct {
        const char *word;
        wg_trace_space space;
    } spaces[] = {{".global", WG_TRACE_GLOBAL},
                  {".shared", WG_TRACE_SHARED},
                  {".local", WG_TRACE_LOCAL_SPACE},
                  {".param", WG_TRACE_ELSEWHERE},
                  {".const", WG_TRACE_ELSEWHERE}};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
        if (strstr(i->source->spelling, spaces[k].word))
            return spaces[k].space;
    return WG_TRACE_GENERIC;
}

/* ---- addresses ---- */

/* Which operand of an instruction that touches memory is its address; -1: none that matters here. */
static int address_operand(const wg_insn *i)
{
    switch ((wg_class)i->class) {
    case WG_CLASS_LOAD: return wg_insn_begins(i, "cp.async") || wg_insn_begins(i, "ld") ? 1 : -1;
    case WG_CLASS_STORE: return wg_insn_begins(i, "st") ? 0 : -1;
    case WG_CLASS_ATOMIC: return wg_insn_begins(i, "red") ? 0 : 1;
    default: return -1;
    }
}

static uint64_t address_of(const wg_warp *w, const wg_insn *i, int k, int64_t offset, int lane)
{
    return i->size[k] == 8 ? ROW(const uint64_t, k)[lane] + (uint64_t)offset
                           : (uint32_t)(ROW(const uint32_t, k)[lane] + (uint32_t)offset);
}

static uint32_t bytes_of(const wg_insn *i)
{
    uint32_t bytes = i->memory_bytes ? i->memory_bytes : wg_type_bytes((wg_type)i->type[0]), longest = 1;
    for (int k = 0; k < i->operand_count; k++)
        longest = i->length[k] > longest ? i->length[k] : longest;
    return bytes * longest;
}

/* Distinct ones only: a warp's access counts each sector once. The lists are short, and mostly sorted. */
static void add_sector(wg_trace_warp *t, uint32_t first, uint64_t sector)
{
    for (size_t k = t->sector_count; k-- > first;)
        if (t->sectors[k] == sector)
            return;
    *WG_PUSH(t->sectors, t->sector_count, t->sector_capacity) = sector;
}

/* As hardware interleaves it: word k of a lane is at byte 128 k + 4 lane of the warp's own memory. */
static void add_local(const wg_warp *w, wg_trace_warp *t, uint32_t first, uint64_t offset, uint32_t bytes, int lane)
{
    uint64_t warp = w->block->index * w->block->warp_count + w->id;
    for (uint64_t word = offset / WORD_BYTES; word <= (offset + bytes - 1) / WORD_BYTES; word++)
        add_sector(t, first,
                   WG_TRACE_LOCAL | warp << 32 | (word * WG_LANES + (uint64_t)lane) * WORD_BYTES / SECTOR_BYTES);
}

static void add_lane(const wg_warp *w, wg_trace_warp *t, uint32_t first, wg_trace_space where, uint64_t address,
                     uint32_t bytes, int lane)
{
    bool windowed = where == WG_TRACE_GENERIC && address - WG_LOCAL_WINDOW < WG_WINDOW_SIZE;
    if (where == WG_TRACE_LOCAL_SPACE || windowed) {
        add_local(w, t, first, address - (windowed ? WG_LOCAL_WINDOW : 0), bytes, lane);
        return;
    }
    if (where == WG_TRACE_GENERIC && address < WG_HEAP_BASE)
        return;
    for (uint64_t sector = address / SECTOR_BYTES; sector <= (address + bytes - 1) / SECTOR_BYTES; sector++)
        add_sector(t, first, sector);
}

static void add_sectors(const wg_warp *w, wg_trace_warp *t, const wg_insn *i, uint32_t mask, wg_trace_op *op)
{
    int k = address_operand(i);
    bool copies = k == 1 && wg_insn_begins(i, "cp.async");
    wg_trace_space where = space_of(i);
    if (k >= i->operand_count || k < 0 || where == WG_TRACE_SHARED || where == WG_TRACE_ELSEWHERE)
        return;
    uint32_t first = op->sector, bytes = copies ? *ROW(const uint32_t, 2) : bytes_of(i);
    int64_t offset = copies ? i->imm2 : i->imm;
    for (int lane = 0; lane < WG_LANES && bytes; lane++) {
        if (!(mask >> lane & 1))
            continue;
        add_lane(w, t, first, where, address_of(w, i, k, offset, lane), bytes, lane);
    }
    op->sector_count = (uint16_t)(t->sector_count - first);
}

/* ---- a line somebody asked about ---- */

/* The first warp is what people think of: what another did before it is replaced. NULL: this one is not wanted. */
static wg_trace_access *place_of_access(wg_trace *trace, const wg_warp *w, const wg_insn *i)
{
    for (size_t k = 0; k < trace->access_count; k++) {
        wg_trace_access *a = &trace->accesses[k];
        if (a->insn == i->index)
            return a->block == w->block->index && a->warp > w->id ? a : NULL;
    }
    return WG_PUSH(trace->accesses, trace->access_count, trace->access_capacity);
}

static bool is_watched(const wg_trace *trace, const wg_warp *w, const wg_insn *i)
{
    const char *file;
    uint32_t line;
    if (!trace->watched_line)
        return false;
    wg_program_place(w->block->program, i, &file, &line);
    size_t length = strlen(file), wanted = trace->watched_file ? strlen(trace->watched_file) : 0;
    bool same = !wanted || (length >= wanted && !strcmp(file + length - wanted, trace->watched_file));
    return same && line == trace->watched_line;
}

static wg_trace_space where_it_points(wg_trace_space space, uint64_t *address)
{
    if (space != WG_TRACE_GENERIC)
        return space;
    bool shared = *address - WG_SHARED_WINDOW < WG_WINDOW_SIZE, local = *address - WG_LOCAL_WINDOW < WG_WINDOW_SIZE;
    *address -= shared ? WG_SHARED_WINDOW : local ? WG_LOCAL_WINDOW : 0;
    return shared ? WG_TRACE_SHARED : local ? WG_TRACE_LOCAL_SPACE : WG_TRACE_GLOBAL;
}

static void watch(const wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_trace *trace = w->block->launch->trace;
    int k = address_operand(i);
    bool copies = wg_insn_begins(i, "cp.async");
    wg_trace_space space = space_of(i);
    if (k < 0 || k >= i->operand_count || space == WG_TRACE_ELSEWHERE || !is_watched(trace, w, i))
        return;
    wg_trace_access *a = place_of_access(trace, w, i);
    if (!a)
        return;
    *a = (wg_trace_access){.insn = i->index,
                           .mask = mask,
                           .bytes = copies ? *ROW(const uint32_t, 2) : bytes_of(i),
                           .space = space,
                           .block = w->block->index,
                           .warp = w->id};
    for (int lane = 0; lane < WG_LANES; lane++) {
        a->address[lane] = address_of(w, i, k, copies ? i->imm2 : i->imm, lane);
        wg_trace_space found = where_it_points(space, &a->address[lane]);
        a->space = mask >> lane & 1 && a->space == WG_TRACE_GENERIC ? found : a->space;
    }
}

/* ---- passes of shared memory ---- */

static bool counts_wavefronts(const wg_insn *i)
{
    return i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC;
}

static uint64_t wavefronts_so_far(const wg_warp *w, const wg_insn *i)
{
    return w->block->tallies[i->tally + (space_of(i) == WG_TRACE_GENERIC ? WG_TALLY_SHARED : 0)].wavefronts;
}

/* ---- the two looks ---- */

void wg_trace_before(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_trace *trace = w->block->launch->trace;
    wg_trace_warp *t = warp_of(w);
    if (mask)
        watch(w, i, mask);
    trace->truncated |= trace->op_limit && trace->op_count >= trace->op_limit;
    if (trace->truncated)
        return;
    trace->op_count++;
    wg_trace_op *op = WG_PUSH(t->ops, t->op_count, t->op_capacity);
    *op = (wg_trace_op){.insn = i->index, .mask = mask, .sector = (uint32_t)t->sector_count};
    if (!mask)
        return;
    if (counts_wavefronts(i))
        w->block->traced_wavefronts = wavefronts_so_far(w, i);
    add_sectors(w, t, i, mask, op);
}

void wg_trace_after(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_trace_warp *t = warp_of(w);
    if (w->block->launch->trace->truncated || !mask || !counts_wavefronts(i))
        return;
    t->ops[t->op_count - 1].wavefronts = (uint16_t)(wavefronts_so_far(w, i) - w->block->traced_wavefronts);
}
