/* SPDX-License-Identifier: Apache-2.0 */
#include "check/known.h"

#include <stdlib.h>
#include <string.h>

/* The first interval that ends at or behind a thread. */
static uint32_t search(const wg_known *known, uint32_t thread)
{
    uint32_t low = 0, high = known->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (known->at[middle].last < thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool wg_known_has(const wg_known *known, uint32_t thread, uint16_t time)
{
    if (!known)
        return false;
    uint32_t k = search(known, thread);
    return k < known->count && known->at[k].first <= thread && time < known->at[k].until;
}

const wg_known *wg_known_new(wg_arena *arena, const wg_known_interval *at, uint32_t count)
{
    wg_known *out = wg_arena_alloc(arena, sizeof *out + count * sizeof *at);
    out->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        wg_known_interval *last = out->count ? &out->at[out->count - 1] : NULL;
        if (!at[k].until)
            continue;
        if (last && last->last + 1 == at[k].first && last->until == at[k].until)
            last->last = at[k].last;
        else
            out->at[out->count++] = at[k];
    }
    return out->count ? out : NULL;
}

/* Whether b says nothing that a does not say. */
static bool is_part(const wg_known *a, const wg_known *b)
{
    for (uint32_t k = 0; k < b->count; k++) {
        const wg_known_interval *wanted = &b->at[k];
        uint32_t n = search(a, wanted->first), next = wanted->first;
        for (; n < a->count && a->at[n].first <= next && a->at[n].until >= wanted->until; n++) {
            if (a->at[n].last >= wanted->last)
                break;
            next = a->at[n].last + 1;
        }
        if (n >= a->count || a->at[n].first > next || a->at[n].until < wanted->until)
            return false;
    }
    return true;
}

/* Both are walked together, from one place where either changes to the next. */
const wg_known *wg_known_join(wg_arena *arena, const wg_known *a, const wg_known *b)
{
    if (!a || !b || a == b)
        return a ? a : b;
    if (is_part(a, b))
        return a;
    if (is_part(b, a))
        return b;
    wg_known_interval *joined = wg_alloc(2 * ((size_t)a->count + b->count) * sizeof *joined);
    uint32_t count = 0, m = 0, n = 0;
    uint64_t at = 0;
    while (m < a->count || n < b->count) {
        const wg_known_interval *x = m < a->count ? &a->at[m] : NULL, *y = n < b->count ? &b->at[n] : NULL;
        uint64_t first_x = x ? (x->first > at ? x->first : at) : UINT64_MAX,
                 first_y = y ? (y->first > at ? y->first : at) : UINT64_MAX;
        uint64_t first = first_x < first_y ? first_x : first_y, end = UINT64_MAX; /* end: the first behind */
        bool in_x = first_x == first, in_y = first_y == first;
        end = in_x ? x->last + 1ull : first_x;
        uint64_t end_y = in_y ? y->last + 1ull : first_y;
        end = end_y < end ? end_y : end;
        uint16_t until_x = in_x ? x->until : 0, until_y = in_y ? y->until : 0;
        joined[count++] =
            (wg_known_interval){(uint32_t)first, (uint32_t)(end - 1), until_x > until_y ? until_x : until_y};
        at = end;
        m += x && x->last < at;
        n += y && y->last < at;
    }
    const wg_known *out = wg_known_new(arena, joined, count);
    free(joined);
    return out;
}

const wg_known *wg_known_within(wg_arena *arena, const wg_known *known, uint32_t first, uint32_t last)
{
    if (!known)
        return NULL;
    uint32_t from = search(known, first), to = from;
    while (to < known->count && known->at[to].first <= last)
        to++;
    if (from == to)
        return NULL;
    wg_known_interval *part = wg_alloc((to - from) * sizeof *part);
    memcpy(part, &known->at[from], (to - from) * sizeof *part);
    part[0].first = part[0].first < first ? first : part[0].first;
    part[to - from - 1].last = part[to - from - 1].last > last ? last : part[to - from - 1].last;
    const wg_known *out = wg_known_new(arena, part, to - from);
    free(part);
    return out;
}
