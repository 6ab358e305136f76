/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C as people write it: kernels of tests/compile/opencl, compiled by clang and libclc, run on the simulator, and
 * compared with what C computes. Without those compilers the tests are skipped, and say so. Runs in the repository's
 * root. */
#include "warpgrind/warpgrind.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FOLDER "tests/compile/opencl/"

/* ---- running a kernel ---- */

static char printed[4096];
static wg_error error;
static wg_results *results;

static void print(void *user, const char *text, size_t length)
{
    (void)user;
    size_t used = strlen(printed), room = sizeof printed - 1 - used;
    memcpy(printed + used, text, length < room ? length : room);
    printed[used + (length < room ? length : room)] = 0;
}

/* One option after the other, NULL at the end: {"block", "64", NULL}. */
static wg_status try_kernel(const char *file, const char *kernel, const char *const *settings)
{
    static const char *const keep[] = {"in", "out", "u", "v", "w", "wide", "halves", "small"};
    wg_options options = {.no_estimate = true, .print = print, .keep = keep, .keep_count = COUNT(keep)};
    wg_kernel *opened;
    *printed = 0;
    error = (wg_error){0};
    wg_status status = wg_kernel_open(file, &opened, &error);
    if (status != WG_OK)
        return status;
    if (kernel)
        status = wg_kernel_set(opened, "kernel", kernel, NULL, &error);
    for (; status == WG_OK && settings && settings[0]; settings += 2)
        status = wg_kernel_set(opened, settings[0], settings[1], NULL, &error);
    if (status == WG_OK)
        status = wg_kernel_run(opened, &options, &results, &error);
    wg_kernel_close(opened);
    return status;
}

static void run(const char *file, const char *kernel, const char *const *settings)
{
    wg_status status = try_kernel(file, kernel, settings);
    if (status == WG_ERR_MISSING) {
        print_message("[ SKIPPED  ] %s\n", error.text);
        skip();
    }
    if (status != WG_OK)
        fail_msg("%s: %s", file, error.text);
}

static const void *memory(const char *argument)
{
    size_t size;
    const void *bytes = wg_results_memory(results, argument, &size);
    assert_non_null(bytes);
    return bytes;
}

static int forget(void **state)
{
    (void)state;
    wg_results_close(results);
    results = NULL;
    return 0;
}

static void expect(const char *what, int64_t index, int64_t got, int64_t wanted)
{
    if (got != wanted)
        fail_msg("%s of work-item %lld is %lld, not %lld", what, (long long)index, (long long)got, (long long)wanted);
}

/* ---- functions of numbers ---- */

static double smooth(double low, double high, double x)
{
    double t = fmin(fmax((x - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

#define REFERENCE(name, expression)                                                                                    \
    static double name(double x, double y, double z)                                                                   \
    {                                                                                                                  \
        (void)x, (void)y, (void)z;                                                                                     \
        return expression;                                                                                             \
    }
#define JOIN(a, b) a##b
#define NAMED(line) JOIN(reference_, line)
#define UNARY(opencl, reference, low, high, ulps) REFERENCE(NAMED(__LINE__), reference)
#define BINARY UNARY
#define TERNARY UNARY
#include "../compile/opencl/math.def"
#undef UNARY

static const struct {
    const char *text;
    double (*reference)(double, double, double);
    float low, high, ulps;
} FUNCTIONS[] = {
#define UNARY(opencl, reference, low, high, ulps) {#opencl, NAMED(__LINE__), low, high, ulps},
#include "../compile/opencl/math.def"
};

enum { MATH_ITEMS = 256 };

/* How far off a value may be: so many units of the last place of a float, and nothing where it is below what those
 * have. */
static bool is_close(float got, double wanted, float ulps)
{
    if (ulps == 0)
        return got == (float)wanted;
    return fabs((double)got - wanted) <= (double)ulps * fmax(fabs(wanted), 0x1p-126) * 0x1p-23;
}

static void test_math(void **state)
{
    (void)state;
    char out[64];
    snprintf(out, sizeof out, "out:f32[%zu]", MATH_ITEMS * COUNT(FUNCTIONS));
    run(FOLDER "math.cl", "all_functions",
        (const char *const[]){"grid", "1", "block", "256", "arg", "u:f32[256]=random", "arg", "v:f32[256]=random",
                              "arg", "w:f32[256]=random", "arg", out, "arg", "n:i32=256", NULL});
    const float *u = memory("u"), *v = memory("v"), *w = memory("w"), *got = memory("out");
    for (size_t f = 0; f < COUNT(FUNCTIONS); f++) {
        float low = FUNCTIONS[f].low, range = FUNCTIONS[f].high - low;
        for (size_t i = 0; i < MATH_ITEMS; i++) {
            float x = fmaf(u[i], range, low), y = fmaf(v[i], range, low), z = fmaf(w[i], range, low);
            double wanted = FUNCTIONS[f].reference((double)x, (double)y, (double)z);
            float is = got[f * MATH_ITEMS + i];
            if (!is_close(is, wanted, FUNCTIONS[f].ulps))
                fail_msg("%s of %.9g, %.9g, %.9g is %.9g, not %.9g: %.1f ulp", FUNCTIONS[f].text, (double)x, (double)y,
                         (double)z, (double)is, wanted, fabs((double)is - wanted) / fabs(wanted) * 0x1p23);
        }
    }
}

/* ---- vectors ---- */

static void test_vectors(void **state)
{
    (void)state;
    run(FOLDER "vectors.cl", "move", NULL);
    const float *out = memory("out");
    for (int i = 0; i < 32; i++) {
        for (int k = 0; k < 4; k++)
            assert_true(out[4 * i + k] == (float)(4 * i + 3 - k) + 0.5f);
        for (int k = 0; k < 3; k++)
            assert_true(out[128 + 3 * i + k] == (float)(3 * i + (k + 2) % 3));
        for (int k = 0; k < 8; k++)
            assert_true(out[256 + 8 * i + k] == (float)(16 * i + 2 * k + 1));
    }
}

static int64_t between(double value, int64_t low, int64_t high)
{
    return value < (double)low ? low : value > (double)high ? high : (int64_t)value;
}

static int32_t bits_of(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float second_half(double value)
{
    float halves[2];
    memcpy(halves, &value, sizeof halves);
    return halves[1];
}

static void test_conversions(void **state)
{
    (void)state;
    run(FOLDER "vectors.cl", "convert", NULL);
    const float *in = memory("in");
    const int32_t *out = memory("out");
    for (int i = 0; i < 8; i++) {
        double x = (double)in[i];
        const int64_t wanted[] = {(int64_t)x,
                                  (int64_t)rint(x),
                                  (int64_t)ceil(x),
                                  (int64_t)floor(x),
                                  between(x, 0, 255),
                                  between(rint(x), -128, 127),
                                  between(x, SHRT_MIN, SHRT_MAX),
                                  between(x, 0, 255),
                                  bits_of(in[i]),
                                  (uint32_t)bits_of(in[i]) >> 24,
                                  bits_of((float)((int64_t)x * 3)),
                                  bits_of((float)i + second_half(x))};
        for (size_t k = 0; k < COUNT(wanted); k++)
            expect("conversion", 100 * (int64_t)k + i, out[8 * k + (size_t)i], wanted[k]);
    }
}

static int leading_zeros(uint32_t value)
{
    return value ? __builtin_clz(value) : 32;
}

static void test_integers(void **state)
{
    (void)state;
    run(FOLDER "vectors.cl", "integers", NULL);
    const int32_t *out = memory("out");
    for (int i = 0; i < 32; i++) {
        uint32_t u = 0x01020304u * (uint32_t)(i + 1);
        const int64_t wanted[] = {__builtin_popcount(u),
                                  leading_zeros(u),
                                  (int32_t)(u << 5 | u >> 27),
                                  ((int64_t)(int32_t)u * 0x10001) >> 32,
                                  3 * i + 7,
                                  between(120 + i, -128, 127),
                                  between(10 - i, 0, 255),
                                  (i + 7) >> 1,
                                  abs(i - 20),
                                  i << 16 | 5,
                                  -(i < 16),
                                  1 + 2 * (i < 16),
                                  i > 7 ? 2 : 1,
                                  (0xff00 & ~i) | (0x0ff0 & i),
                                  i + 3,
                                  (i >> 2) + 5 + (i >> 1) + 7,
                                  (i > 3) + 2 * (i > 5) + 4 * (i > 9)};
        for (size_t k = 0; k < COUNT(wanted); k++)
            expect("integer", 100 * (int64_t)k + i, out[32 * k + (size_t)i], wanted[k]);
    }
}

/* ---- half precision ---- */

static float from_half(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent ? ldexpf((float)(1024 + fraction), exponent - 25) : ldexpf((float)fraction, -24);
    return half >> 15 ? -value : value;
}

/* To the nearest number of eleven bits, or towards zero: the tests have no others than normal ones and zero. */
static float as_half(double value, bool to_zero)
{
    int exponent;
    double scaled = ldexp(frexp(value, &exponent), 11);
    return (float)ldexp(to_zero ? trunc(scaled) : nearbyint(scaled), exponent - 11);
}

static void test_half_storage(void **state)
{
    (void)state;
    run(FOLDER "half.cl", "store", NULL);
    const float *in = memory("in"), *out = memory("out");
    const uint16_t *halves = memory("halves");
    for (int i = 0; i < 128; i++) {
        assert_true(out[i] == as_half((double)in[i], false));
        assert_true(from_half(halves[i]) == as_half((double)in[i], i % 4 == 1));
    }
}

static void test_half_arithmetic(void **state)
{
    (void)state;
    run(FOLDER "half.cl", "compute", NULL);
    const uint16_t *out = memory("out");
    for (int i = 0; i < 32; i++) {
        double a = i / 8.0, b = 4 - i / 16.0;
        double twice = (double)as_half(2 * a, false), thrice = (double)as_half(3 * b, false);
        const float wanted[] = {as_half(a + b, false),
                                as_half((double)as_half(a * b, false) - 1, false),
                                as_half(twice + thrice, false),
                                as_half(a * b + a, false),
                                (float)fmin(a, b),
                                as_half((double)((float)a / 3), false),
                                (float)fmax(a, b),
                                as_half(sqrt(b), false)};
        for (size_t k = 0; k < COUNT(wanted); k++) {
            float got = from_half(out[32 * k + (size_t)i]);
            /* products may be fused into sums */
            if (fabsf(got - wanted[k]) > (k == 1 || k == 2 ? 0x1p-10f * fabsf(wanted[k]) : 0))
                fail_msg("row %zu of work-item %d is %g, not %g", k, i, (double)got, (double)wanted[k]);
        }
        for (int k = 0; k < 4; k++) {
            double was = (256 + 4 * i + k) / 64.0, fused = (double)as_half(was * was + 1, false);
            float root = as_half(sqrt(fused), false), sum = as_half((double)root + fmin(was, b), false);
            assert_true(from_half(out[256 + 4 * i + k]) == sum);
        }
    }
}

/* ---- groups ---- */

enum { GROUPS = 3, GROUP = 100, ITEMS = GROUPS * GROUP };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* in and out begin at the group's first work-item. */
static void check_collective(const int32_t *in, const int32_t *out, int group)
{
    int sum = 0, low = INT_MAX, high = INT_MIN, above = 1, is_there = 0, halves = 0, indices = 0;
    for (int i = 0; i < GROUP; i++) {
        sum += in[i];
        low = least(low, in[i]);
        high = most(high, in[i]);
        above &= in[i] > -50;
        is_there |= in[i] == 50;
        halves += in[i];
        indices += group * GROUP + i;
    }
    int running = 0, highest = INT_MIN, lowest = INT_MAX;
    for (int i = 0; i < GROUP; i++) {
        int before = running, low_before = lowest;
        running += in[i];
        highest = most(highest, in[i]);
        lowest = least(lowest, in[i]);
        const int wanted[] = {sum,
                              low,
                              high,
                              running,
                              before,
                              highest,
                              low_before,
                              in[77],
                              above + 2 * is_there,
                              halves / 2,
                              (int)((int64_t)high << 20) + indices,
                              low + i + 1};
        for (size_t k = 0; k < COUNT(wanted); k++)
            expect("collective", 1000 * (int64_t)k + i, out[ITEMS * k + (size_t)i], wanted[k]);
    }
}

static void test_collective(void **state)
{
    (void)state;
    run(FOLDER "groups.cl", "collective", NULL);
    const int32_t *in = memory("in"), *out = memory("out");
    for (int group = 0; group < GROUPS; group++)
        check_collective(in + group * GROUP, out + group * GROUP, group);
}

static void test_plane(void **state)
{
    (void)state;
    run(FOLDER "groups.cl", "plane", NULL);
    const int32_t *out = memory("out");
    for (int i = 0; i < 160; i++) {
        expect("broadcast", i, out[i], 7 * 8 + 3);
        expect("scan", i, out[160 + i], i % 80 + 1);
        expect("sizes", i, out[320 + i], 10 + 2000);
        expect("groups", i, out[480 + i], 20 + i / 80);
    }
}

static void test_subgroups(void **state)
{
    (void)state;
    run(FOLDER "groups.cl", "subgroups", NULL);
    const int32_t *out = memory("out");
    for (int i = 0; i < 160; i++) {
        int item = i % 80, lane = item % 32, first = i - lane, size = item < 64 ? 32 : 16;
        int sum = size * first + size * (size - 1) / 2;
        const int wanted[] = {size + 3200,
                              item / 32 + 300,
                              lane,
                              sum,
                              first + size - 1,
                              lane + 1,
                              lane * first + lane * (lane - 1) / 2,
                              first + 5,
                              1 + 2 * (first == 0),
                              first + 2 + (i ^ 1),
                              first,
                              sum};
        for (size_t k = 0; k < COUNT(wanted); k++)
            expect("sub-group", 1000 * (int64_t)k + i, out[160 * k + (size_t)i], wanted[k]);
    }
}

static void test_generic_pointers(void **state)
{
    (void)state;
    run(FOLDER "groups.cl", "generic_pointers", NULL);
    const int32_t *out = memory("out");
    for (int i = 0; i < 128; i++) {
        expect("pointer", i, out[i], (i % 2 ? i % 64 + 1000 : 5 + 100) + 7 + 2);
        expect("trailing zeros", i, out[128 + i], i ? __builtin_ctz((unsigned)i) : 32);
    }
}

static void test_barriers(void **state)
{
    (void)state;
    run(FOLDER "groups.cl", "barriers", NULL);
    const int32_t *out = memory("out");
    for (int i = 0; i < 64; i++) {
        expect("tile", i, out[i], 63 - i);
        expect("other tile", i, out[64 + i], 2 * (i ^ 32));
        expect("global", i, out[128 + i], i);
    }
}

/* ---- memory ---- */

static void test_copies(void **state)
{
    (void)state;
    run(FOLDER "memory.cl", "copies", NULL);
    const float *out = memory("out");
    for (int i = 0; i < 128; i++) {
        int group = i / 64, item = i % 64;
        assert_true(out[i] == (float)(64 * group + 63 - item) * (0.5f + (float)(item % 4)) * (float)(item / 16 + 1));
        assert_true(out[128 + i] == (float)(i + 1));
    }
}

static void test_atomics(void **state)
{
    (void)state;
    run(FOLDER "memory.cl", "counts", NULL);
    const int32_t *out = memory("out");
    const uint64_t *wide = memory("wide");
    const int sum = 256 * 255 / 2;
    int flipped = 0;
    for (int i = 0; i < 256; i++)
        flipped ^= i;
    const int wanted[] = {sum, 256, -256, -512, 255, -255, 0x7fffffff, 0, flipped, 768, 256, 1280, bits_of(1.5f)};
    for (size_t k = 0; k < COUNT(wanted); k++)
        expect("atomic", (int64_t)k, out[k], wanted[k]);
    for (int k = 0; k < 4; k++)
        expect("local atomic", k, out[16 + k], 4 * (16 * k + 4 * 120));
    assert_true(wide[0] == (uint64_t)sum << 32 && wide[1] == (uint64_t)255 << 40 && wide[2] == (uint64_t)256 << 33);
}

static void test_explicit_atomics(void **state)
{
    (void)state;
    run(FOLDER "atomics2.cl", "explicit", NULL);
    const int32_t *out = memory("out");
    const uint64_t *wide = memory("wide");
    int flipped = 0;
    for (int i = 0; i < 256; i++)
        flipped ^= i;
    const int wanted[] = {256 * 255 / 2, 256, -256, 255, -255, 0x7fffffff, flipped, 768, 9, 11, 4 * (5 + 64), 1, 1};
    for (size_t k = 0; k < COUNT(wanted); k++)
        expect("atomic", (int64_t)k, out[k], wanted[k]);
    assert_true(wide[0] == (uint64_t)256 << 33 && wide[1] == (uint64_t)255 << 40);
}

/* ---- images ---- */

/* Row 1 of the image has 9 to 16. */
static float texel(int x)
{
    return (float)(9 + x);
}

static void test_images(void **state)
{
    (void)state;
    run(FOLDER "image.cl", "look", NULL);
    const float *out = memory("out");
    for (int i = 0; i < 12; i++) {
        int x = i - 2, inside = x >= 0 && x < 8, clamped = most(0, least(x, 7));
        float low = texel((x + 8) % 8),
              high = texel((x + 9) % 8); /* three quarters into a texel: a quarter of the next */
        assert_true(out[i] == texel(clamped));
        assert_true(out[12 + i] == (inside ? texel(x) : 0));
        assert_true(out[24 + i] == texel(clamped));
        assert_true(out[36 + i] == (inside ? texel(x) : 0));
        assert_true(fabsf(out[48 + i] - (low + (high - low) / 4)) <= 8.0f / 256);
        assert_true(out[60 + i] == 0 + 2 * 1);
        assert_true(out[72 + i] == 1 + 2 * 1);
        assert_true(out[84 + i] == 8 + 400 + 4000);
    }
}

static void test_image_formats(void **state)
{
    (void)state;
    run(FOLDER "image.cl", "bytes", NULL);
    const float *out = memory("out");
    for (int i = 0; i < 32; i++) {
        int x = i % 8, y = i / 8;
        assert_true(fabsf(out[i] - (float)(4 * i + 2)) < 1e-3f);
        assert_true(out[32 + i] == (float)(4 * i + 3));
        assert_true(out[64 + i] == -(float)(x % 4 + 4 * (y % 2) + 8 * (x / 4)));
    }
}

static void test_images_written(void **state)
{
    (void)state;
    run(FOLDER "image.cl", "draw", NULL);
    const float *out = memory("out");
    const uint8_t *small = memory("small");
    for (int i = 0; i < 32; i++) {
        assert_true(out[4 * i] == (float)(i % 8) && out[4 * i + 1] == (float)(i / 8));
        assert_true(out[4 * i + 2] == 8 && out[4 * i + 3] == 0.5f);
        assert_true(small[4 * i] == i % 8 && small[4 * i + 1] == i / 8 && small[4 * i + 2] == 255 &&
                    small[4 * i + 3] == 7);
    }
}

/* ---- launches, and what is refused ---- */

static void test_required_size(void **state)
{
    (void)state;
    run(FOLDER "sizes.cl", NULL, NULL); /* no block is given */
    const int32_t *out = memory("out");
    for (int i = 0; i < 256; i++)
        expect("size", i, out[i], 1608);
    forget(NULL);
    run(FOLDER "sizes.cl", NULL, (const char *const[]){"block", "16,8", NULL});
    forget(NULL);
    assert_int_equal(try_kernel(FOLDER "sizes.cl", NULL, (const char *const[]){"block", "128", NULL}), WG_ERR_INPUT);
    assert_non_null(strstr(error.text, "16 x 8"));
    assert_non_null(strstr(error.text, "reqd_work_group_size"));
}

static void test_printf(void **state)
{
    (void)state;
    run(FOLDER "prints.cl", NULL, NULL);
    assert_string_equal(printed, "item 0 of 3: 1.500000,2.500000\nitem 1 of 3: 1.500000,2.500000\n");
}

static void test_images_that_are_refused(void **state)
{
    (void)state;
    wg_status status = try_kernel(FOLDER "image.cl", "depth", NULL);
    if (status == WG_ERR_MISSING)
        skip();
    assert_int_equal(status, WG_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "image.cl:49: not supported: read_imagef of an image1d_array_t"));
}

static void test_undefined_functions_are_named(void **state)
{
    (void)state;
    wg_status status = try_kernel(FOLDER "undefined.cl", "calls", NULL);
    if (status == WG_ERR_MISSING)
        skip();
    assert_int_equal(status, WG_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "undefined.cl:7: not supported: calling elsewhere, "));
    assert_int_equal(try_kernel(FOLDER "undefined.cl", "nested", NULL), WG_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "undefined.cl:19: not supported: calling other, which is a kernel"));
    run(FOLDER "undefined.cl", "other", NULL); /* a kernel beside them does not mind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_math, forget),
        cmocka_unit_test_teardown(test_vectors, forget),
        cmocka_unit_test_teardown(test_conversions, forget),
        cmocka_unit_test_teardown(test_integers, forget),
        cmocka_unit_test_teardown(test_half_storage, forget),
        cmocka_unit_test_teardown(test_half_arithmetic, forget),
        cmocka_unit_test_teardown(test_collective, forget),
        cmocka_unit_test_teardown(test_plane, forget),
        cmocka_unit_test_teardown(test_subgroups, forget),
        cmocka_unit_test_teardown(test_generic_pointers, forget),
        cmocka_unit_test_teardown(test_barriers, forget),
        cmocka_unit_test_teardown(test_copies, forget),
        cmocka_unit_test_teardown(test_atomics, forget),
        cmocka_unit_test_teardown(test_explicit_atomics, forget),
        cmocka_unit_test_teardown(test_required_size, forget),
        cmocka_unit_test_teardown(test_printf, forget),
        cmocka_unit_test_teardown(test_images, forget),
        cmocka_unit_test_teardown(test_image_formats, forget),
        cmocka_unit_test_teardown(test_images_written, forget),
        cmocka_unit_test_teardown(test_images_that_are_refused, forget),
        cmocka_unit_test_teardown(test_undefined_functions_are_named, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
