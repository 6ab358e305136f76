/* SPDX-License-Identifier: Apache-2.0 */
/* How older GPUs join the accesses of a warp: the cases of NVIDIA's programming guides, then a launch that counts by
 * them. */
#include "sim_harness.h"

#include "sim/joining.h"
#include "sim/trace.h"

/* ---- the rules ---- */

static const char GT200[] = "half_warp_segments", FERMI[] = "lines_128", KEPLER[] = "segments_32";

/* Lane l is at first + l * stride bytes, or, if it SWAPS, at the place of the lane l ^ 5. */
enum { ALL = UINT32_MAX, STORE = 1, UNCACHED = 2, SWAPS = 4 };

typedef struct row {
    const char *rule;
    uint32_t bytes, first, stride, kind, mask;
    uint32_t expected, ideal;
} row;

static wg_request request_of(const row *r, uint64_t *address)
{
    for (uint32_t lane = 0; lane < WG_LANES; lane++)
        address[lane] = 0x700000000000 + r->first + (r->kind == SWAPS ? lane ^ 5 : lane) * (uint64_t)r->stride;
    return (wg_request){r->mask, r->bytes, r->kind == STORE, r->kind == UNCACHED, address};
}

static void test_global(void **state)
{
    (void)state;
    static const row rows[] = {
        {GT200, 4, 0, 4, 0, ALL, 4, 0},             /* two halves of 64 bytes */
        {GT200, 4, 0, 4, SWAPS, ALL, 4, 0},         /* in any order */
        {GT200, 4, 4, 4, 0, ALL, 4 + 2 + 1, 0},     /* 128; 64 and 32 */
        {GT200, 4, 72, 4, 0, 0xffff, 2 + 1, 0},     /* across a line: 64 and 32, as the guide's figure has it */
        {GT200, 4, 0, 0, 0, ALL, 2, 0},             /* one word: 32 bytes for each half */
        {GT200, 4, 0, 8, 0, ALL, 8, 0},             /* every other word */
        {GT200, 4, 0, 64, 0, ALL, 64, 0},           /* two lanes a segment, at both its ends */
        {GT200, 4, 0, 128, 0, ALL, 32, 0},          /* a segment a lane, of which 32 bytes are left */
        {GT200, 1, 0, 1, 0, ALL, 2, 0},             /* segments of 32 bytes, one each half */
        {GT200, 2, 0, 2, 0, ALL, 2, 0},             /* segments of 64, of which each half wants one half */
        {GT200, 8, 0, 8, 0, ALL, 8, 0},             /* 128 bytes each half */
        {GT200, 16, 0, 16, 0, ALL, 16, 0},          /* twice that */
        {GT200, 4, 4, 4, STORE, ALL, 4 + 2 + 1, 0}, /* stores likewise */
        {FERMI, 4, 0, 4, 0, ALL, 4, 0},             /* a line */
        {FERMI, 4, 0, 4, SWAPS, ALL, 4, 0},         /* in any order */
        {FERMI, 4, 68, 4, 0, ALL, 8, 0},            /* two */
        {FERMI, 4, 40, 0, 0, ALL, 4, 0},            /* one for one word */
        {FERMI, 4, 0, 512, 0, ALL, 128, 0},         /* one a lane */
        {FERMI, 4, 68, 4, UNCACHED, ALL, 5, 0},     /* from the second level */
        {FERMI, 4, 40, 0, UNCACHED, ALL, 1, 0},     /* … */
        {FERMI, 4, 0, 512, UNCACHED, ALL, 32, 0},   /* … */
        {FERMI, 4, 68, 4, STORE, ALL, 5, 0},        /* stores go there */
        {FERMI, 8, 0, 8, 0, ALL, 8, 0},             /* a line for each half of the warp */
        {FERMI, 8, 0, 0, 0, ALL, 8, 0},             /* even if it is the same one */
        {FERMI, 16, 0, 0, 0, ALL, 16, 0},           /* a quarter each */
        {KEPLER, 4, 68, 4, 0, ALL, 5, 0},           /* pieces of 32 bytes */
        {KEPLER, 4, 40, 0, 0, ALL, 1, 0},           /* … */
        {KEPLER, 8, 0, 0, 0, ALL, 2, 0},            /* for each half of the warp */
        {KEPLER, 4, 0, 512, 0, 1u << 31 | 1, 2, 0}, /* active lanes only */
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint64_t address[WG_LANES], pieces[WG_MOST_PIECES];
        wg_request request = request_of(&rows[k], address);
        uint32_t count = wg_joining_pieces(wg_joining_find(rows[k].rule), &request, pieces);
        if (count != rows[k].expected)
            fail_msg("row %zu (%s): %u pieces move, not %u", k, rows[k].rule, count, rows[k].expected);
    }
}

/* Everything asked for is among what moves. */
static void test_all_is_moved(void **state)
{
    (void)state;
    static const char *const names[] = {GT200, FERMI, KEPLER};
    for (uint32_t n = 0; n < 3 * 5 * 40; n++) {
        row r = {names[n % 3], 1u << n / 3 % 5, 0, 0, n & 1 ? SWAPS : 0, ALL, 0, 0};
        r.first = n / 15 * 7 / r.bytes * r.bytes;
        r.stride = n / 15 * r.bytes;
        uint64_t address[WG_LANES], pieces[WG_MOST_PIECES];
        wg_request request = request_of(&r, address);
        uint32_t count = wg_joining_pieces(wg_joining_find(r.rule), &request, pieces), found = 0;
        for (int lane = 0; lane < WG_LANES; lane++)
            for (uint32_t k = 0; k < count; k++)
                found |= (uint32_t)(pieces[k] == address[lane] / WG_PIECE_BYTES) << lane;
        assert_int_equal(found, WG_ALL_LANES);
    }
}

static void test_banks(void **state)
{
    (void)state;
    static const row rows[] = {
        {GT200, 4, 0, 4, 0, ALL, 2, 2},     /* a pass for each half */
        {GT200, 4, 0, 8, 0, ALL, 4, 2},     /* 16 banks: every other word is twice in each */
        {GT200, 4, 0, 64, 0, ALL, 32, 2},   /* all in one */
        {GT200, 4, 0, 68, 0, ALL, 2, 2},    /* padded */
        {GT200, 4, 0, 0, 0, ALL, 2, 2},     /* one word goes to all */
        {GT200, 1, 0, 1, 0, ALL, 8, 2},     /* of four words only one at a time goes to all */
        {GT200, 1, 0, 1, STORE, ALL, 2, 2}, /* stores do not need that */
        {GT200, 8, 0, 8, 0, ALL, 8, 4},     /* wide lanes: words one after another, every other one */
        {GT200, 4, 0, 4, 0, 0xff00, 1, 1},  /* a half without lanes */
        {FERMI, 4, 0, 4, 0, ALL, 1, 1},     /* 32 banks */
        {FERMI, 4, 0, 8, 0, ALL, 2, 1},     /* … */
        {FERMI, 4, 0, 128, 0, ALL, 32, 1},  /* … */
        {FERMI, 1, 0, 1, 0, ALL, 1, 1},     /* any number of words go to several lanes */
        {FERMI, 8, 0, 8, 0, ALL, 2, 2},     /* a half of the warp each */
        {FERMI, 8, 0, 16, 0, ALL, 4, 2},    /* … */
        {FERMI, 16, 0, 16, 0, ALL, 8, 8},   /* a quarter each, and one pass more */
        {KEPLER, 4, 0, 4, 0, ALL, 1, 1},    /* banks give two words, 32 apart */
        {KEPLER, 4, 0, 8, 0, ALL, 1, 1},    /* so every other word is no conflict */
        {KEPLER, 4, 0, 16, 0, ALL, 2, 1},   /* … */
        {KEPLER, 4, 0, 128, 0, ALL, 16, 1}, /* … */
        {KEPLER, 8, 0, 8, 0, ALL, 1, 1},    /* and doubles are read at full speed */
        {KEPLER, 16, 0, 16, 0, ALL, 2, 2},  /* … */
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint64_t address[WG_LANES];
        wg_request request = request_of(&rows[k], address);
        wg_passes passes = wg_joining_passes(wg_joining_find(rows[k].rule), &request);
        if (passes.wavefronts != rows[k].expected || passes.ideal != rows[k].ideal)
            fail_msg("row %zu (%s): %u passes and %u at best, not %u and %u", k, rows[k].rule, passes.wavefronts,
                     passes.ideal, rows[k].expected, rows[k].ideal);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_null(wg_joining_find("sectors"));
    assert_null(wg_joining_find(""));
    assert_int_equal(wg_joining_banks(wg_joining_find(GT200)), 16);
    assert_int_equal(wg_joining_banks(wg_joining_find(KEPLER)), 32);
}

/* ---- a launch ---- */

/* A word a lane, 144 bytes apart; every other word of shared memory; both by generic addresses too. */
static const char MIXED[] =
    PTX ".shared .align 4 .b8 tile[8192];\n" KERNEL_BEGIN
        "mul.wide.u32 %d1, %gid, 144; add.u64 %d2, %in0, %d1; add.u64 %d3, %out0, %d1;\n"
        "mov.u32 %r9, tile; mul.lo.u32 %r2, %id, 8; add.u32 %r2, %r2, %r9;\n"
        "cvt.u64.u32 %d4, %r2; cvta.shared.u64 %d5, %d4;\n"
        "setp.lt.u32 %p1, %gid, 77;\n"
        "ld.global.u32 %r1, [%d2+4]; @%p1 ld.volatile.global.u32 %r4, [%d2+4]; ld.u32 %r5, [%d2+4];\n"
        "st.shared.u32 [%r2], %r1; st.u32 [%d5], %r1; ld.shared.u32 %r3, [%r2]; @%p1 ld.u32 %r6, [%d5];\n"
        "st.global.u32 [%d3+4], %r3; st.u32 [%d3+4], %r6; red.global.add.u32 [%out], 1;\n}\n";

typedef struct expected {
    const char *rule;
    uint64_t load, store; /* pieces of a warp */
    uint64_t passes;
} expected;

static void check_launch(const expected *e)
{
    wg_trace trace = {0};
    sim *plain = sim_load(MIXED), *s = sim_load(MIXED);
    s->launch.joining = wg_joining_find(e->rule);
    s->launch.traces[0] = &trace;
    sim_run(plain, 2, 64); /* four warps; of gid < 77, two and 13 lanes */
    sim_run(s, 2, 64);
    assert_memory_equal(s->out, plain->out, WORDS * 4);
    static const char *const loads[] = {"ld.global.u32", "ld.u32"}, *const stores[] = {"st.global.u32", "st.u32"};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(sim_count(s, loads[k], WG_COUNTER_global_load_sectors), 4 * e->load);
        assert_int_equal(sim_count(s, stores[k], WG_COUNTER_global_store_sectors), 4 * e->store);
    }
    assert_int_equal(sim_count(s, "ld.volatile.global.u32", WG_COUNTER_global_load_sectors), 77);
    assert_int_equal(sim_count(s, "ld.shared.u32", WG_COUNTER_shared_load_wavefronts), 4 * e->passes);
    assert_int_equal(sim_count(s, "st.shared.u32", WG_COUNTER_shared_store_wavefronts), 4 * e->passes);
    assert_int_equal(sim_count(s, "st.u32", WG_COUNTER_shared_store_wavefronts), 4 * e->passes);
    static const wg_counter same[] = {WG_COUNTER_global_load_requests,  WG_COUNTER_global_load_bytes,
                                      WG_COUNTER_global_store_requests, WG_COUNTER_global_atomic_sectors,
                                      WG_COUNTER_shared_load_bytes,     WG_COUNTER_warp_instructions};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        assert_int_equal(s->profile.total.value[same[k]], plain->profile.total.value[same[k]]);
    const uint64_t *c = s->profile.total.value;
    uint64_t sectors = 0, wavefronts = 0;
    for (size_t k = 0; k < trace.warp_count; k++)
        for (size_t n = 0; n < trace.warps[k].op_count; n++) {
            sectors += trace.warps[k].ops[n].sector_count;
            wavefronts += trace.warps[k].ops[n].sector_count ? 0 : trace.warps[k].ops[n].wavefronts;
        }
    assert_int_equal(sectors, c[WG_COUNTER_global_load_sectors] + c[WG_COUNTER_global_store_sectors] +
                                  c[WG_COUNTER_global_atomic_sectors]);
    assert_int_equal(wavefronts, c[WG_COUNTER_shared_load_wavefronts] + c[WG_COUNTER_shared_store_wavefronts]);
    wg_trace_free(&trace);
    sim_free(plain);
    sim_free(s);
}

static void test_launches(void **state)
{
    (void)state;
    static const expected launches[] = {
        {"sectors", 32, 32, 2}, {GT200, 32, 32, 4}, {FERMI, 128, 32, 2}, {KEPLER, 32, 32, 1}};
    for (size_t k = 0; k < sizeof launches / sizeof *launches; k++)
        check_launch(&launches[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_global), cmocka_unit_test(test_all_is_moved),
                                       cmocka_unit_test(test_banks), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_launches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
