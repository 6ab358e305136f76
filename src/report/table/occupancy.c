/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/occupancy.h"

#include "results/json.h"

#include <stdio.h>
#include <string.h>

/* "registers", "threads and shared memory" */
static void name_limits(const wg_occupancy *o, char *text, size_t size)
{
    size_t length = 0;
    *text = 0;
    for (int k = 0; k < WG_RESOURCE_COUNT; k++)
        if (wg_occupancy_is_limit(o, k) && length < size)
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s", length ? " and " : "", wg_resource_names[k]);
}

/* Barriers are mentioned where they could limit: on devices that have few, of kernels that have several. */
static bool is_shown(const wg_occupancy *o, wg_resource resource)
{
    return resource != WG_RESOURCE_BARRIERS || (o->limits[resource].available && o->limits[resource].given > 1);
}

/* ---- text ---- */

static void add_kernel(wg_text *out, const wg_resources *k)
{
    wg_text_addf(out, "%s: %llu registers, %llu + %llu bytes of static and dynamic shared memory", k->kernel,
                 (unsigned long long)k->registers, (unsigned long long)k->static_shared,
                 (unsigned long long)k->dynamic_shared);
    if (k->spill_stores || k->spill_loads)
        wg_text_addf(out, ", %llu bytes of spill stores and %llu of spill loads", (unsigned long long)k->spill_stores,
                     (unsigned long long)k->spill_loads);
    else if (!k->is_estimate)
        wg_text_addf(out, ", no spills");
    wg_text_addf(out, "\n  from %s\n\n", k->from);
}

static void add_answer(wg_text *out, const wg_occupancy_subject *s, const wg_occupancy *o)
{
    char limits[128];
    unsigned long long most = wg_device_integer(s->device, WG_DEVICE_max_warps_per_sm);
    name_limits(o, limits, sizeof limits);
    wg_text_addf(out, "%s, blocks of %llu threads", s->device->title, (unsigned long long)s->request.threads);
    if (s->request.registers)
        wg_text_addf(out, ", %llu registers a thread", (unsigned long long)s->request.registers);
    wg_text_addf(out, ", %llu bytes of shared memory\n", (unsigned long long)s->request.shared);
    if (o->blocks)
        wg_text_addf(out, "  %llu block%s on a multiprocessor: %llu of %llu warps, %.1f %%, limited by %s\n\n",
                     (unsigned long long)o->blocks, o->blocks == 1 ? "" : "s", (unsigned long long)o->warps, most,
                     100 * o->share, limits);
    else
        wg_text_addf(out, "  no block fits on a multiprocessor: it asks for more than it may have of %s\n\n", limits);
}

static void add_limits(wg_text *out, const wg_occupancy *o)
{
    static const char *const headings[] = {"<resource", "there is", "a block gets", "blocks", NULL};
    wg_table table;
    wg_table_begin(&table, WG_TABLE_TEXT, headings);
    for (int k = 0; k < WG_RESOURCE_COUNT; k++) {
        if (!is_shown(o, k))
            continue;
        wg_table_add(&table, "%s", wg_resource_names[k]);
        wg_table_add(&table, "%llu", (unsigned long long)o->limits[k].available);
        wg_table_add(&table, "%llu", (unsigned long long)o->limits[k].given);
        if (o->limits[k].blocks == WG_NO_LIMIT)
            wg_table_add(&table, "-");
        else
            wg_table_add(&table, "%llu", (unsigned long long)o->limits[k].blocks);
    }
    wg_table_write(&table, out);
    wg_table_free(&table);
}

static void add_row(wg_table *table, const wg_occupancy_request *r, const wg_occupancy *o)
{
    char limits[128];
    name_limits(o, limits, sizeof limits);
    wg_table_add(table, "%llu", (unsigned long long)r->registers);
    wg_table_add(table, "%llu", (unsigned long long)r->shared);
    wg_table_add(table, "%llu", (unsigned long long)r->threads);
    wg_table_add(table, "%llu", (unsigned long long)o->blocks);
    wg_table_add(table, "%llu", (unsigned long long)o->warps);
    wg_table_add(table, "%.1f", 100 * o->share);
    wg_table_add(table, "%s", limits);
}

static void add_steps(wg_text *out, const wg_occupancy_subject *s, const wg_occupancy *o, wg_table_form form)
{
    static const char *const headings[] = {"<change", "registers",   "shared",      "block", "blocks",
                                           "warps",   "occupancy %", "<limited by", NULL};
    wg_occupancy_step steps[WG_OCCUPANCY_STEPS];
    size_t count = wg_occupancy_find_steps(s->device, &s->request, steps);
    wg_table table;
    wg_table_begin(&table, form, headings);
    wg_table_add(&table, "as given");
    add_row(&table, &s->request, o);
    for (size_t k = 0; k < count; k++) {
        wg_table_add(&table, "%s", steps[k].change);
        add_row(&table, &steps[k].request, &steps[k].then);
    }
    wg_table_write(&table, out);
    wg_table_free(&table);
}

char *wg_report_occupancy(const wg_occupancy_subject *subject, wg_table_form form)
{
    wg_occupancy o = wg_occupancy_compute(subject->device, &subject->request);
    wg_text out = {0};
    if (form == WG_TABLE_TEXT) {
        if (subject->kernel)
            add_kernel(&out, subject->kernel);
        add_answer(&out, subject, &o);
        add_limits(&out, &o);
        wg_text_addf(&out, "\nnearest values at which the number of blocks is another\n");
    }
    add_steps(&out, subject, &o, form);
    return out.bytes;
}

/* ---- JSON ---- */

static void set_answer(json_t *object, const wg_occupancy *o)
{
    json_t *limits = json_array();
    for (int k = 0; k < WG_RESOURCE_COUNT; k++)
        if (wg_occupancy_is_limit(o, k))
            json_array_append_new(limits, json_string(wg_resource_names[k]));
    wg_json_set_integer(object, "blocks_per_sm", o->blocks);
    wg_json_set_integer(object, "warps_per_sm", o->warps);
    wg_json_set_real(object, "occupancy", o->share);
    json_object_set_new(object, "limited_by", limits);
}

static json_t *kernel_json(const wg_resources *k)
{
    json_t *object = json_object();
    wg_json_set_string(object, "name", k->kernel);
    wg_json_set_string(object, "from", k->from);
    json_object_set_new(object, "estimate", json_boolean(k->is_estimate));
    wg_json_set_integer(object, "registers", k->registers);
    wg_json_set_integer(object, "static_shared_bytes", k->static_shared);
    wg_json_set_integer(object, "dynamic_shared_bytes", k->dynamic_shared);
    if (!k->is_estimate) {
        wg_json_set_integer(object, "spill_store_bytes", k->spill_stores);
        wg_json_set_integer(object, "spill_load_bytes", k->spill_loads);
        wg_json_set_integer(object, "stack_bytes", k->stack);
    }
    return object;
}

static json_t *limits_json(const wg_occupancy *o)
{
    json_t *array = json_array();
    for (int k = 0; k < WG_RESOURCE_COUNT; k++) {
        json_t *limit = json_object();
        wg_json_set_string(limit, "resource", wg_resource_names[k]);
        wg_json_set_integer(limit, "available", o->limits[k].available);
        wg_json_set_integer(limit, "given", o->limits[k].given);
        if (o->limits[k].blocks != WG_NO_LIMIT)
            wg_json_set_integer(limit, "blocks", o->limits[k].blocks);
        json_array_append_new(array, limit);
    }
    return array;
}

static json_t *steps_json(const wg_occupancy_subject *s)
{
    wg_occupancy_step steps[WG_OCCUPANCY_STEPS];
    size_t count = wg_occupancy_find_steps(s->device, &s->request, steps);
    json_t *array = json_array();
    for (size_t k = 0; k < count; k++) {
        json_t *step = json_object();
        wg_json_set_string(step, "what", steps[k].what);
        wg_json_set_integer(step, "from", steps[k].from);
        wg_json_set_integer(step, "to", steps[k].to);
        set_answer(step, &steps[k].then);
        json_array_append_new(array, step);
    }
    return array;
}

char *wg_report_occupancy_json(const wg_occupancy_subject *subject, const char *executable)
{
    const wg_occupancy_request *r = &subject->request;
    wg_occupancy o = wg_occupancy_compute(subject->device, r);
    json_t *answer = json_object();
    wg_place place;
    snprintf(place.name, sizeof place.name, "sim:%.59s", subject->device->name);
    snprintf(place.title, sizeof place.title, "%s", subject->device->title);
    if (subject->kernel)
        json_object_set_new(answer, "kernel", kernel_json(subject->kernel));
    wg_json_set_integer(answer, "registers", r->registers);
    wg_json_set_integer(answer, "shared_bytes", r->shared);
    wg_json_set_integer(answer, "block_threads", r->threads);
    if (r->barriers)
        wg_json_set_integer(answer, "barriers", r->barriers);
    if (r->carveout >= 0)
        wg_json_set_integer(answer, "carveout", (uint64_t)r->carveout);
    wg_json_set_integer(answer, "max_warps_per_sm", wg_device_integer(subject->device, WG_DEVICE_max_warps_per_sm));
    set_answer(answer, &o);
    json_object_set_new(answer, "limits", limits_json(&o));
    json_object_set_new(answer, "steps", steps_json(subject));
    return wg_json_write(json_pack("{s:o, s:o}", "context", wg_json_context(executable, &place), "occupancy", answer));
}
