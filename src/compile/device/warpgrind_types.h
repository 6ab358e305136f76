/* dim3 and the vector types, float4 and its kin, with make_float4. */
#pragma once

/* Alignment is part of what these types are: it decides whether a load is one instruction or four. */
#define __WG_VECTORS(type, name, align2, align4)                                                                       \
    struct name##1 { type x; };                                                                                        \
    struct __attribute__((aligned(align2))) name##2 { type x, y; };                                                    \
    struct name##3 { type x, y, z; };                                                                                  \
    struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                                              \
    __WG_BOTH name##1 make_##name##1(type x) { return {x}; }                                                           \
    __WG_BOTH name##2 make_##name##2(type x, type y) { return {x, y}; }                                                \
    __WG_BOTH name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                     \
    __WG_BOTH name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

__WG_VECTORS(signed char, char, 2, 4)
__WG_VECTORS(unsigned char, uchar, 2, 4)
__WG_VECTORS(short, short, 4, 8)
__WG_VECTORS(unsigned short, ushort, 4, 8)
__WG_VECTORS(int, int, 8, 16)
__WG_VECTORS(unsigned, uint, 8, 16)
__WG_VECTORS(long, long, 16, 16)
__WG_VECTORS(unsigned long, ulong, 16, 16)
__WG_VECTORS(long long, longlong, 16, 16)
__WG_VECTORS(unsigned long long, ulonglong, 16, 16)
__WG_VECTORS(float, float, 8, 16)
__WG_VECTORS(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#define __WG_AS(name, from, to)                                                                                        \
    __WG_DEVICE to name(from x) { return __builtin_bit_cast(to, x); }
__WG_AS(__float_as_int, float, int)
__WG_AS(__float_as_uint, float, unsigned)
__WG_AS(__int_as_float, int, float)
__WG_AS(__uint_as_float, unsigned, float)
__WG_AS(__double_as_longlong, double, long long)
__WG_AS(__longlong_as_double, long long, double)

__WG_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__WG_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
__WG_DEVICE double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}
