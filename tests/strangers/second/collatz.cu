// Lab 4: the length of the Collatz sequence that starts at each of the numbers 1 ... n.
// The values can grow far beyond 32 bits, so they are kept in 64.
extern "C" __global__ void collatz(int *length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    unsigned long long value = i + 1;
    int steps = 0;
    while (value != 1) {
        if (value % 2 == 0)
            value = value / 2;
        else
            value = 3 * value + 1;
        steps++;
    }
    length[i] = steps;
}
