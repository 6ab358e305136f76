/* Atomics of OpenCL 2.0: plain atomic instructions, and fences around them where an order is asked for. clang's own
 * builtins for these call a library that is not there. */
#pragma once
#pragma clang system_header

void __WG_FUNCTION atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope)
{
    if (order == memory_order_relaxed)
        return;
    if (scope == memory_scope_work_item || scope == memory_scope_work_group)
        __nvvm_membar_cta();
    else if (scope == memory_scope_device)
        __nvvm_membar_gl();
    else
        __nvvm_membar_sys();
}
#define __WG_RELEASE(order, scope)                                                                                     \
    if (order == memory_order_release || order == memory_order_acq_rel || order == memory_order_seq_cst)               \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, order, scope)
#define __WG_ACQUIRE(order, scope)                                                                                     \
    if (order == memory_order_acquire || order == memory_order_acq_rel || order == memory_order_seq_cst)               \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, order, scope)

/* name(object, operand), and with the suffix _explicit and an order, or an order and a scope. */
#define __WG_FORMS(name, atomic, type)                                                                                 \
    type __WG_FUNCTION name##_explicit(volatile atomic *object, type operand, memory_order order)                      \
    {                                                                                                                  \
        return name##_explicit(object, operand, order, memory_scope_device);                                           \
    }                                                                                                                  \
    type __WG_FUNCTION name(volatile atomic *object, type operand)                                                     \
    {                                                                                                                  \
        return name##_explicit(object, operand, memory_order_seq_cst, memory_scope_device);                            \
    }
#define __WG_FETCH(name, builtin, atomic, type, word)                                                                  \
    type __WG_FUNCTION name##_explicit(volatile atomic *object, type operand, memory_order order, memory_scope scope)  \
    {                                                                                                                  \
        __WG_RELEASE(order, scope);                                                                                    \
        word old = builtin((volatile word *)object, as_##word(operand));                                               \
        __WG_ACQUIRE(order, scope);                                                                                    \
        return as_##type(old);                                                                                         \
    }                                                                                                                  \
    __WG_FORMS(name, atomic, type)
#define __WG_COMPARE(strength, atomic, type)                                                                           \
    bool __WG_FUNCTION atomic_compare_exchange_##strength##_explicit(                                                  \
        volatile atomic *object, type *expected, type desired, memory_order success, memory_order failure,             \
        memory_scope scope)                                                                                            \
    {                                                                                                                  \
        __WG_RELEASE(success, scope);                                                                                  \
        type wanted = *expected;                                                                                       \
        *expected = __sync_val_compare_and_swap((volatile type *)object, wanted, desired);                             \
        __WG_ACQUIRE(success, scope);                                                                                  \
        return *expected == wanted;                                                                                    \
    }                                                                                                                  \
    bool __WG_FUNCTION atomic_compare_exchange_##strength##_explicit(                                                  \
        volatile atomic *object, type *expected, type desired, memory_order success, memory_order failure)             \
    {                                                                                                                  \
        return atomic_compare_exchange_##strength##_explicit(object, expected, desired, success, failure,              \
                                                             memory_scope_device);                                     \
    }                                                                                                                  \
    bool __WG_FUNCTION atomic_compare_exchange_##strength(volatile atomic *object, type *expected, type desired)       \
    {                                                                                                                  \
        return atomic_compare_exchange_##strength##_explicit(object, expected, desired, memory_order_seq_cst,          \
                                                             memory_order_seq_cst, memory_scope_device);               \
    }
/* There is no atomic load or store in the PTX that the compiler writes: an access that is neither cached nor moved. */
#define __WG_ACCESS(atomic, type)                                                                                      \
    void __WG_FUNCTION atomic_init(volatile atomic *object, type value) { *(volatile type *)object = value; }          \
    type __WG_FUNCTION atomic_load_explicit(volatile atomic *object, memory_order order, memory_scope scope)           \
    {                                                                                                                  \
        type value = *(volatile type *)object;                                                                         \
        __WG_ACQUIRE(order, scope);                                                                                    \
        return value;                                                                                                  \
    }                                                                                                                  \
    type __WG_FUNCTION atomic_load_explicit(volatile atomic *object, memory_order order)                               \
    {                                                                                                                  \
        return atomic_load_explicit(object, order, memory_scope_device);                                               \
    }                                                                                                                  \
    type __WG_FUNCTION atomic_load(volatile atomic *object)                                                            \
    {                                                                                                                  \
        return atomic_load_explicit(object, memory_order_seq_cst, memory_scope_device);                                \
    }                                                                                                                  \
    void __WG_FUNCTION atomic_store_explicit(volatile atomic *object, type value, memory_order order,                  \
                                             memory_scope scope)                                                       \
    {                                                                                                                  \
        __WG_RELEASE(order, scope);                                                                                    \
        *(volatile type *)object = value;                                                                              \
    }                                                                                                                  \
    void __WG_FUNCTION atomic_store_explicit(volatile atomic *object, type value, memory_order order)                  \
    {                                                                                                                  \
        atomic_store_explicit(object, value, order, memory_scope_device);                                              \
    }                                                                                                                  \
    void __WG_FUNCTION atomic_store(volatile atomic *object, type value)                                               \
    {                                                                                                                  \
        atomic_store_explicit(object, value, memory_order_seq_cst, memory_scope_device);                               \
    }
#define __WG_MOVES(atomic, type, word)                                                                                 \
    __WG_ACCESS(atomic, type)                                                                                          \
    __WG_FETCH(atomic_exchange, __sync_lock_test_and_set, atomic, type, word)
#define __WG_INTEGER(atomic, type, least, most)                                                                        \
    __WG_MOVES(atomic, type, type)                                                                                     \
    __WG_COMPARE(strong, atomic, type)                                                                                 \
    __WG_COMPARE(weak, atomic, type)                                                                                   \
    __WG_FETCH(atomic_fetch_add, __sync_fetch_and_add, atomic, type, type)                                             \
    __WG_FETCH(atomic_fetch_sub, __sync_fetch_and_sub, atomic, type, type)                                             \
    __WG_FETCH(atomic_fetch_or, __sync_fetch_and_or, atomic, type, type)                                               \
    __WG_FETCH(atomic_fetch_xor, __sync_fetch_and_xor, atomic, type, type)                                             \
    __WG_FETCH(atomic_fetch_and, __sync_fetch_and_and, atomic, type, type)                                             \
    __WG_FETCH(atomic_fetch_min, least, atomic, type, type)                                                            \
    __WG_FETCH(atomic_fetch_max, most, atomic, type, type)

/* The compiler has extremes of 32 bits alone. */
#define __WG_EXTREME(name, instruction, type)                                                                          \
    type __WG_FUNCTION name(volatile type *p, type value)                                                              \
    {                                                                                                                  \
        type old;                                                                                                      \
        __asm__ volatile("atom." instruction " %0, [%1], %2;" : "=l"(old) : "l"(p), "l"(value) : "memory");            \
        return old;                                                                                                    \
    }
__WG_EXTREME(__wg_least, "min.s64", long)
__WG_EXTREME(__wg_most, "max.s64", long)
__WG_EXTREME(__wg_least, "min.u64", ulong)
__WG_EXTREME(__wg_most, "max.u64", ulong)

__WG_INTEGER(atomic_int, int, __sync_fetch_and_min, __sync_fetch_and_max)
__WG_INTEGER(atomic_uint, uint, __sync_fetch_and_umin, __sync_fetch_and_umax)
__WG_INTEGER(atomic_long, long, __wg_least, __wg_most)
__WG_INTEGER(atomic_ulong, ulong, __wg_least, __wg_most)
__WG_MOVES(atomic_float, float, int)

bool __WG_FUNCTION atomic_flag_test_and_set_explicit(volatile atomic_flag *object, memory_order order,
                                                     memory_scope scope)
{
    return atomic_exchange_explicit((volatile atomic_int *)object, 1, order, scope) != 0;
}
bool __WG_FUNCTION atomic_flag_test_and_set_explicit(volatile atomic_flag *object, memory_order order)
{
    return atomic_flag_test_and_set_explicit(object, order, memory_scope_device);
}
bool __WG_FUNCTION atomic_flag_test_and_set(volatile atomic_flag *object)
{
    return atomic_flag_test_and_set_explicit(object, memory_order_seq_cst, memory_scope_device);
}
void __WG_FUNCTION atomic_flag_clear_explicit(volatile atomic_flag *object, memory_order order, memory_scope scope)
{
    atomic_store_explicit((volatile atomic_int *)object, 0, order, scope);
}
void __WG_FUNCTION atomic_flag_clear_explicit(volatile atomic_flag *object, memory_order order)
{
    atomic_flag_clear_explicit(object, order, memory_scope_device);
}
void __WG_FUNCTION atomic_flag_clear(volatile atomic_flag *object)
{
    atomic_flag_clear_explicit(object, memory_order_seq_cst, memory_scope_device);
}
