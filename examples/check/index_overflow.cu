// An index that overflows: row * pitch needs more than 31 bits from row 8 on, and what is left of it is an element of
// another row.
// warpgrind check --numbers finds index_overflow.
//
// warpgrind: --grid 1,16 --block 64 -a pitch:i32=536870912 -a y:f32[64]
__global__ void clear_last_rows(int pitch, float *y)
{
    int row = blockIdx.y, column = threadIdx.x;
    if (row % 8 == 0) // 8 * pitch is 4294967296, which is 0 in 32 bits: a long would do
        y[row * pitch + column] = (float)row;
}
