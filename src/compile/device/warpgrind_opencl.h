/* What libclc lacks for NVIDIA's GPUs: atomics of 64 bits here, the rest in the headers included below. */
#pragma once
#pragma clang system_header

#define __WG_FUNCTION inline __attribute__((always_inline, nodebug, overloadable))

#define __WG_ATOMIC(name, operation, space, type, kind)                                                                \
    type __WG_FUNCTION atom_##name(volatile __##space type *p, type value)                                             \
    {                                                                                                                  \
        type old;                                                                                                      \
        __asm__ volatile("atom." __WG_##space operation kind " %0, [%1], %2;"                                          \
                         : "=l"(old)                                                                                   \
                         : "l"(p), "l"(value)                                                                          \
                         : "memory");                                                                                  \
        return old;                                                                                                    \
    }
#define __WG_ATOMICS(space, type, kind)                                                                                \
    __WG_ATOMIC(add, "add", space, type, ".u64")                                                                       \
    __WG_ATOMIC(xchg, "exch", space, type, ".b64")                                                                     \
    __WG_ATOMIC(min, "min", space, type, kind)                                                                         \
    __WG_ATOMIC(max, "max", space, type, kind)                                                                         \
    __WG_ATOMIC(and, "and", space, type, ".b64")                                                                       \
    __WG_ATOMIC(or, "or", space, type, ".b64")                                                                         \
    __WG_ATOMIC(xor, "xor", space, type, ".b64")                                                                       \
    type __WG_FUNCTION atom_sub(volatile __##space type *p, type value) { return atom_add(p, (type)-value); }          \
    type __WG_FUNCTION atom_inc(volatile __##space type *p) { return atom_add(p, (type)1); }                           \
    type __WG_FUNCTION atom_dec(volatile __##space type *p) { return atom_add(p, (type)-1); }                          \
    type __WG_FUNCTION atom_cmpxchg(volatile __##space type *p, type compare, type value)                              \
    {                                                                                                                  \
        type old;                                                                                                      \
        __asm__ volatile("atom." __WG_##space "cas.b64 %0, [%1], %2, %3;"                                              \
                         : "=l"(old)                                                                                   \
                         : "l"(p), "l"(compare), "l"(value)                                                            \
                         : "memory");                                                                                  \
        return old;                                                                                                    \
    }
#define __WG_global "global."
#define __WG_local "shared."
__WG_ATOMICS(global, long, ".s64")
__WG_ATOMICS(global, ulong, ".u64")
__WG_ATOMICS(local, long, ".s64")
__WG_ATOMICS(local, ulong, ".u64")

/* A definition of ours hides all declarations of that name: those of 32 bits have to be here, too. */
#define __WG_ATOM(name, space, type)                                                                                   \
    type __WG_FUNCTION atom_##name(volatile __##space type *p, type value) { return atomic_##name(p, value); }
#define __WG_ATOMS(space, type)                                                                                        \
    __WG_ATOM(add, space, type)                                                                                        \
    __WG_ATOM(sub, space, type)                                                                                        \
    __WG_ATOM(xchg, space, type)                                                                                       \
    __WG_ATOM(min, space, type)                                                                                        \
    __WG_ATOM(max, space, type)                                                                                        \
    __WG_ATOM(and, space, type)                                                                                        \
    __WG_ATOM(or, space, type)                                                                                         \
    __WG_ATOM(xor, space, type)                                                                                        \
    type __WG_FUNCTION atom_inc(volatile __##space type *p) { return atomic_inc(p); }                                  \
    type __WG_FUNCTION atom_dec(volatile __##space type *p) { return atomic_dec(p); }                                  \
    type __WG_FUNCTION atom_cmpxchg(volatile __##space type *p, type compare, type value)                              \
    {                                                                                                                  \
        return atomic_cmpxchg(p, compare, value);                                                                      \
    }
__WG_ATOMS(global, int)
__WG_ATOMS(global, uint)
__WG_ATOMS(local, int)
__WG_ATOMS(local, uint)

/* Launches begin at 0, and have as many dimensions as they need. */
size_t __WG_FUNCTION get_global_offset(uint dimension) { return 0; }
uint __WG_FUNCTION get_work_dim(void) { return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1; }

/* As NVIDIA's compiler has it, too. */
#define asm __asm__

/* A function that has the symbol calls refer to: by its name it would hide the declarations of other types. */
#define __WG_SYMBOL(type, own, symbol, parameters)                                                                     \
    inline type own parameters __asm__(symbol);                                                                        \
    inline __attribute__((always_inline, nodebug)) type own parameters

#include "warpgrind_opencl_image.h"
#include "warpgrind_opencl_integer.h"
#include "warpgrind_opencl_native.h"
#ifdef cl_khr_fp16
#include "warpgrind_opencl_half.h"
#endif
#if __OPENCL_C_VERSION__ >= 200
#include "warpgrind_opencl_atomic.h"
#include "warpgrind_opencl_group.h"
#endif
