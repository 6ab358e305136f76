/* SPDX-License-Identifier: Apache-2.0 */
#include "check/findings.h"

#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *id, *title, *advice;
    wg_finding_class class;
    bool is_error;
} ROWS[] = {
#define ERROR true
#define WARNING false
#define FINDING(id, class, severity, title, advice) {#id, title, advice, WG_CHECK_##class, severity},
#include "check/findings.def"
#undef ERROR
#undef WARNING
};

static const char *const CLASSES[] = {
    [WG_CHECK_BOUNDS] = "bounds", [WG_CHECK_RACE] = "race",       [WG_CHECK_UNINITIALISED] = "uninitialised",
    [WG_CHECK_SYNC] = "sync",     [WG_CHECK_NUMBERS] = "numbers", [WG_CHECK_ORDER] = "order",
    [WG_CHECK_OTHER] = "other"};

const char *wg_finding_id(wg_finding_kind kind)
{
    return ROWS[kind].id;
}

const char *wg_finding_title(wg_finding_kind kind)
{
    return ROWS[kind].title;
}

const char *wg_finding_advice(wg_finding_kind kind)
{
    return ROWS[kind].advice;
}

wg_finding_class wg_finding_class_of(wg_finding_kind kind)
{
    return ROWS[kind].class;
}

const char *wg_finding_class_name(wg_finding_class class)
{
    return CLASSES[class];
}

bool wg_finding_is_error(wg_finding_kind kind)
{
    return ROWS[kind].is_error;
}

static bool same_line(const wg_finding_place *a, const wg_finding_place *b)
{
    return a->known == b->known && (!a->known || (a->line == b->line && !strcmp(a->file, b->file)));
}

/* Two accesses that race are one cause, whichever is found second. */
static bool same_lines(const wg_finding *f, const wg_finding_place *at, const wg_finding_place *with)
{
    return (same_line(&f->at, at) && same_line(&f->with, with)) || (same_line(&f->at, with) && same_line(&f->with, at));
}

/* What becomes of a number is told once, wherever it goes. */
static bool same_places(const wg_finding *f, const wg_finding_place *at, const wg_finding_place *with)
{
    return ROWS[f->kind].class == WG_CHECK_NUMBERS ? same_line(&f->at, at) : same_lines(f, at, with);
}

/* One pair of lines races in one way: that some threads are of one warp and some of one block says nothing more. */
static bool same_cause(wg_finding_kind a, wg_finding_kind b)
{
    bool race_a = ROWS[a].class == WG_CHECK_RACE || a == WG_FINDING_missing_fence,
         race_b = ROWS[b].class == WG_CHECK_RACE || b == WG_FINDING_missing_fence;
    return a == b || (race_a && race_b);
}

wg_finding *wg_findings_again(wg_findings *findings, wg_finding_kind kind, const wg_finding_place *at,
                              const wg_finding_place *with)
{
    for (size_t k = 0; k < findings->count; k++) {
        wg_finding *f = &findings->items[k];
        if (!same_cause(f->kind, kind) || !same_places(f, at, with))
            continue;
        f->count++;
        return f;
    }
    return NULL;
}

void wg_findings_add(wg_findings *findings, const wg_finding *finding)
{
    wg_finding *f = WG_PUSH(findings->items, findings->count, findings->capacity);
    *f = *finding;
    f->count = 1;
    f->sentence = wg_arena_copy(&findings->arena, finding->sentence, strlen(finding->sentence));
}

void wg_findings_replace(wg_findings *findings, wg_finding *before, const wg_finding *finding)
{
    uint64_t count = before->count;
    *before = *finding;
    before->count = count;
    before->sentence = wg_arena_copy(&findings->arena, finding->sentence, strlen(finding->sentence));
}

void wg_findings_free(wg_findings *findings)
{
    free(findings->items);
    wg_arena_free(&findings->arena);
}
