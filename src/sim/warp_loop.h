/* SPDX-License-Identifier: Apache-2.0 */
/* A warp's loop: basic block by basic block, until the warp waits, ends or has had its turn. Included by warp.c, once
 * for each use; LOOP names the function, BEFORE and AFTER see each instruction (the one that ends a basic block only
 * before), GATE may take lanes out of mask and go on with the next. */
static void LOOP(wg_warp *w, uint64_t instructions)
{
    wg_block *state = w->block;
    const wg_program *program = state->program;
#ifdef CHECKS
    wg_checker *checker = state->checker;
#endif
    uint64_t until = w->executed + instructions;
    while (w->state == WG_WARP_READY && w->executed < until && !state->fault.set) {
        const wg_path *path = &w->paths[w->path_count - 1];
        uint32_t here = path->block, active = path->mask;
        const wg_basic_block *block = &program->blocks[here];
        state->block_warps[here]++;
        state->block_threads[here] += wg_lane_count(active);
        state->watched_memory |= block->watches;
        const wg_insn *end = &program->insns[block->first + block->count];
        for (const wg_insn *i = &program->insns[block->first]; i < end; i++) {
            uint32_t mask = active;
            if (i->guard != WG_SLOT_NONE) {
                mask = guarded_lanes(w, i, active);
                state->tallies[i->tally].threads += wg_lane_count(mask);
                if (!mask) {
                    BEFORE(w, i, 0);
                    continue;
                }
            }
            GATE(w, i, mask);
            BEFORE(w, i, mask);
            i->exec(w, i, mask);
            AFTER(w, i, mask);
        }
        w->executed += block->cost;
        if (block->last)
            BEFORE(w, block->last, active);
        finish(w, block, here, active);
        if (block->end == WG_END_YIELD)
            break;
    }
}

#undef LOOP
#undef GATE
#undef CHECKS
#undef BEFORE
#undef AFTER
