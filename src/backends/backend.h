/* SPDX-License-Identifier: Apache-2.0 */
/* Who runs kernels. A back end is a const table of functions at the end of its file; an engine is one device of it,
 * opened. The simulator is a peer of the real ones. A driver or compiler that is not there is a normal state: `open`
 * says so in one sentence, `describe` too.
 *
 * Textures and kernels belong to the engine and go with it; memory is released by whoever allocated it. A memory handle
 * is whatever the back end calls memory: a device address, an object, a pointer. */
#ifndef WG_BACKENDS_BACKEND_H
#define WG_BACKENDS_BACKEND_H

#include "base/text.h"
#include "compile/compile.h"
#include "counters/estimate.h"
#include "devices/device.h"
#include "ptx/ablate.h"
#include "sim/launch.h"
#include "spec/spec.h"

typedef struct wg_backend wg_backend;

typedef struct wg_engine {
    const wg_backend *backend;
    char name[64];    /* "sim:h200", "cuda:0" */
    char title[128];  /* "NVIDIA H200" */
    int capability;   /* compute capability, 90 for 9.0; 0: it has none */
    wg_device *model; /* what data/devices knows of it; NULL: nothing */
} wg_engine;

typedef struct wg_engine_options {
    wg_compile_options compile; /* with, arch, no_cache; the rest comes with the kernel */
    wg_launch launch;           /* of the simulator: threads, limits, who is told of progress */
    bool estimates;             /* the simulator: how long each launch takes … */
    bool what_if;               /* … and what it would if something were different … */
    bool samples;               /* … from as few blocks as that needs */
    bool may_sample;            /* … where the launch is large and they are certain to be alike */
    bool cold_caches;           /* nothing is in the caches before a run */
    const wg_device *model;     /* the simulator: this GPU instead of the one whose name it is given; NULL: that one */
} wg_engine_options;

/* What a kernel gets, as far as building and checking it goes. */
typedef struct wg_signature {
    const wg_spec *spec;
    const size_t *pass; /* indices of the spec's arguments */
    size_t pass_count;
} wg_signature;

typedef struct wg_kernel_source {
    const char *file, *name; /* name NULL: the only one */
    const char *const *flags;
    size_t flag_count;
    wg_signature signature;
    bool is_vendor;             /* a host function of a vendor's library */
    bool is_check;              /* a host function that returns a sentence */
    const wg_ablation *rewrite; /* PTX: a variant of the kernel instead; NULL: as it is */
} wg_kernel_source;

/* One kernel, built; back ends put it first in what they keep of it. */
typedef struct wg_engine_kernel {
    char *name;        /* as in the source */
    char compiler[64]; /* who made it */
    uint64_t static_shared;
    uint32_t required_block[3]; /* threads of the only block it runs with, reqd_work_group_size; 0: it takes any */
    int registers, local_bytes, blocks_per_sm; /* -1: not known */
    /* The simulator's: what was executed, summed over launches; NULL elsewhere. */
    const wg_ptx_module *module;
    const wg_program *program;
    const char *ptx;      /* the text, where the source is PTX itself */
    const char *compiled; /* the PTX that runs, whoever wrote it */
    wg_profile *profile;
    const wg_estimate *estimate;    /* of its launches; NULL: none was wanted */
    const wg_insn_time *insn_times; /* … of each program->insns: shares of the warps' time, they add up to 1 */
} wg_engine_kernel;

/* An argument of a call. */
typedef struct wg_kernel_argument {
    wg_memory kind;
    uint64_t handle;  /* of memory or a texture */
    uint64_t bytes;   /* of a scalar or of local memory */
    const void *bits; /* of a scalar */
} wg_kernel_argument;

typedef struct wg_kernel_call {
    wg_engine_kernel *kernel;
    uint32_t grid[3], block[3];
    uint64_t shared; /* dynamic, without local arguments */
    const wg_kernel_argument *arguments;
    size_t argument_count;
    const char *const *names; /* of the arguments, NULL where one has none; NULL: not known */
    bool feeds_others;        /* another kernel of the run comes after it and may read what it writes */
    bool is_repeated;         /* the same was launched before, and counted: only its results matter */
} wg_kernel_call;

struct wg_backend {
    const char *name;   /* as -d has it */
    bool has_addresses; /* a memory handle is the address that kernels see */

    /* A line for each device, "  cuda:0  NVIDIA H200, …\n", or one that says why there is none. */
    void (*describe)(wg_text *text);

    /* `which` is what follows the colon, NULL: the first. */
    wg_status (*open)(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *err);
    void (*close)(wg_engine *engine);

    wg_status (*build)(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err);

    wg_status (*allocate)(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err);
    wg_status (*release)(wg_engine *engine, uint64_t memory, wg_error *err);
    wg_status (*write)(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err);
    wg_status (*read)(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err);
    wg_status (*set)(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err);

    /* These may be NULL: not there. ask: what the driver says of the device, each value with its source. */
    wg_status (*ask)(wg_engine *engine, wg_device *device, wg_error *err);
    /* Where the host sees memory as it is. */
    void *(*map)(wg_engine *engine, uint64_t memory, uint64_t bytes);
    wg_status (*make_texture)(wg_engine *engine, const wg_argument *argument, const uint32_t size[3], uint64_t memory,
                              uint64_t *texture, wg_error *err);
    wg_status (*set_symbol)(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, const void *bits,
                            uint64_t bytes, wg_error *err);
    wg_status (*read_symbol)(wg_engine *engine, wg_engine_kernel *kernel, const char *symbol, void *bits,
                             uint64_t bytes, wg_error *err);

    /* May return before the kernel is done. */
    wg_status (*launch)(wg_engine *engine, const wg_kernel_call *call, wg_error *err);
    wg_status (*finish)(wg_engine *engine, wg_error *err);

    /* The device's own clock around what is launched between them; NULL: it has none. */
    wg_status (*start_clock)(wg_engine *engine, wg_error *err);
    wg_status (*stop_clock)(wg_engine *engine, double *seconds, wg_error *err);
    /* Leaves nothing of the buffers in the caches. */
    wg_status (*flush_caches)(wg_engine *engine, wg_error *err);
};

extern const wg_backend wg_backend_simulator, wg_backend_cuda, wg_backend_opencl, wg_backend_cpu;

/* "sim:h200", "h200", "cuda", "opencl:1", "cpu"; NULL: sim:h200. */
wg_status wg_engine_open(const char *device, const wg_engine_options *options, wg_engine **out, wg_error *err);
void wg_engine_close(wg_engine *engine); /* NULL is fine */
bool wg_device_is_simulated(const char *device);

/* The back ends in the order `devices` shows them, ended by NULL. */
extern const wg_backend *const wg_backends[];

#endif
