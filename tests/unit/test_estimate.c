/* SPDX-License-Identifier: Apache-2.0 */
/* The time of a launch: sums of estimates, tiny launches, and curves of probes against what an H200 took. */
#include "estimates.h"
#include "recorded.h"
#include "sim_harness.h"

#include "run/probe.h"
#include "time/estimate.h"

#include <jansson.h>
#include <math.h>

static void assert_near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("%.12g, not %.12g", value, wanted);
}

/* ---- sums ---- */

static void test_first_is_taken_as_it_is(void **state)
{
    (void)state;
    wg_estimate sum = {0}, one = idle_estimate();
    wg_estimate_add(&sum, &one);
    assert_memory_equal(&sum, &one, sizeof sum);
}

static void test_times_add_and_shares_are_weighted(void **state)
{
    (void)state;
    wg_estimate sum = idle_estimate(), one = idle_estimate();
    one.seconds = 3 * sum.seconds;
    one.busy[WG_UNIT_dram] = 50e-6;
    one.stalls[WG_STALL_memory] = 0.4;
    one.stalls[WG_STALL_barrier] = 0.4;
    one.occupancy = 0.5;
    one.l2_hits = 0.25;
    one.dram_bytes = 1e6;
    one.is_partial = true;
    wg_estimate_add(&sum, &one);
    assert_near(sum.seconds, 400e-6);
    assert_near(sum.launch, 4e-6);
    assert_near(sum.busy[WG_UNIT_dram], 50e-6);
    assert_near(sum.stalls[WG_STALL_memory], 0.5);
    assert_near(sum.stalls[WG_STALL_barrier], 0.3);
    assert_near(sum.occupancy, 0.625);
    assert_near(sum.l2_hits, 0.25); /* only one of them knows */
    assert_near(sum.dram_bytes, 1e6);
    assert_near(sum.launches, 2);
    assert_true(sum.is_partial);
}

/* What would change nothing about one of them leaves its time as it is; what would about none is not known of both. */
static void test_what_ifs_add_up(void **state)
{
    (void)state;
    wg_estimate sum = idle_estimate(), one = idle_estimate();
    one.what_if[WG_WHAT_IF_coalesced] = 30e-6;
    wg_estimate_add(&sum, &one);
    assert_near(sum.what_if[WG_WHAT_IF_coalesced], 130e-6);
    assert_true(isnan(sum.what_if[WG_WHAT_IF_convergent]));
    assert_true(isnan(sum.minimum));
}

/* The host starts one launch after the other: many short ones take as long as that, a single one has been started
 * already. */
static void test_short_launches_wait_for_the_host(void **state)
{
    (void)state;
    wg_estimate one = idle_estimate(), run = {0};
    one.seconds = 2e-6;
    one.launch = 1e-6;
    one.what_if[WG_WHAT_IF_coalesced] = 1.5e-6;
    for (int k = 0; k < 10; k++)
        wg_estimate_add(&run, &one);
    wg_estimate_wait_for_host(&one, 3e-6);
    wg_estimate_wait_for_host(&run, 3e-6);
    assert_near(one.seconds, 2e-6);
    assert_near(run.seconds, 30e-6);
    assert_near(run.launch, 20e-6);
    assert_near(run.what_if[WG_WHAT_IF_coalesced], 30e-6);
    assert_true(isnan(run.what_if[WG_WHAT_IF_convergent]));
    wg_estimate_wait_for_host(&run, 1e-6);
    assert_near(run.seconds, 30e-6);
}

/* ---- a tiny launch ---- */

static const char ADD[] = KERNEL("ld.global.u32 %r1, [%in]; add.u32 %r1, %r1, %n; st.global.u32 [%out], %r1; ret;");
#define TEN(text) text text text text text text text text text text
#define FMAS TEN(TEN("fma.rn.f32 %f1, %f1, %f1, %f1;\n"))
static const char CHAIN[] = KERNEL("mov.f32 %f1, 0f3F000000;" FMAS "st.global.f32 [%out], %f1; ret;");
static const char LONGER[] = KERNEL("mov.f32 %f1, 0f3F000000;" FMAS FMAS "st.global.f32 [%out], %f1; ret;");

static wg_estimate estimate_with(const char *ptx, const char *device_name, uint32_t grid, uint32_t n,
                                 const wg_estimator_options *options, unsigned threads, double *sum_of_insns)
{
    wg_device *device;
    wg_error err = {0};
    wg_estimate out = {0};
    sim *s = sim_load(ptx);
    assert_int_equal(wg_device_load(device_name, &device, &err), WG_OK);
    wg_estimator *e = wg_estimator_new(s->program, device, options);
    wg_insn_time *insn_times = wg_alloc(s->program->insn_count * sizeof *insn_times);
    sim_buffers(s);
    sim_param_u32(s, 2, n);
    s->launch.host_threads = threads;
    memcpy(s->launch.grid, (uint32_t[]){grid, 1, 1}, sizeof s->launch.grid);
    memcpy(s->launch.block, (uint32_t[]){128, 1, 1}, sizeof s->launch.block);
    if (wg_estimator_begin(e, &s->launch, true, &err) != WG_OK || sim_go(s, grid, 128) != WG_OK ||
        wg_estimator_end(e, &s->launch, &s->profile, &out, insn_times, &err) != WG_OK)
        fail_msg("%s%s", err.text, s->err.text);
    *sum_of_insns = 0;
    double waits = 0;
    for (uint32_t k = 0; k < s->program->insn_count; k++) {
        waits += insn_times[k].waits;
        for (int stall = 0; stall < WG_STALL_COUNT; stall++)
            *sum_of_insns += insn_times[k].stalls[stall];
    }
    assert_true(fabs(waits - *sum_of_insns) < 1e-9);
    free(insn_times);
    wg_estimator_free(e);
    wg_device_free(device);
    sim_free(s);
    return out;
}

static wg_estimate estimate_of(const char *ptx, uint32_t grid, uint32_t n, unsigned threads)
{
    double sum;
    return estimate_with(ptx, "h200", grid, n, &(wg_estimator_options){.registers = 16, .what_if = true}, threads,
                         &sum);
}

static void assert_equal_estimates(const wg_estimate *a, const wg_estimate *b)
{
    assert_true(a->seconds > 0);
    assert_memory_equal(a->busy, b->busy, sizeof a->busy);
    assert_memory_equal(a->stalls, b->stalls, sizeof a->stalls);
    assert_memory_equal(a->what_if, b->what_if, sizeof a->what_if);
    assert_true(a->seconds == b->seconds && a->dram_bytes == b->dram_bytes && a->l2_bytes == b->l2_bytes);
}

static void test_it_is_the_same_every_time(void **state)
{
    (void)state;
    wg_estimate first = estimate_of(ADD, 512, 7, 1), again = estimate_of(ADD, 512, 7, 1),
                two_threads = estimate_of(ADD, 512, 7, 2);
    assert_equal_estimates(&first, &again);
    assert_equal_estimates(&first, &two_threads);
}

/* Of how many numbers the GPU's file has its own; what is added up keeps it. */
static void test_what_it_stands_on(void **state)
{
    (void)state;
    double sum;
    const wg_estimator_options options = {.registers = 16};
    wg_estimate h200 = estimate_of(ADD, 64, 7, 1), b200 = estimate_with(ADD, "b200", 64, 7, &options, 1, &sum),
                run = {0};
    assert_true(h200.model_own > 70 && h200.model_borrowed == 0);
    assert_true(b200.seconds > 0 && b200.model_own > 15 && b200.model_borrowed > 30);
    wg_estimate_add(&run, &b200);
    wg_estimate_add(&run, &b200);
    assert_true(run.launches == 2 && run.model_own == b200.model_own && run.model_borrowed == b200.model_borrowed);
}

static void test_what_is_in_it(void **state)
{
    (void)state;
    double of_insns, stalls = 0;
    wg_estimate e = estimate_with(ADD, "h200", 512, 7, &(wg_estimator_options){.cold = true}, 1, &of_insns);
    for (int k = 0; k < WG_STALL_COUNT; k++)
        stalls += e.stalls[k];
    assert_near(stalls, 1);
    assert_near(of_insns, 1);
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        assert_true(e.busy[k] >= 0 && e.busy[k] <= e.seconds);
    assert_true(e.launch > 0 && e.launch < e.seconds);
    assert_true(e.is_cold && e.registers_are_estimated);
    assert_near(e.launches, 1);
    assert_near(e.blocks_per_sm, 4); /* 512 blocks on 132 multiprocessors */
    assert_near(e.l2_bytes, 2 * 4 * WORDS);
    assert_true(isnan(e.what_if[WG_WHAT_IF_coalesced])); /* nobody asked */
}

/* Caches may be replayed more than once, as they are where blocks come apart: the time is that of the last. */
static void test_it_is_the_same_after_another_look(void **state)
{
    (void)state;
    wg_device *device;
    double seconds[2];
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    for (int looks = 0; looks < 2; looks++) {
        sim *s = sim_load(ADD);
        wg_estimator *e = wg_estimator_new(s->program, device, &(wg_estimator_options){.registers = 16, .cold = true});
        wg_estimate estimate;
        sim_buffers(s);
        memcpy(s->launch.grid, (uint32_t[]){512, 1, 1}, sizeof s->launch.grid);
        memcpy(s->launch.block, (uint32_t[]){128, 1, 1}, sizeof s->launch.block);
        assert_int_equal(wg_estimator_begin(e, &s->launch, true, NULL), WG_OK);
        sim_run(s, 512, 128);
        for (int k = 0; k < 3 * looks; k++) {
            wg_traffic traffic;
            assert_int_equal(wg_estimator_traffic(e, &s->launch, &s->profile, &(wg_traffic_options){.registers = 16},
                                                  &traffic, NULL),
                             WG_OK);
            wg_traffic_free(&traffic);
        }
        assert_int_equal(wg_estimator_end(e, &s->launch, &s->profile, &estimate, NULL, NULL), WG_OK);
        seconds[looks] = estimate.seconds;
        wg_estimator_free(e);
        sim_free(s);
    }
    wg_device_free(device);
    assert_true(seconds[0] > 0 && seconds[1] == seconds[0]);
}

/* Multiply-adds that wait for each other take their latency each, as `probe arithmetic` measured it. */
static void test_a_chain_takes_its_latencies(void **state)
{
    (void)state;
    wg_estimate some = estimate_of(CHAIN, 132, 0, 1), more = estimate_of(LONGER, 132, 0, 1);
    double cycles = (more.seconds - some.seconds) * 1978e6;
    if (fabs(cycles - 417) > 10)
        fail_msg("a hundred take %.0f cycles", cycles);
}

/* Each instruction keeps the unit busy that it is done by, more than any other pipe. */
#define HUNDRED(text)                                                                                                  \
    KERNEL(TEN(TEN(text "\n")) "st.global.u32 [%out], %r1; st.global.f32 [%out], %f1; "                                \
                               "st.global.f64 [%out0], %fd1; ret;")

static void test_instructions_keep_their_units_busy(void **state)
{
    (void)state;
    static const struct {
        wg_unit unit;
        const char *ptx;
    } cases[] = {
        {WG_UNIT_fma, HUNDRED("fma.rn.f32 %f1, %f1, %f2, %f3;")},
        {WG_UNIT_fma, HUNDRED("mad.lo.u32 %r1, %r1, %n, %id;")}, /* by the half of it that multiplies integers */
        {WG_UNIT_alu, HUNDRED("min.u32 %r1, %r1, %id; max.u32 %r1, %r1, %n;")},
        {WG_UNIT_fp64, HUNDRED("fma.rn.f64 %fd1, %fd1, %fd2, %fd3;")},
        {WG_UNIT_sfu, HUNDRED("ex2.approx.ftz.f32 %f1, %f1;")},
        {WG_UNIT_tensor, HUNDRED("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
                                 "{%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};")},
    };
    double busy[sizeof cases / sizeof *cases];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        wg_estimate e = estimate_of(cases[c].ptx, 132, 3, 1);
        busy[c] = e.busy[cases[c].unit];
        for (int k = 0; k < WG_UNIT_COUNT; k++)
            if (wg_unit_infos[k].limiter == WG_LIMITER_pipe && k != (int)cases[c].unit &&
                e.busy[k] > 0.6 * e.busy[cases[c].unit])
                fail_msg("case %zu: %s %g s, %s %g s", c, wg_unit_infos[k].name, e.busy[k],
                         wg_unit_infos[cases[c].unit].name, e.busy[cases[c].unit]);
        assert_true(busy[c] > 0);
    }
    assert_true(busy[1] > 1.6 * busy[0]); /* it is half as wide */
}

/* Blocks that take their work from a queue run one after another here, and the first takes it all: on a GPU they share
 * it, and take as long as if it had been dealt out. */
#define WORK "mov.u32 %r2, 20; work:\n" FMAS "sub.u32 %r2, %r2, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra work;\n"
static const char QUEUE[] =
    KERNEL("mov.f32 %f1, 0f3F000000;\n"
           "next: atom.global.add.u32 %r1, [%out0], 1; setp.ge.u32 %p1, %r1, %n; @%p1 bra end;\n" WORK
           "bra next; end: st.global.f32 [%out0+4], %f1; ret;");
/* … of which the first warp of a block takes nothing. */
static const char LAZY[] =
    KERNEL("mov.f32 %f1, 0f3F000000; setp.lt.u32 %p1, %id, 32; @%p1 bra end;\n"
           "next: atom.global.add.u32 %r1, [%out0], 1; setp.ge.u32 %p1, %r1, %n; @%p1 bra end;\n" WORK
           "bra next; end: st.global.f32 [%out0+4], %f1; ret;");
static const char DEALT[] = KERNEL("mov.f32 %f1, 0f3F000000; mov.u32 %r1, 2;\n"
                                   "next:\n" WORK "sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra next;\n"
                                   "st.global.f32 [%out0+4], %f1; ret;");

static void test_work_from_a_queue(void **state)
{
    (void)state;
    const uint32_t blocks = 2 * 132;
    wg_estimate queue = estimate_of(QUEUE, blocks, 2 * 128 * blocks, 1), dealt = estimate_of(DEALT, blocks, 0, 1);
    wg_estimate lazy = estimate_of(LAZY, blocks, 2 * 128 * blocks, 1);
    double factor = queue.seconds / dealt.seconds, lazier = lazy.seconds / dealt.seconds;
    if (!(factor > 0.8 && factor < 1.6) || !(lazier > 0.8 && lazier < 1.6))
        fail_msg("%.1f us, %.1f us with idle warps, %.1f us if it is dealt out", 1e6 * queue.seconds,
                 1e6 * lazy.seconds, 1e6 * dealt.seconds);
}

/* Warps too long to be replayed to their end: half a wave more takes half as long again, where the pipe is busy all the
 * time. */
static const char LONG[] = KERNEL("mov.f32 %f1, 0f3F000000; mov.u32 %r1, 4;\n"
                                  "next:\n" WORK "sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra next;\n"
                                  "st.global.f32 [%out0+4], %f1; ret;");

static void test_half_a_wave_more(void **state)
{
    (void)state;
    if (getenv("WG_TEST_QUICK"))
        skip();
    const uint32_t wave = 16 * 132;
    const wg_estimator_options options = {.registers = 16, .samples = true};
    double sum;
    wg_estimate one = estimate_with(LONG, "h200", wave, 0, &options, 1, &sum),
                more = estimate_with(LONG, "h200", wave + wave / 2, 0, &options, 1, &sum);
    double factor = (more.seconds - more.launch) / (one.seconds - one.launch);
    if (!(fabs(factor - 1.5) < 0.05))
        fail_msg("%.1f us, %.1f us with half a wave more", 1e6 * one.seconds, 1e6 * more.seconds);
}

/* A warm cache has what the launch before left there. */
static void test_cold_takes_longer(void **state)
{
    (void)state;
    double sum;
    wg_estimate warm = estimate_with(ADD, "h200", 512, 7, &(wg_estimator_options){.registers = 16}, 1, &sum);
    wg_estimate cold =
        estimate_with(ADD, "h200", 512, 7, &(wg_estimator_options){.registers = 16, .cold = true}, 1, &sum);
    assert_true(cold.seconds > warm.seconds);
    assert_true(cold.l2_hits < warm.l2_hits);
    assert_near(warm.dram_bytes, 0);
}

/* A copy of 16 bytes in halves: where nobody else writes what is read, ptxas has both loads before the stores, and
 * those merge. */
#define HALVES(load)                                                                                                   \
    KERNEL("mad.wide.u32 %d1, %gid, 16, %in0; mad.wide.u32 %d2, %gid, 16, %out0;\n" load " %d3, [%d1+8]; "             \
           "st.global.u64 [%d2+8], %d3; " load " %d4, [%d1]; st.global.u64 [%d2], %d4; ret;")

static void test_halves_merge_behind_loads(void **state)
{
    (void)state;
    static const char moved[] = HALVES("ld.global.nc.u64"), kept[] = HALVES("ld.global.u64");
    const double bytes = 4.0 * WORDS;
    assert_near(estimate_of(moved, WORDS / 4 / 128, WORDS, 1).l2_bytes, 2 * bytes);
    assert_near(estimate_of(kept, WORDS / 4 / 128, WORDS, 1).l2_bytes, 3 * bytes);
}

/* ---- ladders, of which test_caches_traffic compares the times ---- */

static wg_estimate predicted(const char *folder, const char *rung)
{
    wg_error err = {0};
    wg_ladder *ladder;
    wg_results *climb = NULL;
    wg_ladder_options large = {.sizes = WG_SIZES_LARGE};
    wg_climb_options climbing = {
        .no_check = true, .methods = &rung, .method_count = 1, .engine = {.estimates = true, .samples = true}};
    if (wg_ladder_open(folder, &large, &ladder, &err) != WG_OK ||
        wg_climb_run(ladder, &climbing, &climb, &err) != WG_OK)
        fail_msg("%s", err.text);
    assert_int_equal(climb->count, 1);
    wg_estimate estimate = climb->records[0].estimate;
    wg_results_free(climb);
    wg_ladder_close(ladder);
    return estimate;
}

/* ---- probes ---- */

/* Curves that are predicted within seconds. */
typedef struct curve {
    const char *probe, *name;
} curve;

static const curve CURVES[] = {
    {"arithmetic", "add_and_xor"}, {"bandwidth", "read"}, {"constants", "warps_32"},
    {"launch", "one_block"},       {"pieces", "write"},
};

/* Microseconds of a curve's points, in the order in which they were measured. */
static size_t recorded_points(const curve *of, double *times, size_t most)
{
    char path[256], begin[128];
    size_t k, count = 0;
    json_t *row;
    snprintf(path, sizeof path, "docs/results/h200/probe_%s.cuda.json", of->probe);
    int length = snprintf(begin, sizeof begin, "%s/%s/", of->probe, of->name);
    json_t *root = json_load_file(path, 0, NULL);
    json_array_foreach(json_object_get(root, "benchmarks"), k, row)
    {
        if (!strncmp(json_string_value(json_object_get(row, "name")), begin, (size_t)length) && count < most)
            times[count++] = json_number_value(json_object_get(row, "real_time"));
    }
    json_decref(root);
    return count;
}

static wg_results *predict_curve(const curve *of)
{
    char folder[256];
    wg_error err = {0};
    wg_results *probe = NULL;
    wg_ladder_options large = {.sizes = WG_SIZES_LARGE, .kind = WG_PROBES};
    wg_climb_options climbing = {
        .no_check = true, .methods = &of->name, .method_count = 1, .engine = {.estimates = true, .samples = true}};
    snprintf(folder, sizeof folder, "probes/%s", of->probe);
    if (wg_probe_run(folder, &large, &climbing, &probe, &err) != WG_OK)
        fail_msg("%s", err.text);
    return probe;
}

/* Every point that takes as long as the goal asks for is within the factor it asks for. */
static void test_probes(void **state)
{
    (void)state;
    const double least = 20, most_factor = 1.6;
    int wrong = 0;
    if (getenv("WG_TEST_QUICK") || !compiles_as_recorded())
        skip();
    for (size_t c = 0; c < sizeof CURVES / sizeof *CURVES; c++) {
        double times[64];
        size_t count = recorded_points(&CURVES[c], times, 64);
        wg_results *probe = predict_curve(&CURVES[c]);
        assert_int_equal(probe->curves.point_count, count);
        for (size_t k = 0; k < count; k++) {
            double ratio = 1e6 * wg_curves_at(probe, 0, k)->estimate.seconds / times[k];
            bool is_far = times[k] >= least && !(ratio < most_factor && ratio > 1 / most_factor);
            if (is_far)
                print_error("%s/%s, point %zu: %.2f of its time\n", CURVES[c].probe, CURVES[c].name, k, ratio);
            wrong += is_far;
        }
        wg_results_free(probe);
    }
    assert_int_equal(wrong, 0);
}

/* The first blocks' writes can wait; in a launch of many waves, or one whose threads have much to do, not all can:
 * memory moves its bytes no faster than a copy. */
static void test_writes_cannot_wait_for_ever(void **state)
{
    (void)state;
    const curve copy = {"bandwidth", "copy"};
    double times[64], least = 0.93;
    wg_device *device;
    if (getenv("WG_TEST_QUICK") || !compiles_as_recorded())
        skip();
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    wg_estimate e = predicted("tests/blind/science", "lattice_boltzmann");
    assert_true(e.dram_bytes > 5e8);
    assert_true(e.seconds > least * e.dram_bytes / 1e9 / device->value[WG_DEVICE_measured_copy_bandwidth]);
    wg_device_free(device);
    wg_results *probe = predict_curve(&copy);
    size_t last = recorded_points(&copy, times, 64) - 1; /* half a gigabyte */
    assert_true(1e6 * wg_curves_at(probe, 0, last)->estimate.seconds > least * times[last]);
    wg_results_free(probe);
}

/* On a GPU whose memory moves bursts of 64 bytes and opens a row for each store: one that begins 64 bytes into a line
 * shares none with the next warp's, after 32 bytes it shares one, and after four bytes a sector, too, which has to be
 * read. */
static void test_old_stores_share_no_bursts(void **state)
{
    (void)state;
    static const char *const kernels[] = {KERNEL("st.global.u32 [%out+64], %id; ret;"),
                                          KERNEL("st.global.u32 [%out+32], %id; ret;"),
                                          KERNEL("st.global.u32 [%out+4], %id; ret;")};
    double sum, busy = 0;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        wg_estimate e = estimate_with(kernels[k], "m2050", WORDS / 128 - 2, 0,
                                      &(wg_estimator_options){.registers = 16, .cold = true}, 1, &sum);
        assert_true(e.busy[WG_UNIT_dram] > 1.03 * busy);
        busy = e.busy[WG_UNIT_dram];
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_is_taken_as_it_is),
                                       cmocka_unit_test(test_times_add_and_shares_are_weighted),
                                       cmocka_unit_test(test_what_ifs_add_up),
                                       cmocka_unit_test(test_short_launches_wait_for_the_host),
                                       cmocka_unit_test(test_it_is_the_same_every_time),
                                       cmocka_unit_test(test_what_it_stands_on),
                                       cmocka_unit_test(test_it_is_the_same_after_another_look),
                                       cmocka_unit_test(test_what_is_in_it),
                                       cmocka_unit_test(test_a_chain_takes_its_latencies),
                                       cmocka_unit_test(test_instructions_keep_their_units_busy),
                                       cmocka_unit_test(test_work_from_a_queue),
                                       cmocka_unit_test(test_half_a_wave_more),
                                       cmocka_unit_test(test_cold_takes_longer),
                                       cmocka_unit_test(test_writes_cannot_wait_for_ever),
                                       cmocka_unit_test(test_halves_merge_behind_loads),
                                       cmocka_unit_test(test_probes),
                                       cmocka_unit_test(test_old_stores_share_no_bursts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
