extern "C" __global__ void local_digit_counts(const unsigned *number, unsigned *sortedDigits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned char count[16];
    for (int d = 0; d < 16; ++d)
        count[d] = 0;
    unsigned v = number[i];
    unsigned char stack[8];
    int top = 0;
    while (v) {
        stack[top++] = v & 15;
        v >>= 4;
    }
    while (top > 0)
        ++count[stack[--top]];
    unsigned r = 0;
    for (int d = 15; d >= 0; --d)
        for (int k = count[d]; k > 0; --k)
            r = r << 4 | d;
    sortedDigits[i] = r;
}
