/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and copies. Pageable memory cannot be fetched by the device itself: large copies go through pinned memory, a
 * half of it at a time. The device works on one half while the host copies to or from the other. */
#include "backends/cuda/cuda.h"

#include <string.h>

enum { HALF = 4 << 20, SMALL = 64 << 10 };

wg_status wg_cuda_turn_to(cuda *c, cu_stream stream, wg_error *err)
{
    if (c->current == stream)
        return WG_OK;
    wg_status status = wg_cu_check(c->cu, c->cu->cuEventRecord(c->turn, c->current), "cuEventRecord", err);
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuStreamWaitEvent(stream, c->turn, 0), "cuStreamWaitEvent", err);
    if (status == WG_OK)
        c->current = stream;
    return status;
}

/* ---- the two halves ---- */

static wg_status make_half(cuda *c, int half, wg_error *err)
{
    void *bytes = NULL;
    if (c->staging.half[half])
        return WG_OK;
    wg_status status = WG_OK;
    if (!c->staging.done[half])
        status =
            wg_cu_check(c->cu, c->cu->cuEventCreate(&c->staging.done[half], CU_EVENT_UNTIMED), "cuEventCreate", err);
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuMemHostAlloc(&bytes, HALF, 0), "cuMemHostAlloc", err);
    c->staging.half[half] = bytes;
    return status;
}

void wg_cuda_staging_free(cuda *c)
{
    for (int half = 0; half < 2; half++) {
        if (c->staging.half[half])
            c->cu->cuMemFreeHost(c->staging.half[half]);
        if (c->staging.done[half])
            c->cu->cuEventDestroy_v2(c->staging.done[half]);
    }
}

static wg_status begin(cuda *c, wg_error *err)
{
    wg_status status = wg_cuda_turn_to(c, c->stream, err);
    for (int half = 0; half < 2 && status == WG_OK; half++)
        status = make_half(c, half, err);
    return status;
}

static wg_status wait_for(const cuda *c, int half, wg_error *err)
{
    return wg_cu_check(c->cu, c->cu->cuEventSynchronize(c->staging.done[half]), "the copy", err);
}

static wg_status mark(const cuda *c, int half, wg_error *err)
{
    return wg_cu_check(c->cu, c->cu->cuEventRecord(c->staging.done[half], c->stream), "cuEventRecord", err);
}

static size_t piece_size(uint64_t bytes, uint64_t at)
{
    return bytes - at < HALF ? (size_t)(bytes - at) : HALF;
}

/* ---- to the device ---- */

static wg_status write_pieces(cuda *c, uint64_t memory, const char *from, uint64_t bytes, wg_error *err)
{
    wg_status status = begin(c, err);
    int half = 0;
    for (uint64_t at = 0; at < bytes && status == WG_OK; at += HALF, half = !half) {
        size_t size = piece_size(bytes, at);
        status = wait_for(c, half, err);
        if (status != WG_OK)
            break;
        memcpy(c->staging.half[half], from + at, size);
        status = wg_cu_check(c->cu, c->cu->cuMemcpyHtoDAsync_v2(memory + at, c->staging.half[half], size, c->stream),
                             "cuMemcpyHtoDAsync", err);
        if (status == WG_OK)
            status = mark(c, half, err);
    }
    return status;
}

static wg_status write_small(cuda *c, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    wg_status status = wg_cuda_turn_to(c, c->stream, err);
    if (status == WG_OK)
        status =
            wg_cu_check(c->cu, c->cu->cuMemcpyHtoDAsync_v2(memory, from, bytes, c->stream), "cuMemcpyHtoDAsync", err);
    return status == WG_OK ? wg_cu_check(c->cu, c->cu->cuStreamSynchronize(c->stream), "the copy", err) : status;
}

wg_status wg_cuda_write(cuda *c, uint64_t memory, const void *from, uint64_t bytes, wg_error *err)
{
    return bytes > SMALL ? write_pieces(c, memory, from, bytes, err) : write_small(c, memory, from, bytes, err);
}

/* ---- from the device ---- */

static wg_status fetch_piece(const cuda *c, uint64_t memory, int half, size_t size, wg_error *err)
{
    wg_status status = wg_cu_check(c->cu, c->cu->cuMemcpyDtoHAsync_v2(c->staging.half[half], memory, size, c->stream),
                                   "cuMemcpyDtoHAsync", err);
    return status == WG_OK ? mark(c, half, err) : status;
}

/* The device is a piece ahead of the host. */
static wg_status read_pieces(cuda *c, uint64_t memory, char *to, uint64_t bytes, wg_error *err)
{
    wg_status status = begin(c, err);
    int half = 0;
    if (status == WG_OK)
        status = fetch_piece(c, memory, half, piece_size(bytes, 0), err);
    for (uint64_t at = 0; at < bytes && status == WG_OK; at += HALF, half = !half) {
        uint64_t next = at + HALF;
        if (next < bytes)
            status = fetch_piece(c, memory + next, !half, piece_size(bytes, next), err);
        if (status == WG_OK)
            status = wait_for(c, half, err);
        if (status == WG_OK)
            memcpy(to + at, c->staging.half[half], piece_size(bytes, at));
    }
    return status;
}

static wg_status read_small(cuda *c, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    wg_status status = wg_cuda_turn_to(c, c->stream, err);
    if (status == WG_OK)
        status =
            wg_cu_check(c->cu, c->cu->cuMemcpyDtoHAsync_v2(to, memory, bytes, c->stream), "cuMemcpyDtoHAsync", err);
    return status == WG_OK ? wg_cu_check(c->cu, c->cu->cuStreamSynchronize(c->stream), "the copy", err) : status;
}

wg_status wg_cuda_read(cuda *c, uint64_t memory, void *to, uint64_t bytes, wg_error *err)
{
    return bytes > SMALL ? read_pieces(c, memory, to, bytes, err) : read_small(c, memory, to, bytes, err);
}
