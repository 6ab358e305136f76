/* Barriers, fences, and what the lanes of a warp exchange. */
#pragma once

/* __syncthreads itself is built into clang. */
__WG_DEVICE int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
__WG_DEVICE int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
__WG_DEVICE int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
__WG_DEVICE void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
__WG_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
__WG_DEVICE void __threadfence() { __nvvm_membar_gl(); }
__WG_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

__WG_DEVICE unsigned __activemask()
{
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
__WG_DEVICE int __all_sync(unsigned mask, int p) { return __nvvm_vote_all_sync(mask, p); }
__WG_DEVICE int __any_sync(unsigned mask, int p) { return __nvvm_vote_any_sync(mask, p); }
__WG_DEVICE int __uni_sync(unsigned mask, int p) { return __nvvm_vote_uni_sync(mask, p); }
__WG_DEVICE unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }

/* A shuffle moves 32 bits; 64 take two. The last operand of the instruction holds the width and the clamp. */
#define __WG_SHUFFLE(name, mode, third, clamp)                                                                         \
    __WG_DEVICE int name(unsigned mask, int x, third lane, int width = 32)                                             \
    {                                                                                                                  \
        return __nvvm_shfl_sync_##mode##_i32(mask, x, (int)lane, (32 - width) << 8 | clamp);                           \
    }                                                                                                                  \
    __WG_DEVICE unsigned name(unsigned mask, unsigned x, third lane, int width = 32)                                   \
    {                                                                                                                  \
        return (unsigned)name(mask, (int)x, lane, width);                                                              \
    }                                                                                                                  \
    __WG_DEVICE float name(unsigned mask, float x, third lane, int width = 32)                                         \
    {                                                                                                                  \
        return __nvvm_shfl_sync_##mode##_f32(mask, x, (int)lane, (32 - width) << 8 | clamp);                           \
    }                                                                                                                  \
    __WG_DEVICE unsigned long long name(unsigned mask, unsigned long long x, third lane, int width = 32)               \
    {                                                                                                                  \
        unsigned low = name(mask, (unsigned)x, lane, width), high = name(mask, (unsigned)(x >> 32), lane, width);      \
        return (unsigned long long)high << 32 | low;                                                                   \
    }                                                                                                                  \
    __WG_DEVICE long long name(unsigned mask, long long x, third lane, int width = 32)                                 \
    {                                                                                                                  \
        return (long long)name(mask, (unsigned long long)x, lane, width);                                              \
    }                                                                                                                  \
    __WG_DEVICE unsigned long name(unsigned mask, unsigned long x, third lane, int width = 32)                         \
    {                                                                                                                  \
        return (unsigned long)name(mask, (unsigned long long)x, lane, width);                                          \
    }                                                                                                                  \
    __WG_DEVICE long name(unsigned mask, long x, third lane, int width = 32)                                           \
    {                                                                                                                  \
        return (long)name(mask, (unsigned long long)x, lane, width);                                                   \
    }                                                                                                                  \
    __WG_DEVICE double name(unsigned mask, double x, third lane, int width = 32)                                       \
    {                                                                                                                  \
        return __builtin_bit_cast(double, name(mask, __builtin_bit_cast(unsigned long long, x), lane, width));         \
    }
__WG_SHUFFLE(__shfl_sync, idx, int, 0x1f)
__WG_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
__WG_SHUFFLE(__shfl_down_sync, down, unsigned, 0x1f)
__WG_SHUFFLE(__shfl_xor_sync, bfly, int, 0x1f)

#define __WG_MATCH(type, bits, as)                                                                                     \
    __WG_DEVICE unsigned __match_any_sync(unsigned mask, type x)                                                       \
    {                                                                                                                  \
        return (unsigned)__nvvm_match_any_sync_##bits(mask, __builtin_bit_cast(as, x));                                \
    }                                                                                                                  \
    __WG_DEVICE unsigned __match_all_sync(unsigned mask, type x, int *p)                                               \
    {                                                                                                                  \
        return (unsigned)__nvvm_match_all_sync_##bits##p(mask, __builtin_bit_cast(as, x), p);                          \
    }
__WG_MATCH(int, i32, int)
__WG_MATCH(unsigned, i32, int)
__WG_MATCH(float, i32, int)
__WG_MATCH(long long, i64, long long)
__WG_MATCH(unsigned long long, i64, long long)
__WG_MATCH(double, i64, long long)

#define __WG_REDUCE(type, name, ptx)                                                                                   \
    __WG_DEVICE type name(unsigned mask, type x)                                                                       \
    {                                                                                                                  \
        type d;                                                                                                        \
        asm volatile("redux.sync." ptx " %0, %1, %2;" : "=r"(d) : "r"(x), "r"(mask));                                  \
        return d;                                                                                                      \
    }
__WG_REDUCE(int, __reduce_add_sync, "add.s32")
__WG_REDUCE(unsigned, __reduce_add_sync, "add.u32")
__WG_REDUCE(int, __reduce_min_sync, "min.s32")
__WG_REDUCE(unsigned, __reduce_min_sync, "min.u32")
__WG_REDUCE(int, __reduce_max_sync, "max.s32")
__WG_REDUCE(unsigned, __reduce_max_sync, "max.u32")
__WG_REDUCE(unsigned, __reduce_and_sync, "and.b32")
__WG_REDUCE(unsigned, __reduce_or_sync, "or.b32")
__WG_REDUCE(unsigned, __reduce_xor_sync, "xor.b32")

__WG_DEVICE long long clock64()
{
    long long ticks;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks)::"memory");
    return ticks;
}
__WG_DEVICE void __nanosleep(unsigned time) { asm volatile("nanosleep.u32 %0;" ::"r"(time)); }
__WG_DEVICE void __trap() { asm volatile("trap;"); }
__WG_DEVICE void __brkpt() { asm volatile("brkpt;"); }
