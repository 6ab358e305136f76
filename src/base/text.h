/* SPDX-License-Identifier: Apache-2.0 */
/* Growing text and string-keyed maps. */
#ifndef WG_BASE_TEXT_H
#define WG_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wg_text {
    char *bytes; /* always terminated once anything was added; NULL before */
    size_t length, capacity;
} wg_text;

void wg_text_add(wg_text *text, const char *bytes, size_t length);
void wg_text_addf(wg_text *text, const char *format, ...) __attribute__((format(printf, 2, 3), nonnull(2)));
void wg_text_add_wrapped(wg_text *text, const char *words, size_t width); /* lines of at most so many characters */
void wg_text_free(wg_text *text);
const char *wg_text_get(const wg_text *text); /* "" when empty */

/* Replaces what a terminal would obey, not show, by question marks: escape sequences and other control characters but
 * for tabs and ends of lines, and what turns the direction of writing. Everything from outside that people read goes
 * through this once: messages (status.c), results (results/record.c) and what kernels print (sim/schedule.c). */
void wg_make_harmless(char *text, size_t length);

/* String keys to pointers. Keys are borrowed: they must outlive the map (arena strings do). */
typedef struct wg_map {
    struct wg_map_entry *entries;
    size_t count, capacity;
} wg_map;

void *wg_map_get(const wg_map *map, const char *key, size_t length); /* NULL when absent */
void **wg_map_put(wg_map *map, const char *key, size_t length);      /* the slot, NULL in it when new */
void wg_map_free(wg_map *map);

uint64_t wg_hash(const void *bytes, size_t length, uint64_t seed);

/* A bijection that scatters its argument: consecutive numbers give unrelated ones. */
static inline uint64_t wg_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Whether a word is one of those in a list with blanks between. */
bool wg_text_has_word(const char *list, const char *word);

#endif
