/* SPDX-License-Identifier: Apache-2.0 */
#include "run/resources.h"

#include "backends/ptx_kernel.h"
#include "compile/ptxas.h"
#include "ptx/pressure.h"
#include "spec/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the launch ---- */

/* Local arguments lie behind the shared memory the launch asks for. */
static uint64_t dynamic_shared(const wg_plan *plan, const wg_planned_step *step)
{
    enum { ALIGNMENT = 16 };
    uint64_t bytes = step->shared;
    for (size_t k = 0; k < step->pass_count; k++)
        if (plan->spec->arguments[step->pass[k]].memory == WG_MEMORY_LOCAL)
            bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + plan->arguments[step->pass[k]].bytes;
    return bytes;
}

/* ---- the kernel ---- */

static wg_status ask_ptxas(const wg_ptx_kernel *kernel, const wg_device *device, const wg_compile_options *options,
                           wg_resources *out, wg_error *err)
{
    wg_ptxas_report report;
    char arch[32];
    wg_ptx_kernel_arch(kernel, device, arch, sizeof arch);
    const wg_ptxas_question question = {.ptx = kernel->compiled.ptx,
                                        .length = kernel->compiled.length,
                                        .entry = kernel->function->name,
                                        .arch = arch,
                                        .no_cache = options->no_cache,
                                        .interrupted = options->interrupted};
    wg_status status = wg_ptxas_ask(&question, &report, err);
    if (status != WG_OK)
        return status;
    snprintf(out->from, sizeof out->from, "ptxas%s%s for %s", *report.version ? " " : "", report.version, arch);
    out->registers = report.registers;
    out->static_shared = report.shared;
    out->barriers = report.barriers;
    out->stack = report.stack;
    out->spill_stores = report.spill_stores;
    out->spill_loads = report.spill_loads;
    return WG_OK;
}

/* Of .reqntid or .maxntid; 0: it is not there. */
static uint64_t declared_threads(const uint32_t shape[3])
{
    return (uint64_t)shape[0] * (shape[1] ? shape[1] : 1) * (shape[2] ? shape[2] : 1);
}

/* What __launch_bounds__ leave: so many blocks of so many threads are to fit. */
static uint64_t bound_registers(const wg_ptx_function *f, const wg_device *device, uint64_t registers)
{
    const uint64_t unit = 8, warp = wg_device_integer(device, WG_DEVICE_warp_size);
    uint64_t threads = declared_threads(f->reqntid[0] ? f->reqntid : f->maxntid);
    threads = (threads + warp - 1) / warp * warp * (f->minnctapersm ? f->minnctapersm : 1);
    uint64_t bound = threads ? wg_device_integer(device, WG_DEVICE_registers_per_sm) / threads / unit * unit : 0;
    return bound && bound < registers ? bound : registers;
}

static wg_status estimate(const wg_ptx_kernel *kernel, const wg_device *device, wg_resources *out, wg_error *err)
{
    wg_heap *heap = wg_heap_new();
    wg_loaded *loaded = NULL;
    wg_program *program = NULL;
    out->is_estimate = true;
    out->registers = bound_registers(kernel->function, device, wg_ptx_pressure(kernel->function));
    snprintf(out->from, sizeof out->from, "an estimate over the PTX: there is no ptxas to ask");
    wg_status status = wg_module_load(kernel->module, heap, &loaded, err);
    if (status == WG_OK)
        status = wg_program_build(loaded, kernel->function, &program, err);
    if (status == WG_OK)
        out->static_shared = program->shared_bytes;
    if (program)
        wg_program_free(program);
    if (loaded)
        wg_loaded_free(loaded);
    wg_heap_free(heap);
    return status;
}

static wg_status look_at(const wg_plan *plan, const wg_planned_step *step, const wg_device *device,
                         const wg_compile_options *options, wg_resources *out, wg_error *err)
{
    const wg_kernel_source source = {
        .file = step->source, .name = step->kernel, .flags = plan->flags, .flag_count = plan->flag_count};
    wg_compile_options o = *options;
    wg_ptx_kernel kernel;
    char arch[32];
    wg_compile_arch(device->major, device->minor, arch, sizeof arch);
    o.arch = o.arch ? o.arch : arch;
    wg_status status = wg_ptx_kernel_open(&source, &o, &kernel, err);
    if (status == WG_OK) {
        out->kernel = strcpy(wg_alloc(strlen(kernel.name) + 1), kernel.name);
        if (!out->threads)
            out->threads = declared_threads(kernel.function->reqntid);
        status = ask_ptxas(&kernel, device, &o, out, err);
        if (status == WG_ERR_MISSING)
            status = estimate(&kernel, device, out, err);
        wg_ptx_kernel_rename(&kernel, status, err);
    }
    wg_ptx_kernel_close(&kernel);
    return status;
}

wg_status wg_resources_find(wg_spec *spec, const wg_device *device, const wg_compile_options *options,
                            wg_resources *out, wg_error *err)
{
    wg_plan *plan = NULL;
    *out = (wg_resources){0};
    wg_status status = spec->grid[0].text ? WG_OK : wg_spec_set(spec, "grid", "1", "--grid 1", err);
    if (status == WG_OK)
        status = wg_plan_new(spec, &plan, err);
    const wg_planned_step *step = status == WG_OK ? wg_plan_first_launch(plan) : NULL;
    if (status == WG_OK && !step)
        status = wg_error_set(err, WG_ERR_INPUT, "%s launches no kernel", spec->path);
    if (status == WG_OK) {
        out->threads = (uint64_t)step->block[0] * step->block[1] * step->block[2];
        out->dynamic_shared = dynamic_shared(plan, step);
        status = look_at(plan, step, device, options, out, err);
    }
    if (plan)
        wg_plan_free(plan);
    if (status != WG_OK)
        wg_resources_free(out);
    return status;
}

void wg_resources_free(wg_resources *resources)
{
    free(resources->kernel);
    *resources = (wg_resources){0};
}
