/* SPDX-License-Identifier: Apache-2.0 */
#include "results/compare.h"

#include <stdlib.h>
#include <string.h>

const char *wg_change_word(wg_change_kind kind)
{
    static const char *const words[WG_CHANGE_KINDS] = {
        [WG_CHANGE_BETTER] = "better", [WG_CHANGE_WORSE] = "worse", [WG_CHANGE_NEITHER] = ""};
    return words[kind];
}

const wg_compared *wg_comparison_find(const wg_comparison *comparison, size_t record)
{
    for (size_t k = 0; comparison && k < comparison->count; k++)
        if (comparison->rows[k].record == record)
            return &comparison->rows[k];
    return NULL;
}

const wg_change *wg_compared_find(const wg_compared *row, const char *quantity)
{
    for (size_t k = 0; row && k < row->change_count; k++)
        if (!strcmp(row->changes[k].name, quantity))
            return &row->changes[k];
    return NULL;
}

double wg_compared_change(const wg_compared *row)
{
    double change = row->after / row->before - 1;
    return fabs(change) < 1e-9 ? 0 : change; /* false of NAN */
}

void wg_comparison_free(wg_comparison *comparison)
{
    if (!comparison)
        return;
    for (int k = 0; k < 2; k++)
        wg_results_free(comparison->sides[k]);
    wg_arena_free(&comparison->arena);
    free(comparison);
}
