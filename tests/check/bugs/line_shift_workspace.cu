#define WIDTH 96

struct Line {
    float *data;
    __device__ float wrapped(int x) const
    {
        return data[(x + WIDTH) % WIDTH]; //! race
    }
};

__global__ void shift_lines(const float *pixels, float *workspace, float *shifted, int lines, int amount)
{
    int x = threadIdx.x;
    int base = blockIdx.x * WIDTH;
    Line line = {workspace + base};
    float p = pixels[base + x];
    line.data[x] = p * p; //! race
    float from = line.wrapped(x - amount); //! race
    shifted[base + x] = 0.5f * (from + p);
}
