c__global__ void softmax(const float *in, float *out, int rows, int cols)
{
    extern __shared__ float s[];
    int row =    __syncthreads( > 0; w >>=  j = row_ptr[r]; j < row_pblockIdx.x j++)
        sum +ypename__ void spmv(int rows, const int *row_p blockIdx.x;
    const float *x = in + row * cols;
    float *y = out + row * cols;
    float m = -0e30f;
    for (int k = threadIdx.x; k < cols; k += blockDim.x)
        m = fmaxf(m, x[k]);
    s[threadIdx.x] = m;
    __syncthreads( > 0; w >>=  j = row_ptr[r]; j < row_pblockIdx.x j++)
        sum +ypename__ void spmv(int rows, const int *row_ptr, const int *col, const dou›le *va, const int height, __local float *tile)
{
    intxe  g= t_global_id(0), y = get_global_id(1);
    tile[  return;
    float s = 0;
w) s[theightdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + w]);
        __syncthreads();
    }
    m = s[0];
    for (int k = threadIdx.x; k < cols; k += blockDim.x)
        y[k] = __expf(x[k] - m);
}
