/* What the CUDA driver answers to "how many blocks of this kernel fit on a multiprocessor?", for tests of the rules in
 * src/analysis/occupancy.c.   nvcc -O1 -arch=sm_90 -o occupancy occupancy.cu && ./occupancy >occupancy.csv
 *
 * A line is one kernel and one amount of shared memory; its last column has a character for each block size of the
 * second comment, in base 36 (blocks never exceed 32), or x where the driver refuses. */
#include <cstdio>
#include <set>
#include <vector>

template <int COUNT> static __device__ void wait_at_barriers()
{
    if constexpr (COUNT > 0) {
        wait_at_barriers<COUNT - 1>();
        asm volatile("bar.sync %0, 32;" ::"n"(COUNT - 1) : "memory");
    }
}

/* VALUES numbers that are all needed until the end: about as many registers. */
template <int VALUES, int SHARED, int BARRIERS> __global__ void kernel(float *data, int rounds)
{
    float v[VALUES];
    for (int k = 0; k < VALUES; k++)
        v[k] = data[k * 4096 + threadIdx.x];
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < VALUES; k++)
            v[k] = v[k] * v[(k + 1) % VALUES] + data[r];
    }
    if constexpr (SHARED > 0) {
        __shared__ char fixed[SHARED];
        fixed[threadIdx.x % SHARED] = (char)rounds;
        __syncthreads();
        v[0] += fixed[rounds % SHARED];
    }
    wait_at_barriers<BARRIERS>();
#pragma unroll
    for (int k = 0; k < VALUES; k++)
        data[k * 4096 + threadIdx.x] = v[k];
}

__global__ void empty()
{
}

struct subject {
    const void *function;
    int fixed, barriers;
};

template <int VALUES> static void add(std::vector<subject> &all)
{
    all.push_back({(const void *)kernel<VALUES, 0, 0>, 0, 0});
    if constexpr (VALUES < 246)
        add<VALUES + 5>(all);
}

static void print_line(const subject &s, const cudaFuncAttributes &a, int carveout, const std::vector<int> &blocks,
                       size_t dynamic)
{
    printf("%d,%zu,%d,%d,%zu,", a.numRegs, a.sharedSizeBytes, s.barriers, carveout, dynamic);
    for (int block : blocks) {
        int count = -1;
        if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, s.function, block, dynamic) != cudaSuccess)
            count = -1;
        cudaGetLastError();
        putchar(count < 0 ? 'x' : "0123456789abcdefghijklmnopqrstuvw"[count]);
    }
    putchar('\n');
}

int main()
{
    const size_t most = 232448, whole = 233472;
    std::vector<int> blocks = {1, 31, 33, 63, 65, 100, 127, 129, 255, 257, 333, 511, 513, 767, 769, 1000, 1023, 1025};
    for (int b = 32; b <= 1024; b += 32)
        blocks.push_back(b);

    /* Every size at which the number of blocks can change, and the byte after it. */
    std::set<size_t> all_sizes = {0, 1, 127, 128, 129, 1024, 16384, 49152, 49153, 102400, 200000, most, most + 1};
    for (size_t count = 1; count <= 32; count++) {
        size_t last = whole / count / 128 * 128 - 1024;
        all_sizes.insert(last);
        all_sizes.insert(last + 1);
    }
    const std::set<size_t> few_sizes = {0, 1, 1000, 6144, 10000, 28000, 49152, 65536, 100000, 163840, 227328, most};

    std::vector<subject> subjects,
        special = {
            {(const void *)kernel<8, 1, 0>, 1, 1},         {(const void *)kernel<8, 1000, 0>, 1000, 1},
            {(const void *)kernel<8, 40000, 0>, 40000, 1}, {(const void *)kernel<60, 12345, 0>, 12345, 1},
            {(const void *)kernel<8, 0, 1>, 0, 1},         {(const void *)kernel<8, 0, 2>, 0, 2},
            {(const void *)kernel<8, 0, 3>, 0, 3},         {(const void *)kernel<8, 0, 5>, 0, 5},
            {(const void *)kernel<8, 0, 9>, 0, 9},         {(const void *)kernel<8, 0, 16>, 0, 16},
            {(const void *)kernel<60, 0, 16>, 0, 16},
        };
    subjects.push_back({(const void *)empty, 0, 0});
    add<1>(subjects);

    int driver = 0;
    cudaDeviceProp device;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || cudaGetDeviceProperties(&device, 0) != cudaSuccess)
        return 1;
    printf("# %s, driver API %d.%d\n# block sizes", device.name, driver / 1000, driver % 1000 / 10);
    for (int block : blocks)
        printf(" %d", block);
    printf("\nregisters,static_shared,barriers,carveout,dynamic_shared,blocks\n");

    std::set<int> seen, levels; /* register counts, and in the units they are allocated in */
    subjects.insert(subjects.end(), special.begin(), special.end());
    for (const subject &s : subjects) {
        cudaFuncAttributes a;
        if (cudaFuncGetAttributes(&a, s.function) != cudaSuccess)
            return 2;
        bool plain = !s.fixed && !s.barriers;
        if (plain && !seen.insert(a.numRegs).second)
            continue;
        bool full = plain && levels.insert((a.numRegs + 7) / 8).second;
        cudaFuncSetAttribute(s.function, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(most - a.sharedSizeBytes));
        for (size_t dynamic : full ? all_sizes : few_sizes)
            print_line(s, a, -1, blocks, dynamic);
        if (full ? levels.size() % 10 != 3 : s.fixed < 1000)
            continue;
        for (int carveout : {0, 3, 10, 25, 50, 75, 100}) {
            cudaFuncSetAttribute(s.function, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);
            for (size_t dynamic : few_sizes)
                print_line(s, a, carveout, blocks, dynamic);
        }
    }
    return 0;
}
