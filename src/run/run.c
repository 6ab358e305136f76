/* SPDX-License-Identifier: Apache-2.0 */
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- kernels ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Whether two steps give a kernel arguments of the same kinds. */
static bool pass_alike(const wg_spec *spec, const wg_planned_step *a, const wg_planned_step *b)
{
    bool alike = a->pass_count == b->pass_count;
    for (size_t k = 0; k < a->pass_count && alike; k++) {
        const wg_argument *one = &spec->arguments[a->pass[k]], *other = &spec->arguments[b->pass[k]];
        alike = one->memory == other->memory &&
                (one->memory != WG_MEMORY_SCALAR ||
                 (one->type.element == other->type.element && one->type.lanes == other->type.lanes));
    }
    return alike;
}

/* Steps share a kernel where they can. One that is given other arguments is built by itself: that checks them. */
static wg_status build_kernel(wg_run *run, wg_engine_kernel **kernels, size_t index, wg_error *err)
{
    const wg_planned_step *step = &run->plan->steps[index];
    for (size_t k = 0; k < index; k++) {
        const wg_planned_step *other = &run->plan->steps[k];
        if (kernels[k] && same_text(other->source, step->source) && same_text(other->kernel, step->kernel) &&
            pass_alike(run->spec, other, step) && other->is_before == step->is_before) {
            kernels[index] = kernels[k];
            return WG_OK;
        }
    }
    wg_kernel_source source = {
        .file = step->source,
        .name = step->kernel,
        .flags = run->plan->flags,
        .flag_count = run->plan->flag_count,
        .signature = {run->spec, step->pass, step->pass_count},
        .is_vendor = run->options.is_vendor,
        .is_check = run->options.is_check,
        .rewrite = run->rewrite,
    };
    return run->engine->backend->build(run->engine, &source, &kernels[index], err);
}

static wg_status build_step(wg_run *run, wg_engine_kernel **kernels, size_t index, wg_error *err)
{
    wg_status status = build_kernel(run, kernels, index, err);
    if (status != WG_OK)
        return status;
    return wg_plan_take_block(run->plan, &run->plan->steps[index], kernels[index]->required_block, err);
}

static wg_status build_kernels(wg_run *run, wg_error *err)
{
    wg_status status = WG_OK;
    wg_engine_kernel **kernels = wg_alloc(run->plan->step_count * sizeof *kernels);
    for (size_t k = 0; k < run->plan->step_count && status == WG_OK; k++)
        if (!run->plan->steps[k].clears && run->plan->steps[k].repeat)
            status = build_step(run, kernels, k, err);
    if (status == WG_OK || !run->kernels) {
        free(run->kernels);
        run->kernels = kernels;
    } else {
        free(kernels);
    }
    return status;
}

/* ---- memory ---- */

static bool needs_memory(const wg_argument *a)
{
    return a->memory == WG_MEMORY_VECTOR || a->memory == WG_MEMORY_TEXTURE;
}

static wg_status make_buffer(wg_run *run, size_t index, wg_error *err)
{
    const wg_argument *a = &run->spec->arguments[index];
    wg_run_buffer *buffer = &run->buffers[index];
    uint64_t bytes = run->plan->arguments[index].bytes;
    char name[32];
    snprintf(name, sizeof name, "argument %zu", index + 1);
    if (a->memory == WG_MEMORY_SCALAR) {
        buffer->bits = wg_alloc(bytes + 1);
        return wg_plan_fill(run->plan, index, buffer->bits, err);
    }
    if (!needs_memory(a))
        return WG_OK;
    wg_status status = run->engine->backend->allocate(run->engine, bytes + run->options.slack, a->name ? a->name : name,
                                                      &buffer->memory, err);
    buffer->has_memory = status == WG_OK;
    return wg_error_prefix(err, status, "%s: ", a->where);
}

static bool begins_with_zeros(const wg_argument *a)
{
    return a->fill == WG_FILL_EXPRESSION && !a->value.text;
}

/* Straight into the device's memory where the host sees it, by way of a copy where not. */
static wg_status fill_buffer(wg_run *run, size_t index, bool fresh, wg_error *err)
{
    const wg_backend *backend = run->engine->backend;
    uint64_t memory = run->buffers[index].memory, bytes = run->plan->arguments[index].bytes;
    void *mapped = backend->map ? backend->map(run->engine, memory, bytes) : NULL;
    const void *kept;
    if (begins_with_zeros(&run->spec->arguments[index]))
        return fresh && mapped ? WG_OK : backend->set(run->engine, memory, 0, bytes, err);
    if (mapped && !run->options.contents)
        return wg_plan_fill(run->plan, index, mapped, err);
    wg_contents *contents = run->options.contents ? run->options.contents : wg_contents_new();
    wg_status status = wg_contents_get(contents, run->plan, index, &kept, err);
    if (status == WG_OK)
        status = backend->write(run->engine, memory, kept, bytes, err);
    if (!run->options.contents)
        wg_contents_free(contents);
    return status;
}

static wg_status fill_buffers(wg_run *run, bool fresh, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < run->spec->argument_count && status == WG_OK; k++)
        if (run->buffers[k].has_memory && run->plan->arguments[k].bytes)
            status = fill_buffer(run, k, fresh, err);
    return status;
}

static wg_status make_textures(wg_run *run, wg_error *err)
{
    const wg_backend *backend = run->engine->backend;
    wg_status status = WG_OK;
    if (run->spec->is_host_code) /* a C function gets the texels */
        return WG_OK;
    for (size_t k = 0; k < run->spec->argument_count && status == WG_OK; k++) {
        const wg_argument *a = &run->spec->arguments[k];
        if (a->memory != WG_MEMORY_TEXTURE)
            continue;
        if (!backend->make_texture)
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: there are no textures on %s", a->where,
                                run->engine->name);
        wg_run_buffer *buffer = &run->buffers[k];
        status =
            backend->make_texture(run->engine, a, run->plan->arguments[k].size, buffer->memory, &buffer->texture, err);
        buffer->has_texture = status == WG_OK;
    }
    return status;
}

/* ---- structures ---- */

/* Puts the addresses of buffers into a structure that has pointers to them. */
static wg_status point_fields(wg_run *run, const wg_argument *a, unsigned char *bits, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < a->field_count && status == WG_OK; k++) {
        const wg_spec_field *field = &a->fields[k];
        const wg_run_buffer *buffer = &run->buffers[field->index];
        uint64_t address = buffer->has_texture ? buffer->texture : buffer->memory;
        status = point_fields(run, &run->spec->arguments[field->index], bits + field->offset, err);
        if (!buffer->has_memory || status != WG_OK)
            continue;
        if (!run->engine->backend->has_addresses)
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: pointers in a structure cannot be passed on %s", a->where,
                                run->engine->name);
        memcpy(bits + field->offset, &address, sizeof address);
    }
    return status;
}

static wg_status fill_structures(wg_run *run, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < run->spec->argument_count && status == WG_OK; k++)
        status = point_fields(run, &run->spec->arguments[k], run->buffers[k].bits, err);
    return status;
}

/* ---- symbols ---- */

static wg_status set_symbol(wg_run *run, wg_engine_kernel *kernel, size_t index, wg_error *err)
{
    const wg_backend *backend = run->engine->backend;
    const wg_argument *a = &run->spec->arguments[index];
    const wg_run_buffer *buffer = &run->buffers[index];
    uint64_t bytes = run->plan->arguments[index].bytes;
    wg_contents *contents = wg_contents_new();
    const void *bits = buffer->bits;
    wg_status status = WG_OK;
    if (!backend->set_symbol)
        status = wg_error_set(err, WG_ERR_UNSUPPORTED, "variables cannot be set on %s", run->engine->name);
    if (a->memory == WG_MEMORY_TEXTURE) {
        bits = &buffer->texture;
        bytes = sizeof buffer->texture;
    } else if (a->memory == WG_MEMORY_VECTOR && status == WG_OK) {
        status = wg_contents_get(contents, run->plan, index, &bits, err);
    }
    if (status == WG_OK)
        status = backend->set_symbol(run->engine, kernel, a->name, bits, bytes, err);
    wg_contents_free(contents);
    return wg_error_prefix(err, status, "%s: ", a->where);
}

/* Each kernel has a module of its own, and variables of its own with it. A symbol some of them have is theirs. */
static wg_status set_symbols(wg_run *run, wg_error *err)
{
    if (run->spec->is_host_code) /* a C function gets them as it gets the others */
        return WG_OK;
    for (size_t a = 0; a < run->spec->argument_count; a++) {
        wg_status status = run->spec->arguments[a].sets_symbol ? WG_ERR_MISSING : WG_OK;
        for (size_t k = 0; k < run->plan->step_count && run->spec->arguments[a].sets_symbol; k++) {
            wg_error complaint = {0};
            bool again = k && run->kernels[k] == run->kernels[k - 1];
            if (!run->kernels[k] || again)
                continue;
            if (set_symbol(run, run->kernels[k], a, &complaint) == WG_OK)
                status = WG_OK;
            else if (status != WG_OK) {
                status = complaint.status;
                if (err)
                    *err = complaint;
            }
        }
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

/* ---- the whole ---- */

wg_status wg_run_open(const wg_spec *spec, wg_engine *engine, const wg_run_options *options, wg_run **out,
                      wg_error *err)
{
    wg_run *run = wg_alloc(sizeof *run);
    run->spec = spec;
    run->engine = engine;
    if (options)
        run->options = *options;
    *out = NULL;
    wg_status status = wg_plan_new(spec, &run->plan, err);
    if (status == WG_OK)
        status = build_kernels(run, err);
    run->buffers = wg_alloc((spec->argument_count + 1) * sizeof *run->buffers);
    run->copies = wg_alloc((spec->argument_count + 1) * sizeof *run->copies);
    for (size_t k = 0; k < spec->argument_count && status == WG_OK; k++)
        status = make_buffer(run, k, err);
    if (status == WG_OK && !run->options.is_unfilled)
        status = fill_buffers(run, true, err);
    if (status == WG_OK)
        status = make_textures(run, err);
    if (status == WG_OK)
        status = fill_structures(run, err);
    if (status == WG_OK)
        status = set_symbols(run, err);
    if (status != WG_OK) {
        wg_run_close(run);
        return status;
    }
    *out = run;
    return WG_OK;
}

wg_status wg_run_rebuild(wg_run *run, const wg_ablation *rewrite, uint64_t more_shared, wg_error *err)
{
    run->rewrite = rewrite;
    wg_status status = build_kernels(run, err);
    run->rewrite = NULL;
    if (status == WG_OK)
        status = set_symbols(run, err);
    if (status == WG_OK)
        run->more_shared = more_shared;
    return status;
}

wg_status wg_run_open_on(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_run **out,
                         wg_error *err)
{
    wg_engine *engine;
    *out = NULL;
    wg_status status = wg_engine_open(device, options, &engine, err);
    if (status != WG_OK)
        return status;
    status = wg_run_open(spec, engine, NULL, out, err);
    if (*out)
        (*out)->owns_engine = true;
    else
        wg_engine_close(engine);
    return status;
}

wg_status wg_run_keep(wg_run **run, wg_status status)
{
    if (status != WG_OK) {
        wg_run_close(*run);
        *run = NULL;
    }
    return status;
}

wg_status wg_run_once(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_run **out,
                      wg_error *err)
{
    wg_error own = {0};
    err = err ? err : &own; /* the same status, whether the caller wants the sentence or not */
    wg_status status = wg_run_open_on(spec, device, options, out, err);
    return wg_run_keep(out, status == WG_OK ? wg_run_launch(*out, err) : status);
}

wg_engine_options wg_run_plainly(const wg_engine_options *options)
{
    wg_engine_options o = *options;
    o.launch.sample_blocks = 0;
    o.estimates = o.what_if = o.samples = o.may_sample = false;
    return o;
}

void wg_run_close(wg_run *run)
{
    if (!run)
        return;
    for (size_t k = 0; run->buffers && k < run->spec->argument_count; k++) {
        if (run->buffers[k].has_memory)
            run->engine->backend->release(run->engine, run->buffers[k].memory, NULL);
        free(run->buffers[k].bits);
        free(run->copies[k]);
    }
    wg_profile_free(&run->profile);
    if (run->owns_engine)
        wg_engine_close(run->engine);
    free(run->buffers);
    free(run->copies);
    free(run->kernels);
    wg_plan_free(run->plan);
    free(run);
}

wg_status wg_run_reset(wg_run *run, const size_t *poisoned, size_t poisoned_count, wg_error *err)
{
    const wg_backend *backend = run->engine->backend;
    wg_status status = fill_buffers(run, false, err);
    for (size_t k = 0; k < poisoned_count && status == WG_OK; k++) {
        size_t index = poisoned[k];
        if (run->buffers[index].has_memory && begins_with_zeros(&run->spec->arguments[index]))
            status =
                backend->set(run->engine, run->buffers[index].memory, 0xff, run->plan->arguments[index].bytes, err);
    }
    return status;
}

/* Into the memory that a kernel sees: a buffer's, or a variable's in every module that has it. */
static wg_status overwrite(wg_run *run, size_t index, const void *bits, wg_error *err)
{
    const wg_backend *backend = run->engine->backend;
    const wg_argument *a = &run->spec->arguments[index];
    uint64_t bytes = run->plan->arguments[index].bytes;
    if (!a->sets_symbol || run->spec->is_host_code)
        return backend->write(run->engine, run->buffers[index].memory, bits, bytes, err);
    for (size_t k = 0; k < run->plan->step_count && backend->set_symbol; k++)
        if (run->kernels[k])
            backend->set_symbol(run->engine, run->kernels[k], a->name, bits, bytes, NULL);
    return WG_OK;
}

/* The generator is splitmix64. */
static void make_random(uint64_t seed, unsigned char *out, size_t bytes)
{
    for (size_t k = 0; k < bytes; k += sizeof seed) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
        memcpy(out + k, &z, bytes - k < sizeof z ? bytes - k : sizeof z);
    }
}

static wg_status scramble_one(wg_run *run, size_t index, uint64_t seed, wg_error *err)
{
    const wg_argument *a = &run->spec->arguments[index];
    size_t bytes = run->plan->arguments[index].bytes;
    if (!run->buffers[index].has_memory || !bytes)
        return WG_OK;
    if (!begins_with_zeros(a) && !a->sets_symbol)
        return fill_buffer(run, index, false, err);
    unsigned char *bits = malloc(bytes);
    if (!bits)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: no memory for %zu bytes", a->where, bytes);
    wg_status status = WG_OK;
    if (begins_with_zeros(a))
        make_random(seed, bits, bytes);
    else
        status = wg_plan_fill(run->plan, index, bits, err);
    if (status == WG_OK)
        status = overwrite(run, index, bits, err);
    free(bits);
    return status;
}

wg_status wg_run_scramble(wg_run *run, const size_t *outputs, size_t output_count, uint64_t seed, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < output_count && status == WG_OK; k++)
        status = scramble_one(run, outputs[k], seed + k * UINT64_C(0xd1342543de82ef95), err);
    return status;
}

/* ---- launching ---- */

static bool feeds_others(const wg_run *run, size_t index)
{
    for (size_t k = index + 1; k < run->plan->step_count; k++)
        if (run->kernels[k] && run->kernels[k] != run->kernels[index])
            return true;
    return false;
}

static wg_status call_kernel(wg_run *run, size_t index, wg_error *err)
{
    const wg_planned_step *step = &run->plan->steps[index];
    wg_kernel_argument *arguments = wg_alloc((step->pass_count + 1) * sizeof *arguments);
    const char **names = wg_alloc((step->pass_count + 1) * sizeof *names);
    for (size_t k = 0; k < step->pass_count; k++) {
        const wg_run_buffer *buffer = &run->buffers[step->pass[k]];
        names[k] = run->spec->arguments[step->pass[k]].name;
        arguments[k] = (wg_kernel_argument){
            .kind = run->spec->arguments[step->pass[k]].memory,
            .handle = buffer->has_texture ? buffer->texture : buffer->memory,
            .bytes = run->plan->arguments[step->pass[k]].bytes,
            .bits = buffer->bits,
        };
    }
    wg_kernel_call call = {.kernel = run->kernels[index],
                           .shared = step->shared + run->more_shared,
                           .arguments = arguments,
                           .argument_count = step->pass_count,
                           .names = names,
                           .feeds_others = feeds_others(run, index),
                           .is_repeated = run->is_repeated};
    memcpy(call.grid, step->grid, sizeof call.grid);
    memcpy(call.block, step->block, sizeof call.block);
    wg_status status = run->engine->backend->launch(run->engine, &call, err);
    run->launches++;
    free(arguments);
    free(names);
    return status;
}

static wg_status run_step(wg_run *run, size_t index, wg_error *err)
{
    const wg_planned_step *step = &run->plan->steps[index];
    wg_status status = WG_OK;
    for (uint64_t k = 0; k < step->repeat && status == WG_OK; k++) {
        if (step->clears)
            status = run->engine->backend->set(run->engine, run->buffers[step->clear].memory, 0,
                                               run->plan->arguments[step->clear].bytes, err);
        else
            status = call_kernel(run, index, err);
        if (step->swaps) {
            wg_run_buffer *a = &run->buffers[step->swap[0]], *b = &run->buffers[step->swap[1]], was = *a;
            *a = *b;
            *b = was;
        }
    }
    return status;
}

/* What the simulator counted, of all kernels together that count. */
static void collect_profile(wg_run *run)
{
    wg_profile_free(&run->profile);
    run->estimate = (wg_estimate){0};
    for (size_t k = 0; k < run->plan->step_count; k++) {
        const wg_profile *one = wg_step_counts(&run->plan->steps[k]) ? run->kernels[k]->profile : NULL;
        for (size_t j = 0; j < k; j++)
            if (run->kernels[j] == run->kernels[k])
                one = NULL;
        if (!one)
            continue;
        wg_counters_add(&run->profile.total, &one->total);
        if (run->kernels[k]->estimate && run->kernels[k]->estimate->launches > 0)
            wg_estimate_add(&run->estimate, run->kernels[k]->estimate);
        run->profile.blocks_total += one->blocks_total;
        run->profile.blocks_run += one->blocks_run;
        run->profile.seconds += one->seconds;
        run->profile.host_threads = one->host_threads;
    }
    const wg_device *device = run->engine->model;
    if (device && device->known[WG_DEVICE_measured_launch_interval])
        wg_estimate_wait_for_host(&run->estimate, 1e-6 * device->value[WG_DEVICE_measured_launch_interval]);
}

static wg_status run_steps(wg_run *run, bool before, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < run->plan->step_count && status == WG_OK; k++)
        if (run->plan->steps[k].is_before == before)
            status = run_step(run, k, err);
    return status;
}

bool wg_run_prepares(const wg_run *run)
{
    return run->plan->steps[0].is_before;
}

wg_status wg_run_prepare(wg_run *run, wg_error *err)
{
    return run_steps(run, true, err);
}

wg_status wg_run_submit(wg_run *run, wg_error *err)
{
    return run_steps(run, false, err);
}

wg_status wg_run_launch(wg_run *run, wg_error *err)
{
    wg_status status = wg_run_prepare(run, err);
    if (status == WG_OK)
        status = wg_run_submit(run, err);
    if (status == WG_OK)
        status = run->engine->backend->finish(run->engine, err);
    collect_profile(run);
    return status;
}

wg_status wg_run_repeat(wg_run *run, wg_error *err)
{
    run->is_repeated = true;
    wg_status status = wg_run_prepare(run, err);
    if (status == WG_OK)
        status = wg_run_submit(run, err);
    if (status == WG_OK)
        status = run->engine->backend->finish(run->engine, err);
    run->is_repeated = false;
    return status;
}

/* ---- afterwards ---- */

const void *wg_run_memory_at(wg_run *run, size_t index, size_t *size)
{
    const wg_backend *backend = run->engine->backend;
    const wg_argument *a = &run->spec->arguments[index];
    if (!run->buffers[index].has_memory)
        return NULL;
    *size = run->plan->arguments[index].bytes;
    uint64_t memory = run->buffers[index].memory;
    if (backend->map && !a->sets_symbol)
        return backend->map(run->engine, memory, *size);
    if (!run->copies[index])
        run->copies[index] = wg_alloc(*size + 1);
    wg_status status;
    if (a->sets_symbol) /* the kernel wrote the variable, not the buffer it was filled from */
        status = backend->read_symbol
                     ? backend->read_symbol(run->engine, wg_run_kernel(run), a->name, run->copies[index], *size, NULL)
                     : WG_ERR_UNSUPPORTED;
    else
        status = backend->read(run->engine, memory, run->copies[index], *size, NULL);
    return status == WG_OK ? run->copies[index] : NULL;
}

const void *wg_run_memory(wg_run *run, const char *argument, size_t *size)
{
    const wg_argument *a = wg_spec_find_argument(run->spec, argument);
    return a ? wg_run_memory_at(run, (size_t)(a - run->spec->arguments), size) : NULL;
}

wg_engine_kernel *wg_run_kernel(const wg_run *run)
{
    const wg_planned_step *first = wg_plan_first_launch(run->plan);
    return first ? run->kernels[first - run->plan->steps] : NULL;
}

uint64_t wg_run_dynamic_shared(const wg_run *run, const wg_planned_step *step)
{
    enum { ALIGNMENT = 16 };
    if (!step)
        return 0;
    uint64_t local = 0;
    for (size_t k = 0; k < step->pass_count; k++)
        if (run->spec->arguments[step->pass[k]].memory == WG_MEMORY_LOCAL)
            local += (run->plan->arguments[step->pass[k]].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return local ? (step->shared + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + local : step->shared;
}
