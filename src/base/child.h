/* SPDX-License-Identifier: Apache-2.0 */
/* Code that is not ours, in a process of its own: it may crash, call exit(), loop or take all memory, and we go on.
 *
 * The child is a copy of us, made by fork when it is started: it knows what we knew then. Afterwards it answers
 * requests, one at a time, until it is stopped or does not return from one. Whatever it writes is lost, but for its
 * answers and for memory that was shared before it was started, which lies at the same address in both.
 *
 * This is no sandbox. The child may do to files what the user may: who runs strangers' code has been asked before.
 *
 * In the child standard input is empty and standard output is standard error, signals do what they do by default, and
 * nothing of ours runs when it calls exit(). It ends with the thread that started it. */
#ifndef WG_BASE_CHILD_H
#define WG_BASE_CHILD_H

#include "base/text.h"
#include "warpgrind/status.h"

#include <signal.h>

typedef struct wg_child wg_child;

typedef struct wg_child_limits {
    double seconds;                           /* until it has to answer; 0: any time */
    double idle;                              /* seconds without processor time, likewise: it stands still then */
    uint64_t memory;                          /* bytes that it may take besides what we have; 0: all there are */
    const volatile sig_atomic_t *interrupted; /* looked at while waiting for an answer; may be NULL */
} wg_child_limits;

/* What it does with a request, in the child. Its status, its sentence and its answer are those of wg_child_ask. */
typedef wg_status (*wg_child_work)(void *user, const void *request, size_t length, wg_text *answer, wg_error *err);

wg_status wg_child_start(wg_child_work work, void *user, const wg_child_limits *limits, wg_child **out, wg_error *err);

/* WG_ERR_FAULT: it crashed, exited, or took too long, as err says; it is gone then, and so is its answer.
 * WG_ERR_INTERRUPTED: the user did that. `answer` is added to, and may be NULL. */
wg_status wg_child_ask(wg_child *child, const void *request, size_t length, wg_text *answer, wg_error *err);

void wg_child_stop(wg_child *child); /* NULL is fine */

/* One request, without words, to a child of its own. */
wg_status wg_child_run(wg_child_work work, void *user, const wg_child_limits *limits, wg_text *answer, wg_error *err);

/* Memory that children see, those that are started from now on; zeroed. NULL: there is none. */
void *wg_child_share(size_t bytes);
void wg_child_unshare(void *memory, size_t bytes); /* NULL is fine */

#endif
