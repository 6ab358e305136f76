/* SPDX-License-Identifier: Apache-2.0 */
/* Private to text/: the parts of a kernel's report that have files of their own. */
#ifndef WG_REPORT_TEXT_PARTS_H
#define WG_REPORT_TEXT_PARTS_H

#include "base/text.h"
#include "results/compare.h"

/* Where the text goes, how wide a paragraph is, and the escape sequences for it; empty without colour. A colour never
 * says what no word or number says. */
typedef struct wg_pen {
    wg_text *out;
    size_t width;
    const char *bold, *dim, *hot, *warm, *plain;
    const char *scaled;     /* behind each counter's kind: that it stands for blocks that did not run; "" */
    const wg_compared *was; /* what became of it since the baseline; NULL: there is none */
} wg_pen;

/* Of a share of a peak rate or of the time: hot, warm or nothing. */
const char *wg_pen_of_share(const wg_pen *pen, double share);

/* Wrapped and indented. */
void wg_text_paragraph(const wg_pen *pen, const char *words, int indent);

/* verdict.c: the verdict, how busy units are, what the time is made of, what-ifs, advice. One screen, or nothing where
 * there is nothing to say. */
void wg_text_verdict(const wg_pen *pen, const wg_results *results);

/* baseline.c: the verdict against the baseline, and what changed most; nothing where there is none. */
void wg_text_baseline(const wg_pen *pen, const wg_comparison *baseline);
/* memory.c: what passes between the kernel, the caches and DRAM. */
void wg_text_memory(const wg_pen *pen, const wg_record *record);
/* stalls.c: what warps do with their time, and the lines that are to blame for most of it. */
void wg_text_stalls(const wg_pen *pen, const wg_record *record);

/* addresses.c: which words, sectors and banks the lanes of each access touch. */
void wg_text_accesses(const wg_accesses *accesses, wg_text *out);
/* What of the bytes that move is asked for: of whole 128-byte lines, as L1 of Fermi fetched them, and of 32-byte
 * sectors. Parts of 1; bytes that several lanes ask for count once for each lane up to the size of the request, as a
 * bus would see it. */
void wg_access_bus_use(const wg_access *access, double *of_lines, double *of_sectors);

#endif
