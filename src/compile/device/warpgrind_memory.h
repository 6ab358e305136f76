/* Loads and stores with a cache hint, questions about address spaces, and the C functions that move bytes. */
#pragma once

namespace __wg {

typedef int int_4 __attribute__((ext_vector_type(4)));

/* Through the read-only path, in the width that the type has. */
template <int size> struct read_only;
#define __WG_READ_ONLY(size, type, suffix)                                                                             \
    template <> struct read_only<size> {                                                                               \
        typedef type word;                                                                                             \
        __WG_DEVICE word load(const word *p) { return __nvvm_ldg_##suffix(p); }                                        \
    };
__WG_READ_ONLY(1, unsigned char, uc)
__WG_READ_ONLY(2, short, s)
__WG_READ_ONLY(4, int, i)
__WG_READ_ONLY(8, long long, ll)
__WG_READ_ONLY(16, int_4, i4)

template <int size> struct hinted;
#define __WG_HINTED(size, type, ptx, letter)                                                                           \
    template <> struct hinted<size> {                                                                                  \
        typedef type word;                                                                                             \
        __WG_HINTED_LOAD(cg, ptx, letter) __WG_HINTED_LOAD(ca, ptx, letter) __WG_HINTED_LOAD(cs, ptx, letter)          \
        __WG_HINTED_LOAD(lu, ptx, letter) __WG_HINTED_LOAD(cv, ptx, letter)                                            \
        __WG_HINTED_STORE(cg, ptx, letter) __WG_HINTED_STORE(cs, ptx, letter)                                          \
        __WG_HINTED_STORE(wb, ptx, letter) __WG_HINTED_STORE(wt, ptx, letter)                                          \
    };
#define __WG_HINTED_LOAD(hint, ptx, letter)                                                                            \
    __WG_DEVICE word load_##hint(const word *p)                                                                        \
    {                                                                                                                  \
        word x;                                                                                                        \
        asm volatile("ld." #hint "." ptx " %0, [%1];" : "=" letter(x) : "l"(p) : "memory");                            \
        return x;                                                                                                      \
    }
#define __WG_HINTED_STORE(hint, ptx, letter)                                                                           \
    __WG_DEVICE void store_##hint(word *p, word x)                                                                     \
    {                                                                                                                  \
        asm volatile("st." #hint "." ptx " [%0], %1;" ::"l"(p), letter(x) : "memory");                                 \
    }
__WG_HINTED(2, unsigned short, "u16", "h")
__WG_HINTED(4, unsigned, "u32", "r")
__WG_HINTED(8, unsigned long long, "u64", "l")

} // namespace __wg

template <class T> __WG_DEVICE T __ldg(const T *p)
{
    typedef __wg::read_only<sizeof(T)> path;
    typename path::word word = path::load((const typename path::word *)p);
    T value;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

#define __WG_LOAD(hint)                                                                                                \
    template <class T> __WG_DEVICE T __ld##hint(const T *p)                                                            \
    {                                                                                                                  \
        typedef __wg::hinted<sizeof(T)> path;                                                                          \
        return __builtin_bit_cast(T, path::load_##hint((const typename path::word *)p));                               \
    }
#define __WG_STORE(hint)                                                                                               \
    template <class T> __WG_DEVICE void __st##hint(T *p, T x)                                                          \
    {                                                                                                                  \
        typedef __wg::hinted<sizeof(T)> path;                                                                          \
        path::store_##hint((typename path::word *)p, __builtin_bit_cast(typename path::word, x));                      \
    }
__WG_LOAD(cg) __WG_LOAD(ca) __WG_LOAD(cs) __WG_LOAD(lu) __WG_LOAD(cv)
__WG_STORE(cg) __WG_STORE(cs) __WG_STORE(wb) __WG_STORE(wt)

__WG_DEVICE unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__WG_DEVICE unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__WG_DEVICE unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__WG_DEVICE unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
#define __WG_IN_SPACE(number, p) ((size_t)(const void __attribute__((address_space(number))) *)(p))
__WG_DEVICE size_t __cvta_generic_to_global(const void *p) { return __WG_IN_SPACE(1, p); }
__WG_DEVICE size_t __cvta_generic_to_shared(const void *p) { return __WG_IN_SPACE(3, p); }
__WG_DEVICE size_t __cvta_generic_to_constant(const void *p) { return __WG_IN_SPACE(4, p); }
__WG_DEVICE size_t __cvta_generic_to_local(const void *p) { return __WG_IN_SPACE(5, p); }

__WG_DEVICE void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
__WG_DEVICE void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
