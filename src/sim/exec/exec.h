/* SPDX-License-Identifier: Apache-2.0 */
/* How the functions that execute instructions are written.
 *
 * Every file in this folder is compiled once for each instruction set the host may have (WG_ISA: base, v3, v4 on
 * x86-64) and the best is chosen when a program is decoded. The functions are plain loops over 32 lanes that the
 * compiler turns into vector code; `#pragma omp simd` tells it that rows are either the same or apart, never
 * overlapping.
 *
 *     WG_EXEC(add_b32) { BINARY(uint32_t, uint32_t, a + b); }
 *
 * defines the function named add_b32 in opcodes.def. Inside, w is the warp, i the instruction, mask the lanes that
 * take part; only their results may be written. With all lanes active the loops run without a select. */
#ifndef WG_SIM_EXEC_EXEC_H
#define WG_SIM_EXEC_EXEC_H

#include "sim/warp.h"

#include <string.h>

#define WG_PASTE3(a, b, c) a##b##_##c
#define WG_EXEC_NAME(isa, name) WG_PASTE3(wg_exec_, isa, name)
#define WG_EXEC(name) void WG_EXEC_NAME(WG_ISA, name)(wg_warp * w, const wg_insn *i, uint32_t mask)

/* For what every access goes through, where a call costs more than it does; and for what few go through, so that it
 * does not take registers from the others. */
#define WG_INLINE static inline __attribute__((always_inline))
#define WG_RARE static __attribute__((noinline, unused))

/* How many lanes a mask has. All and none are by far the most frequent, and not every host counts bits in one
 * instruction. */
static inline uint64_t wg_lane_count(uint32_t mask)
{
    return mask == WG_ALL_LANES ? WG_LANES : mask ? (uint64_t)__builtin_popcount(mask) : 0;
}

/* The row behind a slot. */
static inline void *wg_row(const wg_warp *w, wg_slot slot)
{
    return (unsigned char *)(slot >= 0 ? w->regs : (unsigned char *)(uintptr_t)w->constants) + slot;
}

/* A predicate's lanes, inverted where the operand says so. */
static inline uint32_t wg_predicate(const wg_warp *w, const wg_insn *i, int operand)
{
    uint32_t value = *(const uint32_t *)wg_row(w, i->op[operand]);
    return i->negated >> operand & 1 ? ~value : value;
}

/* Writes lanes of a predicate. Does nothing for `_`. */
static inline void wg_predicate_set(wg_warp *w, wg_slot slot, uint32_t value, uint32_t mask)
{
    if (slot == WG_SLOT_NONE)
        return;
    uint32_t *p = wg_row(w, slot);
    *p = (*p & ~mask) | (value & mask);
}

static const uint32_t WG_LANE_BIT[WG_LANES] __attribute__((unused)) = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
    1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
    1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

#define ROW(type, operand) ((type *)wg_row(w, i->op[operand]))
#ifdef __clang__ /* which would unroll the loop before it looks for vectors in it */
#define WG_SIMD _Pragma("omp simd") _Pragma("clang loop unroll(disable)")
#else
#define WG_SIMD _Pragma("omp simd")
#endif
#define FOR_LANES WG_SIMD for (int lane = 0; lane < WG_LANES; lane++)
#define FOR_LANES_OF(lanes, lane)                                                                                      \
    for (uint32_t left_##lane = (lanes), once_##lane; left_##lane; left_##lane &= left_##lane - 1)                     \
        for (int lane = (once_##lane = 1, __builtin_ctz(left_##lane)); once_##lane; once_##lane = 0)
#define FOR_ACTIVE(lane) FOR_LANES_OF(mask, lane)

/* d[lane] = expression for the active lanes; declarations come before, in `load`. All lanes compute, the active ones
 * keep the result: expressions must be defined for whatever a register can hold. */
#define LANEWISE(load, d, expression)                                                                                  \
    do {                                                                                                               \
        if (mask == WG_ALL_LANES) {                                                                                    \
            FOR_LANES                                                                                                  \
            {                                                                                                          \
                load;                                                                                                  \
                (d)[lane] = (expression);                                                                              \
            }                                                                                                          \
        } else {                                                                                                       \
            FOR_LANES                                                                                                  \
            {                                                                                                          \
                load;                                                                                                  \
                __typeof__(*(d)) new_ = (__typeof__(*(d)))(expression), old_ = (d)[lane];                              \
                (d)[lane] = mask & WG_LANE_BIT[lane] ? new_ : old_;                                                    \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#define UNARY(D, S, expression)                                                                                        \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1);                                                                                       \
        LANEWISE(S a = a_[lane], d_, expression);                                                                      \
    } while (0)

#define BINARY(D, S, expression)                                                                                       \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        LANEWISE(S a = a_[lane]; S b = b_[lane], d_, expression);                                                      \
    } while (0)

#define TERNARY(D, S, C, expression)                                                                                   \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        const C *c_ = ROW(C, 3);                                                                                       \
        LANEWISE(S a = a_[lane]; S b = b_[lane]; C c = c_[lane], d_, expression);                                      \
    } while (0)

#endif
