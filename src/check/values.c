/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of registers have a value. An instruction's results have none where a byte of a source has none that
 * matters: moves and whatever selects or shifts bytes are followed byte by byte, of arithmetic a result is all without
 * a value as soon as a source is in part. Nothing is reported until such a value decides something (wg_check_use). */
#include "check/checked.h"

#include "sim/exec/exec.h"
#include "sim/exec/shuffle.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_BYTES = 0xff };

wg_row_shadow *wg_check_shadow(const wg_warp *w, wg_slot slot)
{
    return (wg_row_shadow *)(void *)(w->shadow + (w->regs - w->memory) + slot);
}

static uint32_t *origin_of(const wg_warp *w, wg_checked_row row)
{
    wg_row_shadow *s = wg_check_shadow(w, row.slot);
    return row.size ? &s->origin : (uint32_t *)(void *)((unsigned char *)s + w->shadow_size / 2);
}

/* ---- use ---- */

bool wg_check_use(wg_check *c, wg_warp *w, const wg_insn *i, wg_checked_row row, uint32_t lanes, const char *what)
{
    wg_row_shadow *s = row.slot >= 0 ? wg_check_shadow(w, row.slot) : NULL;
    uint32_t bad = s ? s->bad & lanes : 0;
    if (!bad)
        return false;
    uint32_t from = *origin_of(w, row);
    const wg_origin *o = from < c->program->insn_count && c->origins[from].known ? &c->origins[from] : NULL;
    wg_finding f = {.kind = o ? WG_FINDING_uninitialised : WG_FINDING_unset_variable};
    f.at = wg_check_place(c, i, w->block, w->id * WG_LANES + (uint32_t)__builtin_ctz(bad));
    f.at.does = "uses";
    s->bad &= ~bad; /* said once */
    if (!o) {
        wg_check_tell(c, &f, "A value is %s that no instruction computed: a variable without a value.", what);
        return true;
    }
    f.with = o->place;
    f.with.does = "reads";
    f.object = o->object;
    f.space = o->space;
    f.address = o->address;
    wg_check_tell(c, &f, "A value is %s that was read from %s memory%s%s, which nobody wrote before.", what, o->space,
                  o->object ? ", " : "", o->object ? o->object : "");
    return true;
}

/* ---- bytes ---- */

/* A bit for each bit of a value, from a bit a byte, and back. */
static uint64_t bits_of(uint8_t bytes)
{
    uint64_t bits = 0;
    for (int b = 0; b < 8; b++)
        bits |= bytes >> b & 1 ? 0xffull << 8 * b : 0;
    return bits;
}

static uint8_t bytes_of(uint64_t bits)
{
    uint8_t bytes = 0;
    for (int b = 0; b < 8; b++)
        bytes |= (uint8_t)((bits >> 8 * b & 0xff) != 0) << b;
    return bytes;
}

static uint64_t value_at(const wg_warp *w, const wg_insn *i, int k, int lane)
{
    uint64_t value = 0;
    uint32_t size = i->size[k] < 8 ? i->size[k] : 8;
    memcpy(&value, (const unsigned char *)wg_row(w, i->op[k]) + (uint32_t)lane * i->size[k], size);
    return value;
}

/* Operand k of a lane: the bytes that have no value. */
static uint8_t unset_at(const wg_warp *w, const wg_insn *i, int k, int lane)
{
    if (i->op[k] < 0 || i->length[k])
        return 0;
    const wg_row_shadow *s = wg_check_shadow(w, i->op[k]);
    return s->bad >> lane & 1 ? (i->size[k] ? s->bytes[lane] : ALL_BYTES) : 0;
}

/* and, or: a byte of zeros, or of ones, decides the result whatever the other operand is. */
static uint8_t masked(const wg_warp *w, const wg_insn *i, int lane, uint8_t decides)
{
    uint8_t unset = 0, a = unset_at(w, i, 1, lane), b = unset_at(w, i, 2, lane);
    uint64_t x = value_at(w, i, 1, lane), y = value_at(w, i, 2, lane);
    for (int n = 0; n < 8; n++) {
        bool by_x = !(a >> n & 1) && (x >> 8 * n & 0xff) == decides,
             by_y = !(b >> n & 1) && (y >> 8 * n & 0xff) == decides;
        if ((a | b) >> n & 1 && !by_x && !by_y)
            unset |= (uint8_t)(1 << n);
    }
    return unset;
}

/* … and so does a predicate. */
static uint8_t decided(const wg_warp *w, const wg_insn *i, int lane, bool decides)
{
    for (int k = 1; k <= 2; k++)
        if (!unset_at(w, i, k, lane) && (wg_predicate(w, i, k) >> lane & 1) == decides)
            return 0;
    return unset_at(w, i, 1, lane) | unset_at(w, i, 2, lane);
}

static uint8_t shifted(const wg_warp *w, const wg_insn *i, int lane, bool left)
{
    uint64_t amount = value_at(w, i, 2, lane), width = 8ull * i->size[1];
    if (unset_at(w, i, 2, lane))
        return ALL_BYTES;
    uint64_t bits = bits_of(unset_at(w, i, 1, lane));
    if (amount >= width)
        return 0;
    return bytes_of(left ? bits << amount : bits >> amount);
}

static uint8_t extracted(const wg_warp *w, const wg_insn *i, int lane)
{
    uint64_t position = value_at(w, i, 2, lane) & 0xff, length = value_at(w, i, 3, lane) & 0xff;
    if (unset_at(w, i, 2, lane) || unset_at(w, i, 3, lane))
        return ALL_BYTES;
    uint64_t bits = position < 64 ? bits_of(unset_at(w, i, 1, lane)) >> position : 0;
    bits &= length < 64 ? (1ull << length) - 1 : UINT64_MAX;
    return bits ? ALL_BYTES : 0;
}

/* prmt: each byte of the result is one of the eight of two registers. */
static uint8_t permuted(const wg_warp *w, const wg_insn *i, int lane)
{
    uint8_t from = (uint8_t)((unset_at(w, i, 1, lane) & 0xf) | unset_at(w, i, 2, lane) << 4), unset = 0;
    uint64_t selector = value_at(w, i, 3, lane);
    if (i->action != WG_MOD_NONE || unset_at(w, i, 3, lane))
        return from || unset_at(w, i, 3, lane) ? ALL_BYTES : 0;
    for (int b = 0; b < 4; b++)
        unset |= (uint8_t)((from >> (selector >> 4 * b & 7) & 1) << b);
    return unset;
}

/* A conversion between integers keeps bytes; one of another kind makes something new of all of them. */
static uint8_t converted(const wg_warp *w, const wg_insn *i, int lane)
{
    uint8_t unset = unset_at(w, i, 1, lane);
    wg_type from = (wg_type)i->type[1];
    wg_type_kind kind = wg_type_kind_of(from);
    if (!wg_insn_is_plain_cvt(i) || (kind != WG_KIND_SINT && kind != WG_KIND_UINT))
        return unset ? ALL_BYTES : 0;
    uint32_t bytes = wg_type_bytes(from);
    unset &= (uint8_t)((1u << bytes) - 1);
    return (uint8_t)(unset | (kind == WG_KIND_SINT && unset >> (bytes - 1) ? ALL_BYTES : 0));
}

static uint8_t selected(const wg_warp *w, const wg_insn *i, int lane)
{
    if (unset_at(w, i, 3, lane))
        return ALL_BYTES;
    return unset_at(w, i, wg_predicate(w, i, 3) >> lane & 1 ? 1 : 2, lane);
}

static uint8_t any_of(const wg_checked_insn *what, const wg_warp *w, int lane)
{
    for (uint32_t k = 0; k < what->source_count; k++)
        if (wg_check_shadow(w, what->sources[k].slot)->bad >> lane & 1)
            return ALL_BYTES;
    return 0;
}

static uint8_t result_of(const wg_checked_insn *what, const wg_warp *w, const wg_insn *i, int lane)
{
    switch ((wg_opcode)i->opcode) {
    case WG_OP_cvta:
    case WG_OP_mov: return i->length[0] || i->length[1] ? any_of(what, w, lane) : unset_at(w, i, 1, lane);
    case WG_OP_and: return i->size[0] ? masked(w, i, lane, 0) : decided(w, i, lane, false);
    case WG_OP_or: return i->size[0] ? masked(w, i, lane, 0xff) : decided(w, i, lane, true);
    case WG_OP_shl: return shifted(w, i, lane, true);
    case WG_OP_shr: return shifted(w, i, lane, false);
    case WG_OP_bfe: return extracted(w, i, lane);
    case WG_OP_prmt: return permuted(w, i, lane);
    case WG_OP_cvt: return converted(w, i, lane);
    case WG_OP_selp: return selected(w, i, lane);
    default: return any_of(what, w, lane);
    }
}

/* mov between a register and its parts: the bytes in a row. */
static bool is_packing(const wg_insn *i)
{
    return i->opcode == WG_OP_mov && (i->length[0] || i->length[1]);
}

static void pack(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_row_shadow before[8];
    uint32_t parts = i->length[0] ? i->length[0] : i->length[1], size = i->length[0] ? i->size[0] : i->size[1];
    int listed = i->length[0] ? 0 : 1, whole = 1 - listed;
    for (uint32_t e = 0; e < parts && e < 8 && listed; e++) {
        wg_slot slot = i->list[i->op[1] + (wg_slot)e];
        before[e] = slot >= 0 ? *wg_check_shadow(w, slot) : (wg_row_shadow){0};
    }
    wg_row_shadow from = !listed && i->op[whole] >= 0 ? *wg_check_shadow(w, i->op[whole]) : (wg_row_shadow){0};
    wg_row_shadow *to = listed && i->op[0] >= 0 ? wg_check_shadow(w, i->op[0]) : NULL;
    if (to)
        to->bad &= ~mask;
    for (uint32_t e = 0; e < parts && e < 8; e++) {
        wg_slot slot = i->list[i->op[listed] + (wg_slot)e];
        wg_row_shadow *part = slot >= 0 ? wg_check_shadow(w, slot) : NULL;
        if (!listed && part) {
            part->bad &= ~mask;
            part->origin = from.origin;
        }
        FOR_ACTIVE (lane) {
            uint8_t bits = listed ? (before[e].bad >> lane & 1 ? before[e].bytes[lane] & ((1 << size) - 1) : 0)
                                  : (from.bad >> lane & 1 ? from.bytes[lane] >> e * size & ((1 << size) - 1) : 0);
            if (!bits || (listed ? !to : !part))
                continue;
            wg_row_shadow *row = listed ? to : part;
            uint8_t old = row->bad >> lane & 1 ? row->bytes[lane] : 0;
            row->bytes[lane] = listed ? (uint8_t)(old | bits << e * size) : bits;
            row->bad |= 1u << lane;
            row->origin = listed ? before[e].origin : from.origin;
        }
    }
}

int wg_check_source(const wg_warp *w, const wg_insn *i, int lane)
{
    bool in_range;
    const uint32_t *b = wg_row(w, i->op[3]), *c = wg_row(w, i->op[4]);
    return wg_shuffle_source((wg_mod)i->action, lane, b[lane], c[lane], &in_range);
}

/* shfl: a lane gets what its source has. To read from a lane that does not take part is a mistake of another kind. */
static void shuffle(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_row_shadow from = i->op[2] >= 0 ? *wg_check_shadow(w, i->op[2]) : (wg_row_shadow){0};
    if (i->op[1] >= 0)
        wg_check_shadow(w, i->op[1])->bad &= ~mask; /* whether the source was in range */
    if (i->op[0] < 0)
        return;
    wg_row_shadow *to = wg_check_shadow(w, i->op[0]);
    to->bad &= ~mask;
    FOR_LANES_OF(from.bad & mask ? mask : 0, lane)
    {
        int source = wg_check_source(w, i, lane);
        if (!(from.bad & mask & 1u << source))
            continue;
        to->bad |= 1u << lane;
        to->bytes[lane] = from.bytes[source];
        to->origin = from.origin;
    }
}

/* ---- instructions ---- */

static uint32_t bad_sources(const wg_checked_insn *what, const wg_warp *w)
{
    uint32_t bad = 0;
    for (uint32_t k = 0; k < what->source_count; k++)
        bad |= wg_check_shadow(w, what->sources[k].slot)->bad;
    return bad;
}

static uint32_t worst_origin(const wg_checked_insn *what, const wg_warp *w, uint32_t lanes)
{
    for (uint32_t k = 0; k < what->source_count; k++)
        if (wg_check_shadow(w, what->sources[k].slot)->bad & lanes)
            return *origin_of(w, what->sources[k]);
    return UINT32_MAX;
}

static void set_targets(const wg_checked_insn *what, const wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t bad)
{
    uint8_t bytes[WG_LANES] = {0};
    uint32_t still = 0, origin = worst_origin(what, w, bad);
    FOR_LANES_OF(bad, lane)
    {
        bytes[lane] = result_of(what, w, i, lane);
        still |= (uint32_t)(bytes[lane] != 0) << lane;
    }
    for (uint32_t k = 0; k < what->target_count; k++) {
        wg_row_shadow *s = wg_check_shadow(w, what->targets[k].slot);
        s->bad = (s->bad & ~mask) | still;
        if (!still)
            continue;
        *origin_of(w, what->targets[k]) = origin;
        FOR_LANES_OF(what->targets[k].size ? still : 0, lane) s->bytes[lane] = bytes[lane];
    }
}

static void all_have_values(const wg_checked_insn *what, const wg_warp *w, uint32_t mask)
{
    for (uint32_t k = 0; k < what->target_count; k++)
        wg_check_shadow(w, what->targets[k].slot)->bad &= ~mask;
}

/* Before an instruction that is no access to memory. */
void wg_check_values(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    if (i->opcode == WG_OP_shfl) {
        shuffle(w, i, mask);
        return;
    }
    uint32_t bad = bad_sources(what, w) & mask;
    if (!bad || i->class == WG_CLASS_TENSOR || i->class == WG_CLASS_TEXTURE)
        all_have_values(what, w, mask);
    else if (is_packing(i))
        pack(w, i, mask);
    else
        set_targets(what, w, i, mask, bad);
}

/* ---- frames ---- */

static void grow_shadow(wg_warp *w)
{
    if (w->shadow_size >= 2 * w->memory_size)
        return;
    unsigned char *larger = wg_alloc(2 * (size_t)w->memory_size);
    if (w->shadow) {
        memcpy(larger, w->shadow, w->shadow_size / 2);
        memcpy(larger + w->memory_size, w->shadow + w->shadow_size / 2, w->shadow_size / 2);
    }
    free(w->shadow);
    w->shadow = larger;
    w->shadow_size = 2 * w->memory_size;
}

static void set_local_bits(unsigned char *bits, uint64_t first, uint64_t count, bool unset)
{
    for (uint64_t b = first; b < first + count; b++)
        bits[b / 8] = (unsigned char)(unset ? bits[b / 8] | 1 << b % 8 : bits[b / 8] & ~(1 << b % 8));
}

/* Nothing has a value yet but special registers, and what lies behind the registers. */
void wg_check_enter(wg_checker *checker, wg_warp *w, const wg_function *function, uint32_t mask)
{
    (void)checker;
    grow_shadow(w);
    uint32_t base = (uint32_t)(w->regs - w->memory);
    memset(w->shadow + base, 0, function->frame_bytes);
    memset(w->shadow + base, 0xff, function->register_bytes);
    memset(w->shadow + w->shadow_size / 2 + base, 0xff, function->register_bytes);
    wg_checked_block *block = w->block->checked;
    if (!w->local_stride)
        return;
    if (!block->local_unset[w->id])
        block->local_unset[w->id] = wg_alloc((size_t)w->local_stride * WG_LANES / 8 + 8);
    uint32_t local = w->frame_count ? w->frames[w->frame_count - 1].local : 0;
    if (w->frame_count)
        local += w->block->program->functions[w->frames[w->frame_count - 1].function].local_bytes;
    FOR_ACTIVE (lane) {
        uint64_t at = (uint64_t)lane * w->local_stride + local;
        set_local_bits(block->local_unset[w->id], at, function->local_bytes, true);
        for (uint32_t n = 0; n < function->copied_count; n++)
            set_local_bits(block->local_unset[w->id], at + function->copied[n].local,
                           function->params[function->copied[n].param].bytes, false);
    }
}

/* The shadow of one parameter: a register's row on one side or both, else bytes. */
void wg_check_pass(wg_checker *checker, wg_warp *w, uint32_t to_base, const wg_param_place *to, uint32_t from_base,
                   const wg_param_place *from, uint32_t mask)
{
    (void)checker;
    if (to->slot < 0)
        return;
    if (to->is_register) {
        ((wg_row_shadow *)(void *)(w->shadow + to_base + to->slot))->bad &= ~mask;
        return;
    }
    FOR_ACTIVE (lane) {
        unsigned char *target = w->shadow + to_base + to->slot + (uint32_t)lane * to->bytes;
        if (from->slot < 0 || from->is_register || from->bytes != to->bytes)
            memset(target, 0, to->bytes);
        else
            memcpy(target, w->shadow + from_base + from->slot + (uint32_t)lane * from->bytes, to->bytes);
    }
}

/* ld.param and st.param of a call: between rows and the bytes of a slab. */
void wg_check_frame(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    (void)c;
    bool stores = i->opcode == WG_OP_st;
    wg_slot slab = i->op[stores ? 0 : 1];
    int data = stores ? 1 : 0;
    uint32_t bytes = i->memory_bytes, parts = i->length[data] ? i->length[data] : 1;
    if (i->imm < 0 || (uint64_t)i->imm + (uint64_t)bytes * parts > i->stride || slab < 0)
        return;
    for (uint32_t e = 0; e < parts; e++) {
        wg_slot slot = i->length[data] ? i->list[i->op[data] + (wg_slot)e] : i->op[data];
        wg_row_shadow none = {0}, *s = slot >= 0 ? wg_check_shadow(w, slot) : &none;
        if (!stores)
            s->bad &= ~mask;
        FOR_ACTIVE (lane) {
            unsigned char *at =
                (unsigned char *)wg_check_shadow(w, slab) + (uint32_t)lane * i->stride + i->imm + e * bytes;
            uint8_t bits = 0;
            for (uint32_t b = 0; b < bytes && b < 8; b++) {
                if (stores)
                    at[b] = s->bad >> lane & 1 && s->bytes[lane] >> b & 1;
                bits |= (uint8_t)((at[b] != 0) << b);
            }
            if (stores || !bits)
                continue;
            s->bad |= 1u << lane;
            s->bytes[lane] = bits;
        }
    }
}
