/* SPDX-License-Identifier: Apache-2.0 */
/* Operands into slots. The signature in opcodes.def says what each operand must be; what is written must be just that,
 * because the functions that execute instructions trust the sizes of rows. */
#include "sim/decode.h"

#include "sim/builtins.h"

#include <string.h>

/* One instruction being read. */
typedef struct reader {
    wg_decoder *d;
    const wg_ptx_instruction *from;
    const wg_spelled *spelled;
    wg_insn *insn;
    wg_slot *list;   /* insn->list, writable */
    uint32_t listed; /* slots of it in use */
} reader;

/* What the signature says about one operand: "T0", "u32", "P", … */
typedef struct wanted {
    char code[12];
    bool optional, destination;
} wanted;

/* Where an operand was found to be. */
typedef struct place {
    wg_slot slot;
    uint8_t size;
} place;

static const wg_type SREG_TYPES[] = {
#define SREG(id, spelling, type) WG_TYPE_##type,
#include "ptx/sregs.def"
#undef SREG
};

#define FAIL(r, ...) wg_decode_fail((r)->d, WG_ERR_INPUT, &(r)->from->place, __VA_ARGS__)

static const char *function_of(const reader *r)
{
    return wg_forms[r->spelled->form].function;
}

/* Video instructions take parts of registers (.b0, .h1) and minus signs. */
static bool is_video(const reader *r)
{
    return function_of(r)[0] == 'v';
}

static wg_opcode opcode_of(const reader *r)
{
    return (wg_opcode)wg_forms[r->spelled->form].opcode;
}

static bool is_mov(const reader *r)
{
    return opcode_of(r) == WG_OP_mov;
}

/* ld, st, atom, red: what goes between registers and an address. */
static bool is_transfer(const reader *r)
{
    static const bool OPCODES[WG_OPCODE_COUNT] = {
        [WG_OP_ld] = true, [WG_OP_ldu] = true, [WG_OP_st] = true, [WG_OP_atom] = true, [WG_OP_red] = true};
    return OPCODES[opcode_of(r)];
}

/* ---- one row ---- */

static wg_status register_place(reader *r, const wg_ptx_operand *o, place *out)
{
    const wg_ptx_register *reg = &r->d->now.source->registers[o->reg];
    bool is_part = o->component >= 5, is_element = o->component && !is_part;
    out->size = wg_row_size(reg->type);
    out->slot = r->d->now.registers[o->reg];
    if (is_element && reg->vector > 1 && o->component <= reg->vector)
        out->slot += (o->component - 1) * (out->size ? out->size * WG_LANES : 4);
    else if (is_element || reg->vector > 1)
        return FAIL(r, "%s: %s has %u elements, and one must be named", r->from->spelling, reg->name, reg->vector);
    if (is_part && !is_video(r))
        return FAIL(r, "%s takes whole registers, not parts of %s", r->from->spelling, reg->name);
    if (o->negated && out->size && !is_video(r))
        return FAIL(r, "%s takes no sign before %s", r->from->spelling, reg->name);
    return WG_OK;
}

/* The bits of an immediate as an operand of the given type sees them. */
static uint64_t immediate_bits(const wg_ptx_operand *o, wg_type type)
{
    if (o->kind == WG_OPERAND_INT)
        return type == WG_TYPE_PRED ? (o->bits ? WG_ALL_LANES : 0) : o->bits;
    if (o->is_f32 && wg_type_bits(type) == 64) {
        uint32_t bits32 = (uint32_t)o->bits;
        uint64_t bits;
        float value;
        memcpy(&value, &bits32, 4);
        double wide = value;
        memcpy(&bits, &wide, 8);
        return bits;
    }
    if (!o->is_f32 && wg_type_bits(type) == 32) {
        double value;
        uint32_t bits;
        memcpy(&value, &o->bits, 8);
        float narrow = (float)value;
        memcpy(&bits, &narrow, 4);
        return bits;
    }
    return o->bits;
}

static wg_status constant_place(reader *r, uint64_t bits, uint8_t size, place *out)
{
    *out = (place){wg_constant_row(r->d, bits, size), size};
    return out->slot == WG_SLOT_NONE ? WG_ERR_UNSUPPORTED : WG_OK;
}

static wg_status special_place(reader *r, const wg_ptx_operand *o, wg_type type, place *out)
{
    wg_type own = SREG_TYPES[o->index];
    if (type == WG_TYPE_NONE)
        type = own;
    if ((type == WG_TYPE_PRED) != (own == WG_TYPE_PRED))
        return FAIL(r, "%s: a special register that does not fit there", r->from->spelling);
    out->size = wg_row_size(type);
    out->slot = wg_special_row(r->d, (wg_sreg)o->index, out->size);
    return WG_OK;
}

/* A source: register, immediate or address of something, of the given type (NONE: whatever it has). */
static wg_status source(reader *r, const wg_ptx_operand *o, wg_type type, place *out)
{
    uint8_t size = type == WG_TYPE_NONE ? 8 : wg_row_size(type);
    switch (o->kind) {
    case WG_OPERAND_REG: return register_place(r, o, out);
    case WG_OPERAND_SREG: return special_place(r, o, type, out);
    case WG_OPERAND_INT:
    case WG_OPERAND_FLOAT: return constant_place(r, immediate_bits(o, type), size, out);
    case WG_OPERAND_FUNCTION:
        if (size != 8)
            return FAIL(r, "%s: the address of %s has 64 bits", r->from->spelling, o->function->name);
        if (!o->function->is_entry)
            wg_decode_function_index(r->d, o->function);
        return constant_place(r, WG_FUNCTION_HANDLE + o->function->index, size, out);
    case WG_OPERAND_VARIABLE:
        out->size = size;
        return wg_variable_row(r->d, &r->from->place, o->variable, o->offset, size, &out->slot);
    default: return FAIL(r, "an operand of %s has the wrong form", r->from->spelling);
    }
}

/* A destination: a register or `_`. */
static wg_status destination(reader *r, const wg_ptx_operand *o, wg_type type, place *out)
{
    if (o->kind == WG_OPERAND_DISCARD) {
        *out = (place){wg_sink_row(r->d, wg_row_size(type)), wg_row_size(type)};
        return WG_OK;
    }
    if (o->kind != WG_OPERAND_REG || o->negated)
        return FAIL(r, "the destination of %s is no register", r->from->spelling);
    return register_place(r, o, out);
}

static wg_status scalar(reader *r, const wg_ptx_operand *o, wg_type type, bool is_destination, place *out)
{
    return is_destination ? destination(r, o, type, out) : source(r, o, type, out);
}

/* ---- addresses ---- */

/* A parameter of a call: a slab of the frame, which only ld.param and st.param can reach. */
static wg_status slab_address(reader *r, const wg_ptx_operand *o, wg_slot slab, place *out)
{
    bool reachable = !strcmp(function_of(r), "ld_param") || !strcmp(function_of(r), "st_frame");
    if (!reachable || !o->variable->size)
        return FAIL(r, "%s cannot reach the call parameter %s", r->from->spelling, o->variable->name);
    r->insn->stride = (uint32_t)o->variable->size;
    *out = (place){slab, 8};
    return WG_OK;
}

static wg_status address(reader *r, const wg_ptx_operand *o, int64_t *offset, place *out)
{
    if (o->kind != WG_OPERAND_ADDRESS)
        return FAIL(r, "%s needs an address in [ ]", r->from->spelling);
    *offset = o->offset;
    wg_slot slab = o->base == WG_OPERAND_VARIABLE ? wg_variable_slab(r->d, o->variable) : WG_SLOT_NONE;
    if (slab != WG_SLOT_NONE)
        return slab_address(r, o, slab, out);
    if (!strcmp(function_of(r), "st_frame"))
        return FAIL(r, "%s stores to a parameter of a call, and this is none", r->from->spelling);
    if (o->base == WG_OPERAND_REG) {
        wg_status status = register_place(r, o, out);
        if (status == WG_OK && out->size != 4 && out->size != 8)
            return FAIL(r, "%s is no address register", r->d->now.source->registers[o->reg].name);
        return status;
    }
    if (o->base == WG_OPERAND_INT) {
        *offset = 0;
        return constant_place(r, o->bits, 8, out);
    }
    out->size = 8;
    return wg_variable_row(r->d, &r->from->place, o->variable, 0, 8, &out->slot);
}

/* ---- vectors ---- */

/* How many slots the vectors of an instruction need together. */
static uint32_t vector_slots(const wg_ptx_function *f, const wg_ptx_operand *operands, uint32_t count)
{
    uint32_t slots = 0;
    for (uint32_t o = 0; o < count; o++) {
        const wg_ptx_operand *operand = &operands[o];
        if (operand->kind == WG_OPERAND_VECTOR)
            slots += operand->element_count;
        else if (operand->kind == WG_OPERAND_LIST || operand->kind == WG_OPERAND_PAIR)
            slots += vector_slots(f, operand->elements, operand->element_count);
        else if (operand->kind == WG_OPERAND_REG)
            slots += f->registers[operand->reg].vector;
    }
    return slots;
}

/* The type an element has that says nothing itself, an immediate or `_`: that of its neighbours' rows. */
static wg_type element_type(const reader *r, const wg_ptx_operand *o, wg_type type)
{
    static const wg_type BITS[] = {[2] = WG_TYPE_B16, [4] = WG_TYPE_B32, [8] = WG_TYPE_B64, [16] = WG_TYPE_B128};
    unsigned size = wg_row_size(type);
    if (is_mov(r))
        size = wg_type_bytes(type) / o->element_count;
    for (uint32_t e = o->element_count; e-- > 0;)
        if (o->elements[e].kind == WG_OPERAND_REG)
            size = wg_row_size(r->d->now.source->registers[o->elements[e].reg].type);
    bool same = size == wg_row_size(type);
    return same || size >= sizeof BITS / sizeof *BITS || !BITS[size] ? type : BITS[size];
}

static wg_status vector_elements(reader *r, const wg_ptx_operand *o, wg_type type, bool is_destination, int k)
{
    wg_insn *insn = r->insn;
    if (!o->element_count || o->element_count > UINT8_MAX)
        return FAIL(r, "the vector of %s has %u elements", r->from->spelling, o->element_count);
    wg_type implied = element_type(r, o, type);
    insn->length[k] = (uint8_t)o->element_count;
    insn->op[k] = (wg_slot)r->listed;
    for (uint32_t e = 0; e < o->element_count; e++) {
        place at = {0};
        wg_status status = scalar(r, &o->elements[e], implied, is_destination, &at);
        if (status != WG_OK)
            return status;
        if (e && at.size != insn->size[k])
            return FAIL(r, "the elements of the vector of %s have different sizes", r->from->spelling);
        insn->size[k] = at.size;
        r->list[r->listed++] = at.slot;
    }
    return WG_OK;
}

/* A register declared as .v2 or .v4, without a component: all of its elements. */
static void vector_register(reader *r, const wg_ptx_operand *o, int k)
{
    const wg_ptx_register *reg = &r->d->now.source->registers[o->reg];
    uint8_t size = wg_row_size(reg->type);
    r->insn->op[k] = (wg_slot)r->listed;
    r->insn->length[k] = reg->vector;
    r->insn->size[k] = size;
    for (int e = 0; e < reg->vector; e++)
        r->list[r->listed++] = r->d->now.registers[o->reg] + e * (size ? size * WG_LANES : 4);
}

static wg_status vector(reader *r, const wg_ptx_operand *o, wg_type type, bool is_destination, int k)
{
    if (o->kind == WG_OPERAND_VECTOR)
        return vector_elements(r, o, type, is_destination, k);
    if (o->kind == WG_OPERAND_REG && r->d->now.source->registers[o->reg].vector > 1 && !o->component) {
        vector_register(r, o, k);
        return WG_OK;
    }
    place at = {0};
    wg_status status = scalar(r, o, type, is_destination, &at);
    r->insn->op[k] = at.slot;
    r->insn->size[k] = at.size;
    return status;
}

/* ---- do the sizes fit? ---- */

/* Between registers and memory: as many registers as .v2, .v4 or .v8 says, at least as wide as the type. */
static wg_status check_transfer(reader *r, wg_type type, int k)
{
    static const uint8_t COUNTS[WG_MOD_COUNT] = {[WG_MOD_V2] = 2, [WG_MOD_V4] = 4, [WG_MOD_V8] = 8};
    enum { WIDEST = 32 };
    wg_type_kind kind = wg_type_kind_of(type);
    unsigned wanted_count = COUNTS[r->spelled->field[WG_FIELD_VEC]], given = r->insn->length[k],
             size = r->insn->size[k];
    unsigned bytes = wg_type_bytes(type), want = wg_row_size(type);
    bool is_atomic = wg_forms[r->spelled->form].class == WG_CLASS_ATOMIC;
    wg_mod action = (wg_mod)r->spelled->field[WG_FIELD_ACTION];
    bool is_exchange = opcode_of(r) == WG_OP_atom && !given && (action == WG_MOD_EXCH || action == WG_MOD_CAS);
    if (kind == WG_KIND_ALT || kind == WG_KIND_PRED || kind == WG_KIND_OPAQUE ||
        (is_atomic && (bytes == 1 || bytes > (is_exchange ? 16u : 8u))))
        return FAIL(r, "%s: no type for memory", r->from->spelling);
    if ((given > 1 || wanted_count) && given != wanted_count)
        return FAIL(r, "%s moves %u registers, %u are given", r->from->spelling, wanted_count ? wanted_count : 1,
                    given ? given : 1);
    if (bytes * (wanted_count ? wanted_count : 1) > WIDEST)
        return FAIL(r, "%s moves more than %d bytes", r->from->spelling, WIDEST);
    if (size < want || (is_atomic && size != want) || (size == 16 && want != 16))
        return FAIL(r, "%s: a register of %u bits, %u are needed", r->from->spelling, size ? size * 8 : 1, want * 8);
    return WG_OK;
}

/* Bits of each part of a vector: as its registers were declared, since those of 8 bits have rows of 16. */
static unsigned part_bits(const reader *r, const wg_ptx_operand *o, unsigned row_bits)
{
    for (uint32_t e = 0; o->kind == WG_OPERAND_VECTOR && e < o->element_count; e++)
        if (o->elements[e].kind == WG_OPERAND_REG)
            return wg_type_bits(r->d->now.source->registers[o->elements[e].reg].type);
    return row_bits;
}

/* mov.b64 d, {a, b} and back: the parts make up the whole. */
static wg_status check_mov(reader *r, wg_type type, int k)
{
    unsigned count = r->insn->length[k] ? r->insn->length[k] : 1, whole = wg_row_size(type) * 8;
    unsigned bits = part_bits(r, &r->from->operands[k], r->insn->size[k] ? r->insn->size[k] * 8 : 1);
    if (count * bits != whole)
        return FAIL(r, "%s: %u × %u bits where %u are needed", r->from->spelling, count, bits, whole);
    return WG_OK;
}

static wg_status check_vector(reader *r, wg_type type, int k)
{
    if (is_mov(r))
        return check_mov(r, type, k);
    if (is_transfer(r))
        return check_transfer(r, type, k);
    if (r->insn->size[k] < wg_row_size(type))
        return FAIL(r, "%s: registers of %u bits, %u are needed", r->from->spelling, r->insn->size[k] * 8u,
                    wg_row_size(type) * 8u);
    return WG_OK;
}

/* cvt takes registers wider than its type; everything else must fit exactly. */
static wg_status check_scalar(reader *r, const wanted *want, wg_type type, uint8_t size)
{
    uint8_t need = wg_row_size(type);
    if (want->code[0] == 'R')
        return size == 4 || size == 8 || (size == 0 && want->optional)
                   ? WG_OK
                   : FAIL(r, "%s: an operand of %u bits", r->from->spelling, size ? size * 8 : 1);
    if ((type == WG_TYPE_PRED) != (size == 0))
        return FAIL(r, "%s: a %s where a %s is needed", r->from->spelling, size ? "register" : "predicate",
                    size ? "predicate" : "register");
    bool converts = opcode_of(r) == WG_OP_cvt || opcode_of(r) == WG_OP_cvt_pack;
    bool is_wider = size > need && size <= 8 && converts;
    if (size != need && !is_wider)
        return FAIL(r, "%s: a register of %u bits, %u are needed", r->from->spelling, size * 8u, need * 8u);
    return WG_OK;
}

/* ---- the signature ---- */

/* Reads the next word of a signature; `=a|b?` counts as one word, its second half is returned in second. */
static const char *next_wanted(const char *text, wanted *first, wanted *second)
{
    *first = *second = (wanted){0};
    text += strspn(text, " ");
    first->destination = *text == '=';
    text += first->destination;
    wanted *into = first;
    size_t length = 0;
    for (; *text && *text != ' '; text++) {
        if (*text == '|') {
            into = second;
            into->destination = true;
            length = 0;
        } else if (*text == '?') {
            into->optional = true;
        } else if (length < sizeof into->code - 1) {
            into->code[length++] = *text;
        }
    }
    return text;
}

static wg_type wanted_type(const char *code, const wg_spelled *spelled)
{
    static const uint8_t DOUBLE[WG_TYPE_COUNT] = {[WG_TYPE_U16] = WG_TYPE_U32,
                                                  [WG_TYPE_S16] = WG_TYPE_S32,
                                                  [WG_TYPE_U32] = WG_TYPE_U64,
                                                  [WG_TYPE_S32] = WG_TYPE_S64};
    switch (code[0]) {
    case 'T': return (wg_type)spelled->type[code[1] - '0'];
    case 'V': return (wg_type)spelled->type[0];
    case 'W': return (wg_type)DOUBLE[spelled->type[0]];
    case 'P': return WG_TYPE_PRED;
    case 'R': return WG_TYPE_NONE;
    default: return wg_type_find(code, strlen(code));
    }
}

static wg_status too_many(reader *r)
{
    return FAIL(r, "%s has too many operands", r->from->spelling);
}

/* A texture operand [handle, {x, y}] or [handle, sampler, {x, y}] takes two entries: handle, coordinates. */
static wg_status texture(reader *r, const wg_ptx_operand *o)
{
    wg_insn *insn = r->insn;
    int k = insn->operand_count;
    bool is_list = o->kind == WG_OPERAND_LIST && o->element_count > 1, is_handle = o->kind == WG_OPERAND_ADDRESS;
    if (k + 2 > WG_MAX_OPERANDS)
        return too_many(r);
    if (!is_list && !is_handle)
        return FAIL(r, "%s needs [texture, {coordinates}]", r->from->spelling);
    wg_ptx_operand handle = is_list ? o->elements[0] : *o;
    handle.kind = is_list ? handle.kind : handle.base;
    place at = {0};
    wg_status status = source(r, &handle, WG_TYPE_U64, &at);
    if (status == WG_OK && at.size != 8)
        return FAIL(r, "%s: a texture's handle has 64 bits", r->from->spelling);
    insn->op[k] = at.slot;
    insn->size[k] = at.size;
    insn->operand_count += 2;
    if (status != WG_OK || !is_list)
        return status;
    wg_type type = r->spelled->type_count > 1 ? (wg_type)r->spelled->type[1] : WG_TYPE_S32;
    status = vector(r, &o->elements[o->element_count - 1], type, false, k + 1);
    if (status == WG_OK && insn->size[k + 1] != wg_row_size(type))
        return FAIL(r, "%s: coordinates of %u bits", r->from->spelling, insn->size[k + 1] * 8u);
    return status;
}

static wg_status one_operand(reader *r, const wg_ptx_operand *o, const wanted *want)
{
    wg_insn *insn = r->insn;
    int k = insn->operand_count;
    if (want->code[0] == 'X')
        return texture(r, o);
    if (k >= WG_MAX_OPERANDS)
        return too_many(r);
    insn->operand_count++;
    if (o->negated)
        insn->negated |= (uint8_t)(1 << k);
    if (o->component >= 5)
        insn->component[k] = o->component;
    wg_type type = wanted_type(want->code, r->spelled);
    if (want->code[0] == 'V') {
        wg_status status = vector(r, o, type, want->destination, k);
        if (status == WG_OK && want->code[1] && insn->length[k] != want->code[1] - '0')
            return FAIL(r, "%s takes a vector of %c elements", r->from->spelling, want->code[1]);
        return status != WG_OK ? status : check_vector(r, type, k);
    }
    place at = {0};
    wg_status status;
    if (want->code[0] == 'A') {
        bool second = k > 0 && wg_forms[r->spelled->form].operands[0] == 'A'; /* cp.async: "A A …" */
        status = address(r, o, second ? &insn->imm2 : &insn->imm, &at);
    } else {
        status = scalar(r, o, type, want->destination, &at);
        if (status == WG_OK)
            status = check_scalar(r, want, type, at.size);
    }
    insn->op[k] = at.slot;
    insn->size[k] = at.size;
    return status;
}

static void missing(reader *r)
{
    if (r->insn->operand_count < WG_MAX_OPERANDS)
        r->insn->operand_count++; /* op is WG_SLOT_NONE already */
}

/* What one word of the signature stands for: an operand, or two of them as a|b. */
static wg_status word(reader *r, const wg_ptx_operand *o, const wanted *want, const wanted *second)
{
    bool is_pair = second->code[0] && o->kind == WG_OPERAND_PAIR;
    wg_status status = one_operand(r, is_pair ? &o->elements[0] : o, want);
    if (status != WG_OK || !second->code[0])
        return status;
    if (is_pair)
        return one_operand(r, &o->elements[1], second);
    if (!second->optional)
        return FAIL(r, "%s has two destinations: a|b", r->from->spelling);
    missing(r);
    return WG_OK;
}

static uint32_t required_words(const char *signature)
{
    wanted want, second;
    uint32_t count = 0;
    for (const char *p = next_wanted(signature, &want, &second); want.code[0]; p = next_wanted(p, &want, &second))
        count += !want.optional;
    return count;
}

/* cp.async: how much is copied has to be known to whoever lays out shared memory. */
static wg_status check_copy(reader *r)
{
    if (opcode_of(r) != WG_OP_cp_async)
        return WG_OK;
    const wg_ptx_operand *size = &r->from->operands[2];
    if (size->kind == WG_OPERAND_INT && (size->bits == 4 || size->bits == 8 || size->bits == 16))
        return WG_OK;
    if (size->kind != WG_OPERAND_INT)
        return FAIL(r, "%s: the number of bytes has to be a constant: 4, 8 or 16", r->from->spelling);
    return FAIL(r, "%s of %llu bytes: 4, 8 and 16 are possible", r->from->spelling, (unsigned long long)size->bits);
}

wg_status wg_decode_operands(wg_decoder *d, const wg_ptx_instruction *from, const wg_spelled *spelled, wg_insn *insn)
{
    const char *signature = wg_forms[spelled->form].operands;
    reader r = {.d = d, .from = from, .spelled = spelled, .insn = insn};
    for (int k = 0; k < WG_MAX_OPERANDS; k++)
        insn->op[k] = WG_SLOT_NONE;
    insn->list = r.list =
        WG_NEW_ARRAY(d->arena, wg_slot, vector_slots(d->now.source, from->operands, from->operand_count));
    if (signature[0] == '*')
        return WG_OK;
    uint32_t required = required_words(signature), given = from->operand_count, used = 0;
    uint32_t spare = given > required ? given - required : 0;
    wanted want, second;
    const char *rest = next_wanted(signature, &want, &second);
    for (; want.code[0]; rest = next_wanted(rest, &want, &second)) {
        if (want.optional && !spare) {
            missing(&r);
            continue;
        }
        spare -= want.optional;
        if (used == given)
            return FAIL(&r, "%s needs %u operands, %u are given", from->spelling, required, given);
        wg_status status = word(&r, &from->operands[used++], &want, &second);
        if (status != WG_OK)
            return status;
    }
    if (used != given)
        return FAIL(&r, "%s takes %u operands, %u are given", from->spelling, used, given);
    return check_copy(&r);
}

/* ---- calls ---- */

/* A place in the caller's frame for an argument or a result. */
static wg_status call_place(reader *r, const wg_ptx_operand *o, bool is_result, wg_param_place *out)
{
    if (o->kind == WG_OPERAND_VARIABLE && !o->offset) {
        wg_slot slab = wg_variable_slab(r->d, o->variable);
        if (slab != WG_SLOT_NONE) {
            *out = (wg_param_place){.slot = slab, .bytes = (uint32_t)o->variable->size};
            return WG_OK;
        }
    }
    if (is_result && o->kind == WG_OPERAND_DISCARD) {
        *out = (wg_param_place){.slot = WG_SLOT_NONE};
        return WG_OK;
    }
    if (o->negated)
        return FAIL(r, "a negated argument of a call");
    place at = {0};
    wg_status status = scalar(r, o, WG_TYPE_B64, is_result, &at);
    *out = (wg_param_place){.slot = at.slot, .is_register = true, .size = at.size};
    return status;
}

static wg_status call_places(reader *r, const wg_ptx_operand *list, bool are_results, wg_param_place **places,
                             uint32_t *count)
{
    *count = list->element_count;
    *places = WG_NEW_ARRAY(r->d->arena, wg_param_place, list->element_count);
    for (uint32_t e = 0; e < list->element_count; e++) {
        wg_status status = call_place(r, &list->elements[e], are_results, &(*places)[e]);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

/* Slabs have the size of the parameter, predicates go to predicates; numbers may be written for any register. */
static bool fits(const wg_ptx_function *callee, const wg_ptx_param *param, const wg_param_place *given)
{
    if (given->slot == WG_SLOT_NONE)
        return true;
    bool is_predicate = !param->variable && wg_row_size(callee->registers[param->reg].type) == 0;
    if (is_predicate != (given->is_register && given->size == 0))
        return false;
    return given->is_register || !param->variable || param->variable->size == given->bytes;
}

static wg_status check_call(reader *r, const wg_ptx_function *callee, const wg_call *call)
{
    if (callee->is_entry)
        return FAIL(r, "a call of the kernel %s", callee->name);
    bool takes = call->arg_count == callee->param_count ||
                 (call->arg_count > callee->param_count && wg_builtin_is_variadic(callee));
    if (!takes || callee->return_count != call->return_count)
        return FAIL(r, "%s takes %u arguments and returns %u, this call has %u and %u", callee->name,
                    callee->param_count, callee->return_count, call->arg_count, call->return_count);
    for (uint32_t a = 0; a < callee->param_count; a++)
        if (!fits(callee, &callee->params[a], &call->args[a]))
            return FAIL(r, "argument %u of the call of %s does not have its size", a + 1, callee->name);
    for (uint32_t a = 0; a < call->return_count; a++)
        if (!fits(callee, &callee->returns[a], &call->returns[a]))
            return FAIL(r, "result %u of the call of %s does not have its size", a + 1, callee->name);
    return WG_OK;
}

/* Which functions an indirect call can reach is not known: every function of the module with a body can be. */
static wg_status indirect_call(reader *r, const wg_ptx_operand *callee, wg_call *call)
{
    const wg_ptx_module *module = r->d->program->module;
    call->function = WG_NO_BLOCK;
    for (uint32_t f = 0; f < module->function_count; f++)
        if (!module->functions[f]->is_entry && module->functions[f]->has_body)
            wg_decode_function_index(r->d, module->functions[f]);
    place at = {0};
    wg_status status = source(r, callee, WG_TYPE_U64, &at);
    call->pointer = at.slot;
    return status != WG_OK || at.size == 8 ? status : FAIL(r, "a call through a pointer of less than 64 bits");
}

/* call {(returns),} callee {, (arguments)} {, prototype or targets}; */
wg_status wg_decode_call(wg_decoder *d, const wg_ptx_instruction *from, wg_call **out)
{
    static const wg_spelled NO_FORM = {0};
    reader r = {.d = d, .from = from, .spelled = &NO_FORM};
    wg_call *call = *out = WG_NEW(d->arena, wg_call);
    if (!from->operand_count)
        return FAIL(&r, "a call of nothing");
    const wg_ptx_operand *next = from->operands, *end = next + from->operand_count;
    wg_status status = WG_OK;
    if (next->kind == WG_OPERAND_LIST)
        status = call_places(&r, next++, true, &call->returns, &call->return_count);
    if (status != WG_OK || next == end)
        return status != WG_OK ? status : FAIL(&r, "a call of nothing");
    const wg_ptx_operand *callee = next++;
    if (next < end && next->kind == WG_OPERAND_LIST)
        status = call_places(&r, next++, false, &call->args, &call->arg_count);
    if (status == WG_OK && next < end && next->kind == WG_OPERAND_TABLE)
        next++;
    if (status != WG_OK || next < end)
        return status != WG_OK ? status : FAIL(&r, "a call with too many operands");
    if (callee->kind != WG_OPERAND_FUNCTION)
        return indirect_call(&r, callee, call);
    call->function = wg_decode_function_index(d, callee->function);
    return check_call(&r, callee->function, call);
}
