/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores. Each resolves its addresses to an `origin` in host memory, so that lane l's bytes are at
 * origin + address[l]; one routine then moves rows, whatever the space. */
#include "sim/exec/access.h"

/* Integer arithmetic: the origin itself may lie outside any host object. */
static inline unsigned char *at(uintptr_t origin, uint64_t address)
{
    return (unsigned char *)(origin + (uintptr_t)address);
}

/* ---- rows from and to memory ---- */

typedef struct transfer {
    wg_access *access;
    uintptr_t origin;
    uint32_t step; /* of this element inside a lane's vector */
} transfer;

/* The runs of an access, `lanes` long each: `host` is where run `first`, named by its first lane, is in memory. A
 * constant length makes each of them one or two vector instructions. */
#define FOR_RUNS_OF(lanes, statement)                                                                                  \
    for (int first = 0; first < WG_LANES; first += (lanes)) {                                                          \
        unsigned char *host = at(t->origin, a->start[first / WG_OCTET] + t->step);                                     \
        statement;                                                                                                     \
    }
#define FOR_RUNS(macro, ...)                                                                                           \
    do {                                                                                                               \
        if (a->run == WG_LANES)                                                                                        \
            FOR_RUNS_OF(WG_LANES, macro(WG_LANES, __VA_ARGS__))                                                        \
        else if (a->run == WG_LANES / 2)                                                                               \
            FOR_RUNS_OF(WG_LANES / 2, macro(WG_LANES / 2, __VA_ARGS__))                                                \
        else                                                                                                           \
            FOR_RUNS_OF(WG_OCTET, macro(WG_OCTET, __VA_ARGS__))                                                        \
    } while (0)

#define LOAD_RUN(lanes, M, D) memcpy(d_ + first, host, (lanes) * sizeof(M))
#define STORE_RUN(lanes, M, S) memcpy(host, s_ + first, (lanes) * sizeof(M))
#define SPREAD_RUN(lanes, M, D)                                                                                        \
    do {                                                                                                               \
        M value_;                                                                                                      \
        memcpy(&value_, host, sizeof(M));                                                                              \
        WG_SIMD for (int lane = 0; lane < (lanes); lane++) d_[first + lane] = (D)value_;                               \
    } while (0)

#define LOAD_ROW(M, D)                                                                                                 \
    do {                                                                                                               \
        D *d_ = row;                                                                                                   \
        if (sizeof(M) == sizeof(D) && a->run && a->stride == (int64_t)sizeof(M)) {                                     \
            FOR_RUNS(LOAD_RUN, M, D);                                                                                  \
        } else if (a->run && a->stride == 0) {                                                                         \
            FOR_RUNS(SPREAD_RUN, M, D);                                                                                \
        } else {                                                                                                       \
            wg_access_expand(a);                                                                                       \
            for (int lane = 0; lane < WG_LANES; lane++) {                                                              \
                M value_;                                                                                              \
                memcpy(&value_, at(t->origin, a->address[lane] + t->step), sizeof(M));                                 \
                d_[lane] = a->mask & WG_LANE_BIT[lane] ? (D)value_ : d_[lane];                                         \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#define LOAD_WIDENED(U, S)                                                                                             \
    do {                                                                                                               \
        if (is_signed && register_bytes == 2)                                                                          \
            LOAD_ROW(S, int16_t);                                                                                      \
        else if (is_signed && register_bytes == 4)                                                                     \
            LOAD_ROW(S, int32_t);                                                                                      \
        else if (is_signed)                                                                                            \
            LOAD_ROW(S, int64_t);                                                                                      \
        else if (register_bytes == 2)                                                                                  \
            LOAD_ROW(U, uint16_t);                                                                                     \
        else if (register_bytes == 4)                                                                                  \
            LOAD_ROW(U, uint32_t);                                                                                     \
        else                                                                                                           \
            LOAD_ROW(U, uint64_t);                                                                                     \
    } while (0)

typedef struct wide {
    uint64_t half[2];
} wide;

WG_INLINE void load_row(void *row, unsigned register_bytes, const wg_insn *i, const transfer *t)
{
    wg_access *a = t->access;
    bool is_signed = i->memory_signed;
    switch (i->memory_bytes) {
    case 1: LOAD_WIDENED(uint8_t, int8_t); break;
    case 2: LOAD_WIDENED(uint16_t, int16_t); break;
    case 4:
        if (register_bytes == 4)
            LOAD_ROW(uint32_t, uint32_t);
        else if (is_signed)
            LOAD_ROW(int32_t, int64_t);
        else
            LOAD_ROW(uint32_t, uint64_t);
        break;
    case 8: LOAD_ROW(uint64_t, uint64_t); break;
    default:
        wg_access_expand(a);
        FOR_LANES_OF(a->mask, lane) memcpy((wide *)row + lane, at(t->origin, a->address[lane] + t->step), sizeof(wide));
    }
}

#define STORE_ROW(M, S)                                                                                                \
    do {                                                                                                               \
        const S *s_ = row;                                                                                             \
        if (sizeof(M) == sizeof(S) && a->run && a->stride == (int64_t)sizeof(M)) {                                     \
            FOR_RUNS(STORE_RUN, M, S);                                                                                 \
        } else {                                                                                                       \
            wg_access_expand(a);                                                                                       \
            FOR_LANES_OF(a->mask, lane)                                                                                \
            {                                                                                                          \
                M value_ = (M)s_[lane];                                                                                \
                memcpy(at(t->origin, a->address[lane] + t->step), &value_, sizeof(M));                                 \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#define STORE_NARROWED(M)                                                                                              \
    do {                                                                                                               \
        if (register_bytes == 2)                                                                                       \
            STORE_ROW(M, uint16_t);                                                                                    \
        else if (register_bytes == 4)                                                                                  \
            STORE_ROW(M, uint32_t);                                                                                    \
        else                                                                                                           \
            STORE_ROW(M, uint64_t);                                                                                    \
    } while (0)

WG_INLINE void store_row(const void *row, unsigned register_bytes, const wg_insn *i, const transfer *t)
{
    wg_access *a = t->access;
    switch (i->memory_bytes) {
    case 1: STORE_NARROWED(uint8_t); break;
    case 2: STORE_NARROWED(uint16_t); break;
    case 4: STORE_NARROWED(uint32_t); break;
    case 8: STORE_ROW(uint64_t, uint64_t); break;
    default:
        wg_access_expand(a);
        FOR_LANES_OF(a->mask, lane)
        memcpy(at(t->origin, a->address[lane] + t->step), (const wide *)row + lane, sizeof(wide));
    }
}

static unsigned elements(const wg_insn *i, int k) { return i->length[k] ? i->length[k] : 1; }

static uint32_t access_bytes(const wg_insn *i, int k) { return i->memory_bytes * elements(i, k); }

WG_INLINE wg_slot element_slot(const wg_insn *i, int k, unsigned e)
{
    return i->length[k] ? i->list[i->op[k] + (wg_slot)e] : i->op[k];
}

static void load_rows(wg_warp *w, const wg_insn *i, int k, wg_access *a, uintptr_t origin)
{
    for (unsigned e = 0; e < elements(i, k); e++) {
        transfer t = {a, origin, e * i->memory_bytes};
        load_row(wg_row(w, element_slot(i, k, e)), i->size[k], i, &t);
    }
}

static void store_rows(wg_warp *w, const wg_insn *i, int k, wg_access *a, uintptr_t origin)
{
    for (unsigned e = 0; e < elements(i, k); e++) {
        transfer t = {a, origin, e * i->memory_bytes};
        store_row(wg_row(w, element_slot(i, k, e)), i->size[k], i, &t);
    }
}

/* The most frequent load by far: one word a lane, into a register of that size. */
WG_INLINE void load_words(void *row, const transfer *t)
{
    wg_access *a = t->access;
    LOAD_ROW(uint32_t, uint32_t);
}

/* Operand k is the data: one row or a vector of them. */
WG_INLINE void move_rows(wg_warp *w, const wg_insn *i, int k, wg_access *a, uintptr_t origin, bool store)
{
    if (store)
        store_rows(w, i, k, a, origin);
    else if (a->run && i->memory_bytes == 4 && i->size[k] == 4 && !i->length[k])
        load_words(wg_row(w, i->op[k]), &(transfer){a, origin, 0});
    else
        load_rows(w, i, k, a, origin);
}

/* ---- checks ---- */

WG_RARE void fault_misaligned(wg_warp *w, const wg_insn *i, wg_access *a, const char *space)
{
    wg_access_expand(a);
    FOR_LANES_OF(a->mask, lane)
    {
        if (a->address[lane] % a->bytes) {
            wg_fault_set(w, i, lane, "misaligned %s access of %u bytes at address 0x%llx", space, a->bytes,
                         (unsigned long long)a->address[lane]);
            return;
        }
    }
}

WG_RARE void fault_global(wg_warp *w, const wg_insn *i, wg_access *a, int lane)
{
    char where[256];
    wg_heap_describe(w->block->heap, a->address[lane], where, sizeof where);
    wg_fault_set(w, i, lane, "out-of-bounds global %s of %u bytes at address 0x%llx, %s",
                 i->class == WG_CLASS_STORE    ? "store"
                 : i->class == WG_CLASS_ATOMIC ? "atomic"
                                               : "load",
                 a->bytes, (unsigned long long)a->address[lane], where);
}

WG_RARE void fault_window(wg_warp *w, const wg_insn *i, wg_access *a, const char *space, uint64_t size)
{
    wg_access_expand(a);
    FOR_LANES_OF(a->mask, lane)
    {
        if (a->address[lane] > size || a->bytes > size - a->address[lane]) {
            wg_fault_set(w, i, lane, "out-of-bounds %s %s of %u bytes at offset 0x%llx: %s memory has %llu bytes",
                         space,
                         i->class == WG_CLASS_STORE    ? "store"
                         : i->class == WG_CLASS_ATOMIC ? "atomic"
                                                       : "load",
                         a->bytes, (unsigned long long)a->address[lane], space, (unsigned long long)size);
            return;
        }
    }
}

/* ---- the spaces ---- */

/* Lanes that fall into different allocations go one at a time. */
WG_RARE void move_scattered(wg_warp *w, const wg_insn *i, int k, wg_access *a, wg_heap_cache *cache, bool store)
{
    wg_access_expand(a);
    FOR_LANES_OF(a->mask, active)
    {
        uint64_t address = a->address[active];
        unsigned char *host = wg_heap_at(w->block->heap, address, a->bytes, cache);
        if (!host) {
            fault_global(w, i, a, active);
            return;
        }
        wg_access one = {.mask = 1u << active, .bytes = a->bytes, .expanded = true};
        FOR_LANES one.address[lane] = address;
        move_rows(w, i, k, &one, (uintptr_t)host - (uintptr_t)address, store);
    }
}

WG_INLINE void move_global(wg_warp *w, const wg_insn *i, int k, wg_access *a, uint32_t tally, bool store)
{
    if (!wg_access_aligned(a)) {
        fault_misaligned(w, i, a, "global");
        return;
    }
    if (store)
        w->block->changed_memory = true;
    wg_heap_cache *cache = &w->block->caches[tally];
    unsigned char *host = wg_heap_at(w->block->heap, a->lowest, a->highest - a->lowest + a->bytes, cache);
    if (host)
        move_rows(w, i, k, a, (uintptr_t)host - (uintptr_t)a->lowest, store);
    else
        move_scattered(w, i, k, a, cache, store);
    wg_count_global(&w->block->tallies[tally], a);
}

static bool leaves_shared(const wg_access *a, uint32_t size)
{
    return a->highest > size || a->bytes > size - a->highest;
}

/* Addresses of shared memory have 32 bits: what a wider register holds besides does not count. */
WG_RARE bool leaves_shared_even_so(wg_access *a, uint32_t size)
{
    wg_access_expand(a);
    for (int lane = 0; lane < WG_LANES; lane++)
        a->address[lane] = (uint32_t)a->address[lane];
    wg_access_shape(a);
    return leaves_shared(a, size);
}

WG_INLINE void move_shared(wg_warp *w, const wg_insn *i, int k, wg_access *a, uint32_t tally, bool store)
{
    uint32_t size = w->block->shared_size;
    if (store)
        w->block->changed_memory = true;
    if (leaves_shared(a, size) && leaves_shared_even_so(a, size))
        fault_window(w, i, a, "shared", size);
    else if (!wg_access_aligned(a))
        fault_misaligned(w, i, a, "shared");
    else
        move_rows(w, i, k, a, (uintptr_t)w->block->shared, store);
    wg_count_shared(&w->block->tallies[tally], a, i);
}

/* Local memory is interleaved word by word on the hardware: word k of a lane is at byte 128 k + 4 lane, and every word
 * of an access is a request of its own. */
static void count_local(wg_tally *tally, wg_access *a)
{
    wg_access_expand(a);
    wg_access interleaved = {.mask = a->mask, .bytes = a->bytes < 4 ? 4 : a->bytes};
    uint32_t words = (a->bytes + 3) / 4;
    uint32_t any = (uint32_t)__builtin_ctz(a->mask);
    tally->requests += words;
    tally->bytes += wg_lane_count(a->mask) * a->bytes;
    for (uint32_t word = 0; word < words; word++) {
        for (uint32_t lane = 0; lane < WG_LANES; lane++) {
            uint32_t from = a->mask >> lane & 1 ? lane : any;
            interleaved.address[lane] = ((a->address[from] / 4 + word) * WG_LANES + from) * 4;
        }
        wg_access_shape(&interleaved);
        tally->sectors += wg_access_sectors(&interleaved);
    }
}

WG_RARE void move_local(wg_warp *w, const wg_insn *i, int k, wg_access *a, uint32_t tally, bool store)
{
    if (a->highest > w->local_stride || a->bytes > w->local_stride - a->highest) {
        fault_window(w, i, a, "local", w->local_stride);
        return;
    }
    if (!wg_access_aligned(a)) {
        fault_misaligned(w, i, a, "local");
        return;
    }
    wg_access_expand(a);
    wg_access own = *a; /* each lane has its own piece of host memory */
    FOR_LANES own.address[lane] += (uint64_t)lane * w->local_stride;
    if (a->mask != WG_ALL_LANES)
        FOR_LANES own.address[lane] = a->mask & WG_LANE_BIT[lane] ? own.address[lane] : a->address[lane];
    own.run = 0;
    move_rows(w, i, k, &own, (uintptr_t)w->local, store);
    count_local(&w->block->tallies[tally], a);
}

WG_RARE void move_param(wg_warp *w, const wg_insn *i, int k, wg_access *a, bool store)
{
    uint32_t size = w->block->program->param_bytes;
    if (store)
        wg_fault_set(w, i, __builtin_ctz(a->mask), "a store to the kernel's parameters");
    else if (a->highest > size || a->bytes > size - a->highest)
        fault_window(w, i, a, "parameter", size);
    else if (!wg_access_aligned(a))
        fault_misaligned(w, i, a, "parameter");
    else
        move_rows(w, i, k, a, (uintptr_t)w->block->params, false);
}

/* The access of some lanes only, relative to a window. */
static wg_access part_of(const wg_access *a, uint32_t lanes, uint64_t window)
{
    wg_access part = {.bytes = a->bytes, .mask = lanes};
    int any = __builtin_ctz(lanes);
    for (int lane = 0; lane < WG_LANES; lane++)
        part.address[lane] = a->address[lanes >> lane & 1 ? lane : any] - window;
    wg_access_shape(&part);
    return part;
}

/* A generic access: each window's lanes in turn. */
static void move_generic(wg_warp *w, const wg_insn *i, int k, wg_access *a, bool store)
{
    static const uint64_t WINDOWS[] = {WG_SHARED_WINDOW, WG_LOCAL_WINDOW, WG_PARAM_WINDOW};
    uint32_t left = a->mask;
    if (a->lowest >= WG_PARAM_WINDOW + WG_WINDOW_SIZE) {
        move_global(w, i, k, a, i->tally + WG_TALLY_GLOBAL, store);
        return;
    }
    wg_access_expand(a);
    for (int window = 0; window < 3; window++) {
        uint32_t lanes = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (a->address[__builtin_ctz(rest)] - WINDOWS[window] < WG_WINDOW_SIZE)
                lanes |= rest & -rest;
        if (!lanes)
            continue;
        left &= ~lanes;
        wg_access part = part_of(a, lanes, WINDOWS[window]);
        if (window == 0)
            move_shared(w, i, k, &part, i->tally + WG_TALLY_SHARED, store);
        else if (window == 1)
            move_local(w, i, k, &part, i->tally + WG_TALLY_LOCAL, store);
        else
            move_param(w, i, k, &part, store);
    }
    if (!left)
        return;
    wg_access rest = part_of(a, left, 0);
    move_global(w, i, k, &rest, i->tally + WG_TALLY_GLOBAL, store);
}

/* ---- the instructions: loads have data first, stores the address ---- */

#define ACCESS(address, data, move)                                                                                    \
    wg_access a;                                                                                                       \
    wg_access_begin(&a, w, i, address, i->imm, mask, access_bytes(i, data));                                           \
    move
#define LOAD(move) ACCESS(1, 0, move)
#define STORE(move) ACCESS(0, 1, move)

WG_EXEC(ld_global) { LOAD(move_global(w, i, 0, &a, i->tally, false)); }

WG_EXEC(ld_shared) { LOAD(move_shared(w, i, 0, &a, i->tally, false)); }

WG_EXEC(ld_local) { LOAD(move_local(w, i, 0, &a, i->tally, false)); }

WG_EXEC(ld_param) { LOAD(move_param(w, i, 0, &a, false)); }

WG_EXEC(ld_generic) { LOAD(move_generic(w, i, 0, &a, false)); }

WG_EXEC(st_global) { STORE(move_global(w, i, 1, &a, i->tally, true)); }

WG_EXEC(st_shared) { STORE(move_shared(w, i, 1, &a, i->tally, true)); }

WG_EXEC(st_local) { STORE(move_local(w, i, 1, &a, i->tally, true)); }

WG_EXEC(st_generic) { STORE(move_generic(w, i, 1, &a, true)); }

/* Constant memory serves one word a pass: what counts is how many different words a warp reads. */
WG_EXEC(ld_const)
{
    wg_access a;
    wg_access_begin(&a, w, i, 1, i->imm, mask, access_bytes(i, 0));
    wg_tally *tally = &w->block->tallies[i->tally];
    wg_tally before = *tally;
    move_global(w, i, 0, &a, i->tally, false);
    wg_access_expand(&a);
    wg_small_set words;
    words.used = 0;
    uint32_t distinct = 0;
    for (uint32_t left = mask; left; left &= left - 1)
        distinct += wg_small_set_add(&words, a.address[__builtin_ctz(left)] / 4);
    tally->sectors = before.sectors + distinct;
}

/* Parameters of a call: a lane-major slab in the frame, i->stride bytes a lane. */
static void frame_access(wg_access *a, const wg_insn *i, uint32_t mask, uint32_t bytes)
{
    a->mask = mask;
    a->bytes = bytes;
    a->run = 0;
    a->expanded = true;
    for (uint32_t lane = 0; lane < WG_LANES; lane++)
        a->address[lane] = (uint64_t)i->imm + (uint64_t)lane * i->stride;
}

static bool frame_in_range(wg_warp *w, const wg_insn *i, uint32_t bytes)
{
    if (i->imm >= 0 && (uint64_t)i->imm + bytes <= i->stride)
        return true;
    wg_fault_set(w, i, -1, "access of %u bytes at offset %lld of a parameter of %u bytes", bytes, (long long)i->imm,
                 i->stride);
    return false;
}

WG_EXEC(ld_frame)
{
    wg_access a;
    uint32_t bytes = access_bytes(i, 0);
    frame_access(&a, i, mask, bytes);
    if (frame_in_range(w, i, bytes))
        move_rows(w, i, 0, &a, (uintptr_t)wg_row(w, i->op[1]), false);
}

WG_EXEC(st_frame)
{
    wg_access a;
    uint32_t bytes = access_bytes(i, 1);
    frame_access(&a, i, mask, bytes);
    if (frame_in_range(w, i, bytes))
        move_rows(w, i, 1, &a, (uintptr_t)wg_row(w, i->op[0]), true);
}

/* How many bytes a lane of cp.async reads: operand 3 is that number, or a predicate that says "none", or not there. */
static uint32_t copied_bytes(const wg_warp *w, const wg_insn *i, int lane, uint32_t bytes)
{
    if (i->op[3] == WG_SLOT_NONE)
        return bytes;
    if (i->size[3] == 0)
        return wg_predicate(w, i, 3) >> lane & 1 ? 0 : bytes;
    uint64_t asked = i->size[3] == 8 ? ROW(const uint64_t, 3)[lane] : ROW(const uint32_t, 3)[lane];
    return asked < bytes ? (uint32_t)asked : bytes;
}

static bool copy_is_possible(wg_warp *w, const wg_insn *i, wg_access *to, wg_access *from)
{
    uint32_t size = w->block->shared_size;
    if (leaves_shared(to, size) && leaves_shared_even_so(to, size))
        fault_window(w, i, to, "shared", size);
    else if (!wg_access_aligned(to) || !wg_access_aligned(from))
        fault_misaligned(w, i, wg_access_aligned(to) ? from : to, "cp.async");
    return !w->block->fault.set;
}

/* cp.async copies at once: the group it belongs to is complete before anyone can wait for it. What is not read becomes
 * zero. */
WG_EXEC(cp_async)
{
    uint32_t bytes = *ROW(const uint32_t, 2), reading = 0;
    wg_access to, from;
    wg_access_begin(&to, w, i, 0, i->imm, mask, bytes);
    wg_access_begin(&from, w, i, 1, i->imm2, mask, bytes);
    if (!copy_is_possible(w, i, &to, &from))
        return;
    wg_access_expand(&to);
    wg_access_expand(&from);
    FOR_ACTIVE (lane) {
        uint32_t take = copied_bytes(w, i, lane, bytes);
        unsigned char *target = w->block->shared + to.address[lane];
        memset(target, 0, bytes);
        if (!take)
            continue;
        const unsigned char *host = wg_heap_at(w->block->heap, from.address[lane], take, &w->block->caches[i->tally]);
        if (!host) {
            fault_global(w, i, &from, lane);
            return;
        }
        memcpy(target, host, take);
        reading |= 1u << lane;
    }
    w->block->changed_memory = true;
    if (!reading)
        return;
    wg_access read = part_of(&from, reading, 0);
    wg_count_global(&w->block->tallies[i->tally], &read);
}

/* ---- address conversion ---- */

static uint64_t window_of(const wg_insn *i)
{
    switch (i->space) {
    case WG_MOD_SHARED:
    case WG_MOD_SHARED_CTA:
    case WG_MOD_SHARED_CLUSTER: return WG_SHARED_WINDOW;
    case WG_MOD_LOCAL: return WG_LOCAL_WINDOW;
    case WG_MOD_PARAM:
    case WG_MOD_PARAM_ENTRY: return WG_PARAM_WINDOW;
    default: return 0;
    }
}

WG_EXEC(cvta)
{
    uint64_t window = window_of(i);
    if (i->size[0] == 8)
        UNARY(uint64_t, uint64_t, a + window);
    else
        UNARY(uint32_t, uint32_t, a + (uint32_t)window);
}

WG_EXEC(cvta_to)
{
    uint64_t window = window_of(i);
    if (i->size[0] == 8)
        UNARY(uint64_t, uint64_t, a - window);
    else
        UNARY(uint32_t, uint32_t, a - (uint32_t)window);
}

WG_EXEC(isspacep)
{
    uint64_t window = window_of(i);
    bool wants_constant = i->space == WG_MOD_CONST;
    uint32_t inside = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint64_t address = i->size[1] == 8 ? ROW(const uint64_t, 1)[lane] : ROW(const uint32_t, 1)[lane];
        bool is = window ? address - window < WG_WINDOW_SIZE
                         : address >= WG_PARAM_WINDOW + WG_WINDOW_SIZE &&
                               wg_program_is_constant(w->block->program, address) == wants_constant;
        inside |= (uint32_t)is << lane;
    }
    wg_predicate_set(w, i->op[0], inside, mask);
}
