/* SPDX-License-Identifier: Apache-2.0 */
/* The host's own cores: C functions, compiled for this machine, with OpenMP. The honest comparison.
 *
 * The functions are a ladder's, not ours, and run in a process of their own: one that crashes, loops or calls exit() is
 * a fault of its rung. Buffers are memory that both processes see; the process is started when a function is called,
 * and again when the buffers are others since, so that the calls of a measurement all find it there with its threads.
 * The time is what passes between a call and its return over there. */
#include "backends/host_code.h"

#include "base/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct cpu_kernel {
    wg_engine_kernel base;
    wg_host_code code;
} cpu_kernel;

typedef struct cpu {
    wg_engine base;
    wg_child_limits limits;
    wg_stop *interrupted;
    wg_child *child; /* NULL: none, or its memory is not what it would be now */
    double seconds;  /* that calls took since the clock was started */
    struct {
        char *address;
        uint64_t bytes;
    } * blocks;
    size_t block_count, block_capacity;
    cpu_kernel **kernels;
    size_t kernel_count, kernel_capacity;
} cpu;

/* The processor as it calls itself; only x86 has a line for that. */
static void processor_name(char *name, size_t size)
{
    FILE *info = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, size, "this processor");
    while (info && fgets(line, sizeof line, info)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        colon[1 + strcspn(colon + 1, "\n")] = 0;
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        break;
    }
    if (info)
        fclose(info);
}

static void describe(wg_text *text)
{
    char name[128];
    processor_name(name, sizeof name);
    wg_text_addf(text, "  %-16s %s, %ld cores; C rungs and references run there\n", "cpu", name,
                 sysconf(_SC_NPROCESSORS_ONLN));
}

/* Far more than a reference needs, and less than the machine has. */
static wg_child_limits limits_of(const wg_engine_options *options)
{
    enum { SECONDS = 600 };
    const char *wanted = getenv("WARPGRIND_HOST_SECONDS");
    double seconds = wanted ? strtod(wanted, NULL) : 0;
    return (wg_child_limits){
        .seconds = seconds > 0 ? seconds : SECONDS,
        .memory = (uint64_t)sysconf(_SC_PHYS_PAGES) / 2 * (uint64_t)sysconf(_SC_PAGESIZE),
        .interrupted = options ? options->launch.interrupted : NULL,
    };
}

static wg_status open_device(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    if (which)
        return wg_error_set(err, WG_ERR_INPUT, "device cpu:%s: there is one cpu: say cpu", which);
    cpu *c = wg_alloc(sizeof *c);
    c->base.backend = &wg_backend_cpu;
    c->limits = limits_of(options);
    c->interrupted = options ? options->compile.interrupted : NULL;
    snprintf(c->base.name, sizeof c->base.name, "cpu");
    processor_name(c->base.title, sizeof c->base.title);
    *out = &c->base;
    return WG_OK;
}

static void stop_child(cpu *c)
{
    wg_child_stop(c->child);
    c->child = NULL;
}

static void close_device(wg_engine *engine)
{
    cpu *c = (cpu *)engine;
    stop_child(c);
    for (size_t k = 0; k < c->block_count; k++)
        wg_child_unshare(c->blocks[k].address, c->blocks[k].bytes);
    free(c->blocks);
    for (size_t k = 0; k < c->kernel_count; k++) {
        wg_host_code_close(&c->kernels[k]->code);
        free(c->kernels[k]->base.name);
        free(c->kernels[k]);
    }
    free(c->kernels);
    free(c);
}

static wg_status build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err)
{
    cpu *c = (cpu *)engine;
    size_t length = strlen(source->file);
    if (length < 2 || strcmp(source->file + length - 2, ".c") != 0)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: the cpu runs C functions (.c): use sim, cuda or opencl",
                            source->file);
    cpu_kernel *kernel = wg_alloc(sizeof *kernel);
    wg_status status = wg_host_code_build(source, NULL, c->interrupted, &kernel->code, kernel->base.compiler, err);
    if (status != WG_OK) {
        free(kernel);
        return status;
    }
    kernel->base.registers = kernel->base.local_bytes = kernel->base.blocks_per_sm = -1;
    kernel->base.name = strcpy(wg_alloc(strlen(source->name) + 1), source->name);
    *WG_PUSH(c->kernels, c->kernel_count, c->kernel_capacity) = kernel;
    stop_child(c);
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory: the host's, in whole pages ---- */

static void *pointer(uint64_t memory)
{
    return (void *)(uintptr_t)memory;
}

static wg_status allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    cpu *c = (cpu *)engine;
    char *block = bytes < SIZE_MAX ? wg_child_share(bytes + 1) : NULL;
    if (!block)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: no memory for %llu bytes", name, (unsigned long long)bytes);
    size_t k = c->block_count;
    (void)WG_PUSH(c->blocks, c->block_count, c->block_capacity);
    c->blocks[k].address = block;
    c->blocks[k].bytes = bytes + 1;
    stop_child(c);
    *memory = (uint64_t)(uintptr_t)block;
    return WG_OK;
}

static wg_status release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    cpu *c = (cpu *)engine;
    (void)err;
    stop_child(c); /* else it would keep the memory */
    for (size_t k = 0; k < c->block_count; k++) {
        if (c->blocks[k].address != pointer(memory))
            continue;
        wg_child_unshare(c->blocks[k].address, c->blocks[k].bytes);
        c->blocks[k] = c->blocks[--c->block_count];
        break;
    }
    return WG_OK;
}

static wg_status write_memory(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    (void)engine;
    (void)err;
    memcpy(pointer(memory), from, bytes);
    return WG_OK;
}

static wg_status read_memory(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    (void)engine;
    (void)err;
    memcpy(to, pointer(memory), bytes);
    return WG_OK;
}

static wg_status set_memory(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err)
{
    (void)engine;
    (void)err;
    memset(pointer(memory), byte, bytes);
    return WG_OK;
}

static void *map(wg_engine *engine, uint64_t memory, uint64_t bytes)
{
    (void)engine;
    (void)bytes;
    return pointer(memory);
}

/* ---- running ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A call as it is told to the process that makes it: this, and behind it the arguments. */
typedef struct request {
    size_t kernel, argument_count;
} request;

enum { LARGEST_SCALAR = 16 };

typedef struct request_argument {
    wg_memory kind;
    uint64_t handle;
    unsigned char bits[LARGEST_SCALAR];
} request_argument;

/* In the child. Answers how long it took. */
static wg_status serve(void *user, const void *bytes, size_t length, wg_text *answer, wg_error *err)
{
    const cpu *c = user;
    const request *r = bytes;
    const request_argument *given = (const request_argument *)(r + 1);
    wg_host_code *code = &c->kernels[r->kernel]->code;
    wg_kernel_argument *arguments = wg_alloc((r->argument_count + 1) * sizeof *arguments);
    (void)length;
    for (size_t k = 0; k < r->argument_count; k++)
        arguments[k] = (wg_kernel_argument){.kind = given[k].kind, .handle = given[k].handle, .bits = given[k].bits};
    const wg_kernel_call call = {.arguments = arguments, .argument_count = r->argument_count};
    wg_status status = wg_host_code_load(code, err);
    double began = now();
    if (status == WG_OK)
        status = wg_host_code_call(code, &call, err);
    double seconds = now() - began;
    wg_text_add(answer, (const char *)&seconds, sizeof seconds);
    free(arguments);
    return status;
}

static void write_request(const cpu *c, const wg_kernel_call *call, wg_text *out)
{
    request r = {.argument_count = call->argument_count};
    while (&c->kernels[r.kernel]->base != call->kernel)
        r.kernel++;
    wg_text_add(out, (const char *)&r, sizeof r);
    for (size_t k = 0; k < call->argument_count; k++) {
        const wg_kernel_argument *from = &call->arguments[k];
        request_argument a = {.kind = from->kind, .handle = from->handle};
        if (from->kind == WG_MEMORY_SCALAR)
            memcpy(a.bits, from->bits, from->bytes < sizeof a.bits ? from->bytes : sizeof a.bits);
        wg_text_add(out, (const char *)&a, sizeof a);
    }
}

static wg_status launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    cpu *c = (cpu *)engine;
    wg_text question = {0}, answer = {0};
    write_request(c, call, &question);
    wg_status status = c->child ? WG_OK : wg_child_start(serve, c, &c->limits, &c->child, err);
    if (status == WG_OK)
        status = wg_child_ask(c->child, question.bytes, question.length, &answer, err);
    double seconds = 0;
    if (status == WG_OK && answer.length == sizeof seconds)
        memcpy(&seconds, answer.bytes, sizeof seconds);
    c->seconds += seconds;
    if (status != WG_OK)
        stop_child(c);
    if (status == WG_ERR_FAULT)
        wg_error_prefix(err, status, "the C function %s: ", call->kernel->name);
    wg_text_free(&question);
    wg_text_free(&answer);
    return status;
}

static wg_status finish(wg_engine *engine, wg_error *err)
{
    (void)engine;
    (void)err;
    return WG_OK;
}

static wg_status start_clock(wg_engine *engine, wg_error *err)
{
    (void)err;
    ((cpu *)engine)->seconds = 0;
    return WG_OK;
}

static wg_status stop_clock(wg_engine *engine, double *seconds, wg_error *err)
{
    (void)err;
    *seconds = ((cpu *)engine)->seconds;
    return WG_OK;
}

const wg_backend wg_backend_cpu = {
    .name = "cpu",
    .has_addresses = true,
    .describe = describe,
    .open = open_device,
    .close = close_device,
    .build = build,
    .allocate = allocate,
    .release = release,
    .write = write_memory,
    .read = read_memory,
    .set = set_memory,
    .map = map,
    .launch = launch,
    .finish = finish,
    .start_clock = start_clock,
    .stop_clock = stop_clock,
};
