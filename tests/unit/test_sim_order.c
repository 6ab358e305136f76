/* SPDX-License-Identifier: Apache-2.0 */
/* Other orders of blocks and warps: every one is a permutation, the same for the same seed, and legal. */
#include "sim/order.h"
#include "sim_harness.h"

static void test_permutations(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 2, 3, 5, 31, 32, 33, 64, 100, 257, 4096, 5000};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            unsigned char *seen = wg_alloc(counts[c]);
            for (uint64_t n = 0; n < counts[c]; n++) {
                uint64_t at = wg_order_nth(seed, n, counts[c]);
                assert_true(at < counts[c]);
                assert_false(seen[at]);
                seen[at] = 1;
            }
            free(seen);
        }
    assert_true(wg_order_nth(3, 5, (uint64_t)1 << 36) < (uint64_t)1 << 36);
}

/* Each warp notes when it began: in the order of its turns. */
#define NOTE_WARPS                                                                                                     \
    KERNEL("and.b32 %r9, %id, 31; setp.ne.u32 %p1, %r9, 0; @%p1 ret; atom.global.add.u32 %r1, [%in0], 1;\n"            \
           "mul.wide.u32 %d1, %r1, 4; add.u64 %d2, %out0, %d1; st.global.u32 [%d2], %gid; ret;")

static uint64_t order_of(uint64_t seed, uint32_t grid, uint32_t block)
{
    sim *s = sim_load(NOTE_WARPS);
    s->launch.shuffle = seed;
    sim_run(s, grid, block);
    uint32_t warps = grid * ((block + 31) / 32);
    assert_int_equal(s->in[0], warps);
    uint64_t hash = wg_hash(s->out, warps * sizeof *s->out, 0);
    sim_free(s);
    return hash;
}

static void test_seeds(void **state)
{
    (void)state;
    uint64_t usual = order_of(0, 7, 200);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        assert_true(order_of(seed, 7, 200) == order_of(seed, 7, 200));
        assert_false(order_of(seed, 7, 200) == usual);
        assert_false(order_of(seed, 7, 200) == order_of(seed + 1, 7, 200));
        assert_false(order_of(seed, 1, 1000) == order_of(0, 1, 1000)); /* warps alone */
        assert_false(order_of(seed, 50, 1) == order_of(0, 50, 1));     /* blocks alone */
        assert_true(order_of(seed, 1, 1) == order_of(0, 1, 1));
    }
}

/* Block 0 waits for the last one, whichever comes first. */
#define WAITS_FOR_LAST                                                                                                 \
    KERNEL("setp.eq.u32 %p1, %block, %n; @%p1 bra SET; setp.ne.u32 %p3, %block, 0; @%p3 ret;\n"                        \
           "L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p2, %r1, 0; @%p2 bra L; st.global.u32 [%out], "        \
           "%r1; ret; SET: st.global.u32 [%in0], 7; ret;")
#define GRID_BARRIER                                                                                                   \
    KERNEL("mov.u32 %r9, 0; mov.u32 %r8, %nctaid.x; mov.u32 %r7, 0; setp.ne.u32 %p1, %id, 0;\n"                        \
           "ROUND: bar.sync 0; add.u32 %r7, %r7, %r8; @%p1 bra MEET; membar.gl; atom.global.add.u32 %r1, "             \
           "[%in0], 1; L: ld.volatile.global.u32 %r2, [%in0]; setp.lt.u32 %p2, %r2, %r7; @%p2 bra L;\n"                \
           "MEET: bar.sync 0; add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 3; @%p3 bra ROUND; ld.global.u32 %r5, "       \
           "[%in0]; st.global.u32 [%out], %r5; ret;")
#define SPIN_LOCK                                                                                                      \
    KERNEL("and.b32 %r9, %id, 31; setp.ne.u32 %p1, %r9, 0; @%p1 bra END; L: atom.global.cas.b32 %r1, [%in0], "         \
           "0, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra L; membar.gl;\n"                                                   \
           "ld.volatile.global.u32 %r3, [%in0+8]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%in0+8], %r3; "         \
           "membar.gl; atom.global.exch.b32 %r4, [%in0], 0; END: bar.sync 0; st.global.u32 [%out], 1; ret;")

static void test_waiting(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        sim *last = sim_load(WAITS_FOR_LAST), *barrier = sim_load(GRID_BARRIER), *lock = sim_load(SPIN_LOCK);
        last->launch.shuffle = barrier->launch.shuffle = lock->launch.shuffle = seed;
        sim_param_u32(last, 2, 99);
        sim_run(last, 100, 32);
        assert_int_equal(last->out[31], 7);
        sim_run(barrier, 40, 64);
        for (uint32_t t = 0; t < 40 * 64; t++)
            assert_int_equal(barrier->out[t], 120);
        sim_run(lock, 10, 256);
        assert_int_equal(lock->in[2], 80);
        sim_free(last);
        sim_free(barrier);
        sim_free(lock);
    }
}

/* What would never end ends in every order. */
static void test_stuck(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p2, %r1, 0; @%p2 bra L; ret;"));
    s->launch.shuffle = 2;
    assert_int_equal(sim_go(s, 3, 96), WG_ERR_FAULT);
    assert_contains(s->err.text, "stuck");
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
