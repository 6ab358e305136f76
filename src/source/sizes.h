/* SPDX-License-Identifier: Apache-2.0 */
/* For guess.c: how large everything is. */
#ifndef WG_SOURCE_SIZES_H
#define WG_SOURCE_SIZES_H

#include "source/guess.h"
#include "source/usage.h"

/* A number of elements, threads or blocks: as an expression over the kernel's scalars, and its value. */
typedef struct wg_extent {
    const char *text; /* NULL: not known */
    double value;
    bool is_sum;       /* brackets are needed around it in a product */
    bool by_parameter; /* a parameter says it, not a number in the source */
} wg_extent;

typedef struct wg_sizes {
    wg_usage usage;
    uint32_t block[3];
    wg_extent extent[3]; /* of the problem along an axis of the grid; text NULL: no guard tells */
    bool by_threads[3];  /* … counted in threads, else in blocks */
    uint32_t each[3];    /* elements of a thread along it */
    wg_extent grid[3];
    wg_extent *locals;  /* what a variable stays below */
    wg_extent *buffers; /* elements of each slot that is a pointer */
    double scale;       /* what sizes are divided by, so that they fit into memory */
    uint32_t looks;     /* at pieces of expressions, through all variables they are made of */
} wg_sizes;

void wg_sizes_find(wg_sizes *out, wg_source *source, const wg_source_kernel *kernel, const wg_guess_known *known);
void wg_sizes_free(wg_sizes *sizes);

/* For sizes.c: the threads of a block (block.c). */
void wg_sizes_choose_block(wg_sizes *s, const wg_guess_known *known);
/* What a scalar's name says about it. */
bool wg_size_name_small(const char *name, double *value);
bool wg_size_name_real(const char *name, double *value);
bool wg_size_name_row(const char *name);
int wg_size_name_axis(const char *name); /* -1: it does not look like a size */

#endif
