/* SPDX-License-Identifier: Apache-2.0 */
/* One multiprocessor, replayed, against what must come out, and against the H200's own curves. */
#include "base/arena.h"
#include "replays.h"
#include "time/timeline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A chain of multiply-adds: one a latency for a warp, until the pipe is full. */
static void test_dependent_chain(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    const wg_sm_insn chain[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2)};
    for (uint32_t warps = 4; warps <= 32; warps *= 2) {
        wg_sm sm = model(1);
        wg_sm_result r = replay(&sm, chain, 1, pattern, warps, 1);
        double rate = r.issued / r.cycles / 4;
        assert_true(about(rate, fmin(1, warps / 4 / 4.0), 0.02));
    }
}

/* Independent ones need no other warp. */
static void test_instruction_parallelism(void **state)
{
    (void)state;
    wg_sm_insn four[4];
    wg_sm_op pattern[4];
    for (uint16_t k = 0; k < 4; k++) {
        four[k] = insn(WG_SM_FMA, WG_SM_COMPUTE, 4, k, k, 9);
        pattern[k] = (wg_sm_op){.insn = k};
    }
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, four, 4, pattern, 4, 1);
    assert_true(about(r.issued / r.cycles / 4, 1, 0.02));
}

/* Half as wide a pipe takes half as many. */
static void test_narrow_pipe(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    const wg_sm_insn chain[] = {insn(WG_SM_ALU, WG_SM_COMPUTE, 4, 1, 2, 3)};
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, chain, 1, pattern, 32, 1);
    assert_true(about(r.issued / r.cycles / 4, 0.5, 0.02));
    assert_true(r.busy[WG_SM_ALU] / r.cycles / 4 > 0.98);
}

/* Bytes in flight over latency, until the bandwidth is reached: Little's law. */
static void test_memory(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}};
    const wg_sm_insn stream[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    double before = 0;
    for (uint32_t warps = 4; warps <= 64; warps *= 2) {
        wg_sm sm = model(1);
        wg_sm_result r = replay(&sm, stream, 2, pattern, warps, 1);
        double sectors = warps * LENGTH / 2 * 4 / r.cycles;
        assert_true(
            about(sectors, fmin(1 / sm.dram_interval, warps * 4 / (sm.dram_latency + 4 * sm.dram_interval)), 0.1));
        assert_true(sectors >= before * 0.99);
        before = sectors;
    }
}

/* The more of memory's bandwidth is in use, the longer a load takes. */
static void test_crowded_memory(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}};
    const wg_sm_insn stream[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    wg_sm alone = model(1), crowded = model(1);
    crowded.dram_queue = 135;
    wg_sm_result few = replay(&alone, stream, 2, pattern, 4, 1), same = replay(&crowded, stream, 2, pattern, 4, 1);
    assert_true(about(same.cycles, few.cycles, 0.01));
    few = replay(&alone, stream, 2, pattern, 48, 1);
    same = replay(&crowded, stream, 2, pattern, 48, 1);
    assert_true(same.cycles > 1.05 * few.cycles);
}

/* … and the longer, the more of it is for writing. */
static void test_loads_wait_for_writes(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}};
    const wg_sm_insn stream[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    wg_sm reading = model(1), mixed = model(1);
    mixed.dram_write_wait = 400;
    double few = replay(&reading, stream, 2, pattern, 8, 1).cycles, use = 8 * LENGTH / 2 * 4 * 1.8 / few;
    assert_true(
        about(replay(&mixed, stream, 2, pattern, 8, 1).cycles / few, 1 + 400 * use / reading.dram_latency, 0.03));
}

/* Cycles a load takes `pause` cycles after others, each of which keeps memory busy for 100 cycles: one after the other,
 * or all at once. */
static double latency_after(const wg_sm *sm, size_t loads, bool is_chain, float pause)
{
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, is_chain ? 1 : NO, 1, NO),
                                insn(WG_SM_FMA, WG_SM_COMPUTE, pause, 1, 1, NO),
                                insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 1, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, NO)};
    wg_sm_op *ops = wg_alloc((loads + 3) * sizeof *ops);
    for (size_t k = 0; k < loads; k++)
        ops[k] = (wg_sm_op){.passes = 1, .l2 = 1, .dram = 100};
    ops[loads] = (wg_sm_op){.insn = 1};
    ops[loads + 1] = (wg_sm_op){.insn = 2, .passes = 1, .l2 = 1, .dram = 1};
    ops[loads + 2] = (wg_sm_op){.insn = 3};
    wg_sm_warp warp = {ops, loads + 3};
    wg_sm_result out;
    wg_sm_replay(sm, insns, 4, &(wg_sm_block){&warp, 1}, 1, 8, &out);
    double waited = out.insns[3].waits;
    wg_sm_result_free(&out);
    free(ops);
    return waited;
}

/* A load waits for what memory did lately: of what it is asked for all the time, for just that part; twenty thousand
 * cycles later for 1/e of it, and so on. A launch that began only just now has its own time for lately, but no less
 * than two thousand cycles. */
static void test_memory_remembers(void **state)
{
    (void)state;
    const double wait = 1000;
    wg_sm sm = model(1);
    sm.dram_interval = 1;
    double alone = latency_after(&sm, 0, true, 1), each = sm.dram_latency + 100;
    double busy = (sqrt(each * each + 4 * wait * 100) - each) / (2 * wait); /* 100 by what a load takes that waits */
    sm.dram_write_wait = wait;
    for (int later = 0; later < 3; later++)
        assert_true(
            about(latency_after(&sm, 400, true, 1 + 20000.0f * (float)later) - alone, wait * busy * exp(-later), 0.08));
    assert_true(about(latency_after(&sm, 5, true, 1) - alone, wait * busy, 0.2));
    assert_true(about(latency_after(&sm, 1, true, 1) - alone, wait * 100 / 2000, 0.08));
    /* however much it is asked for, it is not taken to be in use for more than 0.95: 0.95^2 / (1 - 0.95) */
    sm.dram_write_wait = 0;
    double first = latency_after(&sm, 400, false, 1);
    sm.dram_queue = 10;
    assert_true(about(latency_after(&sm, 400, false, 1) - first, 10 * 18.05, 0.01));
}

/* Each conflict is a pass, each line of a request too. */
static void test_passes(void **state)
{
    (void)state;
    for (uint16_t passes = 1; passes <= 32; passes *= 2) {
        wg_sm_op pattern[] = {{.insn = 0, .passes = passes}};
        const wg_sm_insn load[] = {insn(WG_SM_DATA, WG_SM_SHARED, 0, 1, 2, NO)};
        wg_sm sm = model(1);
        wg_sm_result r = replay(&sm, load, 1, pattern, 32, 1);
        assert_true(about(r.cycles / (32.0 * LENGTH), passes, 0.05));
        assert_true(about(r.shared_busy, r.cycles, 0.05));
    }
}

/* What may go elsewhere does where that has time: twice the rate of one pipe. */
static void test_either_pipe(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    wg_sm_insn sum[] = {insn(WG_SM_ALU, WG_SM_COMPUTE, 4, 1, 2, 3)};
    sum[0].uses[0].is_either = true;
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, sum, 1, pattern, 32, 1);
    assert_true(about(r.issued / r.cycles / 4, 1, 0.02));
    assert_true(about(r.busy[WG_SM_ALU], r.busy[WG_SM_HEAVY], 0.02));
}

/* What misses takes no pass more than what hits; loads of 16 bytes a lane are slower. */
static void test_passes_of_loads(void **state)
{
    (void)state;
    static const wg_sm_op hits[] = {{.insn = 0, .passes = 4, .lines = 4}},
                          misses[] = {{.insn = 0, .passes = 4, .lines = 4, .l2 = 16}};
    wg_sm_insn load[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO)};
    wg_sm sm = model(1);
    sm.l2_read = (wg_sm_price){0.01, 0.01};
    wg_sm_result r = replay(&sm, load, 1, misses, 64, 1);
    assert_true(about(r.busy[WG_SM_DATA], 64.0 * LENGTH * 4, 0.01));
    load[0].slower = 0.25f;
    r = replay(&sm, load, 1, hits, 64, 1);
    assert_true(about(r.busy[WG_SM_DATA], 64.0 * LENGTH * 5, 0.01));
}

/* Warps that ask for the same sector wait for it together: whoever comes second, here a little after each barrier,
 * finds it on its way. */
static void test_waiting_together(void **state)
{
    (void)state;
    enum { ROUNDS = 32 };
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 3, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3),
                                insn(-1, WG_SM_BARRIER, 0, NO, NO, NO)};
    wg_sm sm = model(1);
    double waited[2];
    for (uint32_t number = 0; number < 2; number++) { /* 0: sectors of nobody's */
        wg_sm_op ops[2][4 * ROUNDS];
        wg_sm_warp warps[2] = {{ops[0], 4 * ROUNDS}, {ops[1], 4 * ROUNDS}};
        for (int w = 0; w < 2; w++)
            for (uint32_t k = 0; k < ROUNDS; k++) {
                wg_sm_op load = {.passes = 1, .lines = 1, .l2 = w ? 0 : 4, .sector = number * (k + 1)},
                         use = {.insn = 1};
                wg_sm_op *round = &ops[w][4 * k];
                round[0] = (wg_sm_op){.insn = 2};
                round[1] = w ? use : load;
                round[2] = w ? load : use;
                round[3] = use;
            }
        wg_sm_result out;
        wg_sm_replay(&sm, insns, 3, &(wg_sm_block){warps, 2}, 1, 8, &out);
        waited[number] = out.stalls[WG_STALL_memory];
        wg_sm_result_free(&out);
    }
    assert_true(about(waited[0], ROUNDS * (sm.l2_latency + sm.l1_latency), 0.1));
    assert_true(about(waited[1], ROUNDS * 2 * sm.l2_latency, 0.1));
}

/* On average one in four of these sectors comes from the second level: who is the first to ask for one waits, not the
 * others. */
static void test_first_to_ask_waits(void **state)
{
    (void)state;
    enum { ROUNDS = 400 };
    wg_sm_op ops[2 * ROUNDS];
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    for (uint32_t k = 0; k < ROUNDS; k++) {
        ops[2 * k] =
            (wg_sm_op){.passes = 1, .lines = 1, .l2 = k % 4 == 0, .is_mean = true, .wanted = 1, .sector = k / 4 + 1};
        ops[2 * k + 1] = (wg_sm_op){.insn = 1};
    }
    wg_sm sm = model(1);
    wg_sm_result r;
    wg_sm_warp warp = {ops, 2 * ROUNDS};
    wg_sm_replay(&sm, insns, 2, &(wg_sm_block){&warp, 1}, 1, 8, &r);
    assert_true(about(r.cycles, ROUNDS / 4 * (sm.l2_latency + 3 * sm.l1_latency + 4 * 5), 0.1));
    wg_sm_result_free(&r);
}

/* Loads and stores in turns: what is to be written waits while loads are on their way, and memory is never idle. */
static void test_writes_wait(void **state)
{
    (void)state;
    static const wg_sm_op rounds[] = {{.insn = 0, .passes = 1, .lines = 1, .l2 = 4, .dram = 4},
                                      {.insn = 1},
                                      {.insn = 2, .passes = 1, .lines = 1, .l2 = 4, .dram = 4}};
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO), insn(-1, WG_SM_BARRIER, 0, NO, 1, NO),
                                insn(WG_SM_DATA, WG_SM_STORE, 0, NO, 1, NO)};
    wg_sm sm = model(1);
    wg_sm_result at_once = replay(&sm, insns, 3, rounds, 32, 1);
    sm.write_buffer_cycles = 3000;
    wg_sm_result later = replay(&sm, insns, 3, rounds, 32, 1);
    assert_true(later.cycles < 0.9 * at_once.cycles);
    assert_true(about(later.dram_busy, at_once.dram_busy, 1e-9)); /* nothing is forgotten … */
    assert_true(later.cycles >= later.dram_busy);                 /* … or done faster */
}

/* Under a predicate: one pass is the decider's, whether the access is done or not; its conflicts are its own. */
static void test_predicated_passes(void **state)
{
    (void)state;
    static const wg_sm_op done[] = {{.insn = 0}, {.insn = 1, .passes = 4}}, skipped[] = {{.insn = 0}};
    wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_COMPUTE, 0, 1, 2, NO), insn(WG_SM_DATA, WG_SM_SHARED, 0, 3, 1, NO)};
    insns[0].uses[0].shared = 1;
    insns[1].uses[0] = (wg_sm_use){.pipe = WG_SM_DATA, .paid = 1};
    insns[1].issues = 0;
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, insns, 2, done, 32, 1);
    assert_true(about(r.cycles / (32.0 * LENGTH / 2), 4, 0.05));
    assert_true(about(r.shared_busy, r.cycles, 0.05));
    r = replay(&sm, insns, 1, skipped, 32, 1);
    assert_true(about(r.cycles / (32.0 * LENGTH), 1, 0.05));
    assert_true(about(r.shared_busy, r.cycles, 0.05));
}

/* Three registers where there are two a cycle take one and a half; those of the instruction before are at hand. */
static void test_register_ports(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    wg_sm_insn add = insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 2, 3);
    add.sources[2] = 4;
    add.ports = 7;
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, &add, 1, pattern, 4, 1); /* a warp a scheduler: always the one before */
    assert_true(about(r.cycles, LENGTH * 4, 0.05));       /* its own result is what it waits for */
    wg_sm_insn pair[2] = {add, add};
    pair[0].results[0] = 8;
    pair[1].results[0] = 9;
    pair[1].sources[0] = 5;
    pair[1].sources[1] = 6;
    pair[1].sources[2] = 7;
    static const wg_sm_op turns[] = {{.insn = 0}, {.insn = 1}};
    r = replay(&sm, pair, 2, turns, 64, 1);
    assert_true(about(r.cycles, 1.5 * LENGTH * 64 / 4, 0.05));
    pair[1].ports = 1; /* beside one that reads one, three cost nothing: four in two cycles */
    r = replay(&sm, pair, 2, turns, 64, 1);
    assert_true(about(r.cycles, LENGTH * 64 / 4, 0.05));
}

/* A wait lets the groups that came last go on: with one on its way, the next round's copies and this one's arithmetic
 * overlap. */
static void test_groups_of_copies(void **state)
{
    (void)state;
    static const wg_sm_op rounds[] = {
        {.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}, {.insn = 2}, {.insn = 3}};
    wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_COPY, 0, NO, NO, NO), insn(-1, WG_SM_COMMIT, 0, NO, NO, NO),
                          insn(-1, WG_SM_WAIT, 0, NO, NO, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, NO)};
    wg_sm sm = model(1);
    wg_sm_result all = replay(&sm, insns, 4, rounds, 1, 1);
    insns[2].pending = 1;
    wg_sm_result one = replay(&sm, insns, 4, rounds, 1, 1);
    insns[2].pending = 3;
    wg_sm_result three = replay(&sm, insns, 4, rounds, 1, 1);
    assert_true(about(one.cycles, all.cycles / 2, 0.1));
    assert_true(about(three.cycles, all.cycles / 4, 0.1));
}

/* Updates of one address take turns. */
static void test_atomics(void **state)
{
    (void)state;
    static const wg_sm_op same[] = {{.insn = 0, .passes = 1, .l2 = 1, .same = 1}},
                          other[] = {{.insn = 0, .passes = 1, .l2 = 1}};
    const wg_sm_insn add[] = {insn(WG_SM_DATA, WG_SM_ATOMIC, 0, NO, 2, NO)};
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, add, 1, same, 8, 1);
    assert_true(about(r.cycles / (8.0 * LENGTH), sm.same_interval, 0.05));
    r = replay(&sm, add, 1, other, 8, 1);
    assert_true(about(r.l2_busy, 8.0 * LENGTH * sm.atomic_interval, 0.01));
    wg_sm_insn crowded[] = {add[0]};
    crowded[0].contention = 3;
    r = replay(&sm, crowded, 1, other, 8, 1);
    assert_true(about(r.l2_busy, 8.0 * LENGTH * 3 * sm.atomic_interval, 0.01));
}

/* What disappeared takes no time and hands its operands on; four quarters are one. */
static void test_fractions(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}, {.insn = 1}};
    wg_sm_insn pair[] = {insn(-1, WG_SM_COMPUTE, 0, 2, 1, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 2, 3)};
    pair[0].issues = 0;
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, pair, 2, pattern, 4, 1);
    assert_true(about(r.cycles, 4 * LENGTH / 2, 0.02));
    pair[0].issues = 0.25f;
    r = replay(&sm, pair, 2, pattern, 4, 1);
    assert_true(about(r.issued, 4 * (LENGTH / 2) * 1.25, 0.02));
}

/* Addresses go to memory by a way that each scheduler has for itself: warps of one scheduler reach a quarter of what
 * all of them do. And while a scheduler hands something over, it issues nothing else. */
static void test_handing_over(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .lines = 1}, {.insn = 1}};
    wg_sm_insn round[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, 3), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 5, 6, 7)};
    wg_sm sm = model(1);
    round[0].uses[round[0].use_count++] = (wg_sm_use){.pipe = WG_SM_ADDRESS, .count = 2};
    wg_sm_result all = replay(&sm, round, 2, pattern, 32, 1);
    assert_true(about(all.cycles, 32 * LENGTH / 2, 0.08)); /* a load a cycle */
    sm.schedulers = 1;
    wg_sm_result one = replay(&sm, round, 2, pattern, 8, 1);
    assert_true(about(one.cycles, 4 * 8 * LENGTH / 2, 0.08));
    round[0] = insn(WG_SM_ALU, WG_SM_COMPUTE, 4, 1, 2, 3);
    round[0].more = 3;
    wg_sm_result slow = replay(&sm, round, 2, pattern, 24, 1);
    assert_true(about(slow.cycles, 5 * 24 * LENGTH / 2, 0.03));
    assert_true(about(slow.issued, 2 * slow.cycles / 5, 0.03));
}

/* A load waits for the last of its lines: of latencies that are exponentially distributed, the largest of n is 1 + 1/2
 * + … + 1/n of the mean. */
static void test_many_lines(void **state)
{
    (void)state;
    const wg_sm_insn chain[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 1, 2)};
    wg_sm sm = model(1);
    sm.dram_spread = 0.2;
    sm.l2_spread = 0.2;
    const wg_sm_op one = {.passes = 1, .lines = 1, .l2 = 1, .dram = 1},
                   four = {.passes = 1, .lines = 4, .l2 = 4, .dram = 4};
    double spread = 0.2 * sm.dram_latency,
           more = replay(&sm, chain, 1, &four, 1, 1).cycles - replay(&sm, chain, 1, &one, 1, 1).cycles;
    assert_true(about(more / LENGTH, (1 / 2.0 + 1 / 3.0 + 1 / 4.0) * spread, 0.1));
    const wg_sm_op near = {.passes = 1, .lines = 1, .l2 = 1}, far = {.passes = 1, .lines = 4, .l2 = 4};
    more = replay(&sm, chain, 1, &far, 1, 1).cycles - replay(&sm, chain, 1, &near, 1, 1).cycles;
    assert_true(
        about(more / LENGTH, 0.2 * sm.l2_latency * (1 - 2 / 16.0), 0.1)); /* once in 16 all are in the near half */
}

/* All warps wait for the slowest. */
static void test_barrier(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}, {.insn = 1}};
    const wg_sm_insn round[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2), insn(-1, WG_SM_BARRIER, 1, NO, 1, NO)};
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, round, 2, pattern, 8, 1);
    double rounds = LENGTH / 2, least = sm.barrier_latency + 7 * sm.barrier_interval + 4;
    assert_true(r.cycles / rounds > least - 1 && r.cycles / rounds < least + 8);
    assert_true(r.stalls[WG_STALL_barrier] > 0);
}

/* They are let in one after the other: who comes late does not wait for that. */
static void test_late_at_the_barrier(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}, {.insn = 1}};
    const wg_sm_insn round[] = {insn(WG_SM_SFU, WG_SM_COMPUTE, 4, 1, 2, 3), insn(-1, WG_SM_BARRIER, 1, NO, 1, NO)};
    wg_sm sm = model(1);
    sm.schedulers = 1;
    wg_sm_result r = replay(&sm, round, 2, pattern, 8, 1); /* eight cycles apart */
    assert_true(about(r.cycles / (LENGTH / 2), 8 * 8 + 4 + sm.barrier_latency, 0.12));
}

/* Twice the blocks that fit take two waves. */
static void test_waves(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    const wg_sm_insn chain[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2)};
    wg_sm sm = model(2);
    wg_sm_result one = replay(&sm, chain, 1, pattern, 4, 2), two = replay(&sm, chain, 1, pattern, 4, 4);
    assert_true(about(two.cycles, 2 * one.cycles + sm.block_latency, 0.02));
    /* A place is taken until what its block stored has left. */
    static const wg_sm_op stored = {.insn = 0, .passes = 1};
    const wg_sm_insn store[] = {insn(WG_SM_DATA, WG_SM_STORE, 0, NO, 1, 2)};
    sm = model(1);
    double before = replay(&sm, store, 1, &stored, 4, 2).cycles;
    sm.drain = 1000;
    assert_true(about(replay(&sm, store, 1, &stored, 4, 2).cycles - before, sm.drain, 0.05));
    assert_true(about(one.first_end / one.done_then, one.cycles, 0.02));
}

/* Blocks start at a rate; but who has not needed its turns gets two at a time, as here, where the first two blocks end
 * together. */
static void test_starts(void **state)
{
    (void)state;
    enum { LATER = 1000, BLOCKS = 4 };
    static wg_sm_op ops[LENGTH + LATER];
    const wg_sm_insn chain[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2)};
    wg_sm_warp longer = {ops, LENGTH + LATER}, warp = {ops, LENGTH};
    wg_sm_block blocks[BLOCKS] = {{&longer, 1}, {&warp, 1}, {&warp, 1}, {&warp, 1}};
    double length = 4.0 * LENGTH, later = 4.0 * LATER;
    wg_sm sm = model(2);
    sm.block_interval = later;
    wg_sm_result r;
    wg_sm_replay(&sm, chain, 1, blocks, BLOCKS, 8, &r);
    assert_true(about(r.cycles, later + 2 * length + sm.block_latency, 0.01));
    wg_sm_result_free(&r);
    sm.block_interval = 2 * length; /* longer than they take */
    wg_sm_replay(&sm, chain, 1, blocks, BLOCKS, 8, &r);
    assert_true(about(r.cycles, (BLOCKS - 1) * sm.block_interval + length, 0.01));
    wg_sm_result_free(&r);
}

static void test_nothing(void **state)
{
    (void)state;
    wg_sm sm = model(3);
    wg_sm_result out;
    wg_sm_warp empty = {NULL, 0};
    wg_sm_block block = {&empty, 1};
    wg_sm_replay(&sm, NULL, 0, &block, 1, 4, &out);
    assert_true(out.cycles <= 1);
    wg_sm_result_free(&out);
    wg_sm_replay(&sm, NULL, 0, NULL, 0, 4, &out);
    wg_sm_result_free(&out);
}

/* A load that is part of its reader lets it go at once, but for the banks' conflicts. */
static void test_operands_in_shared_memory(void **state)
{
    (void)state;
    static const wg_sm_op plain[] = {{.insn = 0}, {.insn = 1}}, conflicts[] = {{.insn = 0, .passes = 16}, {.insn = 1}};
    wg_sm_insn code[] = {insn(WG_SM_DATA, WG_SM_SHARED, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    wg_sm sm = model(1);
    code[0].issues = 0;
    code[0].uses[0].count = 0;
    double loaded = replay(&sm, code, 2, plain, 1, 1).cycles;
    code[0].is_operand = true;
    double fused = replay(&sm, code, 2, plain, 1, 1).cycles;
    assert_true(about(loaded, LENGTH / 2 * 24.0, 0.1)); /* the load's latency, and its issue */
    assert_true(about(fused, LENGTH / 2 * 4.0, 0.1));   /* the sum's */
    assert_true(about(replay(&sm, code, 2, conflicts, 1, 1).cycles, LENGTH / 2 * 16.0, 0.3));
}

/* Memory's time is that of the sectors and that of the rows they lie in. */
static void test_rows_of_memory(void **state)
{
    (void)state;
    static const wg_sm_op lines[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4, .rows = 1}},
                          alone[] = {{.insn = 0, .passes = 4, .l2 = 4, .dram = 4, .rows = 4}};
    const wg_sm_insn load[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO)};
    wg_sm sm = model(1);
    sm.dram_row = 100;
    double whole = replay(&sm, load, 1, lines, 32, 1).cycles, lone = replay(&sm, load, 1, alone, 32, 1).cycles;
    assert_true(about(whole, 32 * LENGTH * (4 * 1.8 + 100), 0.05));
    assert_true(about(lone, 32 * LENGTH * (4 * 1.8 + 400), 0.05));
}

/* What a multiprocessor leaves of its share for a while, it can have later: its bursts take less, what it always needs
 * does not. */
static void test_slack_of_memory(void **state)
{
    (void)state;
    static const wg_sm_op burst[] = {{.insn = 0, .passes = 1, .l2 = 100, .dram = 100}, {.insn = 1}},
                          always[] = {{.insn = 0, .passes = 1, .l2 = 100, .dram = 100}};
    const wg_sm_insn code[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO),
                               insn(WG_SM_FMA, WG_SM_COMPUTE, 1000, 2, 1, NO)};
    wg_sm sm = model(1), slack = sm;
    slack.dram_slack = 2000;
    double bursts = replay(&sm, code, 2, burst, 1, 1).cycles, sooner = replay(&slack, code, 2, burst, 1, 1).cycles;
    assert_true(about(bursts - sooner, LENGTH / 2 * 180.0, 0.05)); /* what the sectors take */
    assert_true(about(replay(&slack, code, 1, always, 32, 1).cycles, replay(&sm, code, 1, always, 32, 1).cycles, 0.01));
}

/* Blocks that are alike and do not wait for one another stay as they are: together, or, after a first one that is half
 * as long, half apart. Launches of few waves, and blocks that are alone, do not count as apart. */
static void test_blocks_come_apart(void **state)
{
    (void)state;
    enum { BLOCKS = 24 };
    const wg_model numbers = {.skew_waves = 12, .skew_spread = 0.75};
    const wg_sm_insn chain[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2)};
    for (int k = 0; k < 2; k++) {
        wg_sm sm = model(2);
        wg_sm_op *ops = wg_alloc(LENGTH * sizeof *ops);
        wg_sm_warp warps[] = {{ops, k ? LENGTH / 2 : LENGTH}, {ops, LENGTH}};
        wg_sm_block blocks[BLOCKS];
        for (int n = 0; n < BLOCKS; n++)
            blocks[n] = (wg_sm_block){&warps[n > 0], 1};
        wg_timeline t = {.insns = (wg_sm_insn *)chain,
                         .insn_count = 1,
                         .registers = 8,
                         .ops = ops,
                         .warps = warps,
                         .blocks = blocks,
                         .op_count = BLOCKS * LENGTH,
                         .block_count = BLOCKS};
        assert_int_equal(wg_blocks_skew(&numbers, &sm, &t, 2, 100), k);
        assert_false(wg_blocks_skew(&numbers, &sm, &t, 2, 5));
        assert_false(wg_blocks_skew(&numbers, &sm, &t, 1, 100));
        free(ops);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_come_apart),
        cmocka_unit_test(test_dependent_chain),
        cmocka_unit_test(test_instruction_parallelism),
        cmocka_unit_test(test_narrow_pipe),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_crowded_memory),
        cmocka_unit_test(test_loads_wait_for_writes),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_either_pipe),
        cmocka_unit_test(test_passes_of_loads),
        cmocka_unit_test(test_waiting_together),
        cmocka_unit_test(test_first_to_ask_waits),
        cmocka_unit_test(test_writes_wait),
        cmocka_unit_test(test_predicated_passes),
        cmocka_unit_test(test_groups_of_copies),
        cmocka_unit_test(test_register_ports),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_handing_over),
        cmocka_unit_test(test_many_lines),
        cmocka_unit_test(test_memory_remembers),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_late_at_the_barrier),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_operands_in_shared_memory),
        cmocka_unit_test(test_rows_of_memory),
        cmocka_unit_test(test_slack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
