/* SPDX-License-Identifier: Apache-2.0 */
/* In which order ptxas puts the instructions of a region: those first on which most waiting hangs.
 *
 * Compilers write a load right before what needs it; ptxas moves loads up so that several are on their way at a time.
 * This does the same as a textbook would: of the instructions whose operands are there, the next is the one with the
 * longest way to the end, in cycles. A load that comes earlier keeps its registers for longer, so as many words may be
 * on their way, or wait to be read, as there are registers for; and what is done with it under a condition keeps its
 * predicate, of which the target has a few. What touches memory keeps its order where it may be the same memory; no
 * access moves across a barrier, an atomic or a fence, and nothing at all across a division or a root, which have a
 * branch in them. */
#include "machine/schedule.h"

#include "base/arena.h"
#include "machine/values.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = UINT32_MAX };

typedef struct edge {
    uint32_t to, next;
} edge;

/* A node is an instruction of the block, numbered from its beginning. */
typedef struct item {
    uint32_t edges;   /* to those that must come later; NONE */
    uint32_t waiting; /* for so many earlier ones */
    uint32_t height;  /* cycles to the end */
    uint32_t reads;   /* in scheduler.readings: the loads it reads; NONE */
    uint32_t readers; /* of a load: in the region */
    uint32_t words;   /* of a load */
    uint32_t from;    /* … and from where on its address is there */
    uint32_t guards;  /* … 1: it is the first under a predicate, which it keeps until it is read */
} item;

/* What loads keep that are done and not read for the last time. */
typedef struct kept {
    uint32_t words, guards;
} kept;

typedef struct reading {
    uint32_t load, next;
} reading;

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
    reading *readings;
    size_t reading_count, reading_capacity;
    uint32_t *ready;
    uint32_t registers;
} scheduler;

static kind kind_of(const wg_insn *i)
{
    switch ((wg_class)i->class) {
    case WG_CLASS_LOAD:
        if (wg_insn_reads_constant(i))
            return PLAIN;
        if (i->qualifiers & WG_QUALIFIER_NC)
            return READS_CONSTANTS;
        return i->opcode == WG_OP_cp_async || i->qualifiers & WG_QUALIFIER_VOLATILE ? ORDERS : READS;
    case WG_CLASS_TEXTURE: return READS_CONSTANTS;
    case WG_CLASS_STORE: return WRITES;
    case WG_CLASS_ATOMIC: return wg_insn_names_shared(i) ? WRITES : ORDERS;
    case WG_CLASS_BARRIER:
    case WG_CLASS_FENCE:
    case WG_CLASS_CONTROL:
    case WG_CLASS_WARP: return ORDERS;
    default: return PLAIN;
    }
}

static uint32_t cycles_of(const scheduler *s, const wg_insn *i)
{
    const wg_machine_insn *m = &s->machine->insns[i->index];
    const wg_assumed_latencies *assumed = s->machine->target.latencies;
    if (m->latency == WG_LATENCY_MEMORY)
        return wg_insn_names_shared(i) || wg_insn_space(i) == WG_SPACE_LOCAL ? assumed->near : assumed->global;
    return m->issues == 0 ? 0 : m->latency == WG_LATENCY_SFU ? assumed->sfu : assumed->arithmetic;
}

/* ---- who waits for whom ---- */

static void add_edge(scheduler *s, uint32_t earlier, uint32_t later)
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

static void note_reading(scheduler *s, uint32_t load, uint32_t node)
{
    if (load == NONE || !s->nodes[load].words)
        return;
    *WG_PUSH(s->readings, s->reading_count, s->reading_capacity) = (reading){load, s->nodes[node].reads};
    s->nodes[node].reads = (uint32_t)s->reading_count - 1;
    s->nodes[load].readers++;
}

static void read_slot(scheduler *s, wg_slot slot, uint32_t node)
{
    if (slot < 0)
        return;
    use *u = use_of(s, slot);
    add_edge(s, u->writer, node);
    note_reading(s, u->writer, node);
    *WG_PUSH(s->readers, s->reader_count, s->reader_capacity) = (reader){node, u->readers};
    u->readers = (uint32_t)s->reader_count - 1;
}

static void write_slot(scheduler *s, wg_slot slot, uint32_t node)
{
    if (slot < 0)
        return;
    use *u = use_of(s, slot);
    add_edge(s, u->writer, node);
    for (uint32_t r = u->readers; r != NONE; r = s->readers[r].next)
        add_edge(s, s->readers[r].node, node);
    u->writer = node;
    u->readers = NONE;
}

static void add_register_edges(scheduler *s, const wg_insn *i, uint32_t node)
{
    const wg_slot *slots;
    int destinations = s->machine->insns[i->index].destinations;
    for (int k = destinations; k < WG_MAX_OPERANDS; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            uint32_t writer = slots[n] < 0 ? NONE : use_of(s, slots[n])->writer;
            if (writer != NONE && writer > s->nodes[node].from)
                s->nodes[node].from = writer;
            read_slot(s, slots[n], node);
        }
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
    uint32_t store[2], fence; /* the last ones; NONE */
    uint32_t first_read[2];   /* behind them */
} places;

/* What others may have read before it is written, and whatever a fence has to stay behind. */
static void add_read_edges(scheduler *s, const wg_insn *i, uint32_t node, uint32_t first, bool is_fence)
{
    for (uint32_t n = first; n < node; n++) {
        const wg_insn *other = i - (node - n);
        if (kind_of(other) == READS && (is_fence || wg_insn_names_shared(other) == wg_insn_names_shared(i)))
            add_edge(s, n, node);
    }
}

static void add_fence_edges(scheduler *s, const wg_insn *i, uint32_t node, places *p)
{
    for (uint32_t n = p->fence == NONE ? 0 : p->fence; n < node; n++)
        if (kind_of(i - (node - n)) != PLAIN)
            add_edge(s, n, node);
    p->fence = p->store[0] = p->store[1] = node;
    p->first_read[0] = p->first_read[1] = node;
}

static void add_memory_edges(scheduler *s, const wg_insn *i, uint32_t node, places *p)
{
    int where = wg_insn_names_shared(i);
    kind k = i->opcode == WG_OP_bra ? PLAIN : kind_of(i); /* those in the middle of a region */
    if (k == PLAIN)
        return;
    add_edge(s, p->fence, node);
    if (k == READS || k == WRITES)
        add_edge(s, p->store[where], node);
    if (k == WRITES || k == ORDERS)
        add_read_edges(s, i, node, p->first_read[where], k == ORDERS);
    if (k == WRITES)
        p->store[where] = p->first_read[where] = node;
    if (k == ORDERS)
        add_fence_edges(s, i, node, p);
}

/* Whether it is a sequence with a branch in it, to a way for rare operands: what comes before stays before it, and what
 * comes behind, behind. */
static bool branches_within(const scheduler *s, const wg_insn *i)
{
    return i->class != WG_CLASS_CONTROL && s->machine->insns[i->index].on[WG_PIPE_CBU] > 0;
}

static void add_sequence_edges(scheduler *s, const wg_insn *i, uint32_t node, uint32_t *sequence)
{
    add_edge(s, *sequence, node);
    if (!branches_within(s, i))
        return;
    for (uint32_t n = *sequence == NONE ? 0 : *sequence + 1; n < node; n++)
        add_edge(s, n, node);
    *sequence = node;
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
        s->nodes[n].height = most + cycles_of(s, &insns[n]);
    }
}

/* Words that a load holds registers for; those from local memory, being near, move up so little that there always are
 * some. */
static uint32_t words_of(const wg_machine_insn *m, const wg_insn *i)
{
    const wg_slot *slots;
    bool loads = m->latency == WG_LATENCY_MEMORY && m->destinations && wg_insn_space(i) != WG_SPACE_LOCAL;
    return loads ? wg_operand_slots(i, 0, &slots) * ((i->size[0] + 3u) / 4) : 0;
}

static kept kept_with(kept k, const item *node)
{
    return (kept){k.words + node->words, k.guards + (node->readers ? node->guards : 0)};
}

/* After one more instruction. */
static kept kept_after(const scheduler *s, uint32_t node, kept k, uint32_t *left)
{
    k = kept_with(k, &s->nodes[node]);
    for (uint32_t r = s->nodes[node].reads; r != NONE; r = s->readings[r].next)
        if (--left[s->readings[r].load] == 0) {
            k.words -= s->nodes[s->readings[r].load].words;
            k.guards -= s->nodes[s->readings[r].load].guards;
        }
    return k;
}

/* Registers of the addresses that loads need for the last time, of those that are all there where most registers are in
 * use: loads that move up to that place make room. */
static uint32_t addresses_at(const scheduler *s, uint32_t first, uint32_t count, uint32_t peak)
{
    uint32_t sum = 0;
    for (uint32_t n = peak; n + 1 < count; n++) {
        const wg_machine_insn *i = &s->machine->insns[first + n];
        uint32_t after = i[1].alive, before = i->alive + s->nodes[n].words;
        if (s->nodes[n].words && s->nodes[n].from <= peak && before > after)
            sum += before - after;
    }
    return sum;
}

/* As many words as loads have in the order they are written in, and the registers that are left there. */
static uint32_t room_of(const scheduler *s, uint32_t first, uint32_t count, uint32_t *left)
{
    kept k = {0};
    uint32_t most = 0, peak = 0;
    for (uint32_t n = 0; n < count; n++) {
        k = kept_after(s, n, k, left);
        most = k.words > most ? k.words : most;
        peak = s->machine->insns[first + n].alive > s->machine->insns[first + peak].alive ? n : peak;
    }
    for (uint32_t n = 0; n < count; n++)
        left[n] = s->nodes[n].readers;
    uint32_t alive = s->machine->insns[first + peak].alive, freed = addresses_at(s, first, count, peak);
    return most + (s->registers + freed > alive ? s->registers + freed - alive : 0);
}

static bool fits(const scheduler *s, kept now, const item *node, uint32_t room)
{
    kept then = kept_with(now, node);
    return then.words <= room && (then.guards == now.guards || then.guards <= s->machine->target.predicates);
}

/* Of those that are ready: what there is room for, that with the longest way to the end first. */
static uint32_t best_ready(const scheduler *s, uint32_t ready, kept now, uint32_t room)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < ready; k++) {
        const item *a = &s->nodes[s->ready[k]], *b = &s->nodes[s->ready[best]];
        bool a_fits = fits(s, now, a, room), b_fits = fits(s, now, b, room);
        bool is_earlier = s->ready[k] < s->ready[best];
        bool is_higher = a->height > b->height || (a->height == b->height && is_earlier);
        if (a_fits == b_fits ? (a_fits ? is_higher : is_earlier) : a_fits)
            best = k;
    }
    return best;
}

static void list_schedule(scheduler *s, uint32_t first, uint32_t count, uint32_t *rank)
{
    kept now = {0};
    uint32_t ready = 0, *left = wg_alloc((count + 1) * sizeof *left);
    for (uint32_t n = 0; n < count; n++)
        left[n] = s->nodes[n].readers;
    uint32_t room = room_of(s, first, count, left);
    for (uint32_t n = 0; n < count; n++)
        if (!s->nodes[n].waiting)
            s->ready[ready++] = n;
    for (uint32_t place = 0; ready; place++) {
        uint32_t best = best_ready(s, ready, now, room), chosen = s->ready[best];
        s->ready[best] = s->ready[--ready];
        rank[first + chosen] = first + place;
        now = kept_after(s, chosen, now, left);
        for (uint32_t e = s->nodes[chosen].edges; e != NONE; e = s->edges[e].next)
            if (--s->nodes[s->edges[e].to].waiting == 0)
                s->ready[ready++] = s->edges[e].to;
    }
    free(left);
}

/* ---- regions ---- */

/* Blocks [first, end) of the program, one behind the other, of which each runs into the next or past it. */
typedef struct region {
    uint32_t first, end;
} region;

static uint32_t insn_end(const wg_basic_block *b)
{
    return b->first + b->count + (b->last != NULL);
}

/* What the branch at its end may skip is short and stores nothing that others see: loads in it begin before the branch.
 */
static bool skips_little(const scheduler *s, const wg_basic_block *b)
{
    enum { SHORT = 16 };
    const wg_basic_block *skipped = b + 1;
    if (b->join != b->taken || b->taken != b->next + 1 || skipped->count > SHORT)
        return false;
    for (uint32_t n = skipped->first; n < skipped->first + skipped->count; n++) {
        const wg_insn *i = &s->program->insns[n];
        if (kind_of(i) == ORDERS || (kind_of(i) == WRITES && !wg_insn_names_shared(i)))
            return false;
    }
    return true;
}

/* It ends in no branch, or in one that became predicates. */
static bool runs_on(const scheduler *s, const wg_basic_block *b)
{
    bool branches = b->end == WG_END_BRANCH;
    return b->end == WG_END_FALL || (branches && (s->machine->insns[b->last->index].issues == 0 || skips_little(s, b)));
}

/* Whether nobody comes to the block but from within. */
static bool is_entered_from(const wg_program *program, uint32_t block, const region *r)
{
    for (uint32_t b = 0; b < program->block_count; b++) {
        const wg_basic_block *other = &program->blocks[b];
        bool enters = other->taken == block || other->next == block;
        for (uint32_t k = 0; k < other->target_count; k++)
            enters |= other->targets[k] == block;
        if (enters && (b < r->first || b >= r->end))
            return false;
    }
    return true;
}

static region grow_region(const scheduler *s, uint32_t first)
{
    enum { MOST_BLOCKS = 64 };
    const wg_program *program = s->program;
    region r = {first, first + 1};
    while (r.end < program->block_count && r.end - first < MOST_BLOCKS) {
        const wg_basic_block *b = &program->blocks[r.end - 1], *next = b + 1;
        bool follows = next->first == insn_end(b) && b->next == r.end;
        if (!follows || !runs_on(s, b) || !is_entered_from(program, r.end, &r))
            break;
        r.end++;
    }
    return r;
}

/* The node stays behind all of the block. */
static void stay_behind(scheduler *s, uint32_t block, uint32_t first, uint32_t node)
{
    const wg_basic_block *b = &s->program->blocks[block];
    for (uint32_t n = 0; n < b->count; n++)
        add_edge(s, b->first + n - first, node);
}

/* What a branch that is gone lets happen waits for its predicate: what comes before the place where lanes meet again.
 * Loads there move up past one such place at most, not past the block that ends with the branch before. */
static void add_branch_edges(scheduler *s, const region *r, uint32_t first)
{
    uint32_t before = WG_NO_BLOCK; /* the block with the branch before */
    for (uint32_t b = r->first; b + 1 < r->end; b++) {
        const wg_basic_block *block = &s->program->blocks[b];
        if (block->end != WG_END_BRANCH)
            continue;
        uint32_t join = block->join < r->end ? block->join : r->end, guards = 1;
        for (uint32_t k = b + 1; k < join; k++)
            for (uint32_t n = 0; n < s->program->blocks[k].count; n++) {
                uint32_t node = s->program->blocks[k].first + n - first;
                add_edge(s, block->last->index - first, node);
                if (s->nodes[node].words) {
                    s->nodes[node].guards = guards;
                    guards = 0;
                }
                if (before != WG_NO_BLOCK && s->nodes[node].words)
                    stay_behind(s, before, first, node);
            }
        before = b;
    }
}

static void order_region(scheduler *s, const region *r, wg_schedule *order)
{
    const wg_basic_block *last = &s->program->blocks[r->end - 1];
    uint32_t first = s->program->blocks[r->first].first, count = last->first + last->count - first;
    const wg_insn *insns = &s->program->insns[first];
    places p = {{NONE, NONE}, NONE, {0, 0}};
    uint32_t sequence = NONE;
    s->stamp++;
    s->edge_count = s->reader_count = s->reading_count = 0;
    for (uint32_t n = 0; n < count; n++) {
        s->nodes[n] = (item){.edges = NONE, .reads = NONE, .words = words_of(&s->machine->insns[first + n], &insns[n])};
        order->region[first + n] = first;
    }
    for (uint32_t n = 0; n < count; n++) {
        add_register_edges(s, &insns[n], n);
        add_memory_edges(s, &insns[n], n, &p);
        add_sequence_edges(s, &insns[n], n, &sequence);
    }
    add_branch_edges(s, r, first);
    find_heights(s, insns, count);
    list_schedule(s, first, count, order->rank);
}

static void free_scheduler(scheduler *s)
{
    free(s->uses);
    free(s->nodes);
    free(s->ready);
    free(s->edges);
    free(s->readers);
    free(s->readings);
}

static void order_regions(scheduler *s, uint32_t longest, wg_schedule *order)
{
    const wg_program *program = s->program;
    for (uint32_t b = 0; b < program->block_count;) {
        region r = grow_region(s, b);
        const wg_basic_block *last = &program->blocks[r.end - 1];
        if (last->first + last->count - program->blocks[b].first <= longest)
            order_region(s, &r, order);
        b = r.end;
    }
}

wg_schedule wg_schedule_find(const wg_program *program, const wg_machine *machine, uint32_t registers)
{
    enum { LONGEST = 8192 }; /* a region of more stays as it is */
    uint32_t frame = wg_largest_frame(program);
    wg_schedule order = {.rank = wg_alloc((program->insn_count + 1) * sizeof *order.rank),
                         .region = wg_alloc((program->insn_count + 1) * sizeof *order.region)};
    for (uint32_t n = 0; n < program->insn_count; n++)
        order.rank[n] = order.region[n] = n;
    scheduler s = {.program = program,
                   .machine = machine,
                   .registers = registers,
                   .uses = wg_alloc((frame / 4 + 1) * sizeof *s.uses),
                   .nodes = wg_alloc((LONGEST + 1) * sizeof *s.nodes),
                   .ready = wg_alloc((LONGEST + 1) * sizeof *s.ready)};
    order_regions(&s, LONGEST, &order);
    free_scheduler(&s);
    return order;
}

void wg_schedule_free(wg_schedule *order)
{
    free(order->rank);
    free(order->region);
    *order = (wg_schedule){0};
}
