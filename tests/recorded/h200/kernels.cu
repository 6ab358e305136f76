// Small kernels whose hardware counters are recorded in counters.csv. Each one exercises something that a
// simulator of counters can get wrong. What is launched, with which data, is in cases.csv: main() reads that
// table, fills the arguments by its expressions and launches every line once, in order.
//
//   nvcc -O3 -arch=sm_90 -lineinfo kernels.cu -o kernels
//   ./kernels cases.csv [checksums.csv|- [launches of each]]
//
// All buffers come from cudaMalloc, so every base address is a multiple of 256 bytes.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define TID (blockIdx.x * blockDim.x + threadIdx.x)

// ---- global memory: width, stride, alignment -------------------------------------------------------------

// One 8-byte load and store a lane: 256 contiguous bytes a warp.
__global__ void copy_float2(float2 *out, const float2 *in) { out[TID] = in[TID]; }

// One 16-byte load and store a lane: 512 contiguous bytes a warp.
__global__ void copy_float4(float4 *out, const float4 *in) { out[TID] = in[TID]; }

// 16-byte loads a given number of elements apart; contiguous 4-byte stores.
__global__ void stride_float4(float *out, const float4 *in, int stride)
{
    float4 v = in[TID * stride];
    out[TID] = v.x + v.y + v.z + v.w;
}

// 8-byte loads a given number of elements apart; contiguous 4-byte stores.
__global__ void stride_float2(float *out, const float2 *in, int stride)
{
    float2 v = in[TID * stride];
    out[TID] = v.x + v.y;
}

// 16-byte loads in which `share` neighbouring lanes read the same element.
__global__ void broadcast_float4(float *out, const float4 *in, int share)
{
    float4 v = in[TID / share];
    out[TID] = v.x + v.y + v.z + v.w;
}

// 16-byte loads with lanes in reversed order inside each warp.
__global__ void reverse_float4(float4 *out, const float4 *in) { out[TID] = in[TID ^ 31]; }

// Array of 8-byte structures, one member used: 4-byte loads and stores 8 bytes apart.
struct pair { float x, y; };
__global__ void aos8(pair *a, float s) { a[TID].y = a[TID].x * s; }

// Array of 16-byte structures with 4-byte alignment: four scalar loads 16 bytes apart.
struct quad { float x, y, z, w; };
__global__ void aos16(float *out, const quad *a)
{
    quad q = a[TID];
    out[TID] = q.x * q.y + q.z * q.w;
}

// The same structure, 16-byte aligned: the compiler may load it whole.
struct __align__(16) quad_aligned { float x, y, z, w; };
__global__ void aos16_aligned(float *out, const quad_aligned *a)
{
    quad_aligned q = a[TID];
    out[TID] = q.x * q.y + q.z * q.w;
}

// Array of 12-byte structures.
__global__ void aos12(float *out, const float3 *a)
{
    float3 v = a[TID];
    out[TID] = v.x + v.y + v.z;
}

// Loads that start in the middle of a sector; stores aligned.
__global__ void offset_load(float *out, const float *in, int offset) { out[TID] = in[TID + offset]; }

// 4-byte loads with a stride that is no power of two.
__global__ void stride_load(float *out, const float *in, int stride) { out[TID] = in[TID * stride]; }

// 1-byte loads and stores: one sector a warp.
__global__ void copy_u8(unsigned char *out, const unsigned char *in) { out[TID] = in[TID] + 1; }

// 1-byte loads 3 bytes apart, as in packed RGB pixels.
__global__ void rgb_to_gray(unsigned char *out, const unsigned char *in)
{
    int i = TID;
    out[i] = (77 * in[3 * i] + 150 * in[3 * i + 1] + 29 * in[3 * i + 2]) >> 8;
}

// 2-byte loads and 4-byte stores.
__global__ void widen_i16(int *out, const short *in) { out[TID] = in[TID]; }

// 8-byte scalar arithmetic in double precision.
__global__ void daxpy(double *y, const double *x, double a) { y[TID] = a * x[TID] + y[TID]; }

// Half precision, two values at a time.
__global__ void hfma2(__half2 *y, const __half2 *x, int reps)
{
    __half2 v = y[TID], w = x[TID];
    for (int r = 0; r < reps; r++) v = __hfma2(v, w, w);
    y[TID] = v;
}

// ---- global memory: order, masks, edges --------------------------------------------------------------------

// Reads through an index array.
__global__ void gather(float *out, const float *in, const int *idx) { out[TID] = in[idx[TID]]; }

// Writes through an index array.
__global__ void scatter(float *out, const float *in, const int *idx) { out[idx[TID]] = in[TID]; }

// Lanes permuted inside their warp: as many sectors as a straight copy.
__global__ void permute_in_warp(float *out, const float *in, int mask) { out[TID] = in[TID ^ mask]; }

// Addresses that fall while lanes rise, not aligned to the warp.
__global__ void reverse(float *out, const float *in, int n)
{
    int i = TID;
    if (i < n) out[i] = in[n - 1 - i];
}

// One address for the whole block, then one for every eight lanes.
__global__ void broadcast_load(float *out, const float *a, const float *b) { out[TID] = a[blockIdx.x] + b[TID / 8]; }

// A bounds check that leaves the last warp partly filled.
__global__ void guarded_saxpy(int n, float a, const float *x, float *y)
{
    int i = TID;
    if (i < n) y[i] = a * x[i] + y[i];
}

// A loop over the grid, last round partial.
__global__ void grid_stride_saxpy(int n, float a, const float *x, float *y)
{
    for (int i = TID; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

// Two-dimensional blocks over an image with a pitch: a warp covers several rows.
__global__ void image_scale(float *out, const float *in, int width, int height, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * pitch + x] = 2.0f * in[y * pitch + x];
}

// Three-dimensional blocks: seven-point stencil with guarded edges.
__global__ void stencil3d(float *out, const float *in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    int i = (z * n + y) * n + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6.0f * in[i];
}

// Odd lanes leave at once; the others go on loading.
__global__ void exit_odd_lanes(float *out, const float *in)
{
    int i = TID;
    if (i & 1) return;
    out[i] = in[i] + in[i + 1];
}

// Whole warps leave at once.
__global__ void exit_odd_warps(float *out, const float *in)
{
    int i = TID;
    if ((i >> 5) & 1) return;
    out[i] = in[i];
}

// A store under a data-dependent condition: short enough to be predicated.
__global__ void predicated_store(float *out, const float *in, float limit)
{
    int i = TID;
    float v = in[i];
    if (v > limit) out[i] = v;
}

// Loads through the read-only path, and the same element read by both neighbours.
__global__ void ldg_pairs(float *out, const float *in)
{
    int i = TID;
    out[i] = __ldg(in + i) + __ldg(in + (i ^ 1));
}

// Naive matrix product with edges that fit no block.
__global__ void matmul_edges(int n, const float *a, const float *b, float *c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
}

// ---- shared memory: banks ------------------------------------------------------------------------------------

// 4-byte shared stores and loads with a stride in words; eight rounds, the stored value changes each round.
template <int STRIDE> __global__ void smem_stride(float *out, const float *in)
{
    __shared__ float s[33 * 32];
    int lane = threadIdx.x;
    float v = in[TID];
#pragma unroll 1
    for (int r = 0; r < 8; r++) {
        s[lane * STRIDE] = v;
        __syncwarp();
        v += s[(lane ^ 1) * STRIDE];
        __syncwarp();
    }
    out[TID] = v;
}

// A 32 by 32 tile written by rows and read by rows, by columns, or by columns with a padded row.
template <int MODE> __global__ void smem_tile(float *out, const float *in)
{
    constexpr int width = MODE == 2 ? 33 : 32;
    __shared__ float s[32 * width];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
    s[y * width + x] = in[i];
    __syncthreads();
    out[i] = MODE == 0 ? s[(31 - y) * width + x] : s[x * width + y];
}

// 8-byte shared stores and loads, elements STRIDE apart.
template <int STRIDE> __global__ void smem_float2(float2 *out, const float2 *in)
{
    __shared__ float2 s[32 * STRIDE];
    int lane = threadIdx.x;
    s[lane * STRIDE] = in[TID];
    __syncwarp();
    out[TID] = s[(lane ^ 5) * STRIDE];
}

// 16-byte shared stores and loads, elements STRIDE apart.
template <int STRIDE> __global__ void smem_float4(float4 *out, const float4 *in)
{
    __shared__ float4 s[32 * STRIDE];
    int lane = threadIdx.x;
    s[lane * STRIDE] = in[TID];
    __syncwarp();
    out[TID] = s[(lane ^ 5) * STRIDE];
}

// Double precision in shared memory, elements STRIDE apart.
template <int STRIDE> __global__ void smem_double(double *out, const double *in)
{
    __shared__ double s[32 * STRIDE];
    int lane = threadIdx.x;
    s[lane * STRIDE] = in[TID];
    __syncwarp();
    out[TID] = s[(lane ^ 5) * STRIDE];
}

// 16-byte shared loads in which 2^SHIFT neighbouring lanes read the same element (5: the whole warp).
template <int SHIFT> __global__ void smem_float4_share(float4 *out, const float4 *in)
{
    __shared__ float4 s[32];
    int lane = threadIdx.x;
    s[lane] = in[TID];
    __syncwarp();
    out[TID] = s[lane >> SHIFT];
}

// 8-byte shared loads in which 2^SHIFT neighbouring lanes read the same element.
template <int SHIFT> __global__ void smem_float2_share(float2 *out, const float2 *in)
{
    __shared__ float2 s[32];
    int lane = threadIdx.x;
    s[lane] = in[TID];
    __syncwarp();
    out[TID] = s[lane >> SHIFT];
}

// 1-byte shared accesses: neighbours in one word, then one byte a word, then 33 bytes apart.
template <int STRIDE> __global__ void smem_bytes(unsigned char *out, const unsigned char *in)
{
    __shared__ unsigned char s[32 * STRIDE];
    int lane = threadIdx.x;
    s[lane * STRIDE] = in[TID];
    __syncwarp();
    out[TID] = s[(lane ^ 9) * STRIDE];
}

// Tree sum with a stride that grows: bank conflicts, and fewer lanes each round.
__global__ void tree_sum(int *out, const int *in)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[TID];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        int x = 2 * k * t;
        if (x < 256) s[x] += s[x + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// Inclusive scan in shared memory, two buffers.
__global__ void scan256(int *out, const int *in)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, a = 0;
    s[0][t] = in[TID];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        s[a ^ 1][t] = t >= k ? s[a][t] + s[a][t - k] : s[a][t];
        a ^= 1;
        __syncthreads();
    }
    out[TID] = s[a][t];
}

// Bitonic sort of 256 values in shared memory: half the lanes swap, in shifting patterns.
__global__ void bitonic256(int *data)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[TID];
    __syncthreads();
    for (int k = 2; k <= 256; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int u = t ^ j;
            if (u > t) {
                int a = s[t], b = s[u];
                if ((a > b) == ((t & k) == 0)) { s[t] = b; s[u] = a; }
            }
            __syncthreads();
        }
    data[TID] = s[t];
}

// Shared memory whose size is given at launch.
__global__ void dynamic_shared(float *out, const float *in, int n)
{
    extern __shared__ float s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = s[n - 1 - i];
}

// Loads through a pointer that may point to shared or to global memory (generic addressing).
__global__ void generic_load(float *out, const float *in, int odd)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[TID];
    __syncthreads();
    const float *p = ((blockIdx.x + odd) & 1) ? s : in;
    out[TID] = p[255 - t];
}

// Asynchronous copies from global to shared memory, WIDTH bytes a lane.
template <int WIDTH> __global__ void async_copy(float *out, const float *in)
{
    __shared__ __align__(16) float s[256 * WIDTH / 4];
    constexpr int words = WIDTH / 4;
    int t = threadIdx.x;
    __pipeline_memcpy_async(s + t * words, in + TID * words, WIDTH);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[TID] = s[(255 - t) * words];
}

// Tensor-core product of two 16 by 16 half tiles read from shared memory.
__global__ void wmma_tile(float *out, const __half *a, const __half *b)
{
    using namespace nvcuda;
    __shared__ __align__(32) __half A[256], B[256];
    for (int i = threadIdx.x; i < 256; i += 32) {
        A[i] = a[blockIdx.x * 256 + i];
        B[i] = b[blockIdx.x * 256 + i];
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(x, A, 16);
    wmma::load_matrix_sync(y, B, 16);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, x, y, c);
    wmma::store_matrix_sync(out + blockIdx.x * 256, c, 16, wmma::mem_row_major);
}

// ---- atomics -----------------------------------------------------------------------------------------------

// Shared atomics whose result is not used: all lanes one word (SHIFT 5), or 2^SHIFT lanes a word.
template <int SHIFT> __global__ void shared_atomic(int *out, const int *in)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = 0;
    __syncwarp();
    atomicAdd(&s[lane >> SHIFT], in[TID]);
    __syncwarp();
    out[TID] = s[lane];
}

// Shared atomics on a word the compiler knows to be one for the block.
__global__ void shared_atomic_uniform(int *out, const int *in)
{
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, in[TID]);
    __syncthreads();
    out[TID] = s;
}

// Shared atomics, distinct words two apart, result used.
__global__ void shared_atomic_used(int *out, const int *in)
{
    __shared__ int s[64];
    int lane = threadIdx.x;
    s[lane] = lane;
    s[lane + 32] = lane;
    __syncwarp();
    out[TID] = atomicMax(&s[lane * 2], in[TID]);
}

// Floating-point shared atomics, distinct words.
__global__ void shared_atomic_float(float *out, const float *in)
{
    __shared__ float s[32];
    int lane = threadIdx.x;
    s[lane] = 1;
    __syncwarp();
    atomicAdd(&s[lane ^ 3], in[TID]);
    __syncwarp();
    out[TID] = s[lane];
}

// Global counter raised by a constant: the compiler may add up the warp first.
__global__ void atomic_count(int *counter) { atomicAdd(counter, 1); }

// Global sum on one address, a different value a lane, result not used.
__global__ void atomic_same(int *sum, const int *in) { atomicAdd(sum, in[TID]); }

// Global sum on one address, result used.
__global__ void atomic_same_used(int *out, int *sum, const int *in) { out[TID] = atomicAdd(sum, in[TID]) >= 0; }

// Floating-point global sum on one address.
__global__ void atomic_same_float(float *sum, const float *in) { atomicAdd(sum, in[TID]); }

// Global atomics, a given number of words apart, result not used.
__global__ void atomic_stride(int *out, const int *in, int stride) { atomicAdd(out + TID * stride, in[TID]); }

// Global atomics, a given number of words apart, result used.
__global__ void atomic_stride_used(int *out, int *a, const int *in, int stride) { out[TID] = atomicMax(a + TID * stride, in[TID]); }

// Eight lanes on each address, 64-bit.
__global__ void atomic_groups64(unsigned long long *sum, const int *in)
{
    atomicAdd(sum + TID / 8, (unsigned long long)in[TID]);
}

// Histogram: shared atomics over data, then one global atomic a bin.
__global__ void histogram(int *bins, const unsigned char *in, int n)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = TID; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// ---- local memory --------------------------------------------------------------------------------------------

// A private array indexed by data: one index for all lanes, or one each.
__global__ void local_array(float *out, const float *in, const int *idx)
{
    float a[16];
#pragma unroll
    for (int k = 0; k < 16; k++) a[k] = in[TID + k * 32];
    float s = 0;
#pragma unroll 1
    for (int r = 0; r < 8; r++) {
        int k = (idx[TID] + r) & 15;
        a[k] += 1.0f;
        s += a[k ^ 3];
    }
    out[TID] = s;
}

// More live values than registers: what is spilled is not visible in the PTX.
__global__ void __launch_bounds__(1024, 2) spill(float *out, const float *in, int rounds)
{
    float v[48];
#pragma unroll
    for (int k = 0; k < 48; k++) v[k] = in[TID + k];
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 48; k++) v[k] = v[k] * 0.5f + v[(k + 7) % 48];
    }
    float s = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) s += v[k];
    out[TID] = s;
}

// ---- constant memory, textures --------------------------------------------------------------------------------

__constant__ float weights[64] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
    60, 61, 62, 63, 64 };

// Constant memory at an address all lanes share.
__global__ void constant_uniform(float *out, int n)
{
    float s = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) s += weights[k];
    out[TID] = s;
}

// Constant memory at `distinct` addresses a warp.
__global__ void constant_divergent(float *out, int distinct) { out[TID] = weights[threadIdx.x % distinct]; }

__constant__ float filter5[25] = { 1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1 };

// 5 by 5 convolution, filter in constant memory, edges guarded.
__global__ void convolve5(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float s = 0;
    for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++) {
            int px = x + u - 2, py = y + v - 2;
            if (px >= 0 && px < width && py >= 0 && py < height) s += filter5[v * 5 + u] * in[py * width + px];
        }
    out[y * width + x] = s;
}

// Two-dimensional texture fetches at neighbouring points.
__global__ void texture_cross(float *out, cudaTextureObject_t img, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    out[y * width + x] = tex2D<float>(img, x + 0.5f, y + 0.5f) + tex2D<float>(img, x + 1.5f, y + 0.5f) + tex2D<float>(img, x + 0.5f, y + 1.5f);
}

// ---- inside the warp; control flow ------------------------------------------------------------------------------

// Warp sum by shuffles, one global atomic a warp.
__global__ void shuffle_sum(int *sum, const int *in)
{
    int v = in[TID];
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffffu, v, k);
    if ((threadIdx.x & 31) == 0) atomicAdd(sum, v);
}

// Votes: keep the positive values, closed up inside each warp.
__global__ void compact_warp(int *out, const int *in, int limit)
{
    int i = TID, lane = threadIdx.x & 31, v = in[i];
    unsigned keep = __ballot_sync(0xffffffffu, v > limit);
    if (v > limit) out[(i & ~31) + __popc(keep & ((1u << lane) - 1))] = v;
}

// Even and odd lanes do different work, too long to predicate.
__global__ void branch_by_lane(float *out, const float *in, int reps)
{
    int i = TID;
    float v = in[i];
    if (i & 1) {
#pragma unroll 1
        for (int r = 0; r < reps; r++) v = v * 0.5f + 1.0f;
    } else {
#pragma unroll 1
        for (int r = 0; r < reps; r++) v = v + in[i + r];
    }
    out[i] = v;
}

// The same branch taken by whole warps: no divergence.
__global__ void branch_by_warp(float *out, const float *in, int reps)
{
    int i = TID;
    float v = in[i];
    if ((i >> 5) & 1) {
#pragma unroll 1
        for (int r = 0; r < reps; r++) v = v * 0.5f + 1.0f;
    } else {
#pragma unroll 1
        for (int r = 0; r < reps; r++) v = v + in[i + r];
    }
    out[i] = v;
}

// A short if/else that a compiler turns into a selection.
__global__ void select_small(int *out, const int *in)
{
    int v = in[TID];
    if (v & 1) v = 3 * v + 1; else v = v / 2;
    out[TID] = v;
}

// A loop whose trip count differs from lane to lane.
__global__ void loop_by_lane(int *out, const int *in, const int *count)
{
    int i = TID, s = 0;
#pragma unroll 1
    for (int k = 0; k < count[i]; k++) s += in[(i + k * 37) & 4095];
    out[i] = s;
}

// A loop that lanes leave by data: steps of the Collatz rule.
__global__ void collatz(int *out, const int *in)
{
    unsigned v = in[TID];
    int steps = 0;
    while (v != 1) { v = v & 1 ? 3 * v + 1 : v / 2; steps++; }
    out[TID] = steps;
}

// A walk down a sorted array: divergent loads in a loop.
__global__ void binary_search(int *out, const int *sorted, const int *key, int n)
{
    int lo = 0, hi = n, k = key[TID];
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sorted[mid] < k) lo = mid + 1; else hi = mid;
    }
    out[TID] = lo;
}

// A many-way switch.
__global__ void switch_by_lane(int *out, const int *in, int reps)
{
    int v = in[TID];
#pragma unroll 1
    for (int r = 0; r < reps; r++)
        switch ((TID + r) & 7) {
        case 0: v = v * 3 + 1; break;
        case 1: v ^= v << 5; break;
        case 2: v = in[v & 1023]; break;
        case 3: v = __popc(v) + r; break;
        case 4: v -= in[(v + r) & 1023]; break;
        case 5: v = v / (r + 3); break;
        case 6: v = max(v, r) * 7; break;
        default: v = ~v; break;
        }
    out[TID] = v;
}

// Sparse matrix times vector, one row a lane: divergent trips and gathers.
__global__ void spmv_csr(int rows, const int *start, const int *col, const float *val, const float *x, float *y)
{
    int r = TID;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k] * x[col[k]];
    y[r] = s;
}

// Division, remainder and special functions.
__global__ void arithmetic(float *out, const int *a, const int *b)
{
    int i = TID, x = a[i], y = b[i];
    out[i] = (float)(x / y) + (float)(x % y) + sqrtf((float)x) + __expf(-(float)y) + (float)x / (float)y;
}

// ---- whole patterns -------------------------------------------------------------------------------------------

// One-dimensional stencil of radius 3 with a halo in shared memory.
__global__ void stencil1d(float *out, const float *in, int n)
{
    __shared__ float s[256 + 6];
    int i = TID, t = threadIdx.x + 3;
    s[t] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < 3) {
        s[t - 3] = i >= 3 ? in[i - 3] : 0.0f;
        s[t + 256] = i + 256 < n ? in[i + 256] : 0.0f;
    }
    __syncthreads();
    if (i >= n) return;
    float v = 0;
#pragma unroll
    for (int k = -3; k <= 3; k++) v += s[t + k];
    out[i] = v;
}

// Tiled transpose of a matrix whose sides fit no tile; blocks of 32 by 8.
__global__ void transpose_edges(float *out, const float *in, int width, int height)
{
    __shared__ float s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < width && y + k < height) s[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < height && y + k < width) out[(y + k) * height + x] = s[threadIdx.x][threadIdx.y + k];
}

// Matrix product, 64 by 64 tile a block, 4 by 4 values a thread: constant-offset shared loads that ptxas merges.
__global__ void gemm_tile(int n, const float *a, const float *b, float *c)
{
    __shared__ float A[16][64], B[16][64];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) A[i & 15][i >> 4] = a[(row + (i >> 4)) * n + k0 + (i & 15)];
        for (int i = threadIdx.x; i < 1024; i += 256) B[i >> 6][i & 63] = b[(k0 + (i >> 6)) * n + col + (i & 63)];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float x[4], y[4];
            for (int u = 0; u < 4; u++) { x[u] = A[k][ty * 4 + u]; y[u] = B[k][tx * 4 + u]; }
            for (int u = 0; u < 4; u++)
                for (int v = 0; v < 4; v++) acc[u][v] += x[u] * y[v];
        }
        __syncthreads();
    }
    for (int u = 0; u < 4; u++)
        for (int v = 0; v < 4; v++) c[(row + ty * 4 + u) * n + col + tx * 4 + v] = acc[u][v];
}

// Matrix product, 16 by 16 tile, one value a thread: neighbouring words of a row merge into wider loads.
__global__ void gemm_16(int n, const float *a, const float *b, float *c)
{
    __shared__ float A[16][16], B[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * 16 + ty, j = blockIdx.x * 16 + tx;
    float s = 0;
    for (int k = 0; k < n; k += 16) {
        A[ty][tx] = a[i * n + k + tx];
        B[ty][tx] = b[(k + ty) * n + j];
        __syncthreads();
        for (int q = 0; q < 16; q++) s += A[ty][q] * B[q][tx];
        __syncthreads();
    }
    c[i * n + j] = s;
}

// All-pairs forces: a tile of positions in shared memory read by all lanes together, reciprocal square root.
__global__ void nbody(float4 *acc, const float4 *pos, int n)
{
    __shared__ float4 s[128];
    float4 p = pos[TID], f = make_float4(0, 0, 0, 0);
    for (int t = 0; t < n; t += 128) {
        s[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++) {
            float4 q = s[k];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1.0f), m = q.w * r * r * r;
            f.x += m * dx;
            f.y += m * dy;
            f.z += m * dz;
        }
        __syncthreads();
    }
    acc[TID] = f;
}

// ---- the host: read the table, fill, launch ----------------------------------------------------------------------

#define CHECK(call)                                                                                        \
    do {                                                                                                   \
        cudaError_t e_ = (call);                                                                           \
        if (e_) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); }   \
    } while (0)

struct entry { const char *name; const void *function; };
#define K(...) { #__VA_ARGS__, (const void *)(__VA_ARGS__) }
static const entry kernels[] = { K(copy_float2), K(copy_float4), K(stride_float4), K(stride_float2), K(broadcast_float4), K(reverse_float4),
    K(aos8), K(aos16), K(aos16_aligned), K(aos12), K(offset_load), K(stride_load), K(copy_u8), K(rgb_to_gray), K(widen_i16), K(daxpy),
    K(hfma2), K(gather), K(scatter), K(permute_in_warp), K(reverse), K(broadcast_load), K(guarded_saxpy), K(grid_stride_saxpy),
    K(image_scale), K(stencil3d), K(exit_odd_lanes), K(exit_odd_warps), K(predicated_store), K(ldg_pairs), K(matmul_edges),
    K(smem_stride<1>), K(smem_stride<2>), K(smem_stride<3>), K(smem_stride<4>), K(smem_stride<8>), K(smem_stride<16>), K(smem_stride<32>),
    K(smem_stride<33>), K(smem_tile<0>), K(smem_tile<1>), K(smem_tile<2>), K(smem_float2<1>), K(smem_float2<2>), K(smem_float2<3>),
    K(smem_float4<1>), K(smem_float4<2>), K(smem_float4<3>), K(smem_double<1>), K(smem_double<4>), K(smem_float4_share<1>),
    K(smem_float4_share<2>), K(smem_float4_share<3>), K(smem_float4_share<5>), K(smem_float2_share<1>), K(smem_float2_share<4>),
    K(smem_float2_share<5>), K(smem_bytes<1>), K(smem_bytes<4>), K(smem_bytes<33>), K(tree_sum), K(scan256), K(bitonic256),
    K(dynamic_shared), K(generic_load), K(wmma_tile), K(async_copy<4>), K(async_copy<16>), K(shared_atomic<0>), K(shared_atomic<2>), K(shared_atomic<5>),
    K(shared_atomic_uniform), K(shared_atomic_used), K(shared_atomic_float), K(atomic_count), K(atomic_same), K(atomic_same_used), K(atomic_same_float),
    K(atomic_stride), K(atomic_stride_used), K(atomic_groups64), K(histogram), K(local_array), K(spill), K(constant_uniform),
    K(constant_divergent), K(convolve5), K(texture_cross), K(shuffle_sum), K(compact_warp), K(branch_by_lane), K(branch_by_warp),
    K(select_small), K(loop_by_lane), K(collatz), K(binary_search), K(switch_by_lane), K(spmv_csr), K(arithmetic), K(stencil1d),
    K(transpose_edges), K(gemm_tile), K(gemm_16), K(nbody) };

[[noreturn]] static void fail(const std::string &what)
{
    fprintf(stderr, "kernels: %s\n", what.c_str());
    exit(2);
}

// An expression over the element index i: integers, + - * / %, parentheses; evaluated in 64-bit integers.
struct expression {
    const char *p;
    int64_t i;
    int64_t atom()
    {
        if (*p == '(') { p++; int64_t v = sum(); if (*p++ != ')') fail("missing )"); return v; }
        if (*p == '-') { p++; return -atom(); }
        if (*p == 'i') { p++; return i; }
        if (!isdigit((unsigned char)*p)) fail(std::string("bad expression at ") + p);
        return strtoll(p, (char **)&p, 10);
    }
    int64_t product()
    {
        int64_t v = atom();
        while (*p == '*' || *p == '/' || *p == '%') { char c = *p++; int64_t w = atom(); v = c == '*' ? v * w : c == '/' ? v / w : v % w; }
        return v;
    }
    int64_t sum()
    {
        int64_t v = product();
        while (*p == '+' || *p == '-') { char c = *p++; int64_t w = product(); v = c == '+' ? v + w : v - w; }
        return v;
    }
};

static double evaluate(const std::string &text, int64_t i)
{
    char *end;
    double v = strtod(text.c_str(), &end);
    if (!*end) return v;
    expression e = { text.c_str(), i };
    int64_t r = e.sum();
    if (*e.p) fail("bad expression " + text);
    return (double)r;
}

static size_t type_size(const std::string &t)
{
    if (t == "u8" || t == "i8") return 1;
    if (t == "i16") return 2;
    if (t == "i32" || t == "u32" || t == "f32" || t == "tex2d") return 4;
    if (t == "i64" || t == "f64") return 8;
    fail("unknown type " + t);
}

static void put(void *to, const std::string &t, double v)
{
    if (t == "u8" || t == "i8") *(uint8_t *)to = (uint8_t)(int64_t)v;
    else if (t == "i16") *(int16_t *)to = (int16_t)v;
    else if (t == "i32" || t == "u32") *(uint32_t *)to = (uint32_t)(int64_t)v;
    else if (t == "f32" || t == "tex2d") *(float *)to = (float)v;
    else if (t == "i64") *(int64_t *)to = (int64_t)v;
    else *(double *)to = v;
}

struct argument {
    std::string name;
    size_t bytes = 0;                 // of a buffer; 0 for a scalar
    void *device = nullptr;
    alignas(8) unsigned char value[8] = {};
    cudaArray_t array = nullptr;
    cudaTextureObject_t texture = 0;
};

// name:type=value, name:type[count]=expression, name:tex2d[WxH]=expression
static argument make_argument(const std::string &text)
{
    size_t colon = text.find(':'), equal = text.find('='), open = text.find('[');
    if (colon == text.npos || equal == text.npos) fail("bad argument " + text);
    argument a;
    a.name = text.substr(0, colon);
    std::string fill = text.substr(equal + 1);
    if (open == text.npos || open > equal) {
        put(a.value, text.substr(colon + 1, equal - colon - 1), evaluate(fill, 0));
        return a;
    }
    std::string type = text.substr(colon + 1, open - colon - 1);
    size_t width = 0, height = 1, size = type_size(type);
    if (sscanf(text.c_str() + open, "[%zux%zu]", &width, &height) < 1) fail("bad argument " + text);
    std::vector<unsigned char> host(width * height * size);
    for (size_t i = 0; i < width * height; i++) put(&host[i * size], type, evaluate(fill, (int64_t)i));
    if (type == "tex2d") {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CHECK(cudaMallocArray(&a.array, &format, width, height));
        CHECK(cudaMemcpy2DToArray(a.array, 0, 0, host.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = a.array;
        cudaTextureDesc how = {};
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
        how.filterMode = cudaFilterModePoint;
        how.readMode = cudaReadModeElementType;
        CHECK(cudaCreateTextureObject(&a.texture, &resource, &how, nullptr));
        memcpy(a.value, &a.texture, 8);
        return a;
    }
    a.bytes = host.size();
    CHECK(cudaMalloc(&a.device, a.bytes));
    CHECK(cudaMemcpy(a.device, host.data(), a.bytes, cudaMemcpyHostToDevice));
    memcpy(a.value, &a.device, 8);
    return a;
}

static std::vector<std::string> split(const std::string &s, char c)
{
    std::vector<std::string> out(1);
    for (char d : s) {
        if (d == c) out.emplace_back(); else out.back() += d;
    }
    return out;
}

static dim3 shape(const std::string &s)
{
    unsigned x = 1, y = 1, z = 1;
    if (sscanf(s.c_str(), "%ux%ux%u", &x, &y, &z) < 1) fail("bad shape " + s);
    return dim3(x, y, z);
}

#include <cuda_profiler_api.h>

int main(int argc, char **argv)
{
    if (argc < 2) fail("usage: kernels cases.csv [checksums.csv|- [launches of each]]");
    FILE *in = fopen(argv[1], "r"), *sums = nullptr;
    bool is_summed = argc > 2 && strcmp(argv[2], "-") != 0;
    int repeat = argc > 3 ? atoi(argv[3]) : 1;
    if (is_summed) sums = fopen(argv[2], "w");
    if (!in || (is_summed && !sums)) fail("cannot open a file");
    if (sums) fprintf(sums, "case,argument,fnv1a64\n");
    char line[4096];
    if (!fgets(line, sizeof line, in)) fail("empty table");
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!*line) continue;
        std::vector<std::string> f = split(line, ',');
        if (f.size() != 6) fail(std::string("not six columns: ") + line);
        const void *function = nullptr;
        for (const entry &e : kernels)
            if (f[1] == e.name) function = e.function;
        if (!function) fail("no kernel " + f[1]);
        std::vector<argument> args;
        for (const std::string &t : split(f[5], ' ')) args.push_back(make_argument(t));
        std::vector<void *> pointers;
        for (argument &a : args) pointers.push_back(a.value);
        cudaProfilerStop();
        for (int k = 0; k < repeat; k++) { // the last is for the profiler: it finds the caches as it leaves them
            if (k == repeat - 1) cudaProfilerStart();
            CHECK(cudaLaunchKernel(function, shape(f[2]), shape(f[3]), pointers.data(), strtoul(f[4].c_str(), nullptr, 10), nullptr));
        }
        CHECK(cudaDeviceSynchronize());
        for (argument &a : args) {
            if (a.bytes && sums) {
                std::vector<unsigned char> host(a.bytes);
                CHECK(cudaMemcpy(host.data(), a.device, a.bytes, cudaMemcpyDeviceToHost));
                uint64_t h = 14695981039346656037ull;
                for (unsigned char c : host) h = (h ^ c) * 1099511628211ull;
                fprintf(sums, "%s,%s,%016llx\n", f[0].c_str(), a.name.c_str(), (unsigned long long)h);
            }
            if (a.texture) CHECK(cudaDestroyTextureObject(a.texture));
            if (a.array) CHECK(cudaFreeArray(a.array));
            if (a.device) CHECK(cudaFree(a.device));
        }
    }
    if (sums) fclose(sums);
    fclose(in);
    return 0;
}
