/* Atomic functions. The compiler's own operations keep the address space that it can see; each is relaxed, as CUDA's
 * are. _block and _system forms get the same scope as the plain ones, which is wide enough for _block. */
#pragma once

#define __WG_ATOMIC(name, type, operation)                                                                             \
    __WG_DEVICE type name(type *p, type x) { return operation; }                                                       \
    __WG_DEVICE type name##_block(type *p, type x) { return operation; }                                               \
    __WG_DEVICE type name##_system(type *p, type x) { return operation; }

#define __WG_ATOMIC_CAS(name, type)                                                                                    \
    __WG_DEVICE type name(type *p, type expected, type desired)                                                        \
    {                                                                                                                  \
        __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                 \
        return expected;                                                                                               \
    }

#define __WG_ATOMICS(type)                                                                                             \
    __WG_ATOMIC(atomicAdd, type, __atomic_fetch_add(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicSub, type, __atomic_fetch_sub(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicMin, type, __atomic_fetch_min(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicMax, type, __atomic_fetch_max(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicAnd, type, __atomic_fetch_and(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicOr, type, __atomic_fetch_or(p, x, __ATOMIC_RELAXED))                                             \
    __WG_ATOMIC(atomicXor, type, __atomic_fetch_xor(p, x, __ATOMIC_RELAXED))                                           \
    __WG_ATOMIC(atomicExch, type, __atomic_exchange_n(p, x, __ATOMIC_RELAXED))                                         \
    __WG_ATOMIC_CAS(atomicCAS, type)                                                                                   \
    __WG_ATOMIC_CAS(atomicCAS_block, type)                                                                             \
    __WG_ATOMIC_CAS(atomicCAS_system, type)

__WG_ATOMICS(int)
__WG_ATOMICS(unsigned)
__WG_ATOMICS(long long)
__WG_ATOMICS(unsigned long long)

__WG_ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f(p, x))
__WG_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d(p, x))
__WG_ATOMIC(atomicExch, float, __int_as_float(atomicExch((int *)p, __float_as_int(x))))
__WG_ATOMIC(atomicInc, unsigned, __nvvm_atom_inc_gen_ui(p, x))
__WG_ATOMIC(atomicDec, unsigned, __nvvm_atom_dec_gen_ui(p, x))

__WG_DEVICE unsigned short atomicCAS(unsigned short *p, unsigned short expected, unsigned short desired)
{
    unsigned short found;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(found) : "l"(p), "h"(expected), "h"(desired) : "memory");
    return found;
}
