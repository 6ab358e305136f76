#define MAX_PAGES 16

__global__ void gather_pages(const float *pool, const int *page_of, float *out, int pages, int page_size, int len)
{
    __shared__ const float *table[MAX_PAGES];
    int t = threadIdx.x;

    if (t < MAX_PAGES) {
        int p = t < pages ? page_of[t] : -1;
        table[t] = p >= 0 ? pool + p * page_size : nullptr;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + t;
    if (i < len) {
        const float *page = table[i / page_size];
        float v = page[i % page_size];  //! bounds
        out[i] = 2.0f * v;
    }
}
