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
    uint32_t mask;
    uint32_t bytes; /* a lane */
    bool affine;    /* all lanes are active, lane l is at first + l * stride */
    bool expanded;  /* address[] is filled in: always so when not affine */
    uint64_t first;
    int64_t stride;
    uint64_t lowest, highest; /* first byte of the lowest and of the highest lane */
    _Alignas(64) uint64_t address[WG_LANES];
} wg_access;

/* Whether row[lane] == first + lane * stride. Strides are mostly zero or powers of two, and a shift is much cheaper than a 64-bit
 * multiplication a lane. */
#define WG_DEFINE_IS_AFFINE(name, T, numbers)                                                                          \
    static inline bool name(const T *row, T first, T stride)                                                           \
    {                                                                                                                  \
        T off = 0;                                                                                                     \
        if ((stride & (stride - 1)) == 0) {                                                                            \
            int shift = stride ? __builtin_ctzll(stride) : 0;                                                          \
            T keep = stride ? (T)-1 : 0;                                                                               \
            _Pragma("omp simd reduction(| : off)") for (int lane = 0; lane < WG_LANES; lane++) off |=                  \
                row[lane] ^ (first + ((numbers[lane] << shift) & keep));                                               \
        } else {                                                                                                       \
            _Pragma("omp simd reduction(| : off)") for (int lane = 0; lane < WG_LANES; lane++) off |=                  \
                row[lane] ^ (first + numbers[lane] * stride);                                                          \
        }                                                                                                              \
        return off == 0;                                                                                               \
    }

static const uint64_t WG_LANE_64[WG_LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
static const uint32_t WG_LANE_32[WG_LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
WG_DEFINE_IS_AFFINE(wg_row_is_affine_64, uint64_t, WG_LANE_64)
WG_DEFINE_IS_AFFINE(wg_row_is_affine_32, uint32_t, WG_LANE_32)

/* Whether 32 lanes from first on stay in order, without going round the end of the address space: then nothing lies outside of the
 * lowest and the highest. Strides beyond any memory are refused, so that the sum cannot wrap unnoticed. */
static inline bool wg_stays_in_order(uint64_t first, uint64_t stride)
{
    const uint64_t most = (uint64_t)1 << 48;
    uint64_t last = first + (WG_LANES - 1) * stride;
    return stride + most < 2 * most && (last >= first) == ((int64_t)stride >= 0);
}

static inline void wg_access_affine(wg_access *a, uint64_t first, int64_t stride)
{
    uint64_t last = first + (WG_LANES - 1) * (uint64_t)stride;
    a->affine = true;
    a->first = first;
    a->stride = stride;
    a->lowest = stride < 0 ? last : first;
    a->highest = stride < 0 ? first : last;
}

/* Works out the shape once the addresses are in place. */
static inline void wg_access_shape(wg_access *a)
{
    uint64_t stride = a->address[1] - a->address[0];
    a->affine = false;
    a->expanded = true;
    if (a->mask == WG_ALL_LANES && wg_stays_in_order(a->address[0], stride) &&
        wg_row_is_affine_64(a->address, a->address[0], stride)) {
        wg_access_affine(a, a->address[0], (int64_t)stride);
        return;
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
static inline void wg_access_begin(wg_access *a, const wg_warp *w, const wg_insn *i, int k, int64_t offset,
                                   uint32_t mask, uint32_t bytes)
{
    const uint64_t *wide = ROW(const uint64_t, k);
    const uint32_t *narrow = (const uint32_t *)wide;
    bool is_wide = i->size[k] == 8;
    a->mask = mask;
    a->bytes = bytes;
    a->expanded = false;
    if (mask == WG_ALL_LANES) {
        if (is_wide && wg_stays_in_order(wide[0] + (uint64_t)offset, wide[1] - wide[0]) &&
            wg_row_is_affine_64(wide, wide[0], wide[1] - wide[0])) {
            wg_access_affine(a, wide[0] + (uint64_t)offset, (int64_t)(wide[1] - wide[0]));
            return;
        }
        if (!is_wide && wg_row_is_affine_32(narrow, narrow[0], narrow[1] - narrow[0])) {
            int64_t stride = (int32_t)(narrow[1] - narrow[0]), first = narrow[0] + offset,
                    last = first + (WG_LANES - 1) * stride;
            if (first >= 0 && last >= 0 && first <= UINT32_MAX &&
                last <= UINT32_MAX) { /* else it wraps around: lane by lane */
                wg_access_affine(a, (uint64_t)first, stride);
                return;
            }
        }
    }
    if (is_wide)
        FOR_LANES a->address[lane] = wide[lane] + (uint64_t)offset;
    else
        FOR_LANES a->address[lane] = (uint32_t)(narrow[lane] + (uint32_t)offset);
    if (mask != WG_ALL_LANES) {
        uint64_t any = a->address[__builtin_ctz(mask)];
        FOR_LANES a->address[lane] = mask & WG_LANE_BIT[lane] ? a->address[lane] : any;
    }
    wg_access_shape(a);
}

/* For whoever goes lane by lane. */
static inline void wg_access_expand(wg_access *a)
{
    if (a->expanded)
        return;
    uint64_t first = a->first, stride = (uint64_t)a->stride;
    FOR_LANES a->address[lane] = first + (uint64_t)lane * stride;
    a->expanded = true;
}

static inline bool wg_access_aligned(const wg_access *a)
{
    uint64_t bits = 0;
    if (a->affine) {
        bits = a->first | (uint64_t)a->stride;
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
    /* Rows of a two-dimensional block: each sector is the one before or a later one, so changes count sectors. */
    uint32_t count = 1, falls = 0;
    for (int lane = 1; lane < WG_LANES; lane++) {
        uint64_t before = a->address[lane - 1] / WG_SECTOR, sector = a->address[lane] / WG_SECTOR;
        count += sector != before;
        falls |= sector < before;
    }
    if (!falls)
        return count;
    wg_small_set set;
    set.used = 0;
    count = 0;
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
static inline bool wg_access_paired(wg_access *a, int distance)
{
    if (a->affine)
        return a->stride == 0;
    uint64_t differ = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint32_t both = a->mask >> lane & a->mask >> (lane ^ distance) & 1;
        differ |= both ? a->address[lane] ^ a->address[lane ^ distance] : 0;
    }
    return !differ;
}

typedef struct wg_passes {
    uint32_t wavefronts;
    uint32_t ideal; /* had no bank been wanted twice */
} wg_passes;

static inline wg_passes wg_passes_of_words(wg_access *a)
{
    uint64_t stride = (uint64_t)llabs(a->stride);
    if (a->affine && stride <= WG_BANK_BYTES)
        return (wg_passes){1, 1};
    if (a->affine && stride % WG_BANK_BYTES == 0) {
        uint64_t words = stride / WG_BANK_BYTES;
        return (wg_passes){words % WG_BANKS ? 1u << __builtin_ctzll(words) : WG_BANKS, 1};
    }
    wg_access_expand(a);
    return (wg_passes){wg_bank_passes(a->address, a->mask, a->bytes), 1};
}

/* Passes of a shared access as an H200 counts them (tests/recorded/h200/RULES.md): lanes go through the banks in groups of
 * at most 128 bytes, lanes 0-15 and 16-31 for 8 bytes, quarters of the warp for 16. Loads in which neighbouring lanes share
 * addresses over the whole warp go in groups twice as large. */
static inline wg_passes wg_access_passes(wg_access *a, uint32_t bytes, bool load)
{
    if (bytes <= WG_BANK_BYTES)
        return wg_passes_of_words(a);
    uint32_t groups = bytes / WG_BANK_BYTES;
    if (a->affine && (uint64_t)llabs(a->stride) == bytes)
        return (wg_passes){groups, groups};
    if (load && (wg_access_paired(a, 1) || wg_access_paired(a, 2)))
        groups /= 2;
    if (a->affine && a->stride == 0)
        return (wg_passes){groups, groups};
    wg_access_expand(a);
    wg_passes sum = {0, 0};
    uint32_t lanes = WG_LANES / groups;
    for (uint32_t first = 0; first < WG_LANES; first += lanes) {
        uint32_t group = a->mask & (WG_ALL_LANES >> (WG_LANES - lanes) << first);
        sum.wavefronts += group ? wg_bank_passes(a->address, group, bytes) : 0;
        sum.ideal += group != 0;
    }
    return sum;
}

static inline void wg_count_shared(wg_tally *tally, wg_access *a, const wg_insn *i)
{
    bool load = i->class != WG_CLASS_STORE;
    wg_passes passes = wg_access_passes(a, a->bytes, load);
    tally->requests++;
    tally->bytes += (uint64_t)__builtin_popcount(a->mask) * a->bytes;
    tally->raw += passes.wavefronts;
    if (i->merge == WG_MERGED_AWAY)
        return; /* part of a wider load that another instruction stands for */
    if (i->merge)
        passes = wg_access_passes(a, i->merge, load);
    tally->wavefronts += passes.wavefronts;
    tally->ideal += passes.ideal;
}

#endif
