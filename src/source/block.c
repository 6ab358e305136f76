/* SPDX-License-Identifier: Apache-2.0 */
/* How many threads a block probably has: what the kernel is compiled for, else the number that it multiplies its
 * block's index by, else the shape of its shared memory, else what is usual. */
#include "source/sizes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, USUAL = 256 };

static uint64_t threads_of(const uint32_t block[3])
{
    return (uint64_t)block[0] * block[1] * block[2];
}

/* OpenCL's reqd_work_group_size(32, 8, 1), which stands before the parameters or behind them. */
static void from_attribute(const wg_usage *u, uint32_t block[3])
{
    enum { FARTHEST = 64 };
    const wg_token *items = u->source->tokens.items;
    size_t first = u->kernel->list > FARTHEST ? u->kernel->list - FARTHEST : 0;
    for (size_t k = first; k + 7 < u->kernel->body; k++) {
        if (wg_token_among(&items[k], "; }"))
            memset(block, 0, 3 * sizeof *block); /* that was another's */
        if (!wg_token_is(&items[k], "reqd_work_group_size") || !wg_token_is(&items[k + 1], "("))
            continue;
        for (size_t axis = 0; axis < 3; axis++) {
            unsigned long threads = strtoul(items[k + 2 + 2 * axis].text, NULL, 0);
            block[axis] = threads <= MOST_THREADS ? (uint32_t)threads : 0;
        }
    }
}

/* `blockIdx.x * 16`, `16 * blockIdx.x`. */
static void from_products(const wg_usage *u, uint32_t block[3])
{
    for (size_t k = 0; k + 2 < u->piece_count; k++) {
        const wg_piece *a = &u->pieces[k], *b = &u->pieces[k + 2];
        const wg_piece *place = a->kind == WG_PIECE_BLOCK ? a : b, *number = place == a ? b : a;
        bool fits = place->kind == WG_PIECE_BLOCK && number->kind == WG_PIECE_NUMBER && wg_piece_is(a + 1, "*") &&
                    number->number > 1 && number->number <= MOST_THREADS && u->uses_thread[place->axis];
        if (fits && !block[place->axis])
            block[place->axis] = (uint32_t)number->number;
    }
}

/* The lengths of an array's dimensions, from its first bracket. */
static int read_shape(const wg_usage *u, size_t at, uint64_t shape[3])
{
    int count = 0;
    while (count < 3 && at + 2 < u->piece_count && wg_piece_is(&u->pieces[at], "[")) {
        const wg_piece *number = &u->pieces[at + 1];
        bool padded = wg_piece_is(&u->pieces[at + 2], "+"); /* [TILE + 1]: a column that nobody uses */
        if (number->kind != WG_PIECE_NUMBER || (u->pieces[at].match != at + 2 && !padded) ||
            u->pieces[at].match == WG_NO_MATCH)
            return 0;
        shape[count++] = number->number;
        at = u->pieces[at].match + 1;
    }
    return count;
}

/* An odd row has a column of padding. */
static void from_shared(const wg_usage *u, uint32_t block[3])
{
    for (size_t k = 0; k + 3 < u->piece_count; k++) {
        uint64_t shape[3];
        if (!wg_token_among(u->pieces[k].token, "__shared__ __local local"))
            continue;
        size_t at = k + 1;
        while (at < u->piece_count && at - k < 8 && !wg_piece_is(&u->pieces[at], "["))
            at++;
        int count = read_shape(u, at, shape);
        uint64_t width = count ? shape[count - 1] - (shape[count - 1] % 2) : 0;
        bool is_tile = count == 2 && u->uses_thread[1] && width > 1 && width * shape[0] <= MOST_THREADS;
        bool is_row = count == 1 && !u->uses_thread[1] && width >= 32 && width <= MOST_THREADS;
        if (is_tile || is_row) {
            block[0] = (uint32_t)width;
            block[1] = is_tile ? (uint32_t)shape[0] : 1;
            return;
        }
    }
}

static void usual_shape(const wg_usage *u, uint32_t threads, uint32_t block[3])
{
    uint32_t x = threads, y = 1, z = 1;
    if (u->uses_thread[2] && threads >= 64) {
        x = y = 8;
        z = threads / 64 < 4 ? threads / 64 : 4;
    } else if (u->uses_thread[1] && threads >= 32) {
        x = threads >= 256 ? 16 : 8;
        y = threads / x < 16 ? threads / x : 16;
    }
    block[0] = x;
    block[1] = y;
    block[2] = z;
}

void wg_sizes_choose_block(wg_sizes *s, const wg_guess_known *known)
{
    const wg_usage *u = &s->usage;
    uint32_t most = known->most_threads ? known->most_threads : MOST_THREADS, *block = s->block;
    memset(s->block, 0, sizeof s->block);
    if (known->block[0]) {
        memcpy(s->block, known->block, sizeof s->block);
        for (int k = 0; k < 3; k++)
            block[k] += !block[k];
        return;
    }
    from_attribute(u, block);
    if (!block[0])
        from_products(u, block);
    if (!block[0] && !block[1])
        from_shared(u, block);
    bool complete = block[0] && (block[1] || !u->uses_thread[1]) && (block[2] || !u->uses_thread[2]);
    for (int k = 0; k < 3; k++)
        block[k] += !block[k];
    if (!complete || threads_of(block) > most)
        usual_shape(u, known->most_threads && known->most_threads < USUAL ? known->most_threads : USUAL, block);
    if (!complete && known->most_threads > USUAL && !u->uses_thread[1])
        usual_shape(u, known->most_threads, block);
}
