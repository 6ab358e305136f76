/* The math functions under the names programs call: sin(double), sin(float), sinf(float), and both in std. An integer
 * argument counts as a double, as the C++ standard has it. With -ffast-math the common float functions become the
 * special function unit's. */
#pragma once
#include "warpgrind_math_shared.h"

namespace __wg {

__WG_DEVICE float ceil(float x) { return __builtin_ceilf(x); }
__WG_DEVICE double ceil(double x) { return __builtin_ceil(x); }
__WG_DEVICE float round(float x) { return __builtin_roundf(x); }
__WG_DEVICE double round(double x) { return __builtin_round(x); }
template <class T> __WG_DEVICE T fabs(T x) { return abs(x); }
template <class T> __WG_DEVICE T nearbyint(T x) { return rint(x); }
template <class T> __WG_DEVICE T fmin(T a, T b) { return min(a, b); }
template <class T> __WG_DEVICE T fmax(T a, T b) { return max(a, b); }
template <class T> __WG_DEVICE T fdim(T a, T b) { return a > b || is_nan(a) || is_nan(b) ? a - b : 0; }
template <class T> __WG_DEVICE T rcbrt(T x) { return 1 / cbrt(x); }
template <class T> __WG_DEVICE T rhypot(T x, T y) { return 1 / hypot(x, y); }
template <class T> __WG_DEVICE T logb(T x)
{
    return x == 0 ? -numbers<T>::infinity : !(abs(x) < numbers<T>::infinity) ? x * x : (T)exponent_of(x);
}
__WG_DEVICE float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
__WG_DEVICE double rsqrt(double x) { return 1 / sqrt(x); }

/* The special function unit's own, by the names CUDA gives them. */
__WG_DEVICE float fast_sin(float x) { return __nvvm_sin_approx_f(x); }
__WG_DEVICE float fast_cos(float x) { return __nvvm_cos_approx_f(x); }
__WG_DEVICE float fast_divide(float a, float b) { return __nvvm_div_approx_f(a, b); }
__WG_DEVICE float fast_tan(float x) { return fast_divide(fast_sin(x), fast_cos(x)); }
__WG_DEVICE float fast_exp(float x) { return exp2_approx(x * 0x1.715476p+0f); }
__WG_DEVICE float fast_exp2(float x) { return exp2_approx(x); }
__WG_DEVICE float fast_exp10(float x) { return exp2_approx(x * 0x1.a934fp+1f); }
__WG_DEVICE float fast_log(float x) { return log2_approx(x) * 0x1.62e43p-1f; }
__WG_DEVICE float fast_log2(float x) { return log2_approx(x); }
__WG_DEVICE float fast_log10(float x) { return log2_approx(x) * 0x1.344136p-2f; }
__WG_DEVICE float fast_pow(float x, float y) { return exp2_approx(y * log2_approx(x)); }

template <bool condition, class T> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <class T> struct is_integer { static constexpr bool value = false; };
#define __WG_INTEGER(type) template <> struct is_integer<type> { static constexpr bool value = true; };
__WG_INTEGER(bool) __WG_INTEGER(char) __WG_INTEGER(signed char) __WG_INTEGER(unsigned char)
__WG_INTEGER(short) __WG_INTEGER(unsigned short) __WG_INTEGER(int) __WG_INTEGER(unsigned)
__WG_INTEGER(long) __WG_INTEGER(unsigned long) __WG_INTEGER(long long) __WG_INTEGER(unsigned long long)
template <class T> struct is_arithmetic { static constexpr bool value = is_integer<T>::value; };
template <> struct is_arithmetic<float> { static constexpr bool value = true; };
template <> struct is_arithmetic<double> { static constexpr bool value = true; };
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };

} // namespace __wg

#ifdef __FAST_MATH__
#define __WG_FAST(name) __wg::fast_##name
#else
#define __WG_FAST(name) __wg::name
#endif

#define __WG_UNARY_AS(name, float_core)                                                                                \
    __WG_DEVICE double name(double x) { return __wg::name(x); }                                                        \
    __WG_DEVICE float name##f(float x) { return float_core(x); }                                                       \
    __WG_DEVICE float name(float x) { return float_core(x); }                                                          \
    template <class T>                                                                                                 \
    __WG_DEVICE typename __wg::enable_if<__wg::is_integer<T>::value, double>::type name(T x)                           \
    {                                                                                                                  \
        return __wg::name((double)x);                                                                                  \
    }
#define __WG_UNARY(name) __WG_UNARY_AS(name, __wg::name)
#define __WG_UNARY_FAST(name) __WG_UNARY_AS(name, __WG_FAST(name))

/* Two floats give a float, any other two numbers a double. */
#define __WG_BINARY_AS(name, float_core)                                                                               \
    __WG_DEVICE double name(double a, double b) { return __wg::name(a, b); }                                           \
    __WG_DEVICE float name##f(float a, float b) { return float_core(a, b); }                                           \
    __WG_DEVICE float name(float a, float b) { return float_core(a, b); }                                              \
    template <class A, class B>                                                                                        \
    __WG_DEVICE typename __wg::enable_if<__wg::is_arithmetic<A>::value && __wg::is_arithmetic<B>::value &&             \
                                             (__wg::is_integer<A>::value || !__wg::is_same<A, B>::value),              \
                                         double>::type                                                                 \
    name(A a, B b) { return __wg::name((double)a, (double)b); }
#define __WG_BINARY(name) __WG_BINARY_AS(name, __wg::name)

/* The functions of the C and C++ standards; the three lists name each once. */
#define __WG_STANDARD_UNARY(F, FAST)                                                                                   \
    FAST(sin) FAST(cos) FAST(tan) FAST(exp) FAST(exp2) FAST(log) FAST(log2) FAST(log10)                                \
    F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh) F(expm1) F(log1p) F(sqrt) F(cbrt)       \
    F(erf) F(erfc) F(tgamma) F(lgamma) F(floor) F(ceil) F(trunc) F(rint) F(nearbyint) F(round) F(fabs) F(logb)
#define __WG_STANDARD_BINARY(F) F(atan2) F(fmod) F(remainder) F(hypot) F(fmin) F(fmax) F(fdim) F(copysign) F(nextafter)

__WG_STANDARD_UNARY(__WG_UNARY, __WG_UNARY_FAST)
__WG_STANDARD_BINARY(__WG_BINARY)
__WG_BINARY_AS(pow, __WG_FAST(pow))

__WG_DEVICE double fma(double a, double b, double c) { return __wg::fma(a, b, c); }
__WG_DEVICE float fma(float a, float b, float c) { return __wg::fma(a, b, c); }
__WG_DEVICE float fmaf(float a, float b, float c) { return __wg::fma(a, b, c); }

/* With an argument of another kind, or more than one result. */
#define __WG_MIXED(type, f)                                                                                            \
    __WG_DEVICE type ldexp##f(type x, int n) { return __wg::ldexp(x, n); }                                             \
    __WG_DEVICE type scalbn##f(type x, int n) { return __wg::ldexp(x, n); }                                            \
    __WG_DEVICE type scalbln##f(type x, long n)                                                                        \
    {                                                                                                                  \
        return __wg::ldexp(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n);                                       \
    }                                                                                                                  \
    __WG_DEVICE type frexp##f(type x, int *e) { return __wg::frexp(x, e); }                                            \
    __WG_DEVICE type modf##f(type x, type *whole) { return __wg::modf(x, whole); }                                     \
    __WG_DEVICE long lround##f(type x) { return (long)__wg::round(x); }                                                \
    __WG_DEVICE long long llround##f(type x) { return (long long)__wg::round(x); }                                     \
    __WG_DEVICE long lrint##f(type x) { return (long)__wg::rint(x); }                                                  \
    __WG_DEVICE long long llrint##f(type x) { return (long long)__wg::rint(x); }                                       \
    __WG_DEVICE int ilogb##f(type x)                                                                                   \
    {                                                                                                                  \
        return x == 0 || x != x ? -2147483647 - 1 : __wg::is_infinite(x) ? 2147483647 : __wg::exponent_of(x);          \
    }                                                                                                                  \
    __WG_DEVICE void sincos##f(type x, type *s, type *c) { __wg::sincos(x, s, c); }                                    \
    __WG_DEVICE void sincospi##f(type x, type *s, type *c) { *s = __wg::sinpi(x), *c = __wg::cospi(x); }               \
    __WG_DEVICE type norm3d##f(type a, type b, type c) { return __wg::hypot(__wg::hypot(a, b), c); }                   \
    __WG_DEVICE type rnorm3d##f(type a, type b, type c) { return 1 / norm3d##f(a, b, c); }
__WG_MIXED(double, )
__WG_MIXED(float, f)
#define __WG_FLOAT_OVERLOAD(result, name, parameters, arguments)                                                       \
    __WG_DEVICE result name parameters { return name##f arguments; }
__WG_FLOAT_OVERLOAD(float, ldexp, (float x, int n), (x, n))
__WG_FLOAT_OVERLOAD(float, scalbn, (float x, int n), (x, n))
__WG_FLOAT_OVERLOAD(float, frexp, (float x, int *e), (x, e))
__WG_FLOAT_OVERLOAD(float, modf, (float x, float *whole), (x, whole))
__WG_FLOAT_OVERLOAD(long, lround, (float x), (x))
__WG_FLOAT_OVERLOAD(long long, llround, (float x), (x))
__WG_FLOAT_OVERLOAD(long, lrint, (float x), (x))
__WG_FLOAT_OVERLOAD(long long, llrint, (float x), (x))

/* CUDA's additions. Host code may call them as well; a template for it gets along with a libc that has some of them. */
#define __WG_EXTRA(name)                                                                                               \
    __WG_DEVICE double name(double x) { return __wg::name(x); }                                                        \
    __WG_DEVICE float name##f(float x) { return __wg::name(x); }                                                       \
    __WG_DEVICE float name(float x) { return __wg::name(x); }                                                          \
    template <class T> __host__ T name(T x);                                                                           \
    template <class T> __host__ T name##f(T x);
__WG_EXTRA(rsqrt)
__WG_EXTRA(rcbrt)
__WG_EXTRA(sinpi)
__WG_EXTRA(cospi)
__WG_EXTRA(exp10)
__WG_EXTRA(normcdf)

__WG_DEVICE double rhypot(double x, double y) { return __wg::rhypot(x, y); }
__WG_DEVICE float rhypotf(float x, float y) { return __wg::rhypot(x, y); }

__WG_DEVICE float abs(float x) { return __wg::abs(x); }
__WG_DEVICE double abs(double x) { return __wg::abs(x); }
__WG_BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
__WG_BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
__WG_BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
__WG_BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
__WG_BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
__WG_BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
__WG_BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
__WG_BOTH double max(double a, float b) { return __builtin_fmax(a, b); }

__WG_DEVICE float __sinf(float x) { return __wg::fast_sin(x); }
__WG_DEVICE float __cosf(float x) { return __wg::fast_cos(x); }
__WG_DEVICE float __tanf(float x) { return __wg::fast_tan(x); }
__WG_DEVICE float __expf(float x) { return __wg::fast_exp(x); }
__WG_DEVICE float __exp10f(float x) { return __wg::fast_exp10(x); }
__WG_DEVICE float __logf(float x) { return __wg::fast_log(x); }
__WG_DEVICE float __log2f(float x) { return __wg::fast_log2(x); }
__WG_DEVICE float __log10f(float x) { return __wg::fast_log10(x); }
__WG_DEVICE float __powf(float x, float y) { return __wg::fast_pow(x, y); }
__WG_DEVICE float __fdividef(float a, float b) { return __wg::fast_divide(a, b); }
__WG_DEVICE float fdividef(float a, float b) { return __wg::fast_divide(a, b); }
__WG_DEVICE void __sincosf(float x, float *s, float *c) { *s = __sinf(x), *c = __cosf(x); }
__WG_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
