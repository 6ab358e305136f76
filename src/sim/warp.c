/* Running one warp.
 *
 * Its lanes follow a stack of paths. The top path runs, one basic block after another. Where its lanes part, the path is left
 * waiting at the block where they meet again (the branch's join) and one path for each side goes on top of it; a path that
 * arrives at its join disappears, and the one below goes on with all lanes. A call puts a frame on the frame stack and a path
 * for the callee on the path stack; it returns when all lanes that called have returned.
 *
 * Counting costs one addition a basic block: how often it ran, with how many lanes. Only guarded instructions and memory
 * accesses keep counts of their own. */
#include "sim/builtins.h"
#include "sim/load.h"
#include "sim/run.h"

#include "sim/exec/exec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 4096, LOCAL_STACK = 64 * 1024 };

/* ---- frames ---- */

static uint32_t special(const wg_warp *w, wg_sreg sreg, uint32_t lane)
{
    const wg_block *block = w->block;
    const wg_launch *launch = block->launch;
    uint32_t thread = w->id * WG_LANES + lane, x = launch->block[0], y = launch->block[1];
    switch (sreg) {
    case WG_SREG_TID_X: return thread % x;
    case WG_SREG_TID_Y: return thread / x % y;
    case WG_SREG_TID_Z: return thread / x / y;
    case WG_SREG_NTID_X:
    case WG_SREG_NTID_Y:
    case WG_SREG_NTID_Z: return launch->block[sreg - WG_SREG_NTID_X];
    case WG_SREG_CTAID_X:
    case WG_SREG_CTAID_Y:
    case WG_SREG_CTAID_Z: return block->ctaid[sreg - WG_SREG_CTAID_X];
    case WG_SREG_NCTAID_X:
    case WG_SREG_NCTAID_Y:
    case WG_SREG_NCTAID_Z: return launch->grid[sreg - WG_SREG_NCTAID_X];
    case WG_SREG_LANEID: return lane;
    case WG_SREG_WARPID: return w->id;
    case WG_SREG_NWARPID: return block->warp_count;
    case WG_SREG_LANEMASK_EQ: return 1u << lane;
    case WG_SREG_LANEMASK_LT: return (1u << lane) - 1;
    case WG_SREG_LANEMASK_LE: return (2u << lane) - 1;
    case WG_SREG_LANEMASK_GT: return ~((2u << lane) - 1);
    case WG_SREG_LANEMASK_GE: return ~((1u << lane) - 1);
    case WG_SREG_SMID: return (uint32_t)(block->index % WG_SIM_SMS);
    case WG_SREG_NSMID: return WG_SIM_SMS;
    case WG_SREG_DYNAMIC_SMEM: return launch->dynamic_shared;
    case WG_SREG_TOTAL_SMEM:
    case WG_SREG_AGGR_SMEM: return block->shared_size;
    case WG_SREG_CLUSTERID_X:
    case WG_SREG_CLUSTERID_Y:
    case WG_SREG_CLUSTERID_Z: return block->ctaid[sreg - WG_SREG_CLUSTERID_X];
    case WG_SREG_NCLUSTERID_X:
    case WG_SREG_NCLUSTERID_Y:
    case WG_SREG_NCLUSTERID_Z: return launch->grid[sreg - WG_SREG_NCLUSTERID_X];
    case WG_SREG_CLUSTER_NCTAID_X:
    case WG_SREG_CLUSTER_NCTAID_Y:
    case WG_SREG_CLUSTER_NCTAID_Z:
    case WG_SREG_CLUSTER_NCTARANK:
    case WG_SREG_GRIDID: return 1;
    case WG_SREG_WARP_SZ: return WG_LANES;
    default: return 0; /* ranks in a cluster of one, environment and performance registers */
    }
}

static bool depends_on_block(wg_sreg sreg)
{
    return (sreg >= WG_SREG_CTAID_X && sreg <= WG_SREG_CTAID_Z) || (sreg >= WG_SREG_CLUSTERID_X && sreg <= WG_SREG_CLUSTERID_Z) || sreg == WG_SREG_SMID;
}

/* Most special registers stay the same when a warp's state is used again for another block. */
static void fill_specials(wg_warp *w, const wg_function *function, bool again)
{
    for (uint32_t s = 0; s < function->sreg_count; s++) {
        const wg_sreg_row *row = &function->sregs[s];
        if (depends_on_block(row->sreg)) {
            uint32_t value = special(w, row->sreg, 0), *lanes = wg_row(w, row->slot);
            for (uint32_t lane = 0; lane < WG_LANES; lane++)
                lanes[lane] = value;
            continue;
        }
        for (uint32_t lane = 0; lane < WG_LANES && !again; lane++) {
            if (row->sreg == WG_SREG_GRIDID)
                ((uint64_t *)wg_row(w, row->slot))[lane] = special(w, row->sreg, lane);
            else
                ((uint32_t *)wg_row(w, row->slot))[lane] = special(w, row->sreg, lane);
        }
    }
}

/* Makes rows for a function on top of the current frame. */
static void enter(wg_warp *w, uint32_t function_index, uint32_t base, uint32_t local)
{
    bool again = base == 0 && w->memory;
    const wg_function *function = &w->block->program->functions[function_index];
    uint32_t need = base + function->frame_bytes;
    if (need > w->memory_size) {
        uint32_t size = need > w->memory_size * 2 ? need : w->memory_size * 2;
        unsigned char *larger = aligned_alloc(64, (size + 63) & ~63u);
        if (!larger) {
            wg_fault_set(w, NULL, -1, "no memory for the call stack (%u bytes)", size);
            return;
        }
        if (w->memory)
            memcpy(larger, w->memory, base);
        free(w->memory);
        w->memory = larger;
        w->memory_size = size;
    }
    w->regs = w->memory + base;
    memset(w->regs, 0, function->register_bytes);
    fill_specials(w, function, again);
    uint64_t *row = wg_row(w, function->local_base);
    for (int lane = 0; lane < WG_LANES; lane++)
        row[lane] = local;
    *WG_PUSH(w->frames, w->frame_count, w->frame_capacity) =
        (wg_frame){.function = function_index, .base = base, .paths = w->path_count, .local = local};
}

static void push_path(wg_warp *w, uint32_t block, uint32_t join, uint32_t mask)
{
    *WG_PUSH(w->paths, w->path_count, w->path_capacity) = (wg_path){block, join, mask};
}

/* Local memory a thread may use: what the kernel's functions need when each is entered once, and more when they may recurse. */
static uint32_t local_need(const wg_program *program)
{
    uint32_t bytes = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        bytes += program->functions[f].local_bytes;
    return program->function_count > 1 ? bytes + LOCAL_STACK : bytes;
}

void wg_warp_start(wg_warp *w)
{
    const wg_program *program = w->block->program;
    uint32_t local = local_need(program);
    if (local && !w->local)
        w->local = wg_alloc((size_t)local * WG_LANES);
    else if (local)
        memset(w->local, 0, (size_t)local * WG_LANES);
    w->local_stride = local;
    w->constants = program->constants;
    w->carry = 0;
    w->alive = w->launched;
    w->executed = 0;
    w->state = WG_WARP_READY;
    w->path_count = w->frame_count = 0;
    enter(w, 0, 0, 0);
    push_path(w, program->functions[0].entry, WG_NO_BLOCK, w->launched);
}

void wg_warp_free(wg_warp *w)
{
    free(w->memory);
    free(w->local);
    free(w->paths);
    free(w->frames);
}

/* ---- calls ---- */

/* Copies one parameter between frames for the lanes of mask. */
static void copy_place(unsigned char *to_rows, const wg_param_place *to, const unsigned char *from_rows, const wg_param_place *from, uint32_t mask)
{
    uint32_t to_bytes = to->is_register ? to->size : to->bytes, from_bytes = from->is_register ? from->size : from->bytes;
    if (to->is_register && to->size == 0) {
        uint32_t *target = (uint32_t *)(to_rows + to->slot);
        *target = (*target & ~mask) | (*(const uint32_t *)(from_rows + from->slot) & mask);
        return;
    }
    uint32_t bytes = to_bytes < from_bytes ? to_bytes : from_bytes;
    FOR_ACTIVE(lane) memcpy(to_rows + to->slot + lane * (int)to_bytes, from_rows + from->slot + lane * (int)from_bytes, bytes);
}

static const unsigned char *rows_of(const wg_warp *w, const unsigned char *rows, wg_slot slot)
{
    return slot >= 0 ? rows : w->constants;
}

static void call_function(wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t index, uint32_t mask)
{
    const wg_program *program = w->block->program;
    const wg_function *function = &program->functions[index];
    const wg_frame *caller = &w->frames[w->frame_count - 1];
    uint32_t caller_base = caller->base, base = caller_base + program->functions[caller->function].frame_bytes;
    uint32_t local = caller->local + program->functions[caller->function].local_bytes;
    if (function->param_count != call->arg_count || function->return_count != call->return_count) {
        wg_fault_set(w, i, __builtin_ctz(mask), "indirect call of %s with %u arguments, it takes %u", function->source->name, call->arg_count, function->param_count);
        return;
    }
    if (w->frame_count >= MAX_FRAMES || local + function->local_bytes > w->local_stride) {
        wg_fault_set(w, i, __builtin_ctz(mask), "stack overflow: %u nested calls", w->frame_count);
        return;
    }
    enter(w, index, base, local);
    if (w->block->fault.set)
        return;
    wg_frame *frame = &w->frames[w->frame_count - 1];
    frame->call = call;
    frame->mask = mask;
    const unsigned char *caller_rows = w->memory + caller_base;
    for (uint32_t a = 0; a < call->arg_count; a++)
        copy_place(w->regs, &function->params[a], rows_of(w, caller_rows, call->args[a].slot), &call->args[a], mask);
    push_path(w, function->entry, WG_NO_BLOCK, mask);
}

static void leave(wg_warp *w)
{
    const wg_frame *frame = &w->frames[--w->frame_count];
    const wg_function *function = &w->block->program->functions[frame->function];
    const unsigned char *callee_rows = w->memory + frame->base;
    uint32_t mask = frame->mask & w->alive;
    w->regs = w->memory + w->frames[w->frame_count - 1].base;
    for (uint32_t r = 0; r < function->return_count; r++)
        if (frame->call->returns[r].slot != WG_SLOT_NONE)
            copy_place(w->regs, &frame->call->returns[r], callee_rows, &function->returns[r], mask);
}

/* The callee of an indirect call: lanes with another one than the first lane's wait for their turn. */
static uint32_t indirect_callee(wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t *mask)
{
    const uint64_t *handles = wg_row(w, call->pointer);
    uint64_t handle = handles[__builtin_ctz(*mask)];
    const wg_program *program = w->block->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (WG_FUNCTION_HANDLE + program->functions[f].source->index != handle)
            continue;
        uint32_t same = 0;
        for (uint32_t left = *mask; left; left &= left - 1)
            same |= handles[__builtin_ctz(left)] == handle ? left & -left : 0;
        *mask = same;
        return f;
    }
    wg_fault_set(w, i, __builtin_ctz(*mask), "indirect call of 0x%llx, which is no function", (unsigned long long)handle);
    return WG_NO_BLOCK;
}

static void end_call(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t mask)
{
    const wg_call *call = block->call;
    uint32_t callee = call->function, called = mask;
    w->paths[w->path_count - 1].block = block->next;
    if (!mask)
        return;
    if (callee == WG_NO_BLOCK) {
        callee = indirect_callee(w, block->last, call, &called);
        if (callee == WG_NO_BLOCK)
            return;
        if (called != mask) /* an indirect call stands alone in its block, so the block can run again for the rest */
            push_path(w, here, block->next, mask & ~called);
    }
    const wg_function *function = &w->block->program->functions[callee];
    if (function->builtin >= 0)
        wg_builtin_call(function->builtin, w, block->last, call, called);
    else
        call_function(w, block->last, call, callee, called);
}

/* ---- where lanes go ---- */

/* Takes lanes out of every path down to (and with) the one at depth `from`. */
static void drop_lanes(wg_warp *w, uint32_t lanes, uint32_t from)
{
    for (uint32_t p = from; p < w->path_count; p++)
        w->paths[p].mask &= ~lanes;
}

/* Paths without lanes and frames without paths are over. Paths that reached their join let the one below go on. */
static void settle(wg_warp *w)
{
    while (w->frame_count) {
        uint32_t floor = w->frames[w->frame_count - 1].paths;
        while (w->path_count > floor) {
            const wg_path *top = &w->paths[w->path_count - 1];
            if (top->mask && top->block != top->join)
                return;
            w->path_count--;
        }
        if (w->frame_count == 1)
            break;
        leave(w);
    }
    w->state = WG_WARP_DONE;
}

/* Lanes part: the current path waits at the join, one path for each side runs first. */
static void part(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t taken, uint32_t taken_mask, uint32_t next, uint32_t next_mask)
{
    wg_path *path = &w->paths[w->path_count - 1];
    uint32_t join = block->join;
    w->block->divergent[here]++;
    if (join == path->join)
        w->path_count--;
    else
        path->block = join;
    if (taken != join)
        push_path(w, taken, join, taken_mask);
    if (next != join)
        push_path(w, next, join, next_mask);
}

static void end_branch(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t goes)
{
    if (goes == active)
        w->paths[w->path_count - 1].block = block->taken;
    else if (!goes)
        w->paths[w->path_count - 1].block = block->next;
    else
        part(w, block, here, block->taken, goes, block->next, active & ~goes);
}

/* brx.idx: lanes with the first lane's target leave, the rest runs the block again. The index stands in a register, and the
 * branch alone in its block, so running it again is safe. */
static void end_indexed(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t mask)
{
    if (!mask) {
        w->paths[w->path_count - 1].block = block->next;
        return;
    }
    const uint32_t *index = wg_row(w, block->last->op[0]);
    uint32_t first = index[__builtin_ctz(mask)], same = 0;
    if (first >= block->target_count) {
        wg_fault_set(w, block->last, __builtin_ctz(mask), "brx.idx with index %u of %u targets", first, block->target_count);
        return;
    }
    for (uint32_t left = mask; left; left &= left - 1)
        same |= index[__builtin_ctz(left)] == first ? left & -left : 0;
    if (same == mask)
        w->paths[w->path_count - 1].block = block->targets[first];
    else
        part(w, block, here, block->targets[first], same, here, mask & ~same);
}

static void end_exit(wg_warp *w, uint32_t lanes, bool whole_thread)
{
    const wg_frame *frame = &w->frames[w->frame_count - 1];
    if (whole_thread || w->frame_count == 1) {
        w->alive &= ~lanes;
        drop_lanes(w, lanes, 0);
    } else {
        drop_lanes(w, lanes, frame->paths);
    }
}

static void finish(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active)
{
    uint32_t mask = active;
    if (block->last && block->last->guard != WG_SLOT_NONE) {
        uint32_t guard = *(const uint32_t *)wg_row(w, block->last->guard);
        mask &= block->last->guard_negated ? ~guard : guard;
        w->block->tallies[block->last->tally].threads += (uint64_t)__builtin_popcount(mask);
    }
    switch ((wg_end)block->end) {
    case WG_END_FALL: w->paths[w->path_count - 1].block = block->next; break;
    case WG_END_BRANCH: end_branch(w, block, here, active, mask); break;
    case WG_END_INDEXED: end_indexed(w, block, here, mask); break;
    case WG_END_CALL: end_call(w, block, here, mask); break;
    case WG_END_RETURN:
    case WG_END_EXIT:
        w->paths[w->path_count - 1].block = block->next;
        end_exit(w, mask, block->end == WG_END_EXIT);
        break;
    case WG_END_BARRIER:
        w->paths[w->path_count - 1].block = block->next;
        if (mask)
            wg_barrier_arrive(w, block->last, mask);
        break;
    case WG_END_YIELD: w->paths[w->path_count - 1].block = block->next; break;
    case WG_END_TRAP:
        w->paths[w->path_count - 1].block = block->next;
        if (mask)
            wg_fault_set(w, block->last, __builtin_ctz(mask), "trap");
        break;
    }
    settle(w);
}

/* ---- the loop ---- */

static inline uint32_t guarded_lanes(const wg_warp *w, const wg_insn *i, uint32_t active)
{
    uint32_t guard = *(const uint32_t *)wg_row(w, i->guard);
    return active & (i->guard_negated ? ~guard : guard);
}

void wg_warp_run(wg_warp *w, uint64_t instructions)
{
    wg_block *state = w->block;
    const wg_program *program = state->program;
    uint64_t until = w->executed + instructions;
    while (w->state == WG_WARP_READY && w->executed < until && !state->fault.set) {
        const wg_path *path = &w->paths[w->path_count - 1];
        uint32_t here = path->block, active = path->mask;
        const wg_basic_block *block = &program->blocks[here];
        state->block_warps[here]++;
        state->block_threads[here] += (uint64_t)__builtin_popcount(active);
        const wg_insn *end = &program->insns[block->first + block->count];
        for (const wg_insn *i = &program->insns[block->first]; i < end; i++) {
            uint32_t mask = active;
            if (i->guard != WG_SLOT_NONE) {
                mask = guarded_lanes(w, i, active);
                state->tallies[i->tally].threads += (uint64_t)__builtin_popcount(mask);
                if (!mask)
                    continue;
            }
            i->exec(w, i, mask);
        }
        w->executed += block->cost;
        finish(w, block, here, active);
        if (block->end == WG_END_YIELD)
            break;
    }
}

/* ---- faults ---- */

void wg_fault_set(wg_warp *w, const wg_insn *i, int lane, const char *format, ...)
{
    wg_block *block = w->block;
    wg_fault *fault = &block->fault;
    if (fault->set)
        return;
    *fault = (wg_fault){.set = true, .block = block->index};
    int n = 0, size = (int)sizeof fault->text;
    const wg_launch *launch = block->launch;
    if (i) {
        const char *file;
        uint32_t line;
        wg_program_place(block->program, i, &file, &line);
        n += snprintf(fault->text, sizeof fault->text, "%s:%u: ", file, line);
    }
    if (n < size) {
        va_list args;
        va_start(args, format);
        n += vsnprintf(fault->text + n, (size_t)(size - n), format, args);
        va_end(args);
    }
    if (n < size)
        n += snprintf(fault->text + n, (size_t)(size - n), "\n  in kernel %s, block (%u,%u,%u)", block->program->kernel->name, block->ctaid[0],
                      block->ctaid[1], block->ctaid[2]);
    if (n < size && lane >= 0) {
        uint32_t thread = w->id * WG_LANES + (uint32_t)lane;
        n += snprintf(fault->text + n, (size_t)(size - n), ", thread (%u,%u,%u)", thread % launch->block[0],
                      thread / launch->block[0] % launch->block[1], thread / launch->block[0] / launch->block[1]);
    }
    if (n < size && i)
        snprintf(fault->text + n, (size_t)(size - n), ", instruction %s at PTX line %u", i->source->spelling, i->source->place.line);
}
