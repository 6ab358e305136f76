// Pi by throwing points at a square: of points uniform in [-1, 1] x [-1, 1], the share inside the unit circle is pi / 4. Each
// thread has a generator of its own, throws its share of the points, in doubles, and adds its count to the total
// atomically. 56 blocks of 256 threads, as the exercise has it, filled a P100; a GPU with 132 multiprocessors has more than half of them
// idle, and the others have 8 warps each, too few to hide how long a double-precision instruction takes.
//
// Launch: any grid; the points are dealt out to the threads in turn. inner[0] is 0 before.
struct state {
    unsigned x, y, z, w, v, counter;
};

// Spreads a number over 64 bits (splitmix64): the states of neighbouring threads have nothing in common.
__device__ unsigned long long scramble(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

__device__ state make_state(unsigned long long seed, long stream)
{
    unsigned long long a = scramble(scramble(seed) + 3ull * stream);
    unsigned long long b = scramble(scramble(seed) + 3ull * stream + 1);
    unsigned long long c = scramble(scramble(seed) + 3ull * stream + 2);
    state s;
    s.x = (unsigned)a;
    s.y = (unsigned)(a >> 32);
    s.z = (unsigned)b;
    s.w = (unsigned)(b >> 32);
    s.v = (unsigned)c | 1;
    s.counter = (unsigned)(c >> 32);
    return s;
}

// Marsaglia's xorwow
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

// Between -1 and 1, 53 bits
__device__ double coordinate(state *s)
{
    unsigned long long bits = (unsigned long long)draw(s) << 32;
    bits |= draw(s);
    return (bits >> 11) * 0x1p-52 - 1;
}

__global__ void pi_exercise(unsigned long long *inner, long points, unsigned long long seed)
{
    long thread = (long)blockIdx.x * blockDim.x + threadIdx.x, threads = (long)gridDim.x * blockDim.x;
    state s = make_state(seed, thread);
    unsigned inside = 0;
    for (long i = thread; i < points; i += threads) {
        double x = coordinate(&s), y = coordinate(&s);
        if (x * x + y * y < 1)
            inside++;
    }
    atomicAdd(inner, (unsigned long long)inside);
}
