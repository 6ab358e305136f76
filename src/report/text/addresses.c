/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "report/text/parts.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 128, LANES = WG_ACCESS_LANES, SECTOR = 32, WORD = 4, WORDS = LINE / WORD, MOST_ROWS = 40 };

static const char lane_signs[] = "0123456789abcdefghijklmnopqrstuv";

/* ---- counting ---- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The distinct pieces of `unit` bytes that active lanes touch, sorted; how many. `pieces` has room for 32 * 17. */
static size_t distinct(const wg_access *a, uint64_t unit, uint64_t *pieces)
{
    size_t count = 0, kept = 0;
    for (int lane = 0; lane < LANES; lane++)
        for (uint64_t p = a->address[lane] / unit; a->mask >> lane & 1 && p <= (a->address[lane] + a->bytes - 1) / unit;
             p++)
            pieces[count++] = p;
    qsort(pieces, count, sizeof *pieces, by_value);
    for (size_t k = 0; k < count; k++)
        if (!kept || pieces[kept - 1] != pieces[k])
            pieces[kept++] = pieces[k];
    return kept;
}

enum { MOST_PIECES = LANES * (128 / WORD + 1) };

void wg_access_bus_use(const wg_access *a, double *of_lines, double *of_sectors)
{
    uint64_t pieces[MOST_PIECES];
    double wanted = (double)distinct(a, 1, (uint64_t[LANES * 130]){0});
    *of_lines = wanted / (LINE * (double)distinct(a, LINE, pieces));
    *of_sectors = wanted / (SECTOR * (double)distinct(a, SECTOR, pieces));
}

/* The most different words any bank has: the passes a request takes, lane groups of wide accesses apart. */
static size_t busiest_bank(const wg_access *a)
{
    uint64_t words[MOST_PIECES];
    size_t count = distinct(a, WORD, words), in_bank[WORDS] = {0}, most = 0;
    for (size_t k = 0; k < count; k++) {
        size_t now = ++in_bank[words[k] % WORDS];
        most = now > most ? now : most;
    }
    return most;
}

/* The sectors that move: those the lanes touch, or as an older GPU joins them, then some perhaps several times. */
static size_t moved(const wg_access *a, uint64_t *sectors)
{
    if (!a->is_joined || a->is_shared)
        return distinct(a, SECTOR, sectors);
    memcpy(sectors, a->sectors, a->sector_count * sizeof *sectors);
    return a->sector_count;
}

/* ---- drawing ---- */

/* Which lane touches a word: the lowest, or * for several; `none` for none. */
static char sign_of(const wg_access *a, uint64_t word, char none)
{
    char sign = none;
    for (int lane = 0; lane < LANES; lane++) {
        bool touches =
            a->mask >> lane & 1 && a->address[lane] / WORD <= word && (a->address[lane] + a->bytes - 1) / WORD >= word;
        if (touches)
            sign = sign == none ? lane_signs[lane] : '*';
    }
    return sign;
}

static bool holds(const uint64_t *pieces, size_t count, uint64_t piece)
{
    for (size_t k = 0; k < count; k++)
        if (pieces[k] == piece)
            return true;
    return false;
}

static void draw_head(const wg_access *a, wg_text *out)
{
    wg_text_addf(out, "    %-14s  ", a->is_shared ? "bank" : "byte");
    for (unsigned word = 0; word < WORDS; word += SECTOR / WORD)
        wg_text_addf(out, word + SECTOR / WORD < WORDS ? "%-9u" : "%u\n", a->is_shared ? word % a->banks : word * WORD);
}

static void draw(const wg_access *a, wg_text *out)
{
    uint64_t rows[MOST_PIECES], pieces[MOST_PIECES];
    size_t count = distinct(a, LINE, rows), moving = a->is_shared ? 0 : moved(a, pieces);
    draw_head(a, out);
    for (size_t k = 0; k < count && k < MOST_ROWS; k++) {
        wg_text_addf(out, "    0x%012llx  ", (unsigned long long)(rows[k] * LINE));
        for (uint64_t word = rows[k] * WORDS; word < (rows[k] + 1) * WORDS; word++) {
            uint64_t piece = word * WORD / SECTOR;
            bool begins = word * WORD % SECTOR == 0 && word % WORDS;
            wg_text_addf(out, "%s%c", begins ? " " : "", sign_of(a, word, holds(pieces, moving, piece) ? '-' : '.'));
        }
        wg_text_addf(out, "\n");
    }
    if (count > MOST_ROWS)
        wg_text_addf(out, "    … and %zu more lines\n", count - MOST_ROWS);
}

static void describe_shared(const wg_access *a, wg_text *out)
{
    uint64_t pieces[MOST_PIECES];
    size_t words = distinct(a, WORD, pieces), most = busiest_bank(a);
    wg_text_addf(out, "    %zu word%s, ", words, words == 1 ? "" : "s");
    if (a->is_joined) {
        wg_text_addf(out, "in %u wavefront%s; without conflicts it would be %u\n", a->passes, a->passes == 1 ? "" : "s",
                     a->ideal_passes);
        return;
    }
    wg_text_addf(out, "the busiest bank has %zu of them: %s\n", most,
                 most == 1 ? "no conflict"
                           : "the access takes that many wavefronts, or more if lanes are 8 or 16 bytes wide");
}

static void describe(const wg_access *a, wg_text *out)
{
    uint64_t pieces[MOST_PIECES];
    double of_lines, of_sectors;
    if (a->is_shared) {
        describe_shared(a, out);
        return;
    }
    if (a->is_joined) {
        size_t moving = moved(a, pieces), wanted = distinct(a, 1, (uint64_t[LANES * 130]){0});
        wg_text_addf(out, "    %zu bytes are moved, %zu are requested: %.4g %%\n", moving * SECTOR, wanted,
                     100.0 * (double)wanted / (double)(moving * SECTOR));
        return;
    }
    wg_access_bus_use(a, &of_lines, &of_sectors);
    size_t sectors = distinct(a, SECTOR, pieces), lines = distinct(a, LINE, pieces);
    wg_text_addf(
        out,
        "    %zu sector%s in %zu line%s; requested: %.4g %% of the bytes of whole lines, %.4g %% of those of sectors\n",
        sectors, sectors == 1 ? "" : "s", lines, lines == 1 ? "" : "s", 100 * of_lines, 100 * of_sectors);
}

void wg_text_accesses(const wg_accesses *accesses, wg_text *out)
{
    for (size_t k = 0; k < accesses->count; k++) {
        const wg_access *a = &accesses->items[k];
        wg_text_addf(out, "\n  %s, %s memory, warp %u of block %llu, %d lanes of %u byte%s\n", a->spelling, a->space,
                     a->warp, (unsigned long long)a->block, __builtin_popcount(a->mask), a->bytes,
                     a->bytes == 1 ? "" : "s");
        describe(a, out);
        draw(a, out);
    }
    if (accesses->count)
        wg_text_addf(
            out,
            "\n  each word shows the lane that accesses it, 0-9 and a-v; *: several lanes; .: none; -: none, but it is "
            "moved\n");
}
