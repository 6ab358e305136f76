#define MAX_LEN 24

__device__ int min3(int a, int b, int c)
{
    return min(a, min(b, c));
}

__global__ void edit_distance(const unsigned char *a, const unsigned char *dict, int *dist, int words, int len)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words)
        return;
    const unsigned char *b = dict + w * len;

    int row[MAX_LEN + 1];
    for (int j = 1; j <= len; j++)
        row[j] = j;
    for (int i = 1; i <= len; i++) {
        int diag = row[0];  //! uninitialised
        row[0] = i;
        for (int j = 1; j <= len; j++) {
            int up = row[j];  //! uninitialised
            int cost = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = min3(up + 1, row[j - 1] + 1, diag + cost);  //! uninitialised
            diag = up;
        }
    }
    dist[w] = row[len];  //! uninitialised
}
