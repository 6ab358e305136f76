/* What libclc lacks for NVIDIA's GPUs: atomics of 64 bits, and numbers of work-items counted through all dimensions. */
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

#if __OPENCL_C_VERSION__ >= 200
size_t __WG_FUNCTION get_enqueued_local_size(uint dimension) { return get_local_size(dimension); }
size_t __WG_FUNCTION get_local_linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
size_t __WG_FUNCTION get_global_linear_id(void)
{
    return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}
#endif
