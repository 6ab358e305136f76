/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator as a back end: its devices are the files of data/devices. */
#include "backends/simulator/simulator.h"

#include "compile/ptxas.h"
#include "sim/joining.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct simulator {
    wg_engine base;
    wg_engine_options options;
    char arch[32];
    wg_heap *heap;
    wg_texture *textures;
    size_t texture_count, texture_capacity;
    wg_sim_kernel **kernels;
    size_t kernel_count, kernel_capacity;
    wg_arena names;       /* of local arguments that have none */
    wg_residency history; /* since the host last filled memory */
} simulator;

/* ---- devices ---- */

static void describe_one(wg_text *text, const wg_device *d)
{
    wg_text_addf(text, "  sim:%-12s %s, compute capability %d.%d, %llu multiprocessors at %.0f MHz", d->name, d->title,
                 d->major, d->minor, (unsigned long long)wg_device_integer(d, WG_DEVICE_sm_count),
                 d->value[WG_DEVICE_sm_clock]);
    if (d->known[WG_DEVICE_memory_bandwidth])
        wg_text_addf(text, ", %.0f GB/s", d->value[WG_DEVICE_memory_bandwidth]);
    wg_text_addf(text, "\n");
}

static void describe(wg_text *text)
{
    char **names = NULL;
    size_t count = 0;
    wg_error err = {0};
    if (wg_device_list(&names, &count, &err) != WG_OK)
        wg_text_addf(text, "  sim: %s\n", err.text);
    for (size_t k = 0; k < count; k++) {
        wg_device *device;
        if (wg_device_load(names[k], &device, &err) == WG_OK)
            describe_one(text, device);
        else
            wg_text_addf(text, "  sim:%-12s %s\n", names[k], err.text);
        wg_device_free(device);
    }
    wg_device_list_free(names, count);
}

static wg_status open_device(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    wg_device *model = options->model ? wg_device_copy(options->model) : NULL;
    wg_status status = model ? WG_OK : wg_device_load(which ? which : "h200", &model, err);
    if (status != WG_OK)
        return status;
    simulator *s = wg_alloc(sizeof *s);
    s->base =
        (wg_engine){.backend = &wg_backend_simulator, .model = model, .capability = 10 * model->major + model->minor};
    snprintf(s->base.name, sizeof s->base.name, "sim:%.50s", model->name);
    snprintf(s->base.title, sizeof s->base.title, "%s", model->title);
    s->options = *options;
    s->options.launch.joining = wg_joining_find(model->word[WG_DEVICE_coalescing]);
    wg_compile_arch(model->major, model->minor, s->arch, sizeof s->arch);
    if (!s->options.compile.arch)
        s->options.compile.arch = s->arch;
    s->heap = wg_heap_new();
    if (options->launch.checker)
        wg_heap_spread(s->heap);
    *out = &s->base;
    return WG_OK;
}

static void kernel_free(wg_sim_kernel *kernel)
{
    wg_estimator_free(kernel->estimator);
    free(kernel->insn_times);
    free(kernel->last_times);
    wg_profile_free(&kernel->profile);
    if (kernel->program)
        wg_program_free(kernel->program);
    if (kernel->loaded)
        wg_loaded_free(kernel->loaded);
    wg_ptx_kernel_close(&kernel->ptx);
    free(kernel);
}

static void close_device(wg_engine *engine)
{
    simulator *s = (simulator *)engine;
    for (size_t k = 0; k < s->kernel_count; k++)
        kernel_free(s->kernels[k]);
    free(s->kernels);
    free(s->textures);
    wg_residency_free(&s->history);
    wg_arena_free(&s->names);
    wg_heap_free(s->heap);
    wg_device_free(s->base.model);
    free(s);
}

/* ---- kernels ---- */

static void publish(wg_sim_kernel *kernel)
{
    wg_engine_kernel *base = &kernel->base;
    base->name = kernel->ptx.name;
    memcpy(base->compiler, kernel->ptx.compiled.compiler, sizeof base->compiler);
    base->static_shared = kernel->program->shared_bytes;
    memcpy(base->required_block, kernel->ptx.function->reqntid, sizeof base->required_block);
    base->registers = base->local_bytes = base->blocks_per_sm = -1;
    base->module = kernel->ptx.module;
    base->program = kernel->program;
    base->ptx = kernel->ptx.is_ptx ? kernel->ptx.compiled.ptx : NULL;
    base->compiled = kernel->ptx.compiled.ptx;
    base->profile = &kernel->profile;
}

/* ptxas spends as many registers as leave a multiprocessor full. It makes no code for GPUs before sm_75, which has
 * twice as many a thread as most of those: the closest to them is what it makes for sm_80. */
static void choose_arch(const wg_sim_kernel *kernel, const wg_device *device, char *arch, size_t size)
{
    enum { OLDEST = 75, FULL = 32 };
    wg_ptx_kernel_arch(&kernel->ptx, device, arch, size);
    uint64_t full =
        wg_device_integer(device, WG_DEVICE_registers_per_sm) / wg_device_integer(device, WG_DEVICE_max_threads_per_sm);
    if (10 * device->major + device->minor < OLDEST && atoi(arch + strlen("sm_")) == OLDEST && full <= FULL)
        snprintf(arch, size, "sm_80");
}

/* Registers as ptxas gives them, where it is there and takes the kernel, and whether they were too few. */
static wg_status ask_for_registers(const simulator *s, const wg_sim_kernel *kernel, wg_estimator_options *options,
                                   wg_error *err)
{
    wg_ptxas_report report;
    char arch[32];
    choose_arch(kernel, s->base.model, arch, sizeof arch);
    const wg_ptxas_question question = {.ptx = kernel->ptx.compiled.ptx,
                                        .length = kernel->ptx.compiled.length,
                                        .entry = kernel->ptx.function->name,
                                        .arch = arch,
                                        .no_cache = s->options.compile.no_cache,
                                        .interrupted = s->options.compile.interrupted};
    wg_error trouble = {0};
    wg_status status = wg_ptxas_ask(&question, &report, &trouble);
    if (status == WG_ERR_INTERRUPTED || status == WG_ERR_TIMEOUT)
        return wg_error_set(err, status, "%s", trouble.text);
    if (status != WG_OK)
        return WG_OK;
    options->registers = (uint32_t)report.registers;
    options->spill_stores = (double)report.spill_stores;
    options->spill_loads = (double)report.spill_loads;
    options->frame = report.spill_stores ? (double)report.stack : 0;
    return WG_OK;
}

static wg_status prepare_estimate(simulator *s, wg_sim_kernel *kernel, wg_error *err)
{
    wg_estimator_options options = {.cold = s->options.cold_caches,
                                    .what_if = s->options.what_if,
                                    .samples = s->options.samples,
                                    .may_sample = s->options.may_sample && !s->options.launch.sample_blocks,
                                    .history = &s->history};
    wg_status status = ask_for_registers(s, kernel, &options, err);
    if (status != WG_OK)
        return status;
    kernel->estimator = wg_estimator_new(kernel->program, s->base.model, &options);
    kernel->insn_times = wg_alloc((kernel->program->insn_count + 1) * sizeof *kernel->insn_times);
    kernel->last_times = wg_alloc((kernel->program->insn_count + 1) * sizeof *kernel->last_times);
    kernel->base.estimate = &kernel->estimate;
    kernel->base.insn_times = kernel->insn_times;
    return WG_OK;
}

static wg_status build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err)
{
    simulator *s = (simulator *)engine;
    wg_sim_kernel *kernel = wg_alloc(sizeof *kernel);
    wg_status status = wg_ptx_kernel_open(source, &s->options.compile, &kernel->ptx, err);
    if (status == WG_OK)
        status = wg_ptx_kernel_check(&kernel->ptx, &source->signature, err);
    if (status == WG_OK)
        status = wg_module_load(kernel->ptx.module, s->heap, &kernel->loaded, err);
    if (status == WG_OK)
        status = wg_program_build(kernel->loaded, kernel->ptx.function, &kernel->program, err);
    if (status == WG_OK)
        publish(kernel);
    if (status == WG_OK && s->options.estimates)
        status = prepare_estimate(s, kernel, err);
    if (status != WG_OK) {
        wg_ptx_kernel_rename(&kernel->ptx, status, err);
        kernel_free(kernel);
        return status;
    }
    *WG_PUSH(s->kernels, s->kernel_count, s->kernel_capacity) = kernel;
    *out = &kernel->base;
    return WG_OK;
}

/* ---- memory ---- */

static wg_status allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err)
{
    return wg_heap_allocate(((simulator *)engine)->heap, bytes, name, memory, err);
}

static wg_status release(wg_engine *engine, uint64_t memory, wg_error *err)
{
    return wg_heap_release(((simulator *)engine)->heap, memory, err);
}

static wg_status find_memory(wg_engine *engine, uint64_t memory, uint64_t bytes, unsigned char **host, wg_error *err)
{
    wg_heap_cache cache = {0};
    *host = wg_heap_find(((simulator *)engine)->heap, memory, bytes, &cache);
    return *host || !bytes ? WG_OK : wg_error_set(err, WG_ERR_FAULT, "device memory is gone");
}

static wg_status write_memory(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    unsigned char *host;
    wg_status status = find_memory(engine, memory, bytes, &host, err);
    if (status == WG_OK && bytes)
        memcpy(host, from, bytes);
    return status;
}

static wg_status read_memory(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    unsigned char *host;
    wg_status status = find_memory(engine, memory, bytes, &host, err);
    if (status == WG_OK && bytes)
        memcpy(to, host, bytes);
    return status;
}

static wg_status set_memory(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err)
{
    simulator *s = (simulator *)engine;
    unsigned char *host;
    wg_status status = find_memory(engine, memory, bytes, &host, err);
    if (status == WG_OK && bytes)
        memset(host, byte, bytes);
    if (status == WG_OK && s->history.count) /* a step of a run: before its first launch it is a preparation */
        wg_residency_add(&s->history, &(wg_touch){.address = memory, .bytes = (double)bytes}, 1);
    return status;
}

static void *map(wg_engine *engine, uint64_t memory, uint64_t bytes)
{
    wg_residency_free(&((simulator *)engine)->history);
    unsigned char *host;
    return find_memory(engine, memory, bytes, &host, NULL) == WG_OK ? host : NULL;
}

/* ---- textures and symbols ---- */

static wg_texture texture_of(const wg_argument *argument, const uint32_t size[3], uint64_t memory)
{
    static const wg_address_mode modes[] = {[WG_WRAP] = WG_ADDRESS_WRAP,
                                            [WG_CLAMP] = WG_ADDRESS_CLAMP,
                                            [WG_MIRROR] = WG_ADDRESS_MIRROR,
                                            [WG_BORDER] = WG_ADDRESS_BORDER};
    const wg_image *image = argument->image;
    wg_texture t = {
        .address = memory,
        .width = size[0],
        .height = image->dimensions > 1 ? size[1] : 0,
        .depth = image->layered ? size[image->dimensions] : size[2],
        .pitch = (uint64_t)size[0] * wg_element_size(&argument->type),
        .normalized_float = image->normalized_values,
        .normalized_coords = image->normalized_coordinates,
        .linear = image->linear,
        .tiled = image->dimensions > 1, /* a CUDA array; one dimension may as well be plain memory */
        .layered = image->layered,
    };
    memset(t.mode, modes[image->address], sizeof t.mode);
    return t;
}

static wg_status make_texture(wg_engine *engine, const wg_argument *argument, const uint32_t size[3], uint64_t memory,
                              uint64_t *texture, wg_error *err)
{
    static const wg_texel texels[] = {[WG_ELEMENT_INT] = WG_TEXEL_SINT,
                                      [WG_ELEMENT_UINT] = WG_TEXEL_UINT,
                                      [WG_ELEMENT_FLOAT] = WG_TEXEL_FLOAT,
                                      [WG_ELEMENT_BYTES] = WG_TEXEL_UINT};
    simulator *s = (simulator *)engine;
    uint32_t lanes = argument->type.lanes;
    uint8_t bits = (uint8_t)(8 * argument->type.element->bytes);
    if ((lanes != 1 && lanes != 2 && lanes != 4) || bits > 32)
        return wg_error_set(err, WG_ERR_INPUT, "%s: texels have 1, 2 or 4 values of at most 32 bits", argument->where);
    wg_texture t = texture_of(argument, size, memory);
    t.channels = (uint8_t)lanes;
    t.channel_bits = bits;
    t.texel = (uint8_t)texels[argument->type.element->kind];
    *texture = WG_TEXTURE_HANDLE + s->texture_count;
    *WG_PUSH(s->textures, s->texture_count, s->texture_capacity) = t;
    return WG_OK;
}

static wg_status find_symbol(const wg_engine_kernel *kernel, const char *symbol, uint64_t bytes, uint64_t *address,
                             wg_error *err)
{
    const wg_sim_kernel *k = (const wg_sim_kernel *)kernel;
    const wg_ptx_variable *v = wg_ptx_kernel_symbol(&k->ptx, symbol);
    uint64_t size;
    if (!v || !wg_loaded_symbol(k->loaded, v->name, address, &size))
        return wg_error_set(err, WG_ERR_INPUT, "%s has no variable '%s' (the compiler may have removed it)",
                            k->ptx.file, symbol);
    if (bytes > size)
        return wg_error_set(err, WG_ERR_INPUT, "%llu bytes for the variable '%s' of %llu", (unsigned long long)bytes,
                            symbol, (unsigned long long)size);
    return WG_OK;
}

static wg_status set_symbol(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, const void *bits,
                            uint64_t bytes, wg_error *err)
{
    uint64_t address;
    wg_status status = find_symbol(kernel, symbol, bytes, &address, err);
    return status == WG_OK ? write_memory(engine, address, bits, bytes, err) : status;
}

static wg_status read_symbol(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, void *bits,
                             uint64_t bytes, wg_error *err)
{
    uint64_t address;
    wg_status status = find_symbol(kernel, symbol, bytes, &address, err);
    return status == WG_OK ? read_memory(engine, address, bits, bytes, err) : status;
}

/* ---- arguments ---- */

enum { SHARED_ALIGNMENT = 16 };

static uint64_t align(uint64_t bytes)
{
    return (bytes + SHARED_ALIGNMENT - 1) / SHARED_ALIGNMENT * SHARED_ALIGNMENT;
}

/* A launch's arguments, laid out as the program wants them. */
typedef struct bound {
    unsigned char *params;
    uint64_t shared, spread;  /* dynamic shared memory, local arguments included; with the gaps between these */
    wg_shared_object *locals; /* those arguments */
    uint32_t local_count;
} bound;

/* Local arguments lie behind the dynamic shared memory the launch asked for, in a spread heap apart from one another.
 */
static void place_local(simulator *s, const wg_kernel_call *call, size_t index, uint64_t offset, bound *b)
{
    const wg_kernel_argument *a = &call->arguments[index];
    const char *name = call->names ? call->names[index] : NULL;
    b->locals[b->local_count++] = (wg_shared_object){
        .name = name ? name : wg_arena_format(&s->names, "local argument %zu", index + 1),
        .offset = (uint32_t)offset,
        .size = (uint32_t)a->bytes,
    };
    b->shared += align(a->bytes);
    b->spread += align(a->bytes) + wg_heap_gap(s->heap, WG_SHARED_GAP);
}

static bound bind(simulator *s, const wg_program *program, const wg_kernel_call *call)
{
    bound b = {.params = wg_alloc(program->param_bytes + 1),
               .shared = call->shared,
               .spread = call->shared,
               .locals = wg_alloc((call->argument_count + 1) * sizeof *b.locals)};
    for (size_t k = 0; k < call->argument_count && k < program->param_count; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        uint64_t next = wg_dynamic_shared_offset(program) + align(b.spread);
        uint64_t bits = a->kind == WG_MEMORY_LOCAL ? next : a->handle;
        uint64_t size = a->kind == WG_MEMORY_SCALAR ? a->bytes : sizeof bits;
        const void *from = a->kind == WG_MEMORY_SCALAR ? a->bits : &bits;
        memcpy(b.params + program->params[k].offset, from,
               size < program->params[k].size ? size : program->params[k].size);
        if (a->kind == WG_MEMORY_LOCAL) {
            b.shared = align(b.shared);
            b.spread = align(b.spread);
            place_local(s, call, k, next, &b);
        }
    }
    return b;
}

/* ---- time ---- */

static bool same_shape(const wg_sim_kernel *kernel, const wg_launch *l, uint64_t scalars)
{
    return kernel->estimate.launches > 0 && kernel->scalars == scalars &&
           !memcmp(kernel->grid, l->grid, sizeof l->grid) && !memcmp(kernel->block, l->block, sizeof l->block);
}

static uint64_t hash_scalars(const wg_kernel_call *call)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t k = 0; k < call->argument_count; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        for (uint64_t b = 0; a->kind == WG_MEMORY_SCALAR && b < a->bytes; b++)
            hash = (hash ^ ((const unsigned char *)a->bits)[b]) * 0x100000001b3u;
    }
    return hash;
}

static void add_times(wg_sim_kernel *kernel)
{
    double all = kernel->estimate.seconds + kernel->last.seconds;
    double before = kernel->estimate.seconds / all, more = kernel->last.seconds / all;
    for (uint32_t k = 0; k < kernel->program->insn_count && all > 0; k++) {
        wg_insn_time *sum = &kernel->insn_times[k];
        const wg_insn_time *last = &kernel->last_times[k];
        sum->waits = before * sum->waits + more * last->waits;
        for (int s = 0; s < WG_STALL_COUNT; s++)
            sum->stalls[s] = before * sum->stalls[s] + more * last->stalls[s];
    }
}

/* A device whose file does not say enough has counters and no time. */
static wg_status end_estimate(wg_sim_kernel *kernel, const wg_launch *l, const wg_profile *profile, wg_error *err)
{
    wg_error trouble = {0};
    wg_status status = wg_estimator_end(kernel->estimator, l, profile, &kernel->last, kernel->last_times, &trouble);
    if (status == WG_ERR_MISSING) {
        wg_estimator_free(kernel->estimator);
        kernel->estimator = NULL;
        kernel->base.estimate = NULL;
        kernel->base.insn_times = NULL;
        return WG_OK;
    }
    if (status != WG_OK && err)
        *err = trouble;
    return status;
}

/* What one of the same shape took, this one takes too. */
static wg_status run_launch(wg_sim_kernel *kernel, wg_launch *l, uint64_t scalars, wg_profile *profile, wg_error *err)
{
    bool is_new = kernel->estimator && !same_shape(kernel, l, scalars);
    wg_status status = kernel->estimator ? wg_estimator_begin(kernel->estimator, l, is_new, err) : WG_OK;
    if (status == WG_OK)
        status = wg_launch_run(l, profile, err);
    if (status == WG_OK && is_new)
        status = end_estimate(kernel, l, profile, err);
    if (status == WG_OK && kernel->estimator) {
        add_times(kernel);
        wg_estimate_add(&kernel->estimate, &kernel->last);
        memcpy(kernel->grid, l->grid, sizeof l->grid);
        memcpy(kernel->block, l->block, sizeof l->block);
        kernel->scalars = scalars;
    }
    return status;
}

/* ---- launching ---- */

/* All of its blocks, unobserved. */
static wg_status repeat_launch(wg_launch *l, wg_error *err)
{
    wg_profile unused = {0};
    l->print = NULL;
    l->traced = NULL;
    memset(l->traces, 0, sizeof l->traces);
    wg_status status = wg_launch_run(l, &unused, err);
    wg_profile_free(&unused);
    return status;
}

static wg_status launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err)
{
    simulator *s = (simulator *)engine;
    wg_sim_kernel *kernel = (wg_sim_kernel *)call->kernel;
    wg_textures textures = {.items = s->textures, .count = (uint32_t)s->texture_count};
    bound b = bind(s, kernel->program, call);
    wg_launch l = s->options.launch;
    wg_profile profile = {0};
    wg_status status = wg_sim_check_limits(s->base.model, kernel, call, b.shared, err);
    if (status == WG_OK) {
        l.program = kernel->program;
        memcpy(l.grid, call->grid, sizeof l.grid);
        memcpy(l.block, call->block, sizeof l.block);
        l.dynamic_shared = (uint32_t)b.spread;
        l.feeds_others = call->feeds_others;
        l.params = b.params;
        l.locals = b.locals;
        l.local_count = b.local_count;
        l.heap = s->heap;
        l.textures = &textures;
        status = call->is_repeated ? repeat_launch(&l, err) : run_launch(kernel, &l, hash_scalars(call), &profile, err);
        status = wg_ptx_kernel_rename(&kernel->ptx, status, err);
    }
    if (status == WG_OK && !call->is_repeated)
        wg_profile_add(&kernel->profile, &profile);
    wg_profile_free(&profile);
    free(b.params);
    free(b.locals);
    return status;
}

static wg_status finish(wg_engine *engine, wg_error *err)
{
    (void)engine;
    (void)err;
    return WG_OK;
}

const wg_backend wg_backend_simulator = {
    .name = "sim",
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
    .make_texture = make_texture,
    .set_symbol = set_symbol,
    .read_symbol = read_symbol,
    .launch = launch,
    .finish = finish,
};
