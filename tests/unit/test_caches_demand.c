/* SPDX-License-Identifier: Apache-2.0 */
/* What loads ask for: how often a block wants the same word, and how far apart its lanes are. */
#include "sim_harness.h"

#include "caches/demand.h"
#include "caches/traffic.h"

#include <math.h>

/* Of the first global load. */
static wg_demand demand_of(const char *ptx, uint32_t blocks, uint32_t threads)
{
    wg_device *device;
    wg_model model;
    sim *s = sim_load(ptx);
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    wg_model_resolve(device, &model);
    wg_trace trace = wg_traffic_trace(&model);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, blocks, threads);
    wg_demand *all = wg_demand_find(&s->launch), found = {0};
    for (uint32_t k = 0; k < s->program->insn_count && !found.requests; k++)
        if (s->program->insns[k].class == WG_CLASS_LOAD)
            found = all[k];
    free(all);
    wg_trace_free(&trace);
    wg_device_free(device);
    sim_free(s);
    return found;
}

static void assert_near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("%.12g, not %.12g", value, wanted);
}

#define AT(stride) "mad.wide.u32 %d1, %id, " stride ", %in0; ld.global.u32 %r1, [%d1]; st.global.u32 [%out], %r1; ret;"

static void words_side_by_side(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL("ld.global.u32 %r1, [%in]; st.global.u32 [%out], %r1; ret;"), 4, 64);
    assert_near(d.requests, 8);
    assert_near(d.blocks, 4);
    assert_near(d.sectors, 32);
    assert_near(d.words, 256);
    assert_near(d.block_words, 256);
    assert_near(wg_demand_reuse(&d), 1);
    assert_int_equal(d.stride, 4);
    assert_near(d.strided, 8);
}

static void a_structure_has_a_stride(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL(AT("48")), 1, 64);
    assert_int_equal(d.stride, 48);
    assert_near(d.words, 64);
    assert_near(d.sectors, 64);
}

/* Every warp of a block loads the same 32 words; blocks do not share. */
static void a_block_asks_again(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL("and.b32 %r2, %id, 31; mad.wide.u32 %d1, %r2, 4, %in0; ld.global.u32 %r1, [%d1];"
                                   "st.global.u32 [%out], %r1; ret;"),
                            2, 128);
    assert_near(wg_demand_reuse(&d), 4);
    assert_near(d.block_words, 64);
}

static void all_lanes_want_one_word(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL("ld.global.u32 %r1, [%in0]; st.global.u32 [%out], %r1; ret;"), 4, 64);
    assert_near(d.words, 8);
    assert_near(d.uniform_words, 1);
    assert_near(wg_demand_reuse(&d), 64);
    assert_int_equal(d.stride, 0);
}

static void scattered_words_have_no_stride(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL("mul.lo.u32 %r2, %id, 1103515245; and.b32 %r2, %r2, 16383;"
                                   "mad.wide.u32 %d1, %r2, 4, %in0; ld.global.u32 %r1, [%d1];"
                                   "st.global.u32 [%out], %r1; ret;"),
                            1, 64);
    assert_true(d.strided <= 0);
}

/* More sectors than the table begins with. */
static void it_grows(void **state)
{
    (void)state;
    wg_demand d = demand_of(KERNEL("mov.u32 %r3, 0;\nAGAIN:\n"
                                   "mad.lo.u32 %r2, %r3, 1024, %id; mad.wide.u32 %d1, %r2, 32, %in0;"
                                   "and.b64 %d1, %d1, -4; ld.global.u32 %r1, [%d1]; add.u32 %r3, %r3, 1;"
                                   "setp.lt.u32 %p1, %r3, 7; @%p1 bra AGAIN; st.global.u32 [%out], %r1; ret;"),
                            1, 1024);
    assert_near(d.words, 7 * 1024);
    assert_near(d.block_words, 7 * 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_side_by_side),
        cmocka_unit_test(a_structure_has_a_stride),
        cmocka_unit_test(a_block_asks_again),
        cmocka_unit_test(all_lanes_want_one_word),
        cmocka_unit_test(scattered_words_have_no_stride),
        cmocka_unit_test(it_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
