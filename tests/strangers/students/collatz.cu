// Length of the Collatz sequence (3n+1 problem) of the numbers first, first + 1, ...
// 64 bit, because the numbers get much larger than the start value on the way.

extern "C" __global__ void collatz(int *length, unsigned int first, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;

    unsigned long long n = first + i;
    int steps = 0;

    while (n != 1) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        steps++;
    }

    length[i] = steps;
}
