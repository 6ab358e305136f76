/* SPDX-License-Identifier: Apache-2.0 */
/* Registers that ptxas keeps in memory, because the launch bounds leave too few.
 *
 * Of the values alive at an instruction as large a part is in memory as there are too few registers. Each that the
 * instruction reads is there with that probability and has to be loaded before; each that it writes may have to go
 * there. That says where; where ptxas can be asked, it says how many (in bytes of the code), and the places are
 * weighted to come to that. ptxas is further from the least there could be than a textbook: in bounds_tight it stores
 * each value thirty times. What the words do to the caches is in caches/spill_traffic.c. */
#include "machine/spills.h"

#include "machine/values.h"

#include <math.h>

/* Words of operands that differ from lane to lane: the others are in uniform registers, or are constants. */
static double words_of(const wg_values *v, const wg_insn *i, int first, int end)
{
    const wg_slot *slots;
    double words = 0;
    for (int k = first; k < end; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            const wg_vreg *value = wg_vreg_of(v, slots[n]);
            words += value && value->varies ? (i->size[k] + 3) / 4 : 0;
        }
    }
    return words;
}

static void estimate_function(const wg_values *v, wg_machine *machine, const uint16_t *alive, unsigned registers)
{
    for (uint32_t n = v->first; n < v->end; n++) {
        wg_machine_insn *m = &machine->insns[n];
        if (!v->live[n - v->first] || m->issues == 0 || alive[n] <= registers)
            continue;
        double missing = 1 - (double)registers / alive[n];
        m->filled = (float)(missing * words_of(v, &v->program->insns[n], m->destinations, WG_MAX_OPERANDS));
        m->spilled = (float)(missing * words_of(v, &v->program->insns[n], 0, m->destinations));
        machine->frame = fmax(machine->frame, 4.0 * (alive[n] - registers));
    }
}

void wg_spills_estimate(const wg_program *program, wg_machine *machine, const uint16_t *alive, unsigned registers)
{
    for (uint32_t f = 0; f < program->function_count; f++) {
        wg_values v;
        if (!wg_values_find(program, f, &v))
            continue;
        estimate_function(&v, machine, alive, registers);
        wg_values_free(&v);
    }
}

/* Where nothing is known of the places, they are everywhere. */
static void weight(wg_machine *machine, size_t offset, double words)
{
    double sum = 0, issuing = 0;
    for (uint32_t n = 0; n < machine->count; n++) {
        sum += *(float *)((char *)&machine->insns[n] + offset);
        issuing += machine->insns[n].issues > 0;
    }
    for (uint32_t n = 0; n < machine->count; n++) {
        float *count = (float *)((char *)&machine->insns[n] + offset);
        if (sum > 0)
            *count *= (float)(words / sum);
        else if (machine->insns[n].issues > 0)
            *count = (float)(words / issuing);
    }
}

void wg_spills_know(wg_machine *machine, const wg_spills *spills)
{
    weight(machine, offsetof(wg_machine_insn, spilled), spills->stores / 4);
    weight(machine, offsetof(wg_machine_insn, filled), spills->loads / 4);
    machine->frame = spills->frame;
}
