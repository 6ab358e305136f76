/* SPDX-License-Identifier: Apache-2.0 */
/* The host's own cores: C functions, compiled for this machine, with OpenMP. The honest comparison. */
#include "backends/host_code.h"

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
    double started;
    wg_stop *interrupted;
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

static wg_status open_device(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    if (which)
        return wg_error_set(err, WG_ERR_INPUT, "device cpu:%s: there is one cpu: say cpu", which);
    cpu *c = wg_alloc(sizeof *c);
    c->base.backend = &wg_backend_cpu;
    c->interrupted = options ? options->compile.interrupted : NULL;
    snprintf(c->base.name, sizeof c->base.name, "cpu");
    processor_name(c->base.title, sizeof c->base.title);
    *out = &c->base;
    return WG_OK;
}

static void close_device(wg_engine *engine)
{
    cpu *c = (cpu *)engine;
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
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory: the host's, aligned as vector units like it ---- */

static void *pointer(uint64_t memory)
{
    return (void *)(uintptr_t)memory;
}

static wg_status allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    enum { ALIGNMENT = 4096 };
    void *block;
    (void)engine;
    if (bytes > SIZE_MAX - ALIGNMENT || posix_memalign(&block, ALIGNMENT, bytes + 1) != 0)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: no memory for %llu bytes", name, (unsigned long long)bytes);
    *memory = (uint64_t)(uintptr_t)memset(block, 0, bytes + 1);
    return WG_OK;
}

static wg_status release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    (void)engine;
    (void)err;
    free(pointer(memory));
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

static wg_status launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    (void)engine;
    return wg_host_code_call(&((cpu_kernel *)call->kernel)->code, call, err);
}

static wg_status finish(wg_engine *engine, wg_error *err)
{
    (void)engine;
    (void)err;
    return WG_OK;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static wg_status start_clock(wg_engine *engine, wg_error *err)
{
    (void)err;
    ((cpu *)engine)->started = now();
    return WG_OK;
}

static wg_status stop_clock(wg_engine *engine, double *seconds, wg_error *err)
{
    (void)err;
    *seconds = now() - ((cpu *)engine)->started;
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
