/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that lives as long as its owner: allocate freely, free once. A module, a program and a spec own one
 * each. Arena memory is zeroed. Nothing here returns NULL: where there is no memory, the public function that was
 * called fails (base/guard.h). Sizes that a user can write are checked before they get here. */
#ifndef WG_BASE_ARENA_H
#define WG_BASE_ARENA_H

#include <stddef.h>

#define WG_NEVER_NULL __attribute__((returns_nonnull))

typedef struct wg_arena {
    struct wg_arena_chunk *chunks;
} wg_arena;

void *wg_arena_alloc(wg_arena *arena, size_t size) WG_NEVER_NULL;
char *wg_arena_copy(wg_arena *arena, const char *text, size_t length) WG_NEVER_NULL; /* adds a terminator */
char *wg_arena_format(wg_arena *arena, const char *format, ...) WG_NEVER_NULL
    __attribute__((format(printf, 2, 3), nonnull(2)));
void wg_arena_free(wg_arena *arena);

#define WG_NEW(arena, type) ((type *)wg_arena_alloc((arena), sizeof(type)))
#define WG_NEW_ARRAY(arena, type, count) ((type *)wg_arena_alloc((arena), sizeof(type) * (size_t)(count)))

/* The allocator behind everything that is not in an arena. */
void *wg_alloc(size_t size) WG_NEVER_NULL; /* zeroed */
void *wg_realloc(void *block, size_t size) WG_NEVER_NULL;
char *wg_copy(const char *text, size_t length) WG_NEVER_NULL; /* adds a terminator */

/* Growable array: `T *items; size_t count, capacity;` kept by the caller. Returns a pointer to the new last item. The
 * capacity is the new one only when the memory is there. */
#define WG_GROWN(capacity) ((capacity) ? (capacity)*2 : 8)
#define WG_PUSH(items, count, capacity)                                                                                \
    ((count) == (capacity) ? ((items) = wg_realloc((items), WG_GROWN(capacity) * sizeof *(items)),                     \
                              (capacity) = WG_GROWN(capacity), (items))                                                \
                           : (items),                                                                                  \
     &(items)[(count)++])

#endif
