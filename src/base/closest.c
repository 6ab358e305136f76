/* SPDX-License-Identifier: Apache-2.0 */
#include "base/closest.h"

#include <string.h>

enum { LONGEST = 64 };

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return 2 * LONGEST;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *wg_closest_word(const char *word, const char *const *candidates, size_t count)
{
    const char *closest = NULL;
    size_t fewest = strlen(word) / 3 + 1;
    for (size_t k = 0; k < count; k++) {
        size_t edits = distance(word, candidates[k]);
        if (edits < fewest + (closest == NULL)) {
            fewest = edits;
            closest = candidates[k];
        }
    }
    return closest;
}
