/* SPDX-License-Identifier: Apache-2.0 */
/* What-ifs: each gains where its change is what the kernel lacks, and is not there where there is nothing to change. */
#include "sim_harness.h"

#include "time/estimate.h"

#include <math.h>

static wg_estimate estimate_of(const char *ptx, uint32_t blocks, uint32_t threads, uint32_t n)
{
    wg_device *device;
    wg_error err = {0};
    wg_estimate out = {0};
    sim *s = sim_load(ptx);
    assert_int_equal(wg_device_load("h200", &device, &err), WG_OK);
    wg_estimator *e = wg_estimator_new(s->program, device, &(wg_estimator_options){.registers = 32, .what_if = true});
    sim_buffers(s);
    sim_param_u32(s, 2, n);
    memcpy(s->launch.grid, (uint32_t[]){blocks, 1, 1}, sizeof s->launch.grid);
    memcpy(s->launch.block, (uint32_t[]){threads, 1, 1}, sizeof s->launch.block);
    if (wg_estimator_begin(e, &s->launch, true, &err) != WG_OK || sim_go(s, blocks, threads) != WG_OK ||
        wg_estimator_end(e, &s->launch, &s->profile, &out, NULL, &err) != WG_OK)
        fail_msg("%s%s", err.text, s->err.text);
    wg_estimator_free(e);
    wg_device_free(device);
    sim_free(s);
    return out;
}

/* How much faster; 1: nothing would change. */
static double gain(const wg_estimate *e, wg_what_if what)
{
    return isnan(e->what_if[what]) ? 1 : e->seconds / e->what_if[what];
}

#define LOOP(before, body, after)                                                                                      \
    KERNEL(before "mov.u32 %r9, 0;\nAGAIN:\n" body                                                                     \
                  "add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, %n; @%p1 bra AGAIN;" after "ret;")

/* Loads that depend on nothing, one at a time: several may be on their way. */
static const char STREAM[] = LOOP("mov.f32 %f1, 0f00000000; shl.b32 %r1, %gid, 2;",
                                  "cvt.u64.u32 %d1, %r1; add.u64 %d1, %d1, %in0; ld.global.cg.f32 %f2, [%d1];"
                                  "add.u32 %r1, %r1, 1024; and.b32 %r1, %r1, 262143; add.f32 %f1, %f1, %f2;",
                                  "st.global.f32 [%out], %f1;");
static const char SERIES[] =
    LOOP("mov.f32 %f1, 0f3F800000;", "mul.f32 %f1, %f1, 0f3F7FFFF0; mul.f32 %f1, %f1, 0f3F800001;",
         "st.global.f32 [%out], %f1;");
static const char DIVIDES[] =
    LOOP("mov.u32 %r1, %gid;", "add.u32 %r1, %r1, 12345; rem.u32 %r1, %r1, %threads;", "st.global.u32 [%out], %r1;");
static const char DOUBLES[] =
    LOOP("mov.f64 %fd1, 0d3FF0000000000000; mov.f64 %fd2, %fd1; mov.f64 %fd3, %fd1; mov.f64 %fd4, %fd1;",
         "fma.rn.f64 %fd1, %fd1, %fd1, %fd1; fma.rn.f64 %fd2, %fd2, %fd2, %fd2;"
         "fma.rn.f64 %fd3, %fd3, %fd3, %fd3; fma.rn.f64 %fd4, %fd4, %fd4, %fd4;",
         "add.f64 %fd1, %fd1, %fd2; add.f64 %fd3, %fd3, %fd4; add.f64 %fd1, %fd1, %fd3;"
         "cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%out], %f1;");
static const char ATOMICS[] =
    KERNEL("and.b32 %r1, %id, 7; mad.wide.u32 %d1, %r1, 4, %out0; red.global.add.u32 [%d1], %id; ret;");
static const char REUSES[] = LOOP("mov.f32 %f1, 0f00000000; and.b32 %r2, %id, 31; mad.wide.u32 %d1, %r2, 4, %in0;",
                                  "ld.global.f32 %f2, [%d1]; ld.global.f32 %f3, [%in0]; fma.rn.f32 %f1, %f2, %f3, %f1;"
                                  "add.u64 %d1, %d1, 128;",
                                  "st.global.f32 [%out], %f1;");
/* Two members of a structure of eight bytes, with a load each: together they use all that they bring. */
static const char MEMBERS[] =
    KERNEL("and.b32 %r3, %gid, 16383; mad.wide.u32 %d1, %r3, 8, %in0; mad.wide.u32 %d2, %r3, 8, %in0;"
           "ld.global.u32 %r1, [%d1]; xor.b32 %r1, %r1, 5; bar.sync 0; ld.global.u32 %r2, [%d2+4];"
           "add.u32 %r1, %r1, %r2; st.global.u32 [%out], %r1; ret;");
static const char BARRIERS[] = LOOP("", "bar.sync 0; bar.sync 0; bar.sync 0;", "st.global.u32 [%out], %r9;");
#define LOOK_UP(index)                                                                                                 \
    PTX KERNEL_BEGIN ".shared .align 4 .b8 table[16384]; mov.u32 %r1, table;" index                                    \
                     "and.b32 %r2, %r2, 4095; mad.lo.u32 %r3, %r2, 4, %r1; ld.shared.u32 %r4, [%r3];"                  \
                     "st.global.u32 [%out], %r4; ret;\n}\n"
static const char STRIDED[] = LOOK_UP("shl.b32 %r2, %id, 1;");
static const char RANDOM[] = LOOK_UP("mul.lo.u32 %r2, %gid, 1103515245; shr.u32 %r3, %r2, 15; xor.b32 %r2, %r2, %r3;"
                                     "mul.lo.u32 %r2, %r2, 741103597; shr.u32 %r2, %r2, 11;");
static const char COPY[] = KERNEL("ld.global.u32 %r1, [%in]; st.global.u32 [%out], %r1; ret;");

static void unrolling_hides_latency(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(STREAM, 132, 64, 64);
    assert_true(gain(&e, WG_WHAT_IF_unrolled) > 1.5);
}

/* A chain stays one: what is saved is the loop's own instructions, and those only where they are in the way. */
static void a_chain_is_not_interleaved(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(SERIES, 132, 32, 256);
    assert_true(gain(&e, WG_WHAT_IF_unrolled) < 1.3);
    assert_true(gain(&e, WG_WHAT_IF_double_work) <
                1.3); /* fewer warps do more: nothing is won at one warp a scheduler */
}

static void divisions_cost(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(DIVIDES, 128, 512, 64), none = estimate_of(STREAM, 132, 64, 8);
    assert_true(gain(&e, WG_WHAT_IF_no_division) > 1.5);
    assert_true(isnan(none.what_if[WG_WHAT_IF_no_division]));
}

static void single_precision_has_twice_the_lanes(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(DOUBLES, 64, 1024, 64);
    assert_true(gain(&e, WG_WHAT_IF_single_precision) > 1.1);
}

static void atomics_to_one_word_are_contended(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(ATOMICS, 512, 128, 0);
    assert_true(gain(&e, WG_WHAT_IF_privatised) > 2);
    assert_true(e.busy[WG_UNIT_atomics] > 0.5 * (e.seconds - e.launch));
    assert_true(e.atomic_bytes == 32);
}

static void data_that_is_loaded_again_can_be_tiled(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(REUSES, 128, 512, 64), copy = estimate_of(COPY, 512, 128, 0);
    assert_true(e.reuse > 8);
    assert_true(gain(&e, WG_WHAT_IF_tiled) > 1.1);
    assert_false(isnan(e.what_if[WG_WHAT_IF_register_tile]));
    assert_true(fabs(copy.reuse - 1) < 1e-9);
    assert_true(isnan(copy.what_if[WG_WHAT_IF_tiled]) && isnan(copy.what_if[WG_WHAT_IF_privatised]));
    assert_true(gain(&copy, WG_WHAT_IF_coalesced) < 1.02);
}

/* What one load brings too much is what the other wants. */
static void bytes_that_another_load_wants_are_not_spared(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(MEMBERS, 128, 512, 0);
    assert_true(e.load_stride == 8);
    assert_true(gain(&e, WG_WHAT_IF_coalesced) < 1.15);
}

static void barriers_are_not_the_constant_cache(void **state)
{
    (void)state;
    wg_estimate e = estimate_of(BARRIERS, 128, 512, 64);
    assert_true(e.busy[WG_UNIT_barriers] > 0.3 * (e.seconds - e.launch));
    assert_true(e.busy[WG_UNIT_barriers] > 4 * e.busy[WG_UNIT_constant]);
}

static void a_stride_is_no_chance(void **state)
{
    (void)state;
    assert_true(estimate_of(STRIDED, 16, 256, 0).random_conflicts == 0);
    assert_true(estimate_of(RANDOM, 16, 256, 0).random_conflicts == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unrolling_hides_latency),
        cmocka_unit_test(a_chain_is_not_interleaved),
        cmocka_unit_test(divisions_cost),
        cmocka_unit_test(single_precision_has_twice_the_lanes),
        cmocka_unit_test(atomics_to_one_word_are_contended),
        cmocka_unit_test(data_that_is_loaded_again_can_be_tiled),
        cmocka_unit_test(bytes_that_another_load_wants_are_not_spared),
        cmocka_unit_test(barriers_are_not_the_constant_cache),
        cmocka_unit_test(a_stride_is_no_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
