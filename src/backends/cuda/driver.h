/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's driver, found at run time: the program is the same with and without it. The few types and numbers of its
 * interface that are used are written down here, so that building needs no CUDA either. */
#ifndef WG_BACKENDS_CUDA_DRIVER_H
#define WG_BACKENDS_CUDA_DRIVER_H

#include "warpgrind/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct cu_context_s *cu_context;
typedef struct cu_module_s *cu_module;
typedef struct cu_function_s *cu_function;
typedef struct cu_stream_s *cu_stream;
typedef struct cu_event_s *cu_event;
typedef struct cu_array_s *cu_array;

enum { CU_MEMORY_DEVICE = 2, CU_MEMORY_ARRAY = 3 };
enum { CU_ARRAY_LAYERED = 1, CU_ARRAY_SURFACE = 2 };
enum { CU_RESOURCE_ARRAY = 0, CU_RESOURCE_LINEAR = 2 };
enum { CU_READ_AS_INTEGER = 1, CU_NORMALIZED_COORDINATES = 2 };
enum { CU_STREAM_NON_BLOCKING = 1 };
enum { CU_EVENT_UNTIMED = 2 };
enum {
    CU_DEVICE_MULTIPROCESSORS = 16,
    CU_DEVICE_L2_BYTES = 38,
    CU_DEVICE_MAJOR = 75,
    CU_DEVICE_MINOR = 76,
};
enum {
    CU_FUNCTION_SHARED_BYTES = 1,
    CU_FUNCTION_LOCAL_BYTES = 3,
    CU_FUNCTION_REGISTERS = 4,
    CU_FUNCTION_MAX_DYNAMIC_SHARED = 8,
};
enum { CU_JIT_ERROR_LOG = 5, CU_JIT_ERROR_LOG_SIZE = 6 };

typedef struct cu_array_shape {
    size_t width, height, depth;
    int format;
    unsigned channels, flags;
} cu_array_shape;

typedef struct cu_copy_place {
    size_t x_bytes, y, z, lod;
    int memory_type;
    const void *host;
    uint64_t device;
    cu_array array;
    void *reserved;
    size_t pitch, height;
} cu_copy_place;

typedef struct cu_copy_3d {
    cu_copy_place from, to;
    size_t width_bytes, height, depth;
} cu_copy_3d;

typedef struct cu_resource {
    int type;
    union {
        cu_array array;
        struct {
            uint64_t address;
            int format;
            unsigned channels;
            size_t bytes;
        } linear;
        int reserved[32];
    } of;
    unsigned flags;
} cu_resource;

typedef struct cu_sampling {
    int address_mode[3], filter;
    unsigned flags, anisotropy;
    int mip_filter;
    float mip_bias, mip_low, mip_high, border[4];
    int reserved[12];
} cu_sampling;

typedef struct cu_driver {
#define FUNCTION(name, parameters) int(*name) parameters;
#include "backends/cuda/functions.def"
#undef FUNCTION
} cu_driver;

/* Loaded and initialised, which costs nothing the second time; WG_ERR_MISSING says what is not there. */
wg_status wg_cu_driver_load(cu_driver *out, wg_error *err);

/* WG_OK for 0; else a sentence with the call's name and the driver's own words. */
wg_status wg_cu_check(const cu_driver *cu, int result, const char *call, wg_error *err);

#endif
