#define GROUP 32

__kernel void sliced_product(__global const int *row_ptr, __global const float *vals, __global float *sums, int rows)
{
    __local float stage[GROUP];
    int lid = get_local_id(0);
    int row = get_global_id(0);
    int first = row_ptr[row];
    int last = row_ptr[row + 1];

    float acc = 0.0f;
    stage[lid] = 0.0f;
    for (int k = first; k < last; k++) {
        stage[lid] = vals[k];
        barrier(CLK_LOCAL_MEM_FENCE);  //! sync
        acc += stage[lid] * 0.5f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);  //! sync
    sums[row] = acc + stage[lid];
}
