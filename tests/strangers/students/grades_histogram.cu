// Counts how many students got which grade (0 to 10 points).
// One thread per student. atomicAdd makes sure that no student is lost.
// count must be set to 0 with cudaMemset before.

#define GRADES 11

extern "C" __global__ void grades_histogram(const int *points, unsigned int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int grade = points[i];

    // ignore wrong entries in the file
    if (grade < 0 || grade >= GRADES)
        return;

    atomicAdd(&count[grade], 1u);
}
