/* SPDX-License-Identifier: Apache-2.0 */
/* The device's global memory: allocations at device addresses of our own choosing, so that alignment (and with it
 * every sector count) is the same on every run and every host. Addresses are never reused, gaps lie between
 * allocations, and freed ones are remembered: a stray access can be told from a stale one. */
#ifndef WG_SIM_HEAP_H
#define WG_SIM_HEAP_H

#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WG_HEAP_BASE 0x0000700000000000u

typedef struct wg_allocation {
    uint64_t address, size;
    unsigned char *host;
    bool freed, is_device; /* is_device: by a kernel's malloc */
    char name[64];         /* of the argument or variable, for messages */
} wg_allocation;

typedef struct wg_heap wg_heap;

/* The allocation an accessor touched last; zero-initialised it is valid and empty. */
typedef struct wg_heap_cache {
    uint64_t address, size;
    unsigned char *host;
} wg_heap_cache;

/* How far objects of shared memory lie apart in a heap whose objects do. */
enum { WG_SHARED_GAP = 16384 };

wg_heap *wg_heap_new(void);
void wg_heap_free(wg_heap *heap);

/* From now on allocations lie so far apart that an index of 32 bits does not lead from one to another: what is found at
 * an address is what the address was made for. Addresses differ from those of a plain run. */
void wg_heap_spread(wg_heap *heap);
uint32_t wg_heap_gap(const wg_heap *heap, uint32_t gap); /* gap if the heap is spread, else 0 */

/* size may be 0. align: a power of two, at least 256 is used. Thread-safe. Memory is zeroed. */
wg_status wg_heap_allocate(wg_heap *heap, uint64_t size, const char *name, uint64_t *address, wg_error *err);
wg_status wg_heap_release(wg_heap *heap, uint64_t address, wg_error *err);

/* For a kernel's malloc: *address is 0 when its heap has no room, which is CUDA's 8 MiB. Host memory of what it freed
 * is used again. */
void wg_heap_allocate_device(wg_heap *heap, uint64_t size, uint64_t *address);
bool wg_heap_release_device(wg_heap *heap, uint64_t address); /* false: not from there, or freed already */

/* The host memory behind [address, address + size), or NULL when that is not inside one live allocation. */
unsigned char *wg_heap_find(wg_heap *heap, uint64_t address, uint64_t size, wg_heap_cache *cache);

static inline unsigned char *wg_heap_at(wg_heap *heap, uint64_t address, uint64_t size, wg_heap_cache *cache)
{
    uint64_t offset = address - cache->address;
    if (offset < cache->size && size <= cache->size - offset)
        return cache->host + offset;
    return wg_heap_find(heap, address, size, cache);
}

/* The allocation, live or freed, that an address lies in; false: it lies in none. */
bool wg_heap_look(wg_heap *heap, uint64_t address, wg_allocation *out);

/* "64 bytes past the end of x (4096 bytes at 0x…)": where an address that failed lies. */
void wg_heap_describe(wg_heap *heap, uint64_t address, char *text, size_t size);

#endif
