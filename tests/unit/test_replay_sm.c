/* One multiprocessor, replayed, against what must come out, and against the H200's own curves. */
#include "base/arena.h"
#include "replay/sm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* About an H200's multiprocessor. */
static wg_sm model(uint32_t resident)
{
    return (wg_sm){
        .schedulers = 4,
        .resident_blocks = resident,
        .interval = {[WG_SM_FMA] = 1,
                     [WG_SM_ALU] = 2,
                     [WG_SM_FP64] = 2,
                     [WG_SM_SFU] = 8,
                     [WG_SM_TENSOR] = 16,
                     [WG_SM_SHARED] = 1,
                     [WG_SM_L1] = 1,
                     [WG_SM_TEXTURE] = 2},
        .shared_latency = 29,
        .l1_latency = 38,
        .l2_latency = 260,
        .dram_latency = 560,
        .l2_sectors = 2,
        .dram_sectors = 0.55,
        .barrier_latency = 10,
        .launch_block = 300,
    };
}

static wg_sm_insn insn(wg_sm_pipe pipe, wg_sm_action action, uint8_t latency, uint16_t result, uint16_t a, uint16_t b)
{
    wg_sm_insn i = {.pipe = (uint8_t)pipe, .action = (uint8_t)action, .issues = 1, .latency = latency};
    memset(i.sources, 0xff, sizeof i.sources);
    memset(i.results, 0xff, sizeof i.results);
    i.results[0] = result;
    i.sources[0] = a;
    i.sources[1] = b;
    return i;
}

enum { NO = WG_SM_NO_REGISTER, LENGTH = 4000 };

/* Blocks of `warps` warps that all execute these instructions in turn, LENGTH operations in all. */
static wg_sm_result replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_op *pattern,
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
    free(out.insn_stalls);
    out.insn_stalls = NULL;
    free(grid);
    free(all);
    free(ops);
    return out;
}

static bool about(double value, double wanted, double tolerance)
{
    if (fabs(value - wanted) <= tolerance * wanted)
        return true;
    print_error("%g where %g was expected\n", value, wanted);
    return false;
}

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
    const wg_sm_insn stream[] = {insn(WG_SM_L1, WG_SM_LOAD, 0, 1, 2, NO), insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 3, 1, 3)};
    double before = 0;
    for (uint32_t warps = 4; warps <= 64; warps *= 2) {
        wg_sm sm = model(1);
        wg_sm_result r = replay(&sm, stream, 2, pattern, warps, 1);
        double sectors = warps * LENGTH / 2 * 4 / r.cycles;
        double latency = sm.dram_latency + 4 / sm.dram_sectors;
        assert_true(about(sectors, fmin(sm.dram_sectors, warps * 4 / latency), 0.1));
        assert_true(sectors >= before * 0.99);
        before = sectors;
    }
}

/* Each conflict is a pass. */
static void test_bank_conflicts(void **state)
{
    (void)state;
    for (uint16_t passes = 1; passes <= 32; passes *= 2) {
        wg_sm_op pattern[] = {{.insn = 0, .passes = passes}};
        const wg_sm_insn load[] = {insn(WG_SM_SHARED, WG_SM_LOAD, 0, 1, 2, NO)};
        wg_sm sm = model(1);
        wg_sm_result r = replay(&sm, load, 1, pattern, 32, 1);
        assert_true(about(r.cycles / (32.0 * LENGTH), passes, 0.05));
    }
}

/* All warps wait for the slowest. */
static void test_barrier(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}, {.insn = 1}};
    const wg_sm_insn round[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2),
                                insn(WG_SM_NONE, WG_SM_BARRIER, 1, NO, 1, NO)};
    wg_sm sm = model(1);
    wg_sm_result r = replay(&sm, round, 2, pattern, 8, 1);
    double rounds = LENGTH / 2;
    assert_true(r.cycles / rounds > sm.barrier_latency + 4);
    assert_true(r.cycles / rounds < sm.barrier_latency + 12);
    assert_true(r.stalls[WG_SM_STALL_BARRIER] > 0);
}

/* Twice the blocks that fit take two waves. */
static void test_waves(void **state)
{
    (void)state;
    static const wg_sm_op pattern[] = {{.insn = 0}};
    const wg_sm_insn chain[] = {insn(WG_SM_FMA, WG_SM_COMPUTE, 4, 1, 1, 2)};
    wg_sm sm = model(2);
    wg_sm_result one = replay(&sm, chain, 1, pattern, 4, 2), two = replay(&sm, chain, 1, pattern, 4, 4);
    assert_true(about(two.cycles, 2 * one.cycles + sm.launch_block, 0.02));
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
    free(out.insn_stalls);
    wg_sm_replay(&sm, NULL, 0, NULL, 0, 4, &out);
    free(out.insn_stalls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dependent_chain), cmocka_unit_test(test_instruction_parallelism),
        cmocka_unit_test(test_narrow_pipe),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_bank_conflicts),  cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_waves),           cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
