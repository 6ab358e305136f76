/* SPDX-License-Identifier: Apache-2.0 */
/* Any OpenCL device: .cl files are built by its own compiler. Where that is a processor, a kernel shares the memory of
 * its process and may spoil it: engines live in processes of their own. */
#include "backends/backend.h"
#include "backends/opencl/icd.h"
#include "backends/remote.h"
#include "base/file.h"
#include "compile/macros.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct opencl_kernel {
    wg_engine_kernel base;
    cl_program program;
    cl_kernel kernel;
} opencl_kernel;

typedef struct opencl {
    wg_engine base;
    cl_icd icd;
    const cl_icd *cl; /* that one */
    cl_device device;
    cl_context context;
    cl_queue queue;
    cl_event first, last; /* of what was launched since the clock was started */
    bool clock_runs;
    cl_memory flush_memory;
    opencl_kernel **kernels;
    size_t kernel_count, kernel_capacity;
} opencl;

/* ---- devices ---- */

typedef struct device_list {
    cl_device items[64];
    char platforms[64][64];
    unsigned count;
} device_list;

static wg_status list_devices(const cl_icd *cl, device_list *list, wg_error *err)
{
    cl_platform platforms[16];
    unsigned platform_count = 0;
    wg_status status = wg_cl_check(cl->clGetPlatformIDs(16, platforms, &platform_count), "clGetPlatformIDs", err);
    list->count = 0;
    platform_count = platform_count < 16 ? platform_count : 16;
    for (unsigned p = 0; p < platform_count && status == WG_OK; p++) {
        unsigned count = 0, room = 64 - list->count;
        if (cl->clGetDeviceIDs(platforms[p], CL_ANY_DEVICE, room, list->items + list->count, &count) != 0)
            continue;
        count = count < room ? count : room;
        for (unsigned k = 0; k < count; k++)
            cl->clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof list->platforms[0],
                                  list->platforms[list->count + k], NULL);
        list->count += count;
    }
    if (status == WG_OK && list->count == 0)
        status = wg_error_set(err, WG_ERR_MISSING, "no OpenCL driver has a device");
    return status;
}

static void describe(wg_text *text)
{
    device_list list;
    cl_icd cl;
    wg_error err = {0};
    wg_status status = wg_cl_icd_load(&cl, &err);
    if (status == WG_OK)
        status = list_devices(&cl, &list, &err);
    if (status != WG_OK)
        wg_text_addf(text, "  %-16s none: %s\n", "opencl", err.text);
    for (unsigned k = 0; status == WG_OK && k < list.count; k++) {
        char name[128] = "";
        unsigned units = 0;
        cl.clGetDeviceInfo(list.items[k], CL_DEVICE_NAME, sizeof name, name, NULL);
        cl.clGetDeviceInfo(list.items[k], CL_DEVICE_COMPUTE_UNITS, sizeof units, &units, NULL);
        wg_text_addf(text, "  opencl:%-9u %s (%s), %u compute units\n", k, name, list.platforms[k], units);
    }
}

static const wg_backend driver;
static void close_device(wg_engine *engine);

static wg_status connect(opencl *o, wg_error *err)
{
    int result;
    o->context = o->cl->clCreateContext(NULL, 1, &o->device, NULL, NULL, &result);
    wg_status status = wg_cl_check(result, "clCreateContext", err);
    if (status != WG_OK)
        return status;
    o->queue = o->cl->clCreateCommandQueue(o->context, o->device, CL_QUEUE_PROFILING, &result);
    return wg_cl_check(result, "clCreateCommandQueue", err);
}

static wg_status choose(const cl_icd *cl, const char *which, unsigned long *number, cl_device *device, wg_error *err)
{
    device_list list;
    char *end = NULL;
    *number = which ? strtoul(which, &end, 10) : 0;
    wg_status status = list_devices(cl, &list, err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "device opencl: ");
    if ((which && *end) || *number >= list.count)
        return wg_error_set(err, WG_ERR_INPUT, "device opencl:%s: there are opencl:0 to opencl:%u", which,
                            list.count - 1);
    *device = list.items[*number];
    return WG_OK;
}

static wg_status open_device(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    cl_icd cl;
    cl_device device = NULL;
    unsigned long number = 0;
    (void)options;
    wg_status status = wg_cl_icd_load(&cl, err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "device opencl: ");
    status = choose(&cl, which, &number, &device, err);
    if (status != WG_OK)
        return status;
    opencl *o = wg_alloc(sizeof *o);
    o->base.backend = &driver;
    o->icd = cl;
    o->cl = &o->icd;
    o->device = device;
    snprintf(o->base.name, sizeof o->base.name, "opencl:%lu", number);
    cl.clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof o->base.title, o->base.title, NULL);
    status = connect(o, err);
    if (status == WG_OK)
        *out = &o->base;
    else
        close_device(&o->base);
    return status;
}

static void kernel_free(const opencl *o, opencl_kernel *kernel)
{
    if (kernel->kernel)
        o->cl->clReleaseKernel(kernel->kernel);
    if (kernel->program)
        o->cl->clReleaseProgram(kernel->program);
    free(kernel->base.name);
    free(kernel);
}

static void forget_events(opencl *o)
{
    if (o->last && o->last != o->first)
        o->cl->clReleaseEvent(o->last);
    if (o->first)
        o->cl->clReleaseEvent(o->first);
    o->first = o->last = NULL;
}

static void close_device(wg_engine *engine)
{
    opencl *o = (opencl *)engine;
    forget_events(o);
    for (size_t k = 0; k < o->kernel_count; k++)
        kernel_free(o, o->kernels[k]);
    if (o->flush_memory)
        o->cl->clReleaseMemObject(o->flush_memory);
    if (o->queue)
        o->cl->clReleaseCommandQueue(o->queue);
    if (o->context)
        o->cl->clReleaseContext(o->context);
    free(o->kernels);
    free(o);
}

/* ---- kernels ---- */

static wg_status build_log(const opencl *o, const char *file, cl_program program, wg_error *err)
{
    char log[3000] = "";
    o->cl->clGetProgramBuildInfo(program, o->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    return wg_error_set(err, WG_ERR_INPUT, "%s: the compiler of %s refuses it:\n%s", file, o->base.title, log);
}

/* A driver splits its options at blanks, and some quote: macros go before the source, so that their values are what
 * they are, and other options must be one word. */
static wg_status write_options(const wg_kernel_source *source, wg_text *options, wg_text *macros, wg_error *err)
{
    wg_status status = wg_macros_check(source->file, source->flags, source->flag_count, err);
    if (status != WG_OK)
        return status;
    wg_macros_write(source->flags, source->flag_count, macros);
    wg_text_addf(macros, "#line 1\n");
    for (size_t k = 0; k < source->flag_count; k++) {
        if (wg_macros_is_one(source->flags[k]))
            continue;
        if (strpbrk(source->flags[k], " \t\n\"'\\"))
            return wg_error_set(err, WG_ERR_INPUT, "%s: an OpenCL driver would not take %s for one option",
                                source->file, source->flags[k]);
        wg_text_addf(options, "%s ", source->flags[k]);
    }
    return WG_OK;
}

static wg_status build_program(const opencl *o, const wg_kernel_source *source, opencl_kernel *kernel, wg_error *err)
{
    char *text;
    size_t length;
    int result;
    wg_text options = {0}, macros = {0};
    wg_status status = write_options(source, &options, &macros, err);
    if (status == WG_OK)
        status = wg_file_read(source->file, &text, &length, err);
    if (status != WG_OK) {
        wg_text_free(&options);
        wg_text_free(&macros);
        return status;
    }
    const char *parts[] = {macros.bytes, text};
    const size_t lengths[] = {macros.length, length};
    kernel->program = o->cl->clCreateProgramWithSource(o->context, 2, parts, lengths, &result);
    status = wg_cl_check(result, "clCreateProgramWithSource", err);
    if (status == WG_OK && o->cl->clBuildProgram(kernel->program, 1, &o->device, wg_text_get(&options), NULL, NULL))
        status = build_log(o, source->file, kernel->program, err);
    wg_text_free(&options);
    wg_text_free(&macros);
    free(text);
    return status;
}

/* The kernel of that name; the only one where there is none. */
static wg_status find_kernel(const opencl *o, const wg_kernel_source *source, opencl_kernel *kernel, wg_error *err)
{
    char names[2048] = "";
    int result;
    o->cl->clGetProgramInfo(kernel->program, CL_PROGRAM_KERNEL_NAMES, sizeof names - 1, names, NULL);
    const char *name = source->name ? source->name : names;
    if (!source->name && (!*names || strchr(names, ';')))
        return wg_error_set(err, WG_ERR_INPUT, "%s: which kernel? Choose one with -k: %s", source->file, names);
    kernel->kernel = o->cl->clCreateKernel(kernel->program, name, &result);
    if (result != 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no kernel '%s'; there are: %s", source->file, name, names);
    kernel->base.name = strcpy(wg_alloc(strlen(name) + 1), name);
    size_t required[3] = {0};
    o->cl->clGetKernelWorkGroupInfo(kernel->kernel, o->device, CL_KERNEL_REQUIRED_GROUP, sizeof required, required,
                                    NULL);
    for (int k = 0; k < 3; k++)
        kernel->base.required_block[k] = (uint32_t)required[k];
    unsigned wanted = 0;
    o->cl->clGetKernelInfo(kernel->kernel, CL_KERNEL_ARGUMENTS, sizeof wanted, &wanted, NULL);
    if (wanted == source->signature.pass_count)
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT, "kernel %s takes %u argument%s, %zu given", name, wanted,
                        wanted == 1 ? "" : "s", source->signature.pass_count);
}

static wg_status build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err)
{
    opencl *o = (opencl *)engine;
    const char *dot = strrchr(source->file, '.');
    if (!dot || strcmp(dot, ".cl") != 0)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: OpenCL devices run OpenCL C (.cl): use sim or cuda",
                            source->file);
    opencl_kernel *kernel = wg_alloc(sizeof *kernel);
    kernel->base.registers = kernel->base.local_bytes = kernel->base.blocks_per_sm = -1;
    wg_status status = build_program(o, source, kernel, err);
    if (status == WG_OK)
        status = find_kernel(o, source, kernel, err);
    if (status != WG_OK) {
        kernel_free(o, kernel);
        return status;
    }
    snprintf(kernel->base.compiler, sizeof kernel->base.compiler, "OpenCL");
    *WG_PUSH(o->kernels, o->kernel_count, o->kernel_capacity) = kernel;
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory ---- */

static cl_memory object(uint64_t memory)
{
    return (cl_memory)(uintptr_t)memory;
}

static wg_status allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    opencl *o = (opencl *)engine;
    int result;
    *memory =
        (uint64_t)(uintptr_t)o->cl->clCreateBuffer(o->context, CL_MEMORY_READ_WRITE, bytes ? bytes : 1, NULL, &result);
    wg_status status = wg_cl_check(result, "clCreateBuffer", err);
    return wg_error_prefix(err, status, "%s, %llu bytes: ", name, (unsigned long long)bytes);
}

static wg_status release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    return wg_cl_check(((opencl *)engine)->cl->clReleaseMemObject(object(memory)), "clReleaseMemObject", err);
}

static wg_status write_memory(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    opencl *o = (opencl *)engine;
    return wg_cl_check(o->cl->clEnqueueWriteBuffer(o->queue, object(memory), 1, 0, bytes, from, 0, NULL, NULL),
                       "clEnqueueWriteBuffer", err);
}

static wg_status read_memory(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    opencl *o = (opencl *)engine;
    return wg_cl_check(o->cl->clEnqueueReadBuffer(o->queue, object(memory), 1, 0, bytes, to, 0, NULL, NULL),
                       "clEnqueueReadBuffer", err);
}

/* The clock runs from the first command to the last. */
static void note_event(opencl *o, cl_event event)
{
    if (!o->clock_runs) {
        o->cl->clReleaseEvent(event);
        return;
    }
    if (!o->first)
        o->first = event;
    else if (o->last && o->last != o->first)
        o->cl->clReleaseEvent(o->last);
    o->last = event;
}

static wg_status set_memory(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err)
{
    opencl *o = (opencl *)engine;
    unsigned char pattern = (unsigned char)byte;
    cl_event event;
    if (!bytes)
        return WG_OK;
    wg_status status =
        wg_cl_check(o->cl->clEnqueueFillBuffer(o->queue, object(memory), &pattern, 1, 0, bytes, 0, NULL, &event),
                    "clEnqueueFillBuffer", err);
    if (status == WG_OK)
        note_event(o, event);
    return status;
}

/* ---- launching ---- */

static wg_status set_arguments(const opencl *o, const wg_kernel_call *call, wg_error *err)
{
    const opencl_kernel *kernel = (const opencl_kernel *)call->kernel;
    wg_status status = WG_OK;
    for (size_t k = 0; k < call->argument_count && status == WG_OK; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        cl_memory memory = object(a->handle);
        size_t size = a->kind == WG_MEMORY_VECTOR ? sizeof memory : a->bytes;
        const void *value = a->kind == WG_MEMORY_VECTOR ? &memory : a->kind == WG_MEMORY_LOCAL ? NULL : a->bits;
        status = wg_cl_check(o->cl->clSetKernelArg(kernel->kernel, (unsigned)k, size, value), "clSetKernelArg", err);
        wg_error_prefix(err, status, "kernel %s: argument %zu: ", kernel->base.name, k + 1);
    }
    return status;
}

static wg_status launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    opencl *o = (opencl *)engine;
    const opencl_kernel *kernel = (const opencl_kernel *)call->kernel;
    size_t global[3], local[3];
    unsigned dimensions = 1;
    cl_event event;
    for (unsigned k = 0; k < 3; k++) {
        local[k] = call->block[k];
        global[k] = (size_t)call->grid[k] * call->block[k];
        dimensions = global[k] > 1 ? k + 1 : dimensions;
    }
    wg_status status = set_arguments(o, call, err);
    if (status == WG_OK)
        status = wg_cl_check(
            o->cl->clEnqueueNDRangeKernel(o->queue, kernel->kernel, dimensions, NULL, global, local, 0, NULL, &event),
            "clEnqueueNDRangeKernel", err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "kernel %s: ", kernel->base.name);
    note_event(o, event);
    return WG_OK;
}

static wg_status finish(wg_engine *engine, wg_error *err)
{
    opencl *o = (opencl *)engine;
    return wg_cl_check(o->cl->clFinish(o->queue), "clFinish", err);
}

static wg_status start_clock(wg_engine *engine, wg_error *err)
{
    opencl *o = (opencl *)engine;
    forget_events(o);
    o->clock_runs = true;
    return finish(engine, err);
}

static wg_status stop_clock(wg_engine *engine, double *seconds, wg_error *err)
{
    opencl *o = (opencl *)engine;
    uint64_t from = 0, to = 0;
    wg_status status = finish(engine, err);
    o->clock_runs = false;
    if (status == WG_OK && o->first)
        status = wg_cl_check(o->cl->clGetEventProfilingInfo(o->first, CL_PROFILING_START, sizeof from, &from, NULL),
                             "clGetEventProfilingInfo", err);
    if (status == WG_OK && o->last)
        status = wg_cl_check(o->cl->clGetEventProfilingInfo(o->last, CL_PROFILING_END, sizeof to, &to, NULL),
                             "clGetEventProfilingInfo", err);
    *seconds = 1e-9 * (double)(to - from);
    return status;
}

static wg_status flush_caches(wg_engine *engine, wg_error *err)
{
    enum { LEAST = 64 << 20 };
    opencl *o = (opencl *)engine;
    uint64_t cache = 0, memory;
    o->cl->clGetDeviceInfo(o->device, CL_DEVICE_CACHE_BYTES, sizeof cache, &cache, NULL);
    uint64_t bytes = 2 * cache > LEAST ? 2 * cache : LEAST;
    if (!o->flush_memory) {
        wg_status status = allocate(engine, bytes, "flushing the caches", &memory, err);
        if (status != WG_OK)
            return status;
        o->flush_memory = object(memory);
    }
    return set_memory(engine, (uint64_t)(uintptr_t)o->flush_memory, 0, bytes, err);
}

static const wg_backend driver = {
    .name = "opencl",
    .describe = describe,
    .open = open_device,
    .close = close_device,
    .build = build,
    .allocate = allocate,
    .release = release,
    .write = write_memory,
    .read = read_memory,
    .set = set_memory,
    .launch = launch,
    .finish = finish,
    .start_clock = start_clock,
    .stop_clock = stop_clock,
    .flush_caches = flush_caches,
};

/* ---- in a process of its own ---- */

static void describe_apart(wg_text *text)
{
    wg_remote_describe(&driver, text);
}

static wg_status open_apart(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    return wg_remote_open(&wg_backend_opencl, &driver, which, options, out, err);
}

const wg_backend wg_backend_opencl = {
    .name = "opencl",
    .describe = describe_apart,
    .open = open_apart,
    .close = wg_remote_close,
    .build = wg_remote_build,
    .allocate = wg_remote_allocate,
    .release = wg_remote_release,
    .write = wg_remote_write,
    .read = wg_remote_read,
    .set = wg_remote_set,
    .launch = wg_remote_launch,
    .finish = wg_remote_finish,
    .start_clock = wg_remote_start_clock,
    .stop_clock = wg_remote_stop_clock,
    .flush_caches = wg_remote_flush_caches,
};
