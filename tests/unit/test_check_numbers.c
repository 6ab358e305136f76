/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that go wrong: what is reported, with which operands, and what is not. */
#include "check/check.h"
#include "sim_harness.h"

enum { ALL = -1 };
#define ONLY(kind) (1u << (WG_FINDING_##kind - WG_FINDING_nan))

/* Runs a body of KERNEL in one warp, with `first` in the first word of `in` and its number in that of each other
 * thread; the findings that are about numbers: "kind: sentence\n". */
static char *numbers_of(const char *ptx, uint32_t first, uint32_t n, uint32_t kinds)
{
    sim *s = sim_load(ptx);
    wg_check *check = wg_check_new();
    wg_text out = {0};
    wg_check_want_numbers(check, kinds);
    s->launch.checker = wg_check_checker(check);
    sim_param_u32(s, 2, n);
    sim_buffers(s);
    for (uint32_t k = 0; k < 32; k++)
        s->in[k] = k ? k : first;
    sim_run(s, 1, 32);
    const wg_findings *found = wg_check_findings(check);
    wg_text_add(&out, "", 0);
    for (size_t k = 0; k < found->count; k++)
        if (wg_finding_class_of(found->items[k].kind) == WG_CHECK_NUMBERS)
            wg_text_addf(&out, "%s x%llu: %s\n", wg_finding_id(found->items[k].kind),
                         (unsigned long long)found->items[k].count, found->items[k].sentence);
    wg_check_free(check);
    sim_free(s);
    return out.bytes;
}

static void expect(const char *ptx, uint32_t first, uint32_t n, uint32_t kinds, const char *wanted)
{
    char *got = numbers_of(ptx, first, n, kinds);
    assert_string_equal(got, wanted);
    free(got);
}

#define LOAD "ld.global.f32 %f1, [%in]; "
#define STORE "; st.global.f32 [%out], %f2;"
static const uint32_t MINUS_ONE = 0xbf800000, ONE = 0x3f800000, HUGE_FLOAT = 0x7f000000, SMALL = 0x00800000,
                      NOT_A_NUMBER = 0x7fc00000, INFINITE = 0x7f800000;

/* The words 1 … 31 of `in` are denormal numbers: lanes other than the first are not to say anything of NaN. */
static void test_births(void **state)
{
    (void)state;
    expect(KERNEL(LOAD "sqrt.rn.f32 %f2, %f1" STORE), MINUS_ONE, 0, ONLY(nan),
           "nan x1: sqrt(-1) is not a number (NaN) in f32. It is stored in memory.\n");
    expect(KERNEL(LOAD "sub.f32 %f3, %f1, %f1; div.rn.f32 %f2, %f3, %f3" STORE), ONE, 0, ONLY(nan),
           "nan x32: 0 / 0 is not a number (NaN) in f32. It is stored in memory.\n");
    expect(KERNEL(LOAD "fma.rn.f32 %f2, %f1, %f1, %f1" STORE), HUGE_FLOAT, 0, ONLY(infinity),
           "infinity x1: 1.70141183e+38 * 1.70141183e+38 + 1.70141183e+38 is infinite in f32. It is stored in "
           "memory.\n");
    expect(KERNEL(LOAD "mul.f32 %f2, %f1, 0f3F000000" STORE), SMALL, 0, ONLY(denormal),
           "denormal x1: 1.17549435e-38 * 0.5 is denormal in f32. It is stored in memory.\n");
    expect(KERNEL(LOAD "cvt.f64.f32 %fd1, %f1; sqrt.rn.f64 %fd2, %fd1; st.global.f64 [%out0], %fd2;"), MINUS_ONE, 0,
           ONLY(nan), "nan x1: sqrt(-1) is not a number (NaN) in f64. It is stored in memory.\n");
}

/* What comes from memory, and what it becomes, is no doing of the kernel's. */
static void test_inherited(void **state)
{
    (void)state;
    expect(KERNEL(LOAD "add.f32 %f2, %f1, 0f3F800000" STORE), NOT_A_NUMBER, 0, (uint32_t)ALL, "");
    expect(KERNEL(LOAD "add.f32 %f2, %f1, 0f3F800000" STORE), INFINITE, 0, (uint32_t)ALL, "");
    expect(KERNEL(LOAD "sub.f32 %f2, %f1, %f1" STORE), INFINITE, 0, ONLY(nan),
           "nan x1: infinity - infinity is not a number (NaN) in f32. It is stored in memory.\n");
}

/* The first cause, wherever it goes from there: here to two stores. */
static void test_first_cause(void **state)
{
    (void)state;
    expect(KERNEL(LOAD "sqrt.rn.f32 %f3, %f1; add.f32 %f4, %f3, %f3; mul.f32 %f2, %f4, %f4" STORE
                       "st.global.f32 [%out], %f3;"),
           MINUS_ONE, 0, ONLY(nan), "nan x2: sqrt(-1) is not a number (NaN) in f32. It is stored in memory.\n");
    expect(KERNEL(LOAD "mul.f32 %f3, %f1, 0f41200000; sub.f32 %f2, %f3, %f3" STORE), HUGE_FLOAT, 0,
           ONLY(nan) | ONLY(infinity),
           "infinity x1: 1.70141183e+38 * 10 is infinite in f32. It is stored in memory.\n");
}

/* A compiler computes both sides, and takes one. 1 / infinity is 0, and that is right. */
static void test_not_chosen(void **state)
{
    (void)state;
    expect(
        KERNEL(LOAD "sqrt.rn.f32 %f3, %f1; setp.lt.f32 %p1, %f1, 0f00000000; selp.f32 %f2, 0f00000000, %f3, %p1" STORE),
        MINUS_ONE, 0, ONLY(nan), "");
    expect(
        KERNEL(LOAD "sqrt.rn.f32 %f3, %f1; setp.ge.f32 %p1, %f1, 0f00000000; selp.f32 %f2, 0f00000000, %f3, %p1" STORE),
        MINUS_ONE, 0, ONLY(nan), "nan x1: sqrt(-1) is not a number (NaN) in f32. It is stored in memory.\n");
    expect(KERNEL("setp.ne.u32 %p1, %id, 0; @%p1 ret; " LOAD "mul.f32 %f3, %f1, 0f41200000; rcp.rn.f32 %f2, %f3" STORE),
           HUGE_FLOAT, 0, ONLY(infinity) | ONLY(nan), "");
}

static void test_other_uses(void **state)
{
    (void)state;
    expect(KERNEL(LOAD "sqrt.rn.f32 %f3, %f1; mov.b32 %r1, %f3; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; st.global.u32 "
                       "[%out], %r2;"),
           MINUS_ONE, 0, ONLY(nan), "nan x1: sqrt(-1) is not a number (NaN) in f32. It goes to other lanes.\n");
    expect(KERNEL(LOAD "sqrt.rn.f32 %f3, %f1; cvt.rzi.s32.f32 %r1, %f3; st.global.u32 [%out], %r1;"), MINUS_ONE, 0,
           ONLY(nan), "nan x1: sqrt(-1) is not a number (NaN) in f32. It is converted to an integer.\n");
    expect(KERNEL(LOAD "mov.f32 %f2, 0f7FFFFFFF" STORE), ONE, 0, ONLY(nan),
           "nan x32: The result is the constant NaN, as of a function outside of its domain. It is stored in "
           "memory.\n");
}

/* ---- indices ---- */

#define STORE_AT(extend) extend "add.s64 %d2, %out0, %d1; st.global.u32 [%d2], %id;"
#define SIGNED STORE_AT("mul.wide.s32 %d1, %r1, 4; ")
#define UNSIGNED STORE_AT("mul.wide.u32 %d1, %r1, 4; ")

static void test_wrapped(void **state)
{
    (void)state;
    /* Lane 16 is the first whose product with 2^28 is 2^32: 0 in 32 bits. Lanes 8 to 15 are negative: out of bounds. */
    expect(KERNEL("mul.lo.s32 %r1, %id, %n; setp.lt.u32 %p1, %id, 16; @%p1 ret; " SIGNED), 0, 1u << 28, (uint32_t)ALL,
           "index_overflow x16: 16 * 268435456 is 4294967296, which does not fit in 32 bits: it became 0. It is used "
           "as an address.\n");
    expect(KERNEL("mad.lo.s32 %r1, %id, %n, 5; setp.lt.u32 %p1, %id, 16; @%p1 ret; " UNSIGNED), 0, 1u << 28,
           (uint32_t)ALL,
           "index_overflow x16: 16 * 268435456 + 5 is 4294967301, which does not fit in 32 bits: it became 5. It is "
           "used as an address.\n");
    expect(KERNEL("shl.b32 %r2, %id, 28; add.s32 %r1, %r2, 1; setp.lt.u32 %p1, %id, 16; @%p1 ret; " STORE_AT(
               "cvt.s64.s32 %d3, %r1; shl.b64 %d1, %d3, 2; ")),
           0, 0, (uint32_t)ALL,
           "index_overflow x16: 16 << 28 is 4294967296, which does not fit in 32 bits: it became 0. It is used as an "
           "address.\n");
}

static void test_not_wrapped(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "add.s32 %r2, %id, 2147483647; sub.s32 %r1, %r2, 2147483647; " SIGNED, /* there and back */
        "add.s32 %r1, %id, -1; add.s32 %r1, %r1, 1; " UNSIGNED,
        "mul.lo.s32 %r2, %id, -1640531535; and.b32 %r1, %r2, 63; " SIGNED, /* hashes */
        "mul.lo.s32 %r2, %id, -1640531535; shr.u32 %r1, %r2, 26; " SIGNED,
        "mul.lo.s32 %r2, %id, -1640531535; rem.u32 %r1, %r2, 100; " UNSIGNED,
        "mul.hi.u32 %r1, %id, -1640531535; " SIGNED,
        "mul.lo.s32 %r1, %id, -1640531535; st.global.u32 [%out], %r1;", /* no address */
    };
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s%s\n}\n", PTX KERNEL_BEGIN, bodies[k]);
        expect(text.bytes, 0, 0, (uint32_t)ALL, "");
        wg_text_free(&text);
    }
}

static void test_only_what_is_wanted(void **state)
{
    (void)state;
    expect(KERNEL(LOAD "sqrt.rn.f32 %f2, %f1" STORE), MINUS_ONE, 0, ONLY(infinity) | ONLY(index_overflow), "");
    expect(KERNEL("mul.lo.s32 %r1, %id, %n; setp.lt.u32 %p1, %id, 16; @%p1 ret; " SIGNED), 0, 1u << 28, ONLY(nan), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_births),      cmocka_unit_test(test_inherited),
        cmocka_unit_test(test_first_cause), cmocka_unit_test(test_not_chosen),
        cmocka_unit_test(test_other_uses),  cmocka_unit_test(test_wrapped),
        cmocka_unit_test(test_not_wrapped), cmocka_unit_test(test_only_what_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
