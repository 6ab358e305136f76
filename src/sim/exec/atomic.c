/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics and reductions, lane by lane in lane order. Global memory is shared by the host threads that run blocks, so
 * updates are compare-and-swap loops on host memory; shared memory belongs to one of them, where the same loop never
 * repeats. */
#include "sim/exec/access.h"
#include "sim/exec/numbers.h"

#include <stdatomic.h>
#include <stdio.h>

static uint32_t floats_add(uint32_t a, uint32_t b, wg_type type)
{
    switch (type) {
    case WG_TYPE_F16: return wg_f32_to_f16(wg_f16_to_f32((uint16_t)a) + wg_f16_to_f32((uint16_t)b));
    case WG_TYPE_BF16: return wg_f32_to_bf16(wg_bf16_to_f32((uint16_t)a) + wg_bf16_to_f32((uint16_t)b));
    case WG_TYPE_F16X2:
        return floats_add(a >> 16, b >> 16, WG_TYPE_F16) << 16 | floats_add(a & 0xffff, b & 0xffff, WG_TYPE_F16);
    case WG_TYPE_BF16X2:
        return floats_add(a >> 16, b >> 16, WG_TYPE_BF16) << 16 | floats_add(a & 0xffff, b & 0xffff, WG_TYPE_BF16);
    default: {
        float x, y;
        memcpy(&x, &a, 4);
        memcpy(&y, &b, 4);
        x += y;
        memcpy(&a, &x, 4);
        return a;
    }
    }
}

static uint64_t double_add(uint64_t a, uint64_t b)
{
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x += y;
    memcpy(&a, &x, 8);
    return a;
}

static bool is_float(wg_type type)
{
    wg_type_kind kind = wg_type_kind_of(type);
    return kind == WG_KIND_FLOAT || kind == WG_KIND_BFLOAT || kind == WG_KIND_PACKED;
}

static float half_value(uint64_t bits, wg_type type)
{
    return type == WG_TYPE_F16 ? wg_f16_to_f32((uint16_t)bits) : wg_bf16_to_f32((uint16_t)bits);
}

/* min (max) of halves; a NaN loses against a number. */
static uint64_t least_half(uint64_t a, uint64_t b, wg_type type, bool most)
{
    if (type == WG_TYPE_F16X2 || type == WG_TYPE_BF16X2) {
        wg_type one = type == WG_TYPE_F16X2 ? WG_TYPE_F16 : WG_TYPE_BF16;
        return least_half(a >> 16, b >> 16, one, most) << 16 | least_half(a & 0xffff, b & 0xffff, one, most);
    }
    float x = half_value(a, type), y = half_value(b, type);
    if (x != x || y != y)
        return x == x ? a : y == y ? b : 0x7fff;
    if (x == y) /* zeros have an order here: -0 is the smaller one */
        return (a >> 15) == most ? b : a;
    return (y < x) == most ? a : b;
}

/* min and max of integers of any width; values are zero-extended. */
static bool less(uint64_t a, uint64_t b, wg_type type)
{
    if (wg_type_kind_of(type) == WG_KIND_SINT) {
        unsigned shift = 64 - wg_type_bits(type);
        return (int64_t)(a << shift) < (int64_t)(b << shift);
    }
    return a < b;
}

static uint64_t combine(wg_mod action, wg_type type, uint64_t old, uint64_t b, uint64_t c)
{
    switch (action) {
    case WG_MOD_ADD:
        return type == WG_TYPE_F64 ? double_add(old, b)
               : is_float(type)    ? floats_add((uint32_t)old, (uint32_t)b, type)
                                   : old + b;
    case WG_MOD_MIN: return is_float(type) ? least_half(old, b, type, false) : less(b, old, type) ? b : old;
    case WG_MOD_MAX: return is_float(type) ? least_half(old, b, type, true) : less(old, b, type) ? b : old;
    case WG_MOD_INC: return old >= b ? 0 : old + 1;
    case WG_MOD_DEC: return old == 0 || old > b ? b : old - 1;
    case WG_MOD_AND: return old & b;
    case WG_MOD_OR: return old | b;
    case WG_MOD_XOR: return old ^ b;
    case WG_MOD_EXCH: return b;
    case WG_MOD_CAS: return old == b ? c : old;
    default: return old;
    }
}

#define UPDATE(T)                                                                                                      \
    do {                                                                                                               \
        T *target_ = (T *)host, old_ = __atomic_load_n(target_, __ATOMIC_RELAXED), new_;                               \
        do                                                                                                             \
            new_ = (T)combine(action, type, old_, (T)b, (T)c);                                                         \
        while (!__atomic_compare_exchange_n(target_, &old_, new_, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));         \
        *changed |= new_ != old_;                                                                                      \
        return old_;                                                                                                   \
    } while (0)

static uint64_t update(unsigned char *host, wg_mod action, wg_type type, uint64_t b, uint64_t c, bool *changed)
{
    switch (wg_type_bytes(type)) {
    case 2: UPDATE(uint16_t);
    case 4: UPDATE(uint32_t);
    default: UPDATE(uint64_t);
    }
}

/* ---- operands ---- */

static wg_slot element_slot(const wg_insn *i, int k, unsigned e)
{
    return i->length[k] ? i->list[i->op[k] + (wg_slot)e] : i->op[k];
}

static uint64_t read_lane(const wg_warp *w, wg_slot slot, unsigned size, int lane)
{
    const void *row = wg_row(w, slot);
    return size == 2   ? ((const uint16_t *)row)[lane]
           : size == 4 ? ((const uint32_t *)row)[lane]
                       : ((const uint64_t *)row)[lane];
}

static void write_lane(const wg_warp *w, wg_slot slot, unsigned size, int lane, uint64_t value)
{
    void *row = wg_row(w, slot);
    if (size == 2)
        ((uint16_t *)row)[lane] = (uint16_t)value;
    else if (size == 4)
        ((uint32_t *)row)[lane] = (uint32_t)value;
    else
        ((uint64_t *)row)[lane] = value;
}

/* exch and cas of 16 bytes, which not every host can do at once: one thread at a time does them. */
static void update_wide(unsigned char *host, wg_mod action, const unsigned char *b, const unsigned char *c,
                        unsigned char *old, bool *changed)
{
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    memcpy(old, host, 16);
    const unsigned char *new = action == WG_MOD_EXCH ? b : memcmp(old, b, 16) ? old : c;
    *changed |= memcmp(old, new, 16) != 0;
    memcpy(host, new, 16);
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

/* Which operands are what: atom has a destination first and perhaps a second source. */
typedef struct roles {
    int destination, address, source; /* -1: none */
} roles;

static void update_lane(wg_warp *w, const wg_insn *i, const roles *r, unsigned char *host, int lane)
{
    wg_type type = (wg_type)i->type[0];
    unsigned count = i->length[r->source] ? i->length[r->source] : 1, bytes = wg_type_bytes(type);
    if (bytes == 16) {
        const unsigned char *b = ROW(const unsigned char, r->source) + 16 * lane;
        const unsigned char *c = i->action == WG_MOD_CAS ? ROW(const unsigned char, r->source + 1) + 16 * lane : b;
        unsigned char old[16];
        update_wide(host, (wg_mod)i->action, b, c, old, &w->block->changed_memory);
        memcpy(ROW(unsigned char, r->destination) + 16 * lane, old, 16);
        return;
    }
    for (unsigned e = 0; e < count; e++) {
        uint64_t b = read_lane(w, element_slot(i, r->source, e), i->size[r->source], lane), c = 0;
        if (i->action == WG_MOD_CAS)
            c = read_lane(w, element_slot(i, r->source + 1, e), i->size[r->source + 1], lane);
        uint64_t old = update(host + e * bytes, (wg_mod)i->action, type, b, c, &w->block->changed_memory);
        if (r->destination >= 0)
            write_lane(w, element_slot(i, r->destination, e), i->size[r->destination], lane, old);
    }
}

/* ---- where it happens ---- */

static bool is_summed(const wg_insn *i, uint32_t mask)
{
    return i->merge == WG_ATOMIC_SUMMED || (i->merge == WG_ATOMIC_SUMMED_WHEN_FULL && mask == WG_ALL_LANES);
}

/* Shared memory: lanes that update one bank take turns, whether they want one word or several; a compare-and-swap takes
 * two (tests/recorded/h200/RULES.md). */
static void count_shared_atomic(wg_tally *tally, const wg_access *a, const wg_insn *i)
{
    tally->requests++;
    tally->bytes += (uint64_t)__builtin_popcount(a->mask) * a->bytes;
    uint32_t groups = a->bytes <= WG_BANK_BYTES ? 1 : a->bytes / WG_BANK_BYTES, lanes = WG_LANES / groups, passes = 0;
    for (uint32_t first = 0; first < WG_LANES; first += lanes) {
        uint32_t in_bank[WG_BANKS] = {0}, most = 0;
        FOR_LANES_OF(a->mask & (WG_ALL_LANES >> (WG_LANES - lanes) << first), lane)
        {
            uint32_t updates = ++in_bank[a->address[lane] / WG_BANK_BYTES % WG_BANKS];
            most = updates > most ? updates : most;
        }
        passes += most;
    }
    passes *= i->action == WG_MOD_CAS ? 2 : 1;
    tally->raw += passes;
    if (is_summed(i, a->mask))
        passes = 1;
    else if (i->merge == WG_ATOMIC_COUNTED)
        passes = wg_bank_passes(a->address, a->mask, a->bytes);
    tally->wavefronts += passes;
    tally->ideal += groups;
}

static void count_global_atomic(wg_tally *tally, const wg_access *a, const wg_insn *i)
{
    tally->requests++;
    tally->bytes += (uint64_t)__builtin_popcount(a->mask) * a->bytes;
    tally->sectors += is_summed(i, a->mask) ? 1 : wg_access_atomic_sectors(a);
}

static bool is_shared(const wg_insn *i, uint64_t address)
{
    return i->space == WG_MOD_NONE ? address - WG_SHARED_WINDOW < WG_WINDOW_SIZE : i->space != WG_MOD_GLOBAL;
}

static void fault_atomic(wg_warp *w, const wg_insn *i, int lane, uint64_t address)
{
    char where[256];
    if (is_shared(i, address))
        snprintf(where, sizeof where, "the block's shared memory has %u bytes", w->block->shared_size);
    else
        wg_heap_describe(w->block->heap, address, where, sizeof where);
    wg_fault_set(w, i, lane, "out-of-bounds %s atomic at address 0x%llx, %s",
                 is_shared(i, address) ? "shared" : "global", (unsigned long long)address, where);
}

static void atomic(wg_warp *w, const wg_insn *i, uint32_t mask, const roles *r)
{
    wg_access a;
    unsigned count = i->length[r->source] ? i->length[r->source] : 1;
    wg_access_begin(&a, w, i, r->address, i->imm, mask, wg_type_bytes((wg_type)i->type[0]) * count);
    wg_access_expand(&a);
    uint32_t shared_lanes = 0, generic = i->space == WG_MOD_NONE;
    FOR_ACTIVE (lane) {
        bool shared = is_shared(i, a.address[lane]);
        uint64_t address = a.address[lane] - (shared && generic ? WG_SHARED_WINDOW : 0);
        if (shared) /* its addresses have 32 bits */
            address = (uint32_t)address;
        unsigned char *host;
        if (address % a.bytes) {
            wg_fault_set(w, i, lane, "misaligned atomic of %u bytes at address 0x%llx", a.bytes,
                         (unsigned long long)a.address[lane]);
            return;
        }
        if (shared)
            host = address <= w->block->shared_size && a.bytes <= w->block->shared_size - address
                       ? w->block->shared + address
                       : NULL;
        else
            host = wg_heap_at(w->block->heap, address, a.bytes, &w->block->caches[i->tally]);
        if (!host) {
            fault_atomic(w, i, lane, a.address[lane]);
            return;
        }
        shared_lanes |= (uint32_t)shared << lane;
        update_lane(w, i, r, host, lane);
    }
    wg_access part = a;
    if ((part.mask = mask & shared_lanes))
        count_shared_atomic(&w->block->tallies[i->tally + (generic ? WG_TALLY_SHARED : 0)], &part, i);
    if ((part.mask = mask & ~shared_lanes))
        count_global_atomic(&w->block->tallies[i->tally], &part, i);
}

WG_EXEC(atom)
{
    static const roles ROLES = {0, 1, 2};
    atomic(w, i, mask, &ROLES);
}

WG_EXEC(red)
{
    static const roles ROLES = {-1, 0, 1};
    atomic(w, i, mask, &ROLES);
}
