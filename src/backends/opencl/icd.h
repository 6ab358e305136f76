/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL, found at run time through its loader. What is used of the interface is written down here, so that building
 * needs no headers of OpenCL. */
#ifndef WG_BACKENDS_OPENCL_ICD_H
#define WG_BACKENDS_OPENCL_ICD_H

#include "warpgrind/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct cl_platform_s *cl_platform;
typedef struct cl_device_s *cl_device;
typedef struct cl_context_s *cl_context;
typedef struct cl_queue_s *cl_queue;
typedef struct cl_program_s *cl_program;
typedef struct cl_kernel_s *cl_kernel;
typedef struct cl_memory_s *cl_memory;
typedef struct cl_event_s *cl_event;

#define CL_ANY_DEVICE UINT64_C(0xffffffff)
enum {
    CL_PLATFORM_NAME = 0x0902,
    CL_DEVICE_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_CACHE_BYTES = 0x101e,
    CL_DEVICE_MEMORY_BYTES = 0x101f,
    CL_DEVICE_NAME = 0x102b,
    CL_PROGRAM_KERNEL_NAMES = 0x1168,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_KERNEL_ARGUMENTS = 0x1191,
    CL_KERNEL_REQUIRED_GROUP = 0x11B1,
    CL_PROFILING_START = 0x1282,
    CL_PROFILING_END = 0x1283,
    CL_QUEUE_PROFILING = 2,
    CL_MEMORY_READ_WRITE = 1,
};

typedef struct cl_icd {
#define FUNCTION(result, name, parameters) result(*name) parameters;
#include "backends/opencl/functions.def"
#undef FUNCTION
} cl_icd;

/* Loaded, which costs nothing the second time; WG_ERR_MISSING says what is not there. */
wg_status wg_cl_icd_load(cl_icd *out, wg_error *err);

/* WG_OK for 0; else a sentence with the call's name and what the number means. */
wg_status wg_cl_check(int result, const char *call, wg_error *err);

#endif
