/* SPDX-License-Identifier: Apache-2.0 */
#include "caches/residency.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

void wg_residency_add(wg_residency *history, const wg_touch *touches, size_t count)
{
    for (size_t k = 0; k < count; k++)
        *WG_PUSH(history->touches, history->count, history->capacity) = touches[k];
}

void wg_residency_free(wg_residency *history)
{
    free(history->touches);
    *history = (wg_residency){0};
}

/* The touches since this one's last launch begin there. */
static size_t since(const wg_residency *history, const void *who)
{
    size_t k = history->count;
    while (k > 0 && history->touches[k - 1].who != who)
        k--;
    return k;
}

/* Who goes over the same memory brings it back, as far as it fits; what others touch takes its place. */
static double left_of(const wg_residency *history, const wg_touch *own, double held)
{
    double there = own->bytes, others = 0;
    for (size_t k = since(history, own->who); k < history->count; k++) {
        const wg_touch *t = &history->touches[k];
        others = t->address == own->address ? 0 : others + t->bytes;
        if (t->address == own->address)
            there = own->bytes * fmin(1, held / fmax(t->bytes, own->bytes));
        there = fmin(there, fmax(held - others, 0));
    }
    return there;
}

double wg_residency_left(const wg_residency *history, const wg_touch *touches, size_t count, double held)
{
    double all = 0, left = 0;
    for (size_t k = 0; k < count; k++) {
        all += touches[k].bytes;
        left += left_of(history, &touches[k], held);
    }
    return all > 0 ? left / all : 1;
}
