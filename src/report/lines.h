/* SPDX-License-Identifier: Apache-2.0 */
/* Counters by source line. */
#ifndef WG_REPORT_LINES_H
#define WG_REPORT_LINES_H

#include "run/run.h"

typedef struct wg_line {
    uint32_t file;   /* index into wg_lines.files */
    uint32_t number; /* 0: instructions of no source line */
    wg_counters counters;
    double share;     /* of the launch's warp instructions, 0 to 1 */
    double time;      /* of the warps' time, as the model has it, 0 to 1; NAN: not known */
    double heat;      /* the largest share of any of the resources a line can use up */
    const char *text; /* the source, "" when it cannot be read */
} wg_line;

typedef struct wg_lines {
    wg_line *items; /* by file and line */
    size_t count;
    const char **files; /* as a person would name them */
    size_t file_count;
    char **texts; /* of the files, lines terminated */
    bool has_times;
} wg_lines;

/* At most `most` lines, the hottest; 0: all. */
void wg_lines_collect(const wg_run *run, size_t most, wg_lines *out);
void wg_lines_free(wg_lines *lines);

/* For lines that come from elsewhere: the hottest alone, and how hot one is. */
void wg_lines_keep(wg_lines *lines, size_t most);
void wg_lines_copy(const wg_lines *lines, size_t most, wg_lines *out); /* texts are shared */
void wg_line_find_heat(const wg_counters *total, wg_line *line);

#endif
