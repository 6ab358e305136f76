/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's results beside those of another one that got the same arguments. */
#ifndef WG_RESULTS_AGAINST_H
#define WG_RESULTS_AGAINST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wg_against_buffer {
    const char *name;
    uint64_t count;    /* of its numbers … */
    uint64_t differ;   /* … and how many of them differ */
    double tolerance;  /* as in wg_verify_numbers; 0: they must be the same */
    uint64_t first;    /* the first of them that differs … */
    const char *value; /* … as the kernel has it … */
    const char *other; /* … and as the other one has; NULL: none differs */
    double error;      /* their difference over the other's; NAN: that is 0, or no number */
} wg_against_buffer;

typedef struct wg_against {
    const char *what;   /* the other one, as it was asked for */
    const char *where;  /* it ran: "sim:h200", "cpu" */
    const char *reason; /* what a ladder's check says is wrong; NULL: nothing, or it is no check */
    wg_against_buffer *buffers;
    size_t buffer_count;
} wg_against;

bool wg_against_equal(const wg_against *against);
/* The first buffer that differs; NULL: none. */
const wg_against_buffer *wg_against_difference(const wg_against *against);

#endif
