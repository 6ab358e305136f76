/* __half and __half2: conversions, arithmetic, comparison. Arithmetic is the GPU's own on 16 bits; host code only needs
 * the declarations. */
#pragma once
#pragma clang system_header
#include "warpgrind_cuda.h"

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

__WG_DEVICE unsigned short __wg_half_from(float x)
{
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
}
__WG_DEVICE float __wg_half_to(unsigned short h)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return x;
}
__host__ unsigned short __wg_half_from(float x);
__host__ float __wg_half_to(unsigned short h);

#define __WG_INLINE __host__ __device__ __attribute__((always_inline, nodebug)) inline

struct __half {
    unsigned short __x;
    __half() = default;
    __WG_INLINE __half(__half_raw raw) : __x(raw.x) {}
    __WG_INLINE __half(float x) : __x(__wg_half_from(x)) {}
    __WG_INLINE __half(double x) : __x(__wg_half_from((float)x)) {}
    __WG_INLINE __half(int x) : __x(__wg_half_from((float)x)) {}
    __WG_INLINE __half(unsigned x) : __x(__wg_half_from((float)x)) {}
    __WG_INLINE operator float() const { return __wg_half_to(__x); }
    __WG_INLINE operator __half_raw() const { return {__x}; }
    __WG_INLINE __half &operator=(float x) { __x = __wg_half_from(x); return *this; }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __WG_INLINE __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;

/* One operation on 16 bits, and on two at a time. */
#define __WG_HALF(name, ptx)                                                                                           \
    __WG_DEVICE __half name(__half a, __half b)                                                                        \
    {                                                                                                                  \
        __half_raw d;                                                                                                  \
        asm(ptx ".f16 %0, %1, %2;" : "=h"(d.x) : "h"(a.__x), "h"(b.__x));                                              \
        return d;                                                                                                      \
    }                                                                                                                  \
    __WG_DEVICE __half2 name##2(__half2 a, __half2 b)                                                                  \
    {                                                                                                                  \
        unsigned d;                                                                                                    \
        asm(ptx ".f16x2 %0, %1, %2;"                                                                                   \
            : "=r"(d)                                                                                                  \
            : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)));                             \
        return __builtin_bit_cast(__half2, d);                                                                         \
    }
__WG_HALF(__hadd, "add.rn")
__WG_HALF(__hsub, "sub.rn")
__WG_HALF(__hmul, "mul.rn")
__WG_HALF(__hmin, "min")
__WG_HALF(__hmax, "max")

__WG_DEVICE __half __hfma(__half a, __half b, __half c)
{
    __half_raw d;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(d.x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return d;
}
__WG_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    unsigned d;
    asm("fma.rn.f16x2 %0, %1, %2, %3;"
        : "=r"(d)
        : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)),
          "r"(__builtin_bit_cast(unsigned, c)));
    return __builtin_bit_cast(__half2, d);
}
__WG_DEVICE __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__WG_DEVICE __half2 __h2div(__half2 a, __half2 b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
__WG_DEVICE __half __hneg(__half a) { return __half_raw{(unsigned short)(a.__x ^ 0x8000)}; }
__WG_DEVICE __half2 __hneg2(__half2 a) { return {__hneg(a.x), __hneg(a.y)}; }
__WG_DEVICE __half __habs(__half a) { return __half_raw{(unsigned short)(a.__x & 0x7fff)}; }

__WG_BOTH float __half2float(__half a) { return a; }
__WG_BOTH __half __float2half(float x) { return __half(x); }
__WG_BOTH __half __float2half_rn(float x) { return __half(x); }
__WG_BOTH __half __double2half(double x) { return __half(x); }
__WG_BOTH __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
__WG_BOTH __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
__WG_BOTH __half2 __float22half2_rn(float2 a) { return {__half(a.x), __half(a.y)}; }
__WG_BOTH float2 __half22float2(__half2 a) { return {a.x, a.y}; }
__WG_BOTH __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__WG_BOTH __half2 __half2half2(__half a) { return {a, a}; }
__WG_BOTH __half2 make_half2(__half a, __half b) { return {a, b}; }
__WG_BOTH __half __low2half(__half2 a) { return a.x; }
__WG_BOTH __half __high2half(__half2 a) { return a.y; }
__WG_BOTH float __low2float(__half2 a) { return a.x; }
__WG_BOTH float __high2float(__half2 a) { return a.y; }
__WG_BOTH unsigned short __half_as_ushort(__half a) { return a.__x; }
__WG_BOTH __half __ushort_as_half(unsigned short x) { return __half_raw{x}; }
__WG_DEVICE int __half2int_rn(__half a) { return __float2int_rn(a); }
__WG_DEVICE int __half2int_rz(__half a) { return __float2int_rz(a); }
__WG_DEVICE __half __int2half_rn(int x) { return __half((float)x); }

#define __WG_HALF_OPERATOR(sign, name)                                                                                 \
    __WG_DEVICE __half operator sign(__half a, __half b) { return name(a, b); }                                        \
    __WG_DEVICE __half &operator sign##=(__half &a, __half b) { return a = name(a, b); }
#define __WG_HALF2_OPERATOR(sign, name)                                                                                \
    __WG_DEVICE __half2 operator sign(__half2 a, __half2 b) { return name(a, b); }                                     \
    __WG_DEVICE __half2 &operator sign##=(__half2 &a, __half2 b) { return a = name(a, b); }
__WG_HALF_OPERATOR(+, __hadd)
__WG_HALF_OPERATOR(-, __hsub)
__WG_HALF_OPERATOR(*, __hmul)
__WG_HALF_OPERATOR(/, __hdiv)
__WG_HALF2_OPERATOR(+, __hadd2)
__WG_HALF2_OPERATOR(-, __hsub2)
__WG_HALF2_OPERATOR(*, __hmul2)
__WG_HALF2_OPERATOR(/, __h2div)
__WG_DEVICE __half operator-(__half a) { return __hneg(a); }

#define __WG_HALF_COMPARE(name, sign)                                                                                  \
    __WG_DEVICE bool name(__half a, __half b) { return (float)a sign (float)b; }                                       \
    __WG_DEVICE bool operator sign(__half a, __half b) { return (float)a sign (float)b; }
__WG_HALF_COMPARE(__heq, ==)
__WG_HALF_COMPARE(__hne, !=)
__WG_HALF_COMPARE(__hlt, <)
__WG_HALF_COMPARE(__hle, <=)
__WG_HALF_COMPARE(__hgt, >)
__WG_HALF_COMPARE(__hge, >=)

#define __WG_HALF_FUNCTION(name, function) __WG_DEVICE __half name(__half a) { return __half(function((float)a)); }
__WG_HALF_FUNCTION(hsqrt, sqrtf)
__WG_HALF_FUNCTION(hrsqrt, rsqrtf)
__WG_HALF_FUNCTION(hexp, expf)
__WG_HALF_FUNCTION(hexp2, exp2f)
__WG_HALF_FUNCTION(hlog, logf)
__WG_HALF_FUNCTION(hlog2, log2f)
__WG_HALF_FUNCTION(hsin, sinf)
__WG_HALF_FUNCTION(hcos, cosf)
__WG_HALF_FUNCTION(htanh, tanhf)
__WG_HALF_FUNCTION(hfloor, floorf)
__WG_HALF_FUNCTION(hceil, ceilf)

#define __WG_HALF_SHUFFLE(name, third)                                                                                 \
    __WG_DEVICE __half2 name(unsigned mask, __half2 x, third lane, int width = 32)                                     \
    {                                                                                                                  \
        return __builtin_bit_cast(__half2, name(mask, __builtin_bit_cast(unsigned, x), lane, width));                  \
    }                                                                                                                  \
    __WG_DEVICE __half name(unsigned mask, __half x, third lane, int width = 32)                                       \
    {                                                                                                                  \
        return __half_raw{(unsigned short)name(mask, (unsigned)x.__x, lane, width)};                                   \
    }
__WG_HALF_SHUFFLE(__shfl_sync, int)
__WG_HALF_SHUFFLE(__shfl_up_sync, unsigned)
__WG_HALF_SHUFFLE(__shfl_down_sync, unsigned)
__WG_HALF_SHUFFLE(__shfl_xor_sync, int)

__WG_DEVICE __half2 atomicAdd(__half2 *p, __half2 x)
{
    unsigned d, bits = __builtin_bit_cast(unsigned, x);
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(d) : "l"(p), "r"(bits) : "memory");
    return __builtin_bit_cast(__half2, d);
}
