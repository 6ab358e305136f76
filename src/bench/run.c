#include "bench/run.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wg_status compile(wg_run *run, const wg_run_request *request, const char *const *flags, size_t flag_count,
                         wg_error *err)
{
    wg_compile_options options = request->compile;
    char arch[32];
    snprintf(arch, sizeof arch, "sm_%d%d", run->device->major, run->device->minor);
    if (!options.arch)
        options.arch = arch;
    options.kernel = run->spec->kernel;
    options.flags = flags;
    options.flag_count = flag_count;
    return wg_compile(run->spec->source, &options, &run->compiled, err);
}

/* Lines of compiled PTX are not lines of the source: messages must not look as if they were. */
static wg_status parse(wg_run *run, wg_error *err)
{
    char name[4096];
    run->is_ptx = !strcmp(run->compiled.compiler, "ptx");
    snprintf(name, sizeof name, "%s%s", run->spec->source, run->is_ptx ? "" : " (PTX)");
    return wg_ptx_parse(name, run->compiled.ptx, run->compiled.length, &run->module, err);
}

static wg_status build(wg_run *run, wg_error *err)
{
    run->heap = wg_heap_new();
    wg_status status = wg_module_load(run->module, run->heap, &run->loaded, err);
    return status == WG_OK ? wg_program_build(run->loaded, run->kernel, &run->program, err) : status;
}

static wg_status launch(wg_run *run, const wg_run_request *request, wg_error *err)
{
    wg_textures textures = {.items = run->textures, .count = run->texture_count};
    wg_launch l = request->launch;
    l.program = run->program;
    memcpy(l.grid, run->plan->grid, sizeof l.grid);
    memcpy(l.block, run->plan->block, sizeof l.block);
    l.dynamic_shared = (uint32_t)run->dynamic_shared;
    l.params = run->params;
    l.heap = run->heap;
    l.textures = &textures;
    return wg_launch_run(&l, &run->profile, err);
}

/* A source and nothing else: which kernels it has and what they take is what the user needs next. */
static wg_status explain_what_is_missing(wg_run *run, const wg_run_request *request, wg_error *err)
{
    wg_error missing = *err;
    wg_status status = compile(run, request, (const char *const *)run->spec->flags, run->spec->flag_count, err);
    if (status == WG_OK)
        status = parse(run, err);
    if (status == WG_OK)
        status = wg_run_find_kernel(run, err);
    if (status != WG_OK)
        return status;
    wg_text types = {0};
    wg_run_describe_parameters(run, &types);
    status = wg_error_set(err, missing.status, "%s\nkernel %s takes %u argument%s%s", missing.text, run->kernel_name,
                          run->kernel->param_count, run->kernel->param_count == 1 ? "" : "s", wg_text_get(&types));
    wg_text_free(&types);
    return status;
}

static wg_status run_steps(wg_run *run, const wg_run_request *request, wg_error *err)
{
    wg_status status = wg_device_load(request->device, &run->device, err);
    if (status == WG_OK)
        status = wg_plan_new(run->spec, &run->plan, err);
    if (status != WG_OK && run->device && !run->spec->is_t1 && !run->spec->grid[0].text && err)
        return explain_what_is_missing(run, request, err);
    if (status == WG_OK)
        status = compile(run, request, run->plan->flags, run->plan->flag_count, err);
    if (status == WG_OK)
        status = parse(run, err);
    if (status == WG_OK)
        status = wg_run_find_kernel(run, err);
    if (status == WG_OK)
        status = wg_run_check_arguments(run, err);
    if (status == WG_OK)
        status = build(run, err);
    if (status == WG_OK) {
        run->dynamic_shared = wg_run_dynamic_shared(run);
        status = wg_run_check_limits(run, err);
    }
    if (status == WG_OK)
        status = wg_run_fill_arguments(run, err);
    if (status == WG_OK)
        status = wg_run_bind_arguments(run, err);
    return status == WG_OK ? launch(run, request, err) : status;
}

/* The simulator knows the kernel by its symbol: the user knows it by its name. */
static void name_kernel(const wg_run *run, wg_error *err)
{
    const char *place = err && run->kernel_name ? strstr(err->text, run->kernel->name) : NULL;
    if (!place || !strcmp(run->kernel->name, run->kernel_name))
        return;
    wg_error was = *err;
    int before = (int)(place - err->text);
    snprintf(err->text, sizeof err->text, "%.*s%s%s", before, was.text, run->kernel_name,
             was.text + before + strlen(run->kernel->name));
}

wg_status wg_run_new(const wg_spec *spec, const wg_run_request *request, wg_run **out, wg_error *err)
{
    wg_run *run = wg_alloc(sizeof *run);
    run->spec = spec;
    wg_status status = run_steps(run, request, err);
    if (status != WG_OK) {
        name_kernel(run, err);
        wg_run_free(run);
        run = NULL;
    }
    *out = run;
    return status;
}

void wg_run_free(wg_run *run)
{
    if (!run)
        return;
    wg_profile_free(&run->profile);
    if (run->program)
        wg_program_free(run->program);
    if (run->loaded)
        wg_loaded_free(run->loaded);
    if (run->heap)
        wg_heap_free(run->heap);
    if (run->module)
        wg_ptx_module_free(run->module);
    wg_compiled_free(&run->compiled);
    wg_device_free(run->device);
    wg_plan_free(run->plan);
    free(run->kernel_name);
    free(run->addresses);
    free(run->textures);
    free(run->params);
    free(run);
}

const void *wg_run_memory(const wg_run *run, const char *argument, size_t *size)
{
    const wg_argument *a = wg_spec_find_argument(run->spec, argument);
    size_t index = a ? (size_t)(a - run->spec->arguments) : 0;
    if (!a || !run->addresses[index])
        return NULL;
    wg_heap_cache cache = {0};
    uint64_t address = run->addresses[index];
    *size = run->plan->arguments[index].bytes;
    if (a->sets_symbol) /* the kernel wrote the variable, not the buffer it was filled from */
        address = wg_run_symbol_address(run, a->name);
    return wg_heap_find(run->heap, address, *size, &cache);
}
