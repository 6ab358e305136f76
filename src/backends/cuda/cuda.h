/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_BACKENDS_CUDA_CUDA_H
#define WG_BACKENDS_CUDA_CUDA_H

#include "backends/cuda/driver.h"
#include "backends/host_code.h"
#include "backends/ptx_kernel.h"

typedef struct cuda_kernel {
    wg_engine_kernel base;
    wg_ptx_kernel ptx;
    cu_module module;
    cu_function function;
    wg_host_code host; /* a vendor's */
    bool is_host;
} cuda_kernel;

typedef struct cuda_texture {
    uint64_t object;
    cu_array array; /* NULL: the texels lie in linear memory */
} cuda_texture;

/* Pinned memory on the way to the device and back, in two halves: while the device fetches one, the host fills the
 * other. */
typedef struct cuda_staging {
    char *half[2];    /* NULL: nothing large was copied yet */
    cu_event done[2]; /* the device with a half */
} cuda_staging;

typedef struct cuda {
    wg_engine base;
    cu_driver driver;
    const cu_driver *cu; /* that driver */
    wg_engine_options options;
    char arch[32];
    int device;
    cu_context context;
    cu_stream stream;  /* where kernels and copies go */
    cu_stream current; /* where the latest work is: that stream, or NULL, the one of the vendors' libraries */
    cu_event turn;     /* from one of them to the other */
    cu_event start, stop;
    cuda_staging staging;
    uint64_t flush_memory, flush_bytes;
    cuda_kernel **kernels;
    size_t kernel_count, kernel_capacity;
    cuda_texture *textures;
    size_t texture_count, texture_capacity;
} cuda;

wg_status wg_cuda_make_texture(wg_engine *engine, const wg_argument *argument, const uint32_t size[3], uint64_t memory,
                               uint64_t *texture, wg_error *err);

/* What follows goes to `stream`, after all that is under way. */
wg_status wg_cuda_turn_to(cuda *c, cu_stream stream, wg_error *err);

/* `from` may be changed as soon as it returns. */
wg_status wg_cuda_write(cuda *c, uint64_t memory, const void *from, uint64_t bytes, wg_error *err);
wg_status wg_cuda_read(cuda *c, uint64_t memory, void *to, uint64_t bytes, wg_error *err);
void wg_cuda_staging_free(cuda *c);

#endif
