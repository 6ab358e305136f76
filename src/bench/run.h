/* One run of one spec: compile, parse, find the kernel, check what it is given, fill, launch. */
#ifndef WG_BENCH_RUN_H
#define WG_BENCH_RUN_H

#include "base/text.h"
#include "compile/compile.h"
#include "devices/device.h"
#include "sim/launch.h"
#include "spec/plan.h"

/* How to run; what the spec says (kernel, flags, grid, parameters, …) need not be set. */
typedef struct wg_run_request {
    const char *device; /* a name of data/devices */
    wg_compile_options compile;
    wg_launch launch;
} wg_run_request;

/* What came of it. Everything but the spec is owned. */
typedef struct wg_run {
    const wg_spec *spec;
    wg_plan *plan;
    wg_device *device;
    wg_compiled compiled;
    bool is_ptx; /* the source is PTX: nothing was compiled */
    wg_ptx_module *module;
    const wg_ptx_function *kernel;
    char *kernel_name; /* as in the source */
    wg_heap *heap;
    wg_loaded *loaded;
    wg_program *program;
    uint64_t *addresses; /* of each argument's memory; 0 for scalars and local memory */
    wg_texture *textures;
    uint32_t texture_count;
    unsigned char *params;
    uint64_t dynamic_shared; /* with what local arguments take */
    wg_profile profile;
} wg_run;

/* The spec must be complete (wg_spec_complete) and outlive the run. */
wg_status wg_run_new(const wg_spec *spec, const wg_run_request *request, wg_run **out, wg_error *err);
void wg_run_free(wg_run *run);

/* An argument's memory after the run; NULL: there is none of that name, or it has no memory. */
const void *wg_run_memory(const wg_run *run, const char *argument, size_t *size);

/* The steps: kernel.c, arguments.c, limits.c. */
wg_status wg_run_find_kernel(wg_run *run, wg_error *err);
wg_status wg_run_check_arguments(const wg_run *run, wg_error *err);
uint64_t wg_run_symbol_address(const wg_run *run, const char *name); /* of a module's variable; 0: there is none */
void wg_run_describe_parameters(const wg_run *run, wg_text *text);   /* " (u64, u64, u32)" */
uint64_t wg_run_dynamic_shared(const wg_run *run);
wg_status wg_run_check_limits(const wg_run *run, wg_error *err);
wg_status wg_run_fill_arguments(wg_run *run, wg_error *err);
/* Needs the program: where parameters lie, where dynamic shared memory begins. */
wg_status wg_run_bind_arguments(wg_run *run, wg_error *err);

#endif
