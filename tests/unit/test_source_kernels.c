/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels and their parameters, read from a source's text; and texts that are none. */
#include "source/guess.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_source *read(const char *text, bool is_opencl)
{
    return wg_source_new(text, strlen(text), is_opencl, NULL, 0);
}

/* The parameters as NAME:TYPE, * for each pointer, c for const; e.g. "n:i32 x:f32*c". */
static void check(const char *text, const char *kernel, const char *wanted)
{
    wg_source *s = read(text, strstr(text, "__kernel") != NULL);
    wg_text found = {0};
    assert_int_equal(s->kernel_count, 1);
    const wg_source_kernel *k = &s->kernels[0];
    assert_string_equal(k->name, kernel);
    for (size_t p = 0; p < k->parameter_count; p++) {
        const wg_source_parameter *one = &k->parameters[p];
        wg_text_addf(&found, "%s%s:%s", p ? " " : "", one->name ? one->name : "-",
                     one->type.record    ? one->type.record->name
                     : one->type.element ? one->type.element
                                         : "?");
        for (unsigned n = 0; n < one->type.pointers; n++)
            wg_text_addf(&found, "*");
        wg_text_addf(&found, "%s%s", one->type.is_const && one->type.pointers ? "c" : "",
                     one->type.is_local ? "l" : "");
    }
    assert_string_equal(wg_text_get(&found), wanted);
    wg_text_free(&found);
    wg_source_free(s);
}

static void test_plain(void **state)
{
    (void)state;
    check("__global__ void k() {}", "k", "");
    check("__global__ void k(void) {}", "k", "");
    check("__global__ void saxpy(int n, float a, const float *x, float *y) {}", "saxpy", "n:i32 a:f32 x:f32*c y:f32*");
    check("extern \"C\" __global__ void k(float const * __restrict__ const x, double*y, char **z) {}", "k",
          "x:f32*c y:f64* z:i8**");
    check("void __global__ k(unsigned n, unsigned long long m, long l, short s, unsigned char c, size_t z, bool b) {}",
          "k", "n:u32 m:u64 l:i64 s:i16 c:u8 z:u64 b:bool");
    check("__global__ void k(float4 *a, const uchar4 b, __half2 *h, half *i, __nv_bfloat16 *j, int3 v,"
          "__nv_bfloat162 *p, dim3 d, short1 *s) {}",
          "k", "a:f32x4* b:u8x4 h:f16x2* i:f16* j:bf16* v:i32x3 p:bf16x2* d:u32x3 s:i16*");
    check("__global__ void k(float x[], int y[16], std::uint32_t z, float *) {}", "k", "x:f32* y:i32* z:u32 -:f32*");
}

static void test_attributes(void **state)
{
    (void)state;
    check("template <typename T, int N = 4>\n__global__ void\n__launch_bounds__(256, 2)\nk(T *x, int n) {}", "k",
          "x:?* n:i32");
    check("__launch_bounds__(128) static __global__ void k(int n) {}", "k", "n:i32");
    check("[[nodiscard]] __global__ __attribute__((used)) void k(const __grid_constant__ int n) {}", "k", "n:i32");
    check(
        "__kernel __attribute__((reqd_work_group_size(16, 16, 1)))\nvoid k(__global const float *x, __local float *t, "
        "const uint n, float3 v) {}",
        "k", "x:f32*c t:f32*l n:u32 v:f32x4");
}

static void test_preprocessor(void **state)
{
    (void)state;
    check("#define REAL double\n#define KERNEL __global__ void\nKERNEL k(REAL *x /* , int m */, // int l\n int n) {}",
          "k", "x:f64* n:i32");
    check("#ifdef OLD\n__global__ void old(int n) {}\n#else\n__global__ void k(float f) {}\n#endif", "k", "f:f32");
    check("#if 0\n__global__ void old(int n) {}\n#endif\n__global__ void k(float f) {}", "k", "f:f32");
    check("#ifndef T\n#define T float\n#endif\n#if defined(T) && 1 > 0\n__global__ void k(T f) {}\n#endif", "k",
          "f:f32");
    check("#define LONG \\\n  double\n__global__ void k(LONG f) {}", "k", "f:f64");
    check("const char *s = \"__global__ void no(int n) {}\"; __global__ void k(int n) {}", "k", "n:i32");
}

static void test_types(void **state)
{
    (void)state;
    check("typedef double real; using index = unsigned int;\n__global__ void k(real *x, index n) {}", "k",
          "x:f64* n:u32");
    check("typedef float t; typedef double t;\n__global__ void k(t *x) {}", "k", "x:?*");
    check("__global__ void k(void *x, Mine *y, Vec<float, 4> *z, int n) {}", "k", "x:?* y:?* z:?* n:i32");
    check("struct P { float *data; int n, m; float scale; };\n__global__ void k(P p, const struct P *q) {}", "k",
          "p:P q:P*c");
    check("typedef struct { double x; char tag[3]; } P;\n__global__ void k(P p) {}", "k", "p:P");
    check("struct P { int a : 3; };\n__global__ void k(P p) {}", "k", "p:?");
    check("struct P : Q { int a; };\n__global__ void k(P p) {}", "k", "p:?");
}

static void test_declarations_are_none(void **state)
{
    (void)state;
    wg_source *s = read("__global__ void k(int n); __global__ int x; __device__ void f() {}", false);
    assert_int_equal(s->kernel_count, 0);
    wg_source_free(s);
    s = read("__global__ void a(int n) {} namespace n { __global__ void b(int n) { if (n) {} } }", false);
    assert_int_equal(s->kernel_count, 2);
    assert_string_equal(s->kernels[1].name, "b");
    wg_source_free(s);
}

static void test_instances(void **state)
{
    (void)state;
    wg_source *s = read("template <class T, int N> __global__ void k(T *x, unsigned n) {}", false);
    assert_int_equal(s->kernel_count, 1);
    assert_string_equal(wg_guess_instance(s, &s->kernels[0]), "k<float, 256>");
    wg_source_instantiate(s, &s->kernels[0], "ns::k<double, 16>");
    assert_string_equal(s->kernels[0].parameters[0].type.element, "f64");
    wg_source_instantiate(s, &s->kernels[0], "k<unsigned char, 16>");
    assert_string_equal(s->kernels[0].parameters[0].type.element, "u8");
    wg_source_instantiate(s, &s->kernels[0], "k<Mine<int, 2>, 16>");
    assert_null(s->kernels[0].parameters[0].type.element);
    wg_source_free(s);
}

static void test_flags(void **state)
{
    static const char text[] = "__global__ void k(REAL *x) {}";
    static const char *const flags[] = {"-DREAL=double", "-std=c++17", "-DODD(a)=1"};
    (void)state;
    wg_source *s = wg_source_new(text, strlen(text), false, flags, 3);
    assert_string_equal(s->kernels[0].parameters[0].type.element, "f64");
    wg_source_free(s);
}

/* ---- texts that somebody wrote to be a nuisance ---- */

static void survive(const char *text, size_t length)
{
    for (int is_opencl = 0; is_opencl < 2; is_opencl++) {
        wg_source *s = wg_source_new(text, length, is_opencl, NULL, 0);
        for (size_t k = 0; k < s->kernel_count && k < 4; k++) {
            wg_guess guess;
            size_t trouble;
            wg_guess_launch(s, &s->kernels[k], &(wg_guess_known){0}, &guess, &trouble);
            wg_guess_instance(s, &s->kernels[k]);
        }
        wg_source_free(s);
    }
}

static void test_hostile(void **state)
{
    static const char *const texts[] = {
        "",
        "{",
        "}}}}",
        "__global__",
        "__global__ void k(",
        "__global__ void k(int",
        "__global__ void k(int n) {",
        "__global__ void k(int n) { x[",
        "__global__ void k(int n) { if (n < ",
        "__global__ void k<<<>>>(int) {}",
        "template < template < template < __global__ void k(int n) {}",
        "__global__ void k(,,,) { }",
        "__global__ void k(int n = {1, 2}, ...) { }",
        "#define A A A\n#define B A B A\n__global__ void k(B n) { B }",
        "#if (((\n#elif\n#else\n#else\n#endif\n#endif\n__global__ void k(int n) {}",
        "/* never closed __global__ void k(int n) {}",
        "\"never closed __global__ void k(int n) {}\n__global__ void j(int n) {}",
        "#define\n#define 3\n#undef\n#ifdef\n#include\n__global__ void k(int n) {}",
        "__global__ void k(int n) { int a = b, b = a; a = a + b; if (a < b) x[a][b] = 1; }",
        "__global__ void k(int *p, int n) { int *a = b + 1; int *b = a + 1; a[b[a[n]]] = p[p[p[n]]]; }",
        "struct P { struct Q { struct R { int x; }; }; P p; }; __global__ void k(P p) { p.p.p.x = 1; }",
        "typedef typedef typedef x; using = ; using a = a; __global__ void k(a b) {}",
        "\xc3\xbc\xff\xfe\x80__global__ void \xc3\xbc(int \xe2\x82\xac) { \xe2\x82\xac < \xc3\xbc; }",
        "__global__ void k(float f[99999999999999999999], int n) { f[n * 99999999999999999999] = 1; }",
        "__shared__ [ [ [ __global__ void k(int n) { __shared__ float t[n][; extern __shared__ }",
    };
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        survive(texts[k], strlen(texts[k]));
    survive("__global__\0void k(int n) {\0}", 28);
}

/* A line of a megabyte, brackets in brackets, macros that double: none takes long. */
static void test_large(void **state)
{
    static const struct {
        const char *begin, *part, *end;
    } shapes[] = {
        {"__global__ void k(int n) { x = ", "n + ", "0; }"},
        {"__global__ void k(", "int n, ", "int m) {}"},
        {"", "(", ""},
        {"", "([{", ""},
        {"((((((", "]", ""},
        {"__global__ void k(int n) { ", "{", ""},
        {"", "__global__ ", ""},
        {"", "__global__ void k(", ""},
        {"", "typedef ", ""},
        {"", "struct { ", ""},
        {"", "template <", "> __global__ void k(int n) {}"},
        {"__global__ void k(int n) { ", "int a = a + n; ", "}"},
        {"__global__ void k(float *p, int n) { ", "if (n < p[n]) p[p[n]] = n; ", "}"},
        {"#define A B B B B\n#define B C C C C\n#define C\n__global__ void k(int n) { ", "A ", "}"},
        {"", "#if 1\n", ""},
    };
    enum { LONG = 1 << 20, SHORTER = 1 << 17 };
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s", shapes[k].begin);
        while (text.length < (k ? SHORTER : LONG))
            wg_text_add(&text, shapes[k].part, strlen(shapes[k].part));
        wg_text_addf(&text, "%s", shapes[k].end);
        survive(text.bytes, text.length);
        wg_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_preprocessor),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_declarations_are_none),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
