/* What the math functions are written in: exact operations that are one instruction, and a few approximate ones.
 *
 * Everything is overloaded or templated for float and double in namespace __wg. The same headers compile for the host
 * (tests/compile/math_accuracy.cpp measures them there): only the macros at the top differ. */
#pragma once

#ifdef __CUDA__
#define __WG_MATH static __device__ __attribute__((always_inline, nodebug)) inline
#define __WG_MATH_SLOW static __device__ __attribute__((noinline, nodebug)) /* rare: not worth a copy for each use */
#define __WG_MATH_TABLE static __constant__ const
#else
#define __WG_MATH static inline
#define __WG_MATH_SLOW static
#define __WG_MATH_TABLE static const
#endif

/* Error-free sums stop being so when a compiler may regroup them; -ffast-math would. */
#pragma float_control(precise, on, push)

namespace __wg {

template <class T> struct numbers;

template <> struct numbers<float> {
    typedef unsigned word;
    typedef int integer;
    static constexpr int mantissa = 23, bias = 127, maximum_exponent = 255;
    static constexpr float infinity = __builtin_huge_valf();
    static constexpr float smallest_normal = 0x1p-126f;
};

template <> struct numbers<double> {
    typedef unsigned long long word;
    typedef long long integer;
    static constexpr int mantissa = 52, bias = 1023, maximum_exponent = 2047;
    static constexpr double infinity = __builtin_huge_val();
    static constexpr double smallest_normal = 0x1p-1022;
};

__WG_MATH unsigned to_bits(float x) { return __builtin_bit_cast(unsigned, x); }
__WG_MATH unsigned long long to_bits(double x) { return __builtin_bit_cast(unsigned long long, x); }
__WG_MATH float from_bits(unsigned x) { return __builtin_bit_cast(float, x); }
__WG_MATH double from_bits(unsigned long long x) { return __builtin_bit_cast(double, x); }

__WG_MATH float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__WG_MATH double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
__WG_MATH float abs(float x) { return __builtin_fabsf(x); }
__WG_MATH double abs(double x) { return __builtin_fabs(x); }
__WG_MATH float sqrt(float x) { return __builtin_sqrtf(x); }
__WG_MATH double sqrt(double x) { return __builtin_sqrt(x); }
__WG_MATH float rint(float x) { return __builtin_rintf(x); }
__WG_MATH double rint(double x) { return __builtin_rint(x); }
__WG_MATH float trunc(float x) { return __builtin_truncf(x); }
__WG_MATH double trunc(double x) { return __builtin_trunc(x); }
__WG_MATH float floor(float x) { return __builtin_floorf(x); }
__WG_MATH double floor(double x) { return __builtin_floor(x); }
__WG_MATH float min(float a, float b) { return __builtin_fminf(a, b); }
__WG_MATH double min(double a, double b) { return __builtin_fmin(a, b); }
__WG_MATH float max(float a, float b) { return __builtin_fmaxf(a, b); }
__WG_MATH double max(double a, double b) { return __builtin_fmax(a, b); }

/* The special function unit: within 2 ulp of 2^x, and within 2^-22 of log2(x). */
#ifdef __CUDA__
__WG_MATH float exp2_approx(float x) { return __nvvm_ex2_approx_f(x); }
__WG_MATH float log2_approx(float x) { return __nvvm_lg2_approx_f(x); }
#else
__WG_MATH float exp2_approx(float x) { return __builtin_exp2f(x); }
__WG_MATH float log2_approx(float x) { return __builtin_log2f(x); }
#endif

template <class T> __WG_MATH bool is_nan(T x) { return x != x; }
template <class T> __WG_MATH bool is_infinite(T x) { return abs(x) == numbers<T>::infinity; }
template <class T> __WG_MATH bool is_negative(T x) { return (typename numbers<T>::integer)to_bits(x) < 0; }
template <class T> __WG_MATH T quiet_nan() { return from_bits((typename numbers<T>::word)-1 >> 1); }

/* Spelled out: clang makes seven instructions of the builtin. */
template <class T> __WG_MATH T copysign(T x, T sign)
{
    constexpr auto rest = (typename numbers<T>::word)-1 >> 1;
    return from_bits((to_bits(x) & rest) | (to_bits(sign) & ~rest));
}

/* c0 + c1 x + c2 x² … by Horner's rule. */
template <class T> __WG_MATH T poly(T, T c0) { return c0; }
template <class T, class... Rest> __WG_MATH T poly(T x, T c0, Rest... rest) { return fma(poly(x, rest...), x, c0); }

/* 2^n for a normal result. */
template <class T> __WG_MATH T power_of_two(int n)
{
    return from_bits((typename numbers<T>::word)(n + numbers<T>::bias) << numbers<T>::mantissa);
}

/* x · 2^n for |n| up to twice the exponent range; in two steps, so that a subnormal result is rounded once. */
template <class T> __WG_MATH T scale(T x, int n)
{
    int half = n >> 1;
    return x * power_of_two<T>(half) * power_of_two<T>(n - half);
}

/* An angle brought near 0: x = r + quadrant · π/2. Returned by value, since a pointer would put it in memory. */
template <class T> struct turned {
    T r;
    int quadrant;
};

/* A number as an unevaluated sum of two, |low| at most half an ulp of high. */
template <class T> struct pair {
    T high, low;
};

/* Needs |a| ≥ |b|, or one of them 0. */
template <class T> __WG_MATH pair<T> add_ordered(T a, T b)
{
    T sum = a + b;
    return {sum, b - (sum - a)};
}

template <class T> __WG_MATH pair<T> multiply(T a, T b)
{
    T product = a * b;
    return {product, fma(a, b, -product)};
}

template <class T> __WG_MATH pair<T> multiply(pair<T> a, pair<T> b)
{
    pair<T> product = multiply(a.high, b.high);
    return add_ordered(product.high, product.low + fma(a.high, b.low, a.low * b.high));
}

} // namespace __wg

#pragma float_control(pop)
