/* SPDX-License-Identifier: Apache-2.0 */
/* Initial contents of arguments, kept: the rungs of a ladder begin with the same numbers, and making them takes
 * longer than many a kernel. */
#ifndef WG_RUN_CONTENTS_H
#define WG_RUN_CONTENTS_H

#include "spec/plan.h"

typedef struct wg_contents wg_contents;

wg_contents *wg_contents_new(void);
void wg_contents_free(wg_contents *contents); /* NULL is fine */

/* Forgets what may be different for other sizes: everything but plain random numbers. */
void wg_contents_change_sizes(wg_contents *contents);

/* The bytes an argument begins with. Arguments with the same text at the same place and the same settings are the same.
 * Good until wg_contents_free. */
wg_status wg_contents_get(wg_contents *contents, const wg_plan *plan, size_t argument, const void **bytes,
                          wg_error *err);

#endif
