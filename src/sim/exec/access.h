/* A warp's memory access: 32 addresses, what they cost, and whether they may be made.
 *
 * Most accesses of real kernels are affine: lane l touches first + l * stride. One vector loop finds that out, and then
 * bounds, sectors and bank conflicts follow from two numbers. Everything else goes lane by lane. Lanes that do not
 * take part are given the address of one that does, so that loops need no mask. */
#ifndef WG_SIM_EXEC_ACCESS_H
#define WG_SIM_EXEC_ACCESS_H

#include "sim/exec/exec.h"

#include <stdlib.h>

enum { WG_SECTOR = 32 };

typedef struct wg_access {
    _Alignas(64) uint64_t address[WG_LANES];
    uint32_t mask;
    uint32_t bytes;  /* a lane */
    bool affine;     /* all lanes active, address[l] == address[0] + l * stride */
    int64_t stride;
    uint64_t lowest, highest; /* first byte of the lowest and of the highest lane */
} wg_access;

/* Works out the shape once the addresses are in place. */
static inline void wg_access_shape(wg_access *a)
{
    uint64_t first = a->address[0], stride = a->address[1] - first, off = 0;
    a->affine = false;
    if (a->mask == WG_ALL_LANES) {
#pragma omp simd reduction(| : off)
        for (int lane = 0; lane < WG_LANES; lane++)
            off |= a->address[lane] ^ (first + (uint64_t)lane * stride);
        if (!off) {
            uint64_t last = a->address[WG_LANES - 1];
            a->affine = true;
            a->stride = (int64_t)stride;
            a->lowest = a->stride < 0 ? last : first;
            a->highest = a->stride < 0 ? first : last;
            return;
        }
    }
    uint64_t lowest = UINT64_MAX, highest = 0;
#pragma omp simd reduction(min : lowest) reduction(max : highest)
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint64_t address = a->address[lane];
        lowest = address < lowest ? address : lowest;
        highest = address > highest ? address : highest;
    }
    a->lowest = lowest;
    a->highest = highest;
}

/* Reads the addresses of operand k (+ offset) for an access of `bytes` a lane. */
static inline void wg_access_begin(wg_access *a, const wg_warp *w, const wg_insn *i, int k, int64_t offset, uint32_t mask, uint32_t bytes)
{
    a->mask = mask;
    a->bytes = bytes;
    if (i->size[k] == 8) {
        const uint64_t *row = ROW(const uint64_t, k);
        FOR_LANES a->address[lane] = row[lane] + (uint64_t)offset;
    } else {
        const uint32_t *row = ROW(const uint32_t, k);
        FOR_LANES a->address[lane] = (uint32_t)(row[lane] + (uint32_t)offset);
    }
    if (mask != WG_ALL_LANES) {
        uint64_t any = a->address[__builtin_ctz(mask)];
        FOR_LANES a->address[lane] = mask & WG_LANE_BIT[lane] ? a->address[lane] : any;
    }
    wg_access_shape(a);
}

static inline bool wg_access_aligned(const wg_access *a)
{
    uint64_t bits = 0;
    if (a->affine) {
        bits = a->address[0] | (uint64_t)a->stride;
    } else {
#pragma omp simd reduction(| : bits)
        for (int lane = 0; lane < WG_LANES; lane++)
            bits |= a->address[lane];
    }
    return (bits & (a->bytes - 1)) == 0;
}

/* ---- what it costs ---- */

/* A set of up to 32 numbers, for counting how many differ. */
typedef struct wg_small_set {
    uint64_t key[64];
    uint64_t used; /* bit per entry */
} wg_small_set;

static inline bool wg_small_set_add(wg_small_set *set, uint64_t key)
{
    unsigned at = (unsigned)((key * 0x9e3779b97f4a7c15u) >> 58);
    while (set->used >> at & 1) {
        if (set->key[at] == key)
            return false;
        at = (at + 1) & 63;
    }
    set->used |= 1ull << at;
    set->key[at] = key;
    return true;
}

/* Distinct 32-byte sectors. A lane's bytes never straddle sectors: accesses are aligned and at most 32 bytes. */
static inline uint32_t wg_access_sectors(const wg_access *a)
{
    uint64_t low = a->lowest / WG_SECTOR, span = a->highest / WG_SECTOR - low + 1;
    if (a->affine && llabs(a->stride) <= WG_SECTOR)
        return (uint32_t)span;
    if (a->affine)
        return WG_LANES;
    if (span <= 64) {
        uint64_t bits = 0;
#pragma omp simd reduction(| : bits)
        for (int lane = 0; lane < WG_LANES; lane++)
            bits |= 1ull << (a->address[lane] / WG_SECTOR - low);
        return (uint32_t)__builtin_popcountll(bits);
    }
    wg_small_set set;
    set.used = 0;
    uint32_t count = 0;
    for (int lane = 0; lane < WG_LANES; lane++)
        count += wg_small_set_add(&set, a->address[lane] / WG_SECTOR);
    return count;
}

/* Sectors of an atomic: lanes on one address take turns, so a sector counts as often as its most wanted address. */
static inline uint32_t wg_access_atomic_sectors(const wg_access *a)
{
    struct {
        uint64_t address;
        uint32_t lanes;
    } wanted[WG_LANES];
    uint32_t count = 0, sectors = 0;
    FOR_LANES_OF(a->mask, lane)
    {
        uint32_t n = 0;
        while (n < count && wanted[n].address != a->address[lane])
            n++;
        if (n == count) {
            wanted[count].lanes = 0;
            wanted[count++].address = a->address[lane];
        }
        wanted[n].lanes++;
    }
    for (uint32_t n = 0; n < count; n++) {
        bool most = true; /* of its sector, the first of equals */
        for (uint32_t other = 0; other < count && most; other++)
            if (wanted[other].address / WG_SECTOR == wanted[n].address / WG_SECTOR)
                most = wanted[other].lanes < wanted[n].lanes || (wanted[other].lanes == wanted[n].lanes && other >= n);
        sectors += most ? wanted[n].lanes : 0;
    }
    return sectors;
}

static inline void wg_count_global(wg_tally *tally, const wg_access *a)
{
    tally->requests++;
    tally->bytes += (uint64_t)__builtin_popcount(a->mask) * a->bytes;
    tally->sectors += wg_access_sectors(a);
}

/* ---- shared memory: 32 banks of 4 bytes ---- */

enum { WG_BANKS = 32, WG_BANK_BYTES = 4 };

/* Passes that the lanes of `group` need when they go through the banks together: the most different words in one bank. */
static inline uint32_t wg_bank_passes(const uint64_t *address, uint32_t group, uint32_t bytes)
{
    uint8_t in_bank[WG_BANKS] = {0};
    wg_small_set set;
    set.used = 0;
    uint32_t most = 0, words = bytes > WG_BANK_BYTES ? bytes / WG_BANK_BYTES : 1;
    for (uint32_t left = group; left; left &= left - 1) {
        uint64_t first = address[__builtin_ctz(left)] / WG_BANK_BYTES;
        if (!wg_small_set_add(&set, first))
            continue;
        for (uint32_t word = 0; word < words; word++) {
            uint32_t passes = ++in_bank[(first + word) % WG_BANKS];
            most = passes > most ? passes : most;
        }
    }
    return most;
}

/* Whether, wherever both are active, lane l and lane l ^ distance have one address. */
static inline bool wg_access_paired(const wg_access *a, int distance)
{
    uint64_t differ = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint32_t both = a->mask >> lane & a->mask >> (lane ^ distance) & 1;
        differ |= both ? a->address[lane] ^ a->address[lane ^ distance] : 0;
    }
    return !differ;
}

/* Wavefronts of a shared access as an H200 counts them (tests/recorded/h200/RULES.md): lanes go through the banks in groups of
 * at most 128 bytes, lanes 0-15 and 16-31 for 8 bytes, quarters of the warp for 16. Loads in which neighbouring lanes share
 * addresses over the whole warp go in groups twice as large. */
static inline uint32_t wg_access_wavefronts(const wg_access *a, uint32_t bytes, bool load)
{
    if (bytes <= WG_BANK_BYTES) {
        uint64_t stride = (uint64_t)llabs(a->stride);
        if (a->affine && stride <= WG_BANK_BYTES)
            return 1;
        if (a->affine && stride % WG_BANK_BYTES == 0) {
            uint64_t words = stride / WG_BANK_BYTES;
            return words % WG_BANKS ? 1u << __builtin_ctzll(words) : WG_BANKS;
        }
        return wg_bank_passes(a->address, a->mask, bytes);
    }
    uint32_t groups = bytes / WG_BANK_BYTES;
    if (a->affine && (uint64_t)llabs(a->stride) == bytes)
        return groups;
    if (load && (wg_access_paired(a, 1) || wg_access_paired(a, 2)))
        groups /= 2;
    if (a->affine && a->stride == 0)
        return groups;
    uint32_t lanes = WG_LANES / groups, count = 0;
    for (uint32_t first = 0; first < WG_LANES; first += lanes) {
        uint32_t group = a->mask & (WG_ALL_LANES >> (WG_LANES - lanes) << first);
        count += group ? wg_bank_passes(a->address, group, bytes) : 0;
    }
    return count;
}

/* The fewest wavefronts the same bytes could have cost: the distinct words, 32 a pass. */
static inline uint32_t wg_access_ideal(const wg_access *a, uint32_t bytes)
{
    if (bytes <= WG_BANK_BYTES)
        return 1;
    if (a->affine && (uint64_t)llabs(a->stride) >= bytes)
        return bytes / WG_BANK_BYTES;
    wg_small_set set;
    set.used = 0;
    uint32_t distinct = 0;
    for (uint32_t left = a->mask; left; left &= left - 1)
        distinct += wg_small_set_add(&set, a->address[__builtin_ctz(left)]);
    return (distinct * (bytes / WG_BANK_BYTES) + WG_BANKS - 1) / WG_BANKS;
}

static inline void wg_count_shared(wg_tally *tally, const wg_access *a, const wg_insn *i)
{
    bool load = i->class != WG_CLASS_STORE;
    uint32_t raw = wg_access_wavefronts(a, a->bytes, load);
    tally->requests++;
    tally->bytes += (uint64_t)__builtin_popcount(a->mask) * a->bytes;
    tally->raw += raw;
    if (i->merge == 1)
        return; /* part of a wider load that an earlier instruction stands for */
    uint32_t bytes = i->merge ? i->merge : a->bytes;
    tally->wavefronts += i->merge ? wg_access_wavefronts(a, bytes, load) : raw;
    tally->ideal += wg_access_ideal(a, bytes);
}

#endif
