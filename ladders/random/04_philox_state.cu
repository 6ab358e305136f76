// Another kind of generator: Philox4x32-10 encrypts a counter. Ten rounds of multiplications turn 128 bits of counter and 64
// of key into four random words; the next four come from the next counter. There is no state to seed with care: threads
// with different counters cannot overlap. Used like the generator before, with a state a thread that is initialised, loaded and
// stored; four words a state in place of seven, but ten rounds of arithmetic for each four numbers.
//
// Number k of thread t is word k % 4 of the counter {k / 4, 0, t, 0}; it goes to out[k * threads + t].
//
// Launch: `threads` states, a thread each.
struct state {
    unsigned drawn;  // numbers given so far: the low words of the counter follow
    unsigned stream; // which stream: the third word of the counter
    uint2 key;
};

__device__ uint4 philox(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xd2511f53u, counter.x), low0 = 0xd2511f53u * counter.x;
        unsigned high1 = __umulhi(0xcd9e8d57u, counter.z), low1 = 0xcd9e8d57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}

__global__ void philox_state_init(state *states, int threads, unsigned long long seed)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    state s;
    s.drawn = 0;
    s.stream = id;
    s.key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    states[id] = s;
}

__global__ void philox_state_draw(float *out, long n, state *states, int threads)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= threads)
        return;
    state s = states[id];
    uint4 word = make_uint4(0, 0, 0, 0);
    for (long i = (long)s.drawn * threads + id; i < n; i += threads, s.drawn++) {
        if (s.drawn % 4 == 0)
            word = philox(make_uint4(s.drawn / 4, 0, s.stream, 0), s.key);
        out[i] = (word.x >> 8) * 0x1p-24f;
        word = make_uint4(word.y, word.z, word.w, 0); // the next number's word comes first
    }
    states[id] = s;
}
