/* CUDA C for clang without a CUDA installation: what nvcc's own headers would declare, as far as programs use it.
 *
 * clang gets this with -include, so it comes before everything; the names that CUDA programs include (cuda_runtime.h
 * …) lead here too. Device functions are always inlined and carry no line information of their own, so that the PTX
 * counts their instructions to the user's line. Host functions are declared so that a whole program parses: only its
 * kernels are compiled. What cannot be done right is left out, so that a file that needs it is refused instead of
 * miscompiled. */
#pragma once
#pragma clang system_header

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

/* By these, programs ask which of CUDA's headers they have included: all that are here. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#if __clang_major__ < 15 /* a keyword from then on */
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __maxnreg__(n)
#define __cluster_dims__(...)
#define __device_builtin__
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB

/* Every device function below. */
#define __WG_DEVICE static __device__ __attribute__((always_inline, nodebug)) inline
/* Those that CUDA offers to host code too. */
#define __WG_BOTH static __host__ __device__ __attribute__((always_inline, nodebug)) inline

#include <stddef.h>

#include "warpgrind_types.h"
#include "warpgrind_variables.h"
#include "warpgrind_integer.h"
#include "warpgrind_math.h"
#include "warpgrind_rounding.h"
#include "warpgrind_sync.h"
#include "warpgrind_atomic.h"
#include "warpgrind_memory.h"

/* Behind the device overloads, which the standard headers must see first; nvcc includes as much by itself. */
#include "warpgrind_standard.h"
#include "warpgrind_runtime.h"
#include "warpgrind_texture.h"
