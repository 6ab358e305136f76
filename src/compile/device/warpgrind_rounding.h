/* Arithmetic with a rounding mode in its name, and conversions likewise. Inline PTX, because the compiler must neither
 * fuse nor reorder what was asked for in so many words. */
#pragma once

#define __WG_PTX_1(result, name, type, ptx, out, in)                                                                   \
    __WG_DEVICE result name(type a)                                                                                    \
    {                                                                                                                  \
        result d;                                                                                                      \
        asm(ptx " %0, %1;" : out(d) : in(a));                                                                          \
        return d;                                                                                                      \
    }
#define __WG_PTX_2(type, name, ptx, out, in)                                                                           \
    __WG_DEVICE type name(type a, type b)                                                                              \
    {                                                                                                                  \
        type d;                                                                                                        \
        asm(ptx " %0, %1, %2;" : out(d) : in(a), in(b));                                                               \
        return d;                                                                                                      \
    }
#define __WG_PTX_3(type, name, ptx, out, in)                                                                           \
    __WG_DEVICE type name(type a, type b, type c)                                                                      \
    {                                                                                                                  \
        type d;                                                                                                        \
        asm(ptx " %0, %1, %2, %3;" : out(d) : in(a), in(b), in(c));                                                    \
        return d;                                                                                                      \
    }

/* CUDA's name of the mode (rn, rz, ru, rd), then PTX's. */
#define __WG_ARITHMETIC(cuda, ptx)                                                                                     \
    __WG_PTX_2(float, __fadd_##cuda, "add." ptx ".f32", "=f", "f")                                                     \
    __WG_PTX_2(float, __fsub_##cuda, "sub." ptx ".f32", "=f", "f")                                                     \
    __WG_PTX_2(float, __fmul_##cuda, "mul." ptx ".f32", "=f", "f")                                                     \
    __WG_PTX_2(float, __fdiv_##cuda, "div." ptx ".f32", "=f", "f")                                                     \
    __WG_PTX_3(float, __fmaf_##cuda, "fma." ptx ".f32", "=f", "f")                                                     \
    __WG_PTX_1(float, __fsqrt_##cuda, float, "sqrt." ptx ".f32", "=f", "f")                                            \
    __WG_PTX_1(float, __frcp_##cuda, float, "rcp." ptx ".f32", "=f", "f")                                              \
    __WG_PTX_2(double, __dadd_##cuda, "add." ptx ".f64", "=d", "d")                                                    \
    __WG_PTX_2(double, __dsub_##cuda, "sub." ptx ".f64", "=d", "d")                                                    \
    __WG_PTX_2(double, __dmul_##cuda, "mul." ptx ".f64", "=d", "d")                                                    \
    __WG_PTX_2(double, __ddiv_##cuda, "div." ptx ".f64", "=d", "d")                                                    \
    __WG_PTX_3(double, __fma_##cuda, "fma." ptx ".f64", "=d", "d")                                                     \
    __WG_PTX_1(double, __dsqrt_##cuda, double, "sqrt." ptx ".f64", "=d", "d")                                          \
    __WG_PTX_1(double, __drcp_##cuda, double, "rcp." ptx ".f64", "=d", "d")                                            \
    __WG_PTX_1(float, __double2float_##cuda, double, "cvt." ptx ".f32.f64", "=f", "d")                                 \
    __WG_PTX_1(float, __int2float_##cuda, int, "cvt." ptx ".f32.s32", "=f", "r")                                       \
    __WG_PTX_1(float, __uint2float_##cuda, unsigned, "cvt." ptx ".f32.u32", "=f", "r")                                 \
    __WG_PTX_1(float, __ll2float_##cuda, long long, "cvt." ptx ".f32.s64", "=f", "l")                                  \
    __WG_PTX_1(float, __ull2float_##cuda, unsigned long long, "cvt." ptx ".f32.u64", "=f", "l")                        \
    __WG_PTX_1(double, __ll2double_##cuda, long long, "cvt." ptx ".f64.s64", "=d", "l")                                \
    __WG_PTX_1(double, __ull2double_##cuda, unsigned long long, "cvt." ptx ".f64.u64", "=d", "l")                      \
    __WG_PTX_1(int, __float2int_##cuda, float, "cvt." ptx "i.s32.f32", "=r", "f")                                      \
    __WG_PTX_1(unsigned, __float2uint_##cuda, float, "cvt." ptx "i.u32.f32", "=r", "f")                                \
    __WG_PTX_1(long long, __float2ll_##cuda, float, "cvt." ptx "i.s64.f32", "=l", "f")                                 \
    __WG_PTX_1(unsigned long long, __float2ull_##cuda, float, "cvt." ptx "i.u64.f32", "=l", "f")                       \
    __WG_PTX_1(int, __double2int_##cuda, double, "cvt." ptx "i.s32.f64", "=r", "d")                                    \
    __WG_PTX_1(unsigned, __double2uint_##cuda, double, "cvt." ptx "i.u32.f64", "=r", "d")                              \
    __WG_PTX_1(long long, __double2ll_##cuda, double, "cvt." ptx "i.s64.f64", "=l", "d")                               \
    __WG_PTX_1(unsigned long long, __double2ull_##cuda, double, "cvt." ptx "i.u64.f64", "=l", "d")

__WG_ARITHMETIC(rn, "rn")
__WG_ARITHMETIC(rz, "rz")
__WG_ARITHMETIC(ru, "rp")
__WG_ARITHMETIC(rd, "rm")

__WG_DEVICE float __frsqrt_rn(float x) { return (float)(1 / __wg::sqrt((double)x)); }
__WG_DEVICE double __int2double_rn(int x) { return x; }
__WG_DEVICE double __uint2double_rn(unsigned x) { return x; }
