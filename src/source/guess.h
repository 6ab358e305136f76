/* SPDX-License-Identifier: Apache-2.0 */
/* A launch for a kernel about which nobody has said how to launch it: sizes that fit one another, as options of the
 * command line. It is a guess, and whoever uses it says so. */
#ifndef WG_SOURCE_GUESS_H
#define WG_SOURCE_GUESS_H

#include "source/kernels.h"

/* What is known from elsewhere. */
typedef struct wg_guess_known {
    uint32_t block[3];     /* threads; 0: not known */
    uint32_t most_threads; /* of a block; 0: not known */
    bool is_looked_at;     /* every access will be: a smaller problem shows as much */
} wg_guess_known;

typedef struct wg_guess {
    const char *grid, *block;
    const char *shared;     /* NULL: none is needed */
    const char **arguments; /* what -a takes, one for each parameter */
    size_t argument_count;
} wg_guess;

/* Texts are in the source's arena. False: a parameter is nothing that can be guessed, and `trouble` is its index. */
bool wg_guess_launch(wg_source *source, const wg_source_kernel *kernel, const wg_guess_known *known, wg_guess *out,
                     size_t *trouble);

/* Template arguments for a kernel that nobody instantiates: "k<float, 16>". NULL: it is no template. */
const char *wg_guess_instance(wg_source *source, const wg_source_kernel *kernel);

#endif
