// What the CPU can really do: OpenBLAS, tuned for its vector units and caches, on all cores. A GPU is to be compared with this.
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111 }; // as cblas.h has them, which not every installation has

void cblas_sgemm(int layout, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a,
                 int lda, const float *b, int ldb, float beta, float *c, int ldc);

void matmul_openblas(const float *a, const float *b, float *c, int n)
{
    cblas_sgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, n, n, n, 1, a, n, b, n, 0, c, n);
}
