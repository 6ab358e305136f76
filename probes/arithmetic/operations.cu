// Chains of one operation: each needs the result of the one before it. One warp of a multiprocessor waits for each of them,
// which shows how long it takes; many warps fill each other's waits, which shows how many a multiprocessor can do.
//
// Every operation leaves what it began with (1 * 0.5 + 0.5 is 1), so that results are known for any number of rounds;
// `one` is 1, which the compiler does not know.
//
// Launch: up to 32 warps a block, as many blocks as there are multiprocessors or twice that; rounds is a multiple of UNROLLED.
// out has an element for each thread, cells too.
#define UNROLLED 512 // the loop around them should not be seen
#define MOST_THREADS 1024

struct fma_f32 {
    float x, a, b;
    __device__ fma_f32(int one, unsigned long long *) : x(one), a(0.5f * one), b(0.5f * one) {}
    __device__ void step() { x = fmaf(x, a, b); }
    __device__ bool is_same() const { return x == 1.0f; }
};

// Three chains, and three registers for each operation, none of them read by the one before: what the register file can give.
struct fma_registers {
    float x[3], a[3], b[3];
    __device__ fma_registers(int one, unsigned long long *)
    {
        for (int k = 0; k < 3; k++) {
            x[k] = one;
            a[k] = (0.5f + 0.125f * k) * one;
            b[k] = (1.5f - 0.125f * k) * one - 1;
        }
    }
    __device__ void step()
    {
        for (int k = 0; k < 3; k++)
            x[k] = fmaf(x[k], a[k], b[k]);
    }
    __device__ bool is_same() const { return x[0] == 1.0f && x[1] == 1.0f && x[2] == 1.0f; }
};

// Two halves at a time.
struct fma_f16 {
    unsigned x, a;
    __device__ fma_f16(int one, unsigned long long *) : x(0x3c003c00u * one), a(0x38003800u * one) {}
    __device__ void step()
    {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530
        asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(a));
#endif
    }
    __device__ bool is_same() const { return x == 0x3c003c00u; }
};

struct fma_f64 {
    double x, a, b;
    __device__ fma_f64(int one, unsigned long long *) : x(one), a(0.5 * one), b(0.5 * one) {}
    __device__ void step() { x = fma(x, a, b); }
    __device__ bool is_same() const { return x == 1.0; }
};

// Two operations: one of them alone would be joined with the next.
struct min_and_max {
    int x, a, b;
    __device__ min_and_max(int one, unsigned long long *) : x(2 * one), a(one), b(3 * one) {}
    __device__ void step() { x = min(max(x, a), b); }
    __device__ bool is_same() const { return x == 2; }
};

// Two again.
struct add_and_xor {
    int x, a, b;
    __device__ add_and_xor(int one, unsigned long long *) : x(2 * one), a(one), b(one) {}
    __device__ void step() { x = (x + a) ^ b; }
    __device__ bool is_same() const { return x == 2; }
};

struct mad_int {
    int x, a, b;
    __device__ mad_int(int one, unsigned long long *) : x(one), a(one + 2), b(-1 - one) {}
    __device__ void step() { x = x * a + b; }
    __device__ bool is_same() const { return x == 1; }
};

// The upper half of a product with a sum: one instruction.
struct product_high {
    unsigned x, a, b;
    __device__ product_high(int one, unsigned long long *) : x(2 * one), a(0x80000000u * one), b(one) {}
    __device__ void step() { x = __umulhi(x, a) + b; }
    __device__ bool is_same() const { return x == 2; }
};

struct reciprocal_root {
    float x;
    __device__ reciprocal_root(int one, unsigned long long *) : x(one) {}
    __device__ void step() { asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); }
    __device__ bool is_same() const { return x == 1.0f; }
};

// Of values that differ from lane to lane: what all lanes have need not be moved. After two steps each is back.
struct shuffle {
    int x;
    __device__ shuffle(int one, unsigned long long *) : x(threadIdx.x * one) {}
    __device__ void step() { asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;" : "+r"(x)); }
    __device__ bool is_same() const { return x == (int)threadIdx.x; }
};

// A word of shared memory that holds its own address: nothing is between one load and the next.
struct load_shared {
    unsigned at, first;
    __device__ load_shared(int, unsigned long long *)
    {
        __shared__ unsigned words[MOST_THREADS];
        unsigned *word = &words[threadIdx.x];
        asm("{ .reg .u64 address; cvta.to.shared.u64 address, %1; cvt.u32.u64 %0, address; }" : "=r"(first) : "l"(word));
        *word = at = first;
        __syncthreads();
    }
    __device__ void step() { asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at) : : "memory"); }
    __device__ bool is_same() const { return at == first; }
};

// The same in global memory, which stays in the first-level cache.
struct load_l1 {
    unsigned long long at, first;
    __device__ load_l1(int, unsigned long long *cells)
    {
        unsigned long long *cell = cells + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
        asm("cvta.to.global.u64 %0, %1;" : "=l"(first) : "l"(cell));
        *cell = at = first;
        __syncthreads();
    }
    __device__ void step() { asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at) : : "memory"); }
    __device__ bool is_same() const { return at == first; }
};

// By its number in an array, as most are: its address is a product and a sum of 64 bits.
struct load_indexed {
    const unsigned *words;
    unsigned at, first;
    __device__ load_indexed(int, unsigned long long *cells) : words((unsigned *)cells)
    {
        first = blockIdx.x * blockDim.x + threadIdx.x;
        ((unsigned *)cells)[first] = at = first;
        __syncthreads();
    }
    __device__ void step() { at = words[at]; }
    __device__ bool is_same() const { return at == first; }
};

// A word of global memory that holds the lower half of its own address. The upper half does not change: nothing is computed in between.
struct load_word {
    unsigned low, high, first;
    __device__ load_word(int, unsigned long long *cells)
    {
        unsigned *word = (unsigned *)cells + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
        asm("{ .reg .u64 address; cvta.to.global.u64 address, %2; mov.b64 {%0, %1}, address; }"
            : "=r"(first), "=r"(high)
            : "l"(word));
        *word = low = first;
        __syncthreads();
    }
    __device__ void step()
    {
        asm volatile("{ .reg .u64 address; mov.b64 address, {%0, %1}; ld.global.ca.u32 %0, [address]; }"
                     : "+r"(low)
                     : "r"(high)
                     : "memory");
    }
    __device__ bool is_same() const { return low == first; }
};

// A store of a line among eight loads of shared memory: what it takes of the way that both go.
struct store_among_loads {
    load_shared load;
    unsigned *line;
    __device__ store_among_loads(int one, unsigned long long *cells)
        : load(one, cells), line((unsigned *)cells + (size_t)blockIdx.x * blockDim.x + threadIdx.x)
    {
    }
    __device__ void step()
    {
        for (int k = 0; k < 8; k++)
            load.step();
        asm volatile("st.global.u32 [%0], %1;" : : "l"(line), "r"(load.at) : "memory");
    }
    __device__ bool is_same() const { return load.is_same() && *line == load.first; }
};

struct nothing {
    __device__ nothing(int, unsigned long long *) {}
    __device__ void step() {}
    __device__ bool is_same() const { return true; }
};

// All warps of the block arrive, then go on.
struct barrier {
    __device__ barrier(int, unsigned long long *) {}
    __device__ void step() { __syncthreads(); }
    __device__ bool is_same() const { return true; }
};

// 16 x 8 sums, each advanced by 16 products of zeros.
struct mma_bf16 {
    float c[4];
    unsigned zero;
    __device__ mma_bf16(int one, unsigned long long *) : zero(one - 1)
    {
        for (int k = 0; k < 4; k++)
            c[k] = one;
    }
    __device__ void step()
    {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
                     "{%0, %1, %2, %3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(zero));
#endif
    }
    __device__ bool is_same() const { return c[0] == 1.0f && c[1] == 1.0f && c[2] == 1.0f && c[3] == 1.0f; }
};

// An operation among eight multiply-adds that do not wait for it: what it takes of the scheduler's time.
template <class Operation> struct among_fma {
    Operation operation;
    float x[4], a;
    __device__ among_fma(int one, unsigned long long *cells) : operation(one, cells), a(0.5f * one)
    {
        for (int k = 0; k < 4; k++)
            x[k] = one;
    }
    __device__ void step()
    {
        operation.step();
        for (int k = 0; k < 8; k++)
            x[k % 4] = fmaf(x[k % 4], a, a);
    }
    __device__ bool is_same() const { return operation.is_same() && x[0] + x[1] + x[2] + x[3] == 4.0f; }
};

template <class Operation, int STEPS = UNROLLED>
__global__ void chain(unsigned *out, unsigned long long *cells, int rounds, int one)
{
    Operation operation(one, cells);
    for (int round = 0; round < rounds; round += STEPS) {
#pragma unroll
        for (int k = 0; k < STEPS; k++)
            operation.step();
    }
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = operation.is_same();
}

template __global__ void chain<fma_f32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<fma_registers>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<fma_f16>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<fma_f64>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<min_and_max>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<add_and_xor>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<mad_int>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<product_high>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<reciprocal_root>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<shuffle>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<load_shared>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<load_l1>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<load_indexed>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<load_word>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<store_among_loads, 32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<among_fma<nothing>, 32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<among_fma<load_word>, 32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<among_fma<load_shared>, 32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<among_fma<load_indexed>, 32>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<barrier>(unsigned *, unsigned long long *, int, int);
template __global__ void chain<mma_bf16>(unsigned *, unsigned long long *, int, int);
