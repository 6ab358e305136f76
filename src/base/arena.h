/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that lives as long as its owner: allocate freely, free once. A module, a program and a spec own one
 * each. Arena memory is zeroed. Sizes that a user can write are checked before they get here; running out of
 * memory for the small rest ends the process. */
#ifndef WG_BASE_ARENA_H
#define WG_BASE_ARENA_H

#include <stddef.h>

typedef struct wg_arena {
    struct wg_arena_chunk *chunks;
} wg_arena;

void *wg_arena_alloc(wg_arena *arena, size_t size);
char *wg_arena_copy(wg_arena *arena, const char *text, size_t length); /* adds a terminator */
char *wg_arena_format(wg_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3), nonnull(2)));
void wg_arena_free(wg_arena *arena);

#define WG_NEW(arena, type) ((type *)wg_arena_alloc((arena), sizeof(type)))
#define WG_NEW_ARRAY(arena, type, count) ((type *)wg_arena_alloc((arena), sizeof(type) * (size_t)(count)))

/* The allocator behind everything that is not in an arena: never returns NULL. */
void *wg_alloc(size_t size); /* zeroed */
void *wg_realloc(void *block, size_t size);

/* Growable array: `T *items; size_t count, capacity;` kept by the caller. Returns a pointer to the new last item. */
#define WG_PUSH(items, count, capacity)                                                                                \
    ((count) == (capacity)                                                                                             \
         ? ((capacity) = (capacity) ? (capacity)*2 : 8, (items) = wg_realloc((items), (capacity) * sizeof *(items)))   \
         : (items),                                                                                                    \
     &(items)[(count)++])

#endif
