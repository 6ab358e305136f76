// A NaN from a variance: the mean of the squares less the square of the mean is a difference of two large numbers, and
// rounding makes it negative where the values hardly vary.
// warpgrind check --numbers finds nan.
//
// warpgrind: --grid 2 --block 64 -a n:i32=100 -a rows:i32=128 -a 'x:f32[n * rows]=1000.3 + 0.001 * (i % 3)' -a deviation:f32[rows]
__global__ void standard_deviation(int n, int rows, const float *x, float *deviation)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, squares = 0;
    for (int k = 0; k < n; k++) {
        float value = x[k * rows + row];
        sum += value;
        squares += value * value;
    }
    float mean = sum / n;
    float variance = squares / n - mean * mean;
    deviation[row] = sqrtf(variance); // subtract the mean first, or clamp with fmaxf(variance, 0)
}
