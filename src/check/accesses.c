/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics. A lane's address leads to an object: objects of global and of shared memory lie so far
 * apart in a checked launch (wg_heap_spread) that an address in none of them is out of the bounds of the one it was
 * made for. Lanes with such an address do not take part in the instruction. */
#include "check/checked.h"
#include "check/stored.h"

#include "sim/exec/tensor.h"

#include <stdio.h>
#include <string.h>

/* One access of a warp. */
typedef struct accessing {
    wg_check *check;
    wg_warp *warp;
    const wg_insn *insn;
    const wg_checked_insn *what;
    uint32_t mask;
    uint64_t address[WG_LANES]; /* of lanes that do not take part: that of one that does */
    uint32_t bytes;             /* a lane */
    bool loads, stores;         /* an atomic does both */
    uint32_t refused;           /* lanes */
    uint32_t unset[WG_LANES];   /* bytes that are loaded and have no value, a bit each */
    uint32_t any_unset;         /* lanes with such */
} accessing;

static uint32_t elements(const wg_insn *i, int k)
{
    return i->length[k] ? i->length[k] : 1;
}

static wg_slot element(const wg_insn *i, int k, uint32_t e)
{
    return i->length[k] ? i->list[i->op[k] + (wg_slot)e] : i->op[k];
}

uint32_t wg_check_stored_bytes(const wg_insn *i)
{
    return i->memory_bytes * elements(i, 1);
}

uint64_t wg_check_target(const wg_warp *w, const wg_insn *i, int lane)
{
    return i->size[0] == 8 ? ((const uint64_t *)wg_row(w, i->op[0]))[lane]
                           : ((const uint32_t *)wg_row(w, i->op[0]))[lane];
}

bool wg_check_stored(const wg_warp *w, const wg_insn *i, int lane, unsigned char out[WG_STORED_BYTES])
{
    if (i->opcode != WG_OP_st || wg_check_stored_bytes(i) > WG_STORED_BYTES)
        return false;
    for (uint32_t e = 0; e < elements(i, 1); e++)
        memcpy(out + e * i->memory_bytes, (unsigned char *)wg_row(w, element(i, 1, e)) + lane * i->size[1],
               i->memory_bytes);
    return true;
}

/* ---- what is wrong with an address ---- */

static wg_finding begin_finding(const accessing *a, wg_finding_kind kind, int lane, const char *space)
{
    uint32_t thread = a->warp->id * WG_LANES + (uint32_t)lane;
    return (wg_finding){.kind = kind,
                        .at = wg_check_place(a->check, a->insn, a->warp->block, thread),
                        .space = space,
                        .address = a->address[lane],
                        .bytes = a->bytes};
}

static void refuse_global(accessing *a, int lane, const wg_region *region)
{
    char where[256];
    uint64_t address = a->address[lane];
    wg_finding_kind kind = address < 4096               ? WG_FINDING_null_pointer
                           : region && region->is_freed ? WG_FINDING_freed
                                                        : WG_FINDING_out_of_bounds;
    wg_finding f = begin_finding(a, kind, lane, "global");
    wg_heap_describe(a->warp->block->heap, address, where, sizeof where);
    a->refused |= 1u << lane;
    wg_check_tell(a->check, &f, "The thread %s %u bytes at address 0x%llx: %s.", f.at.does, a->bytes,
                  (unsigned long long)address, where);
}

/* The array of shared memory nearest to an offset. */
static const wg_shared_object *nearest(const accessing *a, uint64_t offset, uint64_t *distance, bool *is_before)
{
    const wg_shared_object *best = NULL, *o;
    *distance = UINT64_MAX;
    for (uint32_t k = 0; (o = wg_check_object(a->check, k)); k++) {
        uint64_t end = (uint64_t)o->offset + o->size;
        uint64_t away = offset < o->offset ? o->offset - offset : offset >= end ? offset - end : 0;
        if (away >= *distance)
            continue;
        best = o;
        *distance = away;
        *is_before = offset < o->offset;
    }
    return best;
}

static void refuse_shared(accessing *a, int lane, uint64_t offset)
{
    uint64_t distance;
    bool is_before = false;
    const wg_shared_object *o = nearest(a, offset, &distance, &is_before);
    wg_finding f = begin_finding(a, WG_FINDING_out_of_bounds, lane, "shared");
    a->refused |= 1u << lane;
    f.object = o ? o->name : "dynamic shared memory";
    if (o)
        wg_check_tell(a->check, &f, "The thread %s %u bytes, %llu bytes %s %s (%u bytes of shared memory).", f.at.does,
                      a->bytes, (unsigned long long)distance, is_before ? "before" : "past the end of", o->name,
                      o->size);
    else
        wg_check_tell(a->check, &f, "The thread %s %u bytes at offset %llu of %u bytes of dynamic shared memory.",
                      f.at.does, a->bytes, (unsigned long long)(offset - wg_dynamic_shared_offset(a->check->program)),
                      a->check->launch->dynamic_shared);
}

static void refuse_window(accessing *a, int lane, const char *space, uint64_t size)
{
    wg_finding f = begin_finding(a, WG_FINDING_out_of_bounds, lane, space);
    a->refused |= 1u << lane;
    wg_check_tell(a->check, &f, "The thread %s %u bytes at offset %lld of its %s memory, which has %llu bytes.",
                  f.at.does, a->bytes, (long long)a->address[lane], space, (unsigned long long)size);
}

static bool is_aligned(accessing *a, int lane, uint64_t address, const char *space)
{
    if (address % a->bytes == 0)
        return true;
    wg_finding f = begin_finding(a, WG_FINDING_misaligned, lane, space);
    a->refused |= 1u << lane;
    wg_check_tell(a->check, &f, "An access of %u bytes at address 0x%llx, which is not a multiple of %u.", a->bytes,
                  (unsigned long long)address, a->bytes);
    return false;
}

/* ---- values ---- */

/* What a lane stores has no value, in these bytes. */
static uint32_t stored_unset(const accessing *a, int lane)
{
    const wg_insn *i = a->insn;
    uint32_t bits = 0;
    for (uint32_t e = 0; e < elements(i, a->what->stored); e++) {
        wg_slot slot = element(i, a->what->stored, e);
        const wg_row_shadow *s = slot >= 0 ? wg_check_shadow(a->warp, slot) : NULL;
        if (s && s->bad >> lane & 1)
            bits |= (s->bytes[lane] & ((1u << i->memory_bytes) - 1)) << e * i->memory_bytes;
    }
    return bits;
}

static bool stores_unset(const accessing *a)
{
    const wg_insn *i = a->insn;
    for (uint32_t e = 0; e < elements(i, a->what->stored); e++) {
        wg_slot slot = element(i, a->what->stored, e);
        if (slot >= 0 && wg_check_shadow(a->warp, slot)->bad)
            return true;
    }
    return false;
}

/* The rows that a load fills. */
static void set_loaded(accessing *a, uint32_t mask)
{
    const wg_insn *i = a->insn;
    bool is_signed = i->memory_signed;
    uint32_t part = (uint32_t)((1ull << i->memory_bytes) - 1);
    for (uint32_t e = 0; e < elements(i, a->what->loaded); e++) {
        wg_slot slot = element(i, a->what->loaded, e);
        wg_row_shadow *s = slot >= 0 ? wg_check_shadow(a->warp, slot) : NULL;
        if (!s)
            continue;
        s->bad &= ~mask;
        FOR_LANES_OF(a->any_unset & mask, lane)
        {
            uint32_t bits = a->unset[lane] >> e * i->memory_bytes & part;
            if (!bits)
                continue;
            bits |= is_signed && bits >> (i->memory_bytes - 1) ? 0xff : 0;
            s->bad |= 1u << lane;
            s->bytes[lane] = (uint8_t)(i->memory_bytes > 8 ? 0xff : bits);
            s->origin = i->index;
        }
    }
}

static void remember_origin(accessing *a, int lane, const wg_region *r, uint64_t offset)
{
    wg_origin *o = &a->check->origins[a->insn->index];
    wg_finding named = {.space = "local"};
    if (o->known)
        return;
    if (r)
        wg_check_name(a->check, r, offset, &named);
    *o =
        (wg_origin){.known = true,
                    .place = wg_check_place(a->check, a->insn, a->warp->block, a->warp->id * WG_LANES + (uint32_t)lane),
                    .object = named.object,
                    .space = named.space,
                    .address = named.address};
}

static void load_values(accessing *a, int lane, const wg_region *r, uint64_t offset)
{
    uint32_t bits = wg_check_unset(r, offset, a->bytes);
    if (!bits)
        return;
    a->unset[lane] = bits;
    a->any_unset |= 1u << lane;
    remember_origin(a, lane, r, offset);
}

static wg_slot first_unset(const accessing *a, int lane)
{
    const wg_insn *i = a->insn;
    for (uint32_t e = 0; e < elements(i, a->what->stored); e++) {
        wg_slot slot = element(i, a->what->stored, e);
        if (slot >= 0 && wg_check_shadow(a->warp, slot)->bad >> lane & 1)
            return slot;
    }
    return WG_SLOT_NONE;
}

/* An atomic changes a word that has no value. */
static void tell_unset_update(const accessing *a, int lane, const wg_region *r, uint64_t offset)
{
    wg_finding f = begin_finding(a, WG_FINDING_uninitialised, lane, NULL);
    wg_check_name(a->check, r, offset, &f);
    wg_check_tell(a->check, &f, "An atomic updates a value in %s memory%s%s, which nobody wrote before.", f.space,
                  f.object ? ", " : "", f.object ? f.object : "");
}

/* A value that nobody wrote reaches an output where nothing else is stored with it: padding that is copied along with a
 * structure is no use of it. */
static void store_values(accessing *a, int lane, wg_region *r, uint64_t offset, bool any)
{
    uint32_t operand = any ? stored_unset(a, lane) : 0, bits = operand, all = (uint32_t)((1ull << a->bytes) - 1);
    bool keeps = a->loads && a->insn->action != WG_MOD_EXCH && a->insn->action != WG_MOD_CAS;
    uint32_t before = keeps ? wg_check_unset(r, offset, a->bytes) : 0;
    if (before == all)
        tell_unset_update(a, lane, r, offset);
    else /* an atomic makes nothing of what was nothing */
        bits |= before;
    if (operand == all && (!r->is_shared || a->loads))
        wg_check_use(a->check, a->warp, a->insn, (wg_checked_row){first_unset(a, lane), 4}, 1u << lane,
                     "stored in memory");
    if (bits || r->unset)
        wg_check_set(r, offset, a->bytes, r->is_shared || keeps ? bits : 0);
}

/* ---- the spaces ---- */

static wg_toucher toucher_of(const accessing *a, wg_region *r)
{
    return (wg_toucher){.warp = a->warp,
                        .insn = a->insn,
                        .region = r,
                        .flags = a->what->flags,
                        .writes = a->stores,
                        .is_shared = r->is_shared};
}

/* A lane's access to an object: in bounds. */
static void visit(accessing *a, int lane, wg_region *r, uint64_t offset, bool any)
{
    if (r->is_constant && a->stores) {
        wg_finding f = begin_finding(a, WG_FINDING_read_only, lane, "constant");
        f.object = r->name;
        a->refused |= 1u << lane;
        wg_check_tell(a->check, &f, "The thread writes to %s, which is in constant memory.", r->name);
        return;
    }
    if (r->is_constant) {
        if (a->loads)
            load_values(a, lane, r, offset);
        return;
    }
    if (r->is_shared && a->warp->block->checked->copy_count &&
        wg_check_is_copied(a->check, a->warp, a->insn, lane, offset, a->bytes))
        return;
    if (a->what->flags & WG_MARK_STRONG)
        wg_check_publish(a->check, a->warp, a->insn, lane, r, offset, a->loads, a->stores);
    if (a->stores)
        r->is_read_only = false;
    if (!r->is_read_only) {
        wg_toucher by = toucher_of(a, r);
        wg_check_touch(a->check, &by, lane, offset, a->bytes);
    }
    if (a->loads && r->unset)
        load_values(a, lane, r, offset);
    if (a->stores)
        store_values(a, lane, r, offset, any);
}

/* ---- warps whose lanes are all in one object ---- */

typedef struct span {
    uint64_t low, high;
    bool is_one; /* all lanes have the same address */
    bool is_aligned;
} span;

static span span_of(const accessing *a)
{
    uint64_t low = UINT64_MAX, high = 0, bits = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint64_t address = a->address[lane];
        low = address < low ? address : low;
        high = address > high ? address : high;
        bits |= address;
    }
    return (span){low, high, low == high, bits % a->bytes == 0};
}

static bool is_within(const wg_region *r, uint64_t base, const span *s, uint32_t bytes)
{
    return s->low >= base && bytes <= r->size && s->high - base <= r->size - bytes;
}

static bool is_word(const accessing *a)
{
    return a->bytes == 4 || a->bytes == 8 || a->bytes == 16;
}

/* Words that are neither special nor in flight: what each lane does to them, without a look at where they are. Says
 * whether that was all there is to see. */
static bool visit_together(accessing *a, wg_region *r, uint64_t base, const span *s, bool any)
{
    uint64_t offsets[WG_LANES];
    uint32_t lanes = s->is_one && !a->stores ? 1u << (31 - __builtin_clz(a->mask)) : a->mask, left = 0;
    if (!is_word(a) || any || a->what->flags || (a->stores && r->is_constant) ||
        (r->is_shared && a->warp->block->checked->copy_count))
        return false;
    for (int lane = 0; lane < WG_LANES; lane++)
        offsets[lane] = a->address[lane] - base;
    if (a->stores)
        r->is_read_only = false;
    if (!r->is_read_only && !r->is_constant) {
        wg_toucher by = toucher_of(a, r);
        left = wg_check_touch_words(a->check, &by, lanes, offsets, a->bytes);
    }
    bool has_values = !r->unset || (a->loads && wg_check_is_set(r, s->low - base, s->high - s->low + a->bytes));
    FOR_LANES_OF(has_values ? 0 : lanes, lane)
    {
        if (a->stores)
            wg_check_set_words(r, offsets[lane], a->bytes);
        else
            left |= (uint32_t)(wg_check_unset_words(r, offsets[lane], a->bytes) != 0) << lane;
    }
    FOR_LANES_OF(left && lanes != a->mask ? a->mask : left, lane) visit(a, lane, r, offsets[lane], any);
    return true;
}

static void visit_global(accessing *a, uint32_t lanes, bool any)
{
    wg_region **cache = &a->check->caches[a->insn->index], *here = *cache;
    span s = span_of(a);
    if (lanes == a->mask && here && !here->is_freed && s.is_aligned && is_within(here, here->address, &s, a->bytes) &&
        visit_together(a, here, here->address, &s, any))
        return;
    FOR_LANES_OF(lanes, lane)
    {
        uint64_t address = a->address[lane];
        wg_region *r = wg_check_region(a->check, a->warp->block->heap, address, cache);
        if (!r || r->is_freed || a->bytes > r->size - (address - r->address))
            refuse_global(a, lane, r);
        else if (is_aligned(a, lane, address, "global"))
            visit(a, lane, r, address - r->address, any);
    }
}

static bool is_in_object(const accessing *a, uint64_t offset, uint64_t bytes)
{
    const wg_launch *l = a->check->launch;
    const wg_program *p = a->check->program;
    if (offset + bytes <= p->reserved_shared)
        return true;
    const wg_shared_object *o;
    for (uint32_t k = 0; (o = wg_check_object(a->check, k)); k++)
        if (offset - o->offset < o->size && bytes <= o->size - (offset - o->offset))
            return true;
    uint64_t first = wg_dynamic_shared_offset(p),
             size = l->local_count ? l->locals[0].offset - first : l->dynamic_shared;
    return offset - first < size && bytes <= size - (offset - first);
}

static void visit_shared(accessing *a, uint32_t lanes, uint64_t window, bool any)
{
    wg_region *r = &a->warp->block->checked->shared;
    span s = span_of(a);
    if (lanes == a->mask && s.is_aligned && is_within(r, window, &s, a->bytes) &&
        is_in_object(a, s.low - window, s.high - s.low + a->bytes) && visit_together(a, r, window, &s, any))
        return;
    FOR_LANES_OF(lanes, lane)
    {
        uint64_t offset = a->address[lane] - window;
        if (offset >= r->size || a->bytes > r->size - offset || !is_in_object(a, offset, a->bytes))
            refuse_shared(a, lane, offset);
        else if (is_aligned(a, lane, offset, "shared"))
            visit(a, lane, r, offset, any);
    }
}

/* Behind a function's variables, before whatever comes next. */
static bool is_padding(const accessing *a, uint64_t offset)
{
    const wg_warp *w = a->warp;
    const wg_frame *frame = w->frame_count ? &w->frames[w->frame_count - 1] : NULL;
    uint32_t used = frame ? a->check->program->functions[frame->function].local_used : 0;
    uint64_t at = frame ? offset - frame->local : 0;
    return frame && at + a->bytes > used && at < (used + 15) / 16 * 16;
}

/* A thread's own: nobody else is there. */
static void visit_local(accessing *a, uint32_t lanes, uint64_t window, bool any)
{
    const wg_warp *w = a->warp;
    uint64_t top = 0;
    if (w->frame_count) {
        const wg_frame *frame = &w->frames[w->frame_count - 1];
        top = frame->local + a->check->program->functions[frame->function].local_bytes;
    }
    FOR_LANES_OF(lanes, lane)
    {
        uint64_t offset = a->address[lane] - window;
        wg_region r = {.size = (uint64_t)w->local_stride * WG_LANES, .unset = w->block->checked->local_unset[w->id]};
        uint64_t at = (uint64_t)lane * w->local_stride + offset;
        if (offset >= top || a->bytes > top - offset || is_padding(a, offset)) {
            refuse_window(a, lane, "local", top);
            continue;
        }
        if (!is_aligned(a, lane, offset, "local"))
            continue;
        uint32_t bits = a->loads ? wg_check_unset(&r, at, a->bytes) : 0;
        if (bits) {
            a->unset[lane] = bits;
            a->any_unset |= 1u << lane;
            remember_origin(a, lane, NULL, offset);
        }
        if (a->stores)
            wg_check_set(&r, at, a->bytes, any ? stored_unset(a, lane) : 0);
    }
}

static void visit_param(accessing *a, uint32_t lanes, uint64_t window)
{
    uint64_t size = a->check->program->param_bytes;
    FOR_LANES_OF(lanes, lane)
    {
        uint64_t offset = a->address[lane] - window;
        if (a->stores || offset >= size || a->bytes > size - offset)
            refuse_window(a, lane, "parameter", size);
    }
}

static void visit_generic(accessing *a, uint32_t lanes, bool any)
{
    uint32_t in[4] = {0};
    static const uint64_t windows[] = {WG_SHARED_WINDOW, WG_LOCAL_WINDOW, WG_PARAM_WINDOW};
    FOR_LANES_OF(lanes, lane)
    {
        int space = 0;
        while (space < 3 && a->address[lane] - windows[space] >= WG_WINDOW_SIZE)
            space++;
        in[space] |= 1u << lane;
    }
    visit_shared(a, in[0], WG_SHARED_WINDOW, any);
    visit_local(a, in[1], WG_LOCAL_WINDOW, any);
    visit_param(a, in[2], WG_PARAM_WINDOW);
    visit_global(a, in[3], any);
}

/* ---- instructions ---- */

static void begin(accessing *a, int address, int64_t offset, uint32_t bytes, uint32_t mask)
{
    wg_warp *w = a->warp;
    const uint64_t *wide = wg_row(w, a->insn->op[address]);
    const uint32_t *narrow = wg_row(w, a->insn->op[address]);
    bool is_wide = a->insn->size[address] == 8;
    for (int lane = 0; lane < WG_LANES; lane++)
        a->address[lane] = is_wide ? wide[lane] + (uint64_t)offset : (uint32_t)(narrow[lane] + (uint32_t)offset);
    a->mask = mask;
    FOR_LANES_OF(~mask, lane) a->address[lane] = a->address[__builtin_ctz(mask)];
    a->bytes = bytes;
    wg_space space = wg_insn_space(a->insn);
    for (int lane = 0; lane < WG_LANES && is_wide && space == WG_SPACE_SHARED; lane++)
        a->address[lane] = (uint32_t)a->address[lane]; /* its addresses have 32 bits */
    wg_slot slot = a->insn->op[address];
    if (slot >= 0 && wg_check_shadow(w, slot)->bad & mask)
        wg_check_use(a->check, w, a->insn, (wg_checked_row){slot, a->insn->size[address]}, mask, "used as an address");
}

uint32_t wg_check_access(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    accessing a = {.check = c, .warp = w, .insn = i, .what = what};
    a.loads = i->class != WG_CLASS_STORE;
    a.stores = i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC;
    begin(&a, what->address, i->imm, i->memory_bytes * elements(i, a.stores ? what->stored : what->loaded), mask);
    bool any = a.stores && stores_unset(&a);
    switch (what->is_copied ? WG_SPACE_LOCAL : wg_insn_space(i)) {
    case WG_SPACE_SHARED: visit_shared(&a, mask, 0, any); break;
    case WG_SPACE_LOCAL: visit_local(&a, mask, 0, any); break;
    case WG_SPACE_PARAM: visit_param(&a, mask, 0); break;
    case WG_SPACE_GLOBAL:
    case WG_SPACE_CONST: visit_global(&a, mask, any); break;
    default: visit_generic(&a, mask, any);
    }
    if (a.loads && i->opcode != WG_OP_red)
        set_loaded(&a, mask);
    return mask & ~a.refused;
}

/* cp.async: what is read is read now; what is written is in flight until somebody waits. */
uint32_t wg_check_copy(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    uint32_t bytes = *(const uint32_t *)wg_row(w, i->op[2]);
    accessing from = {.check = c, .warp = w, .insn = i, .what = wg_checked_of(c, i), .loads = true};
    accessing to = {.check = c, .warp = w, .insn = i, .what = wg_checked_of(c, i), .stores = true};
    if (bytes != 4 && bytes != 8 && bytes != 16)
        return mask;
    begin(&to, 0, i->imm, bytes, mask);
    begin(&from, 1, i->imm2, bytes, mask);
    uint32_t reading = mask;
    if (i->op[3] != WG_SLOT_NONE) { /* some lanes only write zeros */
        FOR_ACTIVE (lane)
            if (i->size[3] == 0 ? wg_predicate(w, i, 3) >> lane & 1
                                : !((const uint32_t *)wg_row(w, i->op[3]))[lane * (i->size[3] / 4)])
                reading &= ~(1u << lane);
    }
    visit_global(&from, reading, false);
    wg_region *shared = &w->block->checked->shared;
    FOR_ACTIVE (lane) {
        uint64_t offset = to.address[lane];
        if (offset >= shared->size || bytes > shared->size - offset || !is_in_object(&to, offset, bytes)) {
            refuse_shared(&to, lane, offset);
            continue;
        }
        if (!is_aligned(&to, lane, offset, "shared"))
            continue;
        wg_toucher by = toucher_of(&to, shared);
        wg_check_touch(c, &by, lane, offset, bytes);
        wg_check_set(shared, offset, bytes, from.any_unset >> lane & 1 ? from.unset[lane] : 0);
        wg_check_begin_copy(c, w, i, lane, (uint32_t)offset, bytes);
    }
    return mask & ~(to.refused | from.refused);
}

/* ldmatrix and stmatrix: eight lanes for each matrix have the address of a row of 16 bytes. */
uint32_t wg_check_matrix(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    uint32_t matrices = elements(i, i->class == WG_CLASS_LOAD ? what->loaded : what->stored),
             rows = (uint32_t)((1ull << 8 * matrices) - 1) & mask;
    accessing a = {.check = c, .warp = w, .insn = i, .what = what};
    a.loads = i->class == WG_CLASS_LOAD;
    a.stores = !a.loads;
    begin(&a, what->address, i->imm, 16, rows ? rows : mask);
    if (wg_insn_space(i) == WG_SPACE_SHARED)
        visit_shared(&a, rows, 0, false);
    else
        visit_generic(&a, rows, false);
    for (uint32_t t = 0; t < what->target_count; t++) /* rows of a matrix go to many lanes: all or none */
        wg_check_shadow(w, what->targets[t].slot)->bad &= ~mask;
    return a.refused ? 0 : mask;
}

/* wmma.load and wmma.store: rows of a matrix, each taken for one lane's; which lane has which is not specified. */
uint32_t wg_check_tile(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    wg_shape shape = wg_shape_of(i->shape);
    uint32_t bytes = wg_type_bytes((wg_type)i->type[0]), stored = i->opcode == WG_OP_wmma_store;
    uint32_t rows = i->opcode == WG_OP_wmma_load_b ? shape.k : shape.m,
             columns = i->opcode == WG_OP_wmma_load_a ? shape.k : shape.n;
    uint32_t outer = i->layout_a == WG_MOD_COL ? columns : rows, inner = i->layout_a == WG_MOD_COL ? rows : columns;
    uint32_t pitch = i->op[2] == WG_SLOT_NONE ? inner : *(const uint32_t *)wg_row(w, i->op[2]);
    accessing a = {.check = c, .warp = w, .insn = i, .what = what, .loads = !stored, .stores = stored};
    begin(&a, what->address, i->imm, bytes, mask);
    uint64_t base = a.address[__builtin_ctz(mask)];
    for (uint32_t n = 0; n < outer * inner && bytes >= 2; n++) {
        int lane = (int)(n / inner % WG_LANES);
        a.address[lane] = base + ((uint64_t)(n / inner) * pitch + n % inner) * bytes;
        if (wg_insn_space(i) == WG_SPACE_SHARED)
            visit_shared(&a, 1u << lane, 0, false);
        else if (wg_insn_space(i) == WG_SPACE_GLOBAL)
            visit_global(&a, 1u << lane, false);
        else
            visit_generic(&a, 1u << lane, false);
    }
    for (uint32_t t = 0; t < what->target_count; t++)
        wg_check_shadow(w, what->targets[t].slot)->bad &= ~mask;
    return a.refused ? 0 : mask;
}
