// One warp, one access: launches every pattern of patterns.txt, so that the counters of a single shared, global, atomic
// or local access with given lane addresses can be read. The rules in RULES.md were inferred from the result, banks.csv.
//
//   nvcc -O3 -arch=sm_90 banks.cu -o banks
//   ./banks patterns.txt
//
// Every launch has BLOCKS blocks of one warp; every block does ROUNDS accesses of each sort, each waiting for the one
// before, so that no two of them meet in the memory pipe. Counters divided by BLOCKS * ROUNDS are those of one access.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int BLOCKS = 132, ROUNDS = 4, SPAN = 16384, FRAME = 512;
struct pattern { uint16_t offset[32]; };
constexpr uint16_t OFF = 0xffff;

template <int W> struct value { uint32_t v[W <= 4 ? 1 : W / 4]; };

#define SPACE_ACCESS(space, reg)                                                                                                   \
    template <int W, class A> __device__ value<W> load_##space(A a)                                                                \
    {                                                                                                                              \
        value<W> x;                                                                                                                \
        if constexpr (W == 1) asm volatile("ld." #space ".u8 %0, [%1];" : "=r"(x.v[0]) : reg(a) : "memory");                       \
        if constexpr (W == 2) asm volatile("ld." #space ".u16 %0, [%1];" : "=r"(x.v[0]) : reg(a) : "memory");                      \
        if constexpr (W == 4) asm volatile("ld." #space ".u32 %0, [%1];" : "=r"(x.v[0]) : reg(a) : "memory");                      \
        if constexpr (W == 8) asm volatile("ld." #space ".v2.u32 {%0, %1}, [%2];" : "=r"(x.v[0]), "=r"(x.v[1]) : reg(a) : "memory"); \
        if constexpr (W == 16)                                                                                                     \
            asm volatile("ld." #space ".v4.u32 {%0, %1, %2, %3}, [%4];"                                                            \
                         : "=r"(x.v[0]), "=r"(x.v[1]), "=r"(x.v[2]), "=r"(x.v[3]) : reg(a) : "memory");                            \
        return x;                                                                                                                  \
    }                                                                                                                              \
    template <int W, class A> __device__ void store_##space(A a, value<W> x)                                                       \
    {                                                                                                                              \
        if constexpr (W == 1) asm volatile("st." #space ".u8 [%1], %0;" : : "r"(x.v[0]), reg(a) : "memory");                       \
        if constexpr (W == 2) asm volatile("st." #space ".u16 [%1], %0;" : : "r"(x.v[0]), reg(a) : "memory");                      \
        if constexpr (W == 4) asm volatile("st." #space ".u32 [%1], %0;" : : "r"(x.v[0]), reg(a) : "memory");                      \
        if constexpr (W == 8) asm volatile("st." #space ".v2.u32 [%2], {%0, %1};" : : "r"(x.v[0]), "r"(x.v[1]), reg(a) : "memory"); \
        if constexpr (W == 16)                                                                                                     \
            asm volatile("st." #space ".v4.u32 [%4], {%0, %1, %2, %3};"                                                            \
                         : : "r"(x.v[0]), "r"(x.v[1]), "r"(x.v[2]), "r"(x.v[3]), reg(a) : "memory");                               \
    }
SPACE_ACCESS(shared, "r")
SPACE_ACCESS(global, "l")
SPACE_ACCESS(local, "l")

// Shared load, shared store, global load, global store at the pattern's offsets. `zero` is 0, which only the host knows.
template <int W> __global__ void mem(const __grid_constant__ pattern p, char *from, char *to, uint32_t zero)
{
    __shared__ __align__(1024) char s[SPAN];
    uint32_t offset = p.offset[threadIdx.x];
    if (offset == OFF) return;
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s) + offset;
    from += offset;
    to += offset;
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        value<W> x = load_shared<W>(a);
        from += x.v[0] & zero;
        store_shared<W>(a, x);
        value<W> y = load_global<W>(from);
        store_global<W>(to, y);
        a += y.v[0] & zero;
    }
}

// Shared atomic, global reduction (no result), global atomic (result used).
enum flavour { ADD, FLOAT, CAS, INC, WIDE };
template <flavour F> __global__ void atomics(const __grid_constant__ pattern p, char *one, char *two, uint32_t zero)
{
    __shared__ __align__(1024) char s[SPAN];
    uint32_t offset = p.offset[threadIdx.x], x = threadIdx.x & zero;
    if (offset == OFF) return;
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s) + offset, got = 0;
    uint64_t wide = x;
    one += offset;
    two += offset;
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        if (F == ADD) {
            asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(got) : "r"(a), "r"(x) : "memory");
            x += got & zero;
            asm volatile("red.global.add.u32 [%0], %1;" : : "l"(one), "r"(x) : "memory");
            asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(got) : "l"(two), "r"(x) : "memory");
        } else if (F == FLOAT) {
            asm volatile("red.shared.max.s32 [%0], %1;" : : "r"(a), "r"(x) : "memory");
            asm volatile("red.global.add.f32 [%0], %1;" : : "l"(one), "f"(__uint_as_float(x)) : "memory");
            float f;
            asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(f) : "l"(two), "f"(__uint_as_float(x)) : "memory");
            got = __float_as_uint(f);
        } else if (F == CAS) {
            asm volatile("atom.shared.cas.b32 %0, [%1], %2, %2;" : "=r"(got) : "r"(a), "r"(x) : "memory");
            x += got & zero;
            asm volatile("red.global.max.s32 [%0], %1;" : : "l"(one), "r"(x) : "memory");
            asm volatile("atom.global.cas.b32 %0, [%1], %2, %2;" : "=r"(got) : "l"(two), "r"(x) : "memory");
        } else if (F == INC) {
            asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(a) : "memory");
            asm volatile("red.global.add.u32 [%0], 1;" : : "l"(one) : "memory");
            asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(got) : "l"(two), "r"(x) : "memory");
        } else {
            uint64_t w;
            asm volatile("atom.shared.exch.b64 %0, [%1], %2;" : "=l"(w) : "r"(a), "l"(wide) : "memory");
            wide += w & zero;
            asm volatile("red.global.add.u64 [%0], %1;" : : "l"(one), "l"(wide) : "memory");
            asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(w) : "l"(two), "l"(wide) : "memory");
            got = (uint32_t)w;
        }
        a += got & zero;
        x += got & zero;
    }
    if (got & zero) *one = 1;  // the last result counts as used
}

// Local store and load at the pattern's offsets into each thread's own frame.
template <int W> __global__ void local(const __grid_constant__ pattern p, char *out, uint32_t zero)
{
    __align__(16) char frame[FRAME];
    uint32_t offset = p.offset[threadIdx.x];
    if (offset == OFF) return;
    size_t a = __cvta_generic_to_local(frame) + offset;
    value<W> x = {};
    x.v[0] = zero;
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        store_local<W>(a, x);
        x = load_local<W>(a + zero);  // not known to be the word just stored
        a += x.v[0] & zero;
    }
    uint32_t any = 0;
    for (uint32_t v : x.v) any |= v;
    if (any & zero) *out = 1;
}

#define CHECK(call)                                                                                        \
    do {                                                                                                   \
        cudaError_t e_ = (call);                                                                           \
        if (e_) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); }   \
    } while (0)

int main(int argc, char **argv)
{
    FILE *in = argc == 2 ? fopen(argv[1], "r") : nullptr;
    if (!in) { fprintf(stderr, "usage: banks patterns.txt\n"); return 2; }
    char *one, *two, kind[32], name[64], cell[16];
    CHECK(cudaMalloc(&one, 2 * SPAN));
    CHECK(cudaMemset(one, 0, 2 * SPAN));
    two = one + SPAN;
    int width;
    while (fscanf(in, "%31s %d %63s", kind, &width, name) == 3) {
        pattern p;
        for (uint16_t &o : p.offset) {
            if (fscanf(in, "%15s", cell) != 1) return 2;
            o = strcmp(cell, "-") ? (uint16_t)atoi(cell) : OFF;
        }
        if (!strcmp(kind, "mem")) {
            auto f = width == 1 ? mem<1> : width == 2 ? mem<2> : width == 4 ? mem<4> : width == 8 ? mem<8> : mem<16>;
            f<<<BLOCKS, 32>>>(p, one, two, 0);
        } else if (!strcmp(kind, "local")) {
            auto f = width == 1 ? local<1> : width == 2 ? local<2> : width == 4 ? local<4> : width == 8 ? local<8> : local<16>;
            f<<<BLOCKS, 32>>>(p, one, 0);
        } else {
            auto f = !strcmp(kind, "atom_add") ? atomics<ADD> : !strcmp(kind, "atom_float") ? atomics<FLOAT> : !strcmp(kind, "atom_cas") ? atomics<CAS>
                : !strcmp(kind, "atom_inc") ? atomics<INC> : atomics<WIDE>;
            f<<<BLOCKS, 32>>>(p, one, two, 0);
        }
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    return 0;
}
