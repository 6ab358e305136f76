// The words of the states lie apart: word k of thread t at states[k * threads + t], so that a warp's loads and stores fall into
// whole lines (4 sectors, not 28). Still 56 bytes of state move for each number of four bytes.
//
// Launch: `threads` states, a thread each; xorwow_soa_draw once for every `threads` numbers.
enum { X, Y, Z, W, V, COUNTER, DRAWN };

__device__ unsigned long long scramble(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

__global__ void xorwow_soa_init(unsigned *states, int threads, unsigned long long seed)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    unsigned long long a = scramble(scramble(seed) + 3ull * id);
    unsigned long long b = scramble(scramble(seed) + 3ull * id + 1);
    unsigned long long c = scramble(scramble(seed) + 3ull * id + 2);
    unsigned *s = states + id;
    s[(long)X * threads] = (unsigned)a;
    s[(long)Y * threads] = (unsigned)(a >> 32);
    s[(long)Z * threads] = (unsigned)b;
    s[(long)W * threads] = (unsigned)(b >> 32);
    s[(long)V * threads] = (unsigned)c | 1;
    s[(long)COUNTER * threads] = (unsigned)(c >> 32);
    s[(long)DRAWN * threads] = 0;
}

__global__ void xorwow_soa_draw(float *out, long n, unsigned *states, int threads)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    unsigned *s = states + id;
    unsigned x = s[(long)X * threads], v = s[(long)V * threads];
    unsigned counter = s[(long)COUNTER * threads] + 362437, drawn = s[(long)DRAWN * threads];
    unsigned t = x ^ x >> 2;
    s[(long)X * threads] = s[(long)Y * threads];
    s[(long)Y * threads] = s[(long)Z * threads];
    s[(long)Z * threads] = s[(long)W * threads];
    s[(long)W * threads] = v;
    v = v ^ v << 4 ^ t ^ t << 1;
    s[(long)V * threads] = v;
    s[(long)COUNTER * threads] = counter;
    s[(long)DRAWN * threads] = drawn + 1;
    long i = (long)drawn * threads + id;
    if (i < n)
        out[i] = (v + counter >> 8) * 0x1p-24f;
}
