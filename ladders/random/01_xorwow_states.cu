// A generator per thread, as the libraries begin: one launch gives every thread a state of its own, and each later launch
// loads the state, draws one number and stores the state back, so that the next launch goes on where this one ended.
// Here a state is a structure of seven words, and a thread's neighbours are 28 bytes away: every load and store of a warp
// touches 28 sectors where 4 would do. And 56 bytes move for each number of four.
//
// The generator is Marsaglia's xorwow: five words of xorshift and a counter.
//
// Launch: `threads` states, a thread each; xorwow_states_draw once for every `threads` numbers.
struct state {
    unsigned x, y, z, w, v; // the xorshift register
    unsigned counter;
    unsigned drawn; // how many numbers this state has given
};

// Spreads a number over 64 bits (splitmix64): neighbouring seeds have nothing in common afterwards.
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
    s->drawn++;
    return s->v + s->counter;
}

__global__ void xorwow_states_init(state *states, int threads, unsigned long long seed)
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
    s.v = (unsigned)c | 1; // never all zeros, from which xorshift would not come away
    s.counter = (unsigned)(c >> 32);
    s.drawn = 0;
    states[id] = s;
}

__global__ void xorwow_states_draw(float *out, long n, state *states, int threads)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    state s = states[id];
    long i = (long)s.drawn * threads + id;
    float u = (draw(&s) >> 8) * 0x1p-24f; // 24 bits are all a float holds: 0 <= u < 1
    if (i < n)
        out[i] = u;
    states[id] = s;
}
