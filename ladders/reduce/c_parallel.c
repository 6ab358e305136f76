// All cores, each with a piece and a sum of its own. The CPU's memory sets the pace.
void reduce_parallel(const int *in, int *out, int n)
{
    unsigned sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
    for (int i = 0; i < n; i++)
        sum += in[i];
    *out = (int)sum;
}
