/* Cooperative groups: the grid, the block, tiles of a power of two up to a warp, the threads that happen to run together. Tiles of
 * several warps, clusters and groups of several devices are left out. */
#pragma once
#pragma clang system_header
#include "warpgrind_cuda.h"

#define __WG_MEMBER_FUNCTION __device__ __attribute__((always_inline, nodebug)) inline

namespace cooperative_groups {

__WG_DEVICE unsigned __wg_lane() { return (unsigned)__nvvm_read_ptx_sreg_laneid(); }

class thread_block {
public:
    static __WG_MEMBER_FUNCTION void sync() { __syncthreads(); }
    static __WG_MEMBER_FUNCTION unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static __WG_MEMBER_FUNCTION unsigned num_threads() { return size(); }
    static __WG_MEMBER_FUNCTION unsigned thread_rank()
    {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    static __WG_MEMBER_FUNCTION dim3 group_index() { return blockIdx; }
    static __WG_MEMBER_FUNCTION dim3 thread_index() { return threadIdx; }
    static __WG_MEMBER_FUNCTION dim3 group_dim() { return blockDim; }
    static __WG_MEMBER_FUNCTION dim3 dim_threads() { return blockDim; }
};
__WG_DEVICE thread_block this_thread_block() { return {}; }

class grid_group {
    /* The workspace of a cooperative launch is where environment registers 1 and 2 say; its second word is the barrier's. */
    static __WG_MEMBER_FUNCTION unsigned *arrivals()
    {
        unsigned high, low;
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        return (unsigned *)((unsigned long long)high << 32 | low) + 1;
    }

public:
    static __WG_MEMBER_FUNCTION bool is_valid() { return true; }
    static __WG_MEMBER_FUNCTION dim3 group_dim() { return gridDim; }
    static __WG_MEMBER_FUNCTION dim3 dim_blocks() { return gridDim; }
    static __WG_MEMBER_FUNCTION dim3 block_index() { return blockIdx; }
    static __WG_MEMBER_FUNCTION unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static __WG_MEMBER_FUNCTION unsigned long long block_rank()
    {
        return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static __WG_MEMBER_FUNCTION unsigned long long size() { return num_blocks() * thread_block::size(); }
    static __WG_MEMBER_FUNCTION unsigned long long num_threads() { return size(); }
    static __WG_MEMBER_FUNCTION unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    /* Each block's first thread counts it in, and waits until the round it belongs to is full. */
    static __WG_MEMBER_FUNCTION void sync()
    {
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            unsigned *arrived = arrivals(), blocks = (unsigned)num_blocks();
            __threadfence();
            unsigned last_of_round = atomicAdd(arrived, 1u) / blocks * blocks + blocks;
            while ((int)(*(volatile unsigned *)arrived - last_of_round) < 0)
                ;
            __threadfence();
        }
        __syncthreads();
    }
};
__WG_DEVICE grid_group this_grid() { return {}; }

/* What a tile and a coalesced group have in common: a mask of lanes of one warp. */
class __wg_lanes {
protected:
    unsigned mask_;

    /* A shuffle of any type, a word at a time. */
    template <class T, class Shuffle> static __WG_MEMBER_FUNCTION T each_word(T x, Shuffle shuffle)
    {
        unsigned words[(sizeof(T) + 3) / 4] = {};
        __builtin_memcpy(words, &x, sizeof x);
        for (unsigned &word : words)
            word = shuffle(word);
        __builtin_memcpy(&x, words, sizeof x);
        return x;
    }

public:
    __WG_MEMBER_FUNCTION __wg_lanes(unsigned mask) : mask_(mask) {}
    __WG_MEMBER_FUNCTION void sync() const { __syncwarp(mask_); }
    __WG_MEMBER_FUNCTION int any(int p) const { return __any_sync(mask_, p); }
    __WG_MEMBER_FUNCTION int all(int p) const { return __all_sync(mask_, p); }
    __WG_MEMBER_FUNCTION unsigned __wg_mask() const { return mask_; }
};

#define __WG_TILE_SHUFFLE(name, intrinsic, type)                                                                       \
    template <class T> __WG_MEMBER_FUNCTION T name(T x, type lane) const                                               \
    {                                                                                                                  \
        unsigned mask = mask_;                                                                                         \
        return each_word(x, [=](unsigned word) { return intrinsic(mask, word, lane, Size); });                         \
    }

template <unsigned Size, class Parent = void> class thread_block_tile : public __wg_lanes {
    static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two of at most 32 threads");

public:
    __WG_MEMBER_FUNCTION thread_block_tile()
        : __wg_lanes(Size == 32 ? ~0u : ((1u << (Size & 31)) - 1) << (__wg_lane() & ~(Size - 1))) {}
    template <class Other> __WG_MEMBER_FUNCTION thread_block_tile(const thread_block_tile<Size, Other> &other)
        : __wg_lanes(other.__wg_mask()) {}
    static __WG_MEMBER_FUNCTION unsigned size() { return Size; }
    static __WG_MEMBER_FUNCTION unsigned num_threads() { return Size; }
    static __WG_MEMBER_FUNCTION unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
    static __WG_MEMBER_FUNCTION unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static __WG_MEMBER_FUNCTION unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    __WG_TILE_SHUFFLE(shfl, __shfl_sync, int)
    __WG_TILE_SHUFFLE(shfl_up, __shfl_up_sync, unsigned)
    __WG_TILE_SHUFFLE(shfl_down, __shfl_down_sync, unsigned)
    __WG_TILE_SHUFFLE(shfl_xor, __shfl_xor_sync, int)
    __WG_MEMBER_FUNCTION unsigned ballot(int p) const
    {
        return __ballot_sync(mask_, p) >> (Size == 32 ? 0 : __wg_lane() & ~(Size - 1));
    }
};
template <unsigned Size, class Parent> __WG_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return {};
}

class coalesced_group : public __wg_lanes {
public:
    __WG_MEMBER_FUNCTION coalesced_group(unsigned mask) : __wg_lanes(mask) {}
    __WG_MEMBER_FUNCTION unsigned size() const { return (unsigned)__popc(mask_); }
    __WG_MEMBER_FUNCTION unsigned num_threads() const { return size(); }
    __WG_MEMBER_FUNCTION unsigned thread_rank() const { return (unsigned)__popc(mask_ & ((1u << __wg_lane()) - 1)); }
    template <class T> __WG_MEMBER_FUNCTION T shfl(T x, int rank) const
    {
        unsigned rest = mask_; /* the lane of the rank-th member */
        for (int i = 0; i < rank; i++)
            rest &= rest - 1;
        unsigned mask = mask_;
        return each_word(x, [=](unsigned word) { return __shfl_sync(mask, word, __ffs((int)rest) - 1); });
    }
};
__WG_DEVICE coalesced_group coalesced_threads() { return {__activemask()}; }

/* Any of the above, for functions that do not care which. */
class thread_group {
    unsigned mask_, size_, rank_; /* mask 0: the block */

public:
    __WG_MEMBER_FUNCTION thread_group(const thread_block &b) : mask_(0), size_(b.size()), rank_(b.thread_rank()) {}
    __WG_MEMBER_FUNCTION thread_group(const coalesced_group &g)
        : mask_(g.__wg_mask()), size_(g.size()), rank_(g.thread_rank()) {}
    template <unsigned Size, class Parent> __WG_MEMBER_FUNCTION thread_group(const thread_block_tile<Size, Parent> &t)
        : mask_(t.__wg_mask()), size_(Size), rank_(t.thread_rank()) {}
    __WG_MEMBER_FUNCTION unsigned size() const { return size_; }
    __WG_MEMBER_FUNCTION unsigned thread_rank() const { return rank_; }
    __WG_MEMBER_FUNCTION void sync() const
    {
        if (mask_)
            __syncwarp(mask_);
        else
            __syncthreads();
    }
};

template <class Group> __WG_DEVICE void sync(const Group &group) { group.sync(); }
template <class Group> __WG_DEVICE unsigned thread_rank(const Group &group) { return group.thread_rank(); }
template <class Group> __WG_DEVICE unsigned group_size(const Group &group) { return group.size(); }

/* Reductions, for a tile: every thread gets the result. */
#define __WG_FUNCTOR(name, expression)                                                                                 \
    template <class T> struct name {                                                                                   \
        __WG_MEMBER_FUNCTION T operator()(T a, T b) const { return expression; }                                       \
    };
__WG_FUNCTOR(plus, a + b)
__WG_FUNCTOR(less, a < b ? a : b)
__WG_FUNCTOR(greater, a > b ? a : b)
__WG_FUNCTOR(bit_and, a &b)
__WG_FUNCTOR(bit_or, a | b)
__WG_FUNCTOR(bit_xor, a ^ b)

template <unsigned Size, class Parent, class T, class Operation>
__WG_DEVICE T reduce(const thread_block_tile<Size, Parent> &tile, T x, Operation operation)
{
    for (unsigned n = Size / 2; n > 0; n /= 2)
        x = operation(x, tile.shfl_xor(x, n));
    return x;
}

} // namespace cooperative_groups
