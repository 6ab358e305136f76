/* SPDX-License-Identifier: Apache-2.0 */
/* Calls: parameters of every kind, recursion, function pointers, frames. */
#include "sim_harness.h"

/* ---- parameters ---- */

static void test_slabs(void **state)
{
    (void)state;
    /* struct { u8 a; u16 b; u32 c; u64 d; f32 e[2]; } by value, and an array of 5 bytes; returns a struct of two words.
     */
    sim *s = sim_load(PTX ".func (.param .align 8 .b8 r[8]) f(.param .align 8 .b8 s[24], .param .b8 t[5]) { .reg .b16 "
                          "%h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"
                          "ld.param.u8 %h1, [s]; ld.param.u16 %h2, [s+2]; ld.param.u32 %r1, [s+4]; ld.param.u64 %d1, "
                          "[s+8]; ld.param.v2.b32 {%r2, %r3}, [s+16]; ld.param.s8 %h3, [t+4];\n"
                          "cvt.u32.u16 %r4, %h1; cvt.u32.u16 %r5, %h2; cvt.u32.u64 %r6, %d1; cvt.s32.s16 %r7, %h3;\n"
                          "add.u32 %r4, %r4, %r5; add.u32 %r4, %r4, %r1; add.u32 %r4, %r4, %r6; add.u32 %r2, %r2, %r3; "
                          "add.u32 %r2, %r2, %r7; st.param.v2.b32 [r], {%r4, %r2}; ret; }\n" KERNEL_BEGIN
                          "{ .param .align 8 .b8 x[24]; .param .b8 y[5]; .param .align 8 .b8 z[8];\n"
                          "mov.b16 %h1, 7; st.param.b8 [x], %h1; mov.b16 %h2, 1000; st.param.b16 [x+2], %h2; "
                          "st.param.b32 [x+4], %id; cvt.u64.u32 %d1, %id; st.param.b64 [x+8], %d1;\n"
                          "st.param.v2.b32 [x+16], {%id, 5}; st.param.b8 [y+4], -3; call (z), f, (x, y); ld.param.b32 "
                          "%r1, [z]; ld.param.b32 %r2, [z+4]; }\n"
                          "st.global.u32 [%out], %r1; st.global.u32 [%out+256], %r2; ret; }");
    sim_run(s, 1, 40);
    for (uint32_t t = 0; t < 40; t++) {
        assert_int_equal(s->out[t], 1007 + 2 * t);
        assert_int_equal(s->out[64 + t], t + 5 - 3);
    }
    sim_free(s);
}

static void test_register_params(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX
        ".func (.reg .u32 %res, .reg .pred %q) f(.reg .u32 %a, .reg .u64 %b, .reg .pred %c) { .reg .b32 %t; "
        "cvt.u32.u64 %t, %b; add.u32 %res, %a, %t; @%c add.u32 %res, %res, 1000; not.pred %q, %c; ret; }\n" KERNEL_BEGIN
        "setp.lt.u32 %p1, %id, 9; cvt.u64.u32 %d1, %id; call (%r1, %p2), f, (%id, %d1, %p1); selp.u32 %r2, 1, 0, %p2; "
        "st.global.u32 [%out], %r1; st.global.u32 [%out+128], %r2; ret; }");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], 2 * t + (t < 9 ? 1000 : 0));
        assert_int_equal(s->out[32 + t], t >= 9);
    }
    sim_free(s);
}

static void test_constant_arguments(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".func (.reg .u32 %res) f(.reg .u32 %a, .reg .u64 %b) { cvt.u32.u64 %res, %b; add.u32 %res, "
                          "%res, %a; ret; }\n" KERNEL_BEGIN
                          "call (%r1), f, (5, 7); call (_), f, (1, 2); st.global.u32 [%out], %r1; ret; }");
    sim_run(s, 1, 32);
    assert_int_equal(s->out[31], 12);
    sim_free(s);
}

/* ---- recursion ---- */

#define FACTORIAL                                                                                                      \
    ".func (.param .b32 r) f(.param .b32 n) { .reg .b32 %r<9>; .reg .pred %p; ld.param.u32 %r1, [n]; setp.gt.u32 %p, " \
    "%r1, 1; @%p bra MORE;\n"                                                                                          \
    "mov.u32 %r2, 1; st.param.b32 [r], %r2; ret; MORE: sub.u32 %r3, %r1, 1; { .param .b32 a; .param .b32 b; "          \
    "st.param.b32 [a], %r3; call.uni (b), f, (a); ld.param.b32 %r4, [b]; }\n"                                          \
    "mul.lo.u32 %r2, %r4, %r1; st.param.b32 [r], %r2; ret; }\n"

static void test_factorial(void **state)
{
    (void)state;
    sim *s = sim_load(PTX FACTORIAL KERNEL_BEGIN
                      "and.b32 %r1, %id, 15; { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), f, (a); "
                      "ld.param.b32 %r2, [b]; } st.global.u32 [%out], %r2; ret; }");
    sim_run(s, 1, 64);
    for (uint32_t t = 0; t < 64; t++) {
        uint32_t expected = 1;
        for (uint32_t n = 2; n <= t % 16; n++)
            expected *= n;
        assert_int_equal(s->out[t], expected);
    }
    sim_free(s);
}

/* fib with an array in each frame's local memory: what deeper frames do must not show. */
static void test_fibonacci_with_locals(void **state)
{
    (void)state;
    sim *s =
        sim_load(PTX ".func (.param .b32 r) f(.param .b32 n) { .local .align 4 .b8 depot[12]; .reg .b32 %r<9>; .reg "
                     ".b64 %d<9>; .reg .pred %p; mov.u64 %d1, depot; cvta.local.u64 %d2, %d1;\n"
                     "ld.param.u32 %r1, [n]; st.local.u32 [%d1+4], %r1; st.u32 [%d2+8], %r1; setp.gt.u32 %p, %r1, 1; "
                     "@%p bra MORE; st.param.b32 [r], %r1; ret;\n"
                     "MORE: sub.u32 %r3, %r1, 1; { .param .b32 a; .param .b32 b; st.param.b32 [a], %r3; call (b), f, "
                     "(a); ld.param.b32 %r4, [b]; }\n"
                     "ld.u32 %r5, [%d2+4]; sub.u32 %r5, %r5, 2; { .param .b32 a; .param .b32 b; st.param.b32 [a], %r5; "
                     "call (b), f, (a); ld.param.b32 %r6, [b]; }\n"
                     "add.u32 %r4, %r4, %r6; ld.local.u32 %r7, [depot+8]; sub.u32 %r7, %r7, %r1; add.u32 %r4, %r4, "
                     "%r7; st.param.b32 [r], %r4; ret; }\n" KERNEL_BEGIN
                     ".local .b32 mine[4]; st.local.u32 [mine+4], %id; rem.u32 %r1, %id, 12; { .param .b32 a; .param "
                     ".b32 b; st.param.b32 [a], %r1; call (b), f, (a); ld.param.b32 %r2, [b]; }\n"
                     "ld.local.u32 %r3, [mine+4]; st.global.u32 [%out], %r2; st.global.u32 [%out+4096], %r3; ret; }");
    sim_run(s, 2, 37);
    for (uint32_t t = 0; t < 37; t++) {
        uint32_t a = 0, b = 1;
        for (uint32_t n = 0; n < t % 12; n++) {
            uint32_t c = a + b;
            a = b;
            b = c;
        }
        assert_int_equal(s->out[37 + t], a);
        assert_int_equal(s->out[1024 + 37 + t], t);
    }
    sim_free(s);
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void test_ackermann(void **state)
{
    (void)state;
    sim *s =
        sim_load(PTX ".func (.reg .u32 %z) a(.reg .u32 %m, .reg .u32 %n) { .reg .b32 %r<9>; .reg .pred %p; setp.ne.u32 "
                     "%p, %m, 0; @%p bra M; add.u32 %z, %n, 1; ret;\n"
                     "M: sub.u32 %r1, %m, 1; setp.ne.u32 %p, %n, 0; @%p bra N; call (%z), a, (%r1, 1); ret; N: sub.u32 "
                     "%r2, %n, 1; call (%r3), a, (%m, %r2); call (%z), a, (%r1, %r3); ret; }\n" KERNEL_BEGIN
                     "and.b32 %r1, %id, 1; shr.u32 %r2, %id, 1; and.b32 %r2, %r2, 3; add.u32 %r1, %r1, 1; call (%r3), "
                     "a, (%r1, %r2); st.global.u32 [%out], %r3; ret; }");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], ackermann(1 + t % 2, t / 2 % 4));
    sim_free(s);
}

static void test_stack_overflow(void **state)
{
    (void)state;
    sim_faults(PTX ".func f() { call f; ret; }\n" KERNEL_BEGIN "call f; ret; }", 1, 32, "stack overflow");
    sim_faults(PTX ".func f() { .local .b8 x[2048]; .reg .b64 %d; mov.u64 %d, x; call f; ret; }\n" KERNEL_BEGIN
                   "call f; ret; }",
               1, 32, "stack overflow");
}

/* ---- divergence and calls ---- */

static void test_divergent_calls(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".func (.reg .u32 %z) f(.reg .u32 %a) { .reg .pred %p; setp.lt.u32 %p, %a, 4; @%p bra S; "
                          "mul.lo.u32 %z, %a, 3; ret; S: mul.lo.u32 %z, %a, 5; ret; }\n"
                          ".func (.reg .u32 %z) g(.reg .u32 %a) { .reg .pred %p; .reg .b32 %t; call (%t), f, (%a); "
                          "add.u32 %z, %t, 1; setp.eq.u32 %p, %a, 13; @%p exit; ret; }\n" KERNEL_BEGIN
                          "mov.u32 %r1, 77; setp.lt.u32 %p1, %id, 20; @%p1 call (%r1), g, (%id); activemask.b32 %r2; "
                          "st.global.u32 [%out], %r1; st.global.u32 [%out+128], %r2; ret; }");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t value = t >= 20 ? 77 : 1 + t * (t < 4 ? 5 : 3);
        assert_int_equal(s->out[t], t == 13 ? 0 : value);
        assert_int_equal(s->out[32 + t], t == 13 ? 0 : ~(1u << 13));
    }
    sim_free(s);
}

#define TABLE                                                                                                          \
    ".func (.param .b32 r) f0(.param .b32 a) { .reg .b32 %r; ld.param.b32 %r, [a]; add.u32 %r, %r, 100; st.param.b32 " \
    "[r], %r; ret; }\n"                                                                                                \
    ".func (.param .b32 r) f1(.param .b32 a) { .reg .b32 %r; ld.param.b32 %r, [a]; add.u32 %r, %r, 200; st.param.b32 " \
    "[r], %r; ret; }\n"                                                                                                \
    ".func (.param .b32 r) f2(.param .b32 a) { .reg .b32 %r; ld.param.b32 %r, [a]; add.u32 %r, %r, 300; st.param.b32 " \
    "[r], %r; ret; }\n"                                                                                                \
    ".global .align 8 .u64 table[3] = {f0, f1, f2};\n"
#define CALL_TABLE                                                                                                     \
    "rem.u32 %r1, %id, 3; mov.u64 %d1, table; mad.wide.u32 %d1, %r1, 8, %d1; ld.global.u64 %d2, [%d1];\n"              \
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %id; P: .callprototype (.param .b32 _) _ (.param .b32 _); "     \
    "GUARD call (b), %d2, (a), P; ld.param.b32 %r2, [b]; }\n"                                                          \
    "activemask.b32 %r3; st.global.u32 [%out], %r2; st.global.u32 [%out+128], %r3; ret; }"

static void test_indirect_calls(void **state)
{
    (void)state;
    char text[8192];
    snprintf(text, sizeof text, "%s", PTX TABLE KERNEL_BEGIN CALL_TABLE);
    memcpy(strstr(text, "GUARD"), "     ", 5);
    sim *s = sim_load(text);
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], t + 100 * (1 + t % 3));
        assert_int_equal(s->out[32 + t], 0xffffffff);
    }
    assert_int_equal(sim_count(s, "call", WG_COUNTER_warp_instructions), 3);
    sim_free(s);
}

static void test_address_of_function(void **state)
{
    (void)state;
    sim *s = sim_load(PTX TABLE KERNEL_BEGIN
                      "mov.u64 %d1, f2; mov.u64 %d2, f0; setp.lt.u32 %p1, %id, 3; selp.b64 %d3, %d1, %d2, %p1;\n"
                      "{ .param .b32 a; .param .b32 b; st.param.b32 [a], 1; P: .calltargets f0, f2; call (b), %d3, "
                      "(a), P; ld.param.b32 %r2, [b]; } st.global.u32 [%out], %r2; ret; }");
    sim_run(s, 1, 32);
    assert_int_equal(s->out[0], 301);
    assert_int_equal(s->out[3], 101);
    sim_free(s);
}

static void test_bad_indirect_calls(void **state)
{
    (void)state;
    sim_faults(PTX TABLE KERNEL_BEGIN
               "cvt.u64.u32 %d1, %id; add.u64 %d1, %d1, 5; P: .callprototype _ (); call %d1, P; ret; }",
               1, 32, "indirect call of 0x5, which is no function");
    sim_faults(PTX TABLE KERNEL_BEGIN "mov.u64 %d1, f1; P: .callprototype _ (); call %d1, P; ret; }", 1, 32,
               "indirect call of f1 with 0 arguments");
}

static void test_refused_calls(void **state)
{
    (void)state;
    sim_refuses(PTX FACTORIAL KERNEL_BEGIN "call f; ret; }", "f takes 1 arguments and returns 1");
    sim_refuses(PTX FACTORIAL KERNEL_BEGIN "{ .param .b8 a[5]; .param .b32 b; call (b), f, (a); } ret; }",
                "argument 1");
    sim_refuses(PTX FACTORIAL KERNEL_BEGIN "call (5), f, (3); ret; }", "no register");
    sim_refuses(PTX FACTORIAL KERNEL_BEGIN "call (%r1), f, (_); ret; }", "wrong form");
    sim_refuses(PTX FACTORIAL KERNEL_BEGIN "call (%r1), f, (%p1); ret; }", "argument 1");
    sim_refuses(PTX KERNEL_BEGIN "call %r1; ret; }", "less than 64 bits");
    sim_refuses(PTX KERNEL_BEGIN "call k; ret; }", "kernel k");
    sim_refuses(PTX ".extern .func nowhere();\n" KERNEL_BEGIN "call nowhere; ret; }", "calling nowhere");
    sim_refuses(PTX ".func f() { .param .b32 x; call g; }\n" KERNEL_BEGIN "call f; ret; }", "g");
    sim_refuses(PTX ".func f(.param .b8 huge[16000000]) { ret; }\n" KERNEL_BEGIN
                    "{ .param .b8 a[16000000]; call f, (a); } ret; }",
                "bytes a warp");
}

/* What a callee's registers held in an earlier call must not be seen again. */
static void test_fresh_registers(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX ".func (.reg .u32 %z) f(.reg .u32 %a) { .reg .b32 %r; .reg .pred %p; setp.eq.u32 %p, %a, 0; @%p mov.u32 "
            "%r, 9; mov.u32 %z, %r; ret; }\n" KERNEL_BEGIN
            "call (%r1), f, (0); call (%r2), f, (1); st.global.u32 [%out], %r1; st.global.u32 [%out+128], %r2; ret; }");
    sim_run(s, 1, 32);
    assert_int_equal(s->out[5], 9);
    assert_int_equal(s->out[37], 0);
    sim_free(s);
}

/* The address of a function's own parameter is one in local memory; clang reads it with ld.param all the same. */
static void test_address_of_parameter(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX
        ".func (.param .b32 r) pick(.param .align 4 .b8 s[64], .param .b32 i) { .reg .b32 %a<5>; .reg .b64 %b<5>; "
        ".local "
        ".u32 other; st.local.u32 [other], 9; mov.b64 %b1, s; ld.param.u32 %a1, [i]; mul.wide.u32 %b2, %a1, 4; add.u64 "
        "%b3, %b1, %b2; ld.param.u32 %a2, [%b3]; ld.local.u32 %a3, [%b3]; add.u32 %a2, %a2, %a3; ld.param.u32 %a3, "
        "[s+4]; add.u32 %a2, %a2, %a3; st.param.b32 [r], %a2; ret; }\n" KERNEL_BEGIN
        "{ .param .align 4 .b8 a[64]; .param .b32 b; .param .b32 c; add.u32 %r1, %id, 100; st.param.b32 [a], %r1; "
        "add.u32 "
        "%r1, %id, 200; st.param.b32 [a+4], %r1; add.u32 %r1, %id, 300; st.param.b32 [a+60], %r1; and.b32 %r2, %id, 1; "
        "setp.eq.u32 %p1, %r2, 0; selp.u32 %r2, 0, 15, %p1; st.param.b32 [b], %r2; call (c), pick, (a, b); "
        "ld.param.b32 "
        "%r3, [c]; } st.global.u32 [%out], %r3; ret; }");
    sim_run(s, 1, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(s->out[t], 2 * (t + (t % 2 ? 300 : 100)) + t + 200);
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_of_parameter),
        cmocka_unit_test(test_slabs),
        cmocka_unit_test(test_register_params),
        cmocka_unit_test(test_constant_arguments),
        cmocka_unit_test(test_factorial),
        cmocka_unit_test(test_fibonacci_with_locals),
        cmocka_unit_test(test_ackermann),
        cmocka_unit_test(test_stack_overflow),
        cmocka_unit_test(test_divergent_calls),
        cmocka_unit_test(test_indirect_calls),
        cmocka_unit_test(test_address_of_function),
        cmocka_unit_test(test_bad_indirect_calls),
        cmocka_unit_test(test_refused_calls),
        cmocka_unit_test(test_fresh_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
