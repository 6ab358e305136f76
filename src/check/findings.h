/* SPDX-License-Identifier: Apache-2.0 */
/* What a check found: one finding for each cause, however many threads show it. */
#ifndef WG_CHECK_FINDINGS_H
#define WG_CHECK_FINDINGS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum wg_finding_kind {
#define FINDING(id, class, severity, title, advice) WG_FINDING_##id,
#include "check/findings.def"
    WG_FINDING_COUNT
} wg_finding_kind;

typedef enum wg_finding_class {
    WG_CHECK_BOUNDS,
    WG_CHECK_RACE,
    WG_CHECK_UNINITIALISED,
    WG_CHECK_SYNC,
    WG_CHECK_NUMBERS, /* on request, and so is … */
    WG_CHECK_ORDER,
    WG_CHECK_OTHER,
    WG_CHECK_CLASSES
} wg_finding_class;

/* A thread at a source line. */
typedef struct wg_finding_place {
    bool known;
    const char *file; /* as the compiler named it; of the PTX where it did not */
    uint32_t line, ptx_line;
    const char *instruction; /* "st.shared.f32" */
    const char *does;        /* "writes", "reads", "updates" */
    bool has_thread;
    uint32_t block[3], thread[3];
} wg_finding_place;

typedef struct wg_finding {
    wg_finding_kind kind;
    const char *kernel;                    /* as PTX names it */
    wg_finding_place at, with;             /* with: the other access, where the value came from … */
    const char *object;                    /* "tile", "x"; NULL: none */
    const char *space;                     /* "shared", "global", "local"; NULL: it is not about memory */
    uint64_t address, offset, size, bytes; /* offset: in the object of that size; bytes: of the access */
    const char *sentence;                  /* what happened, complete */
    uint64_t count;                        /* so many times */
} wg_finding;

typedef struct wg_findings {
    wg_arena arena;
    wg_finding *items;
    size_t count, capacity;
} wg_findings;

const char *wg_finding_id(wg_finding_kind kind); /* "race_shared" */
const char *wg_finding_title(wg_finding_kind kind);
const char *wg_finding_advice(wg_finding_kind kind);
wg_finding_class wg_finding_class_of(wg_finding_kind kind);
const char *wg_finding_class_name(wg_finding_class class); /* "race" */
bool wg_finding_is_error(wg_finding_kind kind);

/* The finding of that kind at these lines, if there was one: its count is one more then. */
wg_finding *wg_findings_again(wg_findings *findings, wg_finding_kind kind, const wg_finding_place *at,
                              const wg_finding_place *with);
/* Adds one; texts are kept as they are, the sentence is copied. */
void wg_findings_add(wg_findings *findings, const wg_finding *finding);
/* … in place of one that says less; its count stays. */
void wg_findings_replace(wg_findings *findings, wg_finding *before, const wg_finding *finding);
void wg_findings_free(wg_findings *findings);

#endif
