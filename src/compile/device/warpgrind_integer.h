/* Integer functions: counting and moving bits, high halves of products, byte arithmetic, min, max, abs. */
#pragma once

__WG_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
__WG_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WG_DEVICE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
__WG_DEVICE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
__WG_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
__WG_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
__WG_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__WG_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__WG_DEVICE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) { return __nvvm_prmt(a, b, selector); }

__WG_DEVICE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
__WG_DEVICE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
__WG_DEVICE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
__WG_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
__WG_DEVICE int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
__WG_DEVICE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
__WG_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
__WG_DEVICE unsigned __sad(int a, int b, unsigned c)
{
    return __usad((unsigned)a ^ 1u << 31, (unsigned)b ^ 1u << 31, c);
}
__WG_DEVICE int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__WG_DEVICE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__WG_DEVICE unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
__WG_DEVICE unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }

/* The upper (l) or lower (r) 32 bits of high:low, shifted. */
__WG_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
__WG_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__WG_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__WG_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

#define __WG_DP4A(type, result, ptx)                                                                                   \
    __WG_DEVICE result __dp4a(type a, type b, result c)                                                                \
    {                                                                                                                  \
        result d;                                                                                                      \
        asm("dp4a." ptx " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));                                        \
        return d;                                                                                                      \
    }
__WG_DP4A(int, int, "s32.s32")
__WG_DP4A(unsigned, unsigned, "u32.u32")

#define __WG_MIN_MAX(type)                                                                                             \
    __WG_BOTH type min(type a, type b) { return a < b ? a : b; }                                                       \
    __WG_BOTH type max(type a, type b) { return a > b ? a : b; }
__WG_MIN_MAX(int)
__WG_MIN_MAX(unsigned)
__WG_MIN_MAX(long)
__WG_MIN_MAX(unsigned long)
__WG_MIN_MAX(long long)
__WG_MIN_MAX(unsigned long long)
__WG_BOTH unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
__WG_BOTH unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
__WG_BOTH unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
__WG_BOTH unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }
__WG_BOTH unsigned umin(unsigned a, unsigned b) { return min(a, b); }
__WG_BOTH unsigned umax(unsigned a, unsigned b) { return max(a, b); }

__WG_DEVICE int abs(int x) { return x < 0 ? -x : x; }
__WG_DEVICE long abs(long x) { return x < 0 ? -x : x; }
__WG_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
__WG_DEVICE long labs(long x) { return abs(x); }
__WG_DEVICE long long llabs(long long x) { return abs(x); }
