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

typedef struct cuda {
    wg_engine base;
    const cu_driver *cu;
    wg_engine_options options;
    char arch[32];
    int device;
    cu_context context;
    cu_event start, stop;
    uint64_t flush_memory, flush_bytes;
    cuda_kernel **kernels;
    size_t kernel_count, kernel_capacity;
    cuda_texture *textures;
    size_t texture_count, texture_capacity;
} cuda;

wg_status wg_cuda_make_texture(wg_engine *engine, const wg_argument *argument, const uint32_t size[3], uint64_t memory,
                               uint64_t *texture, wg_error *err);

#endif
