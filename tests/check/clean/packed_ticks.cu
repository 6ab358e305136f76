#pragma pack(push, 1)
struct Tick {
    unsigned char venue;
    unsigned int price;
    unsigned short volume;
};
#pragma pack(pop)
static_assert(sizeof(Tick) == 7, "packed");

extern "C" __global__ void packed_ticks(const unsigned char *feed, unsigned char *book, unsigned *volumeOut, int n)
{
    __shared__ Tick cache[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Tick *in = reinterpret_cast<const Tick *>(feed);
    Tick *out = reinterpret_cast<Tick *>(book);
    if (i < n)
        cache[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n) {
        int peer = threadIdx.x ^ 1;
        int first = blockIdx.x * blockDim.x;
        Tick mine = cache[threadIdx.x];
        if (first + peer < n && cache[peer].venue == mine.venue)
            mine.price = min(mine.price, cache[peer].price);
        mine.volume /= 2;
        out[i] = mine;
        volumeOut[i] = mine.volume;
    }
}
