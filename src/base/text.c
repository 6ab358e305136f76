/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(wg_text *text, size_t more)
{
    size_t need = text->length + more + 1;
    if (need <= text->capacity)
        return;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity < need)
        capacity *= 2;
    text->bytes = wg_realloc(text->bytes, capacity);
    text->capacity = capacity;
}

void wg_text_add(wg_text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void wg_text_addf(wg_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length > 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void wg_text_add_wrapped(wg_text *text, const char *words, size_t width)
{
    size_t used = 0;
    while (*(words += strspn(words, " \n"))) {
        size_t length = strcspn(words, " \n"), shown = 0;
        for (size_t k = 0; k < length; k++)
            shown += ((unsigned char)words[k] & 0xc0) != 0x80;
        if (used)
            wg_text_add(text, used + 1 + shown > width ? "\n" : " ", 1);
        used = used && used + 1 + shown <= width ? used + 1 + shown : shown;
        wg_text_add(text, words, length);
        words += length;
    }
    wg_text_add(text, "\n", 1);
}

/* Bytes of the UTF-8 character there; 0: it is none. */
static size_t character_bytes(const unsigned char *at, size_t left)
{
    size_t bytes = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : (*at & 0xf0) == 0xe0 ? 3 : 4;
    if (bytes > left || (*at >= 0x80 && *at < 0xc2) || *at > 0xf4)
        return 0;
    for (size_t k = 1; k < bytes; k++)
        if ((at[k] & 0xc0) != 0x80)
            return 0;
    return bytes;
}

static bool is_harmful(const unsigned char *at, size_t bytes)
{
    if (bytes == 1)
        return (*at < 0x20 && *at != '\t' && *at != '\n') || *at == 0x7f;
    if (bytes == 2)
        return *at == 0xc2 && at[1] < 0xa0; /* C1 */
    bool turns =
        *at == 0xe2 && bytes == 3 &&
        ((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) || (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
    return bytes == 0 || turns;
}

void wg_make_harmless(char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        unsigned char *here = (unsigned char *)text + at;
        size_t bytes = character_bytes(here, length - at), step = bytes ? bytes : 1;
        if (is_harmful(here, bytes) && !(*here == '\r' && at + 1 < length && here[1] == '\n'))
            memset(here, '?', step);
        at += step;
    }
}

void wg_text_free(wg_text *text)
{
    free(text->bytes);
    *text = (wg_text){0};
}

const char *wg_text_get(const wg_text *text)
{
    return text->bytes ? text->bytes : "";
}

/* FNV-1a, finished with a mix so that the low bits are good enough to index a table. */
uint64_t wg_hash(const void *bytes, size_t length, uint64_t seed)
{
    const unsigned char *p = bytes;
    uint64_t hash = 0xcbf29ce484222325u ^ seed;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

struct wg_map_entry {
    const char *key; /* NULL: free */
    size_t length;
    void *value;
};

static struct wg_map_entry *find(const wg_map *map, const char *key, size_t length)
{
    size_t mask = map->capacity - 1;
    for (size_t i = wg_hash(key, length, 0) & mask;; i = (i + 1) & mask) {
        struct wg_map_entry *entry = &map->entries[i];
        if (!entry->key || (entry->length == length && !memcmp(entry->key, key, length)))
            return entry;
    }
}

static void grow(wg_map *map)
{
    wg_map larger = {.capacity = map->capacity ? map->capacity * 2 : 16, .count = map->count};
    larger.entries = wg_alloc(larger.capacity * sizeof *larger.entries);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key)
            *find(&larger, map->entries[i].key, map->entries[i].length) = map->entries[i];
    free(map->entries);
    *map = larger;
}

void *wg_map_get(const wg_map *map, const char *key, size_t length)
{
    return map->count ? find(map, key, length)->value : NULL;
}

void **wg_map_put(wg_map *map, const char *key, size_t length)
{
    if ((map->count + 1) * 4 > map->capacity * 3)
        grow(map);
    struct wg_map_entry *entry = find(map, key, length);
    if (!entry->key) {
        entry->key = key;
        entry->length = length;
        map->count++;
    }
    return &entry->value;
}

void wg_map_free(wg_map *map)
{
    free(map->entries);
    *map = (wg_map){0};
}

bool wg_text_has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; length && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}
