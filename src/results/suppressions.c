/* SPDX-License-Identifier: Apache-2.0 */
#include "base/closest.h"
#include "base/file.h"
#include "results/checked.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* A kind that is no pattern and that there is not would suppress nothing, for ever. */
static wg_status check_kind(const char *kind, const char *path, unsigned line, wg_error *err)
{
    const char *kinds[WG_FINDING_COUNT];
    for (int k = 0; k < WG_FINDING_COUNT; k++) {
        kinds[k] = wg_finding_id((wg_finding_kind)k);
        if (fnmatch(kind, kinds[k], 0) == 0)
            return WG_OK;
    }
    const char *closest = wg_closest_word(kind, kinds, WG_FINDING_COUNT);
    return wg_error_set(err, WG_ERR_INPUT, "%s:%u: there is no finding '%s'%s%s%s", path, line, kind,
                        closest ? "; did you mean " : "", closest ? closest : "", closest ? "?" : "");
}

static wg_status read_rule(const char *text, size_t length, const char *path, unsigned line, wg_suppressions *out,
                           wg_error *err)
{
    static const char blanks[] = " \t\r";
    char *copy = wg_arena_copy(&out->arena, text, length);
    char *kind = copy + strspn(copy, blanks);
    if (!*kind || *kind == '#')
        return WG_OK;
    char *end = kind + strcspn(kind, blanks), *place = end + strspn(end, blanks);
    if (!*place)
        return wg_error_set(err, WG_ERR_INPUT, "%s:%u: expected KIND FILE:LINE, such as race_shared tile.cu:32", path,
                            line);
    *end = 0;
    for (size_t k = strlen(place); k && strchr(blanks, place[k - 1]); k--) /* file names may have blanks inside */
        place[k - 1] = 0;
    *WG_PUSH(out->items, out->count, out->capacity) = (wg_suppression){kind, place};
    return check_kind(kind, path, line, err);
}

wg_status wg_suppressions_read(const char *path, wg_suppressions *out, wg_error *err)
{
    char *text;
    size_t length;
    unsigned line = 1;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    for (const char *at = text; *at && status == WG_OK; line++) {
        length = strcspn(at, "\n");
        status = read_rule(at, length, path, line, out, err);
        at += length + (at[length] == '\n');
    }
    free(text);
    return status;
}

void wg_suppressions_free(wg_suppressions *rules)
{
    free(rules->items);
    wg_arena_free(&rules->arena);
}

/* The file by its path or by its name alone. */
static bool place_matches(const char *pattern, const wg_finding_place *place)
{
    wg_text text = {0};
    if (!place->known || !place->file)
        return false;
    wg_text_addf(&text, "%s:%u", place->file, place->line);
    const char *slash = strrchr(text.bytes, '/');
    bool matches = fnmatch(pattern, text.bytes, 0) == 0 || (slash && fnmatch(pattern, slash + 1, 0) == 0);
    wg_text_free(&text);
    return matches;
}

/* Which of two accesses that race is found second may differ from run to run: either may be the one that is named. */
static bool is_suppressed(const wg_finding *f, const wg_suppressions *rules)
{
    for (size_t k = 0; k < rules->count; k++) {
        const wg_suppression *rule = &rules->items[k];
        bool nowhere = !f->at.known && !strcmp(rule->place, "*");
        if (fnmatch(rule->kind, wg_finding_id(f->kind), 0) == 0 &&
            (nowhere || place_matches(rule->place, &f->at) || place_matches(rule->place, &f->with)))
            return true;
    }
    return false;
}

void wg_check_report_suppress(wg_check_report *report, const wg_suppressions *rules)
{
    size_t kept = 0;
    for (size_t k = 0; k < report->count; k++) {
        if (is_suppressed(&report->findings[k], rules))
            report->suppressed++;
        else
            report->findings[kept++] = report->findings[k];
    }
    report->count = kept;
}

/* What a pattern would read as more than itself stands behind a backslash. */
static void add_literally(wg_text *out, const char *text)
{
    for (; *text; text++)
        wg_text_addf(out, "%s%c", strchr("*?[\\", *text) ? "\\" : "", *text);
}

static void add_rule(wg_text *out, const wg_finding *f)
{
    wg_text_addf(out, "%s ", wg_finding_id(f->kind));
    if (f->at.known && f->at.file) {
        add_literally(out, f->at.file);
        wg_text_addf(out, ":%u\n", f->at.line);
    } else {
        wg_text_addf(out, "*\n");
    }
}

void wg_check_report_add_rules(const wg_check_report *report, wg_text *out)
{
    wg_text_add(out, "", 0);
    for (size_t k = 0; k < report->count; k++) {
        wg_text rule = {0};
        add_rule(&rule, &report->findings[k]);
        if (!strstr(out->bytes, rule.bytes)) /* a line with two findings needs one rule */
            wg_text_add(out, rule.bytes, rule.length);
        wg_text_free(&rule);
    }
}
