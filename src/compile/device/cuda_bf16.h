/* __nv_bfloat16: the upper half of a float. Conversions are exact or rounded to nearest even; arithmetic goes through
 * float, which gives the same results as the GPU's own for one operation. */
#pragma once
#pragma clang system_header
#include "warpgrind_cuda.h"

struct __nv_bfloat16_raw { unsigned short x; };

__WG_BOTH unsigned short __wg_bfloat_from(float x)
{
    unsigned bits = __builtin_bit_cast(unsigned, x);
    return (unsigned short)(x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(__nv_bfloat16_raw raw) : __x(raw.x) {}
    __host__ __device__ __nv_bfloat16(float x) : __x(__wg_bfloat_from(x)) {}
    __host__ __device__ __nv_bfloat16(double x) : __x(__wg_bfloat_from((float)x)) {}
    __host__ __device__ __nv_bfloat16(int x) : __x(__wg_bfloat_from((float)x)) {}
    __host__ __device__ operator float() const { return __builtin_bit_cast(float, (unsigned)__x << 16); }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__WG_BOTH float __bfloat162float(__nv_bfloat16 a) { return a; }
__WG_BOTH __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__WG_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__WG_BOTH __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__nv_bfloat16(a), __nv_bfloat16(b)}; }
__WG_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {__nv_bfloat16(a.x), __nv_bfloat16(a.y)}; }
__WG_BOTH float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x, a.y}; }
__WG_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__WG_BOTH float __low2float(__nv_bfloat162 a) { return a.x; }
__WG_BOTH float __high2float(__nv_bfloat162 a) { return a.y; }

#define __WG_BFLOAT(name, sign)                                                                                        \
    __WG_DEVICE __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a sign (float)b); } \
    __WG_DEVICE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b)                                             \
    {                                                                                                                  \
        return {name(a.x, b.x), name(a.y, b.y)};                                                                       \
    }                                                                                                                  \
    __WG_DEVICE __nv_bfloat16 operator sign(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }                   \
    __WG_DEVICE __nv_bfloat16 &operator sign##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = name(a, b); }
__WG_BFLOAT(__hadd, +)
__WG_BFLOAT(__hsub, -)
__WG_BFLOAT(__hmul, *)
__WG_BFLOAT(__hdiv, /)
__WG_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return __nv_bfloat16(__wg::fma((float)a, (float)b, (float)c));
}
