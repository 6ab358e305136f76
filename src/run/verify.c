/* SPDX-License-Identifier: Apache-2.0 */
#include "run/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double small_float(uint64_t bits, int exponent_bits, int mantissa_bits)
{
    uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
    int exponent = (int)(bits >> mantissa_bits & ((1u << exponent_bits) - 1)), bias = (1 << (exponent_bits - 1)) - 1;
    double sign = bits >> (mantissa_bits + exponent_bits) & 1 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1)
        return mantissa ? NAN : sign * INFINITY;
    double value = (double)mantissa / (double)(UINT64_C(1) << mantissa_bits) + (exponent ? 1 : 0);
    return sign * ldexp(value, (exponent ? exponent : 1) - bias);
}

double wg_verify_number(const wg_element *e, const unsigned char *memory, size_t index)
{
    uint64_t bits = 0;
    memcpy(&bits, memory + index * e->bytes, e->bytes);
    if (e->kind == WG_ELEMENT_FLOAT && e->bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (e->kind == WG_ELEMENT_FLOAT)
        return small_float(bits, 8 * e->bytes - 1 - e->mantissa, e->mantissa);
    if (e->kind == WG_ELEMENT_INT)
        return (double)((int64_t)(bits << (64 - 8 * e->bytes)) >> (64 - 8 * e->bytes));
    return (double)bits;
}

/* Values, not bits: -0 is 0. Integers of 64 bits do not fit a double and are compared as they are. */
static bool same(const wg_element *e, const unsigned char *got, const unsigned char *want, size_t index)
{
    if (!memcmp(got + index * e->bytes, want + index * e->bytes, e->bytes))
        return true;
    if (e->kind != WG_ELEMENT_FLOAT)
        return false;
    double a = wg_verify_number(e, got, index), b = wg_verify_number(e, want, index);
    return a == b || (isnan(a) && isnan(b));
}

/* Numbers are looked at a chunk at a time; the two usual types without a call for each. */
enum { CHUNK = 4096 };

static void load(const wg_element *e, const unsigned char *memory, size_t first, size_t count, double *out)
{
    const unsigned char *from = memory + first * e->bytes;
    if (e->kind == WG_ELEMENT_FLOAT && e->bytes == 8) {
        memcpy(out, from, count * sizeof *out);
    } else if (e->kind == WG_ELEMENT_FLOAT && e->bytes == 4) {
        float values[CHUNK];
        memcpy(values, from, count * sizeof *values);
        for (size_t k = 0; k < count; k++)
            out[k] = (double)values[k];
    } else {
        for (size_t k = 0; k < count; k++)
            out[k] = wg_verify_number(e, memory, first + k);
    }
}

/* The sum of the squares of what is finite, each divided by `unit`. */
static double sum_of_squares(const wg_element *e, const unsigned char *memory, size_t count, double unit,
                             size_t *finite)
{
    double sum = 0, values[CHUNK];
    *finite = 0;
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t some = count - first < CHUNK ? count - first : CHUNK;
        load(e, memory, first, some, values);
        for (size_t k = 0; k < some; k++) {
            bool counts = isfinite(values[k]);
            double value = values[k] / unit;
            sum += counts ? value * value : 0;
            *finite += counts;
        }
    }
    return sum;
}

/* Squares of very large doubles are infinite, and so would the room for error be: those are scaled down. */
static double root_mean_square(const wg_element *e, const unsigned char *memory, size_t count)
{
    size_t finite;
    double unit = 1, sum = sum_of_squares(e, memory, count, unit, &finite);
    if (isinf(sum)) {
        unit = 0x1p540;
        sum = sum_of_squares(e, memory, count, unit, &finite);
    }
    return finite ? unit * sqrt(sum / (double)finite) : 0;
}

/* How many tolerances a number is off; infinite where no tolerance helps. */
static double distance(double got, double want, double tolerance, double scale)
{
    double room = tolerance * fmax(fabs(want), scale);
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (isinf(got) || isinf(want))
        return got == want ? 0 : INFINITY;
    return room > 0 ? fabs(got - want) / room : got == want ? 0 : INFINITY;
}

/* With all its digits: two numbers that differ must look different. */
const char *wg_verify_format(const wg_element *e, const unsigned char *memory, size_t index, char text[32])
{
    uint64_t bits = 0;
    if (e->kind == WG_ELEMENT_FLOAT) {
        snprintf(text, 32, "%.*g", e->bytes == 8 ? 17 : e->bytes == 4 ? 9 : 5, wg_verify_number(e, memory, index));
        return text;
    }
    memcpy(&bits, memory + index * e->bytes, e->bytes);
    if (e->kind == WG_ELEMENT_INT)
        snprintf(text, 32, "%lld", (long long)((int64_t)(bits << (64 - 8 * e->bytes)) >> (64 - 8 * e->bytes)));
    else
        snprintf(text, 32, "%llu", (unsigned long long)bits);
    return text;
}

static void note(wg_differences *f, size_t index, double far)
{
    f->first = f->count ? f->first : index;
    if (!f->count++ || far > f->far) {
        f->far = far;
        f->worst = index;
    }
}

static void compare_exactly(const wg_element *e, const unsigned char *got, const unsigned char *want, size_t count,
                            wg_differences *f)
{
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t some = count - first < CHUNK ? count - first : CHUNK;
        if (!memcmp(got + first * e->bytes, want + first * e->bytes, some * e->bytes))
            continue;
        for (size_t k = first; k < first + some; k++)
            if (!same(e, got, want, k))
                note(f, k, INFINITY);
    }
}

static void compare_nearly(const wg_element *e, const unsigned char *got, const unsigned char *want, size_t count,
                           double tolerance, wg_differences *f)
{
    double scale = root_mean_square(e, want, count), a[CHUNK], b[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t some = count - first < CHUNK ? count - first : CHUNK;
        load(e, got, first, some, a);
        load(e, want, first, some, b);
        for (size_t k = 0; k < some; k++) {
            double d = a[k] == b[k] ? 0 : distance(a[k], b[k], tolerance, scale);
            if (d > 1)
                note(f, first + k, d);
        }
    }
}

void wg_verify_compare(const wg_element *element, const void *got, const void *want, size_t count, double tolerance,
                       wg_differences *out)
{
    *out = (wg_differences){0};
    if (tolerance > 0)
        compare_nearly(element, got, want, count, tolerance, out);
    else
        compare_exactly(element, got, want, count, out);
}

wg_status wg_verify_numbers(const wg_element *element, const void *got, const void *want, size_t count,
                            double tolerance, wg_error *err)
{
    wg_differences f;
    char a[32], b[32];
    wg_verify_compare(element, got, want, count, tolerance, &f);
    if (!f.count)
        return WG_OK;
    return wg_error_set(err, WG_ERR_FAILED, "element %zu is %s where the reference has %s; %zu of %zu differ", f.worst,
                        wg_verify_format(element, got, f.worst, a), wg_verify_format(element, want, f.worst, b),
                        f.count, count);
}
