/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel can do wrong while it runs, what it prints, and what is refused before it runs. */
#include "sim_harness.h"

/* ---- memory ---- */

static void test_out_of_bounds(void **state)
{
    (void)state;
    sim *s = sim_load(
        KERNEL("mad.wide.u32 %d1, %gid, 4, %in0;\nld.global.u32 %r1, [%d1+261844];\nst.global.u32 [%out], %r1; ret;"));
    assert_int_equal(sim_go(s, 2, 64), WG_ERR_FAULT);
    assert_contains(s->err.text, "test.ptx:11: out-of-bounds global load of 4 bytes");
    assert_contains(s->err.text, "0 bytes past the end of in (262144 bytes at 0x");
    assert_contains(s->err.text, "block (1,0,0), thread (11,0,0)");
    assert_contains(s->err.text, "instruction ld.global.u32 at PTX line 11");
    sim_free(s);
    sim_faults(KERNEL("st.global.u32 [%out0+-8], %r1; ret;"), 1, 1, "8 bytes before out");
    sim_faults(KERNEL("st.global.u32 [%in0+264000], %r1; ret;"), 1, 1, "1856 bytes past the end of in");
    sim_faults(KERNEL("st.global.v4.u32 [%in0+262136], {%r1, %r1, %r1, %r1}; ret;"), 1, 1, "misaligned");
    sim_faults(KERNEL("mov.u64 %d1, 0; ld.global.u32 %r1, [%d1]; ret;"), 1, 1, "a null pointer");
    sim_faults(KERNEL("mov.u64 %d1, 0; ld.u32 %r1, [%d1+64]; ret;"), 1, 1, "a null pointer");
    sim_faults(KERNEL("ld.global.u32 %r1, [16]; ret;"), 1, 1, "address 0x10");
    sim_faults(KERNEL("mov.u64 %d1, 0x123456789abcdef0; ld.u32 %r1, [%d1]; ret;"), 1, 1, "past the end of in");
}

/* Addresses that go round the end of the address space must not come out inside of something. */
static void test_wrapping_addresses(void **state)
{
    (void)state;
    static const char *const ACCESSES[] = {"ld.shared.u32 %%r1, [%%d1];", "st.shared.u32 [%%d1], %%r1;",
                                           "ld.local.u32 %%r1, [%%d1];",  "st.local.u32 [%%d1], %%r1;",
                                           "ld.param.u32 %%r1, [%%d1];",  "ld.global.u32 %%r1, [%%d1];",
                                           "ld.shared.u32 %%r1, [%%r2];"};
    for (size_t n = 0; n < sizeof ACCESSES / sizeof *ACCESSES; n++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s",
                     PTX ".shared .u32 tile[64];\n" KERNEL_BEGIN
                         ".local .u32 mine[64]; mov.u64 %d5, tile; mov.u64 %d5, mine; mov.u64 %d1, -64; mad.wide.u32 "
                         "%d1, %id, 4, %d1; mov.u32 %r2, -64; mad.lo.u32 %r2, %id, 4, %r2;\n");
        wg_text_addf(&text, ACCESSES[n], 0);
        wg_text_addf(&text, " ret; }");
        sim_faults(wg_text_get(&text), 1, 32, "out-of-bounds");
        wg_text_free(&text);
    }
    /* Lane 31 comes out 4 bytes behind lane 0, the others are far away: 31 × stride = 4 modulo 2^64. */
    sim_faults(PTX ".shared .u32 tile[64];\n" KERNEL_BEGIN "mov.u64 %d5, tile; cvt.u64.u32 %d1, %id; mul.lo.u64 %d1, "
                   "%d1, 0x1084210842108424; ld.shared.u32 %r1, [%d1]; ret; }",
               1, 32, "shared");
    uint64_t stride = 1;
    for (int n = 0; n < 6; n++)
        stride *= 2 - 31 * stride; /* 1 / 31 */
    static const char *const STRAY[] = {"st.shared.u32 [%d1], 1;", "ld.shared.u32 %r1, [%d1];",
                                        "st.global.u32 [%d2], 1;", "ld.global.u32 %r1, [%d2];", "ld.u32 %r1, [%d2];"};
    for (size_t n = 0; n < sizeof STRAY / sizeof *STRAY; n++) {
        char text[4096];
        snprintf(text, sizeof text,
                 "%s .shared .u32 tile[64];\n%s mov.u64 %%d5, tile; cvt.u64.u32 %%d1, %%id; mul.lo.u64 %%d1, %%d1, "
                 "0x%llx; add.u64 %%d2, %%d1, %%in0; %s ret; }",
                 PTX, KERNEL_BEGIN, (unsigned long long)(4 * stride), STRAY[n]);
        sim_faults(text, 1, 32, "out-of-bounds");
    }
}

static void test_misaligned(void **state)
{
    (void)state;
    sim_faults(KERNEL("ld.global.u32 %r1, [%in0+2]; ret;"), 1, 32, "misaligned global access of 4 bytes");
    sim_faults(KERNEL("ld.global.v2.u32 {%r1, %r2}, [%in0+4]; ret;"), 1, 32, "misaligned global access of 8 bytes");
    sim_faults(PTX ".shared .b8 x[64];\n" KERNEL_BEGIN "ld.shared.u16 %h1, [x+1]; ret; }", 1, 32,
               "misaligned shared access of 2 bytes");
    sim_faults(KERNEL(".local .b8 x[64]; ld.local.u64 %d1, [x+4]; ret;"), 1, 32, "misaligned local");
    sim *s = sim_load(KERNEL(
        "setp.eq.u32 %p1, %id, 7; selp.u64 %d1, 1, 0, %p1; add.u64 %d1, %d1, %in; ld.global.u32 %r1, [%d1]; ret;"));
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
    assert_contains(s->err.text, "thread (7,0,0)");
    sim_free(s);
}

static void test_use_after_free(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("ld.global.u32 %r1, [%in+400]; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(wg_heap_release(s->heap, s->in_address, &s->err), WG_OK);
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
    assert_contains(s->err.text, "inside in, which was freed");
    assert_int_equal(wg_heap_release(s->heap, s->in_address, &s->err), WG_ERR_INPUT);
    sim_free(s);
}

static void test_stores_to_parameters(void **state)
{
    (void)state;
    sim_faults(KERNEL("mov.b64 %d1, n; cvta.param.u64 %d1, %d1; st.u32 [%d1], 5; ret;"), 1, 32,
               "a store to the kernel's parameters");
    sim_refuses(KERNEL("st.param.u32 [n], 5; ret;"), "parameter of a call");
}

static void test_empty_shared(void **state)
{
    (void)state;
    sim_faults(KERNEL("mov.u64 %d1, 0; ld.shared.u32 %r1, [%d1]; ret;"), 1, 32, "shared memory has 0 bytes");
    sim_faults(KERNEL("mov.u64 %d1, 0; st.local.u32 [%d1], %r1; ret;"), 1, 32, "local memory has 0 bytes");
}

/* ---- printf, assert, malloc, trap ---- */

#define VPRINTF ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
#define PRINT                                                                                                          \
    "{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], %d10; st.param.b64 [b], %d11; call.uni (c), "    \
    "vprintf, (a, b); ld.param.b32 %r20, [c]; }\n"

static char *string_bytes(const char *text)
{
    wg_text bytes = {0};
    for (const char *p = text;; p++) {
        wg_text_addf(&bytes, "%s%d", p == text ? "" : ", ", (unsigned char)*p);
        if (!*p)
            return bytes.bytes;
    }
}

static void check_printf(const char *format, const char *arguments, const char *expected, uint32_t taken)
{
    char *bytes = string_bytes(format);
    wg_text text = {0};
    wg_text_addf(&text,
                 "%s .global .b8 format[] = {%s}; .global .b8 word[6] = {104, 101, 108, 108, 111, 0}; .global .b8 "
                 "open[3] = {97, 98, 99};\n%s .local .align 8 .b8 values[64]; mov.u64 %%d12, values; cvta.local.u64 "
                 "%%d11, %%d12; mov.u64 %%d10, format; cvta.global.u64 %%d10, %%d10; mov.u64 %%d13, word; mov.u64 "
                 "%%d14, open;\n%s\n%s st.global.u32 [%%out], %%r20; ret; }",
                 PTX VPRINTF, bytes, KERNEL_BEGIN, arguments, PRINT);
    sim *s = sim_load(wg_text_get(&text));
    sim_run(s, 1, 2);
    char both[512];
    snprintf(both, sizeof both, "%s%s", expected, expected);
    assert_string_equal(wg_text_get(&s->printed), both);
    assert_int_equal(s->out[0], taken);
    sim_free(s);
    wg_text_free(&text);
    free(bytes);
}

static void test_printf(void **state)
{
    (void)state;
    check_printf("plain 100%%\n", "", "plain 100%\n", 0);
    check_printf("%d %5d|%-5d|%05d %+d",
                 "st.local.u32 [%d12], -7; st.local.u32 [%d12+4], 42; st.local.u32 [%d12+8], 42; st.local.u32 "
                 "[%d12+12], 42; st.local.u32 [%d12+16], 3;",
                 "-7    42|42   |00042 +3", 5);
    check_printf("%u %x %X %o %c",
                 "st.local.u32 [%d12], -1; st.local.u32 [%d12+4], 255; st.local.u32 [%d12+8], 255; st.local.u32 "
                 "[%d12+12], 8; st.local.u32 [%d12+16], 65;",
                 "4294967295 ff FF 10 A", 5);
    check_printf("%lld %llu %lx",
                 "st.local.u64 [%d12], -5; st.local.u64 [%d12+8], -1; st.local.u64 [%d12+16], 0x123456789ab;",
                 "-5 18446744073709551615 123456789ab", 3);
    check_printf("%d %5.2f %g|%e",
                 "st.local.u32 [%d12], 1; st.local.f64 [%d12+8], 0d400921FB54442D18; st.local.f64 [%d12+16], "
                 "0d3FE0000000000000; st.local.f64 [%d12+24], 0d4059000000000000;",
                 "1  3.14 0.5|1.000000e+02", 4);
    check_printf("[%s] [%8s] [%-8s] [%.2s]",
                 "st.local.u64 [%d12], %d13; st.local.u64 [%d12+8], %d13; st.local.u64 [%d12+16], %d13; st.local.u64 "
                 "[%d12+24], %d13;",
                 "[hello] [   hello] [hello   ] [he]", 4);
    check_printf("%s|%p", "st.local.u64 [%d12], %d14; st.local.u64 [%d12+8], 4096;", "abc|0x1000",
                 2); /* a string that is cut by the end of its memory */
    check_printf("%s", "st.local.u64 [%d12], 64;", "(0x40)", 1);
    check_printf(
        "%*d|%hhd|%zu",
        "st.local.u32 [%d12], 4; st.local.u32 [%d12+4], 9; st.local.u32 [%d12+8], 5; st.local.u64 [%d12+16], 6;",
        "   9|5|6", 4);
    check_printf("%1d%5", "st.local.u32 [%d12], 9;", "9", 1); /* a conversion that is not finished */
}

/* A width beyond reason is cut, not obeyed. */
/* As clang calls OpenCL's: the declaration has the format only, each argument is one of the call's, vectors too. */
static void test_printf_of_opencl(void **state)
{
    (void)state;
    char *format = string_bytes("%d %ld %.1f %s %c%% %.2v4hlf %v2hhx %v3hd|%v2f\n");
    wg_text text = {0};
    wg_text_addf(
        &text,
        "%s .func (.param .b32 r) printf(.param .b64 f);\n.const .b8 format[] = {%s}; .const .b8 word[3] = {104, "
        "105, 0};\n%s { .param .b64 a; .param .b32 b; .param .b64 c; .param .b64 d; .param .b64 e; .param .b32 f; "
        ".param .align 16 .b8 g[16]; .param .align 2 .b8 h[2]; .param .align 8 .b8 i[8]; .param .align 16 .b8 "
        "j[16]; .param .b32 z;\n"
        "mov.u64 %%d1, format; mov.u64 %%d2, word; st.param.b64 [a], %%d1; st.param.b32 [b], -3; st.param.b64 [c], "
        "0x123456789; st.param.f64 [d], 0d3FF8000000000000; st.param.b64 [e], %%d2; st.param.b32 [f], 65;\n"
        "st.param.v4.f32 [g], {0f3F800000, 0f40000000, 0f40400000, 0fBF800000}; mov.u16 %%h1, 255; "
        "st.param.v2.b8 [h], {%%h1, %%h1}; mov.u16 %%h2, -2; st.param.v4.b16 [i], {%%h2, %%h1, %%h2, %%h1};"
        "st.param.v2.f64 [j], {0d3FF8000000000000, 0d4000000000000000};\n"
        "call.uni (z), printf, (a, b, c, d, e, f, g, h, i, j); ld.param.b32 %%r1, [z]; } st.global.u32 [%%out], "
        "%%r1; ret; }",
        PTX, format, KERNEL_BEGIN);
    sim *s = sim_load(wg_text_get(&text));
    sim_run(s, 1, 1);
    assert_string_equal(wg_text_get(&s->printed),
                        "-3 4886718345 1.5 hi A% 1.00,2.00,3.00,-1.00 ff,ff -2,255,-2|1.500000,2.000000\n");
    assert_int_equal(s->out[0], 0);
    sim_free(s);
    wg_text_free(&text);
    free(format);
    sim_refuses(PTX
                ".func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n" KERNEL_BEGIN
                "{ .param .b64 a; .param .b64 b; .param .b64 c; .param .b32 z; call (z), vprintf, (a, b, c); } ret; }",
                "takes 2 arguments");
}

static void test_printf_width(void **state)
{
    (void)state;
    char *bytes = string_bytes("%99999999999d%0000000000000000000000000000000000000000d");
    wg_text text = {0};
    wg_text_addf(&text, "%s .global .b8 format[] = {%s};\n%s mov.u64 %%d10, format; mov.u64 %%d11, 0; %s ret; }",
                 PTX VPRINTF, bytes, KERNEL_BEGIN, PRINT);
    sim *s = sim_load(wg_text_get(&text));
    sim_run(s, 1, 1);
    assert_in_range(s->printed.length, 1, 2000);
    sim_free(s);
    wg_text_free(&text);
    free(bytes);
}

/* Output of blocks that run at the same time comes in whole pieces. */
static void test_printf_from_threads(void **state)
{
    (void)state;
    sim *s = sim_load(PTX VPRINTF ".global .b8 format[3] = {120, 10, 0};\n" KERNEL_BEGIN
                                  "mov.u64 %d10, format; mov.u64 %d11, 0;" PRINT "ret; }");
    s->launch.host_threads = 4;
    sim_run(s, 64, 32);
    assert_int_equal(s->printed.length, 64 * 32 * 2);
    sim_free(s);
    s = sim_load(PTX VPRINTF KERNEL_BEGIN "mov.u64 %d10, 5; mov.u64 %d11, 0;" PRINT "ret; }");
    assert_int_equal(sim_go(s, 1, 1), WG_ERR_FAULT);
    assert_contains(s->err.text, "printf with a format at 0x5, where nothing is");
    sim_free(s);
}

static void test_assert(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX
        ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 "
        "c);\n.global .b8 message[6] = {120, 32, 62, 32, 49, 0}; .global .b8 file[5] = {97, 46, 99, 117, "
        "0};\n" KERNEL_BEGIN
        "setp.ne.u32 %p1, %id, 5; @%p1 bra FINE; mov.u64 %d1, message; mov.u64 %d2, file; { .param .b64 a; .param .b64 "
        "b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a], %d1; st.param.b64 [b], %d2; st.param.b32 "
        "[c], 12; st.param.b64 [d], %d2; st.param.b64 [e], 1; call __assertfail, (a, b, c, d, e); } FINE: ret; }");
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
    assert_contains(s->err.text, "assertion failed: x > 1 (a.cu:12, a.cu)");
    assert_contains(s->err.text, "thread (5,0,0)");
    sim_free(s);
}

#define MALLOC ".extern .func (.param .b64 r) malloc(.param .b64 n); .extern .func free(.param .b64 p);\n"

static void test_device_malloc(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX MALLOC KERNEL_BEGIN
        "{ .param .b64 a; .param .b64 r; st.param.b64 [a], 16; call (r), malloc, (a); ld.param.b64 %d1, [r]; "
        "st.param.b64 [a], 0x7fffffffffff; call (r), malloc, (a); ld.param.b64 %d2, [r]; }\n"
        "st.u32 [%d1+12], %id; ld.u32 %r1, [%d1+12]; setp.ne.u64 %p1, %d2, 0; @%p1 trap; st.global.u32 [%out], %r1; { "
        ".param .b64 a; st.param.b64 [a], %d1; call free, (a); } setp.eq.u32 %p2, %n, 1; @%p2 bra STALE; setp.eq.u32 "
        "%p3, %n, 2; @%p3 bra TWICE; ret;\n"
        "STALE: st.u32 [%d1], 1; ret; TWICE: { .param .b64 a; st.param.b64 [a], %d1; call free, (a); } ret; }");
    sim_buffers(s);
    sim_run(s, 2, 64);
    assert_int_equal(s->out[100], 36);
    sim_param_u32(s, 2, 1);
    assert_int_equal(sim_go(s, 1, 1), WG_ERR_FAULT);
    assert_contains(s->err.text, "inside device malloc, which was freed");
    sim_param_u32(s, 2, 2);
    assert_int_equal(sim_go(s, 1, 1), WG_ERR_FAULT);
    assert_contains(s->err.text, "freed already");
    sim_free(s);
}

/* A thread that allocates and frees for ever must not use up the host's memory; what does not fit gives NULL. */
static void test_device_heap(void **state)
{
    (void)state;
    sim *s = sim_load(PTX MALLOC KERNEL_BEGIN
                      "mov.u32 %r1, 0; { .param .b64 a; .param .b64 r;\n"
                      "L: st.param.b64 [a], 1000000; call (r), malloc, (a); ld.param.b64 %d1, [r]; ld.u32 %r2, "
                      "[%d1+999996]; add.u32 %r3, %r3, %r2; st.u32 [%d1+999996], 9; st.param.b64 [a], %d1; call free, "
                      "(a); add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 1000; @%p1 bra L;\n"
                      "mov.u32 %r1, 0; mov.u32 %r4, 0; M: st.param.b64 [a], 1000000; call (r), malloc, (a); "
                      "ld.param.b64 %d1, [r]; setp.ne.u64 %p2, %d1, 0; @%p2 add.u32 %r4, %r4, 1; add.u32 %r1, %r1, 1; "
                      "setp.lt.u32 %p1, %r1, 20; @%p1 bra M; }\n"
                      "st.global.u32 [%out], %r3; st.global.u32 [%out+4], %r4; ret; }");
    sim_run(s, 1, 1);
    assert_int_equal(s->out[0], 0); /* memory comes zeroed, also the second time */
    assert_int_equal(s->out[1], 8);
    sim_free(s);
    sim_faults(PTX MALLOC KERNEL_BEGIN "{ .param .b64 a; st.param.b64 [a], %in0; call free, (a); } ret; }", 1, 1,
               "nothing malloc gave");
}

static void test_trap(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".file 1 \"kernel.cu\"\n" KERNEL_BEGIN
                          ".loc 1 42 3\nsetp.eq.u32 %p1, %gid, 70;\n@%p1 trap; ret; }");
    assert_int_equal(sim_go(s, 4, 50), WG_ERR_FAULT);
    assert_contains(s->err.text, "kernel.cu:42: trap");
    assert_contains(s->err.text, "block (1,0,0), thread (20,0,0)");
    sim_free(s);
    sim_faults(KERNEL("mov.u32 %r1, 9; T: .branchtargets A, B; brx.idx %r1, T; A: B: ret;"), 1, 32,
               "brx.idx with index 9 of 2 targets");
}

/* ---- nonsense that parses ---- */

static void test_wrong_operands(void **state)
{
    (void)state;
    static const struct {
        const char *body, *message;
    } BAD[] = {
        {"add.u32 %r1, %r2;", "needs 3 operands, 2 are given"},
        {"add.u32 %r1, %r2, %r3, %r4;", "takes 3 operands, 4 are given"},
        {"add.u32 %r1, %r2, %d3;", "a register of 64 bits, 32 are needed"},
        {"add.u32 %d1, %r2, %r3;", "a register of 64 bits, 32 are needed"},
        {"add.u64 %d1, %d2, %r3;", "a register of 32 bits, 64 are needed"},
        {"add.u32 %p1, %r2, %r3;", "a predicate where a register is needed"},
        {"add.u32 5, %r2, %r3;", "destination of add.u32 is no register"},
        {"add.u32 %r1, %r2, [%r3];", "wrong form"},
        {"add.u32 %r1, %r2, {%r3, %r4};", "wrong form"},
        {"add.u32 %r1, %r2, _;", "wrong form"},
        {"add.s32 %r1, %r2, -%r3;", "takes no sign before %r3"},
        {"add.u32 %r1, %r2, %r3.b0;", "takes whole registers"},
        {"mov.u32 %r1, %r2.x;", "one must be named"},
        {"setp.eq.u32 %r1, %r2, %r3;", "a register where a predicate is needed"},
        {"selp.u32 %r1, %r2, %r3, %r4;", "a register where a predicate is needed"},
        {"mov.u32 %r1, %p1;", "needed"},
        {"mov.u64 %d1, %r1;", "1 × 32 bits where 64 are needed"},
        {"mov.u32 %r1, %d1;", "1 × 64 bits where 32 are needed"},
        {"mov.b64 %d1, {%r1, %r2, %r3};", "3 × 32 bits where 64 are needed"},
        {"mov.b64 {%r1, %h1}, %d1;", "different sizes"},
        {"mov.b64 {%r1, 5}, %d1;", "no register"},
        {"mov.b64 %d1, {};", "has 0 elements"},
        {"mov.b64 %d1, {{%r1, %r2}, %r3};", "wrong form"},
        {"mov.u16 %h1, n;", "does not fit"},
        {"mov.u64 %d1, nothing;", "nothing"},
        {"ld.global.u32 %h1, [%in];", "a register of 16 bits, 32 are needed"},
        {"ld.global.u32 %p1, [%in];", "32 are needed"},
        {"ld.global.pred %p1, [%in];", "no type for memory"},
        {"ld.global.texref %d1, [%in];", "no type for memory"},
        {"ld.global.u32 %r1, %in;", "needs an address"},
        {"ld.global.u32 %r1, [%h1];", "no address register"},
        {"ld.global.u32 %r1, [%p1];", "no address register"},
        {"ld.global.v4.u32 {%r1, %r2}, [%in];", "moves 4 registers, 2 are given"},
        {"ld.global.v2.u32 {%r1, %r2, %r3, %r4}, [%in];", "moves 2 registers, 4 are given"},
        {"ld.global.v2.u32 %r1, [%in];", "moves 2 registers, 1 are given"},
        {"ld.global.u32 {%r1, %r2, %r3}, [%in];", "moves 1 registers, 3 are given"},
        {"ld.global.v8.u64 {%d1, %d2, %d3, %d4, %d5, %d6, %d7, %d8}, [%in];", "more than 32 bytes"},
        {"ld.global.v2.u64 {%d1, %r2}, [%in];", "different sizes"},
        {"ld.global.v2.u32 {%r1, 7}, [%in];", "no register"},
        {"st.global.v2.u32 [%in], {%r1, _};", "wrong form"},
        {"st.global.u64 [%in], %r1;", "a register of 32 bits, 64 are needed"},
        {"st.global.v4.f32 [%in], {%f1, %f2, %f3, %d4};", "different sizes"},
        {"shfl.sync.idx.b32 %r1, %d1, 0, 31, -1;", "32 are needed"},
        {"vote.sync.all.pred %p1, %r1, -1;", "predicate is needed"},
        {"bar.sync %d1;", "32 are needed"},
        {"bar.sync;", "operands"},
        {"bra %r1;", "label"},
        {"T: .branchtargets L; brx.idx %d1, T; L:", "32 bits"},
        {"brx.idx %r1;", "list of targets"},
        {"isspacep.global %p1, %h1;", "an operand of 16 bits"},
        {"isspacep.global %p1, %p2;", "an operand of 1 bits"},
        {"cp.async.ca.shared.global [%d1], [%d2], 4, %h1;", "an operand of 16 bits"},
        {"cvt.u64.u32 %d1, %h1;", "32 are needed"},
        {"cvt.u64.u32 %r1, %r1;", "64 are needed"},
        {"elect.sync %r1, -1;", "a|b"},
        {"frobnicate.u32 %r1;", "not supported: frobnicate.u32"},
        {"add.u33 %r1, %r2, %r3;", "add.u33"},
        {"$clock %r1, %r2;", "clock"},
    };
    for (size_t n = 0; n < sizeof BAD / sizeof *BAD; n++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s %s ret;\n}", PTX KERNEL_BEGIN, BAD[n].body);
        sim *s = sim_try(wg_text_get(&text));
        if (s->status == WG_OK)
            fail_msg("%s was accepted", BAD[n].body);
        if (!strstr(s->err.text, BAD[n].message))
            fail_msg("%s gives \"%s\", not \"%s\"", BAD[n].body, s->err.text, BAD[n].message);
        assert_contains(s->err.text, "test.ptx:");
        sim_free(s);
        wg_text_free(&text);
    }
}

static void test_odd_functions(void **state)
{
    (void)state;
    sim_refuses(PTX ".entry k() { }", "no instructions");
    sim_refuses(PTX ".entry k() { .reg .b32 %r; @%r ret; }", "not a predicate");
    sim_refuses(PTX ".entry k() { bra NOWHERE; }", "NOWHERE");
    sim_refuses(PTX ".entry k(.param .b8 big[40000]) { ret; }", "bytes of parameters");
    sim_refuses(PTX ".entry k() { .local .b8 x[1000000]; .reg .b64 %d; mov.u64 %d, x; ret; }",
                "does not fit into 512 KiB");
    sim_refuses(PTX ".shared .b8 a[16000000]; .shared .b8 b[16000000];\n.entry k() { .reg .b64 %d; mov.u64 %d, a; "
                    "mov.u64 %d, b; ret; }",
                "does not fit");
    sim_refuses(PTX ".extern .global .b8 x[];\n.entry k() { .reg .b64 %d; mov.u64 %d, x; ret; }", "nowhere defined");
    sim_refuses(PTX ".shared .u32 s; .global .u64 p = s;\n.entry k() { ret; }", "not in global memory");
    sim_refuses(PTX ".entry k() { .reg .v2 .b32 %v; .reg .b32 %r; mov.u32 %r, %v.z; ret; }", "elements");
    sim_refuses(PTX ".entry k() { .reg .v2 .b32 %v; .reg .b32 %r; add.u32 %r, %v, 1; ret; }", "elements");
}

/* .v2 and .v4 registers, whole and by element. */
static void test_vector_registers(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL(
        ".reg .v4 .b32 %v; .reg .v2 .f32 %w, %x; mad.wide.u32 %d1, %id, 16, %in0; ld.global.v4.u32 %v, [%d1]; add.u32 "
        "%v.x, %v.y, %v.w; st.global.u32 [%out], %v.x; ld.global.v2.f32 %w, [%d1]; st.global.v2.f32 [%d1], %w;\n"
        "atom.global.v2.f32.add %x, [%in0+4096], {%w.x, %w.y}; mov.b64 %d2, {%v.y, %v.z}; mad.wide.u32 %d3, %id, 8, "
        "%out0; st.global.u64 [%d3+8192], %d2; ret;"));
    sim_buffers(s);
    for (uint32_t n = 0; n < 128; n++)
        s->in[n] = n;
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(s->out[t], 8 * t + 4);
        assert_int_equal(s->out[2048 + 2 * t], 4 * t + 1);
        assert_int_equal(s->out[2048 + 2 * t + 1], 4 * t + 2);
    }
    sim_free(s);
}

/* `_` where a result is not wanted. */
static void test_discarded_results(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("ld.global.v4.u32 {%r1, _, _, %r2}, [%in0]; atom.global.add.u32 _, [%in0+64], 1; "
                             "setp.eq.u32 %p1|_, %r1, %r2; bar.red.popc.u32 _, 0, %p1; ld.global.u32 _, [%in0]; "
                             "mov.b64 {_, %r5}, %in0; st.global.u32 [%out], %r2; ret;"));
    sim_buffers(s);
    s->in[3] = 33;
    sim_run(s, 1, 32);
    assert_int_equal(s->out[7], 33);
    assert_int_equal(s->in[16], 32);
    sim_free(s);
}

/* Globals and constants may be declared inside a function. */
static void test_inner_variables(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".global .u32 outer = 5; .global .u32 other = 6;\n" KERNEL_BEGIN
                          ".global .u32 counter = 40; .shared .u32 mine; atom.global.add.u32 %r1, [counter], 1; "
                          "ld.global.u32 %r2, [outer]; st.shared.u32 [mine], %r2; ld.shared.u32 %r3, [mine]; add.u32 "
                          "%r1, %r1, %r3; st.global.u32 [%out], %r1; ret; }");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], 45 + t);
    sim_free(s);
}

/* A label's line and many registers that nobody uses cost nothing. */
static void test_unused_registers(void **state)
{
    (void)state;
    sim *s =
        sim_load(KERNEL(".reg .b64 %many<1000000>; mov.u64 %many999999, 3; st.global.u64 [%out0], %many999999; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(s->out[0], 3);
    assert_true(s->program->functions[0].frame_bytes < 8192);
    sim_free(s);
}

/* A launch may print so much, and then says how much more there was; what a terminal would obey is not shown. */
static void test_printf_limit(void **state)
{
    (void)state;
    sim *s = sim_load(PTX VPRINTF
                      " .global .b8 format[] = {27, 91, 50, 74, 37, 57, 57, 57, 100, 9, 10, 0};\n" KERNEL_BEGIN
                      ".local .align 8 .b8 values[64]; mov.u64 %d12, values; cvta.local.u64 %d11, %d12; mov.u64 %d10, "
                      "format; cvta.global.u64 %d10, %d10; mov.u32 %r1, 0; L:\n" PRINT
                      "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100; @%p1 bra L; ret; }");
    sim_run(s, 1, 32);
    const char *printed = wg_text_get(&s->printed);
    assert_in_range(s->printed.length, WG_PRINT_LIMIT, WG_PRINT_LIMIT + 200);
    assert_memory_equal(printed, "?[2J ", 5);
    assert_null(strchr(printed, 27));
    assert_memory_equal(printed + 4 + 999, "\t\n", 2);
    assert_contains(printed, "[printf: only the first 1048576 bytes of a launch are shown; ");
    assert_contains(printed, " more calls were dropped]\n");
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printf_limit),
        cmocka_unit_test(test_out_of_bounds),
        cmocka_unit_test(test_wrapping_addresses),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_use_after_free),
        cmocka_unit_test(test_stores_to_parameters),
        cmocka_unit_test(test_empty_shared),
        cmocka_unit_test(test_printf),
        cmocka_unit_test(test_printf_of_opencl),
        cmocka_unit_test(test_printf_width),
        cmocka_unit_test(test_printf_from_threads),
        cmocka_unit_test(test_assert),
        cmocka_unit_test(test_device_malloc),
        cmocka_unit_test(test_device_heap),
        cmocka_unit_test(test_trap),
        cmocka_unit_test(test_wrong_operands),
        cmocka_unit_test(test_odd_functions),
        cmocka_unit_test(test_vector_registers),
        cmocka_unit_test(test_discarded_results),
        cmocka_unit_test(test_inner_variables),
        cmocka_unit_test(test_unused_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
