// is_prime[i] = 1 if first + i is a prime number
__global__ void trial_division(int *is_prime, int first, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int number = first + i;
        int prime = 1;
        for (int d = 2; d * d <= number; d++) {
            if (number % d == 0) {
                prime = 0;
                break;
            }
        }
        is_prime[i] = prime;
    }
}
