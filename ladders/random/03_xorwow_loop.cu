// A state is loaded once, gives many numbers out of registers, and is stored once: its bytes no longer matter, and one launch
// does it all. What is left is the generator itself, about a dozen integer instructions a number, and the store of the number.
// A state still has to be made, kept and carried about, and which number a thread gets depends on how many threads there are.
//
// Launch: `threads` states, a thread each; number i comes from thread i % threads.
struct state {
    unsigned x, y, z, w, v;
    unsigned counter;
    unsigned drawn;
};

__device__ unsigned long long scramble(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

__device__ unsigned draw(state *s)
{
    unsigned t = s->x ^ s->x >> 2;
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    s->w = s->v;
    s->v = s->v ^ s->v << 4 ^ t ^ t << 1;
    s->counter += 362437;
    return s->v + s->counter;
}

__global__ void xorwow_loop_init(state *states, int threads, unsigned long long seed)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    unsigned long long a = scramble(scramble(seed) + 3ull * id);
    unsigned long long b = scramble(scramble(seed) + 3ull * id + 1);
    unsigned long long c = scramble(scramble(seed) + 3ull * id + 2);
    state s;
    s.x = (unsigned)a;
    s.y = (unsigned)(a >> 32);
    s.z = (unsigned)b;
    s.w = (unsigned)(b >> 32);
    s.v = (unsigned)c | 1;
    s.counter = (unsigned)(c >> 32);
    s.drawn = 0;
    states[id] = s;
}

__global__ void xorwow_loop_draw(float *out, long n, state *states, int threads)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    state s = states[id];
    unsigned drawn = 0;
    for (long i = id; i < n; i += threads, drawn++)
        out[i] = (draw(&s) >> 8) * 0x1p-24f;
    s.drawn += drawn;
    states[id] = s;
}
