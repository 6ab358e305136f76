/* Running the warps of one block in turns, and the barriers they meet at. */
#include "sim/run.h"

#include "sim/exec/exec.h"

/* A warp runs this long before the next one has its turn: long, because its registers are warm in the host's cache, but
 * not forever, because it may be waiting in a loop for what another warp will write. */
static const uint64_t TURN = 16 * 1024;

static uint32_t running_threads(const wg_block *block)
{
    uint32_t warps = 0;
    for (uint32_t i = 0; i < block->warp_count; i++)
        warps += block->warps[i].state != WG_WARP_DONE;
    return warps * WG_LANES;
}

static uint32_t first_lane_value(const wg_warp *w, const wg_insn *i, int k, uint32_t mask)
{
    return ((const uint32_t *)wg_row(w, i->op[k]))[__builtin_ctz(mask)];
}

static bool has_result(const wg_insn *i)
{
    return i->operand_count == 4; /* bar.red: destination, barrier, threads, predicate */
}

static void give_result(wg_warp *w, const wg_barrier *barrier)
{
    const wg_insn *i = w->waiting;
    if (!has_result(i))
        return;
    if (i->size[0] == 0) {
        bool result = i->flags & WG_FLAG_AND ? barrier->votes == barrier->voters : barrier->votes != 0;
        wg_predicate_set(w, i->op[0], result ? WG_ALL_LANES : 0, w->waiting_lanes);
        return;
    }
    uint32_t *row = wg_row(w, i->op[0]);
    for (int lane = 0; lane < WG_LANES; lane++)
        if (w->waiting_lanes >> lane & 1)
            row[lane] = barrier->votes;
}

static void release_if_complete(wg_running *running, uint32_t id)
{
    wg_barrier *barrier = &running->barriers[id];
    if (!barrier->arrived)
        return;
    uint32_t expected = barrier->expected ? barrier->expected : running_threads(&running->block);
    if (barrier->arrived < expected)
        return;
    for (uint32_t i = 0; i < running->block.warp_count; i++) {
        wg_warp *w = &running->block.warps[i];
        if (w->state == WG_WARP_AT_BARRIER && w->barrier == id) {
            give_result(w, barrier);
            w->state = WG_WARP_READY;
        }
    }
    *barrier = (wg_barrier){0};
}

void wg_barrier_arrive(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_running *running = (wg_running *)w->block;
    bool result = has_result(i), arrive_only = strstr(i->source->spelling, ".arrive") != NULL;
    uint32_t id = first_lane_value(w, i, result, mask);
    uint32_t threads = i->op[result + 1] != WG_SLOT_NONE ? first_lane_value(w, i, result + 1, mask) : 0;
    if (mask != w->alive) {
        wg_fault_set(w, i, __builtin_ctz(mask), "barrier %u in divergent code: reached by %d of the %d threads of a warp", id,
                     __builtin_popcount(mask), __builtin_popcount(w->alive));
        return;
    }
    if (id >= WG_BARRIERS || threads % WG_LANES) {
        wg_fault_set(w, i, __builtin_ctz(mask), "barrier %u for %u threads: there are %d barriers, and they count whole warps", id, threads, WG_BARRIERS);
        return;
    }
    wg_barrier *barrier = &running->barriers[id];
    barrier->arrived += WG_LANES;
    barrier->expected = threads;
    if (result) {
        uint32_t votes = wg_predicate(w, i, 3) & mask;
        barrier->votes += (uint32_t)__builtin_popcount(votes);
        barrier->voters += (uint32_t)__builtin_popcount(mask);
    }
    if (!arrive_only) {
        w->state = WG_WARP_AT_BARRIER;
        w->barrier = id;
        w->waiting = i;
        w->waiting_lanes = mask;
    }
    release_if_complete(running, id);
}

/* Every warp is done or waits, and no barrier is complete. */
static void fault_deadlock(wg_running *running)
{
    wg_block *block = &running->block;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        wg_warp *w = &block->warps[i];
        if (w->state != WG_WARP_AT_BARRIER)
            continue;
        const wg_barrier *barrier = &running->barriers[w->barrier];
        uint32_t expected = barrier->expected ? barrier->expected : running_threads(block);
        wg_fault_set(w, w->waiting, __builtin_ctz(w->waiting_lanes),
                     "barrier %u is never complete: %u threads have arrived, it waits for %u", w->barrier, barrier->arrived, expected);
        return;
    }
}

wg_block_state wg_block_run(wg_running *running, uint64_t instructions)
{
    wg_block *block = &running->block;
    while (instructions) {
        uint32_t tried = 0, done = 0;
        while (tried < block->warp_count && block->warps[running->next_warp].state != WG_WARP_READY) {
            done += block->warps[running->next_warp].state == WG_WARP_DONE;
            running->next_warp = (running->next_warp + 1) % block->warp_count;
            tried++;
        }
        if (done == block->warp_count)
            return WG_BLOCK_DONE;
        if (tried == block->warp_count) {
            fault_deadlock(running);
            return WG_BLOCK_FAULTED;
        }
        wg_warp *w = &block->warps[running->next_warp];
        uint64_t before = w->executed;
        wg_warp_run(w, instructions < TURN ? instructions : TURN);
        uint64_t ran = w->executed - before;
        instructions -= ran < instructions ? ran : instructions;
        block->executed += ran;
        if (block->fault.set)
            return WG_BLOCK_FAULTED;
        if (w->state == WG_WARP_DONE)
            for (uint32_t id = 0; id < WG_BARRIERS; id++)
                release_if_complete(running, id);
        running->next_warp = (running->next_warp + 1) % block->warp_count;
    }
    return WG_BLOCK_RUNNING;
}
