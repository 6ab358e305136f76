/* SPDX-License-Identifier: Apache-2.0 */
/* Where the lanes of a warp go.
 *
 * They follow a stack of paths. The top path runs, one basic block after another. Where its lanes part, the path is
 * left waiting at the block where they meet again (the branch's join) and one path for each side goes on top of it; a
 * path that arrives at its join disappears, and the one below goes on with all lanes.
 *
 * Strictly so, a warp could wait for itself: lanes that spin for a lock, on top of a path that waits for them and has
 * the lane that holds it. When nobody in the whole launch gets anywhere, warps are loosened: lanes that wait somewhere
 * in the stack go on by themselves, as a path on top. That keeps every path above the one it will join, so all the rest
 * stays as it is. Lanes that went on by themselves are collected again at the next barrier, shuffle or whatever names
 * the lanes it is for: there they are parked until the others come. */
#include "sim/run.h"

#include "sim/exec/exec.h"

#include <string.h>

void wg_path_push(wg_warp *w, uint32_t block, uint32_t join, uint32_t mask)
{
    *WG_PUSH(w->paths, w->path_count, w->path_capacity) = (wg_path){.block = block, .join = join, .mask = mask};
}

static void remove_path(wg_warp *w, uint32_t p)
{
    w->path_count--;
    memmove(&w->paths[p], &w->paths[p + 1], (w->path_count - p) * sizeof *w->paths);
}

static uint32_t floor_of(const wg_warp *w)
{
    return w->frames[w->frame_count - 1].paths;
}

/* ---- branches ---- */

/* Lanes part: the current path waits at the join. The sides go on top of it, but for one that is there already. */
static void part(wg_warp *w, const wg_basic_block *block, uint32_t here)
{
    wg_path *path = &w->paths[w->path_count - 1];
    w->block->divergent[here]++;
    if (block->join == path->join)
        w->path_count--;
    else
        path->block = block->join;
}

static void send(wg_warp *w, const wg_basic_block *block, uint32_t to, uint32_t mask)
{
    if (mask && to != block->join)
        wg_path_push(w, to, block->join, mask);
}

void wg_path_branch(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t goes)
{
    if (goes == active) {
        w->paths[w->path_count - 1].block = block->taken;
    } else if (!goes) {
        w->paths[w->path_count - 1].block = block->next;
    } else {
        part(w, block, here);
        send(w, block, block->taken, goes);
        send(w, block, block->next, active & ~goes);
    }
}

/* brx.idx: a way for each target that some lane wants. */
void wg_path_indexed(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t goes)
{
    const uint32_t *index = wg_row(w, block->last->op[0]);
    uint32_t to[WG_LANES + 1], lanes[WG_LANES + 1], count = 0;
    if (active & ~goes) {
        to[count] = block->next;
        lanes[count++] = active & ~goes;
    }
    FOR_LANES_OF(goes, lane)
    {
        if (index[lane] >= block->target_count) {
            wg_fault_set(w, block->last, lane, "brx.idx with index %u of %u targets", index[lane], block->target_count);
            return;
        }
        uint32_t n = 0, target = block->targets[index[lane]];
        while (n < count && to[n] != target)
            n++;
        if (n == count) {
            to[count] = target;
            lanes[count++] = 0;
        }
        lanes[n] |= 1u << lane;
    }
    if (count == 1) {
        w->paths[w->path_count - 1].block = to[0];
        return;
    }
    part(w, block, here);
    while (count-- > 0)
        send(w, block, to[count], lanes[count]);
}

/* Paths without lanes and frames without paths are over. Paths that reached their join let the one below go on. */
void wg_path_settle(wg_warp *w)
{
    while (w->frame_count) {
        uint32_t floor = floor_of(w);
        while (w->path_count > floor) {
            const wg_path *top = &w->paths[w->path_count - 1];
            if (top->mask && top->block != top->join)
                return;
            w->path_count--;
        }
        if (w->frame_count == 1)
            break;
        wg_frame_leave(w);
    }
    w->state = WG_WARP_DONE;
}

/* ---- lanes that wait ---- */

/* Lanes of path p that are in no path above it. */
static uint32_t idle_lanes(const wg_warp *w, uint32_t p)
{
    uint32_t lanes = w->paths[p].mask;
    for (uint32_t above = p + 1; above < w->path_count; above++)
        lanes &= ~w->paths[above].mask;
    return lanes;
}

static void bring_up(wg_warp *w, uint32_t p, uint32_t lanes)
{
    wg_path path = w->paths[p];
    path.mask = lanes;
    w->paths[p].mask &= ~lanes;
    if (!w->paths[p].mask)
        remove_path(w, p);
    *WG_PUSH(w->paths, w->path_count, w->path_capacity) = path;
}

/* The nearest ones at first, because that disturbs least; from then on the farthest ones, so that all have their turn.
 */
bool wg_path_loosen(wg_warp *w)
{
    uint32_t floor = floor_of(w), count = w->path_count - 1 - floor;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t p = w->loosened ? floor + n : floor + count - 1 - n, lanes = idle_lanes(w, p);
        if (!lanes || w->paths[p].parked || w->paths[p].block == w->paths[p].join)
            continue;
        bring_up(w, p, lanes);
        w->loosened = true;
        return true;
    }
    return false;
}

/* The top path is at an instruction for the wanted lanes, without all of them. It takes along those that are parked
 * there, or is parked itself while others go on; when there are none, the warp is as complete as it will be, and the
 * instruction must decide. */
bool wg_path_park(wg_warp *w, uint32_t here, uint32_t wanted)
{
    wg_path *top = &w->paths[w->path_count - 1];
    for (uint32_t p = w->path_count - 1; p-- > floor_of(w);) {
        if (!w->paths[p].parked || w->paths[p].block != here || w->paths[p].join != top->join)
            continue;
        top->mask |= w->paths[p].mask;
        remove_path(w, p);
        top = &w->paths[w->path_count - 1];
    }
    top->parked = (wanted & ~top->mask) != 0;
    if (top->parked && wg_path_loosen(w))
        return false;
    top->parked = false;
    return true;
}

/* ---- lanes that leave ---- */

/* Whether all that is left to do from this block of the kernel on is to end. */
static bool only_leaves(const wg_program *program, uint32_t b)
{
    enum { MOST_STEPS = 8 }; /* empty blocks in a row, which may be a circle */
    for (int step = 0; step < MOST_STEPS && b != WG_NO_BLOCK; step++) {
        const wg_basic_block *block = &program->blocks[b];
        if (block->count || (block->last && block->last->guard != WG_SLOT_NONE))
            return false;
        if (block->end == WG_END_RETURN || block->end == WG_END_EXIT)
            return true;
        if (block->end != WG_END_FALL && block->end != WG_END_BRANCH)
            return false;
        b = block->end == WG_END_BRANCH ? block->taken : block->next;
    }
    return false;
}

/* They are counted where they end, together with the lanes that end there later. */
static void leave(wg_warp *w, uint32_t b, uint32_t lanes)
{
    const wg_basic_block *block;
    do {
        block = &w->block->program->blocks[b];
        w->block->block_threads[b] += wg_lane_count(lanes);
        b = block->end == WG_END_BRANCH ? block->taken : block->next;
    } while (block->end != WG_END_RETURN && block->end != WG_END_EXIT);
    w->alive &= ~lanes;
    for (uint32_t p = 0; p < w->path_count; p++)
        w->paths[p].mask &= ~lanes;
}

/* Compilers let `if (i >= n) return;` jump to the kernel's one return, which is where the other lanes meet these again.
 * ptxas makes an exit of it: nobody waits for such lanes. */
static void let_leave(wg_warp *w)
{
    uint32_t end = w->frame_count > 1 ? w->frames[1].paths : w->path_count - 1;
    for (uint32_t p = 0; p < end; p++) {
        uint32_t lanes = idle_lanes(w, p);
        if (lanes && only_leaves(w->block->program, w->paths[p].block))
            leave(w, w->paths[p].block, lanes);
    }
}

/* A side of a branch that has not begun; lanes that wait at a join are not. */
static bool is_pending(const wg_warp *w, uint32_t p)
{
    for (uint32_t above = p + 1; above < w->path_count; above++)
        if (w->paths[above].join == w->paths[p].block)
            return false;
    return !w->paths[p].parked && idle_lanes(w, p);
}

uint32_t wg_path_undecided(wg_warp *w)
{
    uint32_t lanes = 0;
    let_leave(w);
    for (uint32_t p = floor_of(w); p + 1 < w->path_count; p++)
        lanes |= is_pending(w, p) ? idle_lanes(w, p) : 0;
    return lanes;
}

bool wg_path_wait_for_leavers(wg_warp *w)
{
    let_leave(w);
    wg_path *top = &w->paths[w->path_count - 1];
    for (uint32_t p = w->path_count - 1; top->mask != w->alive && p-- > floor_of(w);)
        if (is_pending(w, p)) {
            top->parked = true;
            bring_up(w, p, idle_lanes(w, p));
            return true;
        }
    return false;
}
