/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"

#include "base/arena.h"
#include "time/sm.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARPS = 8, RESIDENT = 8, BLOCKS = 64, ROUNDS = 60, NO = WG_SM_NO_REGISTER };

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* About an H200's. */
static const wg_sm MULTIPROCESSOR = {
    .schedulers = 4,
    .resident_blocks = RESIDENT,
    .issue_interval = 1,
    .reads = 1.8,
    .interval = {[WG_SM_FMA] = 1, [WG_SM_ALU] = 2, [WG_SM_DATA] = 1},
    .shared_latency = 23,
    .l1_latency = 34,
    .l2_latency = 320,
    .dram_latency = 690,
    .dram_queue = 130,
    .dram_spread = 0.2,
    .l2_read = {.request = 0.5, .sector = 0.5},
    .dram_interval = 1.8,
    .barrier_latency = 14,
    .barrier_interval = 2,
    .block_latency = 300,
};

static wg_sm_insn insn(wg_sm_pipe pipe, wg_sm_action action, uint16_t result, uint16_t a, uint16_t b)
{
    wg_sm_insn i = {.action = (uint8_t)action, .issues = 1, .latency = 4, .use_count = 1, .ports = 3};
    i.uses[0] = (wg_sm_use){.pipe = (uint8_t)pipe, .count = 1};
    memset(i.sources, 0xff, sizeof i.sources);
    memset(i.results, 0xff, sizeof i.results);
    i.results[0] = result;
    i.sources[0] = a;
    i.sources[1] = b;
    return i;
}

double replay_speed(void)
{
    const wg_sm_insn insns[] = {
        insn(WG_SM_DATA, WG_SM_LOAD, 1, 0, NO),   insn(WG_SM_DATA, WG_SM_SHARED, 2, 0, NO),
        insn(WG_SM_FMA, WG_SM_COMPUTE, 3, 2, 3),  insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 2, 4),
        insn(WG_SM_FMA, WG_SM_COMPUTE, 5, 3, 4),  insn(WG_SM_ALU, WG_SM_COMPUTE, 0, 0, NO),
        insn(WG_SM_DATA, WG_SM_SHARED, NO, 0, 1), insn(WG_SM_ALU, WG_SM_BARRIER, NO, NO, NO),
    };
    enum { COUNT = sizeof insns / sizeof *insns, LENGTH = ROUNDS * COUNT };
    wg_sm_op *ops = wg_alloc(LENGTH * sizeof *ops);
    wg_sm_warp warps[WARPS];
    wg_sm_block blocks[BLOCKS];
    for (uint32_t k = 0; k < LENGTH; k++) {
        bool is_load = k % COUNT == 0;
        ops[k] = (wg_sm_op){.insn = k % COUNT, .passes = 1, .l2 = is_load ? 4 : 0, .dram = is_load ? 2 : 0};
    }
    for (int k = 0; k < WARPS; k++)
        warps[k] = (wg_sm_warp){ops, LENGTH};
    for (int k = 0; k < BLOCKS; k++)
        blocks[k] = (wg_sm_block){warps, WARPS};
    wg_sm_result result;
    double started = seconds_now();
    wg_sm_replay(&MULTIPROCESSOR, insns, COUNT, blocks, BLOCKS, 8, &result);
    double seconds = seconds_now() - started;
    wg_sm_result_free(&result);
    free(ops);
    return (double)LENGTH * WARPS * BLOCKS / seconds;
}
