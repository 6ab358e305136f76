/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions in which lanes talk to each other, also when some of them went another way. */
#include "sim_harness.h"

static uint32_t random_state = 12345;
static uint32_t random_32(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 7 ^ random_state << 15;
}

/* Runs the body for the lanes of mask (%p15); %r1 is the thread's random word, results go to [%out] (%r30) and
 * [%out+4096] (%r31). */
static sim *run_for(const char *body, uint32_t mask)
{
    wg_text text = {0};
    wg_text_addf(&text,
                 "%s shr.u32 %%r62, %%n, %%id; and.b32 %%r62, %%r62, 1; setp.eq.u32 %%p15, %%r62, 1; ld.global.u32 "
                 "%%r1, [%%in]; mov.u32 %%r30, 77; mov.u32 %%r31, 77; @!%%p15 bra END; %s\nEND: st.global.u32 [%%out], "
                 "%%r30; st.global.u32 [%%out+4096], %%r31; ret;\n}",
                 PTX KERNEL_BEGIN, body);
    sim *s = sim_load(wg_text_get(&text));
    sim_buffers(s);
    for (int n = 0; n < 32; n++)
        s->in[n] = random_32();
    sim_param_u32(s, 2, mask);
    sim_run(s, 1, 32);
    wg_text_free(&text);
    return s;
}

static uint32_t random_mask(int n)
{
    return n == 0 ? 0xffffffff : n == 1 ? 1u << random_32() % 32 : random_32() | 1u << random_32() % 32;
}

/* ---- shfl ---- */

/* The ISA's own words, in its own variables. */
static void shfl_reference(const char *mode, uint32_t lane, uint32_t b, uint32_t c, uint32_t *source, bool *predicate)
{
    uint32_t bval = b & 31, cval = c & 31, segmask = c >> 8 & 31;
    uint32_t maxLane = (lane & segmask) | (cval & ~segmask), minLane = lane & segmask;
    int64_t j = 0;
    bool pval = false;
    if (!strcmp(mode, "up"))
        j = (int64_t)lane - bval, pval = j >= (int64_t)maxLane;
    else if (!strcmp(mode, "down"))
        j = (int64_t)lane + bval, pval = j <= (int64_t)maxLane;
    else if (!strcmp(mode, "bfly"))
        j = lane ^ bval, pval = j <= (int64_t)maxLane;
    else
        j = minLane | (bval & ~segmask), pval = j <= (int64_t)maxLane;
    *source = pval ? (uint32_t)j : lane;
    *predicate = pval;
}

static void test_shfl(void **state)
{
    (void)state;
    static const char *const MODES[] = {"up", "down", "bfly", "idx"};
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 60; n++) {
            uint32_t b = random_32() % 40,
                     c = n % 2 ? random_32() & 0x1f1f : (m == 0 ? 0 : 31) | ((32 - (1u << n % 6)) & 31) << 8,
                     mask = random_mask(n);
            char body[256];
            snprintf(body, sizeof body, "shfl.sync.%s.b32 %%r30|%%p3, %%r1, %u, %u, %u; selp.u32 %%r31, 1, 0, %%p3;",
                     MODES[m], b, c, mask);
            sim *s = run_for(body, mask);
            for (uint32_t l = 0; l < 32; l++) {
                uint32_t source;
                bool predicate;
                shfl_reference(MODES[m], l, b, c, &source, &predicate);
                if (!(mask >> l & 1)) {
                    assert_int_equal(s->out[l], 77);
                } else {
                    assert_int_equal(s->out[1024 + l], predicate);
                    assert_int_equal(s->out[l], s->in[source]);
                }
            }
            sim_free(s);
        }
}

/* Distances that differ between lanes, results into the register that is read, and the old form without a mask. */
static void test_shfl_forms(void **state)
{
    (void)state;
    sim *s = run_for(
        "and.b32 %r2, %r1, 31; shfl.sync.idx.b32 %r1, %r1, %r2, 31, 0xffffffff; mov.u32 %r30, %r1; shfl.bfly.b32 "
        "%r31|%p1, %id, 3, 31; shfl.sync.down.b32 _|%p2, %r1, 1, 31, -1; @!%p2 add.u32 %r31, %r31, 1000;",
        0xffffffff);
    for (uint32_t l = 0; l < 32; l++) {
        assert_int_equal(s->out[l], s->in[s->in[l] & 31]);
        assert_int_equal(s->out[1024 + l], (l ^ 3) + (l == 31 ? 1000 : 0));
    }
    sim_free(s);
}

/* ---- vote, match, redux, elect ---- */

static void test_vote(void **state)
{
    (void)state;
    for (int n = 0; n < 60; n++) {
        uint32_t mask = random_mask(n), threshold = n % 7 == 0 ? 0 : n % 7 == 1 ? 0xffffffff : random_32();
        char body[512];
        snprintf(body, sizeof body,
                 "setp.lt.u32 %%p1, %%r1, %u; vote.sync.all.pred %%p2, %%p1, %u; vote.sync.any.pred %%p3, %%p1, %u; "
                 "vote.sync.uni.pred %%p4, !%%p1, %u; vote.sync.ballot.b32 %%r30, %%p1, %u;\n"
                 "selp.u32 %%r2, 1, 0, %%p2; selp.u32 %%r3, 2, 0, %%p3; selp.u32 %%r4, 4, 0, %%p4; add.u32 %%r31, "
                 "%%r2, %%r3; add.u32 %%r31, %%r31, %%r4;",
                 threshold, mask, mask, mask, mask);
        sim *s = run_for(body, mask);
        uint32_t yes = 0;
        for (uint32_t l = 0; l < 32; l++)
            yes |= (uint32_t)(mask >> l & 1 && s->in[l] < threshold) << l;
        for (uint32_t l = 0; l < 32; l++) {
            assert_int_equal(s->out[l], mask >> l & 1 ? yes : 77);
            assert_int_equal(s->out[1024 + l],
                             mask >> l & 1 ? (yes == mask) + 2 * (yes != 0) + 4 * (yes == mask || !yes) : 77);
        }
        sim_free(s);
    }
}

/* Three groups at once, every third lane each: every lane's own mask counts. */
static void test_partition(void **state)
{
    (void)state;
    sim *s = run_for("mov.u32 %r2, %laneid; rem.u32 %r3, %r2, 3; mov.u32 %r4, 0x49249249; setp.eq.u32 %p1, %r3, 0; "
                     "@!%p1 shl.b32 %r4, %r4, %r3; redux.sync.max.u32 %r30, %r2, %r4; and.b32 %r5, %r2, 1; "
                     "setp.ne.u32 %p2, %r5, 0; vote.sync.ballot.b32 %r31, %p2, %r4;",
                     0xffffffff);
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t mask = 0x49249249u << l % 3;
        assert_int_equal(s->out[l], 31 - (31 - l % 3) % 3);
        assert_int_equal(s->out[1024 + l], mask & 0xaaaaaaaa);
    }
    sim_free(s);
}

static void test_match(void **state)
{
    (void)state;
    for (int n = 0; n < 60; n++) {
        uint32_t mask = random_mask(n), keep = n % 5 == 0 ? 0 : 3;
        char body[512];
        snprintf(body, sizeof body,
                 "and.b32 %%r2, %%r1, %u; cvt.u64.u32 %%d1, %%r2; shl.b64 %%d1, %%d1, 40; match.any.sync.%s %%r30, %s, "
                 "%u; match.all.sync.%s %%r31|%%p2, %s, %u; @%%p2 xor.b32 %%r31, %%r31, -1;",
                 keep, n % 2 ? "b64" : "b32", n % 2 ? "%d1" : "%r2", mask, n % 2 ? "b64" : "b32", n % 2 ? "%d1" : "%r2",
                 mask);
        sim *s = run_for(body, mask);
        bool same = true;
        for (uint32_t l = 0; l < 32; l++)
            same = same && (!(mask >> l & 1) || (s->in[l] & keep) == (s->in[__builtin_ctz(mask)] & keep));
        for (uint32_t l = 0; l < 32; l++) {
            uint32_t any = 0;
            for (uint32_t o = 0; o < 32; o++)
                any |= (uint32_t)(mask >> o & 1 && (s->in[o] & keep) == (s->in[l] & keep)) << o;
            assert_int_equal(s->out[l], mask >> l & 1 ? any : 77);
            assert_int_equal(s->out[1024 + l], !(mask >> l & 1) ? 77 : same ? ~mask : 0);
        }
        sim_free(s);
    }
}

static uint32_t reduce(int operation, bool is_signed, uint32_t a, uint32_t b)
{
    bool below = is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (operation) {
    case 0: return a + b;
    case 1: return below ? a : b;
    case 2: return below ? b : a;
    case 3: return a & b;
    case 4: return a | b;
    default: return a ^ b;
    }
}

static void test_redux(void **state)
{
    (void)state;
    static const char *const OPERATIONS[] = {"add", "min", "max", "and", "or", "xor"};
    for (int n = 0; n < 60; n++) {
        int operation = n % 6;
        bool is_signed = operation < 3 && n / 6 % 2;
        uint32_t mask = random_mask(n / 12), result = 0;
        char body[256];
        snprintf(body, sizeof body, "redux.sync.%s.%s %%r30, %%r1, %u; activemask.b32 %%r31;", OPERATIONS[operation],
                 operation >= 3 ? "b32"
                 : is_signed    ? "s32"
                                : "u32",
                 mask);
        sim *s = run_for(body, mask);
        bool first = true;
        for (uint32_t l = 0; l < 32; l++)
            if (mask >> l & 1) {
                result = first ? s->in[l] : reduce(operation, is_signed, result, s->in[l]);
                first = false;
            }
        for (uint32_t l = 0; l < 32; l++) {
            assert_int_equal(s->out[l], mask >> l & 1 ? result : 77);
            assert_int_equal(s->out[1024 + l], mask >> l & 1 ? mask : 77);
        }
        sim_free(s);
    }
}

static void test_elect(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) {
        uint32_t mask = random_mask(n);
        char body[128];
        snprintf(body, sizeof body, "elect.sync %%r30|%%p1, %u; selp.u32 %%r31, 1, 0, %%p1;", mask);
        sim *s = run_for(body, mask);
        for (uint32_t l = 0; l < 32; l++) {
            assert_int_equal(s->out[l], mask >> l & 1 ? (uint32_t)__builtin_ctz(mask) : 77);
            assert_int_equal(s->out[1024 + l], !(mask >> l & 1) ? 77 : l == (uint32_t)__builtin_ctz(mask));
        }
        sim_free(s);
    }
}

/* A warp of fewer than 32 threads. */
static void test_partial_warp(void **state)
{
    (void)state;
    sim *s = sim_load(
        KERNEL("activemask.b32 %r1; st.global.u32 [%out], %r1; setp.eq.u32 %p1, %id, %id; vote.ballot.b32 %r2, %p1; "
               "st.global.u32 [%out+4096], %r2; mov.u32 %r3, %lanemask_ge; st.global.u32 [%out+8192], %r3; ret;"));
    sim_run(s, 1, 37);
    assert_int_equal(s->out[31], 0xffffffff);
    assert_int_equal(s->out[32], 0x1f);
    assert_int_equal(s->out[1024 + 36], 0x1f);
    assert_int_equal(s->out[2048 + 36], 0xfffffff0);
    assert_int_equal(s->out[2048 + 31], 0x80000000);
    sim_free(s);
}

static void test_clock(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("mov.u32 %r1, %clock; add.u32 %r5, %r5, 1; add.u32 %r5, %r5, 1; mov.u32 %r2, %clock; "
                             "sub.u32 %r2, %r2, %r1; st.global.u32 [%out], %r2; mov.u64 %d1, %clock64; mov.u64 %d2, "
                             "%globaltimer; setp.lt.u64 %p1, %d2, %d1; @%p1 trap; mov.u16 %h1, %clock; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(s->out[0], 3);
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shfl),      cmocka_unit_test(test_shfl_forms),   cmocka_unit_test(test_vote),
        cmocka_unit_test(test_partition), cmocka_unit_test(test_match),        cmocka_unit_test(test_redux),
        cmocka_unit_test(test_elect),     cmocka_unit_test(test_partial_warp), cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
