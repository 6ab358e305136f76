// A 27-point stencil in double precision: a thread marches through CHUNK planes and keeps the sums of three of them
// in registers. The input has a ghost cell on every side.
#define CHUNK 40

struct plane {
    double centre, edges, corners; // the cell, its four neighbours in the plane, and the four across
};

__device__ plane load(const double *p, size_t pitch)
{
    const double *above = p - pitch, *below = p + pitch;
    return {p[0], p[-1] + p[1] + above[0] + below[0], above[-1] + above[1] + below[-1] + below[1]};
}

__global__ void stencil27(const double *in, double *out, int grid_x, int grid_y, int grid_z, double w0, double w1,
                          double w2, double w3)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= grid_x || y >= grid_y)
        return;
    int z = blockIdx.z * CHUNK, end = min(z + CHUNK, grid_z);
    size_t pitch = grid_x + 2, slice = pitch * (grid_y + 2);
    const double *p = in + z * slice + (y + 1) * pitch + x + 1;
    plane back = load(p, pitch), mid = load(p + slice, pitch);
    p += 2 * slice;
    for (; z < end; z++, p += slice) {
        plane front = load(p, pitch);
        double faces = mid.edges + back.centre + front.centre;
        double edges = mid.corners + back.edges + front.edges;
        double corners = back.corners + front.corners;
        out[((size_t)z * grid_y + y) * grid_x + x] = w0 * mid.centre + w1 * faces + w2 * edges + w3 * corners;
        back = mid;
        mid = front;
    }
}
