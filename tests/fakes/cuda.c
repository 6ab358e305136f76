/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cuda/driver.h"

enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_READY = 600, MOST = 4096 };

fake_cuda_state fake_cuda;

/* The functions have the types the back end looks them up with. */
#define FUNCTION(name, parameters) int name parameters;
#include "backends/cuda/functions.def"
#undef FUNCTION

#define FAIL_IF_ASKED                                                                                                  \
    do {                                                                                                               \
        if (fake_cuda.failing && !strcmp(fake_cuda.failing, __func__))                                                 \
            return fake_cuda.failure;                                                                                  \
    } while (0)

/* ---- streams ---- */

typedef enum work_kind { COPY, SET, TWICE, WAIT } work_kind;

typedef struct work {
    work_kind kind;
    char *to;
    const char *from;
    size_t size;
    int byte;
    cu_stream other; /* WAIT: until that many pieces of its work are done */
    size_t position;
} work;

struct cu_stream_s {
    work queue[MOST];
    size_t given, done;
};

struct cu_event_s {
    cu_stream stream; /* where it was recorded last; NULL: the default one, or nowhere */
    size_t position;
    int recorded;
};

struct cu_array_s {
    size_t row, rows;
    char bytes[];
};

enum { STREAMS = 8 };
static struct cu_stream_s default_stream;
static cu_stream streams[STREAMS] = {&default_stream};

static cu_stream queue_of(cu_stream stream)
{
    return stream ? stream : &default_stream;
}

static void run_until(cu_stream stream, size_t position)
{
    while (stream->done < position) {
        const work *w = &stream->queue[stream->done++ % MOST];
        if (w->kind == COPY)
            memcpy(w->to, w->from, w->size);
        else if (w->kind == SET)
            memset(w->to, w->byte, w->size);
        else if (w->kind == WAIT)
            run_until(w->other, w->position);
        else
            for (size_t k = 0; k < w->size; k++)
                ((float *)(void *)w->to)[k] = 2 * ((const float *)(const void *)w->from)[k];
    }
}

static int give(cu_stream stream, work w)
{
    cu_stream queue = queue_of(stream);
    fake_cuda.default_work += !stream;
    if (queue->given - queue->done == MOST)
        run_until(queue, queue->done + 1);
    queue->queue[queue->given++ % MOST] = w;
    return SUCCESS;
}

int cuStreamCreate(cu_stream *stream, unsigned flags)
{
    FAIL_IF_ASKED;
    if (flags != CU_STREAM_NON_BLOCKING)
        return INVALID_VALUE;
    *stream = calloc(1, sizeof **stream);
    fake_cuda.objects++;
    for (int k = 0; k < STREAMS; k++) {
        if (!streams[k]) {
            streams[k] = *stream;
            return SUCCESS;
        }
    }
    return OUT_OF_MEMORY;
}

int cuStreamDestroy_v2(cu_stream stream)
{
    for (int k = 0; k < STREAMS; k++)
        if (streams[k] == stream)
            streams[k] = NULL;
    fake_cuda.objects--;
    free(stream);
    return SUCCESS;
}

int cuStreamSynchronize(cu_stream stream)
{
    FAIL_IF_ASKED;
    run_until(queue_of(stream), queue_of(stream)->given);
    return SUCCESS;
}

int cuStreamWaitEvent(cu_stream stream, cu_event event, unsigned flags)
{
    FAIL_IF_ASKED;
    return flags ? INVALID_VALUE
                 : give(stream, (work){.kind = WAIT, .other = queue_of(event->stream), .position = event->position});
}

/* ---- events ---- */

int cuEventCreate(cu_event *event, unsigned flags)
{
    FAIL_IF_ASKED;
    (void)flags;
    *event = calloc(1, sizeof **event);
    fake_cuda.objects++;
    return SUCCESS;
}

int cuEventDestroy_v2(cu_event event)
{
    fake_cuda.objects--;
    free(event);
    return SUCCESS;
}

int cuEventRecord(cu_event event, cu_stream stream)
{
    FAIL_IF_ASKED;
    *event = (struct cu_event_s){stream, queue_of(stream)->given, 1};
    return SUCCESS;
}

int cuEventSynchronize(cu_event event)
{
    FAIL_IF_ASKED;
    if (event->recorded) /* one that was not is no reason to wait */
        run_until(queue_of(event->stream), event->position);
    return SUCCESS;
}

int cuEventElapsedTime(float *milliseconds, cu_event start, cu_event stop)
{
    FAIL_IF_ASKED;
    *milliseconds = 1;
    return start->recorded && stop->recorded && queue_of(stop->stream)->done >= stop->position ? SUCCESS : NOT_READY;
}

/* ---- memory ---- */

static char *pinned[16];

static int is_pinned(const void *memory)
{
    for (int k = 0; k < 16; k++)
        if (pinned[k] && (const char *)memory >= pinned[k] && (const char *)memory < pinned[k] + (4 << 20))
            return 1;
    return 0;
}

static int copy(cu_stream stream, char *to, const char *from, const void *host, size_t size)
{
    if (is_pinned(host))
        fake_cuda.pinned_copies++;
    else
        fake_cuda.other_copies++;
    return give(stream, (work){.kind = COPY, .to = to, .from = from, .size = size});
}

int cuMemAlloc_v2(uint64_t *memory, size_t size)
{
    FAIL_IF_ASKED;
    void *bytes = size < (UINT64_C(1) << 40) ? malloc(size) : NULL;
    *memory = (uintptr_t)bytes;
    fake_cuda.objects += bytes != NULL;
    return bytes ? SUCCESS : OUT_OF_MEMORY;
}

/* The driver waits until nobody uses the memory. */
int cuMemFree_v2(uint64_t memory)
{
    FAIL_IF_ASKED;
    for (int k = 0; k < STREAMS; k++)
        if (streams[k])
            run_until(streams[k], streams[k]->given);
    fake_cuda.objects--;
    free((void *)(uintptr_t)memory);
    return SUCCESS;
}

int cuMemHostAlloc(void **memory, size_t size, unsigned flags)
{
    FAIL_IF_ASKED;
    *memory = flags ? NULL : malloc(size);
    for (int k = 0; k < 16; k++) {
        if (!pinned[k]) {
            pinned[k] = *memory;
            break;
        }
    }
    fake_cuda.objects++;
    return SUCCESS;
}

int cuMemFreeHost(void *memory)
{
    for (int k = 0; k < 16; k++)
        if (pinned[k] == memory)
            pinned[k] = NULL;
    fake_cuda.objects--;
    free(memory);
    return SUCCESS;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, cu_stream stream)
{
    FAIL_IF_ASKED;
    return copy(stream, (char *)(uintptr_t)to, from, from, size);
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, cu_stream stream)
{
    FAIL_IF_ASKED;
    return copy(stream, to, (const char *)(uintptr_t)from, to, size);
}

int cuMemsetD8Async(uint64_t memory, unsigned char byte, size_t size, cu_stream stream)
{
    FAIL_IF_ASKED;
    return give(stream, (work){.kind = SET, .to = (char *)(uintptr_t)memory, .byte = byte, .size = size});
}

/* ---- arrays and textures ---- */

int cuArray3DCreate_v2(cu_array *array, const cu_array_shape *shape)
{
    FAIL_IF_ASKED;
    size_t rows = (shape->height ? shape->height : 1) * (shape->depth ? shape->depth : 1);
    size_t row = shape->width * shape->channels * 4;
    *array = calloc(1, sizeof **array + row * rows);
    (*array)->row = row;
    (*array)->rows = rows;
    fake_cuda.objects++;
    return SUCCESS;
}

int cuArrayDestroy(cu_array array)
{
    fake_cuda.objects--;
    free(array);
    return SUCCESS;
}

int cuMemcpy3DAsync_v2(const cu_copy_3d *c, cu_stream stream)
{
    FAIL_IF_ASKED;
    size_t size = c->width_bytes * c->height * c->depth;
    if (size > c->to.array->row * c->to.array->rows)
        return INVALID_VALUE;
    return give(
        stream,
        (work){.kind = COPY, .to = c->to.array->bytes, .from = (const char *)(uintptr_t)c->from.device, .size = size});
}

int cuTexObjectCreate(uint64_t *texture, const cu_resource *resource, const cu_sampling *sampling, const void *view)
{
    FAIL_IF_ASKED;
    (void)sampling;
    (void)view;
    *texture =
        resource->type == CU_RESOURCE_LINEAR ? resource->of.linear.address : (uintptr_t)resource->of.array->bytes;
    fake_cuda.objects++;
    return SUCCESS;
}

int cuTexObjectDestroy(uint64_t texture)
{
    (void)texture;
    fake_cuda.objects--;
    return SUCCESS;
}

/* ---- kernels ---- */

struct cu_module_s {
    char table[256]; /* its only variable */
};

int cuModuleLoadDataEx(cu_module *module, const void *ptx, unsigned count, int *options, void **values)
{
    FAIL_IF_ASKED;
    (void)count, (void)options, (void)values;
    *module = calloc(1, sizeof **module);
    fake_cuda.objects++;
    return strstr(ptx, "twice") ? SUCCESS : INVALID_VALUE;
}

int cuModuleUnload(cu_module module)
{
    fake_cuda.objects--;
    free(module);
    return SUCCESS;
}

int cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    FAIL_IF_ASKED;
    *function = (cu_function)(void *)module;
    return strcmp(name, "twice") ? INVALID_VALUE : SUCCESS;
}

int cuModuleGetGlobal_v2(uint64_t *address, size_t *size, cu_module module, const char *name)
{
    FAIL_IF_ASKED;
    *address = (uintptr_t)module->table;
    *size = sizeof module->table;
    return strcmp(name, "table") ? INVALID_VALUE : SUCCESS;
}

int cuFuncGetAttribute(int *value, int which, cu_function function)
{
    (void)function;
    *value = which == CU_FUNCTION_REGISTERS ? 10 : 0;
    return SUCCESS;
}

int cuFuncSetAttribute(cu_function function, int which, int value)
{
    FAIL_IF_ASKED;
    (void)function, (void)which, (void)value;
    return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, cu_function function, int threads, size_t shared)
{
    (void)function, (void)shared;
    *blocks = 2048 / (threads ? threads : 1);
    return SUCCESS;
}

int cuLaunchKernel(cu_function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, cu_stream stream, void **arguments, void **extra)
{
    FAIL_IF_ASKED;
    (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)extra;
    work w = {.kind = TWICE};
    memcpy(&w.from, arguments[0], sizeof w.from);
    memcpy(&w.to, arguments[1], sizeof w.to);
    w.size = (size_t) * (int *)arguments[2];
    return give(stream, w);
}

/* ---- the device ---- */

int cuInit(unsigned flags)
{
    return flags ? INVALID_VALUE : SUCCESS;
}

int cuDriverGetVersion(int *version)
{
    *version = 13000;
    return SUCCESS;
}

int cuGetErrorName(int error, const char **text)
{
    (void)error;
    *text = "FAKE_ERROR";
    return SUCCESS;
}

int cuGetErrorString(int error, const char **text)
{
    (void)error;
    *text = "as the test asked";
    return SUCCESS;
}

int cuDeviceGetCount(int *count)
{
    *count = 1;
    return SUCCESS;
}

int cuDeviceGet(int *device, int number)
{
    *device = number;
    return SUCCESS;
}

int cuDeviceGetName(char *name, int size, int device)
{
    (void)device;
    strncpy(name, "Imagined GPU", (size_t)size - 1);
    return SUCCESS;
}

/* As an H200 answers, but for a few that say who was asked. */
int cuDeviceGetAttribute(int *value, int which, int device)
{
    static const int values[112] = {
        [1] = 1024,  [2] = 1024,     [3] = 1024,   [4] = 64,       [5] = 2147483647, [6] = 65535,
        [7] = 65535, [8] = 49152,    [9] = 65536,  [10] = 32,      [12] = 65536,     [13] = 2000000,
        [16] = 7,    [36] = 3000000, [37] = 512,   [38] = 1048576, [39] = 2048,      [75] = 9,
        [76] = 0,    [81] = 233472,  [82] = 65536, [97] = 232448,  [106] = 32,       [111] = 1024,
    };
    (void)device;
    *value = which < 112 ? values[which] : 0;
    return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t *size, int device)
{
    (void)device;
    *size = (size_t)8 << 30;
    return SUCCESS;
}

int cuDevicePrimaryCtxRetain(cu_context *context, int device)
{
    FAIL_IF_ASKED;
    (void)device;
    *context = (cu_context)(void *)&default_stream;
    fake_cuda.objects++;
    return SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    fake_cuda.objects--;
    return SUCCESS;
}

int cuCtxSetCurrent(cu_context context)
{
    FAIL_IF_ASKED;
    return context ? SUCCESS : INVALID_VALUE;
}
