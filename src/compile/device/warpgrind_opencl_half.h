/* Functions of half precision, cl_khr_fp16, which libclc lacks for NVIDIA's GPUs. They are computed in single precision
 * and rounded, except for fma, which has an instruction. A definition by their names would hide those of other types:
 * these have the symbols instead that calls refer to, "_Z" with the length of the name, the name, and the types. */
#pragma once
#pragma clang system_header
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define __WG_TO_FLOAT(n, x) __builtin_convertvector(x, float##n)
#define __WG_TO_HALF(n, x) __builtin_convertvector(x, half##n)

/* name(x), name(x, y), name(x, y, z), of scalars and of vectors of n. */
#define __WG_H1_OF(length, name, n)                                                                                    \
    __WG_SYMBOL(half##n, __wg_h##n##_##name, "_Z" #length #name "Dv" #n "_Dh", (half##n x))                            \
    {                                                                                                                  \
        return __WG_TO_HALF(n, name(__WG_TO_FLOAT(n, x)));                                                             \
    }
#define __WG_H1(length, name)                                                                                          \
    __WG_SYMBOL(half, __wg_h_##name, "_Z" #length #name "Dh", (half x)) { return (half)name((float)x); }               \
    __WG_H1_OF(length, name, 2)                                                                                        \
    __WG_H1_OF(length, name, 3)                                                                                        \
    __WG_H1_OF(length, name, 4)                                                                                        \
    __WG_H1_OF(length, name, 8)                                                                                        \
    __WG_H1_OF(length, name, 16)
#define __WG_H2_OF(length, name, n)                                                                                    \
    __WG_SYMBOL(half##n, __wg_h##n##_##name, "_Z" #length #name "Dv" #n "_DhS_", (half##n x, half##n y))               \
    {                                                                                                                  \
        return __WG_TO_HALF(n, name(__WG_TO_FLOAT(n, x), __WG_TO_FLOAT(n, y)));                                        \
    }
#define __WG_H2(length, name)                                                                                          \
    __WG_SYMBOL(half, __wg_h_##name, "_Z" #length #name "DhDh", (half x, half y))                                      \
    {                                                                                                                  \
        return (half)name((float)x, (float)y);                                                                         \
    }                                                                                                                  \
    __WG_H2_OF(length, name, 2)                                                                                        \
    __WG_H2_OF(length, name, 3)                                                                                        \
    __WG_H2_OF(length, name, 4)                                                                                        \
    __WG_H2_OF(length, name, 8)                                                                                        \
    __WG_H2_OF(length, name, 16)
__WG_H1(4, fabs)
__WG_H1(4, sqrt)
__WG_H1(5, rsqrt)
__WG_H1(3, exp)
__WG_H1(4, exp2)
__WG_H1(3, log)
__WG_H1(4, log2)
__WG_H1(3, sin)
__WG_H1(3, cos)
__WG_H1(3, tan)
__WG_H1(4, tanh)
__WG_H1(5, floor)
__WG_H1(4, ceil)
__WG_H1(5, trunc)
__WG_H1(5, round)
__WG_H1(4, rint)
__WG_H2(4, fmin)
__WG_H2(4, fmax)
__WG_H2(3, min)
__WG_H2(3, max)
__WG_H2(3, pow)
__WG_H2(4, powr)

/* The last step of fma is the only one that rounds. */
__WG_SYMBOL(half, __wg_h_fma, "_Z3fmaDhDhDh", (half x, half y, half z)) { return __builtin_fmaf16(x, y, z); }
__WG_SYMBOL(half, __wg_h_mad, "_Z3madDhDhDh", (half x, half y, half z)) { return __builtin_fmaf16(x, y, z); }
__WG_SYMBOL(half, __wg_h_clamp, "_Z5clampDhDhDh", (half x, half low, half high))
{
    return (half)clamp((float)x, (float)low, (float)high);
}
__WG_SYMBOL(half, __wg_h_mix, "_Z3mixDhDhDh", (half x, half y, half a))
{
    return (half)mix((float)x, (float)y, (float)a);
}
#define __WG_H3_OF(n)                                                                                                  \
    __WG_SYMBOL(half##n, __wg_h##n##_fma, "_Z3fmaDv" #n "_DhS_S_", (half##n x, half##n y, half##n z))                  \
    {                                                                                                                  \
        half##n result;                                                                                                \
        for (int k = 0; k < n; k++)                                                                                    \
            result[k] = __builtin_fmaf16(x[k], y[k], z[k]);                                                            \
        return result;                                                                                                 \
    }                                                                                                                  \
    __WG_SYMBOL(half##n, __wg_h##n##_mad, "_Z3madDv" #n "_DhS_S_", (half##n x, half##n y, half##n z))                  \
    {                                                                                                                  \
        return __wg_h##n##_fma(x, y, z);                                                                               \
    }
__WG_H3_OF(2)
__WG_H3_OF(3)
__WG_H3_OF(4)
__WG_H3_OF(8)
__WG_H3_OF(16)

/* ---- conversions, loads and stores ---- */

__WG_SYMBOL(half, __wg_h_from_float, "_Z12convert_halff", (float x)) { return (half)x; }
__WG_SYMBOL(half, __wg_h_from_int, "_Z12convert_halfi", (int x)) { return (half)x; }
__WG_SYMBOL(half, __wg_h_from_uint, "_Z12convert_halfj", (uint x)) { return (half)x; }
__WG_SYMBOL(float, __wg_h_to_float, "_Z13convert_floatDh", (half x)) { return (float)x; }
__WG_SYMBOL(int, __wg_h_to_int, "_Z11convert_intDh", (half x)) { return (int)x; }
__WG_SYMBOL(uint, __wg_h_to_uint, "_Z12convert_uintDh", (half x)) { return (uint)x; }

/* From and to memory: a pointer without a name of its space is generic, or private before OpenCL 2.0. */
#define __WG_H_MEMORY(n, space, name, pointer)                                                                         \
    __WG_SYMBOL(half##n, __wg_load##n##_##name, "_Z6vload" #n "m" pointer "KDh", (size_t i, const space half *p))      \
    {                                                                                                                  \
        half##n result;                                                                                                \
        for (int k = 0; k < n; k++)                                                                                    \
            result[k] = p[n * i + k];                                                                                  \
        return result;                                                                                                 \
    }                                                                                                                  \
    __WG_SYMBOL(void, __wg_store##n##_##name, "_Z7vstore" #n "Dv" #n "_Dhm" pointer "Dh",                              \
                (half##n x, size_t i, space half *p))                                                                  \
    {                                                                                                                  \
        for (int k = 0; k < n; k++)                                                                                    \
            p[n * i + k] = x[k];                                                                                       \
    }
#define __WG_H_SPACES(n)                                                                                               \
    __WG_H_MEMORY(n, global, global, "PU3AS1")                                                                         \
    __WG_H_MEMORY(n, local, local, "PU3AS3")                                                                           \
    __WG_H_MEMORY(n, , plain, "P")
__WG_H_SPACES(2)
__WG_H_SPACES(3)
__WG_H_SPACES(4)
__WG_H_SPACES(8)

#define __WG_H_MOVES(n, to, from)                                                                                      \
    __WG_SYMBOL(half##n, __wg_h##n##_from_float, "_Z" to "convert_half" #n "Dv" #n "_f", (float##n x))                 \
    {                                                                                                                  \
        return __WG_TO_HALF(n, x);                                                                                     \
    }                                                                                                                  \
    __WG_SYMBOL(float##n, __wg_h##n##_to_float, "_Z" from "convert_float" #n "Dv" #n "_Dh", (half##n x))               \
    {                                                                                                                  \
        return __WG_TO_FLOAT(n, x);                                                                                    \
    }
__WG_H_MOVES(2, "13", "14")
__WG_H_MOVES(3, "13", "14")
__WG_H_MOVES(4, "13", "14")
__WG_H_MOVES(8, "13", "14")
__WG_H_MOVES(16, "14", "15")
