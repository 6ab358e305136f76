/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes of the matrix instructions, and how their operands lie in the registers of a warp.
 *
 * One rule covers all of mma and wmma (but for mma.m8n8k4 with f16, see tensor.c). A register is 32 lanes of 4 bytes (8
 * for f64); read in the order of the lanes, those are a tile of 8 rows, row after row. A multiplicand is made of such
 * tiles: A as m × k, B as n × k, so that the elements a register holds are always neighbours along k. An accumulator is
 * m × n in tiles of 8 × 8; where its elements have 32 bits or more, a tile takes two registers, one for the even and
 * one for the odd columns.
 *
 * The PTX ISA gives this layout for mma. For wmma it leaves it open; the hardware (sm_75 to sm_90; read off an H200)
 * uses the same tiles, and m8n32k16 is computed as the transpose of m32n8k16: there A and B change places, and
 * accumulators are n × m. */
#ifndef WG_SIM_EXEC_TENSOR_H
#define WG_SIM_EXEC_TENSOR_H

#include "sim/exec/exec.h"

/* Worth it where a caller knows shape and types when it is compiled. */
#define WG_INLINE static inline __attribute__((always_inline))

typedef struct wg_shape {
    uint16_t m, n, k;
} wg_shape;

static inline wg_shape wg_shape_of(uint8_t mod)
{
#define WG_SHAPE(m, n, k) [WG_MOD_M##m##N##n##K##k] = { m, n, k }
    static const wg_shape SHAPES[WG_MOD_COUNT] = {
        WG_SHAPE(8, 8, 4),    WG_SHAPE(8, 8, 16),  WG_SHAPE(8, 8, 32),   WG_SHAPE(8, 8, 128), WG_SHAPE(16, 8, 4),
        WG_SHAPE(16, 8, 8),   WG_SHAPE(16, 8, 16), WG_SHAPE(16, 8, 32),  WG_SHAPE(16, 8, 64), WG_SHAPE(16, 8, 128),
        WG_SHAPE(16, 8, 256), WG_SHAPE(16, 16, 8), WG_SHAPE(16, 16, 16), WG_SHAPE(32, 8, 16), WG_SHAPE(8, 32, 16),
    };
#undef WG_SHAPE
    return SHAPES[mod];
}

/* Whether an instruction is mma.m8n8k4 with f16, which multiplies four pairs of matrices at once. */
static inline bool wg_is_quad_mma(const wg_insn *i) { return i->shape == WG_MOD_M8N8K4 && i->type[1] == WG_TYPE_F16; }

/* Multiplications and additions of one matrix instruction of a warp; 0 for instructions that only move matrices. */
static inline uint64_t wg_tensor_operations(const wg_insn *i)
{
    wg_shape s = wg_shape_of(i->shape);
    return i->class == WG_CLASS_TENSOR ? (wg_is_quad_mma(i) ? 4u : 1u) * 2u * (uint64_t)s.m * s.n * s.k : 0;
}

typedef enum wg_role { WG_ROLE_A, WG_ROLE_B, WG_ROLE_C } wg_role;

/* An operand: `outer` rows of `inner` elements, as named above. */
typedef struct wg_fragment {
    uint16_t outer, inner;
    uint8_t bits;  /* of an element */
    bool by_inner; /* registers count along inner first; else an outer step of 8 comes before */
    bool split;    /* even and odd columns have registers of their own */
} wg_fragment;

/* m8n32k16 is computed the other way round. */
static inline bool wg_shape_is_flipped(wg_shape s) { return s.n > s.m; }

/* wg_type_bits, for the types matrices are made of, where a compiler can see it. */
static inline uint8_t wg_element_bits(wg_type type)
{
    switch (type) {
    case WG_TYPE_F64: return 64;
    case WG_TYPE_F16:
    case WG_TYPE_BF16: return 16;
    case WG_TYPE_S8:
    case WG_TYPE_U8:
    case WG_TYPE_E4M3:
    case WG_TYPE_E5M2: return 8;
    case WG_TYPE_S4:
    case WG_TYPE_U4: return 4;
    case WG_TYPE_B1: return 1;
    default: return 32;
    }
}

static inline wg_fragment wg_fragment_of(wg_shape s, wg_role role, wg_type type)
{
    uint8_t bits = wg_element_bits(type);
    bool flipped = wg_shape_is_flipped(s);
    uint16_t tall = flipped ? s.n : s.m, wide = flipped ? s.m : s.n;
    if (role == WG_ROLE_C)
        return (wg_fragment){.outer = tall, .inner = wide, .bits = bits, .split = bits >= 32};
    bool by_inner = (role == WG_ROLE_B) != flipped;
    return (wg_fragment){.outer = by_inner ? wide : tall, .inner = s.k, .bits = bits, .by_inner = by_inner};
}

/* All sizes are powers of two: shifts, as this is asked for every instruction. */
static inline unsigned wg_tile_width_log2(wg_fragment f)
{
    return f.split ? 3 : f.bits == 64 ? 2 : 7 - (unsigned)__builtin_ctz(f.bits);
}

static inline unsigned wg_tile_count(wg_fragment f)
{
    return f.outer / 8u * ((unsigned)f.inner >> wg_tile_width_log2(f));
}

/* Registers it takes. Some wmma fragments have more of them: those repeat the first ones. */
static inline unsigned wg_fragment_registers(wg_fragment f) { return wg_tile_count(f) * (f.split ? 2 : 1); }

typedef struct wg_place {
    unsigned outer, inner;
} wg_place;

/* Where tile t begins. */
static inline wg_place wg_tile_place(wg_fragment f, unsigned t)
{
    unsigned width = wg_tile_width_log2(f), across = (unsigned)f.inner >> width;
    unsigned tall = !f.by_inner && f.outer > 8, low = t & tall, rest = t >> tall;
    unsigned along = rest & (across - 1), down = rest >> __builtin_ctz(across);
    return (wg_place){low * 8 + (down << tall) * 8, along << width};
}

/* The register row that element n of vector operand k names; also when it is written without braces. */
static inline unsigned char *wg_fragment_row(const wg_warp *w, const wg_insn *i, int k, unsigned n)
{
    return wg_row(w, i->length[k] ? i->list[i->op[k] + (int)n] : i->op[k]);
}

/* Lanes 4 g … 4 g + 3 of a register are row g of its tile. */
#define WG_TILE_ROWS 8

/* Where the elements of an operand lie in a plain matrix: steps in elements. Elements of less than 32 bits need an
 * inner step of 1. */
typedef struct wg_steps {
    unsigned outer, inner;
} wg_steps;

/* Copies a tile of an accumulator of 32 or 64 bits from or to its two registers. */
#define WG_COPY_SPLIT(T, store)                                                                                        \
    for (unsigned g = 0; g < WG_TILE_ROWS; g++)                                                                        \
        for (unsigned c = 0; c < 4; c++) {                                                                             \
            T *first_ = (T *)matrix + (p.outer + g) * steps.outer + (p.inner + 2 * c) * steps.inner;                   \
            T *second_ = first_ + steps.inner;                                                                         \
            if (store)                                                                                                 \
                *first_ = ((const T *)even)[4 * g + c], *second_ = ((const T *)odd)[4 * g + c];                        \
            else                                                                                                       \
                ((T *)even)[4 * g + c] = *first_, ((T *)odd)[4 * g + c] = *second_;                                    \
        }

WG_INLINE void wg_fragment_copy(const wg_warp *w, const wg_insn *i, int k, wg_fragment f, unsigned char *matrix,
                                wg_steps steps, unsigned tiles, bool unpack)
{
    unsigned bytes = f.bits == 64 ? 32 : 16, stride = steps.outer * f.bits / 8, own = wg_tile_count(f);
    for (unsigned t = 0; t < tiles; t++) {
        wg_place p = wg_tile_place(f, t & (own - 1));
        unsigned char *even = wg_fragment_row(w, i, k, f.split ? 2 * t : t);
        unsigned char *odd = f.split ? wg_fragment_row(w, i, k, 2 * t + 1) : NULL;
        if (f.split && f.bits == 32) {
            WG_COPY_SPLIT(uint32_t, unpack)
        } else if (f.split) {
            WG_COPY_SPLIT(uint64_t, unpack)
        } else {
            unsigned char *at = matrix + p.outer * stride + p.inner * f.bits / 8;
            for (unsigned g = 0; g < WG_TILE_ROWS; g++, at += stride)
                memcpy(unpack ? at : even + g * bytes, unpack ? even + g * bytes : at, bytes);
        }
    }
}

WG_INLINE void wg_fragment_unpack(const wg_warp *w, const wg_insn *i, int k, wg_fragment f, void *matrix,
                                  wg_steps steps)
{
    wg_fragment_copy(w, i, k, f, matrix, steps, wg_tile_count(f), true);
}

/* Registers beyond the fragment's own repeat the first ones. */
WG_INLINE void wg_fragment_pack(const wg_warp *w, const wg_insn *i, int k, wg_fragment f, void *matrix, wg_steps steps)
{
    unsigned given = i->length[k] ? i->length[k] : 1;
    wg_fragment_copy(w, i, k, f, matrix, steps, f.split ? given / 2 : given, false);
}

/* Matrix instructions are a matter of the whole warp, and its registers must be as many as the shape and type ask for.
 */
static inline bool wg_fragment_check(wg_warp *w, const wg_insn *i, int k, wg_fragment f, const char *name)
{
    unsigned need = wg_fragment_registers(f), given = i->length[k] ? i->length[k] : 1;
    unsigned size = f.bits == 64 ? 8 : 4;
    if (need && given % need == 0 && i->size[k] == size)
        return true;
    wg_fault_set(w, i, -1, "this shape and type need %u registers of %u bits for matrix %s, not %u of %u bits", need,
                 size * 8, name, given, i->size[k] * 8u);
    return false;
}

static inline bool wg_whole_warp(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    if (mask == WG_ALL_LANES)
        return true;
    wg_fault_set(w, i, __builtin_ctz(~mask), "a matrix instruction needs all 32 threads of the warp, %d execute it",
                 __builtin_popcount(mask));
    return false;
}

#endif
