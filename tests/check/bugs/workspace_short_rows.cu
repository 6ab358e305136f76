#define PITCH 48

struct Row {
    float *data;
    int length;
};

__global__ void row_totals(const float *values, const int *length, float *workspace, float *total, int rows)
{
    Row row = {workspace + blockIdx.x * PITCH, length[blockIdx.x]};
    int t = threadIdx.x;
    if (t < row.length) {
        float v = values[blockIdx.x * PITCH + t];
        row.data[t] = v * v;
    }
    __syncthreads();

    if (t == 0) {
        float sum = 0.0f;
        for (int k = 0; k < PITCH; k++)
            sum += row.data[k]; //! uninitialised
        total[blockIdx.x] = sqrtf(sum); //! uninitialised
    }
}
