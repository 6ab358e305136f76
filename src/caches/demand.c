/* SPDX-License-Identifier: Apache-2.0 */
#include "caches/demand.h"

#include "base/arena.h"
#include "sim/trace.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, WORD = 4 }; /* of a sector; bytes */

/* ---- the words that one block touches ---- */

typedef struct touched {
    uint64_t sector;
    uint32_t insn;
    uint32_t block; /* 0: nobody's; the table is not cleared from block to block */
    uint8_t words;
} touched;

typedef struct table {
    touched *entries;
    size_t mask, count;
} table;

static touched *find(const table *t, uint32_t block, uint32_t insn, uint64_t sector)
{
    size_t at = ((sector ^ (uint64_t)insn << 40) * 0x9e3779b97f4a7c15u >> 20) & t->mask;
    while (t->entries[at].block == block && (t->entries[at].sector != sector || t->entries[at].insn != insn))
        at = (at + 1) & t->mask;
    return &t->entries[at];
}

static void grow(table *t, uint32_t block)
{
    table larger = {.mask = 2 * t->mask + 1};
    larger.entries = wg_alloc((larger.mask + 1) * sizeof *larger.entries);
    for (size_t k = 0; k <= t->mask; k++)
        if (t->entries[k].block == block) {
            *find(&larger, block, t->entries[k].insn, t->entries[k].sector) = t->entries[k];
            larger.count++;
        }
    free(t->entries);
    *t = larger;
}

/* How many of the words nobody had touched before in the block. */
static int touch(table *t, uint32_t block, uint32_t insn, uint64_t sector, uint8_t words)
{
    touched *entry = find(t, block, insn, sector);
    if (entry->block != block) {
        *entry = (touched){.sector = sector, .insn = insn, .block = block};
        t->count++;
    }
    int added = __builtin_popcount(words & ~entry->words);
    entry->words |= words;
    if (2 * t->count > t->mask)
        grow(t, block);
    return added;
}

/* ---- one request ---- */

/* Bytes between the first words of neighbouring lanes; 0: not the same for all, or they cannot be told apart. */
static uint32_t stride_of(const wg_trace_warp *t, const wg_trace_op *op, unsigned words)
{
    unsigned lanes = (unsigned)__builtin_popcount(op->mask), each = lanes ? words / lanes : 0, nth = 0;
    uint64_t before = 0, stride = 0;
    if (lanes < 2 || !each || words != each * lanes)
        return 0;
    for (uint32_t k = op->sector; k < op->sector + op->sector_count; k++)
        for (unsigned bit = 0; bit < WORDS; bit++) {
            if (!(t->words[k] >> bit & 1) || nth++ % each)
                continue;
            uint64_t word = t->sectors[k] * WORDS + bit;
            if (nth == each + 1)
                stride = word - before;
            if (nth > each && (word <= before || word - before != stride))
                return 0;
            before = word;
        }
    return stride < UINT32_MAX / WORD ? (uint32_t)(WORD * stride) : 0;
}

/* The stride that most requests have, by the vote of each. */
static void vote(wg_demand *d, uint32_t stride)
{
    if (!stride)
        return;
    if (d->strided <= 0)
        d->stride = stride;
    d->strided += d->stride == stride ? 1 : -1;
}

typedef struct counting {
    table block, launch; /* words that were touched, by the block and by uniform requests of all of them */
    uint32_t nth;        /* block, from 1 */
} counting;

static void add_request(counting *c, const wg_trace_warp *t, const wg_trace_op *op, uint32_t bytes, wg_demand *d)
{
    unsigned words = 0;
    for (uint32_t k = op->sector; k < op->sector + op->sector_count; k++) {
        words += (unsigned)__builtin_popcount(t->words[k]);
        d->block_words += touch(&c->block, c->nth, op->insn, t->sectors[k], t->words[k]);
        if (op->sector_count == 1 && WORD * words <= bytes)
            d->uniform_words += touch(&c->launch, 1, op->insn, t->sectors[k], t->words[k]);
    }
    d->blocks += d->last_block != c->nth;
    d->last_block = c->nth;
    d->requests++;
    d->sectors += op->sector_count;
    d->words += words;
    d->asked += __builtin_popcount(op->mask) * (double)bytes / WORD;
    vote(d, stride_of(t, op, words));
}

/* ---- the launch ---- */

static table new_table(void)
{
    enum { ENTRIES = 4096 };
    return (table){.entries = wg_alloc(ENTRIES * sizeof(touched)), .mask = ENTRIES - 1};
}

static uint32_t *bytes_of_all(const wg_program *program)
{
    uint32_t *bytes = wg_alloc((program->insn_count + 1) * sizeof *bytes);
    for (uint32_t n = 0; n < program->insn_count; n++)
        bytes[n] = wg_trace_bytes(&program->insns[n]);
    return bytes;
}

wg_demand *wg_demand_find(const wg_launch *launch)
{
    const wg_trace *trace = launch->traces[WG_TRACE_OF_MEMORY];
    wg_demand *demand = wg_alloc((launch->program->insn_count + 1) * sizeof *demand);
    uint32_t *bytes = bytes_of_all(launch->program);
    counting c = {.block = new_table(), .launch = new_table()};
    for (size_t k = 0; trace && k < trace->warp_count; k++) {
        const wg_trace_warp *t = &trace->warps[k];
        if (!k || t->block != trace->warps[k - 1].block) {
            c.nth++;
            c.block.count = 0;
        }
        for (size_t n = 0; n < t->op_count && t->word_count == t->sector_count; n++)
            if (t->ops[n].sector_count)
                add_request(&c, t, &t->ops[n], bytes[t->ops[n].insn], &demand[t->ops[n].insn]);
    }
    free(c.block.entries);
    free(c.launch.entries);
    free(bytes);
    return demand;
}

double wg_demand_reuse(const wg_demand *d)
{
    return d->block_words > 0 ? d->asked / d->block_words : 1;
}
