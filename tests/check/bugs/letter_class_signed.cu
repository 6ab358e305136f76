__device__ int fold_case(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

__global__ void classify_letters(const signed char *text, const unsigned char *letter_class, unsigned char *out, int n)
{
    __shared__ unsigned char table[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        table[k] = letter_class[k];
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int c = fold_case(text[i]);
        unsigned char kind = table[c]; //! bounds
        out[i] = kind == 0 ? ' ' : kind;
    }
}
