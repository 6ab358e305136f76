/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel's body does with what it is given, as far as its words tell: which variables are compared with which
 * sizes, which are the thread's place in the grid, what indexes which pointer. Nothing is executed and much is left
 * out: it is for guesses (guess.h), never for anything that has to be right. */
#ifndef WG_SOURCE_USAGE_H
#define WG_SOURCE_USAGE_H

#include "source/kernels.h"

/* A thing that is passed: a parameter, or a field of one that is a structure. */
typedef struct wg_slot {
    const char *name; /* as the body calls it: "n", "p.n" */
    bool is_field;    /* expressions cannot name it */
    const wg_source_type *type;
    bool is_pointer, is_integer;
    /* Of an integer. */
    bool bounds_threads, bounds_loop; /* something that differs from thread to thread, or does not, is below it */
    bool is_spent;                    /* it is some axis' size already */
    double number;                    /* the value it gets */
    /* Of a pointer. */
    bool is_read, is_written, is_atomic;
    bool is_offsets; /* its elements bound loops: where rows begin */
    int indexes;     /* the slot whose elements it selects; -1: none */
} wg_slot;

typedef enum wg_piece_kind {
    WG_PIECE_OTHER,
    WG_PIECE_SIGN,
    WG_PIECE_NUMBER,
    WG_PIECE_SLOT,
    WG_PIECE_LOCAL,
    WG_PIECE_THREAD,      /* threadIdx, get_local_id */
    WG_PIECE_BLOCK,       /* blockIdx, get_group_id */
    WG_PIECE_GLOBAL,      /* get_global_id */
    WG_PIECE_BLOCK_SIZE,  /* blockDim, get_local_size */
    WG_PIECE_GRID_SIZE,   /* gridDim, get_num_groups */
    WG_PIECE_GLOBAL_SIZE, /* get_global_size */
} wg_piece_kind;

typedef struct wg_piece {
    const wg_token *token;
    uint8_t kind, axis;
    uint32_t index;  /* of a slot or a local variable */
    uint32_t match;  /* of brackets */
    uint64_t number; /* WG_PIECE_NUMBER */
} wg_piece;

typedef struct wg_local {
    const char *name;
    size_t first, end;              /* its first value */
    uint8_t threads, blocks, grids; /* bit of each axis: it depends on the thread's place in the block, on the block's,
                                       on get_global_id */
    int loaded;                     /* the slot it is an element of; -1: none */
    int alias;                      /* the slot it points into; -1: none */
    bool is_uniform;                /* the same for all threads, and for ever */
    bool is_visited;
} wg_local;

/* A comparison: pieces that vary, and what they are compared with, which does not. */
typedef struct wg_guard {
    size_t first, end, bound, bound_end;
} wg_guard;

typedef struct wg_usage {
    wg_source *source;
    const wg_source_kernel *kernel;
    wg_slot *slots;
    size_t slot_count, slot_capacity;
    wg_piece *pieces;
    size_t piece_count, piece_capacity;
    wg_local *locals;
    size_t local_count, local_capacity;
    wg_guard *guards;
    size_t guard_count, guard_capacity;
    bool uses_thread[3], uses_block[3];
    bool is_triangle; /* a loop goes as far as the thread's place */
    wg_map names, constants;
} wg_usage;

void wg_usage_read(wg_usage *out, wg_source *source, const wg_source_kernel *kernel);
void wg_usage_free(wg_usage *usage);

bool wg_piece_is(const wg_piece *piece, const char *text);
/* Whether the pieces depend on the thread, the block or get_global_id, by axis. */
wg_local wg_usage_place(const wg_usage *usage, size_t first, size_t end);
/* Nothing in them differs from thread to thread or from turn to turn. */
bool wg_usage_is_uniform(const wg_usage *usage, size_t first, size_t end);

#endif
