/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics and reductions: every operation on every type, in global, shared and generic memory. */
#include "sim_harness.h"

/* A thread's value, and how threads combine: lanes are served in the order of their numbers. */
typedef struct atomic_case {
    const char *operation, *type;
    uint64_t start;
    uint64_t (*combine)(uint64_t old, uint64_t b, uint64_t c);
    uint64_t (*b)(uint32_t t), (*c)(uint32_t t);
} atomic_case;

static uint64_t identity(uint32_t t)
{
    return t;
}

static uint64_t mixed(uint32_t t)
{
    return t * 0x9e3779b97f4a7c15u;
}

static uint64_t seven(uint32_t t)
{
    (void)t;
    return 7;
}

static uint64_t next_one(uint32_t t)
{
    return t + 1;
}

#define COMBINE(name, expression)                                                                                      \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                                           \
    {                                                                                                                  \
        (void)a, (void)b, (void)c;                                                                                     \
        return expression;                                                                                             \
    }
COMBINE(add, a + b)
COMBINE(min_u, a < b ? a : b)
COMBINE(max_u, a > b ? a : b)
COMBINE(min_s32, (uint32_t)((int32_t)a < (int32_t)b ? a : b))
COMBINE(max_s32, (uint32_t)((int32_t)a > (int32_t)b ? a : b))
COMBINE(min_s64, (int64_t)a < (int64_t)b ? a : b)
COMBINE(max_s64, (int64_t)a > (int64_t)b ? a : b)
COMBINE(bits_and, a &b)
COMBINE(bits_or, a | b)
COMBINE(bits_xor, a ^ b)
COMBINE(increment, a >= b ? 0 : a + 1)
COMBINE(decrement, a == 0 || a > b ? b : a - 1)
COMBINE(exchange, b)
COMBINE(compare, a == b ? c : a)

static uint64_t float_bits(double value, bool is_double)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    memcpy(&bits, is_double ? (void *)&value : (void *)&narrow, is_double ? 8 : 4);
    return bits;
}

static double float_value(uint64_t bits, bool is_double)
{
    float narrow;
    double wide;
    memcpy(&narrow, &bits, 4);
    memcpy(&wide, &bits, 8);
    return is_double ? wide : (double)narrow;
}

static uint64_t add_f32(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return float_bits((double)((float)float_value(a, false) + (float)float_value(b, false)), false);
}

static uint64_t add_f64(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return float_bits(float_value(a, true) + float_value(b, true), true);
}

static uint64_t third_f32(uint32_t t)
{
    return float_bits(t / 3.0, false);
}

static uint64_t third_f64(uint32_t t)
{
    return float_bits(t / 3.0, true);
}

static const atomic_case CASES[] = {
    {"add", "u32", 5, add, mixed, NULL},
    {"add", "s32", 5, add, mixed, NULL},
    {"add", "u64", 5, add, mixed, NULL},
    {"add", "f32", 0, add_f32, third_f32, NULL},
    {"add", "f64", 0, add_f64, third_f64, NULL},
    {"min", "u32", 0xf0000000, min_u, mixed, NULL},
    {"max", "u32", 3, max_u, mixed, NULL},
    {"min", "s32", 3, min_s32, mixed, NULL},
    {"max", "s32", 0x80000000, max_s32, mixed, NULL},
    {"min", "u64", ~0ull, min_u, mixed, NULL},
    {"max", "u64", 3, max_u, mixed, NULL},
    {"min", "s64", 3, min_s64, mixed, NULL},
    {"max", "s64", 1ull << 63, max_s64, mixed, NULL},
    {"and", "b32", 0xffffffff, bits_and, mixed, NULL},
    {"or", "b32", 0, bits_or, mixed, NULL},
    {"xor", "b32", 9, bits_xor, mixed, NULL},
    {"and", "b64", ~0ull, bits_and, mixed, NULL},
    {"or", "b64", 0, bits_or, mixed, NULL},
    {"xor", "b64", 9, bits_xor, mixed, NULL},
    {"inc", "u32", 4, increment, seven, NULL},
    {"dec", "u32", 4, decrement, seven, NULL},
    {"exch", "b32", 4, exchange, mixed, NULL},
    {"exch", "b64", 4, exchange, mixed, NULL},
    {"cas", "b16", 0, compare, identity, next_one},
    {"cas", "b32", 0, compare, identity, next_one},
    {"cas", "b64", 0, compare, identity, next_one},
};

enum { THREADS = 29 }; /* one warp: which warp comes first after a barrier is nobody's promise */

/* Threads of even number do one address, odd ones another; out gets the old values. */
static void check_case(const atomic_case *c, const char *space, bool is_red)
{
    unsigned bits = (unsigned)atoi(c->type + 1);
    const char *letter = bits == 16 ? "h" : bits == 64 ? "d" : "r";
    uint64_t keep = bits == 64 ? ~0ull : (1ull << bits) - 1;
    bool is_shared = !strcmp(space, ".shared"), has_c = c->c != NULL;
    wg_text text = {0};
    wg_text_addf(&text,
                 "%s .shared .align 8 .u64 cells[2];\n%s mov.u64 %%d20, cells; mad.wide.u32 %%d20, %%n, 0, %s; and.b32 "
                 "%%r20, %%id, 1; mad.wide.u32 %%d20, %%r20, 8, %%d20;\n",
                 PTX, KERNEL_BEGIN, is_shared ? "%d20" : "%in0");
    if (is_shared)
        wg_text_addf(&text, "ld.global.u64 %%d21, [%%in0]; st.shared.u64 [%%d20], %%d21; bar.sync 0;\n");
    wg_text_addf(
        &text,
        "mad.wide.u32 %%d22, %%id, 16, %%in0; ld.global.b%u %%%s1, [%%d22+1024]; ld.global.b%u %%%s2, [%%d22+1032];\n",
        bits, letter, bits, letter);
    if (is_red)
        wg_text_addf(&text, "red%s.%s.%s [%%d20], %%%s1;\n", space, c->operation, c->type, letter);
    else if (has_c)
        wg_text_addf(&text, "atom%s.%s.%s %%%s3, [%%d20], %%%s1, %%%s2;\n", space, c->operation, c->type, letter,
                     letter, letter);
    else
        wg_text_addf(&text, "atom%s.%s.%s %%%s3, [%%d20], %%%s1;\n", space, c->operation, c->type, letter, letter);
    wg_text_addf(&text, "mad.wide.u32 %%d23, %%id, 8, %%out0; st.global.b%u [%%d23+1024], %%%s3;\n", bits, letter);
    if (is_shared)
        wg_text_addf(&text, "bar.sync 0; ld.shared.u64 %%d24, [%%d20]; mad.wide.u32 %%d25, %%r20, 8, %%in0; "
                            "st.global.u64 [%%d25], %%d24;\n");
    wg_text_addf(&text, "ret;\n}\n");
    sim *s = sim_load(wg_text_get(&text));
    sim_buffers(s);
    uint64_t *cells = (uint64_t *)s->in, *old = (uint64_t *)s->out + 128,
             expected[2] = {c->start & keep, c->start & keep};
    cells[0] = cells[1] = c->start;
    for (uint32_t t = 0; t < THREADS; t++) {
        cells[128 + 2 * t] = c->b(t / 2) & keep;
        cells[128 + 2 * t + 1] = has_c ? c->c(t / 2) & keep : 0;
    }
    sim_run(s, 1, THREADS);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint64_t *cell = &expected[t % 2];
        if (!is_red && (old[t] & keep) != *cell)
            fail_msg("%s.%s%s: thread %u found %llx, not %llx", c->operation, c->type, space, t,
                     (unsigned long long)(old[t] & keep), (unsigned long long)*cell);
        *cell = c->combine(*cell, c->b(t / 2) & keep, has_c ? c->c(t / 2) & keep : 0) & keep;
    }
    assert_int_equal(cells[0] & keep, expected[0]);
    assert_int_equal(cells[1] & keep, expected[1]);
    sim_free(s);
    wg_text_free(&text);
}

static void test_operations(void **state)
{
    (void)state;
    static const char *const SPACES[] = {".global", ".shared", ""};
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; n++)
        for (size_t sp = 0; sp < 3; sp++) {
            check_case(&CASES[n], SPACES[sp], false);
            if (strcmp(CASES[n].operation, "cas") && strcmp(CASES[n].operation, "exch"))
                check_case(&CASES[n], SPACES[sp], true);
        }
}

/* Halves, packed halves and vectors. */
static void test_halves(void **state)
{
    (void)state;
    sim *s = sim_load(
        KERNEL("mov.b16 %h1, 0x3c00; mov.b16 %h2, 0x3f80; mov.b32 %r1, 0x40003c00; mov.b32 %r2, 0x40003f80; mov.b32 "
               "%r9, 0xbc00c400; mov.b32 %r10, 0x3c004400;\n"
               "atom.global.add.noftz.f16 %h3, [%in0], %h1; atom.global.add.noftz.bf16 %h4, [%in0+2], %h2; "
               "atom.global.add.noftz.f16x2 %r3, [%in0+4], %r1; red.global.add.noftz.bf16x2 [%in0+8], %r2;\n"
               "red.global.add.v2.f32 [%in0+16], {%f1, %f2}; atom.global.v2.f32.add {%f4, _}, [%in0+24], {0f3F800000, "
               "0f40000000}; atom.global.v2.f16x2.min.noftz {%r11, %r12}, [%in0+32], {%r9, %r10}; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(s->in[0], 0x42005000); /* 32 as f16, 32 as bf16 */
    assert_int_equal(s->in[1], 0x54005000);
    assert_int_equal(s->in[2], 0x42804200);
    float sums[2];
    memcpy(sums, &s->in[6], 8);
    assert_true(sums[0] == 32 && sums[1] == 64);
    assert_int_equal(s->in[8], 0xbc00c400); /* min(0, -4), min(0, -1) */
    assert_int_equal(s->in[9], 0);
    sim_free(s);
}

static void test_costs(void **state)
{
    (void)state;
    /* 32 lanes on one address, through a compare-and-swap, which nobody can sum up beforehand; then on 32 addresses. */
    sim *s = sim_load(KERNEL(
        "atom.global.cas.b32 %r1, [%in0], 0, 1; atom.global.exch.b32 %r2, [%in], 1; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(sim_total(s, global_atomic_requests), 2);
    assert_int_equal(sim_count(s, "atom.global.cas.b32", WG_COUNTER_global_atomic_sectors), 32);
    assert_int_equal(sim_count(s, "atom.global.exch.b32", WG_COUNTER_global_atomic_sectors), 4);
    assert_int_equal(sim_count(s, "atom.global.exch.b32", WG_COUNTER_global_atomic_bytes), 128);
    sim_free(s);
}

/* Blocks on several host threads add to the same words. */
static void test_across_host_threads(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("and.b32 %r1, %id, 7; mad.wide.u32 %d1, %r1, 4, %in0; mad.wide.u32 %d2, %r1, 8, %in0; "
                             "mov.u32 %r5, 0; L: red.global.add.u32 [%d1], 1; red.global.add.u64 [%d2+64], 3; add.u32 "
                             "%r5, %r5, 1; setp.lt.u32 %p1, %r5, 20; @%p1 bra L; ret;"));
    s->launch.host_threads = 4;
    sim_run(s, 100, 64);
    for (int n = 0; n < 8; n++) {
        assert_int_equal(s->in[n], 100 * 8 * 20);
        assert_int_equal(((uint64_t *)s->in)[8 + n], 3 * 100 * 8 * 20);
    }
    sim_free(s);
}

static void test_faults(void **state)
{
    (void)state;
    sim_faults(KERNEL("atom.global.add.u32 %r1, [%in0+262144], 1; ret;"), 1, 32,
               "out-of-bounds global atomic at address");
    sim_faults(KERNEL("atom.global.add.u32 %r1, [%in0+262144], 1; ret;"), 1, 32,
               "0 bytes past the end of in (262144 bytes");
    sim_faults(KERNEL("mov.u64 %d1, 0; red.add.u32 [%d1], 1; ret;"), 1, 32, "a null pointer");
    sim_faults(KERNEL("atom.global.add.u64 %d1, [%in0+4], 1; ret;"), 1, 32, "misaligned atomic of 8 bytes");
    sim_faults(PTX ".shared .u32 x[4];\n" KERNEL_BEGIN "atom.shared.add.u32 %r1, [x+16], 1; ret; }", 1, 32,
               "out-of-bounds shared atomic at address 0x10, the block's shared memory has 16 bytes");
    sim_faults(PTX ".shared .u32 x[4];\n" KERNEL_BEGIN "mov.u64 %d1, -4; atom.shared.add.u32 %r1, [%d1], 1; ret; }", 1,
               32, "out-of-bounds shared atomic");
    sim_faults(PTX ".shared .u32 x[4];\n" KERNEL_BEGIN
                   "mov.u64 %d1, x; cvta.shared.u64 %d1, %d1; atom.add.u32 %r1, [%d1+4096], 1; ret; }",
               1, 32, "out-of-bounds shared atomic");
}

static void test_refused(void **state)
{
    (void)state;
    sim_refuses(KERNEL("atom.global.add.u8 %h1, [%in0], %h2; ret;"), "no type for memory");
    sim_refuses(KERNEL("atom.global.add.pred %p1, [%in0], %p2; ret;"), "no type for memory");
    sim_refuses(KERNEL("atom.global.inc.f32 %f1, [%in0], %f2; ret;"), "atom.global.inc.f32");
    sim_refuses(KERNEL("atom.global.add.b128 %d1, [%in0], %d2; ret;"), "no type for memory");
    sim_refuses(KERNEL("atom.local.add.u32 %r1, [%in0], %r2; ret;"), "atom.local.add.u32");
    sim_refuses(KERNEL("atom.global.cas.b32 %r1, [%in0], %r2; ret;"), "needs 4 operands");
    sim_refuses(KERNEL("atom.global.add.u32 %r1, [%in0], %d2; ret;"), "32 are needed");
    sim_refuses(KERNEL("atom.global.add.u32 %d1, [%in0], %r2; ret;"), "32 are needed");
    sim_refuses(KERNEL("red.global.add.v2.f32 [%in0], {%f1, %f2, %f3}; ret;"), "moves 2 registers, 3 are given");
    sim_refuses(KERNEL("red.global.add.u32 [%in0], {%r1, %r2}; ret;"), "moves 1 registers, 2 are given");
}

/* 16 bytes at once: each thread exchanges its numbers for those of the one before, then one of them finds what it
 * expects. */
static void test_128_bits(void **state)
{
    (void)state;
    static const char *const SPACES[][2] = {{".global", "%in0"}, {"", "%in0"}, {".shared", "%d9"}};
    for (int n = 0; n < 3; n++) {
        wg_text text = {0};
        wg_text_addf(
            &text,
            "%s .shared .align 16 .b8 box[16];\n%s .reg .b128 %%q<4>; mov.u64 %%d9, box; cvt.u64.u32 %%d1, %%id; "
            "not.b64 %%d2, %%d1; mov.b128 %%q1, {%%d1, %%d2}; atom%s.exch.b128 %%q2, [%s], %%q1; mov.b128 {%%d3, "
            "%%d4}, %%q2; mad.wide.u32 %%d5, %%id, 16, %%out0; st.global.v2.u64 [%%d5], {%%d3, %%d4};\n"
            "mov.u64 %%d1, 31; not.b64 %%d2, %%d1; mov.b128 %%q1, {%%d1, %%d2}; mov.b128 %%q3, {%%d2, %%d1}; "
            "atom.relaxed.gpu%s.cas.b128 %%q2, [%s], %%q1, %%q3; mov.b128 {%%d3, %%d4}, %%q2; st.global.v2.u64 "
            "[%%d5+512], {%%d3, %%d4}; ret; }",
            PTX, KERNEL_BEGIN, SPACES[n][0], SPACES[n][1], SPACES[n][0], SPACES[n][1]);
        sim *s = sim_load(wg_text_get(&text));
        sim_run(s, 1, 32);
        const uint64_t *out = (const uint64_t *)s->out;
        for (uint64_t t = 0; t < 32; t++) {
            assert_int_equal(out[2 * t], t ? t - 1 : 0);
            assert_int_equal(out[2 * t + 1], t ? ~(t - 1) : 0);
            assert_int_equal(out[64 + 2 * t], t ? ~31ull : 31);
            assert_int_equal(out[64 + 2 * t + 1], t ? 31 : ~31ull);
        }
        sim_free(s);
        wg_text_free(&text);
    }
    sim_refuses(KERNEL(".reg .b128 %q<3>; atom.global.add.b128 %q1, [%in0], %q2; ret;"), "no type for memory");
    sim_faults(KERNEL(".reg .b128 %q<3>; atom.global.exch.b128 %q1, [%in0+8], %q2; ret;"), 1, 32, "misaligned atomic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_128_bits), cmocka_unit_test(test_operations),          cmocka_unit_test(test_halves),
        cmocka_unit_test(test_costs),    cmocka_unit_test(test_across_host_threads), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
