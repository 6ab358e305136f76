/* In which order ptxas puts the instructions of a basic block: those first on which most waiting hangs.
 *
 * Compilers write a load right before what needs it; ptxas moves loads up so that several are on their way at a time. This does the same as a
 * textbook would: of the instructions whose operands are there, the next is the one with the longest way to the block's end, in cycles.
 * What touches memory keeps its order where it may be the same memory; nothing moves across a barrier, an atomic or a fence. */
#include "replay/timeline.h"

#include "base/arena.h"
#include "replay/values.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

enum { GLOBAL_CYCLES = 400, SHARED_CYCLES = 30, ARITHMETIC_CYCLES = 4, NONE = UINT32_MAX };

typedef struct edge {
    uint32_t to, next;
} edge;

/* A node is an instruction of the block, numbered from its beginning. */
typedef struct item {
    uint32_t edges;   /* to those that must come later; NONE */
    uint32_t waiting; /* for so many earlier ones */
    uint32_t height;  /* cycles to the end */
} item;

typedef struct reader {
    uint32_t node, next;
} reader;

/* Of a register, in the block at hand. */
typedef struct use {
    uint32_t stamp, writer, readers;
} use;

typedef enum kind { PLAIN, READS, READS_CONSTANTS, WRITES, ORDERS } kind;

typedef struct scheduler {
    const wg_program *program;
    const wg_machine *machine;
    use *uses; /* by slot / 4 */
    uint32_t stamp;
    item *nodes;
    edge *edges;
    size_t edge_count, edge_capacity;
    reader *readers;
    size_t reader_count, reader_capacity;
    uint32_t *ready;
} scheduler;

static bool spells(const wg_insn *i, const char *word)
{
    return strstr(i->source->spelling, word) != NULL;
}

static kind kind_of(const wg_insn *i)
{
    bool is_shared = spells(i, ".shared");
    switch ((wg_class)i->class) {
    case WG_CLASS_LOAD:
        if (wg_insn_begins(i, "ld.param") || wg_insn_begins(i, "ld.const"))
            return PLAIN;
        if (spells(i, ".nc"))
            return READS_CONSTANTS;
        return wg_insn_begins(i, "cp.") || spells(i, ".volatile") ? ORDERS : READS;
    case WG_CLASS_TEXTURE: return READS_CONSTANTS;
    case WG_CLASS_STORE: return wg_insn_begins(i, "st.param") ? PLAIN : WRITES;
    case WG_CLASS_ATOMIC: return is_shared ? WRITES : ORDERS;
    case WG_CLASS_BARRIER:
    case WG_CLASS_FENCE:
    case WG_CLASS_CONTROL:
    case WG_CLASS_WARP: return ORDERS;
    default: return PLAIN;
    }
}

static uint32_t cycles_of(const wg_machine_insn *m, const wg_insn *i)
{
    if (m->latency == WG_LATENCY_MEMORY)
        return spells(i, ".shared") ? SHARED_CYCLES : GLOBAL_CYCLES;
    return m->issues == 0 ? 0 : m->latency == WG_LATENCY_SFU ? 20 : ARITHMETIC_CYCLES;
}

/* ---- who waits for whom ---- */

static void depend(scheduler *s, uint32_t earlier, uint32_t later)
{
    if (earlier == NONE || earlier == later)
        return;
    *WG_PUSH(s->edges, s->edge_count, s->edge_capacity) = (edge){later, s->nodes[earlier].edges};
    s->nodes[earlier].edges = (uint32_t)s->edge_count - 1;
    s->nodes[later].waiting++;
}

static use *use_of(scheduler *s, wg_slot slot)
{
    use *u = &s->uses[slot / 4];
    if (u->stamp != s->stamp)
        *u = (use){s->stamp, NONE, NONE};
    return u;
}

static void read_slot(scheduler *s, wg_slot slot, uint32_t node)
{
    if (slot < 0)
        return;
    use *u = use_of(s, slot);
    depend(s, u->writer, node);
    *WG_PUSH(s->readers, s->reader_count, s->reader_capacity) = (reader){node, u->readers};
    u->readers = (uint32_t)s->reader_count - 1;
}

static void write_slot(scheduler *s, wg_slot slot, uint32_t node)
{
    if (slot < 0)
        return;
    use *u = use_of(s, slot);
    depend(s, u->writer, node);
    for (uint32_t r = u->readers; r != NONE; r = s->readers[r].next)
        depend(s, s->readers[r].node, node);
    u->writer = node;
    u->readers = NONE;
}

static void follow_registers(scheduler *s, const wg_insn *i, uint32_t node)
{
    const wg_slot *slots;
    int destinations = s->machine->insns[i->index].destinations;
    for (int k = destinations; k < WG_MAX_OPERANDS; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            read_slot(s, slots[n], node);
    }
    read_slot(s, i->guard, node);
    for (int k = 0; k < destinations; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            write_slot(s, slots[n], node);
            if (i->guard >= 0) /* where the guard is false the old value stays */
                read_slot(s, slots[n], node);
        }
    }
}

/* Shared and other memory are apart. */
typedef struct places {
    uint32_t store[2], fence;
} places;

static void follow_memory(scheduler *s, const wg_insn *i, uint32_t node, uint32_t first_read[2], places *p)
{
    int where = spells(i, ".shared");
    kind k = kind_of(i);
    if (k == PLAIN)
        return;
    depend(s, p->fence, node);
    if (k == READS || k == WRITES)
        depend(s, p->store[where], node);
    if (k == WRITES || k == ORDERS)
        for (uint32_t n = first_read[where]; n < node; n++) {
            const wg_insn *other = i - (node - n);
            kind theirs = kind_of(other);
            if (theirs == READS && (k == ORDERS || spells(other, ".shared") == where))
                depend(s, n, node);
        }
    if (k == WRITES) {
        p->store[where] = node;
        first_read[where] = node;
    }
    if (k == ORDERS) {
        for (uint32_t n = p->fence == NONE ? 0 : p->fence; n < node; n++)
            if (kind_of(i - (node - n)) != PLAIN)
                depend(s, n, node);
        p->fence = p->store[0] = p->store[1] = node;
        first_read[0] = first_read[1] = node;
    }
}

/* ---- a block ---- */

static void find_heights(scheduler *s, const wg_insn *insns, uint32_t count)
{
    for (uint32_t n = count; n-- > 0;) {
        uint32_t most = 0;
        for (uint32_t e = s->nodes[n].edges; e != NONE; e = s->edges[e].next) {
            uint32_t height = s->nodes[s->edges[e].to].height;
            most = height > most ? height : most;
        }
        s->nodes[n].height = most + cycles_of(&s->machine->insns[insns[n].index], &insns[n]);
    }
}

static void put_in_order(scheduler *s, uint32_t first, uint32_t count, uint32_t *rank)
{
    uint32_t ready = 0;
    for (uint32_t n = 0; n < count; n++)
        if (!s->nodes[n].waiting)
            s->ready[ready++] = n;
    for (uint32_t place = 0; ready; place++) {
        uint32_t best = 0;
        for (uint32_t k = 1; k < ready; k++) {
            const item *a = &s->nodes[s->ready[k]], *b = &s->nodes[s->ready[best]];
            if (a->height > b->height || (a->height == b->height && s->ready[k] < s->ready[best]))
                best = k;
        }
        uint32_t chosen = s->ready[best];
        s->ready[best] = s->ready[--ready];
        rank[first + chosen] = first + place;
        for (uint32_t e = s->nodes[chosen].edges; e != NONE; e = s->edges[e].next)
            if (--s->nodes[s->edges[e].to].waiting == 0)
                s->ready[ready++] = s->edges[e].to;
    }
}

static void order_block(scheduler *s, const wg_basic_block *block, uint32_t *rank)
{
    const wg_insn *insns = &s->program->insns[block->first];
    places p = {{NONE, NONE}, NONE};
    uint32_t first_read[2] = {0, 0};
    s->stamp++;
    s->edge_count = s->reader_count = 0;
    for (uint32_t n = 0; n < block->count; n++)
        s->nodes[n] = (item){.edges = NONE};
    for (uint32_t n = 0; n < block->count; n++) {
        follow_registers(s, &insns[n], n);
        follow_memory(s, &insns[n], n, first_read, &p);
    }
    find_heights(s, insns, block->count);
    put_in_order(s, block->first, block->count, rank);
}

uint32_t *wg_order_find(const wg_program *program, const wg_machine *machine)
{
    enum { LONGEST = 8192 }; /* a block of more stays as it is */
    uint32_t *rank = wg_alloc((program->insn_count + 1) * sizeof *rank), frame = 0, longest = 0;
    for (uint32_t n = 0; n < program->insn_count; n++)
        rank[n] = n;
    for (uint32_t f = 0; f < program->function_count; f++)
        frame = program->functions[f].frame_bytes > frame ? program->functions[f].frame_bytes : frame;
    for (uint32_t b = 0; b < program->block_count; b++)
        longest = program->blocks[b].count > longest ? program->blocks[b].count : longest;
    scheduler s = {.program = program,
                   .machine = machine,
                   .uses = wg_alloc((frame / 4 + 1) * sizeof *s.uses),
                   .nodes = wg_alloc((longest + 1) * sizeof *s.nodes),
                   .ready = wg_alloc((longest + 1) * sizeof *s.ready)};
    for (uint32_t b = 0; b < program->block_count; b++)
        if (program->blocks[b].count > 1 && program->blocks[b].count <= LONGEST)
            order_block(&s, &program->blocks[b], rank);
    free(s.uses);
    free(s.nodes);
    free(s.ready);
    free(s.edges);
    free(s.readers);
    return rank;
}
