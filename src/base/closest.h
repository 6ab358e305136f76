/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_BASE_CLOSEST_H
#define WG_BASE_CLOSEST_H

#include <stddef.h>

/* The candidate a mistyped word most likely meant: few edits away; NULL when none is. */
const char *wg_closest_word(const char *word, const char *const *candidates, size_t count);

#endif
