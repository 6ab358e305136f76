class Arena {
    char *next;
public:
    __device__ explicit Arena(void *base) : next(static_cast<char *>(base)) {}
    template <typename T> __device__ T *take(int count)
    {
        unsigned long long a = (unsigned long long)next;
        a = (a + alignof(T) - 1) / alignof(T) * alignof(T);
        next = (char *)a + count * sizeof(T);
        return (T *)a;
    }
};

extern __shared__ double dynamicShared[];

extern "C" __global__ void arena_typed_blocks(const double *in, double *out, int *bins, int n)
{
    Arena arena(dynamicShared);
    unsigned char *mark = arena.take<unsigned char>(41);
    double *value = arena.take<double>(40);
    short *rank = arena.take<short>(81);
    int *bin = arena.take<int>(11);
    int t = threadIdx.x, i = blockIdx.x * 40 + t;
    if (t < 11)
        bin[t] = 0;
    value[t] = i < n ? in[i] : 1.0e9;
    mark[t] = i < n;
    if (t == 0)
        mark[40] = 0;
    __syncthreads();
    int smaller = 0;
    for (int k = 0; k < 40; ++k)
        smaller += value[k] < value[t] || (value[k] == value[t] && k < t);
    rank[t] = (short)smaller;
    rank[80 - t] = (short)-smaller;
    if (mark[t])
        atomicAdd(&bin[(int)(value[t] * 2.0)], 1);
    __syncthreads();
    if (mark[t])
        out[blockIdx.x * 40 + rank[t]] = value[t] + rank[80 - t] + mark[t + 1];
    if (t < 11)
        bins[blockIdx.x * 11 + t] = bin[t];
}
