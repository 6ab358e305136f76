/* native_ and half_ functions. libclc has LLVM's general ones in their place, for which there is no PTX. Here they are
 * what NVIDIA's OpenCL makes of them: the approximate instructions, and what follows from these. */
#pragma once
#pragma clang system_header

#define __WG_INSTRUCTION(name, instruction)                                                                            \
    float __WG_FUNCTION native_##name(float x)                                                                         \
    {                                                                                                                  \
        float result;                                                                                                  \
        __asm__(instruction ".approx.f32 %0, %1;" : "=f"(result) : "f"(x));                                            \
        return result;                                                                                                 \
    }
__WG_INSTRUCTION(sin, "sin")
__WG_INSTRUCTION(cos, "cos")
__WG_INSTRUCTION(exp2, "ex2")
__WG_INSTRUCTION(log2, "lg2")
__WG_INSTRUCTION(sqrt, "sqrt")
__WG_INSTRUCTION(rsqrt, "rsqrt")
__WG_INSTRUCTION(recip, "rcp")

float __WG_FUNCTION native_divide(float x, float y)
{
    float result;
    __asm__("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}
float __WG_FUNCTION native_exp(float x) { return native_exp2(x * M_LOG2E_F); }
float __WG_FUNCTION native_exp10(float x) { return native_exp2(x * 3.32192809f); }
float __WG_FUNCTION native_log(float x) { return native_log2(x) * M_LN2_F; }
float __WG_FUNCTION native_log10(float x) { return native_log2(x) * 0.301029996f; }
float __WG_FUNCTION native_tan(float x) { return native_divide(native_sin(x), native_cos(x)); }
float __WG_FUNCTION native_powr(float x, float y) { return native_exp2(y * native_log2(x)); }

/* half_ functions are the same ones; vectors element by element. */
#define __WG_EACH(f)                                                                                                   \
    float2 __WG_FUNCTION f(float2 x) { return (float2)(f(x.x), f(x.y)); }                                              \
    float3 __WG_FUNCTION f(float3 x) { return (float3)(f(x.x), f(x.y), f(x.z)); }                                      \
    float4 __WG_FUNCTION f(float4 x) { return (float4)(f(x.lo), f(x.hi)); }                                            \
    float8 __WG_FUNCTION f(float8 x) { return (float8)(f(x.lo), f(x.hi)); }                                            \
    float16 __WG_FUNCTION f(float16 x) { return (float16)(f(x.lo), f(x.hi)); }
#define __WG_EACH_PAIR(f)                                                                                              \
    float2 __WG_FUNCTION f(float2 x, float2 y) { return (float2)(f(x.x, y.x), f(x.y, y.y)); }                          \
    float3 __WG_FUNCTION f(float3 x, float3 y) { return (float3)(f(x.x, y.x), f(x.y, y.y), f(x.z, y.z)); }             \
    float4 __WG_FUNCTION f(float4 x, float4 y) { return (float4)(f(x.lo, y.lo), f(x.hi, y.hi)); }                      \
    float8 __WG_FUNCTION f(float8 x, float8 y) { return (float8)(f(x.lo, y.lo), f(x.hi, y.hi)); }                      \
    float16 __WG_FUNCTION f(float16 x, float16 y) { return (float16)(f(x.lo, y.lo), f(x.hi, y.hi)); }
#define __WG_NATIVE(name)                                                                                              \
    float __WG_FUNCTION half_##name(float x) { return native_##name(x); }                                              \
    __WG_EACH(native_##name)                                                                                           \
    __WG_EACH(half_##name)
#define __WG_NATIVE_PAIR(name)                                                                                         \
    float __WG_FUNCTION half_##name(float x, float y) { return native_##name(x, y); }                                  \
    __WG_EACH_PAIR(native_##name)                                                                                      \
    __WG_EACH_PAIR(half_##name)
__WG_NATIVE(sin)
__WG_NATIVE(cos)
__WG_NATIVE(tan)
__WG_NATIVE(exp)
__WG_NATIVE(exp2)
__WG_NATIVE(exp10)
__WG_NATIVE(log)
__WG_NATIVE(log2)
__WG_NATIVE(log10)
__WG_NATIVE(sqrt)
__WG_NATIVE(rsqrt)
__WG_NATIVE(recip)
__WG_NATIVE_PAIR(divide)
__WG_NATIVE_PAIR(powr)
