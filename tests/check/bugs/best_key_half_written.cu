union Key {
    struct {
        unsigned int index;
        unsigned int score;
    } part;
    unsigned long long bits;
};

__global__ void best_key(const unsigned int *score, unsigned long long *best, int n)
{
    __shared__ Key key[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i < n)
        key[t].part.score = score[i];
    else
        key[t].bits = 0;
    __syncthreads();

    for (int half = 32; half > 0; half /= 2) {
        if (t < half && key[t + half].bits > key[t].bits) //! uninitialised
            key[t].bits = key[t + half].bits; //! uninitialised
        __syncthreads();
    }
    if (t == 0)
        best[blockIdx.x] = key[0].bits; //! uninitialised
}
