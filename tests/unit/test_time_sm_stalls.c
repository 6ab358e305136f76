/* SPDX-License-Identifier: Apache-2.0 */
/* What the warps of a multiprocessor wait for, and who is to blame. */
#include "replays.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* Of the warp-cycles of such a replay, the part of each kind; they add up to all there were. */
static void parts_of_stalls(const wg_sm *sm, const wg_sm_insn *insns, size_t count, const wg_sm_op *pattern,
                            uint32_t warps, double parts[WG_STALL_COUNT])
{
    wg_sm_result r = replay(sm, insns, count, pattern, warps, 1);
    double sum = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++) {
        parts[k] = r.stalls[k] / (r.cycles * warps);
        sum += parts[k];
    }
    assert_true(about(sum, 1, 0.02));
}

/* A warp that is alone waits for nothing but what it asked for: a cycle of each instruction's issues it, the rest is of
 * one kind. */
static void test_a_wait_is_counted_as_what_it_is(void **state)
{
    (void)state;
    static const wg_sm_op memory = {.passes = 1, .l2 = 4, .dram = 4}, pass = {.passes = 1}, plain = {0};
    const struct {
        wg_stall kind;
        double cycles;
        wg_sm_insn insn;
        const wg_sm_op *op;
    } cases[] = {
        {WG_STALL_data, 20, insn(WG_SM_FMA, WG_SM_COMPUTE, 20, 1, 1, 2), &plain},
        {WG_STALL_shared, 23, insn(WG_SM_DATA, WG_SM_SHARED, 0, 1, 1, 2), &pass},
        {WG_STALL_memory, 34, insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 1, 2), &pass}, /* the first-level cache is memory */
        {WG_STALL_memory, 697, insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 1, 2), &memory},
        {WG_STALL_memory, 330, insn(WG_SM_DATA, WG_SM_ATOMIC, 0, 1, 1, 2), &(wg_sm_op){.passes = 1, .l2 = 4}},
    };
    wg_sm sm = model(1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double parts[WG_STALL_COUNT];
        parts_of_stalls(&sm, &cases[k].insn, 1, cases[k].op, 1, parts);
        assert_true(about(parts[WG_STALL_issued], 1 / cases[k].cycles, 0.05));
        assert_true(about(parts[cases[k].kind], 1 - 1 / cases[k].cycles, 0.02));
        assert_true(parts[WG_STALL_turn] == 0);
    }
}

/* Behind a full pipe or queue a warp waits for that, and not for its turn: there is no other. */
static void test_a_full_queue_is_counted_as_what_it_is(void **state)
{
    (void)state;
    static const wg_sm_op passes = {.passes = 100}, memory = {.passes = 1, .l2 = 100, .dram = 100}, plain = {0},
                          same = {.passes = 1, .l2 = 1, .same = 1};
    const struct {
        wg_stall kind;
        wg_sm_insn insn;
        const wg_sm_op *op;
    } cases[] = {
        {WG_STALL_lg, insn(WG_SM_DATA, WG_SM_LOAD, 0, NO, 2, NO), &passes},
        {WG_STALL_lg, insn(WG_SM_DATA, WG_SM_LOAD, 0, NO, 2, NO), &memory},
        {WG_STALL_lg, insn(WG_SM_DATA, WG_SM_STORE, 0, NO, 2, NO), &memory},
        {WG_STALL_lg, insn(WG_SM_DATA, WG_SM_ATOMIC, 0, NO, 2, NO), &same},
        {WG_STALL_mio, insn(WG_SM_DATA, WG_SM_SHARED, 0, NO, 2, NO), &passes},
        {WG_STALL_mio, insn(WG_SM_DATA, WG_SM_COMPUTE, 0, NO, 2, NO), &passes}, /* a shuffle */
        {WG_STALL_mio, insn(WG_SM_CONSTANT, WG_SM_COMPUTE, 0, NO, 2, NO), &passes},
        {WG_STALL_tex, insn(WG_SM_TEXTURE, WG_SM_LOAD, 0, NO, 2, NO), &passes},
        {WG_STALL_pipe, insn(WG_SM_SFU, WG_SM_COMPUTE, 0, NO, 2, NO), &plain},
        {WG_STALL_pipe, insn(WG_SM_ALU, WG_SM_COMPUTE, 0, NO, 2, NO), &plain},
    };
    wg_sm sm = model(1);
    sm.interval[WG_SM_ALU] = 16;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double parts[WG_STALL_COUNT];
        parts_of_stalls(&sm, &cases[k].insn, 1, cases[k].op, 1, parts);
        assert_true(parts[cases[k].kind] > 0.8);
        assert_true(about(parts[cases[k].kind] + parts[WG_STALL_issued], 1, 0.02));
        assert_true(parts[WG_STALL_turn] == 0);
    }
}

/* Results that no memory gives, but that come after a time that varies. */
static void test_short_scoreboards(void **state)
{
    (void)state;
    static const wg_sm_op plain = {0};
    const wg_stall kinds[] = {WG_STALL_special, WG_STALL_constant};
    wg_sm sm = model(1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double parts[WG_STALL_COUNT];
        wg_sm_insn slow = insn(WG_SM_SFU, WG_SM_COMPUTE, 40, 1, 1, NO);
        slow.waits_as = (uint8_t)kinds[k];
        parts_of_stalls(&sm, &slow, 1, &plain, 1, parts);
        assert_true(parts[kinds[k]] > 0.95 && parts[WG_STALL_data] < 0.02);
    }
}

/* Who could issue waits for its turn only while another does: a pipe that takes an instruction every eight cycles keeps
 * eight warps from issuing, and the scheduler idles. */
static void test_no_turn_while_nobody_issues(void **state)
{
    (void)state;
    enum { WARPS = 8 };
    static const wg_sm_op plain = {0};
    const wg_sm_insn sfu = insn(WG_SM_SFU, WG_SM_COMPUTE, 0, NO, 2, NO);
    wg_sm sm = model(1);
    sm.schedulers = 1;
    wg_sm_result r = replay(&sm, &sfu, 1, &plain, WARPS, 1); /* the oldest goes first, and ends first */
    assert_true(about(r.stalls[WG_STALL_issued], WARPS * LENGTH, 0.001));
    assert_true(about(r.stalls[WG_STALL_pipe], (WARPS + 1) / 2.0 * WARPS * LENGTH * 7, 0.1));
    assert_true(r.stalls[WG_STALL_turn] <= (WARPS - 1) / 2.0 * r.stalls[WG_STALL_issued]);
}

/* ---- who is to blame ---- */

/* A sum waits for a load, by way of an instruction that disappeared: the load is to blame. */
static void test_the_load_is_to_blame(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}, {.insn = 2}};
    wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 4, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 2, 1, NO),
                          insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 4, 2, NO)};
    wg_sm sm = model(1);
    for (int gone = 0; gone < 2; gone++) {
        insns[1].issues = gone ? 0 : 1;
        insns[1].use_count = gone ? 0 : 1;
        wg_sm_result r = replay_books(&sm, insns, 3, pattern, 1, 1);
        double rounds = LENGTH / 3.0;
        assert_true(about(r.insns[0].stalls[WG_STALL_memory], 696 * rounds, 0.02));
        assert_true(about(r.insns[gone ? 2 : 1].waits, 697 * rounds, 0.02));
        assert_true(about(r.insns[2].stalls[WG_STALL_data], 3 * rounds, 0.1)); /* for which the next load waits */
        assert_true(r.insns[1].stalls[WG_STALL_memory] == 0 && r.insns[2].stalls[WG_STALL_memory] == 0);
        wg_sm_result_free(&r);
    }
}

/* One kind of load takes a hundred passes of a path on which the other, of one pass, comes to stand. */
static void test_who_fills_a_queue_is_to_blame(void **state)
{
    (void)state;
    enum { WARPS = 8 };
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 100}, {.insn = 1, .passes = 1}, {.insn = 1, .passes = 1},
                                       {.insn = 1, .passes = 1},   {.insn = 1, .passes = 1}, {.insn = 1, .passes = 1}};
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_SHARED, 0, NO, 2, NO),
                                insn(WG_SM_DATA, WG_SM_LOAD, 0, NO, 2, NO)};
    wg_sm_op ops[6 * 100];
    for (size_t k = 0; k < 600; k++)
        ops[k] = pattern[k % 6];
    wg_sm_warp warps[WARPS];
    for (size_t k = 0; k < WARPS; k++)
        warps[k] = (wg_sm_warp){ops, 600};
    wg_sm_block block = {warps, WARPS};
    wg_sm sm = model(1);
    wg_sm_result r;
    wg_sm_replay(&sm, insns, 2, &block, 1, 8, &r);
    double waits = r.stalls[WG_STALL_lg] + r.stalls[WG_STALL_mio];
    assert_true(r.stalls[WG_STALL_lg] > 0.2 * waits && r.stalls[WG_STALL_mio] > 0); /* as those that wait have it … */
    assert_true(r.insns[0].stalls[WG_STALL_mio] > 0.9 * waits); /* … and as the one to blame has */
    assert_true(r.insns[0].stalls[WG_STALL_lg] == 0 && r.insns[1].waits > 0.2 * waits);
    wg_sm_result_free(&r);
}

/* A load that comes back late since memory is busy with stores: those are to blame for what it is late. */
static void test_traffic_before_a_load_is_to_blame(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 100, .dram = 100}, /* 180 cycles of memory … */
                                       {.insn = 1, .passes = 1, .l2 = 4, .dram = 4},     /* … and 7 */
                                       {.insn = 2}};
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_STORE, 0, NO, 3, NO), insn(WG_SM_DATA, WG_SM_LOAD, 0, 1, 2, NO),
                                insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 2, 1, NO)};
    wg_sm sm = model(1);
    wg_sm_result r = replay_books(&sm, insns, 3, pattern, 4, 1);
    double load = r.insns[1].stalls[WG_STALL_memory], store = r.insns[0].stalls[WG_STALL_memory];
    assert_true(about(load + store, r.stalls[WG_STALL_memory], 0.001));
    double rounds = 4 * LENGTH / 3.0, late = r.stalls[WG_STALL_memory] / rounds - sm.dram_latency;
    assert_true(late > 100);
    assert_true(about(store / rounds, late, 0.15));
    assert_true(r.insns[2].waits > 0.9 * r.stalls[WG_STALL_memory]);
    wg_sm_result_free(&r);
}

/* The copy is, and not the wait for it; and before a full queue who stands there. */
static void test_copies_and_queues_are_to_blame(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}},
                          full[] = {{.insn = 0, .passes = 1, .l2 = 100, .dram = 100}, {.insn = 1}};
    wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_COPY, 0, NO, NO, NO), insn(-1, WG_SM_WAIT, 0, NO, NO, NO)};
    wg_sm sm = model(1);
    wg_sm_result r = replay_books(&sm, insns, 2, pattern, 1, 1);
    assert_true(about(r.insns[0].stalls[WG_STALL_memory], r.stalls[WG_STALL_memory], 0.001));
    assert_true(r.insns[1].waits > 0.98 * r.cycles);
    wg_sm_result_free(&r);
    insns[0].action = WG_SM_STORE;
    insns[1] = insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 2, NO);
    r = replay_books(&sm, insns, 2, full, 1, 1);
    assert_true(r.insns[0].stalls[WG_STALL_lg] > 0.9 * r.cycles && r.insns[0].waits > 0.9 * r.cycles);
    wg_sm_result_free(&r);
}

/* Copies are waited for at the wait, and are memory's. */
static void test_a_wait_for_copies_is_memory(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0, .passes = 1, .l2 = 4, .dram = 4}, {.insn = 1}};
    const wg_sm_insn insns[] = {insn(WG_SM_DATA, WG_SM_COPY, 0, NO, NO, NO), insn(-1, WG_SM_WAIT, 0, NO, NO, NO)};
    wg_sm sm = model(1);
    double parts[WG_STALL_COUNT];
    parts_of_stalls(&sm, insns, 2, pattern, 1, parts);
    assert_true(parts[WG_STALL_memory] > 0.98);
}

/* Two warps take turns at a scheduler that needs five cycles for an instruction: of the ten from one to the next, three
 * are for its own result, which is nobody else's fault, and two for the other warp. */
static void test_turns(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    const wg_sm_insn chain = insn(WG_SM_FMA, WG_SM_COMPUTE, 8, 1, 1, 2);
    wg_sm sm = model(1);
    sm.schedulers = 1;
    sm.issue_interval = 5;
    double parts[WG_STALL_COUNT];
    parts_of_stalls(&sm, &chain, 1, pattern, 2, parts);
    assert_true(about(parts[WG_STALL_issued], 0.5, 0.02));
    assert_true(about(parts[WG_STALL_data], 0.3, 0.02));
    assert_true(about(parts[WG_STALL_turn], 0.2, 0.02));
}

/* At a barrier stands who came first; the last one stands there for its latency. A block's warps that are not yet
 * there wait to start. */
static void test_waits_of_blocks(void **state)
{
    (void)state;
    enum { ROUNDS = 100 };
    const wg_sm_insn insns[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 1000, 1, 1, NO), insn(-1, WG_SM_BARRIER, 0, NO, 1, NO)};
    wg_sm_op slow[2 * ROUNDS], quick[ROUNDS];
    for (size_t k = 0; k < ROUNDS; k++) {
        slow[2 * k] = (wg_sm_op){.insn = 0};
        slow[2 * k + 1] = quick[k] = (wg_sm_op){.insn = 1};
    }
    wg_sm_warp warps[] = {{slow, 2 * ROUNDS}, {quick, ROUNDS}};
    wg_sm_block blocks[] = {{warps, 2}, {warps, 2}};
    wg_sm sm = model(1);
    wg_sm_result r;
    wg_sm_replay(&sm, insns, 2, blocks, 2, 8, &r);
    double latency = sm.barrier_latency + sm.barrier_interval;
    assert_true(about(r.stalls[WG_STALL_barrier], 2 * ROUNDS * (1000 + 2 * latency), 0.02));
    assert_true(about(r.stalls[WG_STALL_data], 2 * ROUNDS * 1000, 0.02));
    assert_true(about(r.stalls[WG_STALL_start], 2 * sm.block_latency, 0.02));
    assert_true(about(r.insns[1].waits, r.stalls[WG_STALL_barrier] + r.stalls[WG_STALL_data], 0.02));
    assert_true(about(r.insns[1].stalls[WG_STALL_barrier], r.stalls[WG_STALL_barrier], 0));
    assert_true(about(r.insns[0].stalls[WG_STALL_data], 2 * ROUNDS * 1000, 0.02)); /* its result is what is missing */
    wg_sm_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_wait_is_counted_as_what_it_is),
        cmocka_unit_test(test_a_wait_for_copies_is_memory),
        cmocka_unit_test(test_a_full_queue_is_counted_as_what_it_is),
        cmocka_unit_test(test_short_scoreboards),
        cmocka_unit_test(test_no_turn_while_nobody_issues),
        cmocka_unit_test(test_the_load_is_to_blame),
        cmocka_unit_test(test_copies_and_queues_are_to_blame),
        cmocka_unit_test(test_who_fills_a_queue_is_to_blame),
        cmocka_unit_test(test_traffic_before_a_load_is_to_blame),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_waits_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
