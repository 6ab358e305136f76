/* SPDX-License-Identifier: Apache-2.0 */
#include "results/checked.h"

#include <stdlib.h>
#include <string.h>

void wg_check_report_free(wg_check_report *report)
{
    if (report)
        wg_arena_free(&report->arena);
    free(report);
}

size_t wg_check_report_count(const wg_check_report *report, bool are_errors)
{
    size_t count = 0;
    for (size_t k = 0; k < report->count; k++)
        count += wg_finding_is_error(report->findings[k].kind) == are_errors;
    return count;
}

size_t wg_check_report_told(const wg_check_report *report)
{
    return report->most && report->most < report->count ? (size_t)report->most : report->count;
}

const char *wg_check_report_line(const wg_check_report *report, const wg_finding_place *place)
{
    for (size_t k = 0; place->known && place->file && k < report->file_count; k++) {
        const wg_checked_file *file = &report->files[k];
        if (!strcmp(file->name, place->file))
            return file->lines && place->line && place->line <= file->line_count ? file->lines[place->line - 1] : NULL;
    }
    return NULL;
}

/* ---- in words ---- */

static void add_thread(const wg_finding_place *place, wg_text *out)
{
    if (place->has_thread)
        wg_text_addf(out, "block (%u,%u,%u), thread (%u,%u,%u)", place->block[0], place->block[1], place->block[2],
                     place->thread[0], place->thread[1], place->thread[2]);
}

static void add_size(const wg_finding *f, wg_text *out)
{
    wg_text_addf(out, " %llu byte%s", (unsigned long long)f->bytes, f->bytes == 1 ? "" : "s");
}

static void add_bytes(const wg_finding *f, wg_text *out)
{
    if (f->bytes) {
        add_size(f, out);
        wg_text_addf(out, " at");
    }
    if (f->object && f->offset)
        wg_text_addf(out, " %s + %llu", f->object, (unsigned long long)f->offset);
    else if (f->object)
        wg_text_addf(out, " %s", f->object);
    else
        wg_text_addf(out, " 0x%llx", (unsigned long long)f->address);
}

/* An access out of bounds has no offset in an object: its sentence says where it went. */
static bool has_bytes(const wg_finding *f)
{
    return f->space && (!f->object || f->offset < f->size);
}

void wg_finding_add_deed(const wg_finding *f, const wg_finding_place *place, wg_text *out)
{
    add_thread(place, out);
    const char *space = place->has_thread ? " " : "";
    if (f->space && place->does) {
        wg_text_addf(out, "%s%s", space, place->does);
        if (has_bytes(f))
            add_bytes(f, out);
        else if (wg_finding_class_of(f->kind) == WG_CHECK_UNINITIALISED)
            wg_text_addf(out, " %s", place == &f->with && f->object ? f->object : "the value");
        else if (f->bytes)
            add_size(f, out);
    } else if (place->instruction) {
        wg_text_addf(out, "%sat %s", space, place->instruction);
    }
}

const char *wg_finding_relation(const wg_finding *f)
{
    wg_finding_class class = wg_finding_class_of(f->kind);
    return class == WG_CHECK_UNINITIALISED ? "from" : class == WG_CHECK_NUMBERS ? "then" : "with";
}

static void add_number(wg_text *out, uint64_t count, const char *one, const char *many)
{
    wg_text_addf(out, "%llu %s", (unsigned long long)count, count == 1 ? one : many);
}

void wg_check_report_add_summary(const wg_check_report *r, wg_text *out)
{
    size_t errors = wg_check_report_count(r, true), warnings = wg_check_report_count(r, false);
    if (!r->count) {
        wg_text_addf(out, "checked clean: ");
        add_number(out, r->launches, "launch", "launches");
        wg_text_addf(out, " of %s, no errors", r->kernel);
    } else {
        if (errors)
            add_number(out, errors, "error", "errors");
        if (warnings) {
            wg_text_addf(out, "%s", errors ? ", " : "no errors, ");
            add_number(out, warnings, "warning", "warnings");
        }
        wg_text_addf(out, " in ");
        add_number(out, r->launches, "launch", "launches");
        wg_text_addf(out, " of %s", r->kernel);
    }
    if (r->orders) {
        wg_text_addf(out, r->orders_differ ? "; other results in some of " : "; the same results in ");
        add_number(out, r->orders, "other order", "other orders");
    }
    if (r->no_orders)
        wg_text_addf(out, "; not run in other orders: %s", r->no_orders);
    if (r->suppressed)
        wg_text_addf(out, "; %llu suppressed", (unsigned long long)r->suppressed);
}
