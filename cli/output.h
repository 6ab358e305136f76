/* SPDX-License-Identifier: Apache-2.0 */
/* What the command says and writes: results on stdout, everything else on stderr. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <warpgrind/warpgrind.h>

/* "warpgrind: …" on stderr. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
int out_of_memory(void); /* says so; returns the exit status */

/* Says so where nothing can be cached: once, before what takes longer for that. */
void mention_cache(void);

bool to_stdout(const char *file); /* NULL is not */
/* FILE, or stdout for "-". False, and said why, when it cannot be written. */
bool write_output(const char *file, const void *bytes, size_t length);
/* Whether everything that went to stdout got there. */
bool finish_stdout(void);

/* How text on stdout is to look: --color=WHEN, and as wide as the terminal. */
typedef struct look {
    const char *color; /* "auto", "always", "never"; NULL: auto */
    bool no_color;     /* --no-color: the same as never */
} look;

/* False, and said why, when --color is none of its words. */
bool check_look(const look *look);
bool want_color(const look *look);
/* Columns of the terminal that stdout is; 80 where it does not say; 0: it is none. */
size_t terminal_width(void);
/* Text for stdout: on a terminal, what is wider is cut, and ends in an ellipsis. */
bool print_text(const char *text);

/* The files a verb can write besides what it prints; NULL: not wanted. */
typedef struct outputs {
    const char *json, *csv, *markdown, *svg, *html, *junit, *sarif;
    bool annotations; /* behind everything else */
} outputs;

/* As all wg_…_write do; NULL: there is no such form of it. */
typedef char *writer(const void *result, wg_report_form form, const wg_write_options *options);

/* Each form that is wanted, and the text, unless it is quiet or something else goes to stdout. */
bool write_outputs(const outputs *files, bool quiet, writer *write, const void *result,
                   const wg_write_options *options);
bool write_results(const outputs *files, bool quiet, const wg_results *results, const wg_write_options *options);

#endif
