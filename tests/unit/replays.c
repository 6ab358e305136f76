/* SPDX-License-Identifier: Apache-2.0 */
#include "replays.h"

#include "base/arena.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* About an H200's multiprocessor, with memory that always takes as long. */
wg_sm model(uint32_t resident)
{
    return (wg_sm){
        .schedulers = 4,
        .resident_blocks = resident,
        .issue_interval = 1,
        .reads = 2,
        .read_ahead = 1,
        .queue_depth = 8,
        .merge_first = 0.5,
        .merge_evicted = 8,
        .interval = {[WG_SM_FMA] = 1,
                     [WG_SM_HEAVY] = 2,
                     [WG_SM_ALU] = 2,
                     [WG_SM_FP64] = 2,
                     [WG_SM_SFU] = 8,
                     [WG_SM_TENSOR] = 1,
                     [WG_SM_UNIFORM] = 2,
                     [WG_SM_ADDRESS] = 2,
                     [WG_SM_DATA] = 1,
                     [WG_SM_CONSTANT] = 2,
                     [WG_SM_TEXTURE] = 8},
        .shared_latency = 23,
        .l1_latency = 34,
        .l2_latency = 320,
        .dram_latency = 690,
        .queue_cycles = 600,
        .use_window = 20000,
        .use_least = 2000,
        .use_most = 0.95,
        .l2_read = {.request = 0.5, .sector = 0.5},
        .l2_write = {.request = 1, .sector = 1},
        .l2_partial = 0.5,
        .atomic_interval = 2.5,
        .same_interval = 190,
        .dram_interval = 1.8,
        .dram_write_interval = 2,
        .barrier_latency = 14,
        .barrier_interval = 2,
        .block_latency = 300,
        .block_interval = 0,
    };
}

wg_sm_insn insn(int pipe, wg_sm_action action, float latency, uint16_t result, uint16_t a, uint16_t b)
{
    wg_sm_insn i = {.action = (uint8_t)action, .issues = 1, .contention = 1, .latency = latency};
    if (pipe >= 0)
        i.uses[i.use_count++] = (wg_sm_use){.pipe = (uint8_t)pipe, .count = 1};
    memset(i.sources, 0xff, sizeof i.sources);
    memset(i.results, 0xff, sizeof i.results);
    i.results[0] = result;
    i.sources[0] = a;
    i.sources[1] = b;
    return i;
}

/* Blocks of `warps` warps that all execute these instructions in turn, LENGTH operations in all. Its books are to be
 * freed. */
wg_sm_result replay_books(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_op *pattern,
                          uint32_t warps, size_t blocks)
{
    wg_sm_op *ops = wg_alloc(LENGTH * sizeof *ops);
    wg_sm_warp *all = wg_alloc(warps * sizeof *all);
    wg_sm_block *grid = wg_alloc(blocks * sizeof *grid);
    for (size_t k = 0; k < LENGTH; k++)
        ops[k] = pattern[k % insn_count];
    for (uint32_t k = 0; k < warps; k++)
        all[k] = (wg_sm_warp){ops, LENGTH};
    for (size_t k = 0; k < blocks; k++)
        grid[k] = (wg_sm_block){all, warps};
    wg_sm_result out;
    wg_sm_replay(sm, insns, insn_count, grid, blocks, 64, &out);
    free(grid);
    free(all);
    free(ops);
    return out;
}

/* Its numbers alone. */
wg_sm_result replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_op *pattern,
                    uint32_t warps, size_t blocks)
{
    wg_sm_result out = replay_books(sm, insns, insn_count, pattern, warps, blocks), kept = out;
    wg_sm_result_free(&out);
    kept.insns = NULL;
    kept.ends = NULL;
    return kept;
}

bool about(double value, double wanted, double tolerance)
{
    if (fabs(value - wanted) <= tolerance * wanted)
        return true;
    print_error("%g where %g was expected\n", value, wanted);
    return false;
}
