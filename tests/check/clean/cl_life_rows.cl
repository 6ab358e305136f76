// Game of life on a torus that fits one work-group: two local boards, one barrier for each generation.
#define N 12

__kernel __attribute__((reqd_work_group_size(N, N, 1)))
void cl_life_rows(__global const uchar *in, __global uchar *out, const int generations)
{
    __local uchar board[2][N][N];
    const int x = get_local_id(0), y = get_local_id(1);
    const int cell = get_group_id(0) * N * N + y * N + x;
    const int l = (x + N - 1) % N, r = (x + 1) % N, u = (y + N - 1) % N, d = (y + 1) % N;
    board[0][y][x] = in[cell] & 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    int g = 0;
    for (; g < generations; g++) {
        __local uchar (*a)[N] = board[g & 1], (*b)[N] = board[~g & 1];
        const int near = a[u][l] + a[u][x] + a[u][r] + a[y][l] + a[y][r] + a[d][l] + a[d][x] + a[d][r];
        b[y][x] = near == 3 || (near == 2 && a[y][x]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[cell] = board[g & 1][N - 1 - y][x];
}
