/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/heap.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t SPREAD = (uint64_t)1 << 34, FARTHEST = (uint64_t)1 << 47;

enum { ALIGNMENT = 512, GAP = 4096, DEVICE_HEAP = 8 << 20, DEVICE_BINS = 24 };
static const uint64_t SIZE_LIMIT = (uint64_t)1 << 42;

/* Host memory of a kernel's malloc that was freed; the size is the power of two of its list. */
typedef struct spare {
    struct spare *next;
    unsigned char *host;
} spare;

struct wg_heap {
    pthread_rwlock_t lock;
    wg_allocation *allocations; /* ascending addresses: they are only ever appended */
    size_t count, capacity;
    uint64_t next;
    bool is_spread;
    uint64_t device_bytes;
    spare *spares[DEVICE_BINS];
};

wg_heap *wg_heap_new(void)
{
    wg_heap *heap = wg_alloc(sizeof *heap);
    pthread_rwlock_init(&heap->lock, NULL);
    heap->next = WG_HEAP_BASE;
    return heap;
}

void wg_heap_free(wg_heap *heap)
{
    if (!heap)
        return;
    for (size_t i = 0; i < heap->count; i++)
        free(heap->allocations[i].host);
    free(heap->allocations);
    for (int bin = 0; bin < DEVICE_BINS; bin++)
        for (spare *s = heap->spares[bin], *next; s; s = next) {
            next = s->next;
            free(s->host);
            free(s);
        }
    pthread_rwlock_destroy(&heap->lock);
    free(heap);
}

void wg_heap_spread(wg_heap *heap)
{
    heap->is_spread = true;
}

uint32_t wg_heap_gap(const wg_heap *heap, uint32_t gap)
{
    return heap->is_spread ? gap : 0;
}

/* Room for one more allocation; false: there is none. While the lock is held, nothing may fail in another way. */
static bool reserve(wg_heap *heap)
{
    if (heap->count < heap->capacity)
        return true;
    size_t capacity = WG_GROWN(heap->capacity);
    wg_allocation *larger = realloc(heap->allocations, capacity * sizeof *larger);
    if (!larger)
        return false;
    heap->allocations = larger;
    heap->capacity = capacity;
    return true;
}

/* Appends an allocation, for which there is room; the lock is held. */
static wg_allocation *append(wg_heap *heap, uint64_t size, const char *name, unsigned char *host)
{
    wg_allocation *a = &heap->allocations[heap->count++];
    *a = (wg_allocation){.address = heap->next, .size = size, .host = host};
    snprintf(a->name, sizeof a->name, "%s", name);
    bool is_far = heap->is_spread && heap->next + size < FARTHEST - 2 * SPREAD;
    uint64_t gap = is_far ? SPREAD : GAP;
    heap->next += (size + gap + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return a;
}

wg_status wg_heap_allocate(wg_heap *heap, uint64_t size, const char *name, uint64_t *address, wg_error *err)
{
    unsigned char *host = size <= SIZE_LIMIT ? calloc(1, size ? size : 1) : NULL;
    pthread_rwlock_wrlock(&heap->lock);
    bool fits = host && reserve(heap);
    if (fits)
        *address = append(heap, size, name, host)->address;
    pthread_rwlock_unlock(&heap->lock);
    if (fits)
        return WG_OK;
    free(host);
    return wg_error_set(err, WG_ERR_SYSTEM, "no memory for %s (%llu bytes)", name, (unsigned long long)size);
}

/* The list of spares that hold at least so many bytes: 2^bin. */
static unsigned bin_of(uint64_t size)
{
    return size > 1 ? 64 - (unsigned)__builtin_clzll(size - 1) : 0;
}

/* Host memory for a kernel's malloc. An accessor's cache may still know what was freed, so that is kept, but for the
 * next one. */
static unsigned char *device_memory(wg_heap *heap, uint64_t size)
{
    unsigned bin = bin_of(size);
    spare *found = heap->spares[bin];
    if (!found)
        return calloc(1, (size_t)1 << bin);
    unsigned char *host = found->host;
    heap->spares[bin] = found->next;
    free(found);
    memset(host, 0, size);
    return host;
}

void wg_heap_allocate_device(wg_heap *heap, uint64_t size, uint64_t *address)
{
    *address = 0;
    pthread_rwlock_wrlock(&heap->lock);
    bool fits = size && size <= DEVICE_HEAP - heap->device_bytes && reserve(heap);
    unsigned char *host = fits ? device_memory(heap, size) : NULL;
    if (host) {
        wg_allocation *a = append(heap, size, "device malloc", host);
        a->is_device = true;
        heap->device_bytes += size;
        *address = a->address;
    }
    pthread_rwlock_unlock(&heap->lock);
}

/* The last allocation that begins at or below address, or NULL. */
static wg_allocation *below(const wg_heap *heap, uint64_t address)
{
    size_t low = 0, high = heap->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (heap->allocations[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &heap->allocations[low - 1] : NULL;
}

/* The host memory of a freed allocation stays until the heap goes: an accessor's cache may still point there. */
static bool release(wg_heap *heap, uint64_t address, bool is_device)
{
    pthread_rwlock_wrlock(&heap->lock);
    wg_allocation *a = below(heap, address);
    bool ok = a && a->address == address && !a->freed && a->is_device == is_device;
    if (ok)
        a->freed = true;
    if (ok && is_device) {
        spare *s = malloc(sizeof *s), **list = &heap->spares[bin_of(a->size)];
        heap->device_bytes -= a->size;
        if (s) { /* else it stays where it is until the heap goes */
            *s = (spare){*list, a->host};
            *list = s;
            a->host = NULL;
        }
    }
    pthread_rwlock_unlock(&heap->lock);
    return ok;
}

wg_status wg_heap_release(wg_heap *heap, uint64_t address, wg_error *err)
{
    return release(heap, address, false)
               ? WG_OK
               : wg_error_set(err, WG_ERR_INPUT, "0x%llx is not the start of a live allocation",
                              (unsigned long long)address);
}

bool wg_heap_release_device(wg_heap *heap, uint64_t address)
{
    return release(heap, address, true);
}

unsigned char *wg_heap_find(wg_heap *heap, uint64_t address, uint64_t size, wg_heap_cache *cache)
{
    unsigned char *host = NULL;
    pthread_rwlock_rdlock(&heap->lock);
    const wg_allocation *a = below(heap, address);
    if (a && !a->freed && address - a->address <= a->size && size <= a->size - (address - a->address)) {
        *cache = (wg_heap_cache){a->address, a->size, a->host};
        host = a->host + (address - a->address);
    }
    pthread_rwlock_unlock(&heap->lock);
    return host;
}

bool wg_heap_look(wg_heap *heap, uint64_t address, wg_allocation *out)
{
    pthread_rwlock_rdlock(&heap->lock);
    const wg_allocation *a = below(heap, address);
    bool is_inside = a && address - a->address < a->size;
    if (is_inside)
        *out = *a;
    pthread_rwlock_unlock(&heap->lock);
    return is_inside;
}

void wg_heap_describe(wg_heap *heap, uint64_t address, char *text, size_t size)
{
    pthread_rwlock_rdlock(&heap->lock);
    const wg_allocation *a = below(heap, address);
    const wg_allocation *next = a ? a + 1 : heap->allocations;
    bool has_next = heap->count && next < heap->allocations + heap->count;
    bool is_inside = a && address - a->address < a->size;
    if (is_inside && a->freed) {
        snprintf(text, size, "inside %s, which was freed (%llu bytes at 0x%llx)", a->name, (unsigned long long)a->size,
                 (unsigned long long)a->address);
    } else if (has_next && !is_inside && next->address - address < address - (a ? a->address + a->size : 0)) {
        snprintf(text, size, "%llu bytes before %s (%llu bytes at 0x%llx)",
                 (unsigned long long)(next->address - address), next->name, (unsigned long long)next->size,
                 (unsigned long long)next->address);
    } else if (is_inside) {
        snprintf(text, size, "at byte %llu of %s (%llu bytes at 0x%llx)", (unsigned long long)(address - a->address),
                 a->name, (unsigned long long)a->size, (unsigned long long)a->address);
    } else if (a) {
        snprintf(text, size, "%llu bytes past the end of %s (%llu bytes at 0x%llx)",
                 (unsigned long long)(address - a->address - a->size), a->name, (unsigned long long)a->size,
                 (unsigned long long)a->address);
    } else {
        snprintf(text, size, "%s", address < 4096 ? "a null pointer" : "in no allocation");
    }
    pthread_rwlock_unlock(&heap->lock);
}
