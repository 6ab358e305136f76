/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include "base/guard.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct wg_arena_chunk {
    struct wg_arena_chunk *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

void *wg_alloc(size_t size)
{
    void *block = calloc(1, size ? size : 1);
    if (!block)
        wg_guard_fail(size);
    return block;
}

void *wg_realloc(void *block, size_t size)
{
    block = realloc(block, size ? size : 1);
    if (!block)
        wg_guard_fail(size);
    return block;
}

char *wg_copy(const char *text, size_t length)
{
    char *copy = wg_alloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

void *wg_arena_alloc(wg_arena *arena, size_t size)
{
    if (size > SIZE_MAX - CHUNK_SIZE)
        wg_guard_fail(size);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    struct wg_arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = wg_alloc(sizeof *chunk + room);
        chunk->size = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += size;
    return block;
}

char *wg_arena_copy(wg_arena *arena, const char *text, size_t length)
{
    char *copy = wg_arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *wg_arena_format(wg_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = wg_arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void wg_arena_free(wg_arena *arena)
{
    for (struct wg_arena_chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    arena->chunks = NULL;
}
