/* What float and double have in common once the cores are there: bringing arguments into range, symmetry, special
 * values. T is float or double. */
#pragma once
#include "warpgrind_math_double.h"
#include "warpgrind_math_float.h"
#pragma float_control(precise, on, push)

namespace __wg {

/* Quadrants count from 0 at sin; cos is a quarter turn ahead. */
template <class T> __WG_MATH T sin_at(T r, int quadrant)
{
    T value = sin_or_cos(r, quadrant & 1);
    return quadrant & 2 ? -value : value;
}

/* sin and tan are 0 only where x is, and have its sign there; the fma above loses it. */
template <class T> __WG_MATH T keep_zero(T value, T x) { return value == 0 ? x : value; }

template <class T> __WG_MATH T sin(T x)
{
    turned<T> t = reduce(x);
    return keep_zero(sin_at(t.r, t.quadrant), x);
}

template <class T> __WG_MATH T cos(T x)
{
    turned<T> t = reduce(x);
    return sin_at(t.r, t.quadrant + 1);
}

template <class T> __WG_MATH void sincos(T x, T *sine, T *cosine)
{
    turned<T> t = reduce(x);
    T s = sin_or_cos(t.r, false), c = sin_or_cos(t.r, true);
    T first = t.quadrant & 1 ? c : s, second = t.quadrant & 1 ? s : c;
    *sine = keep_zero(t.quadrant & 2 ? -first : first, x);
    *cosine = (t.quadrant + 1) & 2 ? -second : second;
}

template <class T> __WG_MATH T tan(T x)
{
    turned<T> t = reduce(x);
    T s = sin_or_cos(t.r, false), c = sin_or_cos(t.r, true);
    return keep_zero((t.quadrant & 1 ? -c : s) / (t.quadrant & 1 ? s : c), x);
}

/* sin and cos of π x: the whole turns go first, exactly. */
template <class T> __WG_MATH T sin_half_turns(T x, int ahead)
{
    T t = fma((T)-2, rint((T)0.5 * x), x), n = rint(2 * t);
    return sin_at(fma(n, (T)-0.5, t) * (T)0x1.921fb54442d18p+1, (int)n + ahead);
}

template <class T> __WG_MATH T sinpi(T x)
{
    return x == trunc(x) && !is_infinite(x) ? copysign((T)0, x) : sin_half_turns(x, 0);
}
template <class T> __WG_MATH T cospi(T x) { return sin_half_turns(x, 1) + 0; }

/* From 0.5 on by the half-angle formula. */
template <class T> __WG_MATH T asin(T x)
{
    T a = abs(x);
    if (a > 1)
        return quiet_nan<T>();
    T half = sqrt(fma((T)-0.5, a, (T)0.5));
    T value = a > (T)0.5 ? (T)0x1.921fb54442d18p+0 - 2 * asin_kernel(half) : asin_kernel(a);
    return copysign(value, x);
}

template <class T> __WG_MATH T acos(T x)
{
    T a = abs(x);
    if (a > 1)
        return quiet_nan<T>();
    if (a > (T)0.5) {
        T value = 2 * asin_kernel(sqrt(fma((T)-0.5, a, (T)0.5)));
        return is_negative(x) ? (T)0x1.921fb54442d18p+1 - value : value;
    }
    return (T)0x1.921fb54442d18p+0 - copysign(asin_kernel(a), x);
}

template <class T> __WG_MATH T atan(T x)
{
    T a = abs(x);
    T value = atan_kernel(a > 1 ? 1 / a : a);
    return copysign(a > 1 ? (T)0x1.921fb54442d18p+0 - value : value, x);
}

template <class T> __WG_MATH T atan2(T y, T x)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    T ax = abs(x), ay = abs(y), larger = max(ax, ay), smaller = min(ax, ay);
    T ratio = larger == 0 ? 0 : smaller == numbers<T>::infinity ? 1 : smaller / larger;
    T angle = atan_kernel(ratio);
    angle = ay > ax ? (T)0x1.921fb54442d18p+0 - angle : angle;
    angle = is_negative(x) ? (T)0x1.921fb54442d18p+1 - angle : angle;
    return copysign(angle, y);
}

/* Both through e^|x|; past where that overflows, half the argument goes twice. */
template <class T> __WG_MATH T sinh(T x)
{
    T a = abs(x), limit = sizeof(T) == 4 ? 88 : 709;
    if (a > limit) {
        T root = exp((T)0.5 * a);
        return copysign((T)0.5 * root * root, x);
    }
    T t = expm1(a);
    return copysign((T)0.5 * (t + t / (t + 1)), x);
}

template <class T> __WG_MATH T cosh(T x)
{
    T a = abs(x), limit = sizeof(T) == 4 ? 88 : 709;
    if (a > limit) {
        T root = exp((T)0.5 * a);
        return (T)0.5 * root * root;
    }
    T e = exp(a);
    return fma((T)0.5, e, (T)0.5 / e);
}

template <class T> __WG_MATH T tanh(T x)
{
    T a = abs(x);
    T value = a < (T)0.55 ? tanh_kernel(a) : 1 - 2 / (exp(2 * a) + 1);
    return is_nan(x) ? x : copysign(value, x);
}

template <class T> __WG_MATH T asinh(T x)
{
    T a = abs(x), large = sizeof(T) == 4 ? (T)1e9 : (T)1e18;
    T value = a > large ? log(a) + (T)0x1.62e42fefa39efp-1 : log1p(a + a * a / (1 + sqrt(fma(a, a, (T)1))));
    return copysign(value, x);
}

template <class T> __WG_MATH T acosh(T x)
{
    T t = x - 1, large = sizeof(T) == 4 ? (T)1e9 : (T)1e18;
    if (x > large)
        return log(x) + (T)0x1.62e42fefa39efp-1;
    return x < 1 ? quiet_nan<T>() : log1p(t + sqrt(fma(t, t, 2 * t)));
}

template <class T> __WG_MATH T atanh(T x)
{
    T a = abs(x);
    return copysign((T)0.5 * log1p(2 * a / (1 - a)), x);
}

/* erfc(x) = e^-x² · …: the square is rounded, and the fma gives back what it lost. */
template <class T> __WG_MATH T erfc_positive(T x)
{
    T square = x * x, e = exp(-square);
    return fma(e, fma(-x, x, square), e) * erfc_kernel(x);
}

template <class T> __WG_MATH T erf(T x)
{
    T a = abs(x);
    if (!(a > 1))
        return erf_kernel(x);
    return copysign(a > erfc_limit(x) ? 1 : 1 - erfc_positive(a), x);
}

template <class T> __WG_MATH T erfc(T x)
{
    T a = abs(x);
    if (is_nan(x))
        return x;
    if (a < (T)0.5)
        return 1 - erf_kernel(x);
    T value = a > erfc_limit(x) ? 0 : erfc_positive(a);
    return is_negative(x) ? 2 - value : value;
}

template <class T> __WG_MATH T normcdf(T x) { return (T)0.5 * erfc((T)-0x1.6a09e667f3bcdp-1 * x); }

template <class T> __WG_MATH bool is_odd(T x)
{
    T half = (T)0.5 * x;
    return half != trunc(half);
}

template <class T> __WG_MATH T pow_positive(T x, T y)
{
    pair<T> l = log_pair(x);
    pair<T> product = multiply(l.high, y);
    product.low = fma(l.low, y, product.low);
    if (!(abs(product.high) < numbers<T>::infinity)) /* the low part is no number then */
        product.low = 0;
    return exp_pair(product);
}

template <class T> __WG_MATH T pow(T x, T y)
{
    T a = abs(x);
    if (x == 1 || y == 0)
        return 1;
    if (is_nan(x) || is_nan(y))
        return x + y;
    bool integral = y == trunc(y), odd = integral && is_odd(y);
    if (a == 0 || a == numbers<T>::infinity) {
        T value = (y < 0) == (a == 0) ? numbers<T>::infinity : 0;
        return odd ? copysign(value, x) : value;
    }
    if (is_infinite(y))
        return a == 1 ? 1 : (a > 1) == (y > 0) ? numbers<T>::infinity : 0;
    if (x < 0 && !integral)
        return quiet_nan<T>();
    T value = pow_positive(a, y);
    return x < 0 && odd ? -value : value;
}

template <class T> __WG_MATH T hypot(T x, T y)
{
    if (is_infinite(x) || is_infinite(y))
        return numbers<T>::infinity;
    if (is_nan(x) || is_nan(y))
        return x + y;
    T a = max(abs(x), abs(y)), b = min(abs(x), abs(y)), ratio = b / a;
    return a == 0 ? a : a * sqrt(fma(ratio, ratio, (T)1));
}

/* A mantissa with its leading bit in place, also for a subnormal; x > 0. */
template <class T> __WG_MATH typename numbers<T>::word normal_mantissa(T x, int *exponent)
{
    typedef typename numbers<T>::word word;
    constexpr word one = (word)1 << numbers<T>::mantissa;
    word mantissa = to_bits(x) & (one - 1);
    *exponent = (int)(to_bits(x) >> numbers<T>::mantissa);
    if (*exponent)
        return mantissa | one;
    for (*exponent = 1; mantissa < one; --*exponent)
        mantissa <<= 1;
    return mantissa;
}

/* Exact: the remainder of the long division of mantissas, one bit of the quotient a turn. */
template <class T> __WG_MATH_SLOW T fmod(T x, T y)
{
    typedef typename numbers<T>::word word;
    constexpr word one = (word)1 << numbers<T>::mantissa;
    T a = abs(x), b = abs(y);
    if (!(a < numbers<T>::infinity) || is_nan(y) || b == 0)
        return quiet_nan<T>();
    if (a < b)
        return x;
    int ea, eb;
    word ma = normal_mantissa(a, &ea), mb = normal_mantissa(b, &eb);
    for (; ea > eb; ea--)
        ma = (ma >= mb ? ma - mb : ma) << 1;
    ma = ma >= mb ? ma - mb : ma;
    for (; ma && ma < one; ea--)
        ma <<= 1;
    word bits = ea > 0 ? (ma - one) + ((word)ea << numbers<T>::mantissa) : ma >> (1 - ea);
    return copysign(from_bits(ma ? bits : 0), x);
}

/* To the nearest multiple, and between two to the even one: fmod by 2y leaves at most one y, or two, to take away. */
template <class T> __WG_MATH T remainder(T x, T y)
{
    T b = abs(y), twice = b + b;
    if (b == 0 || is_nan(y) || !(abs(x) < numbers<T>::infinity))
        return quiet_nan<T>();
    T r = abs(twice < numbers<T>::infinity ? fmod(x, twice) : x);
    bool tiny = b < 2 * numbers<T>::smallest_normal; /* half of y may not be exact */
    if (tiny ? r + r > b : r > (T)0.5 * b) {
        r -= b;
        r = (tiny ? r + r >= b : r >= (T)0.5 * b) ? r - b : r;
    }
    return is_negative(x) ? -r : r;
}

/* Downwards in steps that keep all bits, so that a subnormal result is rounded once. */
template <class T> __WG_MATH T ldexp(T x, int n)
{
    constexpr int up = numbers<T>::bias, down = numbers<T>::bias - numbers<T>::mantissa - 2;
    n = n > 3 * up ? 3 * up : n < -3 * up ? -3 * up : n;
    for (; n > up; n -= up)
        x *= power_of_two<T>(up);
    for (; n < 1 - up; n += down)
        x *= power_of_two<T>(-down);
    return x * power_of_two<T>(n);
}

/* The exponent of a number that is finite and not 0. */
template <class T> __WG_MATH int exponent_of(T x)
{
    T a = abs(x);
    bool small = a < numbers<T>::smallest_normal;
    a = small ? a * power_of_two<T>(numbers<T>::mantissa + 1) : a;
    int e = (int)(to_bits(a) >> numbers<T>::mantissa) - numbers<T>::bias;
    return small ? e - numbers<T>::mantissa - 1 : e;
}

template <class T> __WG_MATH T frexp(T x, int *e)
{
    if (x == 0 || !(abs(x) < numbers<T>::infinity)) {
        *e = 0;
        return x + x;
    }
    *e = exponent_of(x) + 1;
    return ldexp(x, -*e);
}

template <class T> __WG_MATH T modf(T x, T *whole)
{
    *whole = trunc(x);
    return copysign(is_infinite(x) ? 0 : x - *whole, x);
}

template <class T> __WG_MATH T nextafter(T x, T y)
{
    typedef typename numbers<T>::word word;
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysign(from_bits((word)1), y);
    return from_bits((x < y) == (x > 0) ? to_bits(x) + 1 : to_bits(x) - 1);
}

/* Lanczos' sum for Γ(x + 1), x ≥ 0, with g = 7. */
__WG_MATH double lanczos_sum(double x)
{
    return 0.99999999999980993227684700473478 + 676.520368121885098567009190444019 / (x + 1) -
           1259.13921672240287047156078755283 / (x + 2) + 771.3234287776530788486528258894 / (x + 3) -
           176.61502916214059906584551354 / (x + 4) + 12.507343278686904814458936853 / (x + 5) -
           0.13857109526572011689554707 / (x + 6) + 9.984369578019570859563e-6 / (x + 7) +
           1.50563273514931155834e-7 / (x + 8);
}

__WG_MATH_SLOW double tgamma(double x)
{
    if (x < 0.5) { /* reflection */
        if (x == 0 || x == trunc(x))
            return x == 0 ? copysign(numbers<double>::infinity, x) : quiet_nan<double>();
        return 0x1.921fb54442d18p+1 / (sinpi(x) * tgamma(1 - x));
    }
    if (x > 172)
        return numbers<double>::infinity;
    double t = x + 6.5, half = pow(t, 0.5 * (x - 0.5)); /* the power in two halves: it overflows before Γ does */
    return 2.5066282746310005 * half * (half * exp(-t)) * lanczos_sum(x - 1);
}

__WG_MATH_SLOW double lgamma(double x)
{
    if (is_nan(x) || is_infinite(x))
        return x * x;
    if (x < 0.5) {
        double s = abs(sinpi(x));
        return s == 0 ? numbers<double>::infinity : log(0x1.921fb54442d18p+1 / s) - lgamma(1 - x);
    }
    double t = x + 6.5;
    return 0.91893853320467274178 + fma(x - 0.5, log(t), -t) + log(lanczos_sum(x - 1));
}

__WG_MATH float tgamma(float x) { return (float)tgamma((double)x); }
__WG_MATH float lgamma(float x) { return (float)lgamma((double)x); }

} // namespace __wg

#pragma float_control(pop)
