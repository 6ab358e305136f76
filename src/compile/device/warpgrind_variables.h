/* threadIdx and its kin: objects whose members read special registers. */
#pragma once

#define __WG_MEMBER(name, value)                                                                                       \
    __declspec(property(get = __wg_get_##name)) unsigned name;                                                         \
    static __device__ __attribute__((always_inline, nodebug)) inline unsigned __wg_get_##name() { return value; }

#define __WG_VARIABLE(name, reg)                                                                                       \
    struct __wg_type_of_##name {                                                                                       \
        __WG_MEMBER(x, __nvvm_read_ptx_sreg_##reg##_x())                                                               \
        __WG_MEMBER(y, __nvvm_read_ptx_sreg_##reg##_y())                                                               \
        __WG_MEMBER(z, __nvvm_read_ptx_sreg_##reg##_z())                                                               \
        __device__ __attribute__((always_inline, nodebug)) operator uint3() const { return {x, y, z}; }                \
        __device__ __attribute__((always_inline, nodebug)) operator dim3() const { return dim3(x, y, z); }             \
    };                                                                                                                 \
    extern const __device__ __attribute__((weak)) __wg_type_of_##name name;

__WG_VARIABLE(threadIdx, tid)
__WG_VARIABLE(blockIdx, ctaid)
__WG_VARIABLE(blockDim, ntid)
__WG_VARIABLE(gridDim, nctaid)

static constexpr int warpSize = 32;
