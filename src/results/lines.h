/* SPDX-License-Identifier: Apache-2.0 */
/* Counters and times by source line. */
#ifndef WG_RESULTS_LINES_H
#define WG_RESULTS_LINES_H

#include "base/arena.h"
#include "counters/counters.h"
#include "counters/estimate.h"

/* An instruction that the compiler made of a line. */
typedef struct wg_line_ptx {
    const char *text;  /* "ld.global.f32 %f1, [%rd4];" */
    uint64_t executed; /* by warps */
} wg_line_ptx;

typedef struct wg_line {
    uint32_t file;   /* index into wg_lines.files */
    uint32_t number; /* 0: instructions of no source line */
    wg_counters counters;
    double share; /* of the launch's warp instructions, 0 to 1 */
    double time;  /* of the warps' time, what the line is to blame for, as the model has it, 0 to 1; NAN: not known */
    double waits; /* … how long warps stand before its instructions, whoever is to blame; NAN */
    double stalls[WG_STALL_COUNT]; /* what `time` is made of; all 0: not known */
    double heat;                   /* `time`, or the largest share of any of the resources a line can use up */
    const char *text;              /* the source, "" when it cannot be read */
    wg_line_ptx *ptx;              /* in the order of the PTX; none where the source is PTX itself */
    size_t ptx_count;
} wg_line;

typedef struct wg_lines {
    wg_line *items; /* by file and line */
    size_t count;
    const char **files; /* as a person would name them */
    size_t file_count;
    bool has_times, has_waits;
} wg_lines;

/* The stall that has most of a line's time; WG_STALL_COUNT: not known. */
wg_stall wg_line_reason(const wg_line *line);

/* Share and heat of a line; total: of all of them. */
void wg_line_find_heat(const wg_counters *total, wg_line *line);

/* The line with most of the time, what has no line left aside; NULL: there are no times. */
const wg_line *wg_lines_slowest(const wg_lines *lines);

/* At most `most` of them, the hottest, in their order; 0: all. malloc'ed, *count says how many. */
const wg_line **wg_lines_hottest(const wg_lines *lines, size_t most, size_t *count);

/* By file, then by line: for qsort. */
int wg_line_by_place(const void *a, const void *b);

#endif
