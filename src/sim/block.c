/* SPDX-License-Identifier: Apache-2.0 */
/* Running the warps of one block in turns, and the barriers they meet at. */
#include "sim/checker.h"
#include "sim/order.h"
#include "sim/run.h"

#include "sim/exec/exec.h"

/* A warp runs this long before the next one has its turn: long, because its registers are warm in the host's cache, but
 * not so long that what it read is gone when the next one reads it too, and not forever, because it may be waiting in a
 * loop for what another warp will write. One that looks as if it were (it reads what others may write, and writes
 * nothing) has its turn cut short. */
static const uint64_t TURN = 1024, GLANCE = 1024, SHORT_GLANCE = 64;

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
    wg_checker *checker = running->block.checker;
    for (uint32_t i = 0; i < running->block.warp_count; i++) {
        wg_warp *w = &running->block.warps[i];
        if (w->state == WG_WARP_AT_BARRIER && w->barrier == id) {
            if (checker)
                checker->release(checker, w, id);
            give_result(w, barrier);
            w->state = WG_WARP_READY;
        }
    }
    if (checker)
        checker->complete(checker, &running->block, id);
    *barrier = (wg_barrier){0};
}

void wg_barrier_arrive(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_running *running = (wg_running *)w->block;
    bool result = has_result(i), arrive_only = i->flags & WG_FLAG_ARRIVE;
    uint32_t id = first_lane_value(w, i, result, mask);
    uint32_t threads = i->op[result + 1] != WG_SLOT_NONE ? first_lane_value(w, i, result + 1, mask) : 0;
    if (mask != w->alive) {
        wg_fault_set_kind(w, i, __builtin_ctz(mask), WG_FAULT_BARRIER,
                          "barrier %u in divergent code: reached by %d of the %d threads of a warp", id,
                          __builtin_popcount(mask), __builtin_popcount(w->alive));
        return;
    }
    if (id >= WG_BARRIERS || threads % WG_LANES) {
        wg_fault_set_kind(w, i, __builtin_ctz(mask), WG_FAULT_BARRIER,
                          "barrier %u for %u threads: there are %d barriers, and they count whole warps", id, threads,
                          WG_BARRIERS);
        return;
    }
    wg_checker *checker = w->block->checker;
    if (checker)
        checker->arrive(checker, w, i, id, threads, mask);
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
        wg_fault_set_kind(w, w->waiting, __builtin_ctz(w->waiting_lanes), WG_FAULT_BARRIER,
                          "barrier %u is never complete: %u threads have arrived, it waits for %u", w->barrier,
                          barrier->arrived, expected);
        return;
    }
}

/* Whether what ran since the flags were cleared looks like waiting. */
static bool seems_to_wait(const wg_block *block)
{
    return block->watched_memory && !block->changed_memory;
}

/* One warp's turn; true when it spent its end waiting. */
static bool take_turn(wg_running *running, wg_warp *w, uint64_t instructions)
{
    wg_block *block = &running->block;
    bool changed = false, watched = false, waits = false, yields = false;
    uint64_t before = w->executed;
    while (w->state == WG_WARP_READY && w->executed - before < instructions && !block->fault.set && !waits && !yields) {
        uint64_t left = instructions - (w->executed - before), glance = left < running->glance ? left : running->glance,
                 start = w->executed;
        block->changed_memory = block->watched_memory = false;
        wg_warp_run(w, glance);
        yields = w->executed - start < glance;
        waits = w->state == WG_WARP_READY && seems_to_wait(block);
        changed |= block->changed_memory;
        watched |= block->watched_memory;
    }
    block->changed_memory = changed;
    block->watched_memory = watched;
    block->executed += w->executed - before;
    return waits;
}

static uint32_t ready_warps(const wg_block *block)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < block->warp_count; i++)
        count += block->warps[i].state == WG_WARP_READY;
    return count;
}

/* The next warp that can run, or NULL. */
static wg_warp *next_warp(wg_running *running)
{
    wg_block *block = &running->block;
    uint64_t shuffle = block->launch->shuffle;
    for (uint32_t tried = 0; tried < block->warp_count; tried++) {
        uint64_t next = running->next_warp;
        wg_warp *w = &block->warps[shuffle ? wg_order_nth(shuffle + block->index, next, block->warp_count) : next];
        running->next_warp = (running->next_warp + 1) % block->warp_count;
        if (w->state == WG_WARP_READY)
            return w;
    }
    return NULL;
}

/* Makes the block ready to run from its beginning. */
void wg_block_place(wg_block *block, uint64_t index)
{
    const uint32_t *grid = block->launch->grid;
    block->index = index;
    block->ctaid[0] = (uint32_t)(index % grid[0]);
    block->ctaid[1] = (uint32_t)(index / grid[0] % grid[1]);
    block->ctaid[2] = (uint32_t)(index / grid[0] / grid[1]);
}

void wg_block_start(wg_running *running)
{
    wg_block *block = &running->block;
    block->executed = running->waited = 0;
    block->fault.set = false;
    memset(block->shared, 0, block->shared_size);
    memset(running->barriers, 0, sizeof running->barriers);
    running->next_warp = 0;
    running->random = block->launch->shuffle + (block->index << 32);
    running->glance = GLANCE;
    if (block->checker)
        block->checker->begin(block->checker, block);
    for (uint32_t i = 0; i < block->warp_count; i++)
        wg_warp_start(&block->warps[i]);
}

/* In another order turns are short and long: from one basic block on. */
static uint64_t turn_length(wg_running *running)
{
    enum { LENGTHS = 11 };
    return running->block.launch->shuffle ? UINT64_C(1) << wg_order_random(&running->random) % LENGTHS : TURN;
}

static wg_block_state run_turns(wg_running *running, uint64_t instructions)
{
    wg_block *block = &running->block;
    uint64_t until = block->executed + instructions;
    uint32_t waiting = 0; /* turns in a row */
    bool changed = false;
    while (block->executed < until) {
        wg_warp *w = next_warp(running);
        if (!w && !running_threads(block))
            return WG_BLOCK_DONE;
        if (!w) {
            fault_deadlock(running);
            return WG_BLOCK_FAULTED;
        }
        uint64_t left = until - block->executed, turn = turn_length(running);
        bool waits = take_turn(running, w, left < turn ? left : turn);
        changed |= block->changed_memory;
        block->changed_memory = changed;
        if (block->fault.set)
            return WG_BLOCK_FAULTED;
        if (w->state == WG_WARP_DONE)
            for (uint32_t id = 0; id < WG_BARRIERS; id++)
                release_if_complete(running, id);
        if (!waits || turn >= SHORT_GLANCE) /* a short turn does not show that */
            waiting = waits ? waiting + 1 : 0;
        if (waiting && waiting >= ready_warps(block))
            return WG_BLOCK_WAITING;
    }
    return WG_BLOCK_RUNNING;
}

/* Runs the block for about so many instructions, or until all of its warps seem to wait; block->changed_memory says
 * whether any of it did more than that. */
wg_block_state wg_block_run(wg_running *running, uint64_t instructions)
{
    uint64_t before = running->block.executed;
    wg_block_state state = run_turns(running, instructions);
    running->waited = state == WG_BLOCK_WAITING ? running->waited + running->block.executed - before : 0;
    return state;
}

/* All that decides what a warp will do next, but for memory that others may write. */
static uint64_t digest(const wg_warp *w)
{
    const wg_frame *top = &w->frames[w->frame_count - 1];
    const wg_function *function = &w->block->program->functions[top->function];
    uint32_t local = top->local + function->local_bytes;
    uint64_t hash = wg_hash(w->memory, top->base + function->frame_bytes, w->carry);
    for (uint32_t p = 0; p < w->path_count; p++)
        hash = wg_hash((uint32_t[]){w->paths[p].block, w->paths[p].mask}, 8, hash);
    for (uint32_t lane = 0; lane < WG_LANES && local; lane++)
        hash = wg_hash(w->local + (size_t)lane * w->local_stride, local, hash);
    return hash;
}

/* Whether every warp has come back to a state it was in before: with the same memory it will again and again. The state
 * to compare with is a new one after 1, 2, 4, … looks, so that circles of any length are found. */
bool wg_block_goes_round(wg_running *running, uint64_t nth)
{
    bool all = true;
    for (uint32_t i = 0; i < running->block.warp_count; i++) {
        wg_warp *w = &running->block.warps[i];
        if (w->state == WG_WARP_DONE)
            continue;
        uint64_t place = digest(w);
        bool is_new = (nth & (nth - 1)) == 0;
        w->returned = !is_new && (w->returned || place == w->place);
        w->place = is_new ? place : w->place;
        all &= w->returned;
    }
    return all;
}

/* Lets lanes go on that wait for lanes of their own warp. Where that is necessary, there will be a lot of waiting. */
void wg_block_loosen(wg_running *running)
{
    running->glance = SHORT_GLANCE;
    for (uint32_t i = 0; i < running->block.warp_count; i++) {
        wg_warp *w = &running->block.warps[i];
        if (w->state == WG_WARP_READY && wg_path_loosen(w))
            wg_path_settle(w);
    }
}
