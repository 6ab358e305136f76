#include "bench/verify.h"

#include <math.h>
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

static double number_at(const wg_element *e, const unsigned char *memory, size_t index)
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
    double a = number_at(e, got, index), b = number_at(e, want, index);
    return a == b || (isnan(a) && isnan(b));
}

static double root_mean_square(const wg_element *e, const unsigned char *memory, size_t count)
{
    double sum = 0;
    size_t finite = 0;
    for (size_t k = 0; k < count; k++) {
        double value = number_at(e, memory, k);
        if (isfinite(value)) {
            sum += value * value;
            finite++;
        }
    }
    return finite ? sqrt(sum / (double)finite) : 0;
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

static wg_status complain(const wg_element *e, const unsigned char *got, const unsigned char *want, size_t index,
                          size_t wrong, size_t count, wg_error *err)
{
    double a = number_at(e, got, index), b = number_at(e, want, index);
    return wg_error_set(err, WG_ERR_FAILED, "element %zu is %.9g where the reference has %.9g; %zu of %zu differ", index,
                        a, b, wrong, count);
}

wg_status wg_verify_numbers(const wg_element *element, const void *got, const void *want, size_t count,
                            double tolerance, wg_error *err)
{
    size_t wrong = 0, worst = 0;
    double far = 0;
    bool exact = !(tolerance > 0);
    double scale = exact ? 0 : root_mean_square(element, want, count);
    for (size_t k = 0; k < count; k++) {
        double d = same(element, got, want, k) ? 0
                   : exact ? INFINITY
                           : distance(number_at(element, got, k), number_at(element, want, k), tolerance, scale);
        if (d <= 1)
            continue;
        if (!wrong++ || d > far) {
            far = d;
            worst = k;
        }
    }
    return wrong ? complain(element, got, want, worst, wrong, count, err) : WG_OK;
}
