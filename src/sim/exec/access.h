/* SPDX-License-Identifier: Apache-2.0 */
/* A warp's memory access: 32 addresses, what they cost, and whether they may be made.
 *
 * The addresses of real kernels come in runs: a warp of a one-dimensional block reads 32 elements in a row, or every
 * lane the same one; in a block 16 or 8 threads wide it reads two or four such pieces, each in another row of a matrix.
 * So an access is looked at as four octets, lane 8 q + r at start[q] + r * stride: one vector loop finds out whether
 * that is what the row holds, wherever the octets start. Octets that continue each other make runs of 16 or 32 lanes.
 * Bounds, alignment, sectors, bank conflicts and the moving itself then follow from the starts and the stride.
 * Everything else goes lane by lane. Lanes that do not take part are given the address of one that does, so that loops
 * need no mask. */
#ifndef WG_SIM_EXEC_ACCESS_H
#define WG_SIM_EXEC_ACCESS_H

#include "sim/exec/banks.h"
#include "sim/exec/exec.h"

#include <stdlib.h>

enum { WG_SECTOR = 32, WG_OCTET = 8, WG_OCTETS = WG_LANES / WG_OCTET };

typedef struct wg_access {
    uint32_t mask;
    uint32_t bytes; /* a lane */
    uint32_t
        run; /* lanes that are evenly spaced, time after time: 32, 16 or 8; 0: no such order, or not all lanes active */
    bool expanded;  /* address[] is filled in: always so when there are no runs */
    int64_t stride; /* inside a run */
    uint64_t start[WG_OCTETS];
    uint64_t lowest, highest; /* first byte of the lowest and of the highest lane */
    _Alignas(64) uint64_t address[WG_LANES];
} wg_access;

/* ---- its shape ---- */

/* Whether each octet of a row is evenly spaced, with this stride. All four in one loop of eight: one vector of each.
 * Strides are mostly zero or powers of two, and a shift is much cheaper than a 64-bit multiplication. */
#define WG_OCTETS_DIFFER(row, start, step)                                                                             \
    (((row[r] - start[0]) ^ (step)) | ((row[8 + r] - start[1]) ^ (step)) | ((row[16 + r] - start[2]) ^ (step)) |       \
     ((row[24 + r] - start[3]) ^ (step)))
#define WG_DEFINE_HAS_OCTETS(name, T)                                                                                  \
    WG_INLINE bool name(const T *row, T stride)                                                                        \
    {                                                                                                                  \
        static const T numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};                                                           \
        T off = 0, start[] = {row[0], row[8], row[16], row[24]};                                                       \
        if ((stride & (stride - 1)) == 0) {                                                                            \
            int shift = stride ? __builtin_ctzll(stride) : 0;                                                          \
            T keep = stride ? (T)-1 : 0;                                                                               \
            _Pragma("omp simd reduction(| : off)") for (int r = 0; r < WG_OCTET; r++) off |=                           \
                WG_OCTETS_DIFFER(row, start, (numbers[r] << shift) & keep);                                            \
        } else {                                                                                                       \
            _Pragma("omp simd reduction(| : off)") for (int r = 0; r < WG_OCTET; r++) off |=                           \
                WG_OCTETS_DIFFER(row, start, numbers[r] * stride);                                                     \
        }                                                                                                              \
        return off == 0;                                                                                               \
    }
WG_DEFINE_HAS_OCTETS(wg_row_has_octets_64, uint64_t)
WG_DEFINE_HAS_OCTETS(wg_row_has_octets_32, uint32_t)

/* Completes an access whose octets have their starts. False when a run would leave the address space, which ends at
 * `limit`, and come back at its other end: then lowest and highest would not be. Strides beyond any memory are refused,
 * so that sums cannot wrap unnoticed. */
WG_INLINE bool wg_access_runs(wg_access *a, uint64_t stride, uint64_t limit)
{
    const uint64_t most = (uint64_t)1 << 48, octet = WG_OCTET * stride, *start = a->start;
    bool paired = start[1] - start[0] == octet && start[3] - start[2] == octet;
    a->run = !paired ? WG_OCTET : start[2] - start[1] == octet ? WG_LANES : WG_LANES / 2;
    a->stride = (int64_t)stride;
    uint64_t lowest = start[0], highest = start[0], reach = (a->run - 1) * stride;
    for (uint32_t q = a->run / WG_OCTET; q < WG_OCTETS; q += a->run / WG_OCTET) {
        lowest = start[q] < lowest ? start[q] : lowest;
        highest = start[q] > highest ? start[q] : highest;
    }
    bool falls = (int64_t)stride < 0;
    a->lowest = falls ? lowest + reach : lowest;
    a->highest = falls ? highest : highest + reach;
    return stride + most < 2 * most && a->lowest <= lowest && a->highest >= highest && a->highest <= limit;
}

WG_INLINE bool wg_access_runs_64(wg_access *a, const uint64_t *row, int64_t offset)
{
    uint64_t stride = row[1] - row[0];
    if (!wg_row_has_octets_64(row, stride))
        return false;
    for (int q = 0; q < WG_OCTETS; q++)
        a->start[q] = row[q * WG_OCTET] + (uint64_t)offset;
    return wg_access_runs(a, stride, UINT64_MAX);
}

WG_INLINE bool wg_access_runs_32(wg_access *a, const uint32_t *row, int64_t offset)
{
    uint32_t stride = row[1] - row[0];
    if (!wg_row_has_octets_32(row, stride))
        return false;
    for (int q = 0; q < WG_OCTETS; q++)
        a->start[q] = row[q * WG_OCTET] + (uint64_t)offset;
    return wg_access_runs(a, (uint64_t)(int32_t)stride, UINT32_MAX);
}

/* Works out the shape once the addresses are in place. */
WG_RARE void wg_access_shape(wg_access *a)
{
    a->expanded = true;
    if (a->mask == WG_ALL_LANES && wg_access_runs_64(a, a->address, 0))
        return;
    a->run = 0;
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

/* Copies the addresses, because they have no order or not all lanes are active. */
WG_RARE void wg_access_copy(wg_access *a, const void *row, bool is_wide, int64_t offset)
{
    const uint64_t *wide = row;
    const uint32_t *narrow = row;
    uint32_t mask = a->mask;
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

/* Reads the addresses of operand k (+ offset) for an access of `bytes` a lane. */
WG_INLINE void wg_access_begin(wg_access *a, const wg_warp *w, const wg_insn *i, int k, int64_t offset, uint32_t mask,
                               uint32_t bytes)
{
    const void *row = ROW(const void, k);
    bool is_wide = i->size[k] == 8;
    a->mask = mask;
    a->bytes = bytes;
    a->expanded = false;
    if (mask != WG_ALL_LANES || !(is_wide ? wg_access_runs_64(a, row, offset) : wg_access_runs_32(a, row, offset)))
        wg_access_copy(a, row, is_wide, offset);
}

/* For whoever goes lane by lane. */
static inline void wg_access_expand(wg_access *a)
{
    if (a->expanded)
        return;
    for (int lane = 0; lane < WG_LANES; lane++)
        a->address[lane] = a->start[lane / WG_OCTET] + (uint64_t)(lane % WG_OCTET) * (uint64_t)a->stride;
    a->expanded = true;
}

WG_INLINE bool wg_access_aligned(const wg_access *a)
{
    uint64_t bits = 0;
    if (a->run) {
        bits = a->start[0] | a->start[1] | a->start[2] | a->start[3] | (uint64_t)a->stride;
    } else {
#pragma omp simd reduction(| : bits)
        for (int lane = 0; lane < WG_LANES; lane++)
            bits |= a->address[lane];
    }
    return (bits & (a->bytes - 1)) == 0;
}

/* ---- what it costs ---- */

WG_INLINE bool wg_access_affine(const wg_access *a) { return a->run == WG_LANES; }

/* Sectors of runs without holes, which each begin where the one before began or later; else 0. */
WG_INLINE uint32_t wg_run_sectors(const wg_access *a)
{
    uint64_t reach = (a->run - 1) * (uint64_t)a->stride, down = a->stride < 0 ? reach : 0,
             up = a->stride < 0 ? 0 : reach;
    uint64_t before = 0, end = 0, count = 0; /* end: of what has been counted */
    for (uint32_t q = 0; q < WG_OCTETS; q += a->run / WG_OCTET) {
        uint64_t first = (a->start[q] + down) / WG_SECTOR, next = (a->start[q] + up) / WG_SECTOR + 1;
        if (first < before)
            return 0;
        count += next - (first > end ? first : end);
        before = first;
        end = next;
    }
    return (uint32_t)count;
}

/* Sectors of addresses in any order. */
WG_RARE uint32_t wg_scattered_sectors(wg_access *a)
{
    uint64_t low = a->lowest / WG_SECTOR, bits = 0;
    wg_access_expand(a);
    if (a->highest / WG_SECTOR - low < 64) {
#pragma omp simd reduction(| : bits)
        for (int lane = 0; lane < WG_LANES; lane++)
            bits |= 1ull << (a->address[lane] / WG_SECTOR - low);
        return (uint32_t)__builtin_popcountll(bits);
    }
    uint32_t count = 1, falls = 0; /* as long as they rise, changes count sectors */
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

/* Distinct 32-byte sectors. A lane's bytes never straddle sectors: accesses are aligned and at most 32 bytes. */
WG_INLINE uint32_t wg_access_sectors(wg_access *a)
{
    bool dense = a->run && llabs(a->stride) <= WG_SECTOR;
    uint32_t count = dense ? wg_run_sectors(a) : wg_access_affine(a) ? WG_LANES : 0;
    return count ? count : wg_scattered_sectors(a);
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

WG_INLINE void wg_count_global(wg_tally *tally, wg_access *a)
{
    tally->requests++;
    tally->bytes += wg_lane_count(a->mask) * a->bytes;
    tally->sectors += wg_access_sectors(a);
}

/* ---- shared memory ---- */

/* Whether, wherever both are active, lane l and lane l ^ distance have one address. */
static inline bool wg_access_paired(wg_access *a, int distance)
{
    if (wg_access_affine(a))
        return a->stride == 0;
    wg_access_expand(a);
    uint64_t differ = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint32_t both = a->mask >> lane & a->mask >> (lane ^ distance) & 1;
        differ |= both ? a->address[lane] ^ a->address[lane ^ distance] : 0;
    }
    return !differ;
}

static inline wg_passes wg_passes_of_words(wg_access *a)
{
    uint64_t stride = (uint64_t)llabs(a->stride);
    if (a->highest / WG_BANK_BYTES - a->lowest / WG_BANK_BYTES < WG_BANKS)
        return (wg_passes){1, 1}; /* no two words in one bank */
    if (wg_access_affine(a) && stride % WG_BANK_BYTES == 0) {
        uint64_t words = stride / WG_BANK_BYTES;
        return (wg_passes){words % WG_BANKS ? 1u << __builtin_ctzll(words) : WG_BANKS, 1};
    }
    wg_access_expand(a);
    return (wg_passes){wg_bank_passes(a->address, a->mask, a->bytes), 1};
}

/* Passes of a shared access as an H200 counts them (tests/recorded/h200/RULES.md): lanes go through the banks in groups
 * of at most 128 bytes, lanes 0-15 and 16-31 for 8 bytes, quarters of the warp for 16. Loads in which neighbouring
 * lanes share addresses over the whole warp go in groups twice as large. */
static inline wg_passes wg_access_passes(wg_access *a, uint32_t bytes, bool load)
{
    if (bytes <= WG_BANK_BYTES)
        return wg_passes_of_words(a);
    uint32_t groups = bytes / WG_BANK_BYTES;
    if (wg_access_affine(a) && (uint64_t)llabs(a->stride) == bytes)
        return (wg_passes){groups, groups};
    if (load && (wg_access_paired(a, 1) || wg_access_paired(a, 2)))
        groups /= 2;
    if (wg_access_affine(a) && a->stride == 0)
        return (wg_passes){groups, groups};
    wg_access_expand(a);
    return wg_grouped_passes(a->address, a->mask, bytes, groups);
}

static inline void wg_count_shared(wg_tally *tally, wg_access *a, const wg_insn *i)
{
    bool load = i->class != WG_CLASS_STORE;
    wg_passes passes = wg_access_passes(a, a->bytes, load);
    tally->requests++;
    tally->bytes += wg_lane_count(a->mask) * a->bytes;
    tally->raw += passes.wavefronts;
    if (i->merge == WG_MERGED_AWAY)
        return; /* part of a wider load that another instruction stands for */
    if (i->merge)
        passes = wg_access_passes(a, i->merge, load);
    tally->wavefronts += passes.wavefronts;
    tally->ideal += passes.ideal;
}

#endif
