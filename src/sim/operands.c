/* Operands into slots: registers and special registers are rows of the frame, immediates and addresses of variables
 * rows of the constant pool. The signature in opcodes.def says what each operand must be. */
#include "sim/decode.h"

#include <stdio.h>
#include <string.h>

enum { ROW_ALIGNMENT = 64, FRAME_LIMIT = 1 << 26, LOCAL_LIMIT = 512 * 1024, SHARED_LIMIT = 16 << 20 };

uint8_t wg_row_size(wg_type type)
{
    unsigned bits = wg_type_bits(type);
    return type == WG_TYPE_PRED ? 0 : bits <= 16 ? 2 : (uint8_t)(bits / 8);
}

static wg_slot new_row(wg_decoder *d, uint32_t bytes)
{
    if (bytes >= ROW_ALIGNMENT)
        d->now.frame = (d->now.frame + ROW_ALIGNMENT - 1) & ~(uint32_t)(ROW_ALIGNMENT - 1);
    wg_slot slot = (wg_slot)d->now.frame;
    d->now.frame += bytes;
    return slot;
}

static wg_slot new_register(wg_decoder *d, wg_type type, unsigned vector)
{
    uint32_t size = wg_row_size(type);
    return new_row(d, (size ? size * WG_LANES : 4) * vector);
}

static uint32_t align_up(uint32_t offset, uint32_t align)
{
    return (offset + align - 1) / align * align;
}

/* Static shared variables get their place in order of first use. */
static wg_status place_shared(wg_decoder *d, const wg_ptx_variable *v, uint32_t *offset)
{
    for (size_t i = 0; i < d->shared_count; i++)
        if (d->shared[i].variable == v) {
            *offset = d->shared[i].offset;
            return WG_OK;
        }
    *offset = align_up(d->shared_bytes, v->align ? v->align : 1);
    if (v->size > SHARED_LIMIT || *offset + v->size > SHARED_LIMIT)
        return wg_decode_fail(d, WG_ERR_INPUT, &v->place, "shared variable %s of %llu bytes does not fit", v->name, (unsigned long long)v->size);
    *WG_PUSH(d->shared, d->shared_count, d->shared_capacity) = (wg_shared_place){v, *offset};
    d->shared_bytes = *offset + (uint32_t)v->size;
    return WG_OK;
}

/* Parameters of a device function (a kernel's come from the launch): slabs of its own frame, or registers. */
static void place_params(wg_decoder *d, const wg_ptx_param *params, uint32_t count, wg_param_place **places, uint32_t *place_count)
{
    if (d->now.source->is_entry)
        return;
    *place_count = count;
    *places = WG_NEW_ARRAY(d->arena, wg_param_place, count);
    for (uint32_t p = 0; p < count; p++) {
        const wg_ptx_variable *v = params[p].variable;
        if (v)
            (*places)[p] = (wg_param_place){.slot = new_row(d, align_up((uint32_t)v->size * WG_LANES, ROW_ALIGNMENT)), .bytes = (uint32_t)v->size};
        else
            (*places)[p] = (wg_param_place){.slot = d->now.registers[params[p].reg],
                                            .is_register = true,
                                            .size = wg_row_size(d->now.source->registers[params[p].reg].type)};
    }
}

/* Gives every register and variable of the function a place. Call slabs (.param variables) are lane-major pieces of the frame. */
wg_status wg_decode_frame(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    wg_function *function = d->now.function;
    uint64_t bytes = 0;
    for (uint32_t r = 0; r < f->register_count; r++)
        bytes += wg_row_size(f->registers[r].type) * (uint64_t)WG_LANES * f->registers[r].vector + 4;
    for (uint32_t v = 0; v < f->variable_count; v++)
        bytes += f->variables[v]->space == WG_SPACE_PARAM ? f->variables[v]->size * WG_LANES : 0;
    if (bytes > FRAME_LIMIT)
        return wg_decode_fail(d, WG_ERR_UNSUPPORTED, &f->place, "its registers need %llu bytes a warp", (unsigned long long)bytes);

    d->now.registers = WG_NEW_ARRAY(d->arena, wg_slot, f->register_count);
    d->now.variables = WG_NEW_ARRAY(d->arena, wg_slot, f->variable_count);
    for (int pass = 0; pass < 2; pass++) /* predicates together, then the aligned rows */
        for (uint32_t r = 0; r < f->register_count; r++)
            if ((f->registers[r].type == WG_TYPE_PRED) == (pass == 0))
                d->now.registers[r] = new_register(d, f->registers[r].type, f->registers[r].vector);
    for (int s = 0; s < WG_SREG_COUNT; s++)
        d->now.sregs[s] = WG_SLOT_NONE;
    for (uint32_t i = 0; i < f->variable_count; i++) {
        const wg_ptx_variable *v = f->variables[i];
        if (v->space == WG_SPACE_LOCAL) {
            function->local_bytes = align_up(function->local_bytes, v->align ? v->align : 1);
            if (v->size > LOCAL_LIMIT || function->local_bytes + v->size > LOCAL_LIMIT)
                return wg_decode_fail(d, WG_ERR_INPUT, &v->place, "local variable %s does not fit into %d KiB a thread", v->name, LOCAL_LIMIT / 1024);
            d->now.variables[i] = (wg_slot)function->local_bytes;
            function->local_bytes += (uint32_t)v->size;
        } else if (v->space == WG_SPACE_PARAM) {
            d->now.variables[i] = new_row(d, (uint32_t)align_up((uint32_t)v->size * WG_LANES, ROW_ALIGNMENT));
        }
    }
    place_params(d, f->params, f->param_count, &function->params, &function->param_count);
    place_params(d, f->returns, f->return_count, &function->returns, &function->return_count);
    function->local_bytes = align_up(function->local_bytes, 16);
    function->local_base = new_row(d, 8 * WG_LANES);
    function->register_bytes = d->now.frame;
    return WG_OK;
}

static wg_slot constant_row(wg_decoder *d, uint64_t bits, uint8_t size, bool dynamic)
{
    struct {
        uint64_t bits, size, dynamic;
    } key = {bits, size, dynamic};
    char *name = wg_arena_copy(d->arena, (const char *)&key, sizeof key);
    void **found = wg_map_put(&d->constant_map, name, sizeof key);
    if (!*found) {
        uint32_t row = size < 2 ? ROW_ALIGNMENT : size * WG_LANES;
        d->constant_bytes += row;
        *WG_PUSH(d->constants, d->constant_count, d->constant_capacity) =
            (wg_constant){bits, size, dynamic, -(wg_slot)d->constant_bytes};
        *found = (void *)(uintptr_t)d->constant_count;
    }
    return d->constants[(uintptr_t)*found - 1].slot;
}

wg_slot wg_decode_constant(wg_decoder *d, uint64_t bits, uint8_t size)
{
    return constant_row(d, bits, size, false);
}

static wg_slot sreg_slot(wg_decoder *d, wg_sreg sreg, wg_type type)
{
    wg_slot *slot = &d->now.sregs[sreg];
    if (*slot == WG_SLOT_NONE)
        *slot = new_register(d, type, 1);
    return *slot;
}

static const wg_type SREG_TYPES[] = {
#define SREG(id, spelling, type) WG_TYPE_##type,
#include "ptx/sregs.def"
#undef SREG
};

/* The bits of an immediate as an operand of the given type sees them. */
static uint64_t immediate_bits(const wg_ptx_operand *o, wg_type type)
{
    if (o->kind == WG_OPERAND_INT) {
        if (type == WG_TYPE_PRED)
            return o->bits ? WG_ALL_LANES : 0;
        return o->bits;
    }
    if (o->is_f32) {
        if (wg_type_bits(type) != 64)
            return o->bits;
        float value;
        uint32_t bits32 = (uint32_t)o->bits;
        memcpy(&value, &bits32, 4);
        double wide = value;
        uint64_t bits;
        memcpy(&bits, &wide, 8);
        return bits;
    }
    if (wg_type_bits(type) == 32) {
        double value;
        memcpy(&value, &o->bits, 8);
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, 4);
        return bits;
    }
    return o->bits;
}

static wg_status kernel_param(wg_decoder *d, const wg_ptx_place *place, const wg_ptx_variable *v, uint64_t *offset)
{
    const wg_program *program = d->program;
    for (uint32_t p = 0; p < program->param_count && d->now.source == program->kernel; p++)
        if (program->kernel->params[p].variable == v) {
            *offset = program->params[p].offset;
            return WG_OK;
        }
    return wg_decode_fail(d, WG_ERR_UNSUPPORTED, place, "taking the address of the call parameter %s", v->name);
}

/* A row that holds the address of a variable (in its own space) + offset; local variables are the caller's to handle. */
static wg_status variable_row(wg_decoder *d, const wg_ptx_place *place, const wg_ptx_variable *v, int64_t offset, uint8_t size, wg_slot *slot)
{
    uint64_t address = 0;
    uint32_t shared = 0;
    wg_status status = WG_OK;
    bool dynamic = v->space == WG_SPACE_SHARED && v->is_extern && v->size == 0;
    switch (v->space) {
    case WG_SPACE_GLOBAL:
    case WG_SPACE_CONST:
    case WG_SPACE_TEX:
        address = d->loaded->addresses[v->index];
        if (!address)
            status = wg_decode_fail(d, WG_ERR_INPUT, place, "%s is declared but nowhere defined", v->name);
        break;
    case WG_SPACE_SHARED:
        status = dynamic ? WG_OK : place_shared(d, v, &shared);
        address = shared;
        break;
    case WG_SPACE_PARAM: status = kernel_param(d, place, v, &address); break;
    default: status = wg_decode_fail(d, WG_ERR_UNSUPPORTED, place, "the address of %s in this instruction", v->name);
    }
    *slot = constant_row(d, address + (uint64_t)offset, size, dynamic);
    return status;
}

/* One register, immediate or address-of operand that should have the given type (NONE: whatever it has). */
static wg_status scalar(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, wg_type type, wg_slot *slot, uint8_t *size)
{
    uint8_t want = type == WG_TYPE_NONE ? 8 : wg_row_size(type);
    switch (o->kind) {
    case WG_OPERAND_REG: {
        const wg_ptx_register *reg = &d->now.source->registers[o->reg];
        uint8_t has = wg_row_size(reg->type);
        *slot = d->now.registers[o->reg];
        if (reg->vector > 1 && o->component >= 1 && o->component <= reg->vector)
            *slot += (o->component - 1) * (has ? has * WG_LANES : 4);
        *size = has;
        return WG_OK;
    }
    case WG_OPERAND_SREG:
        *slot = sreg_slot(d, (wg_sreg)o->index, SREG_TYPES[o->index]);
        *size = wg_row_size(SREG_TYPES[o->index]);
        return WG_OK;
    case WG_OPERAND_INT:
    case WG_OPERAND_FLOAT:
        *slot = wg_decode_constant(d, immediate_bits(o, type), want);
        *size = want;
        return WG_OK;
    case WG_OPERAND_DISCARD:
        *slot = WG_SLOT_NONE;
        *size = want;
        return WG_OK;
    case WG_OPERAND_FUNCTION:
        wg_decode_function_index(d, o->function);
        *slot = wg_decode_constant(d, WG_FUNCTION_HANDLE + o->function->index, want);
        *size = want;
        return WG_OK;
    case WG_OPERAND_VARIABLE:
        *size = want;
        return variable_row(d, &from->place, o->variable, o->offset, want, slot);
    default:
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "an operand of %s has the wrong form", from->spelling);
    }
}

/* The call slab a .param address inside a device function means, or WG_SLOT_NONE. */
static wg_slot slab_of(wg_decoder *d, const wg_ptx_operand *o)
{
    const wg_ptx_variable *v = o->variable;
    const wg_ptx_function *f = d->now.source;
    if (o->kind != WG_OPERAND_ADDRESS || o->base != WG_OPERAND_VARIABLE || v->space != WG_SPACE_PARAM)
        return WG_SLOT_NONE;
    if (v->index < f->variable_count && f->variables[v->index] == v)
        return d->now.variables[v->index];
    for (uint32_t p = 0; p < d->now.function->param_count; p++)
        if (f->params[p].variable == v)
            return d->now.function->params[p].slot;
    for (uint32_t p = 0; p < d->now.function->return_count; p++)
        if (f->returns[p].variable == v)
            return d->now.function->returns[p].slot;
    return WG_SLOT_NONE;
}

static wg_status address(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, wg_insn *insn, int k, int64_t *offset)
{
    if (o->kind != WG_OPERAND_ADDRESS)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s needs an address in [ ]", from->spelling);
    *offset = o->offset;
    insn->size[k] = 8;
    if (o->base == WG_OPERAND_REG) {
        insn->op[k] = d->now.registers[o->reg];
        insn->size[k] = wg_row_size(d->now.source->registers[o->reg].type);
        if (insn->size[k] != 4 && insn->size[k] != 8)
            return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s is no address register", d->now.source->registers[o->reg].name);
        return WG_OK;
    }
    if (o->base == WG_OPERAND_INT) {
        insn->op[k] = wg_decode_constant(d, o->bits, 8);
        return WG_OK;
    }
    wg_slot slab = slab_of(d, o);
    if (slab != WG_SLOT_NONE) {
        insn->op[k] = slab;
        insn->stride = (uint32_t)o->variable->size;
        return WG_OK;
    }
    if (o->variable->space == WG_SPACE_LOCAL) {
        insn->op[k] = d->now.function->local_base;
        *offset += d->now.variables[o->variable->index];
        return WG_OK;
    }
    return variable_row(d, &from->place, o->variable, 0, 8, &insn->op[k]);
}

static wg_status vector(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, wg_type type, wg_insn *insn, int k)
{
    if (o->kind == WG_OPERAND_REG && d->now.source->registers[o->reg].vector > 1 && !o->component) {
        const wg_ptx_register *reg = &d->now.source->registers[o->reg];
        uint8_t has = wg_row_size(reg->type);
        wg_slot *list = WG_NEW_ARRAY(d->arena, wg_slot, reg->vector);
        for (int e = 0; e < reg->vector; e++)
            list[e] = d->now.registers[o->reg] + e * (has ? has * WG_LANES : 4);
        insn->list = list; /* .v2/.v4 registers are rare: such an instruction has no other vector */
        insn->op[k] = 0;
        insn->length[k] = reg->vector;
        insn->size[k] = has;
        return WG_OK;
    }
    if (o->kind != WG_OPERAND_VECTOR)
        return scalar(d, from, o, type, &insn->op[k], &insn->size[k]);
    if (o->element_count > UINT8_MAX)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "the vector of %s has %u elements", from->spelling, o->element_count);
    insn->length[k] = (uint8_t)o->element_count;
    wg_slot *list = (wg_slot *)(uintptr_t)insn->list;
    uint32_t used = 0;
    for (int before = 0; before < k; before++)
        used += insn->length[before];
    insn->op[k] = (wg_slot)used;
    for (uint32_t e = 0; e < o->element_count; e++) {
        uint8_t size;
        /* An immediate inside a vector takes the width of the element: a vector of mov.b64 {a, b} has halves. */
        wg_type element = type;
        if (o->elements[e].kind == WG_OPERAND_INT && !strncmp(from->spelling, "mov.", 4))
            element = wg_type_bits(type) / o->element_count == 16 ? WG_TYPE_B16 : WG_TYPE_B32;
        wg_status status = scalar(d, from, &o->elements[e], element, &list[used + e], &size);
        if (status != WG_OK)
            return status;
        if (o->elements[e].kind != WG_OPERAND_DISCARD || e == 0)
            insn->size[k] = size;
    }
    return WG_OK;
}

/* How many slots the vectors of an instruction need together. */
static uint32_t vector_slots(const wg_ptx_instruction *from)
{
    uint32_t count = 0;
    for (uint32_t o = 0; o < from->operand_count; o++) {
        const wg_ptx_operand *operand = &from->operands[o];
        if (operand->kind == WG_OPERAND_VECTOR)
            count += operand->element_count;
        for (uint32_t e = 0; (operand->kind == WG_OPERAND_LIST || operand->kind == WG_OPERAND_ADDRESS) && e < operand->element_count; e++)
            count += operand->elements[e].kind == WG_OPERAND_VECTOR ? operand->elements[e].element_count : 1;
    }
    return count;
}

typedef struct expected {
    char code[12]; /* "T0", "u32", "P", … */
    bool optional, destination;
} expected;

/* Reads the next word of a signature; `=a|b?` counts as one word, its second half is returned in second. */
static const char *next_expected(const char *text, expected *first, expected *second)
{
    *first = *second = (expected){0};
    text += strspn(text, " ");
    first->destination = *text == '=';
    text += first->destination;
    expected *into = first;
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

static wg_type expected_type(const char *code, const wg_spelled *spelled)
{
    if (code[0] == 'T')
        return (wg_type)spelled->type[code[1] - '0'];
    if (code[0] == 'V')
        return (wg_type)spelled->type[0];
    if (code[0] == 'W') {
        static const uint8_t DOUBLE[WG_TYPE_COUNT] = {
            [WG_TYPE_U16] = WG_TYPE_U32, [WG_TYPE_S16] = WG_TYPE_S32, [WG_TYPE_U32] = WG_TYPE_U64, [WG_TYPE_S32] = WG_TYPE_S64};
        return (wg_type)DOUBLE[spelled->type[0]];
    }
    if (code[0] == 'P')
        return WG_TYPE_PRED;
    if (code[0] == 'R')
        return WG_TYPE_NONE;
    return wg_type_find(code, strlen(code));
}

/* A texture operand [handle, {x, y}] or [handle, sampler, {x, y}] takes two entries: handle, coordinates. */
static wg_status texture(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, const wg_spelled *spelled, wg_insn *insn)
{
    if (o->element_count < 1 || insn->operand_count + 2 > WG_MAX_OPERANDS)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s needs [texture, {coordinates}]", from->spelling);
    int k = insn->operand_count;
    wg_status status = scalar(d, from, &o->elements[0], WG_TYPE_U64, &insn->op[k], &insn->size[k]);
    const wg_ptx_operand *coordinates = &o->elements[o->element_count - 1];
    wg_type type = spelled->type_count > 1 ? (wg_type)spelled->type[1] : WG_TYPE_S32;
    if (status == WG_OK && o->element_count > 1)
        status = vector(d, from, coordinates, type, insn, k + 1);
    else if (status == WG_OK)
        insn->op[k + 1] = WG_SLOT_NONE;
    insn->operand_count += 2;
    return status;
}

static wg_status check_size(wg_decoder *d, const wg_ptx_instruction *from, const char *code, wg_type type, const wg_ptx_operand *o, uint8_t size)
{
    /* ld, st and cvt take registers wider than their type; everything else must fit exactly. */
    bool relaxed = code[0] == 'V' || code[0] == 'R' || !strncmp(from->spelling, "cvt", 3);
    if (o->kind != WG_OPERAND_REG && o->kind != WG_OPERAND_SREG)
        return WG_OK;
    uint8_t want = wg_row_size(type);
    if ((type == WG_TYPE_PRED) != (size == 0) && code[0] != 'R')
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s: %s where a %s is needed", from->spelling,
                              size ? "a register" : "a predicate", size ? "predicate" : "register");
    if (!relaxed && type != WG_TYPE_PRED && size != want && o->kind == WG_OPERAND_REG)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s: register %s has %u bits, %u are needed", from->spelling,
                              d->now.source->registers[o->reg].name, size * 8u, want * 8u);
    return WG_OK;
}

static wg_status one_operand(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, const expected *want,
                             const wg_spelled *spelled, wg_insn *insn)
{
    int k = insn->operand_count;
    if (want->code[0] == 'X')
        return texture(d, from, o, spelled, insn);
    if (k >= WG_MAX_OPERANDS)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s has too many operands", from->spelling);
    insn->operand_count++;
    if (want->code[0] == 'A') {
        bool second = k > 0 && wg_forms[spelled->form].operands[0] == 'A'; /* cp.async: "A A …" */
        return address(d, from, o, insn, k, second ? &insn->imm2 : &insn->imm);
    }
    wg_type type = expected_type(want->code, spelled);
    wg_status status = want->code[0] == 'V' ? vector(d, from, o, type, insn, k) : scalar(d, from, o, type, &insn->op[k], &insn->size[k]);
    if (status != WG_OK)
        return status;
    if (o->negated)
        insn->negated |= (uint8_t)(1 << k);
    if (o->component >= 5)
        insn->component[k] = o->component;
    if (want->destination && o->kind != WG_OPERAND_REG && o->kind != WG_OPERAND_DISCARD && o->kind != WG_OPERAND_VECTOR)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "the destination of %s is no register", from->spelling);
    return check_size(d, from, want->code, type, o, insn->size[k]);
}

static wg_status missing(wg_insn *insn)
{
    if (insn->operand_count < WG_MAX_OPERANDS)
        insn->op[insn->operand_count++] = WG_SLOT_NONE;
    return WG_OK;
}

wg_status wg_decode_operands(wg_decoder *d, const wg_ptx_instruction *from, const wg_spelled *spelled, wg_insn *insn)
{
    const char *signature = wg_forms[spelled->form].operands;
    for (int k = 0; k < WG_MAX_OPERANDS; k++)
        insn->op[k] = WG_SLOT_NONE;
    insn->list = WG_NEW_ARRAY(d->arena, wg_slot, vector_slots(from));
    if (signature[0] == '*')
        return WG_OK;
    uint32_t required = 0, given = from->operand_count, used = 0;
    expected want, second;
    for (const char *p = next_expected(signature, &want, &second); want.code[0]; p = next_expected(p, &want, &second))
        required += !want.optional;
    uint32_t spare = given > required ? given - required : 0;
    wg_status status = WG_OK;
    const char *rest = next_expected(signature, &want, &second);
    for (; status == WG_OK && want.code[0]; rest = next_expected(rest, &want, &second)) {
        if (want.optional && !spare) {
            status = missing(insn);
            continue;
        }
        spare -= want.optional;
        if (used == given)
            return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s needs %u operands, %u are given", from->spelling, required, given);
        const wg_ptx_operand *o = &from->operands[used++];
        if (!second.code[0]) {
            status = one_operand(d, from, o, &want, spelled, insn);
        } else if (o->kind == WG_OPERAND_PAIR) {
            status = one_operand(d, from, &o->elements[0], &want, spelled, insn);
            if (status == WG_OK)
                status = one_operand(d, from, &o->elements[1], &second, spelled, insn);
        } else {
            status = one_operand(d, from, o, &want, spelled, insn);
            if (status == WG_OK)
                status = missing(insn);
        }
    }
    if (status == WG_OK && used != given)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s takes %u operands, %u are given", from->spelling, used, given);
    return status;
}

/* ---- calls ---- */

static wg_status call_place(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *o, wg_param_place *place)
{
    const wg_ptx_function *f = d->now.source;
    if (o->kind == WG_OPERAND_VARIABLE && o->variable->space == WG_SPACE_PARAM && o->variable->index < f->variable_count &&
        f->variables[o->variable->index] == o->variable) {
        *place = (wg_param_place){.slot = d->now.variables[o->variable->index], .bytes = (uint32_t)o->variable->size};
        return WG_OK;
    }
    wg_type type = o->kind == WG_OPERAND_REG ? f->registers[o->reg].type : WG_TYPE_B64;
    place->is_register = true;
    return scalar(d, from, o, type, &place->slot, &place->size);
}

static wg_status call_places(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_operand *list, wg_param_place **places, uint32_t *count)
{
    *count = list->element_count;
    *places = WG_NEW_ARRAY(d->arena, wg_param_place, list->element_count);
    for (uint32_t e = 0; e < list->element_count; e++) {
        wg_status status = call_place(d, from, &list->elements[e], &(*places)[e]);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status check_call(wg_decoder *d, const wg_ptx_instruction *from, const wg_ptx_function *callee, const wg_call *call)
{
    if (callee->param_count != call->arg_count || callee->return_count != call->return_count)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s takes %u arguments and returns %u, this call has %u and %u", callee->name,
                              callee->param_count, callee->return_count, call->arg_count, call->return_count);
    return WG_OK;
}

/* call {(returns),} callee {, (arguments)} {, prototype or targets}; */
wg_status wg_decode_call(wg_decoder *d, const wg_ptx_instruction *from, wg_call **out)
{
    wg_call *call = *out = WG_NEW(d->arena, wg_call);
    uint32_t at = 0;
    wg_status status = WG_OK;
    if (at < from->operand_count && from->operands[at].kind == WG_OPERAND_LIST)
        status = call_places(d, from, &from->operands[at++], &call->returns, &call->return_count);
    if (status != WG_OK || at == from->operand_count)
        return status != WG_OK ? status : wg_decode_fail(d, WG_ERR_INPUT, &from->place, "call of nothing");
    const wg_ptx_operand *callee = &from->operands[at++];
    if (at < from->operand_count && from->operands[at].kind == WG_OPERAND_LIST)
        status = call_places(d, from, &from->operands[at++], &call->args, &call->arg_count);
    if (status != WG_OK)
        return status;
    if (callee->kind == WG_OPERAND_FUNCTION) {
        call->function = wg_decode_function_index(d, callee->function);
        return check_call(d, from, callee->function, call);
    }
    call->function = WG_NO_BLOCK;
    /* Which functions an indirect call can reach is not known: every function of the module with a body can be. */
    for (uint32_t f = 0; f < d->program->module->function_count; f++)
        if (!d->program->module->functions[f]->is_entry && d->program->module->functions[f]->has_body)
            wg_decode_function_index(d, d->program->module->functions[f]);
    uint8_t size;
    return scalar(d, from, callee, WG_TYPE_U64, &call->pointer, &size);
}
