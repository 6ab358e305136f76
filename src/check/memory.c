/* SPDX-License-Identifier: Apache-2.0 */
/* What is kept of memory: cells for its words, made a page at a time when somebody touches them, and a bit for each
 * byte of an object that began without values. */
#include "check/checked.h"

#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

static bool begins_unset(const wg_check *c, const wg_allocation *a)
{
    for (size_t k = 0; k < c->unset_count; k++)
        if (c->unset[k] == a->address)
            return true;
    return a->is_device;
}

/* Whether a parameter of the kernel, or a part of one, points into it. */
static bool is_argument(const wg_check *c, const wg_allocation *a)
{
    uint64_t value;
    for (uint32_t at = 0; at + sizeof value <= c->program->param_bytes; at += sizeof value) {
        memcpy(&value, c->launch->params + at, sizeof value);
        if (value - a->address <= a->size)
            return true;
    }
    return false;
}

void wg_check_add_region(wg_check *c, wg_region *r)
{
    size_t at = c->region_count;
    (void)WG_PUSH(c->regions, c->region_count, c->region_capacity);
    for (; at > 0 && c->regions[at - 1]->address > r->address; at--)
        c->regions[at] = c->regions[at - 1];
    c->regions[at] = r;
}

static wg_region *new_region(wg_check *c, const wg_allocation *a)
{
    wg_region *r = wg_alloc(sizeof *r);
    *r = (wg_region){.address = a->address,
                     .size = a->size,
                     .host = a->host,
                     .name = wg_arena_copy(&c->findings.arena, a->name, strlen(a->name)),
                     .is_constant = wg_program_is_constant(c->program, a->address),
                     .is_argument = is_argument(c, a)};
    r->is_read_only = !wg_check_is_written(c, r);
    if (begins_unset(c, a)) {
        r->unset = wg_alloc(a->size / 8 + 1);
        memset(r->unset, 0xff, a->size / 8 + 1);
    }
    wg_check_add_region(c, r);
    return r;
}

wg_region *wg_check_find_region(const wg_check *c, uint64_t address)
{
    size_t low = 0, high = c->region_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->regions[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    wg_region *r = low ? c->regions[low - 1] : NULL;
    return r && address - r->address < r->size ? r : NULL;
}

/* The object at an address of global memory; NULL: there is none. */
wg_region *wg_check_region(wg_check *c, wg_heap *heap, uint64_t address, wg_region **cache)
{
    wg_region *r = *cache;
    wg_allocation a;
    if (r && address - r->address < r->size)
        return r;
    r = wg_check_find_region(c, address);
    if (!r && wg_heap_look(heap, address, &a))
        r = new_region(c, &a);
    if (r)
        *cache = r;
    return r;
}

void wg_check_free_region(wg_region *r)
{
    for (size_t k = 0; k < r->page_count; k++)
        free(r->pages[k]);
    free(r->pages);
    free(r->unset);
    r->pages = NULL;
    r->unset = NULL;
    r->page_count = 0;
}

/* ---- cells ---- */

wg_cell *wg_check_new_page(wg_region *r, uint64_t offset)
{
    size_t page = offset / WG_PAGE_BYTES;
    if (!r->pages) {
        r->page_count = r->size / WG_PAGE_BYTES + 1;
        r->pages = wg_alloc(r->page_count * sizeof *r->pages);
    }
    if (!r->pages[page])
        r->pages[page] = wg_alloc(WG_PAGE_CELLS * sizeof **r->pages);
    return r->pages[page];
}

/* The cells of a word's bytes. */
wg_cell *wg_check_split(wg_check *c, wg_cell *cell)
{
    if (cell->write.thread != WG_SPLIT) {
        size_t first = c->split_count;
        for (int b = 0; b < WG_CELL_BYTES; b++)
            *WG_PUSH(c->split, c->split_count, c->split_capacity) = *cell;
        cell->write.thread = WG_SPLIT;
        cell->read.thread = (uint32_t)first;
    }
    return &c->split[cell->read.thread];
}

/* Launches of a run come one after the other: what one did is done when the next begins. */
void wg_check_forget_cells(wg_check *c)
{
    for (size_t k = 0; k < c->region_count; k++) {
        wg_region *r = c->regions[k];
        for (size_t p = 0; p < r->page_count; p++)
            free(r->pages[p]);
        free(r->pages);
        r->pages = NULL;
        r->page_count = 0;
    }
    c->split_count = 0;
}

/* ---- bytes that have no value ---- */

uint32_t wg_check_unset(const wg_region *r, uint64_t offset, uint32_t bytes)
{
    uint32_t bits = 0;
    if (!r->unset)
        return 0;
    memcpy(&bits, r->unset + offset / 8, (offset % 8 + bytes + 7) / 8);
    return bits >> offset % 8 & (uint32_t)((1ull << bytes) - 1);
}

bool wg_check_is_set(const wg_region *r, uint64_t offset, uint64_t bytes)
{
    enum { LOOKED_AT = 1024 }; /* a warp's lanes may be far apart: then it is better to look at each */
    unsigned char any = 0;
    if (bytes > LOOKED_AT)
        return false;
    for (uint64_t at = offset / 8; at <= (offset + bytes - 1) / 8; at++)
        any |= r->unset[at];
    return !any;
}

void wg_check_set(wg_region *r, uint64_t offset, uint32_t bytes, uint32_t unset)
{
    uint32_t bits = 0, mask = (uint32_t)((1ull << bytes) - 1), shift = offset % 8;
    size_t size = (shift + bytes + 7) / 8;
    if (!r->unset) {
        if (!unset)
            return;
        r->unset = wg_alloc(r->size / 8 + 1);
    }
    memcpy(&bits, r->unset + offset / 8, size);
    bits = (bits & ~(mask << shift)) | (unset & mask) << shift;
    memcpy(r->unset + offset / 8, &bits, size);
}

/* ---- flags ---- */

static size_t place_of(const wg_check *c, uint64_t address)
{
    size_t at = (size_t)(address * 0x9e3779b97f4a7c15u >> 20) & (c->flag_capacity - 1);
    while (c->flags[at].address && c->flags[at].address != address)
        at = (at + 1) & (c->flag_capacity - 1);
    return at;
}

static void grow_flags(wg_check *c)
{
    wg_flag_word *before = c->flags;
    size_t capacity = c->flag_capacity;
    c->flag_capacity = capacity ? 2 * capacity : 64;
    c->flags = wg_alloc(c->flag_capacity * sizeof *c->flags);
    for (size_t k = 0; k < capacity; k++)
        if (before[k].address)
            c->flags[place_of(c, before[k].address)] = before[k];
    free(before);
}

/* What was released with the word at an address; NULL: nothing, and nothing is to be. Addresses in shared memory are
 * made different for each block by who asks. */
wg_flag_word *wg_check_flag(wg_check *c, uint64_t address, bool make)
{
    if (make && 2 * (c->flag_count + 1) > c->flag_capacity)
        grow_flags(c);
    if (!c->flag_capacity)
        return NULL;
    wg_flag_word *flag = &c->flags[place_of(c, address)];
    if (flag->address || !make)
        return flag->address ? flag : NULL;
    c->flag_count++;
    flag->address = address;
    return flag;
}
