/* SPDX-License-Identifier: Apache-2.0 */
/* What GPUs older than the compiler do differently: the machine code predicted for them, and the numbers of their
 * multiprocessors. */
#include "machine_harness.h"

#include "base/arena.h"
#include "caches/stream.h"
#include "sim/trace.h"
#include "time/timeline.h"

#include <math.h>

static wg_device *device_of(const char *name)
{
    wg_device *device;
    wg_error err = {0};
    if (wg_device_load(name, &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    return device;
}

static void predict_for(const char *text, const char *gpu)
{
    wg_device *device = device_of(gpu);
    wg_target target = wg_target_of(device);
    predict_as(text, &target);
    wg_device_free(device);
}

#define LOADED "ld.global.u32 %r1, [%in]; ld.global.u32 %r2, [%in+4]; ld.global.f32 %f1, [%in+8];"
#define STORED "st.global.u32 [%out], %r9;"
#define STORED_FLOAT "st.global.f32 [%out], %f9;"
#define SHARED ".shared .f32 s[1024]; mov.u32 %r3, s; shl.b32 %r4, %id, 2; add.s32 %r5, %r3, %r4;"

/* ---- one set of lanes ---- */

static void test_sums_have_no_other_lanes(void **state)
{
    (void)state;
    static const char text[] = KERNEL(LOADED "add.s32 %r9, %r1, %r2;" STORED);
    predict_for(text, "h200");
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_FMAHEAVY] == 1 && becomes("add.s32", 0)->can_use_fmaheavy);
    forget();
    predict_for(text, "p100");
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_FMAHEAVY] == 0 && becomes("add.s32", 0)->on[WG_PIPE_ALU] == 1);
    assert_false(becomes("add.s32", 0)->can_use_fmaheavy);
    forget();
}

static void test_nothing_is_uniform(void **state)
{
    (void)state;
    static const char text[] = KERNEL("add.s32 %r1, %n, 3; shl.b32 %r2, %r1, 2; xor.b32 %r9, %r2, %n;" STORED);
    predict_for(text, "h200");
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_UNIFORM] + becomes("shl", 0)->on[WG_PIPE_UNIFORM] +
                    becomes("xor", 0)->on[WG_PIPE_UNIFORM] >
                0);
    forget();
    predict_for(text, "m2050");
    for (uint32_t n = 0; n < machine->count; n++)
        assert_true(machine->insns[n].on[WG_PIPE_UNIFORM] == 0);
    forget();
}

static void test_products_stay_products(void **state)
{
    (void)state;
    static const char text[] = KERNEL(LOADED "mul.lo.s32 %r4, %r1, %r2; add.s32 %r9, %r4, %r1;" STORED);
    predict_for(text, "gtx1080"); /* one IMAD */
    assert_true(becomes("mul.lo", 0)->issues == 0 && becomes("add.s32", 0)->on[WG_PIPE_FMAHEAVY] == 1);
    forget();
    predict_for(text, "gtx280"); /* a product of several steps, and a sum */
    assert_true(becomes("mul.lo", 0)->on[WG_PIPE_FMAHEAVY] == 1);
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_FMAHEAVY] == 0 && becomes("add.s32", 0)->on[WG_PIPE_ALU] == 1);
    forget();
}

/* ---- short addresses ---- */

static void test_addresses_are_one_word(void **state)
{
    (void)state;
    static const char text[] = KERNEL(LOADED "cvt.s64.s32 %d1, %r1; shl.b64 %d2, %d1, 2; add.s64 %d3, %in0, %d2;"
                                             "ld.global.u32 %r9, [%d3];" STORED);
    predict_for(text, "m2050");
    double long_ones = becomes("add.s64", 0)->issues;
    forget();
    predict_for(text, "gtx280");
    assert_true(becomes("add.s64", 0)->issues == 1 && long_ones == 2);
    assert_true(becomes("cvt.s64", 0)->issues == 0);
    forget();
}

/* ---- operands in shared memory ---- */

static void test_a_load_is_part_of_its_reader(void **state)
{
    (void)state;
    static const char text[] =
        KERNEL(SHARED LOADED "ld.shared.f32 %f2, [%r5]; fma.rn.f32 %f9, %f2, %f1, %f1;" STORED_FLOAT);
    predict_for(text, "gtx280");
    assert_true(becomes("ld.shared", 0)->is_operand && becomes("ld.shared", 0)->issues == 0);
    assert_true(becomes("fma", 0)->has_operand && becomes("fma", 0)->issues == 1);
    assert_true(machine->is_foreign);
    forget();
    predict_for(text, "m2050");
    assert_true(!becomes("ld.shared", 0)->is_operand && becomes("ld.shared", 0)->issues == 1 && !machine->is_foreign);
    forget();
}

static void test_one_operand_an_instruction(void **state)
{
    (void)state;
    predict_for(KERNEL(SHARED LOADED "ld.shared.f32 %f2, [%r5]; ld.shared.f32 %f3, [%r5+4];"
                                     "fma.rn.f32 %f9, %f2, %f3, %f1;" STORED_FLOAT),
                "gtx280");
    assert_true(becomes("ld.shared", 0)->issues == 0 && becomes("ld.shared", 1)->issues == 1);
    forget();
}

#define WITH(between)                                                                                                  \
    KERNEL(SHARED LOADED "mov.f32 %f4, %f1; ld.shared.f32 %f2, [%r5];" between                                         \
                         "fma.rn.f32 %f5, %f2, %f1, %f4; add.f32 %f9, %f5, %f4;" STORED_FLOAT)

static void test_what_stays_a_load(void **state)
{
    (void)state;
    static const char *const texts[] = {
        WITH("st.shared.f32 [%r5+8], %f1;"),          /* may change it */
        WITH("bar.sync 0;"),                          /* so may others */
        WITH("mul.f32 %f4, %f2, %f1;"),               /* reads it as well */
        WITH("setp.gt.s32 %p1, %r1, 3; @%p1 ret;\n"), /* its reader is elsewhere */
    };
    predict_for(WITH(""), "gtx280");
    assert_true(becomes("ld.shared", 0)->is_operand);
    forget();
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        predict_for(texts[k], "gtx280");
        assert_true(!becomes("ld.shared", 0)->is_operand && becomes("ld.shared", 0)->issues == 1);
        forget();
    }
}

/* Four words of which each has a reader are no instruction; one that is kept is a move. */
static void test_vectors(void **state)
{
    (void)state;
    predict_for(KERNEL(SHARED LOADED "ld.shared.v2.f32 {%f2, %f3}, [%r3]; fma.rn.f32 %f4, %f2, %f1, %f1;"
                                     "fma.rn.f32 %f9, %f3, %f4, %f1;" STORED_FLOAT),
                "gtx280");
    assert_true(becomes("ld.shared", 0)->is_operand && becomes("fma", 0)->has_operand &&
                becomes("fma", 1)->has_operand);
    forget();
    predict_for(KERNEL(SHARED LOADED "ld.shared.v2.f32 {%f2, %f3}, [%r3]; fma.rn.f32 %f4, %f2, %f1, %f1;"
                                     "fma.rn.f32 %f9, %f3, %f4, %f3;" STORED_FLOAT),
                "gtx280");
    assert_true(!becomes("ld.shared", 0)->is_operand && becomes("ld.shared", 0)->issues == 1);
    forget();
}

static void test_far_operands_take_an_addition(void **state)
{
    (void)state;
    predict_for(KERNEL(SHARED LOADED
                       "ld.shared.f32 %f2, [%r5]; fma.rn.f32 %f4, %f2, %f1, %f1; ld.shared.f32 %f3, [%r5+124];"
                       "fma.rn.f32 %f5, %f3, %f1, %f4; ld.shared.f32 %f6, [%r5+128]; fma.rn.f32 %f7, %f6, %f1, %f5;"
                       "ld.shared.f32 %f8, [%r5+252]; fma.rn.f32 %f9, %f8, %f1, %f7;" STORED_FLOAT),
                "gtx280");
    static const float wanted[] = {0, 0, 1, 0}; /* the last is near the third */
    for (unsigned k = 0; k < 4; k++)
        assert_true(becomes("ld.shared", k)->on[WG_PIPE_ALU] == wanted[k]);
    forget();
}

/* ---- which target it is ---- */

static void test_targets_are_found(void **state)
{
    (void)state;
    static const struct {
        int capability;
        const char *name;
    } CASES[] = {{13, "sm_1x"}, {20, "sm_2x"}, {35, "sm_3x"}, {61, "sm_5x"}, {70, "sm_7x"},   {75, "sm_7x"},
                 {80, "sm_8x"}, {86, "sm_8x"}, {89, "sm_8x"}, {90, "sm_9x"}, {100, "sm_10x"}, {120, "sm_12x"}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++)
        assert_string_equal(wg_target_find(CASES[k].capability)->name, CASES[k].name);
    assert_null(wg_target_find(40));
    for (unsigned k = 0; k < wg_target_count; k++) {
        bool is_there = !wg_targets[k]->based_on;
        for (unsigned j = 0; j < wg_target_count && !is_there; j++)
            is_there = !strcmp(wg_targets[j]->name, wg_targets[k]->based_on);
        assert_true(is_there);
    }
    for (unsigned k = 0; k + 1 < wg_target_count; k++)
        assert_true(wg_targets[k]->first <= wg_targets[k]->last && wg_targets[k]->last < wg_targets[k + 1]->first);
}

/* One that nobody has described yet is as the last before it. */
static void test_later_devices_have_a_target(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    device->major = 15;
    assert_string_equal(wg_target_of(device).name, "sm_12x");
    wg_device_free(device);
}

static void test_the_file_counts_for_more(void **state)
{
    (void)state;
    wg_device *device = device_of("gtx280");
    wg_target target = wg_target_of(device);
    assert_true(target.is_foreign && target.has_short_addresses && target.shared_reach == 128);
    assert_true(target.registers.total == 16384 && target.registers.plenty == 16);
    device->value[WG_DEVICE_address_bits] = 64;
    device->value[WG_DEVICE_shared_operand_reach] = 64;
    target = wg_target_of(device);
    assert_true(!target.has_short_addresses && target.shared_reach == 64);
    wg_device_free(device);
}

/* One set of lanes again, and yet a datapath for what they share. */
static void test_blackwell(void **state)
{
    (void)state;
    static const char text[] = KERNEL(LOADED "add.s32 %r9, %r1, %r2; add.s32 %r3, %n, 3; shl.b32 %r4, %r3, 2;"
                                             "xor.b32 %r5, %r4, %n; st.global.u32 [%out+4], %r5;" STORED);
    predict_as(text, wg_target_find(120));
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_ALU] == 1 && !becomes("add.s32", 0)->can_use_fmaheavy);
    assert_true(becomes("add.s32", 1)->on[WG_PIPE_UNIFORM] + becomes("shl", 0)->on[WG_PIPE_UNIFORM] +
                    becomes("xor", 0)->on[WG_PIPE_UNIFORM] >
                0);
    forget();
    predict_as(text, wg_target_find(100)); /* as sm_90 */
    assert_true(becomes("add.s32", 0)->on[WG_PIPE_FMAHEAVY] == 1 && becomes("add.s32", 0)->can_use_fmaheavy);
    forget();
}

/* ---- their multiprocessors ---- */

static wg_sm sm_of(const char *gpu)
{
    wg_device *device = device_of(gpu);
    wg_model model;
    wg_sm sm;
    wg_latencies latencies;
    wg_model_resolve(device, &model);
    assert_int_equal(wg_sm_from_model(&model, (uint32_t)model.sm_count, &sm, &latencies, NULL), WG_OK);
    wg_device_free(device);
    return sm;
}

static bool about(double value, double wanted)
{
    return fabs(value - wanted) < 0.01 * wanted;
}

static void test_numbers(void **state)
{
    (void)state;
    wg_sm h200 = sm_of("h200"), gtx280 = sm_of("gtx280"), p100 = sm_of("p100_12gb"), gtx1080 = sm_of("gtx1080");
    assert_true(h200.dram_row == 0 && h200.dram_slack == 0 && h200.interval[WG_SM_DATA] == 1);
    assert_true(gtx280.interval[WG_SM_DATA] == 2); /* half a warp in two clocks */
    /* Whole lines at 120 GB/s, lone sectors as fast as 64 banks open rows. */
    double clock = 1.296, line = 128 * 30 * clock / 120, lone = 30 * clock * 43.75 / 64;
    assert_true(about(gtx280.dram_row + 4 * gtx280.dram_interval, line));
    assert_true(about(gtx280.dram_row + gtx280.dram_interval, lone));
    assert_true(about(p100.dram_interval, p100.dram_write_interval)); /* what a copy says of both */
    assert_true(gtx1080.l2_read.request < 0.01 * gtx1080.l2_read.sector);
}

/* ---- their caches and memory ---- */

static uint64_t l1_of(const char *gpu)
{
    wg_device *device = device_of(gpu);
    wg_model model;
    wg_traffic traffic;
    wg_model_resolve(device, &model);
    wg_trace trace = wg_traffic_trace(&model);
    sim *s = sim_load(KERNEL("ld.global.u32 %r1, [%in]; st.global.u32 [%out], %r1;"));
    sim_buffers(s);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    assert_int_equal(sim_go(s, 4, 64), WG_OK);
    assert_int_equal(wg_traffic_estimate(&s->launch, &s->profile, &model, NULL, &traffic, NULL), WG_OK);
    uint64_t bytes = traffic.l1_bytes;
    wg_traffic_free(&traffic);
    wg_trace_free(&trace);
    wg_device_free(device);
    sim_free(s);
    return bytes;
}

static void test_first_level(void **state)
{
    (void)state;
    assert_int_equal(l1_of("m2050"), 16 << 10); /* shared memory has the rest, used or not */
    assert_int_equal(l1_of("p100"), 24 << 10);  /* a memory of its own */
    assert_true(l1_of("h200") > 200 << 10);
}

/* Bytes written and read for a sector of each of many lines, `words` of it; and those that could have been moved
 * meanwhile. */
static void store_alone(uint32_t burst, uint8_t words, double *written, double *read, double *lost)
{
    enum { STORES = 4096 };
    wg_traffic_counts counts = {0};
    wg_trace trace = {0};
    wg_model model = {.l2_ways = 16, .least_written_bytes = 128};
    wg_cache_replay replay = {.model = &model,
                              .launch = &(wg_launch){0},
                              .trace = &trace,
                              .counts = &counts,
                              .l2_bytes = 64 << 10,
                              .room = {.held = 40 << 10, .unwritten = 28 << 10, .partial = 8 << 10},
                              .burst_sectors = burst};
    replay.stream.items = wg_alloc(STORES * sizeof *replay.stream.items);
    replay.stream.count = STORES;
    for (uint64_t k = 0; k < STORES; k++)
        replay.stream.items[k] = (wg_stream_item){.sector = 4 * k, .access = WG_L2_WRITE, .words = words};
    wg_cache_replay_l2(&replay, 1);
    *written = counts.dram_written[WG_L2_WARM] / STORES;
    *read = counts.dram_read[WG_L2_WARM] / STORES;
    *lost = counts.dram_lost[WG_L2_WARM] / STORES;
    free(replay.stream.items);
}

static void test_bursts(void **state)
{
    (void)state;
    double written, read, lost;
    store_alone(1, 1, &written, &read, &lost);
    assert_true(about(written, 32) && about(read, 32)); /* the rest of the sector is read first … */
    assert_true(about(lost, 96));                       /* … and it takes as long as a line would */
    store_alone(2, 1, &written, &read, &lost);
    assert_true(about(written, 64) && about(read, 64) && about(lost, 64));
    store_alone(1, WG_ALL_WORDS, &written, &read, &lost);
    assert_true(about(written, 32) && read == 0 && lost == 0);
}

/* Half of each: what a copy was measured to take; one alone costs no more than it did. */
static void test_reading_and_writing_in_turns(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    wg_model model;
    wg_sm sm;
    wg_latencies latencies;
    wg_model_resolve(device, &model);
    assert_int_equal(wg_sm_from_model(&model, 132, &sm, &latencies, NULL), WG_OK);
    wg_sm half = sm, alone = sm, few = sm, many = sm;
    wg_sm_mix(&model, &(wg_sm_moved){.read = 1e6, .written = 1e6, .requests = 1e6 / 512}, &half);
    wg_sm_mix(&model, &(wg_sm_moved){.written = 1e6}, &alone);
    wg_sm_mix(&model, &(wg_sm_moved){.read = 3e4, .written = 1e6, .requests = 3e4 / 128}, &few);
    wg_sm_mix(&model, &(wg_sm_moved){.read = 1e6, .written = 3e4, .requests = 1e6 / 128}, &many);
    assert_true(alone.dram_interval == sm.dram_interval);
    assert_true(few.dram_interval > 1.1 * sm.dram_interval); /* reads do not wait for one another, writes do */
    assert_true(many.dram_interval < 1.02 * sm.dram_interval);
    model.memory_rare_reads *= 100;
    wg_sm rare = sm;
    wg_sm_mix(&model, &(wg_sm_moved){.read = 3e4, .written = 1e6, .requests = 3e4 / 128}, &rare);
    assert_true(rare.dram_interval < few.dram_interval && rare.dram_interval > sm.dram_interval);
    double share = 32 * 132 * wg_sm_clock(&model, false) / 1e9;
    double bandwidth = share / ((half.dram_interval + half.dram_write_interval) / 2);
    assert_true(fabs(bandwidth / device->value[WG_DEVICE_measured_copy_bandwidth] - 1) < 1e-6);
    wg_device_free(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_have_no_other_lanes),
        cmocka_unit_test(test_nothing_is_uniform),
        cmocka_unit_test(test_products_stay_products),
        cmocka_unit_test(test_addresses_are_one_word),
        cmocka_unit_test(test_a_load_is_part_of_its_reader),
        cmocka_unit_test(test_one_operand_an_instruction),
        cmocka_unit_test(test_what_stays_a_load),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_far_operands_take_an_addition),
        cmocka_unit_test(test_targets_are_found),
        cmocka_unit_test(test_later_devices_have_a_target),
        cmocka_unit_test(test_the_file_counts_for_more),
        cmocka_unit_test(test_blackwell),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_first_level),
        cmocka_unit_test(test_reading_and_writing_in_turns),
        cmocka_unit_test(test_bursts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
