/* SPDX-License-Identifier: Apache-2.0 */
/* What a GPU older than the compiler makes of the PTX, where its file says in what it differs.
 *
 * machine.c predicts the code of the newest GPUs. Before those had a second set of lanes for integers and a path for
 * values that all lanes share, everything ran on the same lanes (int_pipe). The first ones that ran CUDA had addresses
 * of 32 bits (address_bits), and an arithmetic instruction could take one operand from shared memory
 * (shared_operand_lanes): such a load is no instruction. Its address is that in a register and a short offset
 * (shared_operand_reach); what lies further away takes an addition first. */
#include "machine/machine.h"

#include "base/arena.h"
#include "machine/registers.h"
#include "machine/values.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4, ADDRESS_REGISTERS = 4 };

typedef struct dialect {
    const wg_device *device;
    const wg_program *program;
    wg_machine *machine;
    wg_values v;
} dialect;

static wg_machine_insn *machine_of(const dialect *d, const wg_insn *i)
{
    return &d->machine->insns[i->index];
}

static void set(wg_machine_insn *m, wg_pipe pipe, float count)
{
    m->issues += count - m->on[pipe];
    m->on[pipe] = count;
    m->pipe = (uint8_t)(count > m->on[m->pipe] ? pipe : m->pipe);
}

static void move(wg_machine_insn *m, wg_pipe from, wg_pipe to)
{
    float count = m->on[from];
    set(m, from, 0);
    set(m, to, m->on[to] + count);
}

/* ---- one set of lanes ---- */

static bool is_product(const dialect *d, const wg_insn *i)
{
    for (int k = 1; k < 3; k++) {
        const wg_insn *from = wg_definition(&d->v, i, k);
        if (from && (wg_insn_begins(from, "mul") || wg_insn_begins(from, "mad")) && machine_of(d, from)->issues == 0)
            return true;
    }
    return false;
}

/* No multiplier helps out with sums and moves, and no datapath of its own with what is the same in all lanes. */
static void use_one_array(const dialect *d, const wg_insn *i)
{
    wg_machine_insn *m = machine_of(d, i);
    bool is_sum = wg_insn_begins(i, "add") || wg_insn_begins(i, "sub") || wg_insn_begins(i, "mov");
    bool multiplies = wg_insn_begins(i, "mul") || wg_insn_begins(i, "mad") || (is_sum && is_product(d, i));
    if (m->on[WG_PIPE_UNIFORM] > 0)
        move(m, WG_PIPE_UNIFORM, multiplies ? WG_PIPE_FMAHEAVY : WG_PIPE_ALU);
    if (m->on[WG_PIPE_FMAHEAVY] > 0 && is_sum && !multiplies)
        move(m, WG_PIPE_FMAHEAVY, WG_PIPE_ALU);
    m->is_either = false;
}

/* ---- short addresses ---- */

/* A product is several instructions: it stays where it is computed, often before the loop, and is no part of a sum. */
static void split_product(const dialect *d, const wg_insn *i)
{
    for (int k = 1; k < 3; k++) {
        const wg_insn *from = wg_insn_begins(i, "add") ? wg_definition(&d->v, i, k) : NULL;
        if (!from || !wg_insn_begins(from, "mul") || machine_of(d, from)->issues > 0)
            continue;
        set(machine_of(d, i), WG_PIPE_FMAHEAVY, 0);
        set(machine_of(d, i), WG_PIPE_ALU, 1);
        set(machine_of(d, from), WG_PIPE_FMAHEAVY, 1);
        machine_of(d, from)->latency = WG_LATENCY_WIDE;
        machine_of(d, from)->with = from->index;
        return;
    }
}

/* Long integers are addresses: of those one word is computed. */
static void shorten(const dialect *d, const wg_insn *i)
{
    wg_machine_insn *m = machine_of(d, i);
    static const wg_pipe wide[] = {WG_PIPE_ALU, WG_PIPE_FMAHEAVY};
    bool widens = wg_insn_begins(i, "cvt.s64.") || wg_insn_begins(i, "cvt.u64.");
    if (i->size[0] != 2 * WORD || (i->class != WG_CLASS_INT && i->class != WG_CLASS_MOVE && !widens))
        return;
    if (widens)
        set(m, WG_PIPE_ALU, 0);
    for (int k = 0; k < 2; k++)
        if (m->on[wide[k]] >= 2)
            set(m, wide[k], k ? 1 : m->on[wide[k]] / 2);
    if (m->issues <= 0)
        m->latency = WG_LATENCY_NONE;
}

/* ---- operands in shared memory ---- */

static bool is_shared_load(const wg_insn *i)
{
    return i->class == WG_CLASS_LOAD && wg_insn_spells(i, ".shared") && i->memory_bytes == WORD;
}

static bool takes_operand(const dialect *d, const wg_insn *i)
{
    static const char *const kinds[] = {"add", "sub", "mul", "mad", "fma", "min", "max"};
    if ((i->class != WG_CLASS_F32 && i->class != WG_CLASS_INT) || i->size[0] != WORD || machine_of(d, i)->has_operand)
        return false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (wg_insn_begins(i, kinds[k]))
            return true;
    return false;
}

/* Nobody writes shared memory between the two. */
static bool sees_the_same(const dialect *d, const wg_insn *load, const wg_insn *reader)
{
    if (reader->index < load->index ||
        d->v.block_of[load->index - d->v.first] != d->v.block_of[reader->index - d->v.first])
        return false;
    for (uint32_t n = load->index + 1; n < reader->index; n++) {
        const wg_insn *i = &d->program->insns[n];
        bool writes = i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_BARRIER;
        if (writes && !wg_insn_spells(i, ".global"))
            return false;
    }
    return true;
}

/* The one instruction that could take the word straight from memory; NULL: none. */
static const wg_insn *only_reader(const dialect *d, const wg_insn *load, wg_slot word)
{
    const wg_value *value = wg_value_of(&d->v, word);
    if (!value || value->use_count != 1 || value->defs != 1 || d->v.uses[value->use].operand == WG_GUARD)
        return NULL;
    const wg_insn *reader = &d->program->insns[d->v.uses[value->use].insn];
    return takes_operand(d, reader) && load->guard == reader->guard && sees_the_same(d, load, reader) ? reader : NULL;
}

/* Words that stay loads: moves from shared memory. */
static void take_words(const dialect *d, const wg_insn *load)
{
    wg_machine_insn *m = machine_of(d, load);
    const wg_slot *words;
    unsigned count = wg_operand_slots(load, 0, &words), left = 0;
    for (unsigned k = 0; k < count; k++) {
        const wg_insn *reader = only_reader(d, load, words[k]);
        if (reader)
            machine_of(d, reader)->has_operand = true;
        left += !reader;
    }
    m->is_operand = !left;
    set(m, WG_PIPE_LSU, (float)left);
}

/* What an address register points to: so far behind what the program has in a register. */
typedef struct window {
    wg_slot base;
    int64_t offset;
} window;

/* Whether one of the registers reaches the access; if not, the one used longest ago is set. */
static bool reaches(window *windows, const wg_insn *i, int operand, int64_t reach)
{
    window now = {i->op[operand], i->imm};
    int found = 0;
    while (found < ADDRESS_REGISTERS - 1 && (windows[found].base != now.base || now.offset < windows[found].offset ||
                                             now.offset >= windows[found].offset + reach))
        found++;
    bool is_there = windows[found].base == now.base && now.offset >= windows[found].offset &&
                    now.offset < windows[found].offset + reach;
    if (is_there)
        now = windows[found];
    memmove(windows + 1, windows, (size_t)found * sizeof *windows);
    windows[0] = now;
    return is_there || (now.offset >= 0 && now.offset < reach);
}

static void add_additions(const dialect *d, uint32_t first, uint32_t end)
{
    double reach = d->device->value[WG_DEVICE_shared_operand_reach];
    window windows[ADDRESS_REGISTERS];
    for (int k = 0; k < ADDRESS_REGISTERS; k++)
        windows[k] = (window){WG_SLOT_NONE, 0};
    for (uint32_t n = first; n < end; n++) {
        const wg_insn *i = &d->program->insns[n];
        bool is_access = (i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE) && wg_insn_spells(i, ".shared");
        int operand = i->class == WG_CLASS_LOAD;
        if (!is_access || i->op[operand] < 0 || i->length[operand] || reaches(windows, i, operand, (int64_t)reach))
            continue;
        set(machine_of(d, i), WG_PIPE_ALU, machine_of(d, i)->on[WG_PIPE_ALU] + 1);
    }
}

/* ---- the whole ---- */

static void adapt(const dialect *d)
{
    const bool *known = d->device->known;
    bool is_short = d->device->value[WG_DEVICE_address_bits] == 8 * WORD;
    for (uint32_t n = d->v.first; n < d->v.end; n++) {
        const wg_insn *i = &d->program->insns[n];
        if (!d->v.live[n - d->v.first])
            continue;
        if (wg_device_is(d->device, WG_DEVICE_int_pipe, "f32"))
            use_one_array(d, i);
        if (is_short) {
            shorten(d, i);
            split_product(d, i);
        }
        if (known[WG_DEVICE_shared_operand_lanes] && is_shared_load(i))
            take_words(d, i);
    }
    for (uint32_t b = d->v.first_block; known[WG_DEVICE_shared_operand_reach] && b < d->v.end_block; b++)
        add_additions(d, d->program->blocks[b].first, d->program->blocks[b].first + d->program->blocks[b].count);
}

void wg_machine_adapt(wg_machine *machine, const wg_program *program, const wg_device *device)
{
    dialect d = {.device = device, .program = program, .machine = machine};
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (!wg_values_find(program, f, &d.v))
            continue;
        adapt(&d);
        wg_values_free(&d.v);
    }
    if (!device->known[WG_DEVICE_address_bits] && !device->known[WG_DEVICE_shared_operand_lanes])
        return;
    const wg_register_file file = {.total = (unsigned)wg_device_integer(device, WG_DEVICE_registers_per_sm),
                                   .full = (unsigned)(wg_device_integer(device, WG_DEVICE_registers_per_sm) /
                                                      wg_device_integer(device, WG_DEVICE_max_threads_per_sm)),
                                   .besides = 1, /* the numbers of the thread; parameters are operands in memory */
                                   .has_short_addresses = device->value[WG_DEVICE_address_bits] == 8 * WORD};
    uint16_t *alive = wg_alloc((program->insn_count + 1) * sizeof *alive);
    machine->registers = wg_registers_of_file(program, machine, &file, alive);
    free(alive);
    machine->is_foreign = true;
    machine->frame = 0; /* what does not fit is not known */
    for (uint32_t n = 0; n < machine->count; n++)
        machine->insns[n].spilled = machine->insns[n].filled = 0;
}
