/* Functions of integers that libclc lacks: mad_hi, and ctz of OpenCL 2.0. */
#pragma once
#pragma clang system_header

#define __WG_INTEGERS(type)                                                                                            \
    type __WG_FUNCTION mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }                                     \
    __WG_CTZ(type)
#if __OPENCL_C_VERSION__ >= 200
/* The bits below the lowest that is set; of zero, all. */
#define __WG_CTZ(type)                                                                                                 \
    type __WG_FUNCTION ctz(type x) { return popcount((type)(~x & (x - (type)1))); }
#else
#define __WG_CTZ(type)
#endif
#define __WG_INTEGER_WIDTHS(type)                                                                                      \
    __WG_INTEGERS(type)                                                                                                \
    __WG_INTEGERS(type##2)                                                                                             \
    __WG_INTEGERS(type##3)                                                                                             \
    __WG_INTEGERS(type##4)                                                                                             \
    __WG_INTEGERS(type##8)                                                                                             \
    __WG_INTEGERS(type##16)
__WG_INTEGER_WIDTHS(char)
__WG_INTEGER_WIDTHS(uchar)
__WG_INTEGER_WIDTHS(short)
__WG_INTEGER_WIDTHS(ushort)
__WG_INTEGER_WIDTHS(int)
__WG_INTEGER_WIDTHS(uint)
__WG_INTEGER_WIDTHS(long)
__WG_INTEGER_WIDTHS(ulong)
