/* SPDX-License-Identifier: Apache-2.0 */
/* Which buffers a launch cannot write: nobody races there, so that their words need no cells. Most of what kernels load
 * is of that kind.
 *
 * Where the address of a store comes from is followed back through the registers to the parameters of the kernel. Only
 * buffers that no such parameter points to are exempt; an address that comes from anywhere else (memory, the result of
 * a call) could be any. Offsets of parameters stand for themselves: the first 63 of them have a bit. */
#include "check/checked.h"

#include "sim/exec/exec.h"

#include <stdlib.h>
#include <string.h>

#define ANYWHERE ((uint64_t)1 << 63)

typedef struct origins {
    const wg_check *check;
    uint32_t end;         /* of the kernel's own instructions */
    uint64_t *of;         /* by slot / 4 */
    uint32_t offsets[63]; /* of parameters that hold addresses */
    uint32_t count;
    bool changed;
} origins;

static uint64_t bit_of(origins *o, uint32_t offset)
{
    for (uint32_t k = 0; k < o->count; k++)
        if (o->offsets[k] == offset)
            return (uint64_t)1 << k;
    if (o->count == 63)
        return ANYWHERE;
    o->offsets[o->count] = offset;
    return (uint64_t)1 << o->count++;
}

static bool is_address(const wg_checked_row *row)
{
    return row->size == 8;
}

static uint64_t sources_of(const origins *o, const wg_checked_insn *what)
{
    uint64_t all = 0;
    for (uint32_t k = 0; k < what->source_count; k++)
        all |= what->sources[k].size >= 4 ? o->of[what->sources[k].slot / 4] : 0;
    return all;
}

/* What an instruction's results are made of. */
static uint64_t results_of(origins *o, const wg_insn *i, const wg_checked_insn *what)
{
    bool is_param = wg_insn_is_load_from(i, WG_SPACE_PARAM);
    if (is_param && i->op[1] < 0 && i->op[1] != WG_SLOT_NONE && !i->stride) {
        const unsigned char *row = o->check->program->constants + i->op[1];
        uint64_t at = 0;
        memcpy(&at, row, i->size[1] < 8 ? i->size[1] : 8);
        return bit_of(o, (uint32_t)(at + (uint64_t)i->imm));
    }
    bool is_read = i->class == WG_CLASS_LOAD || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_TEXTURE ||
                   is_param || what->kind == WG_CHECKED_FRAME;
    return is_read ? ANYWHERE : sources_of(o, what);
}

static void pass_over(origins *o)
{
    for (uint32_t k = 0; k < o->end; k++) {
        const wg_insn *i = &o->check->program->insns[k];
        const wg_checked_insn *what = &o->check->insns[k];
        uint64_t from = 0;
        for (uint32_t t = 0; t < what->target_count; t++) {
            uint64_t *to = &o->of[what->targets[t].slot / 4];
            if (what->targets[t].size < 4)
                continue;
            from = from ? from : results_of(o, i, what);
            uint64_t now = *to | (is_address(&what->targets[t]) || !(from & ANYWHERE) ? from : 0);
            o->changed |= now != *to;
            *to = now;
        }
    }
}

/* Of the addresses that are stored to: the parameters they come from. */
static uint64_t stored_to(const origins *o)
{
    uint64_t all = 0;
    for (uint32_t k = 0; k < o->end; k++) {
        const wg_insn *i = &o->check->program->insns[k];
        wg_space space = wg_insn_space(i);
        bool writes = i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC;
        if (!writes || space == WG_SPACE_SHARED || space == WG_SPACE_LOCAL || space == WG_SPACE_PARAM)
            continue;
        wg_slot slot = i->op[o->check->insns[k].address];
        all |= slot >= 0 ? o->of[slot / 4] : 0;
    }
    return all;
}

/* Says of the launch's argument buffers which are read only. */
void wg_check_find_written(wg_check *c, uint32_t kernel_end)
{
    const wg_program *p = c->program;
    origins o = {.check = c, .end = kernel_end, .changed = true};
    c->written_count = 0;
    c->all_written = kernel_end != p->insn_count;
    if (c->all_written)
        return;
    o.of = wg_alloc((p->functions[0].frame_bytes / 4 + 1) * sizeof *o.of);
    while (o.changed) {
        o.changed = false;
        pass_over(&o);
    }
    uint64_t all = stored_to(&o);
    c->all_written = all & ANYWHERE;
    for (uint32_t k = 0; k < o.count; k++) {
        uint64_t address = 0;
        if (!(all >> k & 1) || o.offsets[k] + sizeof address > p->param_bytes)
            continue;
        memcpy(&address, c->launch->params + o.offsets[k], sizeof address);
        c->written[c->written_count++] = address;
    }
    free(o.of);
}

bool wg_check_is_written(const wg_check *c, const wg_region *r)
{
    bool is = c->all_written || !r->is_argument;
    for (uint32_t k = 0; k < c->written_count && !is; k++)
        is = c->written[k] - r->address <= r->size;
    return is;
}
