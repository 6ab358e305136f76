/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/joining.h"

#include <string.h>

enum { WORD = 4, MOST_BANKS = 32, BYTES_AT_ONCE = 128 };

struct wg_joining {
    const char *word;
    uint32_t lanes;        /* that ask together */
    uint32_t load_segment; /* bytes that move together */
    uint32_t store_segment;
    bool shrinks;         /* such a segment is smaller for narrow lanes, and halves that nobody wants are left out */
    uint32_t banks;       /* of shared memory, a word wide */
    uint32_t bank_rows;   /* a bank gives the words of so many rows in a pass, an aligned group of them */
    bool one_broadcast;   /* only one word of a pass can go to several lanes */
    uint32_t wide_passes; /* more than the banks ask for, where lanes are 16 bytes wide */
};

static const wg_joining JOININGS[] = {
    {"half_warp_segments", 16, 128, 128, true, 16, 1, true, 0},
    {"lines_128", 32, 128, 32, false, 32, 1, false, 1},
    {"segments_32", 32, 32, 32, false, 32, 2, false, 0},
};

const wg_joining *wg_joining_find(const char *word)
{
    for (size_t k = 0; k < sizeof JOININGS / sizeof *JOININGS; k++)
        if (!strcmp(JOININGS[k].word, word))
            return &JOININGS[k];
    return NULL;
}

bool wg_insn_uncached(const wg_insn *i)
{
    return i->cache == WG_MOD_CG || i->cache == WG_MOD_CV || i->qualifiers & WG_QUALIFIER_VOLATILE;
}

/* The lanes from `first` on, so many. */
static uint32_t lanes_of(uint32_t first, uint32_t count)
{
    return WG_ALL_LANES >> (WG_LANES - count) << first;
}

/* ---- global memory ---- */

typedef struct span {
    uint64_t begin, end;
} span;

/* The span that serves the first lane of `left`, and takes it and all it serves away: the segment, cut in half as long
 * as one half has everything. */
static span next_segment(const wg_request *r, uint64_t bytes, bool shrinks, uint32_t *left)
{
    uint64_t begin = r->address[__builtin_ctz(*left)] & -bytes, low = UINT64_MAX, high = 0;
    for (uint32_t rest = *left; rest; rest &= rest - 1) {
        uint64_t address = r->address[__builtin_ctz(rest)];
        if ((address & -bytes) != begin)
            continue;
        *left &= ~(rest & -rest);
        low = address < low ? address : low;
        high = address + r->bytes > high ? address + r->bytes : high;
    }
    span s = {begin, begin + bytes};
    while (shrinks && s.end - s.begin > WG_PIECE_BYTES) {
        uint64_t middle = s.begin + (s.end - s.begin) / 2;
        if (low < middle && high > middle)
            break;
        *(low < middle ? &s.end : &s.begin) = middle;
    }
    return s;
}

static uint64_t segment_bytes(const wg_joining *j, const wg_request *r)
{
    if (j->shrinks) /* 32 bytes for lanes of one, 64 for two, 128 for more */
        return r->bytes < WORD ? (uint64_t)WG_PIECE_BYTES * r->bytes : j->load_segment;
    return r->store || r->uncached ? j->store_segment : j->load_segment;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Where lanes ask for more than a word each, so many go together as make 128 bytes. (The guide says so since Fermi.) */
uint32_t wg_joining_pieces(const wg_joining *j, const wg_request *r, uint64_t pieces[WG_MOST_PIECES])
{
    uint32_t count = 0, lanes = j->shrinks ? j->lanes : smaller(j->lanes, BYTES_AT_ONCE / r->bytes);
    for (uint32_t first = 0; first < WG_LANES; first += lanes)
        for (uint32_t left = r->mask & lanes_of(first, lanes); left;) {
            span s = next_segment(r, segment_bytes(j, r), j->shrinks, &left);
            for (uint64_t at = s.begin; at < s.end; at += WG_PIECE_BYTES)
                pieces[count++] = at / WG_PIECE_BYTES;
        }
    return count;
}

/* ---- shared memory ---- */

uint32_t wg_joining_banks(const wg_joining *j)
{
    return j->banks;
}

/* Passes of lanes that go through the banks together: the most that any bank needs. */
static uint32_t passes_of_group(const wg_joining *j, const wg_request *r, uint32_t group)
{
    uint64_t rows[MOST_BANKS][WG_LANES];
    uint32_t count[MOST_BANKS] = {0}, most = 0;
    for (uint32_t rest = group; rest; rest &= rest - 1) {
        uint64_t address = r->address[__builtin_ctz(rest)];
        for (uint64_t word = address / WORD; word <= (address + r->bytes - 1) / WORD; word++) {
            uint64_t bank = word % j->banks, row = word / j->banks / j->bank_rows;
            uint32_t k = 0;
            while (k < count[bank] && rows[bank][k] != row)
                k++;
            rows[bank][k] = row;
            count[bank] += k == count[bank];
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

/* The lanes of `left` that want the word that most of them want. */
static uint32_t most_wanted(const uint64_t *address, uint32_t left)
{
    uint32_t wanted = 0;
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        uint32_t same = 0;
        for (uint32_t other = left; other; other &= other - 1)
            same |= address[__builtin_ctz(other)] == address[__builtin_ctz(rest)] ? other & -other : 0;
        wanted = __builtin_popcount(same) > __builtin_popcount(wanted) ? same : wanted;
    }
    return wanted;
}

/* One step of a load: one word goes to all lanes that want it, every other bank serves one lane. Takes those lanes
 * away. */
static void serve(const wg_joining *j, const uint64_t *address, uint32_t *left)
{
    uint32_t served = most_wanted(address, *left), busy = 1u << address[__builtin_ctz(served)] / WORD % j->banks;
    for (uint32_t rest = *left & ~served; rest; rest &= rest - 1) {
        uint32_t bank = 1u << address[__builtin_ctz(rest)] / WORD % j->banks;
        served |= busy & bank ? 0 : rest & -rest;
        busy |= bank;
    }
    *left &= ~served;
}

/* Lanes on one word: loads as above; of several stores one is made. */
static uint32_t passes_of_words(const wg_joining *j, const wg_request *r, uint32_t left)
{
    uint32_t passes = r->store ? passes_of_group(j, r, left) : 0;
    for (; left && !r->store; passes++)
        serve(j, r->address, &left);
    return passes;
}

/* Lanes wider than a word ask for one word after another. */
static wg_passes passes_word_by_word(const wg_joining *j, const wg_request *r)
{
    wg_passes sum = {0, 0};
    for (uint32_t offset = 0; offset < r->bytes; offset += WORD) {
        uint64_t address[WG_LANES];
        for (uint32_t lane = 0; lane < WG_LANES; lane++)
            address[lane] = r->address[lane] / WORD * WORD + offset;
        wg_request part = {.bytes = WORD, .store = r->store, .address = address};
        for (uint32_t first = 0; first < WG_LANES; first += j->lanes) {
            uint32_t group = r->mask & lanes_of(first, j->lanes);
            sum.wavefronts += passes_of_words(j, &part, group);
            sum.ideal += group != 0;
        }
    }
    return sum;
}

wg_passes wg_joining_passes(const wg_joining *j, const wg_request *r)
{
    if (j->one_broadcast)
        return passes_word_by_word(j, r);
    wg_passes sum = {0, 0};
    uint32_t at_once = j->banks * j->bank_rows * WORD, lanes = smaller(WG_LANES, at_once / r->bytes);
    uint32_t more = r->bytes == 16 ? j->wide_passes : 0;
    for (uint32_t first = 0; first < WG_LANES; first += lanes) {
        uint32_t group = r->mask & lanes_of(first, lanes);
        sum.wavefronts += group ? passes_of_group(j, r, group) + more : 0;
        sum.ideal += group ? 1 + more : 0;
    }
    return sum;
}
