/* SPDX-License-Identifier: Apache-2.0 */
/* opencl_matmul FILE.cl N RUNS: runs the naive matrix product on the first CPU (else any) OpenCL device and prints the
 * median time of the kernel in seconds and the device's name. The first run, with the compiler's work in it, does not
 * count. */
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCK = 16, SOURCE_LIMIT = 1 << 16 };

static void fail_if(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "opencl_matmul: %s: OpenCL error %d\n", what, (int)status);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    fail_if(clGetPlatformIDs(16, platforms, &count), "no platform");
    static const cl_device_type TYPES[] = {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_ALL};
    for (size_t t = 0; t < sizeof TYPES / sizeof *TYPES; t++) {
        for (cl_uint p = 0; p < count && p < 16; p++) {
            cl_device_id device;
            if (clGetDeviceIDs(platforms[p], TYPES[t], 1, &device, NULL) == CL_SUCCESS)
                return device;
        }
    }
    fail_if(CL_DEVICE_NOT_FOUND, "no device");
    return NULL;
}

static cl_kernel build(cl_context context, cl_device_id device, const char *path)
{
    static char source[SOURCE_LIMIT];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(source, 1, sizeof source, file) : 0;
    if (file)
        fclose(file);
    const char *text = source;
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &status);
    fail_if(status, path);
    fail_if(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, "matmul", &status);
    fail_if(status, "matmul");
    return kernel;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Every element of the product of two matrices full of ones and halves is n / 2. */
static void verify(const float *c, size_t count, int n)
{
    for (size_t i = 0; i < count; i++) {
        if (fabsf(c[i] - 0.5f * (float)n) <= 1e-3f * (float)n)
            continue;
        fprintf(stderr, "opencl_matmul: wrong result\n");
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: opencl_matmul FILE.cl N RUNS\n");
        return 2;
    }
    int n = atoi(argv[2]), runs = atoi(argv[3]);
    if (n < BLOCK || n % BLOCK || runs < 1 || runs > 100)
        return 2;
    cl_device_id device = find_device();
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    fail_if(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    fail_if(status, "queue");
    cl_kernel kernel = build(context, device, argv[1]);

    size_t count = (size_t)n * (size_t)n, bytes = count * sizeof(float);
    float *host = malloc(bytes);
    if (!host)
        return 1;
    cl_mem buffers[3];
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < count; i++)
            host[i] = k == 0 ? 1.0f : 0.5f;
        buffers[k] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host, &status);
        fail_if(status, "buffer");
        fail_if(clSetKernelArg(kernel, (cl_uint)k + 1, sizeof buffers[k], &buffers[k]), "argument");
    }
    fail_if(clSetKernelArg(kernel, 0, sizeof n, &n), "argument");

    double seconds[101];
    for (int run = 0; run <= runs; run++) {
        size_t global[2] = {(size_t)n, (size_t)n}, local[2] = {BLOCK, BLOCK};
        double started = now();
        fail_if(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), "launch");
        fail_if(clFinish(queue), "finish");
        seconds[run] = now() - started;
    }
    fail_if(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, bytes, host, 0, NULL, NULL), "read");
    verify(host, count, n);
    qsort(seconds + 1, (size_t)runs, sizeof *seconds, by_value);
    char name[256] = "";
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    printf("%.9g %s\n", seconds[1 + runs / 2], name);
    free(host);
    return 0;
}
