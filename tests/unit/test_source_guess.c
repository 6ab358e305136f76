/* SPDX-License-Identifier: Apache-2.0 */
/* Launches that are guessed from the text of a kernel. */
#include "source/guess.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The first kernel's guess as one line: grid; block; shared; arguments. */
static void check_known(const char *text, const wg_guess_known *known, const char *wanted)
{
    wg_source *s = wg_source_new(text, strlen(text), strstr(text, "__kernel") != NULL, NULL, 0);
    wg_guess guess;
    wg_text line = {0};
    size_t trouble;
    assert_int_equal(s->kernel_count, 1);
    if (!wg_guess_launch(s, &s->kernels[0], known, &guess, &trouble)) {
        wg_text_addf(&line, "trouble %zu", trouble);
    } else {
        wg_text_addf(&line, "%s; %s; %s;", guess.grid, guess.block, guess.shared ? guess.shared : "-");
        for (size_t k = 0; k < guess.argument_count; k++)
            wg_text_addf(&line, " %s", guess.arguments[k]);
    }
    assert_string_equal(line.bytes, wanted);
    wg_text_free(&line);
    wg_source_free(s);
}

static void check(const char *text, const char *wanted)
{
    check_known(text, &(wg_guess_known){0}, wanted);
}

#define INDEX "int i = blockIdx.x * blockDim.x + threadIdx.x; "
#define PLACE "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; "

static void test_guards(void **state)
{
    (void)state;
    check("__global__ void k(int n, float a, const float *x, float *y) {" INDEX "if (i < n) y[i] = a * x[i] + y[i]; }",
          "ceil_div(n, 256); 256; -; n:i32=1048576 a:f32=1 x:f32[n]=random y:f32[n]=random");
    check("__global__ void k(const int *x, int *y, size_t count) {" INDEX "if (i >= count) return; y[i] = x[i]; }",
          "ceil_div(count, 256); 256; -; x:i32[count]=random(0, 99) y:i32[count] count:u64=1048576");
    check("__global__ void k(double *a, double *b, int n) { for (" INDEX
          "i < n; i += gridDim.x * blockDim.x) b[i] = a[i]; }",
          "ceil_div(n, 256); 256; -; a:f64[n]=random b:f64[n] n:i32=1048576");
    check("__global__ void k(float *a, int width, int height) {" PLACE
          "if (x < width && y < height) a[y * width + x] = 1; }",
          "ceil_div(width, 16),ceil_div(height, 16); 16,16; -; a:f32[height * width] width:i32=1024 height:i32=1024");
    check("__global__ void k(float *a, int rows, int cols) {" INDEX "if (i < rows * cols) a[i] = 1; }",
          "ceil_div(rows * cols, 256); 256; -; a:f32[rows * cols] rows:i32=1024 cols:i32=1024");
    check("__global__ void k(float *a) {" INDEX "a[i] = 1; }", "4096; 256; -; a:f32[1048576]");
}

static void test_matmul(void **state)
{
    (void)state;
    check("#define T 16\n__global__ void k(const float *A, const float *B, float *C, int M, int N, int K) {"
          "int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x; float s = 0;"
          "for (int k = 0; k < K; k++) s += A[row * K + k] * B[k * N + col];"
          "if (row < M && col < N) C[row * N + col] = s; }",
          "ceil_div(N, 16),ceil_div(M, 16); 16,16; -; A:f32[M * K]=random B:f32[K * N]=random C:f32[M * N] M:i32=1024 "
          "N:i32=1024 K:i32=1024");
}

static void test_blocks(void **state)
{
    (void)state;
    check("__global__ void k(float *a, int n) { __shared__ float t[32][33]; int x = blockIdx.x * blockDim.x + "
          "threadIdx.x;"
          "t[threadIdx.y][threadIdx.x] = 0; if (x < n) a[x] = t[0][0]; }",
          "ceil_div(n, 32); 32,32; -; a:f32[n] n:i32=1048576");
    check("__global__ void k(float *a, int n) { __shared__ float t[128];" INDEX
          "t[threadIdx.x] = 0; if (i < n) a[i] = t[0]; }",
          "ceil_div(n, 128); 128; -; a:f32[n] n:i32=1048576");
    check_known("__global__ void k(float *a, int n) {" INDEX "if (i < n) a[i] = 0; }",
                &(wg_guess_known){.block = {64, 1, 1}}, "ceil_div(n, 64); 64; -; a:f32[n] n:i32=1048576");
    check_known("__global__ void k(float *a, int n) {" INDEX "if (i < n) a[i] = 0; }",
                &(wg_guess_known){.most_threads = 96}, "ceil_div(n, 96); 96; -; a:f32[n] n:i32=1048576");
    check("__kernel __attribute__((reqd_work_group_size(32, 4, 1))) void k(__global float *a, int w, int h) {"
          "int x = get_global_id(0), y = get_global_id(1); if (x < w && y < h) a[y * w + x] = 1; }",
          "ceil_div(w, 32),ceil_div(h, 4); 32,4; -; a:f32[h * w] w:i32=1024 h:i32=1024");
    check("template <int TILE = 8> __global__ void k(float *a, int w, int h) {"
          "int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y; if (x < w && y < h) a[y * w + "
          "x] = 1; }",
          "ceil_div(w, 8),ceil_div(h, 8); 8,8; -; a:f32[h * w] w:i32=1024 h:i32=1024");
}

static void test_shared(void **state)
{
    (void)state;
    check("__global__ void k(const float *in, float *out, int rows, int cols) { extern __shared__ double s[];"
          "int row = blockIdx.x; const float *x = in + row * cols;"
          "for (int k = threadIdx.x; k < cols; k += blockDim.x) s[threadIdx.x] += x[k]; out[row] = s[0]; }",
          "rows; 256; 2048; in:f32[rows * cols]=random out:f32[rows] rows:i32=1024 cols:i32=1024");
    check("__kernel void k(__global float *a, __local float *t, int n) { int i = get_global_id(0); t[get_local_id(0)] "
          "= 0;"
          "if (i < n) a[i] = t[0]; }",
          "ceil_div(n, 256); 256; -; a:f32[n] t:f32[256]=local n:i32=1048576");
}

/* Data that select elements are indices of them. */
static void test_selected(void **state)
{
    (void)state;
    check("__global__ void k(const unsigned char *d, int *bins, int n) {" INDEX
          "if (i < n) atomicAdd(&bins[d[i]], 1); }",
          "ceil_div(n, 256); 256; -; d:u8[n]=random bins:i32[256] n:i32=1048576");
    check("__global__ void k(const int *index, const float *x, float *y, int n, int m) {" INDEX
          "int j = index[i]; if (i < n && j < m) y[i] = x[j]; }",
          "ceil_div(n, 256); 256; -; index:i32[n]=random(0, 65535) x:f32[m]=random y:f32[n] n:i32=65536 m:i32=65536");
    check("__global__ void k(int rows, const int *begin, const int *col, const float *v, const float *x, float *y) {"
          "int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= rows) return; float s = 0;"
          "for (int j = begin[r]; j < begin[r + 1]; j++) s += v[j] * x[col[j]]; y[r] = s; }",
          "ceil_div(rows, 256); 256; -; rows:i32=1048576 begin:i32[rows + 1]=8 * i col:i32[8 * rows]=random(0, 65535) "
          "v:f32[8 * rows]=random x:f32[65536]=random y:f32[rows]");
}

/* A loop to another variable goes as far as that. */
static void test_triangle(void **state)
{
    (void)state;
    check("__global__ void k(const float *x, float *y, int n) {" INDEX
          "float s = 0; for (int j = 0; j <= i; j++) s += x[j]; if (i < n) y[i] = s; }",
          "ceil_div(n, 256); 256; -; x:f32[n]=random y:f32[n] n:i32=16384");
}

static void test_structures(void **state)
{
    (void)state;
    check("struct P { float *data; int n; float scale; char tag[4]; };"
          "__global__ void k(P p, float *out) {" INDEX "if (i < p.n) out[i] = p.scale * p.data[i]; }",
          "4096; 256; -; p:{data:f32[1048576]=random, n:i32=1048576, scale:f32=1, tag:i8(4)=1} out:f32[1048576]");
    check("struct Q { Unknown u; }; __global__ void k(Q q, int n) {}", "trouble 0");
}

/* Names alone, where the text says nothing else. */
static void test_names(void **state)
{
    (void)state;
    check("__global__ void k(float *out, int width, int radius, float eps, int seed, bool fast) { f(out); }",
          "1; 256; -; out:f32[1048576] width:i32=1048576 radius:i32=3 eps:f32=1e-05 seed:i32=42 fast:bool=0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards),   cmocka_unit_test(test_matmul),   cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_shared),   cmocka_unit_test(test_selected), cmocka_unit_test(test_structures),
        cmocka_unit_test(test_triangle), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
