/* SPDX-License-Identifier: Apache-2.0 */
/* Lanes that part and meet again: results, and counters as reasoned by hand. */
#include "sim_harness.h"

enum { BEGIN = KERNEL_BEGIN_INSTRUCTIONS };

/* ---- branches ---- */

static void test_uniform_branch(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("setp.gt.u32 %p1, %n, 0; @%p1 bra ELSE; mov.u32 %r1, 1; bra END; ELSE: mov.u32 %r1, 2; "
                             "END: st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 64);
    assert_int_equal(s->out[0], 1);
    assert_int_equal(sim_total(s, branches), 2 * 2);
    assert_int_equal(sim_total(s, divergent_branches), 0);
    assert_int_equal(sim_total(s, warp_instructions), 2 * (BEGIN + 6));
    sim_free(s);
}

static void test_if_else(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("and.b32 %r2, %id, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra ODD; mov.u32 %r1, 10; bra END; "
                             "ODD: mov.u32 %r1, 20; mov.u32 %r3, 1;"
                             "END: st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], t % 2 ? 20 : 10);
    assert_int_equal(sim_total(s, divergent_branches), 1);
    assert_int_equal(sim_total(s, branches), 2);
    assert_int_equal(sim_total(s, warp_instructions), BEGIN + 3 + 2 + 2 + 2);
    assert_int_equal(sim_total(s, thread_instructions), 32 * (BEGIN + 3 + 2) + 16 * 4);
    double lanes = wg_metric_value(&s->profile.total, WG_METRIC_lane_utilisation);
    double expected = 100.0 * (32 * (BEGIN + 5) + 16 * 4) / (32.0 * (BEGIN + 9));
    assert_true(lanes > expected - 1e-9 && lanes < expected + 1e-9);
    sim_free(s);
}

static void test_nested(void **state)
{
    (void)state;
    /* out = tid < 16 ? (tid < 8 ? 1 : 2) : (tid < 20 ? 3 : 4), then + 100 together */
    sim *s = sim_load(KERNEL("setp.lt.u32 %p1, %id, 16; @!%p1 bra HIGH; setp.lt.u32 %p2, %id, 8; @!%p2 bra B; mov.u32 "
                             "%r1, 1; bra MEET1; B: mov.u32 %r1, 2; MEET1: bra MEET;"
                             "HIGH: setp.lt.u32 %p3, %id, 20; @!%p3 bra C; mov.u32 %r1, 3; bra MEET; C: mov.u32 %r1, 4;"
                             "MEET: add.u32 %r1, %r1, 100; activemask.b32 %r2; st.global.u32 [%out], %r1; "
                             "st.global.u32 [%out+128], %r2; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], 100 + (t < 8 ? 1 : t < 16 ? 2 : t < 20 ? 3 : 4));
        assert_int_equal(s->out[32 + t], 0xffffffff);
    }
    assert_int_equal(sim_total(s, divergent_branches), 3);
    assert_int_equal(sim_count(s, "add.u32", WG_COUNTER_warp_instructions), 1);
    sim_free(s);
}

/* Lane t goes round t times: the loop runs 31 times, with fewer lanes each time. */
static void test_divergent_loop(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("mov.u32 %r1, 0; mov.u32 %r2, 0; LOOP: setp.ge.u32 %p1, %r1, %id; @%p1 bra DONE; add.u32 "
                             "%r1, %r1, 1; add.s32 %r2, %r2, %r1; bra LOOP;"
                             "DONE: st.global.u32 [%out], %r2; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], t * (t + 1) / 2);
    assert_int_equal(sim_count(s, "add.s32", WG_COUNTER_warp_instructions), 31);
    assert_int_equal(sim_count(s, "add.s32", WG_COUNTER_thread_instructions), 31 * 32 / 2);
    assert_int_equal(sim_count(s, "setp.ge.u32", WG_COUNTER_warp_instructions), 32);
    assert_int_equal(sim_total(s, divergent_branches), 31); /* lane t leaves at test t; the last one leaves alone */
    assert_int_equal(sim_count(s, "st.global.u32", WG_COUNTER_warp_instructions), 1);
    sim_free(s);
}

/* for (i = 0; i < 10; i++) { if (i == tid) break; if ((i & 1) == (tid & 1)) continue; sum += i; } */
static void test_break_and_continue(void **state)
{
    (void)state;
    sim *s =
        sim_load(KERNEL("mov.u32 %r1, 0; mov.u32 %r2, 0; and.b32 %r3, %id, 1;\n"
                        "LOOP: setp.ge.u32 %p1, %r1, 10; @%p1 bra DONE; setp.eq.u32 %p2, %r1, %id; @%p2 bra DONE;\n"
                        "and.b32 %r4, %r1, 1; setp.eq.u32 %p3, %r4, %r3; @%p3 bra NEXT; add.u32 %r2, %r2, %r1;\n"
                        "NEXT: add.s32 %r1, %r1, 1; bra LOOP;\n"
                        "DONE: activemask.b32 %r5; st.global.u32 [%out], %r2; st.global.u32 [%out+128], %r5; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 10 && i != t; i++)
            sum += (i & 1) != (t & 1) ? i : 0;
        assert_int_equal(s->out[t], sum);
        assert_int_equal(s->out[32 + t], 0xffffffff);
    }
    assert_int_equal(sim_count(s, "add.s32", WG_COUNTER_warp_instructions), 10);
    sim_free(s);
}

/* Two loops with one body that can be entered in the middle: no block dominates the other. */
static void test_irreducible(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL(
        "mov.u32 %r1, 0; mov.u32 %r2, 0; and.b32 %r3, %id, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra B;\n"
        "A: add.u32 %r2, %r2, 1; B: add.u32 %r2, %r2, 100; add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 3; @%p2 bra A;\n"
        "activemask.b32 %r5; st.global.u32 [%out], %r2; st.global.u32 [%out+128], %r5; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], t % 2 ? 302 : 303);
        assert_int_equal(s->out[32 + t], 0xffffffff);
    }
    sim_free(s);
}

/* Some lanes leave early; the rest meets and goes on. */
static void test_early_return(void **state)
{
    (void)state;
    static const char *const LEAVE[] = {"@%p1 ret;", "@%p1 exit;",
                                        "@!%p1 bra STAY; ret; STAY:", "@!%p1 bra STAY; exit; STAY:"};
    for (size_t n = 0; n < 4; n++) {
        wg_text text = {0};
        wg_text_addf(
            &text,
            "%s setp.ge.u32 %%p1, %%id, 40; %s bar.sync 0; activemask.b32 %%r5; st.global.u32 [%%out], %%r5; ret;\n}",
            PTX KERNEL_BEGIN, LEAVE[n]);
        sim *s = sim_load(wg_text_get(&text));
        sim_run(s, 1, 100);
        for (uint32_t t = 0; t < 100; t++)
            assert_int_equal(s->out[t], t < 32 ? 0xffffffff : t < 40 ? 0xff : 0);
        assert_int_equal(sim_total(s, barriers), 2);
        sim_free(s);
        wg_text_free(&text);
    }
}

static void test_return_in_loop(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("mov.u32 %r1, 0; LOOP: setp.eq.u32 %p1, %r1, %id; st.global.u32 [%out], %r1; @%p1 ret; "
                             "add.u32 %r1, %r1, 1; bra LOOP;"));
    sim_run(s, 1, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(s->out[t], t);
    sim_free(s);
}

static void test_switch(void **state)
{
    (void)state;
    sim *s =
        sim_load(KERNEL("and.b32 %r1, %id, 3; T: .branchtargets A, B, C, B; brx.idx %r1, T; A: mov.u32 %r2, 10; bra "
                        "END; B: mov.u32 %r2, 20; bra END; C: mov.u32 %r2, 30;"
                        "END: activemask.b32 %r3; st.global.u32 [%out], %r2; st.global.u32 [%out+128], %r3; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], ((uint32_t[]){10, 20, 30, 20}[t % 4]));
        assert_int_equal(s->out[32 + t], 0xffffffff);
    }
    assert_int_equal(sim_count(s, "brx.idx", WG_COUNTER_branches), 1);
    assert_int_equal(sim_count(s, "brx.idx", WG_COUNTER_divergent_branches), 1);
    sim_free(s);
}

/* Lanes whose guard is false go on behind the brx. */
static void test_guarded_switch(void **state)
{
    (void)state;
    static const char BODY[] =
        KERNEL("setp.lt.u32 %p1, %id, %n; and.b32 %r1, %id, 1; mov.u32 %r2, 0; T: .branchtargets A, B; @%p1 brx.idx "
               "%r1, T; mov.u32 %r2, 5; bra END;"
               "A: mov.u32 %r2, 10; bra END; B: mov.u32 %r2, 20; END: st.global.u32 [%out], %r2; ret;");
    static const uint32_t COUNTS[] = {0, 1, 7, 32};
    for (size_t c = 0; c < 4; c++) {
        sim *s = sim_load(BODY);
        sim_param_u32(s, 2, COUNTS[c]);
        sim_run(s, 1, 32);
        for (uint32_t t = 0; t < 32; t++)
            assert_int_equal(s->out[t], t >= COUNTS[c] ? 5 : t % 2 ? 20 : 10);
        sim_free(s);
    }
}

static void test_label_at_the_end(void **state)
{
    (void)state;
    /* Another function behind it: falling into that would be noticed. */
    sim *s = sim_load(PTX ".func g();\n" KERNEL_BEGIN
                          "setp.lt.u32 %p1, %id, 7; @%p1 bra END; st.global.u32 [%out], 1; mov.u32 %r1, 1; END: }\n"
                          ".func g() { .reg .b64 %d1; mov.u64 %d1, 0; st.global.u32 [%d1], 1; ret; }\n");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], t >= 7);
    sim_free(s);
}

static void test_no_return_at_the_end(void **state)
{
    (void)state;
    static const char *const ENDS[] = {
        "", "@%p1 ret;", "@%p1 exit;", "bar.sync 0;", "@%p1 bra L; L:", "nanosleep.u32 10;"};
    for (size_t n = 0; n < sizeof ENDS / sizeof *ENDS; n++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s setp.lt.u32 %%p1, %%id, 7; st.global.u32 [%%out], 1; %s }", PTX KERNEL_BEGIN, ENDS[n]);
        sim *s = sim_load(wg_text_get(&text));
        sim_run(s, 2, 33);
        assert_int_equal(s->out[65], 1);
        sim_free(s);
        wg_text_free(&text);
    }
}

/* Guarded instructions count for the lanes that are there, not for those that are on. */
static void test_guards(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("setp.lt.u32 %p1, %id, 5; mov.u32 %r1, 1; @%p1 add.u32 %r1, %r1, 1; @!%p1 add.u32 %r1, "
                             "%r1, 2; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], t < 5 ? 2 : 3);
    assert_int_equal(sim_count(s, "add.u32", WG_COUNTER_int_ops), 5 + 27);
    assert_int_equal(sim_count(s, "add.u32", WG_COUNTER_thread_instructions), 64);
    assert_int_equal(sim_total(s, branches), 0);
    sim_free(s);
}

/* A random tree of branches and loops, against the same program run one thread at a time on the host. */
static uint32_t random_state;
static uint32_t random_32(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % below;
}

typedef struct tree {
    wg_text text;
    uint32_t labels;
} tree;

/* Adds statements that compute on %r1 (value), with %id; depth bounds nesting. Each has its own loop counter register.
 */
static void add_statements(tree *t, int depth)
{
    uint32_t count = 1 + random_32(3);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t label = t->labels++, bit = 1u << random_32(5);
        switch (depth > 0 ? random_32(5) : 0) {
        default:
            wg_text_addf(&t->text, "mad.lo.u32 %%r1, %%r1, %u, %u;\n", 3 + 2 * random_32(9), random_32(1000));
            break;
        case 1:
        case 2:
            wg_text_addf(&t->text, "and.b32 %%r2, %%id, %u; setp.ne.u32 %%p1, %%r2, 0; @%%p1 bra E%u;\n", bit, label);
            add_statements(t, depth - 1);
            wg_text_addf(&t->text, "bra F%u;\nE%u:\n", label, label);
            if (random_32(4))
                add_statements(t, depth - 1);
            wg_text_addf(&t->text, "F%u:\n", label);
            break;
        case 3: /* as many times as the low bits of the value say, chosen anew each time round: breaks out early at
                   times */
            wg_text_addf(
                &t->text,
                "and.b32 %%r%d, %%r1, 3;\nL%u: setp.eq.u32 %%p2, %%r%d, 0; @%%p2 bra M%u; sub.u32 %%r%d, %%r%d, 1;\n",
                10 + depth, label, 10 + depth, label, 10 + depth, 10 + depth);
            add_statements(t, depth - 1);
            wg_text_addf(&t->text, "and.b32 %%r2, %%r1, 7; setp.eq.u32 %%p3, %%r2, 5; @%%p3 bra M%u; bra L%u;\nM%u:\n",
                         label, label, label);
            break;
        case 4: wg_text_addf(&t->text, "and.b32 %%r2, %%r1, 31; setp.eq.u32 %%p4, %%r2, 17; @%%p4 bra OUT;\n"); break;
        }
    }
}

/* Blocks of one thread cannot diverge: they are the reference. */
static void test_random_programs(void **state)
{
    (void)state;
    for (random_state = 1; random_state < 60u << 20; random_state = (random_state & ~0xfffffu) + (1u << 20) + 1) {
        uint32_t seed = random_state;
        tree t = {.labels = 0};
        wg_text_addf(&t.text, "%s mad.lo.u32 %%r1, %%gid, 77, %u; rem.u32 %%id, %%gid, 64;\n", PTX KERNEL_BEGIN, seed);
        add_statements(&t, 4);
        wg_text_addf(
            &t.text,
            "OUT: activemask.b32 %%r3; st.global.u32 [%%out], %%r1; st.global.u32 [%%out+4096], %%r3; ret;\n}");
        sim *together = sim_load(wg_text_get(&t.text)), *alone = sim_load(wg_text_get(&t.text));
        sim_run(together, 1, 64);
        sim_run(alone, 64, 1);
        for (uint32_t i = 0; i < 64; i++) {
            if (together->out[i] != alone->out[i])
                fail_msg("program %u: thread %u has %u, should have %u", seed, i, together->out[i], alone->out[i]);
            assert_int_equal(together->out[1024 + i], 0xffffffff); /* all have met again */
        }
        assert_int_equal(sim_total(together, thread_instructions), sim_total(alone, thread_instructions));
        sim_free(together);
        sim_free(alone);
        wg_text_free(&t.text);
        random_state = seed;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform_branch),
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_break_and_continue),
        cmocka_unit_test(test_irreducible),
        cmocka_unit_test(test_early_return),
        cmocka_unit_test(test_return_in_loop),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_guarded_switch),
        cmocka_unit_test(test_label_at_the_end),
        cmocka_unit_test(test_no_return_at_the_end),
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
