/* SPDX-License-Identifier: Apache-2.0 */
#include "run/shuffled.h"

#include "run/verify.h"

#include <stdlib.h>
#include <string.h>

/* What differs of a buffer, where it does first. */
typedef struct difference {
    uint64_t orders; /* in so many it does */
    uint64_t seed;   /* the first of them */
    size_t first, count, all;
    char usual[32], other[32];
} difference;

typedef struct comparing {
    wg_run *checked, *usual;
    wg_check *check;
    difference *differences; /* by argument */
    difference failed;       /* orders in which the launch failed */
    wg_error failure;
} comparing;

/* ---- running ---- */

static wg_status run_in_order(const wg_spec *spec, const char *device, const wg_engine_options *options, uint64_t seed,
                              wg_run **out, wg_error *err)
{
    wg_engine_options o = wg_run_plainly(options);
    o.launch.checker = NULL;
    o.launch.host_threads = 1;
    o.launch.shuffle = seed;
    wg_status status = wg_run_open_on(spec, device, &o, out, err);
    return wg_run_keep(out, status == WG_OK ? wg_run_repeat(*out, err) : status);
}

/* ---- comparing ---- */

static void note(difference *d, uint64_t seed)
{
    if (!d->orders++)
        d->seed = seed;
}

static void compare_elements(const wg_element *e, const unsigned char *usual, const unsigned char *other, size_t bytes,
                             difference *d)
{
    d->all = bytes / e->bytes;
    for (size_t k = 0; k < d->all; k++) {
        if (!memcmp(usual + k * e->bytes, other + k * e->bytes, e->bytes))
            continue;
        if (!d->count++)
            d->first = k;
    }
    wg_verify_format(e, usual, d->first, d->usual);
    wg_verify_format(e, other, d->first, d->other);
}

static void compare_buffer(comparing *c, wg_run *other, size_t index, uint64_t seed)
{
    size_t bytes = 0, same = 0;
    const unsigned char *a = wg_run_memory_at(c->usual, index, &bytes), *b = wg_run_memory_at(other, index, &same);
    difference *d = &c->differences[index];
    if (!a || !b || bytes != same || !memcmp(a, b, bytes))
        return;
    note(d, seed);
    if (d->orders == 1)
        compare_elements(c->usual->spec->arguments[index].type.element, a, b, bytes, d);
}

static wg_status run_other(comparing *c, const char *device, const wg_engine_options *options, uint64_t seed,
                           wg_error *err)
{
    wg_run *other;
    wg_error own = {0};
    wg_status status = run_in_order(c->usual->spec, device, options, seed, &other, &own);
    for (size_t k = 0; status == WG_OK && k < c->usual->spec->argument_count; k++)
        compare_buffer(c, other, k, seed);
    wg_run_close(other);
    if (status == WG_ERR_FAULT) {
        note(&c->failed, seed);
        if (c->failed.orders == 1)
            c->failure = own;
        return WG_OK;
    }
    if (status != WG_OK && err)
        *err = own;
    return status;
}

/* ---- telling ---- */

static bool adds_floats(const wg_program *p)
{
    for (uint32_t k = 0; k < p->insn_count; k++) {
        wg_type_kind kind = wg_type_kind_of((wg_type)p->insns[k].type[0]);
        if (p->insns[k].class == WG_CLASS_ATOMIC &&
            (kind == WG_KIND_FLOAT || kind == WG_KIND_BFLOAT || kind == WG_KIND_PACKED))
            return true;
    }
    return false;
}

static bool has_float_atomics(const wg_run *run)
{
    bool any = false;
    for (size_t k = 0; k < run->plan->step_count; k++)
        any |= run->kernels[k] && run->kernels[k]->program && adds_floats(run->kernels[k]->program);
    return any;
}

/* "y[3]"; of vectors and structures a number or a byte in the buffer. */
static void add_element(const wg_argument *a, size_t argument, size_t index, wg_text *out)
{
    if (a->type.lanes != 1)
        wg_text_addf(out, "%s %zu of ", a->type.element->kind == WG_ELEMENT_BYTES ? "Byte" : "Number", index);
    if (a->name)
        wg_text_addf(out, "%s", a->name);
    else
        wg_text_addf(out, a->type.lanes != 1 ? "argument %zu" : "Argument %zu", argument + 1);
    if (a->type.lanes == 1)
        wg_text_addf(out, "[%zu]", index);
}

static void tell_buffer(comparing *c, size_t index)
{
    const difference *d = &c->differences[index];
    const wg_argument *a = &c->checked->spec->arguments[index];
    unsigned long long seed = d->seed;
    wg_text text = {0};
    wg_finding f = {
        .kind = WG_FINDING_order_dependent, .space = "global", .size = c->checked->plan->arguments[index].bytes};
    f.offset = (uint64_t)d->first * a->type.element->bytes;
    f.address = c->checked->buffers[index].memory + f.offset;
    f.object = a->name;
    add_element(a, index, d->first, &text);
    wg_text_addf(
        &text,
        " is %s in the usual order and %s in another one; %zu of %zu differ. --shuffle %llu shows it: seed %llu.",
        d->usual, d->other, d->count, d->all, seed, seed);
    if (has_float_atomics(c->checked))
        wg_text_addf(&text, " The kernel has floating-point atomics: such a sum depends on the order of its terms.");
    if (wg_check_last_store(c->check, f.address, &f.at)) { /* the line is known, not which of its instructions */
        f.at.does = "writes";
        f.at.instruction = NULL;
    }
    f.sentence = text.bytes;
    wg_check_add(c->check, &f, d->orders);
    wg_text_free(&text);
}

static void tell_failure(comparing *c)
{
    wg_text text = {0};
    unsigned long long seed = c->failed.seed;
    wg_finding f = {.kind = WG_FINDING_order_dependent};
    wg_text_addf(&text, "In another order the launch fails: %.*s. --shuffle %llu shows it: seed %llu.",
                 (int)strcspn(c->failure.text, "\n"), c->failure.text, seed, seed);
    f.sentence = text.bytes;
    wg_check_add(c->check, &f, c->failed.orders);
    wg_text_free(&text);
}

/* Whether there was anything to tell. */
static bool tell(comparing *c)
{
    bool any = c->failed.orders != 0;
    for (size_t k = 0; k < c->checked->spec->argument_count; k++) {
        any |= c->differences[k].orders != 0;
        if (c->differences[k].orders)
            tell_buffer(c, k);
    }
    if (c->failed.orders)
        tell_failure(c);
    return any;
}

/* ---- the whole ---- */

static bool has_outputs(const wg_run *run)
{
    bool any = false;
    for (size_t k = 0; k < run->spec->argument_count; k++)
        any |= run->buffers[k].has_memory && run->plan->arguments[k].bytes;
    return any;
}

wg_status wg_run_shuffled(wg_run *checked, const char *device, const wg_engine_options *options, uint64_t orders,
                          wg_check *check, wg_orders *out, wg_error *err)
{
    comparing c = {.checked = checked, .check = check};
    wg_error own = {0};
    *out = (wg_orders){0};
    if (!has_outputs(checked)) {
        out->why = "there is no buffer to compare";
        return WG_OK;
    }
    wg_status status = run_in_order(checked->spec, device, options, 0, &c.usual, &own);
    if (status == WG_ERR_FAULT) {
        out->why = "the launch fails in the usual one";
        return WG_OK;
    }
    if (status != WG_OK && err)
        *err = own;
    c.differences = wg_alloc((checked->spec->argument_count + 1) * sizeof *c.differences);
    for (uint64_t seed = 1; seed <= orders && seed && status == WG_OK; seed++)
        status = run_other(&c, device, options, seed, err);
    if (status == WG_OK) {
        out->run = orders;
        out->differ = tell(&c);
    }
    wg_run_close(c.usual);
    free(c.differences);
    return status;
}
