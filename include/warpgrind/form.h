/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which everything that has results can be written. Every result has one function for it:
 * char *wg_…_write(const wg_… *, wg_report_form form, const wg_write_options *options), which returns malloc'ed text,
 * or NULL where there is no such form of it. */
#ifndef WARPGRIND_FORM_H
#define WARPGRIND_FORM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wg_report_form {
    WG_FORM_TEXT, /* for a person at a terminal */
    WG_FORM_MARKDOWN,
    WG_FORM_CSV,
    WG_FORM_JSON,        /* docs/use/json.md */
    WG_FORM_SVG,         /* a figure */
    WG_FORM_HTML,        /* a page: one file that needs nothing else */
    WG_FORM_JUNIT,       /* XML for build servers: docs/use/ci.md */
    WG_FORM_ANNOTATIONS, /* workflow commands of GitHub Actions; "": there is nothing to say */
    WG_FORM_COUNT,       /* of those that results have */
    WG_FORM_SARIF,       /* of a check alone: SARIF 2.1.0, as code hosts and editors read it */
} wg_report_form;

/* All zeros are the defaults; NULL is the same. */
typedef struct wg_write_options {
    bool color;             /* text: with escape sequences for a terminal */
    size_t lines;           /* text of a kernel: the hottest lines of the source; 0: all */
    size_t width;           /* text: columns of the terminal, where paragraphs are wrapped; 0: 100 to 120 */
    bool memory;            /* text of a kernel: with the memory chart */
    bool story;             /* of a ladder, as text or Markdown: rung by rung in words */
    const char *command;    /* page and JSON: the command line that writes it; NULL: not known */
    const char *executable; /* JSON: who wrote it; NULL: warpgrind */
    bool all;               /* of a comparison: everything that differs, not only what is most important */
    bool regressions_fail;  /* annotations: a regression is an error, not a warning */
} wg_write_options;

#ifdef __cplusplus
}
#endif
#endif
