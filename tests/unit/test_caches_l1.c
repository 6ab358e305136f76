/* SPDX-License-Identifier: Apache-2.0 */
/* What the first-level cache serves, and how much of it there is beside shared memory. */
#include "caches/traffic.h"
#include "sim_harness.h"

static wg_traffic traffic_of(const char *ptx, uint32_t grid, uint32_t block)
{
    wg_device *device;
    wg_traffic traffic;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    wg_model model;
    wg_model_resolve(device, &model);
    wg_trace trace = wg_traffic_trace(&model);
    sim *s = sim_load(ptx);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, grid, block);
    assert_int_equal(wg_traffic_estimate(&s->launch, &s->profile, &model, NULL, &traffic, NULL), WG_OK);
    wg_trace_free(&trace);
    sim_free(s);
    wg_device_free(device);
    return traffic;
}

/* What is loaded twice is there the second time, unless the load is one that has to see what others stored. */
static void test_who_is_served(void **state)
{
    (void)state;
#define TWICE(load) load, KERNEL(load " %r1, [%in]; " load " %r2, [%in]; ret;")
    static const struct {
        const char *load, *ptx;
        bool is_served;
    } cases[] = {{TWICE("ld.global.u32"), true},
                 {TWICE("ld.global.nc.u32"), true},
                 {TWICE("ld.global.ca.u32"), true},
                 {TWICE("ld.global.cg.u32"), false},
                 {TWICE("ld.global.cv.u32"), false},
                 {TWICE("ld.volatile.global.u32"), false},
                 {TWICE("ld.relaxed.gpu.global.u32"), false},
                 {TWICE("ld.acquire.gpu.global.u32"), false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_traffic t = traffic_of(cases[k].ptx, 8, 32);
        if (t.total.l2[WG_L2_READ] != (cases[k].is_served ? 8 * 4 : 2 * 8 * 4))
            fail_msg("%s: %g sectors from the second level", cases[k].load, t.total.l2[WG_L2_READ]);
        wg_traffic_free(&t);
    }
}

/* Of the 256 KB of both: room for twice the blocks goes to shared memory, where blocks have up to 512 threads; larger
 * ones, and those that are alone, get what they need. */
static void test_how_much_there_is(void **state)
{
    (void)state;
    static const struct {
        uint32_t threads, blocks;
        const char *tile;
        uint64_t l1;
    } cases[] = {{256, 8, "8192", 124 << 10},   /* eight of 9 KB: 72, twice that is more than 132 KB */
                 {512, 4, "8192", 156 << 10},   /* four: 36, twice that fits 100 KB */
                 {1024, 2, "16384", 192 << 10}, /* two of 17 KB: 34 */
                 {1024, 2, "65536", 124 << 10},
                 {512, 1, "196608", 60 << 10}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char ptx[2048];
        snprintf(
            ptx, sizeof ptx,
            PTX ".shared .align 4 .b8 tile[%s];\n"
                ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) { st.shared.u32 [tile], 1; ret; }\n",
            cases[k].tile);
        wg_traffic t = traffic_of(ptx, 2 * 132, cases[k].threads);
        if (t.l1_bytes != cases[k].l1 || t.blocks_per_sm != cases[k].blocks)
            fail_msg("case %zu: %llu KB for %u blocks", k, (unsigned long long)t.l1_bytes >> 10, t.blocks_per_sm);
        wg_traffic_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_is_served), cmocka_unit_test(test_how_much_there_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
