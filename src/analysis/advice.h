/* SPDX-License-Identifier: Apache-2.0 */
/* What to change next. A piece of advice is a file, data/advice/NAME.json: when it applies, the evidence, the line to
 * look at, the change, what it would gain and the rung that shows it (docs/use/advice.md). */
#ifndef WG_ANALYSIS_ADVICE_H
#define WG_ANALYSIS_ADVICE_H

#include "analysis/facts.h"
#include "base/arena.h"
#include "results/diagnosis.h"
#include "results/lines.h"

typedef struct wg_advice_rule {
    const char *name;     /* of the file, without .json */
    const char *title;    /* "Uncoalesced loads" */
    const char *when;     /* over facts of the run */
    const char *evidence; /* a sentence with facts */
    const char *line;     /* over facts of a line: the largest is the one to look at; NULL: none is */
    const char *change;   /* in words */
    const char *gain;     /* over facts: the part of the time it would save; NULL: nobody knows */
    const char *order;    /* … and what counts in its place where nobody does; NULL: a tenth */
    const char *see;      /* LADDER/RUNG */
    const char *relieves; /* limiters, with blanks between; NULL: none */
    const char *rank;     /* "otherwise": given only where no other is; NULL: where it applies */
} wg_advice_rule;

typedef struct wg_advice_book {
    wg_arena arena;
    wg_advice_rule *rules; /* by name */
    size_t count, capacity;
    wg_text trouble; /* a line for each file that cannot be used; the others can */
} wg_advice_book;

/* Fails only when there is no data folder at all. `folder` NULL: advice/ in the data folder, which may be missing. */
wg_status wg_advice_open(const char *folder, wg_advice_book **out, wg_error *err);
void wg_advice_close(wg_advice_book *book); /* NULL is fine */

/* One rule from text, as from a file. */
wg_status wg_advice_read(wg_advice_book *book, const char *file, const char *text, size_t length, wg_error *err);

/* Those that apply to a diagnosed subject, largest gain first, with the line of `lines` each is about; array and
 * sentences live in the arena. */
size_t wg_advice_give(const wg_advice_book *book, const wg_subject *subject, const wg_lines *lines, wg_arena *arena,
                      wg_advice **out);

#endif
