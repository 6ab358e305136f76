/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/trace.h"

#include "base/arena.h"
#include "sim/exec/banks.h"
#include "sim/exec/exec.h"
#include "sim/launch.h"
#include "sim/recount.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof((wg_block){0}.traced) / sizeof(void *) == WG_LAUNCH_TRACES, "a place for each trace");

enum { SECTOR_BYTES = 32, WORD_BYTES = 4, SECTOR_WORDS = SECTOR_BYTES / WORD_BYTES };

enum { SM_HALVINGS = 10, MOST_HALVINGS = 60 }; /* of multiprocessors, until one is left; then of its blocks */

static void free_warp(wg_trace_warp *t)
{
    free(t->ops);
    free(t->sectors);
    free(t->words);
}

wg_trace wg_trace_of_one(uint32_t multiprocessors, size_t size_limit, size_t warp_limit)
{
    return (wg_trace){
        .deal = multiprocessors, .halvings = SM_HALVINGS, .size_limit = size_limit, .warp_limit = warp_limit};
}

void wg_trace_free(wg_trace *trace)
{
    for (size_t k = 0; k < trace->warp_count; k++)
        free_warp(&trace->warps[k]);
    free(trace->warps);
    free(trace->heads);
    free(trace->accesses);
    *trace = (wg_trace){0};
}

/* ---- which blocks ---- */

static uint32_t deal_of(const wg_trace *trace)
{
    return trace->deal ? trace->deal : 1;
}

static unsigned sm_halvings(const wg_trace *trace)
{
    return trace->halvings < SM_HALVINGS ? trace->halvings : SM_HALVINGS;
}

uint32_t wg_trace_dealt(const wg_trace *trace)
{
    return (deal_of(trace) + (1u << sm_halvings(trace)) - 1) >> sm_halvings(trace);
}

static bool is_kept(const wg_trace *trace, uint64_t block)
{
    uint32_t deal = deal_of(trace);
    uint64_t rounds = (trace->blocks + deal - 1) / deal, round = block / deal - trace->first / deal;
    if (block % deal >= wg_trace_dealt(trace))
        return false;
    return trace->halvings <= SM_HALVINGS || !round || round < rounds >> (trace->halvings - SM_HALVINGS);
}

static size_t size_of(const wg_trace_warp *t)
{
    return t->op_count + t->sector_count;
}

static void halve(wg_trace *trace)
{
    size_t kept = 0;
    trace->halvings++;
    for (size_t k = 0; k < trace->warp_count; k++) {
        if (is_kept(trace, trace->warps[k].block)) {
            trace->warps[kept++] = trace->warps[k];
            continue;
        }
        trace->size -= size_of(&trace->warps[k]);
        free_warp(&trace->warps[k]);
    }
    trace->warp_count = kept;
}

/* ---- instructions ---- */

/* cp.async names two: it reads global memory. */
static wg_trace_space space_of(const wg_insn *i)
{
    switch (wg_insn_space(i)) {
    case WG_SPACE_GLOBAL: return WG_TRACE_GLOBAL;
    case WG_SPACE_SHARED: return WG_TRACE_SHARED;
    case WG_SPACE_LOCAL: return WG_TRACE_LOCAL_SPACE;
    case WG_SPACE_GENERIC: return WG_TRACE_GENERIC;
    default: return WG_TRACE_ELSEWHERE;
    }
}

/* Which operand of an instruction that touches memory is its address; -1: none that matters here. */
static int address_operand(const wg_insn *i)
{
    if (i->class != WG_CLASS_LOAD && i->class != WG_CLASS_STORE && i->class != WG_CLASS_ATOMIC)
        return -1;
    switch ((wg_opcode)i->opcode) {
    case WG_OP_ld:
    case WG_OP_ldu:
    case WG_OP_ldmatrix:
    case WG_OP_cp_async:
    case WG_OP_atom: return 1;
    case WG_OP_st:
    case WG_OP_stmatrix:
    case WG_OP_red: return 0;
    default: return -1;
    }
}

static uint64_t address_of(const wg_warp *w, const wg_insn *i, int k, int64_t offset, int lane)
{
    return i->size[k] == 8 ? ROW(const uint64_t, k)[lane] + (uint64_t)offset
                           : (uint32_t)(ROW(const uint32_t, k)[lane] + (uint32_t)offset);
}

bool wg_trace_address(const wg_warp *w, const wg_insn *i, int lane, uint64_t *address)
{
    int k = address_operand(i);
    wg_trace_space space = space_of(i);
    if (k < 0 || k >= i->operand_count || (space != WG_TRACE_GENERIC && space != WG_TRACE_GLOBAL))
        return false;
    *address = address_of(w, i, k, i->opcode == WG_OP_cp_async ? i->imm2 : i->imm, lane);
    return *address >= WG_HEAP_BASE;
}

uint32_t wg_trace_bytes(const wg_insn *i)
{
    uint32_t bytes = i->memory_bytes ? i->memory_bytes : wg_type_bytes((wg_type)i->type[0]), longest = 1;
    for (int k = 0; k < i->operand_count; k++)
        longest = i->length[k] > longest ? i->length[k] : longest;
    return bytes * longest;
}

static bool counts_wavefronts(const wg_insn *i)
{
    return i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC;
}

struct wg_trace_insn {
    int operand;  /* that is its address; -1: no global or local one */
    int constant; /* … of constant memory; -1: none */
    uint8_t space;
    bool is_wanted, has_wavefronts, copies, fetches;
    uint32_t bytes; /* a lane */
    uint32_t tally; /* that counts its wavefronts */
};

static struct wg_trace_insn look_at(const wg_trace *trace, const wg_insn *i)
{
    int operand = address_operand(i), constant = wg_insn_is_load_from(i, WG_SPACE_CONST) ? operand : -1;
    wg_trace_space where = space_of(i);
    if (operand >= i->operand_count || where == WG_TRACE_SHARED || where == WG_TRACE_ELSEWHERE)
        operand = -1;
    return (struct wg_trace_insn){.operand = operand,
                                  .constant = trace->memory_only ? -1 : constant,
                                  .space = (uint8_t)where,
                                  .is_wanted = !trace->memory_only || i->class == WG_CLASS_BARRIER ||
                                               i->class == WG_CLASS_TEXTURE || operand >= 0,
                                  .has_wavefronts = !trace->memory_only && counts_wavefronts(i),
                                  .copies = i->opcode == WG_OP_cp_async,
                                  .fetches = i->class == WG_CLASS_TEXTURE,
                                  .bytes = wg_trace_bytes(i),
                                  .tally = i->tally + (where == WG_TRACE_GENERIC ? WG_TALLY_SHARED : 0)};
}

static void look_at_all(wg_trace *trace, const wg_program *program)
{
    trace->insns = wg_alloc(sizeof *trace->insns * (program->insn_count + 1));
    for (uint32_t k = 0; k < program->insn_count; k++) {
        trace->insns[k] = look_at(trace, &program->insns[k]);
        trace->stores |= trace->insns[k].operand >= 0 && program->insns[k].class == WG_CLASS_STORE;
    }
}

/* ---- blocks ---- */

static bool has_head(const wg_trace *trace, uint64_t block)
{
    return trace->heads && block < WG_TRACE_HEADS;
}

static void begin_block(wg_trace *trace, wg_block *block, wg_trace_warp **traced)
{
    bool kept = is_kept(trace, block->index);
    if (!kept && !has_head(trace, block->index))
        return;
    if (!trace->insns)
        look_at_all(trace, block->program);
    *traced = wg_alloc(sizeof **traced * block->warp_count);
    for (uint32_t k = 0; k < block->warp_count; k++)
        (*traced)[k] = (wg_trace_warp){.block = block->index, .warp = k, .is_head = !kept, .truncated = !kept && k > 0};
}

static void keep_head(wg_trace *trace, const wg_trace_warp *t)
{
    wg_trace_head *head = &trace->heads[t->block];
    head->count = t->sector_count < WG_TRACE_HEAD_SECTORS ? (uint32_t)t->sector_count : WG_TRACE_HEAD_SECTORS;
    for (uint32_t k = 0; k < head->count; k++)
        head->sectors[k] = t->sectors[k];
}

/* Warps that did nothing of interest have no size. */
static bool is_too_large(const wg_trace *trace)
{
    return trace->size > trace->size_limit || trace->warp_count > trace->size_limit;
}

static void end_block(wg_trace *trace, const wg_block *block, wg_trace_warp **traced, bool complete)
{
    bool kept = complete && is_kept(trace, block->index);
    if (*traced && complete && has_head(trace, block->index))
        keep_head(trace, *traced);
    for (uint32_t k = 0; *traced && k < block->warp_count; k++) {
        wg_trace_warp *t = &(*traced)[k];
        if (!kept) {
            free_warp(t);
            continue;
        }
        trace->size += size_of(t);
        *WG_PUSH(trace->warps, trace->warp_count, trace->warp_capacity) = *t;
    }
    free(*traced);
    *traced = NULL;
    while (trace->size_limit && is_too_large(trace) && trace->halvings < MOST_HALVINGS)
        halve(trace);
}

void wg_trace_block(const wg_launch *launch, wg_block *block)
{
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (launch->traces[k])
            begin_block(launch->traces[k], block, &block->traced[k]);
}

void wg_trace_block_end(const wg_launch *launch, wg_block *block, bool complete)
{
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (launch->traces[k])
            end_block(launch->traces[k], block, &block->traced[k], complete);
}

static int by_block(const void *a, const void *b)
{
    const wg_trace_warp *x = a, *y = b;
    return x->block != y->block ? (x->block > y->block) - (x->block < y->block)
                                : (x->warp > y->warp) - (x->warp < y->warp);
}

static void end_trace(wg_trace *trace)
{
    if (trace->warp_count)
        qsort(trace->warps, trace->warp_count, sizeof *trace->warps, by_block);
    free(trace->insns);
    trace->insns = NULL;
    trace->op_count = 0;
    for (size_t k = 0; k < trace->warp_count; k++) {
        trace->op_count += trace->warps[k].op_count;
        trace->truncated |= trace->warps[k].truncated;
    }
}

void wg_trace_begin(const wg_launch *launch, uint64_t blocks, uint64_t first)
{
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (launch->traces[k]) {
            wg_trace *trace = launch->traces[k];
            trace->blocks = blocks;
            trace->first = first;
            if (trace->memory_only && trace->size_limit && !trace->heads)
                trace->heads = wg_alloc(sizeof *trace->heads * WG_TRACE_HEADS);
        }
}

void wg_trace_end(const wg_launch *launch)
{
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (launch->traces[k])
            end_trace(launch->traces[k]);
}

static void push_sector(wg_trace_warp *t, uint64_t sector, uint8_t words)
{
    *WG_PUSH(t->sectors, t->sector_count, t->sector_capacity) = sector;
    *WG_PUSH(t->words, t->word_count, t->word_capacity) = words;
}

/* Distinct ones only: a warp's access counts each sector once. The lists are short, and mostly sorted. */
static void add_sector(wg_trace_warp *t, uint32_t first, uint64_t sector, uint8_t words)
{
    for (size_t k = t->sector_count; k-- > first;)
        if (t->sectors[k] == sector) {
            t->words[k] |= words;
            return;
        }
    push_sector(t, sector, words);
}

/* As hardware interleaves it: word k of a lane is at byte 128 k + 4 lane of the warp's own memory. */
static void add_local(const wg_warp *w, wg_trace_warp *t, uint32_t first, uint64_t offset, uint32_t bytes, int lane)
{
    uint64_t warp = w->block->index * w->block->warp_count + w->id;
    for (uint64_t word = offset / WORD_BYTES; word <= (offset + bytes - 1) / WORD_BYTES; word++)
        add_sector(t, first,
                   WG_TRACE_LOCAL | warp << 32 | (word * WG_LANES + (uint64_t)lane) * WORD_BYTES / SECTOR_BYTES,
                   (uint8_t)(1u << lane % SECTOR_WORDS));
}

/* Words of a sector that bytes from begin to end touch. */
static uint8_t words_in(uint64_t sector, uint64_t begin, uint64_t end)
{
    uint64_t from = begin / WORD_BYTES, to = (end - 1) / WORD_BYTES + 1, first = sector * SECTOR_WORDS;
    from = from < first ? 0 : from - first;
    to = to > first + SECTOR_WORDS ? SECTOR_WORDS : to - first;
    return (uint8_t)((1u << to) - (1u << from));
}

static void add_lane(const wg_warp *w, wg_trace_warp *t, uint32_t first, wg_trace_space where, uint64_t address,
                     uint32_t bytes, int lane)
{
    bool windowed = where == WG_TRACE_GENERIC && address - WG_LOCAL_WINDOW < WG_WINDOW_SIZE;
    if (where == WG_TRACE_LOCAL_SPACE || windowed) {
        add_local(w, t, first, address - (windowed ? WG_LOCAL_WINDOW : 0), bytes, lane);
        return;
    }
    bool wraps = address > UINT64_MAX - bytes; /* it will be a fault */
    if (wraps || (where == WG_TRACE_GENERIC && address < WG_HEAP_BASE))
        return;
    for (uint64_t sector = address / SECTOR_BYTES; sector <= (address + bytes - 1) / SECTOR_BYTES; sector++)
        add_sector(t, first, sector, words_in(sector, address, address + bytes));
}

/* Words of a piece that lanes asked for. */
static uint8_t wanted_words(const wg_asked *asked, uint64_t sector)
{
    uint8_t words = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint64_t begin = asked->address[lane], end = begin + asked->global.bytes;
        bool is_here = asked->global.mask >> lane & 1 && begin / SECTOR_BYTES <= sector && end > sector * SECTOR_BYTES;
        words |= is_here ? words_in(sector, begin, end) : 0;
    }
    return words;
}

/* What an older GPU moves for the lanes that point into global memory; the lanes that are left. */
static uint32_t add_joined(const wg_warp *w, wg_trace_warp *t, const wg_insn *i, uint32_t mask)
{
    wg_asked asked;
    uint64_t pieces[WG_MOST_PIECES];
    if (!w->block->joining || !wg_asked_find(w, i, mask, &asked) || !asked.global.mask)
        return mask;
    uint32_t count = wg_joining_pieces(w->block->joining, &asked.global, pieces);
    for (uint32_t k = 0; k < count; k++)
        push_sector(t, pieces[k], wanted_words(&asked, pieces[k]));
    return mask & ~asked.global.mask;
}

static void add_sectors(const wg_warp *w, wg_trace_warp *t, const struct wg_trace_insn *about, const wg_insn *i,
                        uint32_t mask, wg_trace_op *op)
{
    int k = about->operand;
    if (k < 0)
        return;
    uint32_t first = op->sector, bytes = about->copies ? *ROW(const uint32_t, 2) : about->bytes;
    int64_t offset = about->copies ? i->imm2 : i->imm;
    uint64_t address[WG_LANES];
    mask = add_joined(w, t, i, mask);
    for (int lane = 0; lane < WG_LANES && bytes; lane++) {
        if (!(mask >> lane & 1))
            continue;
        address[lane] = address_of(w, i, k, offset, lane);
        add_lane(w, t, first, (wg_trace_space)about->space, address[lane], bytes, lane);
    }
    op->sector_count = (uint16_t)(t->sector_count - first);
    /* The first-level cache has the banks of shared memory, and lines next to one another go through them together. */
    if (about->has_wavefronts && about->space == WG_TRACE_GLOBAL && bytes <= WG_BANKS)
        op->wavefronts =
            (uint16_t)wg_grouped_passes(address, mask, bytes, bytes > WG_BANK_BYTES ? bytes / WG_BANK_BYTES : 1)
                .wavefronts;
}

/* Of the block that is always kept, so that they are the same whoever runs the others, and when. */
static void note_constants(const wg_warp *w, wg_trace *trace, const wg_insn *i, int operand, uint32_t mask)
{
    uint32_t deal = deal_of(trace);
    if (w->block->index / deal != trace->first / deal)
        return;
    for (int lane = 0; lane < WG_LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        uint64_t line = address_of(w, i, operand, i->imm, lane) / WG_TRACE_CONSTANT_LINE % WG_TRACE_CONSTANT_LINES;
        trace->constant_lines[line / 64] |= (uint64_t)1 << line % 64;
    }
}

uint64_t wg_trace_constant_bytes(const wg_trace *trace)
{
    uint64_t lines = 0;
    for (size_t k = 0; k < WG_TRACE_CONSTANT_LINES / 64; k++)
        lines += (uint64_t)__builtin_popcountll(trace->constant_lines[k]);
    return lines * WG_TRACE_CONSTANT_LINE;
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

static void watch(wg_trace *trace, const wg_warp *w, const wg_insn *i, uint32_t mask)
{
    int k = address_operand(i);
    bool copies = i->opcode == WG_OP_cp_async;
    wg_trace_space space = space_of(i);
    if (k < 0 || k >= i->operand_count || space == WG_TRACE_ELSEWHERE || !is_watched(trace, w, i))
        return;
    wg_trace_access *a = place_of_access(trace, w, i);
    if (!a)
        return;
    trace->joining = w->block->joining;
    *a = (wg_trace_access){.insn = i->index,
                           .mask = mask,
                           .bytes = copies ? *ROW(const uint32_t, 2) : wg_trace_bytes(i),
                           .space = space,
                           .store = i->class == WG_CLASS_STORE,
                           .uncached = i->class == WG_CLASS_LOAD && wg_insn_uncached(i),
                           .block = w->block->index,
                           .warp = w->id};
    for (int lane = 0; lane < WG_LANES; lane++) {
        a->address[lane] = address_of(w, i, k, copies ? i->imm2 : i->imm, lane);
        wg_trace_space found = where_it_points(space, &a->address[lane]);
        a->space = mask >> lane & 1 && a->space == WG_TRACE_GENERIC ? found : a->space;
    }
}

/* ---- the two looks ---- */

/* A warp of a block that alone is too much: it ends early. */
static bool is_full(wg_trace *trace, wg_trace_warp *t, uint32_t warps)
{
    if (trace->op_limit && trace->op_count++ >= trace->op_limit)
        t->truncated = true;
    if (trace->size_limit && size_of(t) > (trace->warp_limit ? trace->warp_limit : trace->size_limit / warps))
        t->truncated = true;
    if (t->is_head && t->sector_count >= WG_TRACE_HEAD_SECTORS)
        t->truncated = true;
    return t->truncated;
}

/* Results come last: a trace of memory without them would be one of a launch that writes nothing. */
enum { LATE_STORES = 32 };

static bool may_store_late(const wg_trace *trace, const wg_trace_warp *t)
{
    return trace->memory_only && trace->stores && !t->is_head && t->late < LATE_STORES;
}

/* … unless they do not: a warp that has stored already does so all the time. */
static bool is_late_store(const wg_trace *trace, wg_trace_warp *t, const wg_insn *i)
{
    if (i->class != WG_CLASS_STORE || !may_store_late(trace, t))
        return false;
    for (size_t k = 0; !t->late && k < t->op_count; k++)
        if (t->ops[k].insn == i->index)
            t->late = LATE_STORES;
    return t->late++ < LATE_STORES;
}

static bool is_skipped(const wg_trace *trace, wg_trace_warp *t)
{
    bool skips = t->skipped < trace->skip;
    t->skipped += skips;
    return skips;
}

static void look_before(wg_trace *trace, wg_trace_warp *t, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    if (mask && trace->watched_line)
        watch(trace, w, i, mask);
    const struct wg_trace_insn *about = &trace->insns[i->index];
    if (!about->is_wanted || is_skipped(trace, t))
        return;
    if (is_full(trace, t, w->block->warp_count) && !is_late_store(trace, t, i))
        return;
    wg_trace_op op = {.insn = i->index, .mask = mask, .sector = (uint32_t)t->sector_count};
    if (mask && about->has_wavefronts)
        w->block->traced_wavefronts = w->block->tallies[about->tally].wavefronts;
    if (mask)
        add_sectors(w, t, about, i, mask, &op);
    if (about->constant >= 0)
        note_constants(w, trace, i, about->constant, mask);
    if (!trace->memory_only || op.sector_count || (mask && (about->fetches || i->class == WG_CLASS_BARRIER)))
        *WG_PUSH(t->ops, t->op_count, t->op_capacity) = op;
}

bool wg_trace_wants(const wg_warp *w)
{
    bool wants = false;
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (w->block->traced[k]) {
            const wg_trace_warp *t = &w->block->traced[k][w->id];
            wants |= !t->truncated || may_store_late(w->block->launch->traces[k], t);
        }
    return wants;
}

void wg_trace_before(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_block *block = w->block;
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        if (block->traced[k])
            look_before(block->launch->traces[k], &block->traced[k][w->id], w, i, mask);
}

static wg_trace_warp *warp_of(const wg_warp *w, int k)
{
    wg_trace_warp *t = w->block->traced[k] ? &w->block->traced[k][w->id] : NULL;
    return t && t->op_count && !t->truncated ? t : NULL;
}

void wg_trace_texels(wg_warp *w, const uint64_t *sectors, unsigned count)
{
    for (int k = 0; k < WG_LAUNCH_TRACES; k++) {
        wg_trace_warp *t = warp_of(w, k);
        for (unsigned n = 0; t && n < count; n++)
            push_sector(t, sectors[n], UINT8_MAX);
        if (t)
            t->ops[t->op_count - 1].sector_count += (uint16_t)count;
    }
}

/* A fetch that read nothing is none: what touches nothing in a trace of memory is a barrier. */
static void forget_fetch(wg_trace *trace, wg_trace_warp *t)
{
    if (trace->memory_only && !t->ops[t->op_count - 1].sector_count)
        t->op_count--;
}

void wg_trace_after(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_block *block = w->block;
    for (int k = 0; k < WG_LAUNCH_TRACES; k++) {
        wg_trace_warp *t = warp_of(w, k);
        if (!t || !mask)
            continue;
        const struct wg_trace_insn *about = &block->launch->traces[k]->insns[i->index];
        if (about->has_wavefronts)
            t->ops[t->op_count - 1].wavefronts +=
                (uint16_t)(block->tallies[about->tally].wavefronts - block->traced_wavefronts);
        if (about->fetches)
            forget_fetch(block->launch->traces[k], t);
    }
}
