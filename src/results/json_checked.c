/* SPDX-License-Identifier: Apache-2.0 */
/* A check's report as JSON: docs/use/check.md has the members. */
#include "results/checked.h"
#include "results/json.h"

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text)
        wg_json_set_string(object, key, text);
}

static json_t *place_to_json(const wg_check_report *report, const wg_finding_place *place)
{
    json_t *object = json_object();
    if (place->known) {
        set_text(object, "file", place->file);
        wg_json_set_integer(object, "line", place->line);
        set_text(object, "source", wg_check_report_line(report, place));
        set_text(object, "instruction", place->instruction);
        set_text(object, "does", place->does);
    }
    if (place->has_thread) {
        wg_json_set_shape(object, "block", place->block);
        wg_json_set_shape(object, "thread", place->thread);
    }
    return object;
}

static void set_memory(json_t *object, const wg_finding *f)
{
    set_text(object, "space", f->space);
    set_text(object, "object", f->object);
    wg_json_set_integer(object, "address", f->address);
    if (f->object) {
        wg_json_set_integer(object, "offset", f->offset);
        wg_json_set_integer(object, "object_bytes", f->size);
    }
    if (f->bytes)
        wg_json_set_integer(object, "bytes", f->bytes);
}

static json_t *finding_to_json(const wg_check_report *report, const wg_finding *f)
{
    json_t *object = json_object();
    wg_json_set_string(object, "kind", wg_finding_id(f->kind));
    wg_json_set_string(object, "class", wg_finding_class_name(wg_finding_class_of(f->kind)));
    wg_json_set_string(object, "severity", wg_finding_is_error(f->kind) ? "error" : "warning");
    wg_json_set_string(object, "title", wg_finding_title(f->kind));
    wg_json_set_string(object, "message", f->sentence);
    wg_json_set_string(object, "advice", wg_finding_advice(f->kind));
    set_text(object, "kernel", f->kernel);
    wg_json_set_integer(object, "count", f->count);
    json_object_set_new(object, "at", place_to_json(report, &f->at));
    if (f->with.known || f->with.has_thread)
        json_object_set_new(object, "with", place_to_json(report, &f->with));
    if (f->space)
        set_memory(object, f);
    return object;
}

char *wg_check_report_to_json(const wg_check_report *r, const char *executable, const char *command)
{
    json_t *check = json_object(), *findings = json_array(), *context = wg_json_context(executable, &r->device);
    set_text(context, "command", command);
    wg_json_set_string(check, "kernel", r->kernel);
    set_text(check, "file", r->file);
    set_text(check, "guessed", r->guessed);
    wg_json_set_integer(check, "launches", r->launches);
    if (r->orders)
        wg_json_set_integer(check, "orders", r->orders);
    set_text(check, "no_orders", r->no_orders);
    wg_json_set_integer(check, "errors", wg_check_report_count(r, true));
    wg_json_set_integer(check, "warnings", wg_check_report_count(r, false));
    wg_json_set_integer(check, "suppressed", r->suppressed);
    for (size_t k = 0; k < wg_check_report_told(r); k++)
        json_array_append_new(findings, finding_to_json(r, &r->findings[k]));
    json_object_set_new(check, "findings", findings);
    return wg_json_write(json_pack("{s:o, s:o}", "context", context, "check", check));
}
