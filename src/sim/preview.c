/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/preview.h"

#include "base/arena.h"
#include "sim/exec/exec.h"
#include "sim/rows.h"
#include "sim/run.h"
#include "sim/trace.h"

#include <stdlib.h>

enum { FIRST_LANE = 1, LONGEST = 4096 }; /* instructions */

struct wg_preview {
    wg_block block;
    wg_warp warp;
    uint32_t *visited; /* by basic block: in which preview, from 1 */
    uint32_t number;
};

wg_preview *wg_preview_new(const wg_launch *launch)
{
    const wg_program *program = launch->program;
    wg_preview *p = wg_alloc(sizeof *p);
    p->block = (wg_block){.launch = launch,
                          .program = program,
                          .heap = launch->heap,
                          .params = launch->params,
                          .warps = &p->warp,
                          .warp_count = 1,
                          .tallies = wg_alloc((program->tally_count + 1) * sizeof *p->block.tallies),
                          .caches = wg_alloc((program->tally_count + 1) * sizeof *p->block.caches)};
    p->warp = (wg_warp){.block = &p->block, .launched = FIRST_LANE};
    p->visited = wg_alloc((program->block_count + 1) * sizeof *p->visited);
    return p;
}

void wg_preview_free(wg_preview *p)
{
    if (!p)
        return;
    wg_warp_free(&p->warp);
    free(p->block.tallies);
    free(p->block.caches);
    free(p->visited);
    free(p);
}

static bool is_guarded_away(const wg_warp *w, const wg_insn *i)
{
    if (!i || i->guard == WG_SLOT_NONE) /* none: where a program ends without saying so */
        return false;
    uint32_t guard = *(const uint32_t *)wg_row(w, i->guard);
    return !((i->guard_negated ? ~guard : guard) & FIRST_LANE);
}

/* What neither touches memory that others see nor needs other lanes. */
static bool is_harmless(const wg_insn *i)
{
    switch ((wg_class)i->class) {
    case WG_CLASS_MOVE:
    case WG_CLASS_INT:
    case WG_CLASS_F16:
    case WG_CLASS_F32:
    case WG_CLASS_F64:
    case WG_CLASS_SFU:
    case WG_CLASS_CONVERT:
    case WG_CLASS_COMPARE: return true;
    case WG_CLASS_LOAD: return wg_insn_reads_constant(i);
    default: return false;
    }
}

/* Where it goes on; WG_NO_BLOCK: nowhere that can be told. */
static uint32_t next_block(const wg_warp *w, const wg_basic_block *block)
{
    switch ((wg_end)block->end) {
    case WG_END_FALL:
    case WG_END_BARRIER:
    case WG_END_MEET:
    case WG_END_YIELD: return block->next;
    case WG_END_BRANCH: return is_guarded_away(w, block->last) ? block->next : block->taken;
    case WG_END_EXIT:
    case WG_END_RETURN: return is_guarded_away(w, block->last) ? block->next : WG_NO_BLOCK;
    default: return WG_NO_BLOCK;
    }
}

static bool walk(wg_preview *p, const wg_basic_block *block, wg_preview_visit *visit, void *user)
{
    wg_warp *w = &p->warp;
    const wg_insn *first = &p->block.program->insns[block->first];
    for (const wg_insn *i = first; i < first + block->count && !p->block.fault.set; i++) {
        uint64_t address;
        if (is_guarded_away(w, i))
            continue;
        if (i->exec && is_harmless(i))
            i->exec(w, i, FIRST_LANE);
        else if (i->class == WG_CLASS_LOAD && wg_trace_address(w, i, 0, &address) && visit(user, i, address))
            return false;
    }
    return !p->block.fault.set;
}

uint32_t wg_preview_block(wg_preview *p, uint64_t index, wg_preview_visit *visit, void *user)
{
    const wg_program *program = p->block.program;
    wg_block_place(&p->block, index);
    p->block.fault.set = false;
    p->number++;
    wg_warp_start(&p->warp);
    uint32_t here = program->functions[0].entry, walked = 0;
    while (here != WG_NO_BLOCK && walked < LONGEST && p->visited[here] != p->number) {
        const wg_basic_block *block = &program->blocks[here];
        p->visited[here] = p->number;
        walked += block->cost;
        here = walk(p, block, visit, user) ? next_block(&p->warp, block) : WG_NO_BLOCK;
    }
    return walked;
}
