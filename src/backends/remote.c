/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/remote.h"

#include "base/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

/* A message is a row of these, each with its own bytes behind it. Only the last one is answered. */
typedef enum operation {
    OPEN,
    BUILD,
    ALLOCATE,
    RELEASE,
    WRITE,
    READ,
    SET,
    LAUNCH,
    FINISH,
    START_CLOCK,
    STOP_CLOCK,
    FLUSH_CACHES,
    OPERATIONS
} operation;

typedef struct order {
    operation what;
    int byte;        /* SET */
    uint64_t handle; /* of memory, or of a kernel */
    uint64_t bytes;  /* of the memory concerned */
    uint64_t length; /* of what lies behind this */
    uint32_t grid[3], block[3];
    uint64_t shared, argument_count; /* LAUNCH */
} order;

typedef struct sent_argument {
    wg_memory kind;
    uint64_t handle, bytes;
    bool has_bits; /* `bytes` of them lie behind this */
} sent_argument;

/* What an engine and a kernel are, as far as this side has to know. */
typedef struct sent_engine {
    char name[64], title[128];
    int capability;
} sent_engine;

typedef struct sent_kernel {
    uint64_t handle;
    wg_engine_kernel kernel; /* its pointers mean nothing here */
    char name[256];
} sent_kernel;

/* A kernel's arguments, as far as building it goes. Types are constant tables, which lie at the same place in both. */
typedef struct sent_parameter {
    wg_memory memory;
    wg_element_type type;
} sent_parameter;

typedef struct remote_kernel {
    wg_engine_kernel base;
    uint64_t handle;
} remote_kernel;

typedef struct remote {
    wg_engine base;
    const wg_backend *inner;
    wg_engine_options options;
    char which[64];
    bool has_which;
    wg_child *child; /* NULL: it has ended */
    uint32_t life;   /* how many there were: handles of another one are void */
    wg_text waiting; /* orders that nobody waits for */
    char last[128];  /* the kernel that was launched last */
    remote_kernel **kernels;
    size_t kernel_count, kernel_capacity;
    /* over there */
    wg_engine *engine;
    struct slot {
        uint64_t memory; /* the inner one's */
        bool is_there;
    } * slots;
    size_t slot_count, slot_capacity;
    wg_engine_kernel **built;
    size_t built_count, built_capacity;
} remote;

static void add(wg_text *text, const void *bytes, size_t length)
{
    if (length)
        wg_text_add(text, bytes, length);
}

static void add_string(wg_text *text, const char *string)
{
    wg_text_add(text, string, strlen(string) + 1);
}

/* Reads what `add` wrote. */
typedef struct reader {
    const char *at, *end;
} reader;

static bool take(reader *r, void *out, size_t length)
{
    bool enough = (size_t)(r->end - r->at) >= length;
    if (enough && length)
        memcpy(out, r->at, length);
    r->at = enough ? r->at + length : r->end;
    return enough;
}

static const char *take_string(reader *r)
{
    const char *string = r->at, *zero = memchr(r->at, 0, (size_t)(r->end - r->at));
    r->at = zero ? zero + 1 : r->end;
    return zero ? string : "";
}

/* ---- over there ---- */

/* A handle is the life it belongs to and a place in a table. */
static uint64_t make_handle(const remote *r, size_t place)
{
    return (uint64_t)r->life << 32 | (uint64_t)place;
}

static struct slot *find_slot(const remote *r, uint64_t handle)
{
    size_t place = (size_t)(handle & UINT32_MAX);
    bool is_there = handle >> 32 == r->life && place < r->slot_count && r->slots[place].is_there;
    return is_there ? &r->slots[place] : NULL;
}

static wg_status find_memory(const remote *r, uint64_t handle, uint64_t *memory, wg_error *err)
{
    const struct slot *slot = find_slot(r, handle);
    *memory = slot ? slot->memory : 0;
    return slot ? WG_OK : wg_error_set(err, WG_ERR_SYSTEM, "device memory is gone");
}

static wg_status do_open(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    (void)o;
    (void)in;
    sent_engine e = {0};
    wg_status status = r->inner->open(r->has_which ? r->which : NULL, &r->options, &r->engine, err);
    if (status != WG_OK)
        return status;
    memcpy(e.name, r->engine->name, sizeof e.name);
    memcpy(e.title, r->engine->title, sizeof e.title);
    e.capability = r->engine->capability;
    add(answer, &e, sizeof e);
    return WG_OK;
}

static wg_status build_from(remote *r, const wg_kernel_source *source, wg_text *answer, wg_error *err)
{
    wg_engine_kernel *kernel;
    wg_status status = r->inner->build(r->engine, source, &kernel, err);
    if (status != WG_OK)
        return status;
    sent_kernel sent = {.handle = r->built_count, .kernel = *kernel};
    snprintf(sent.name, sizeof sent.name, "%s", kernel->name);
    *WG_PUSH(r->built, r->built_count, r->built_capacity) = kernel;
    add(answer, &sent, sizeof sent);
    return WG_OK;
}

static wg_status do_build(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    wg_kernel_source source = {.file = take_string(in)};
    bool has_name = false;
    size_t parameter_count = 0;
    (void)o;
    take(in, &has_name, sizeof has_name);
    const char *name = take_string(in);
    source.name = has_name ? name : NULL;
    take(in, &source.is_vendor, sizeof source.is_vendor);
    take(in, &source.is_check, sizeof source.is_check);
    take(in, &source.flag_count, sizeof source.flag_count);
    const char **flags = wg_alloc((source.flag_count + 1) * sizeof *flags);
    for (size_t k = 0; k < source.flag_count; k++)
        flags[k] = take_string(in);
    source.flags = flags;
    take(in, &parameter_count, sizeof parameter_count);
    wg_argument *arguments = wg_alloc((parameter_count + 1) * sizeof *arguments);
    size_t *pass = wg_alloc((parameter_count + 1) * sizeof *pass);
    for (size_t k = 0; k < parameter_count; k++) {
        sent_parameter p = {0};
        take(in, &p, sizeof p);
        arguments[k] = (wg_argument){.memory = p.memory, .type = p.type, .where = take_string(in)};
        pass[k] = k;
    }
    const wg_spec spec = {.arguments = arguments, .argument_count = parameter_count};
    source.signature = (wg_signature){&spec, pass, parameter_count};
    wg_status status = build_from(r, &source, answer, err);
    free(flags);
    free(arguments);
    free(pass);
    return status;
}

static wg_status do_allocate(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    uint64_t memory, handle = make_handle(r, r->slot_count);
    wg_status status = r->inner->allocate(r->engine, o->bytes, take_string(in), &memory, err);
    if (status != WG_OK)
        return status;
    *WG_PUSH(r->slots, r->slot_count, r->slot_capacity) = (struct slot){memory, true};
    add(answer, &handle, sizeof handle);
    return WG_OK;
}

static wg_status do_release(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    (void)in;
    (void)answer;
    struct slot *slot = find_slot(r, o->handle);
    if (!slot)
        return WG_OK; /* it went with its process */
    slot->is_there = false;
    return r->inner->release(r->engine, slot->memory, err);
}

static wg_status read_back(remote *r, uint64_t memory, uint64_t bytes, wg_text *answer, wg_error *err)
{
    char *copy = malloc(bytes + 1);
    if (!copy)
        return wg_error_set(err, WG_ERR_SYSTEM, "no memory for %llu bytes", (unsigned long long)bytes);
    wg_status status = r->inner->read(r->engine, memory, copy, bytes, err);
    if (status == WG_OK)
        add(answer, copy, bytes);
    free(copy);
    return status;
}

static wg_status do_launch(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    (void)answer;
    wg_kernel_argument *arguments = wg_alloc((o->argument_count + 1) * sizeof *arguments);
    wg_status status = o->handle < r->built_count ? WG_OK : wg_error_set(err, WG_ERR_SYSTEM, "the kernel is gone");
    for (size_t k = 0; k < o->argument_count && status == WG_OK; k++) {
        sent_argument a = {0};
        take(in, &a, sizeof a);
        arguments[k] = (wg_kernel_argument){.kind = a.kind, .bytes = a.bytes, .bits = a.has_bits ? in->at : NULL};
        in->at += a.has_bits ? a.bytes : 0;
        if (a.kind == WG_MEMORY_VECTOR)
            status = find_memory(r, a.handle, &arguments[k].handle, err);
    }
    if (status == WG_OK) {
        wg_kernel_call call = {.kernel = r->built[o->handle],
                               .shared = o->shared,
                               .arguments = arguments,
                               .argument_count = o->argument_count};
        memcpy(call.grid, o->grid, sizeof call.grid);
        memcpy(call.block, o->block, sizeof call.block);
        status = r->inner->launch(r->engine, &call, err);
    }
    free(arguments);
    return status;
}

static wg_status do_clock(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    double seconds = 0;
    (void)in;
    if (o->what == START_CLOCK)
        return r->inner->start_clock(r->engine, err);
    wg_status status = r->inner->stop_clock(r->engine, &seconds, err);
    add(answer, &seconds, sizeof seconds);
    return status;
}

static wg_status do_wait(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    (void)in;
    (void)answer;
    return o->what == FINISH ? r->inner->finish(r->engine, err) : r->inner->flush_caches(r->engine, err);
}

static wg_status do_memory(remote *r, const order *o, reader *in, wg_text *answer, wg_error *err)
{
    uint64_t memory;
    wg_status status = find_memory(r, o->handle, &memory, err);
    if (status != WG_OK)
        return status;
    if (o->what == WRITE)
        return r->inner->write(r->engine, memory, in->at, o->bytes, err);
    return o->what == SET ? r->inner->set(r->engine, memory, o->byte, o->bytes, err)
                          : read_back(r, memory, o->bytes, answer, err);
}

static wg_status (*const handlers[OPERATIONS])(remote *, const order *, reader *, wg_text *, wg_error *) = {
    [OPEN] = do_open,         [BUILD] = do_build,      [ALLOCATE] = do_allocate, [RELEASE] = do_release,
    [WRITE] = do_memory,      [READ] = do_memory,      [SET] = do_memory,        [LAUNCH] = do_launch,
    [START_CLOCK] = do_clock, [STOP_CLOCK] = do_clock, [FINISH] = do_wait,       [FLUSH_CACHES] = do_wait,
};

static wg_status serve(void *user, const void *request, size_t length, wg_text *answer, wg_error *err)
{
    reader in = {request, (const char *)request + length};
    wg_status status = WG_OK;
    order o;
    while (status == WG_OK && take(&in, &o, sizeof o) && o.length <= (size_t)(in.end - in.at)) {
        reader own = {in.at, in.at + o.length};
        status = handlers[o.what](user, &o, &own, answer, err);
        in.at += o.length;
    }
    return status;
}

/* ---- here ---- */

/* Sends what waits; where the process ends over it, says which kernel it was. */
static wg_status send_all(remote *r, wg_text *answer, wg_error *err)
{
    if (!r->child)
        return wg_error_set(err, WG_ERR_FAULT, "the process that ran it has ended");
    wg_status status = wg_child_ask(r->child, r->waiting.bytes, r->waiting.length, answer, err);
    wg_text_free(&r->waiting);
    if (status != WG_ERR_FAULT && status != WG_ERR_INTERRUPTED)
        return status;
    wg_child_stop(r->child);
    r->child = NULL;
    if (status == WG_ERR_FAULT && r->last[0])
        wg_error_prefix(err, status, "kernel %s: ", r->last);
    else if (status == WG_ERR_FAULT)
        wg_error_prefix(err, status, "the driver of %s: ", r->base.name);
    return status;
}

static void give(remote *r, order o, const void *bytes, size_t length)
{
    o.length = length;
    add(&r->waiting, &o, sizeof o);
    add(&r->waiting, bytes, length);
}

/* Sends an order whose answer is of that size. */
static wg_status ask(remote *r, order o, const wg_text *bytes, void *to, size_t size, wg_error *err)
{
    wg_text answer = {0};
    give(r, o, bytes ? bytes->bytes : NULL, bytes ? bytes->length : 0);
    wg_status status = send_all(r, &answer, err);
    if (status == WG_OK && answer.length != size)
        status =
            wg_error_set(err, WG_ERR_SYSTEM, "%s: an answer of %zu bytes, not %zu", r->base.name, answer.length, size);
    if (status == WG_OK && size)
        memcpy(to, answer.bytes, size);
    wg_text_free(&answer);
    return status;
}

static wg_status start_child(remote *r, wg_error *err)
{
    enum { STANDS_STILL = 30 }; /* seconds: a kernel that ruins a driver's locks never ends, and does nothing */
    const wg_child_limits limits = {.idle = STANDS_STILL, .interrupted = r->options.launch.interrupted};
    sent_engine e;
    r->life++;
    r->last[0] = 0;
    wg_text_free(&r->waiting);
    wg_status status = wg_child_start(serve, r, &limits, &r->child, err);
    if (status == WG_OK)
        status = ask(r, (order){.what = OPEN}, NULL, &e, sizeof e, err);
    if (status != WG_OK)
        return status;
    memcpy(r->base.name, e.name, sizeof e.name);
    memcpy(r->base.title, e.title, sizeof e.title);
    r->base.capability = e.capability;
    return WG_OK;
}

wg_status wg_remote_open(const wg_backend *shown, const wg_backend *inner, const char *which,
                         const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    remote *r = wg_alloc(sizeof *r);
    r->base.backend = shown;
    r->inner = inner;
    r->options = *options;
    r->has_which = which != NULL;
    snprintf(r->which, sizeof r->which, "%s", which ? which : "");
    snprintf(r->base.name, sizeof r->base.name, "%s", shown->name);
    wg_status status = start_child(r, err);
    if (status == WG_OK)
        *out = &r->base;
    else
        wg_remote_close(&r->base);
    return status;
}

void wg_remote_close(wg_engine *engine)
{
    remote *r = (remote *)engine;
    wg_child_stop(r->child);
    wg_text_free(&r->waiting);
    for (size_t k = 0; k < r->kernel_count; k++) {
        free(r->kernels[k]->base.name);
        free(r->kernels[k]);
    }
    free(r->kernels);
    free(r);
}

static wg_status describe(void *user, const void *request, size_t length, wg_text *answer, wg_error *err)
{
    const wg_backend *inner = user;
    (void)request;
    (void)length;
    (void)err;
    inner->describe(answer);
    return WG_OK;
}

void wg_remote_describe(const wg_backend *inner, wg_text *text)
{
    wg_error err = {0};
    wg_text answer = {0};
    if (wg_child_run(describe, (void *)inner, NULL, &answer, &err) == WG_OK)
        add(text, answer.bytes, answer.length);
    else
        wg_text_addf(text, "  %-16s none: its driver: %s\n", inner->name, err.text);
    wg_text_free(&answer);
}

/* ---- kernels ---- */

static void pack_source(const wg_kernel_source *source, wg_text *out)
{
    const bool has_name = source->name != NULL;
    const wg_signature *s = &source->signature;
    add_string(out, source->file);
    add(out, &has_name, sizeof has_name);
    add_string(out, has_name ? source->name : "");
    add(out, &source->is_vendor, sizeof source->is_vendor);
    add(out, &source->is_check, sizeof source->is_check);
    add(out, &source->flag_count, sizeof source->flag_count);
    for (size_t k = 0; k < source->flag_count; k++)
        add_string(out, source->flags[k]);
    add(out, &s->pass_count, sizeof s->pass_count);
    for (size_t k = 0; k < s->pass_count; k++) {
        const wg_argument *a = &s->spec->arguments[s->pass[k]];
        const sent_parameter p = {a->memory, a->type};
        add(out, &p, sizeof p);
        add_string(out, a->where ? a->where : "");
    }
}

wg_status wg_remote_build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err)
{
    remote *r = (remote *)engine;
    wg_text packed = {0};
    sent_kernel sent;
    wg_status status = r->child ? WG_OK : start_child(r, err);
    if (status != WG_OK)
        return status;
    pack_source(source, &packed);
    status = ask(r, (order){.what = BUILD}, &packed, &sent, sizeof sent, err);
    wg_text_free(&packed);
    if (status != WG_OK)
        return status;
    remote_kernel *kernel = wg_alloc(sizeof *kernel);
    sent.name[sizeof sent.name - 1] = 0;
    kernel->handle = sent.handle;
    kernel->base.name = strcpy(wg_alloc(strlen(sent.name) + 1), sent.name);
    memcpy(kernel->base.compiler, sent.kernel.compiler, sizeof sent.kernel.compiler);
    memcpy(kernel->base.required_block, sent.kernel.required_block, sizeof sent.kernel.required_block);
    kernel->base.static_shared = sent.kernel.static_shared;
    kernel->base.registers = sent.kernel.registers;
    kernel->base.local_bytes = sent.kernel.local_bytes;
    kernel->base.blocks_per_sm = sent.kernel.blocks_per_sm;
    *WG_PUSH(r->kernels, r->kernel_count, r->kernel_capacity) = kernel;
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory ---- */

wg_status wg_remote_allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    wg_text packed = {0};
    add_string(&packed, name);
    wg_status status =
        ask((remote *)engine, (order){.what = ALLOCATE, .bytes = bytes}, &packed, memory, sizeof *memory, err);
    wg_text_free(&packed);
    return status;
}

wg_status wg_remote_release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    remote *r = (remote *)engine;
    (void)err;
    if (r->child)
        give(r, (order){.what = RELEASE, .handle = memory}, NULL, 0);
    return WG_OK;
}

wg_status wg_remote_write(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    remote *r = (remote *)engine;
    give(r, (order){.what = WRITE, .handle = memory, .bytes = bytes}, from, bytes);
    return send_all(r, NULL, err);
}

wg_status wg_remote_read(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    return ask((remote *)engine, (order){.what = READ, .handle = memory, .bytes = bytes}, NULL, to, bytes, err);
}

wg_status wg_remote_set(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err)
{
    (void)err;
    give((remote *)engine, (order){.what = SET, .handle = memory, .byte = byte, .bytes = bytes}, NULL, 0);
    return WG_OK;
}

/* ---- running ---- */

wg_status wg_remote_launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    remote *r = (remote *)engine;
    wg_text packed = {0};
    order o = {.what = LAUNCH,
               .handle = ((const remote_kernel *)call->kernel)->handle,
               .shared = call->shared,
               .argument_count = call->argument_count};
    (void)err;
    memcpy(o.grid, call->grid, sizeof o.grid);
    memcpy(o.block, call->block, sizeof o.block);
    for (size_t k = 0; k < call->argument_count; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        const sent_argument sent = {a->kind, a->handle, a->bytes, a->kind == WG_MEMORY_SCALAR};
        add(&packed, &sent, sizeof sent);
        add(&packed, a->bits, sent.has_bits ? a->bytes : 0);
    }
    give(r, o, packed.bytes, packed.length);
    snprintf(r->last, sizeof r->last, "%s", call->kernel->name);
    wg_text_free(&packed);
    return WG_OK;
}

wg_status wg_remote_finish(wg_engine *engine, wg_error *err)
{
    return ask((remote *)engine, (order){.what = FINISH}, NULL, NULL, 0, err);
}

wg_status wg_remote_start_clock(wg_engine *engine, wg_error *err)
{
    (void)err;
    give((remote *)engine, (order){.what = START_CLOCK}, NULL, 0);
    return WG_OK;
}

wg_status wg_remote_stop_clock(wg_engine *engine, double *seconds, wg_error *err)
{
    return ask((remote *)engine, (order){.what = STOP_CLOCK}, NULL, seconds, sizeof *seconds, err);
}

wg_status wg_remote_flush_caches(wg_engine *engine, wg_error *err)
{
    (void)err;
    give((remote *)engine, (order){.what = FLUSH_CACHES}, NULL, 0);
    return WG_OK;
}
