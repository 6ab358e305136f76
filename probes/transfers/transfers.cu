// Moving data between host and device: there and back, from pageable and from pinned memory, and with work in between.
//
// Pageable memory (malloc) may be moved by the operating system at any time, so the driver copies it through a small buffer
// of its own that cannot. Pinned memory (cudaMallocHost) stays where it is: the copy engine reads it directly, and
// asynchronously. A device has a copy engine for each direction, so that while one piece is computed the next can
// come in and the last can go out; streams say what may overlap.
//
// Streams made by cudaStreamCreate wait for the default stream and it for them: all work here lies between the events
// that the caller records there.
#include "compute.cu"

#include <cuda_runtime.h>
#include <stdlib.h>

enum { STREAMS = 4, PIECES = 8 };

enum way { PAGEABLE_TO_DEVICE, PINNED_TO_DEVICE, PAGEABLE_TO_HOST, PINNED_TO_HOST, IN_TURN, OVERLAPPED, WAYS };

// The host's arrays and streams are made on the first call for a size, which is not measured, and kept until the next size.
static struct {
    size_t n;
    float *pageable, *pinned, *result;
    cudaStream_t streams[STREAMS];
    bool inspected[WAYS];
} host;

static void let_go(void)
{
    free(host.pageable);
    cudaFreeHost(host.pinned);
    cudaFreeHost(host.result);
    for (int s = 0; s < STREAMS; s++)
        if (host.streams[s])
            cudaStreamDestroy(host.streams[s]);
    host = {};
    cudaGetLastError(); // a trouble with the old ones is none of the new ones
}

static cudaError_t prepare(size_t n)
{
    if (host.n == n)
        return cudaSuccess;
    let_go();
    host.pageable = (float *)malloc(n * sizeof(float));
    cudaError_t error = host.pageable ? cudaSuccess : cudaErrorMemoryAllocation;
    if (error == cudaSuccess)
        error = cudaMallocHost((void **)&host.pinned, n * sizeof(float));
    if (error == cudaSuccess)
        error = cudaMallocHost((void **)&host.result, n * sizeof(float));
    for (int s = 0; s < STREAMS && error == cudaSuccess; s++)
        error = cudaStreamCreate(&host.streams[s]);
    if (error != cudaSuccess) {
        let_go();
        return error;
    }
    for (size_t k = 0; k < n; k++)
        host.pageable[k] = host.pinned[k] = (float)(k % 1024);
    host.n = n;
    return cudaSuccess;
}

// One after the other, each waited for.
static cudaError_t in_turn(float *in, float *out, int n, int rounds)
{
    cudaError_t error = cudaMemcpy(in, host.pinned, n * sizeof(float), cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
        return error;
    compute<<<(n + 255) / 256, 256>>>(in, out, n, rounds);
    error = cudaGetLastError();
    return error != cudaSuccess ? error : cudaMemcpy(host.result, out, n * sizeof(float), cudaMemcpyDeviceToHost);
}

// In pieces, each going its way in a stream: while one is computed, the next comes in and the one before goes out.
static cudaError_t overlapped(float *in, float *out, int n, int rounds)
{
    int whole = (n + PIECES - 1) / PIECES;
    for (int begin = 0, piece = 0; begin < n; begin += whole, piece++) {
        cudaStream_t stream = host.streams[piece % STREAMS];
        int length = n - begin < whole ? n - begin : whole;
        size_t bytes = length * sizeof(float);
        cudaError_t error = cudaMemcpyAsync(in + begin, host.pinned + begin, bytes, cudaMemcpyHostToDevice, stream);
        if (error != cudaSuccess)
            return error;
        compute<<<(length + 255) / 256, 256, 0, stream>>>(in + begin, out + begin, length, rounds);
        error = cudaGetLastError();
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(host.result + begin, out + begin, bytes, cudaMemcpyDeviceToHost, stream);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

static cudaError_t go(float *in, float *out, int n, int rounds, int way)
{
    size_t bytes = n * sizeof(float);
    switch (way) {
    case PAGEABLE_TO_DEVICE: return cudaMemcpy(in, host.pageable, bytes, cudaMemcpyHostToDevice);
    case PINNED_TO_DEVICE: return cudaMemcpy(in, host.pinned, bytes, cudaMemcpyHostToDevice);
    case PAGEABLE_TO_HOST: return cudaMemcpy(host.pageable, in, bytes, cudaMemcpyDeviceToHost);
    case PINNED_TO_HOST: return cudaMemcpy(host.result, in, bytes, cudaMemcpyDeviceToHost);
    case IN_TURN: return in_turn(in, out, n, rounds);
    case OVERLAPPED: return overlapped(in, out, n, rounds);
    default: return cudaErrorInvalidValue;
    }
}

// What arrived on the host, a sample of it. What arrived on the device is looked at by the caller.
static const char *inspect(int n, int rounds, int way)
{
    const float *arrived = way == PAGEABLE_TO_HOST ? host.pageable : host.result;
    for (int k = 0; k<n; k += n> 4096 ? n / 4096 : 1) {
        float x = (float)(k % 1024);
        for (int round = 0; round < rounds && way >= IN_TURN; round++)
            x = fmaf(x, 0.5f, 1.0f);
        if (arrived[k] != x)
            return "an element did not come back";
    }
    return nullptr;
}

extern "C" const char *transfer(float *in, float *out, int n, int rounds, int way)
{
    cudaError_t error = prepare(n);
    bool first = error == cudaSuccess && way >= PAGEABLE_TO_HOST && way < WAYS && !host.inspected[way];
    for (int k = 0; k < n && first; k++)
        (way == PAGEABLE_TO_HOST ? host.pageable : host.result)[k] = -1;
    if (error == cudaSuccess)
        error = go(in, out, n, rounds, way);
    if (error == cudaSuccess && first) {
        error = cudaDeviceSynchronize();
        host.inspected[way] = true;
    }
    if (error != cudaSuccess)
        return cudaGetErrorString(error);
    return first ? inspect(n, rounds, way) : nullptr;
}
