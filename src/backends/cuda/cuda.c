/* SPDX-License-Identifier: Apache-2.0 */
/* A GPU of NVIDIA's through its driver. Kernels are the same PTX the simulator runs. An engine's work goes through a
 * stream of its own, in the primary context. The vendors' libraries, which are called on the host, use the default
 * stream of that context; whoever goes on in the other stream waits there first for what the one before was given. */
#include "backends/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int attribute(const cu_driver *cu, int device, int which)
{
    int value = 0;
    cu->cuDeviceGetAttribute(&value, which, device);
    return value;
}

/* ---- devices ---- */

static void describe_one(wg_text *text, const cu_driver *cu, int number)
{
    char name[128] = "";
    size_t memory = 0;
    int device;
    if (cu->cuDeviceGet(&device, number) != 0)
        return;
    cu->cuDeviceGetName(name, sizeof name, device);
    cu->cuDeviceTotalMem_v2(&memory, device);
    wg_text_addf(text, "  cuda:%-11d %s, compute capability %d.%d, %d multiprocessors, %zu MiB\n", number, name,
                 attribute(cu, device, CU_DEVICE_MAJOR), attribute(cu, device, CU_DEVICE_MINOR),
                 attribute(cu, device, CU_DEVICE_MULTIPROCESSORS), memory >> 20);
}

static void describe(wg_text *text)
{
    cu_driver cu;
    wg_error err = {0};
    int count = 0;
    wg_status status = wg_cu_driver_load(&cu, &err);
    if (status == WG_OK)
        status = wg_cu_check(&cu, cu.cuDeviceGetCount(&count), "cuDeviceGetCount", &err);
    if (status != WG_OK || count == 0)
        wg_text_addf(text, "  %-16s none: %s\n", "cuda", status == WG_OK ? "the driver finds no GPU" : err.text);
    for (int k = 0; k < count; k++)
        describe_one(text, &cu, k);
}

static const struct {
    wg_device_field field;
    int number;
    double unit;
} attributes[] = {
#define ATTRIBUTE(field, number, unit) {WG_DEVICE_##field, number, unit},
#include "backends/cuda/attributes.def"
#undef ATTRIBUTE
};

/* What an old driver does not know of is left out. */
static wg_status ask(wg_engine *engine, wg_device *device, wg_error *err)
{
    const cuda *c = (const cuda *)engine;
    int version = 0, value;
    size_t memory = 0;
    char from[256];
    wg_status status = wg_cu_check(c->cu, c->cu->cuDriverGetVersion(&version), "cuDriverGetVersion", err);
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuDeviceTotalMem_v2(&memory, c->device), "cuDeviceTotalMem", err);
    if (status != WG_OK)
        return status;
    snprintf(device->title, sizeof device->title, "%.95s", engine->title);
    device->major = engine->capability / 10;
    device->minor = engine->capability % 10;
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++) {
        snprintf(from, sizeof from, "cuDeviceGetAttribute on an %s, driver of CUDA %d.%d", engine->title,
                 version / 1000, version % 1000 / 10);
        if (c->cu->cuDeviceGetAttribute(&value, attributes[k].number, c->device) == 0 && value > 0)
            wg_device_set(device, attributes[k].field, value * attributes[k].unit, from);
    }
    snprintf(from, sizeof from, "cuDeviceTotalMem on an %s", engine->title);
    wg_device_set(device, WG_DEVICE_memory_bytes, (double)memory, from);
    return WG_OK;
}

static wg_status choose(const cu_driver *cu, const char *which, int *device, wg_error *err)
{
    int count = 0;
    char *end = NULL;
    long number = which ? strtol(which, &end, 10) : 0;
    wg_status status = wg_cu_check(cu, cu->cuDeviceGetCount(&count), "cuDeviceGetCount", err);
    if (status != WG_OK)
        return status;
    if (count == 0)
        return wg_error_set(err, WG_ERR_MISSING, "device cuda: the driver finds no GPU");
    if ((which && *end) || number < 0 || number >= count)
        return wg_error_set(err, WG_ERR_INPUT, "device cuda:%s: there are cuda:0 to cuda:%d", which, count - 1);
    return wg_cu_check(cu, cu->cuDeviceGet(device, (int)number), "cuDeviceGet", err);
}

static void close_device(wg_engine *engine);

static wg_status open_stream(cuda *c, wg_error *err)
{
    const struct {
        cu_event *event;
        unsigned flags;
    } events[] = {{&c->start, 0}, {&c->stop, 0}, {&c->turn, CU_EVENT_UNTIMED}};
    wg_status status =
        wg_cu_check(c->cu, c->cu->cuStreamCreate(&c->stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate", err);
    c->current = c->stream;
    for (size_t k = 0; k < sizeof events / sizeof *events && status == WG_OK; k++)
        status = wg_cu_check(c->cu, c->cu->cuEventCreate(events[k].event, events[k].flags), "cuEventCreate", err);
    return status;
}

/* What can be said of it before it is used. */
static cuda *new_engine(const cu_driver *driver, int device, const wg_engine_options *options)
{
    cuda *c = wg_alloc(sizeof *c);
    c->base.backend = &wg_backend_cuda;
    c->driver = *driver;
    c->cu = &c->driver;
    c->device = device;
    c->options = *options;
    int major = attribute(c->cu, device, CU_DEVICE_MAJOR), minor = attribute(c->cu, device, CU_DEVICE_MINOR);
    c->cu->cuDeviceGetName(c->base.title, sizeof c->base.title - 1, device);
    snprintf(c->arch, sizeof c->arch, "sm_%d%d", major, minor);
    c->base.capability = 10 * major + minor;
    c->options.compile.arch = c->arch;
    c->base.model = wg_device_find(c->base.title);
    return c;
}

static wg_status open_device(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    cu_driver driver;
    int device = 0;
    wg_status status = wg_cu_driver_load(&driver, err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "device cuda: ");
    status = choose(&driver, which, &device, err);
    if (status != WG_OK)
        return status;
    cuda *c = new_engine(&driver, device, options);
    snprintf(c->base.name, sizeof c->base.name, "cuda:%d", which ? atoi(which) : 0);
    status = wg_cu_check(c->cu, c->cu->cuDevicePrimaryCtxRetain(&c->context, device), "cuDevicePrimaryCtxRetain", err);
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuCtxSetCurrent(c->context), "cuCtxSetCurrent", err);
    if (status == WG_OK)
        status = open_stream(c, err);
    if (status != WG_OK) {
        close_device(&c->base);
        return status;
    }
    *out = &c->base;
    return WG_OK;
}

static void kernel_free(cuda *c, cuda_kernel *kernel)
{
    if (kernel->module)
        c->cu->cuModuleUnload(kernel->module);
    if (kernel->is_host)
        free(kernel->base.name);
    /* A vendor's library is not unloaded: it may hold handles on the context. */
    wg_ptx_kernel_close(&kernel->ptx);
    free(kernel);
}

static void close_device(wg_engine *engine)
{
    cuda *c = (cuda *)engine;
    for (size_t k = 0; k < c->kernel_count; k++)
        kernel_free(c, c->kernels[k]);
    for (size_t k = 0; k < c->texture_count; k++) {
        c->cu->cuTexObjectDestroy(c->textures[k].object);
        if (c->textures[k].array)
            c->cu->cuArrayDestroy(c->textures[k].array);
    }
    if (c->flush_memory)
        c->cu->cuMemFree_v2(c->flush_memory);
    wg_cuda_staging_free(c);
    const cu_event events[] = {c->start, c->stop, c->turn};
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        if (events[k])
            c->cu->cuEventDestroy_v2(events[k]);
    if (c->stream)
        c->cu->cuStreamDestroy_v2(c->stream);
    if (c->context)
        c->cu->cuDevicePrimaryCtxRelease_v2(c->device);
    wg_device_free(c->base.model);
    free(c->kernels);
    free(c->textures);
    free(c);
}

/* ---- kernels ---- */

/* The driver compiles the PTX; what it does not like it says in the log. */
static wg_status load_module(cuda *c, cuda_kernel *kernel, wg_error *err)
{
    char log[2048] = "";
    int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    int result = c->cu->cuModuleLoadDataEx(&kernel->module, kernel->ptx.compiled.ptx, 2, options, values);
    if (result != 0) {
        wg_status status = wg_cu_check(c->cu, result, "cuModuleLoadDataEx", err);
        size_t used = err ? strlen(err->text) : 0;
        if (err)
            snprintf(err->text + used, sizeof err->text - used, "\n%s", log);
        return status;
    }
    return wg_cu_check(c->cu, c->cu->cuModuleGetFunction(&kernel->function, kernel->module, kernel->ptx.function->name),
                       "cuModuleGetFunction", err);
}

static int function_attribute(const cuda *c, const cuda_kernel *kernel, int which)
{
    int value = -1;
    c->cu->cuFuncGetAttribute(&value, which, kernel->function);
    return value;
}

/* Their samplers are the simulator's: compile/device/warpgrind_opencl_image.h. */
static bool takes_opencl_images(const wg_kernel_source *source)
{
    const char *dot = strrchr(source->file, '.');
    bool has_texture = false;
    for (size_t k = 0; k < source->signature.pass_count; k++)
        has_texture |= source->signature.spec->arguments[source->signature.pass[k]].memory == WG_MEMORY_TEXTURE;
    return has_texture && dot && !strcmp(dot, ".cl");
}

static wg_status build_ptx(cuda *c, const wg_kernel_source *source, cuda_kernel *kernel, wg_error *err)
{
    if (takes_opencl_images(source))
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: not supported: images of OpenCL C on %s: use sim",
                            source->file, c->base.name);
    wg_status status = wg_ptx_kernel_open(source, &c->options.compile, &kernel->ptx, err);
    if (status == WG_OK)
        status = wg_ptx_kernel_check(&kernel->ptx, &source->signature, err);
    if (status == WG_OK)
        status = load_module(c, kernel, err);
    if (status != WG_OK)
        return status;
    wg_engine_kernel *base = &kernel->base;
    base->name = kernel->ptx.name;
    memcpy(base->compiler, kernel->ptx.compiled.compiler, sizeof base->compiler);
    memcpy(base->required_block, kernel->ptx.function->reqntid, sizeof base->required_block);
    base->registers = function_attribute(c, kernel, CU_FUNCTION_REGISTERS);
    base->local_bytes = function_attribute(c, kernel, CU_FUNCTION_LOCAL_BYTES);
    base->static_shared = (uint64_t)function_attribute(c, kernel, CU_FUNCTION_SHARED_BYTES);
    return WG_OK;
}

static wg_status build_vendor(const cuda *c, const wg_kernel_source *source, cuda_kernel *kernel, wg_error *err)
{
    kernel->is_host = true;
    kernel->base.registers = kernel->base.local_bytes = -1;
    wg_status status =
        wg_host_code_build(source, c->arch, c->options.compile.interrupted, &kernel->host, kernel->base.compiler, err);
    if (status == WG_OK)
        kernel->base.name = strcpy(wg_alloc(strlen(source->name) + 1), source->name);
    return status;
}

static wg_status build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err)
{
    cuda *c = (cuda *)engine;
    cuda_kernel *kernel = wg_alloc(sizeof *kernel);
    kernel->base.blocks_per_sm = -1;
    wg_status status = source->is_vendor ? build_vendor(c, source, kernel, err) : build_ptx(c, source, kernel, err);
    if (status != WG_OK) {
        kernel_free(c, kernel);
        return status;
    }
    *WG_PUSH(c->kernels, c->kernel_count, c->kernel_capacity) = kernel;
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory ---- */

static wg_status allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    wg_status status = wg_cu_check(((cuda *)engine)->cu, ((cuda *)engine)->cu->cuMemAlloc_v2(memory, bytes ? bytes : 1),
                                   "cuMemAlloc", err);
    return wg_error_prefix(err, status, "%s, %llu bytes: ", name, (unsigned long long)bytes);
}

static wg_status release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    return wg_cu_check(((cuda *)engine)->cu, ((cuda *)engine)->cu->cuMemFree_v2(memory), "cuMemFree", err);
}

static wg_status write_memory(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    return wg_cuda_write((cuda *)engine, memory, from, bytes, err);
}

static wg_status read_memory(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    return wg_cuda_read((cuda *)engine, memory, to, bytes, err);
}

static wg_status set_memory(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err)
{
    const cuda *c = (cuda *)engine;
    if (!bytes)
        return WG_OK;
    return wg_cu_check(c->cu, c->cu->cuMemsetD8Async(memory, (unsigned char)byte, bytes, c->current), "cuMemsetD8Async",
                       err);
}

static wg_status find_symbol(const cuda *c, const cuda_kernel *kernel, const char *symbol, uint64_t bytes,
                             uint64_t *address, wg_error *err)
{
    const wg_ptx_variable *v = kernel->is_host ? NULL : wg_ptx_kernel_symbol(&kernel->ptx, symbol);
    size_t size;
    if (!v)
        return wg_error_set(err, WG_ERR_INPUT, "%s has no variable '%s' (the compiler may have removed it)",
                            kernel->ptx.file ? kernel->ptx.file : "a library", symbol);
    wg_status status = wg_cu_check(c->cu, c->cu->cuModuleGetGlobal_v2(address, &size, kernel->module, v->name),
                                   "cuModuleGetGlobal", err);
    if (status == WG_OK && bytes > size)
        status = wg_error_set(err, WG_ERR_INPUT, "%llu bytes for the variable '%s' of %zu", (unsigned long long)bytes,
                              symbol, size);
    return status;
}

static wg_status set_symbol(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, const void *bits,
                            uint64_t bytes, wg_error *err)
{
    uint64_t address;
    wg_status status = find_symbol((cuda *)engine, (cuda_kernel *)kernel, symbol, bytes, &address, err);
    return status == WG_OK ? write_memory(engine, address, bits, bytes, err) : status;
}

static wg_status read_symbol(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, void *bits,
                             uint64_t bytes, wg_error *err)
{
    uint64_t address;
    wg_status status = find_symbol((cuda *)engine, (cuda_kernel *)kernel, symbol, bytes, &address, err);
    return status == WG_OK ? read_memory(engine, address, bits, bytes, err) : status;
}

/* ---- launching ---- */

/* More than 48 KB of shared memory must be asked for. */
static wg_status allow_shared(const cuda *c, const cuda_kernel *kernel, uint64_t shared, wg_error *err)
{
    enum { WITHOUT_ASKING = 48 * 1024 };
    if (kernel->base.static_shared + shared <= WITHOUT_ASKING)
        return WG_OK;
    return wg_cu_check(c->cu, c->cu->cuFuncSetAttribute(kernel->function, CU_FUNCTION_MAX_DYNAMIC_SHARED, (int)shared),
                       "cuFuncSetAttribute (dynamic shared memory)", err);
}

static wg_status point_to_arguments(const wg_kernel_call *call, uint64_t *handles, void **arguments, wg_error *err)
{
    for (size_t k = 0; k < call->argument_count; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        handles[k] = a->handle;
        arguments[k] = a->kind == WG_MEMORY_SCALAR ? (void *)a->bits : &handles[k];
        if (a->kind == WG_MEMORY_LOCAL)
            return wg_error_set(err, WG_ERR_UNSUPPORTED,
                                "kernel %s: arguments in local memory are OpenCL's: use opencl or sim",
                                call->kernel->name);
    }
    return WG_OK;
}

static wg_status launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    cuda *c = (cuda *)engine;
    cuda_kernel *kernel = (cuda_kernel *)call->kernel;
    wg_status status = wg_cuda_turn_to(c, kernel->is_host ? NULL : c->stream, err);
    if (status == WG_OK && kernel->is_host)
        return wg_host_code_call(&kernel->host, call, err);
    uint64_t *handles = wg_alloc((call->argument_count + 1) * sizeof *handles);
    void **arguments = wg_alloc((call->argument_count + 1) * sizeof *arguments);
    if (status == WG_OK)
        status = allow_shared(c, kernel, call->shared, err);
    if (status == WG_OK)
        status = point_to_arguments(call, handles, arguments, err);
    const uint32_t *g = call->grid, *b = call->block;
    if (status == WG_OK && kernel->base.blocks_per_sm < 0)
        c->cu->cuOccupancyMaxActiveBlocksPerMultiprocessor(&kernel->base.blocks_per_sm, kernel->function,
                                                           (int)(b[0] * b[1] * b[2]), call->shared);
    if (status == WG_OK)
        status = wg_cu_check(c->cu,
                             c->cu->cuLaunchKernel(kernel->function, g[0], g[1], g[2], b[0], b[1], b[2],
                                                   (unsigned)call->shared, c->stream, arguments, NULL),
                             "cuLaunchKernel", err);
    free(arguments);
    free(handles);
    return wg_error_prefix(err, status, "kernel %s: ", kernel->base.name);
}

static wg_status finish(wg_engine *engine, wg_error *err)
{
    const cuda *c = (cuda *)engine;
    return wg_cu_check(c->cu, c->cu->cuStreamSynchronize(c->current), "the kernel", err);
}

static wg_status start_clock(wg_engine *engine, wg_error *err)
{
    cuda *c = (cuda *)engine;
    return wg_cu_check(c->cu, c->cu->cuEventRecord(c->start, c->current), "cuEventRecord", err);
}

static wg_status stop_clock(wg_engine *engine, double *seconds, wg_error *err)
{
    cuda *c = (cuda *)engine;
    float milliseconds = 0;
    wg_status status = wg_cu_check(c->cu, c->cu->cuEventRecord(c->stop, c->current), "cuEventRecord", err);
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuEventSynchronize(c->stop), "the kernel", err);
    if (status == WG_OK)
        status =
            wg_cu_check(c->cu, c->cu->cuEventElapsedTime(&milliseconds, c->start, c->stop), "cuEventElapsedTime", err);
    *seconds = 1e-3 * (double)milliseconds;
    return status;
}

/* Writing twice the size of the second-level cache leaves nothing else in it. */
static wg_status flush_caches(wg_engine *engine, wg_error *err)
{
    cuda *c = (cuda *)engine;
    if (!c->flush_memory) {
        c->flush_bytes = 2 * (uint64_t)attribute(c->cu, c->device, CU_DEVICE_L2_BYTES);
        wg_status status =
            wg_cu_check(c->cu, c->cu->cuMemAlloc_v2(&c->flush_memory, c->flush_bytes), "cuMemAlloc", err);
        if (status != WG_OK)
            return status;
    }
    return set_memory(engine, c->flush_memory, 0, c->flush_bytes, err);
}

const wg_backend wg_backend_cuda = {
    .name = "cuda",
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
    .ask = ask,
    .make_texture = wg_cuda_make_texture,
    .set_symbol = set_symbol,
    .read_symbol = read_symbol,
    .launch = launch,
    .finish = finish,
    .start_clock = start_clock,
    .stop_clock = stop_clock,
    .flush_caches = flush_caches,
};
