/* SPDX-License-Identifier: Apache-2.0 */
/* Frames: the rows of the functions a warp is in, one on top of the other, and the parameters that go between them. */
#include "sim/builtins.h"
#include "sim/checker.h"
#include "sim/load.h"
#include "sim/run.h"

#include "sim/exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FRAMES = 4096, STACK_LIMIT = 1 << 28 };

/* ---- entering ---- */

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
    case WG_SREG_TOTAL_SMEM: return block->shared_size - block->program->reserved_shared;
    case WG_SREG_AGGR_SMEM: return block->shared_size - block->program->reserved_shared + WG_RESERVED_SHARED;
    case WG_SREG_RESERVED_SMEM_END: return WG_RESERVED_SHARED_USED;
    case WG_SREG_RESERVED_SMEM_CAP: return WG_RESERVED_SHARED;
    case WG_SREG_ENVREG1: return (uint32_t)(block->grid_workspace >> 32);
    case WG_SREG_ENVREG2: return (uint32_t)block->grid_workspace;
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
    default:
        return 0; /* ranks in a cluster of one, the beginning of reserved shared memory, other environment and
                     performance registers */
    }
}

static bool depends_on_block(wg_sreg sreg)
{
    return (sreg >= WG_SREG_CTAID_X && sreg <= WG_SREG_CTAID_Z) ||
           (sreg >= WG_SREG_CLUSTERID_X && sreg <= WG_SREG_CLUSTERID_Z) || sreg == WG_SREG_SMID;
}

/* Most special registers stay the same when a warp's state is used again for another block. */
static void fill_specials(wg_warp *w, const wg_function *function, bool again)
{
    for (uint32_t s = 0; s < function->sreg_count; s++) {
        const wg_sreg_row *row = &function->sregs[s];
        unsigned char *lanes = wg_row(w, row->slot);
        if (again && !depends_on_block(row->sreg))
            continue;
        if (row->size == 0)
            *(uint32_t *)lanes = special(w, row->sreg, 0) ? WG_ALL_LANES : 0;
        for (uint32_t lane = 0; lane < WG_LANES && row->size; lane++) {
            uint64_t value = special(w, row->sreg, lane);
            memcpy(lanes + lane * row->size, &value, row->size < 8 ? row->size : 8);
        }
    }
}

static void fill_locals(wg_warp *w, const wg_function *function, uint32_t local, uint32_t mask)
{
    for (uint32_t n = 0; n < function->local_count; n++) {
        const wg_local_row *row = &function->locals[n];
        uint64_t address = local + (uint64_t)row->offset;
        for (uint32_t lane = 0; lane < WG_LANES; lane++)
            memcpy((unsigned char *)wg_row(w, row->slot) + lane * row->size, &address, row->size);
    }
    if (function->local_bytes)
        FOR_ACTIVE (lane)
            memset(w->local + (size_t)lane * w->local_stride + local, 0, function->local_bytes);
}

/* Room for `need` bytes of rows, of which the first `used` are in use. */
static bool grow(wg_warp *w, uint32_t need, uint32_t used)
{
    if (need <= w->memory_size)
        return true;
    uint32_t size = need > w->memory_size * 2 ? need : w->memory_size * 2;
    unsigned char *larger = aligned_alloc(64, (size + 63) & ~63u);
    if (!larger) {
        wg_fault_set(w, NULL, -1, "no memory for the call stack (%u bytes)", size);
        return false;
    }
    if (w->memory)
        memcpy(larger, w->memory, used);
    free(w->memory);
    w->memory = larger;
    w->memory_size = size;
    return true;
}

/* Makes rows for a function on top of the current frame; false: a fault. */
bool wg_frame_enter(wg_warp *w, uint32_t function_index, uint32_t base, uint32_t local, uint32_t mask)
{
    bool again = base == 0 && w->memory;
    const wg_function *function = &w->block->program->functions[function_index];
    if (!grow(w, base + function->frame_bytes, base))
        return false;
    w->regs = w->memory + base;
    memset(w->regs, 0, function->register_bytes);
    fill_specials(w, function, again);
    fill_locals(w, function, local, mask);
    wg_checker *checker = w->block->checker;
    if (checker)
        checker->enter(checker, w, function, mask);
    *WG_PUSH(w->frames, w->frame_count, w->frame_capacity) =
        (wg_frame){.function = function_index, .base = base, .paths = w->path_count, .local = local, .mask = mask};
    return true;
}

/* ---- calling ---- */

/* Copies one parameter between frames for the lanes of mask. */
static void copy_place(unsigned char *to_rows, const wg_param_place *to, const unsigned char *from_rows,
                       const wg_param_place *from, uint32_t mask)
{
    uint32_t to_bytes = to->is_register ? to->size : to->bytes,
             from_bytes = from->is_register ? from->size : from->bytes;
    if (to->is_register && to->size == 0) {
        uint32_t *target = (uint32_t *)(to_rows + to->slot);
        *target = (*target & ~mask) | (*(const uint32_t *)(from_rows + from->slot) & mask);
        return;
    }
    uint32_t bytes = to_bytes < from_bytes ? to_bytes : from_bytes;
    FOR_ACTIVE (lane)
        memcpy(to_rows + to->slot + lane * (int)to_bytes, from_rows + from->slot + lane * (int)from_bytes, bytes);
}

static const unsigned char *rows_of(const wg_warp *w, const unsigned char *rows, wg_slot slot)
{
    return slot >= 0 ? rows : w->constants;
}

/* From one frame to another. */
static void pass(wg_warp *w, uint32_t to_base, const wg_param_place *to, uint32_t from_base, const wg_param_place *from,
                 uint32_t mask)
{
    wg_checker *checker = w->block->checker;
    copy_place(w->memory + to_base, to, rows_of(w, w->memory + from_base, from->slot), from, mask);
    if (checker)
        checker->pass(checker, w, to_base, to, from_base, from, mask);
}

static void copy_to_stack(wg_warp *w, const wg_param_place *param, uint32_t local, uint32_t mask)
{
    FOR_ACTIVE (lane)
        memcpy(w->local + (size_t)lane * w->local_stride + local,
               (const unsigned char *)wg_row(w, param->slot) + (uint32_t)lane * param->bytes, param->bytes);
}

static void call_function(wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t index, uint32_t mask)
{
    const wg_program *program = w->block->program;
    const wg_function *function = &program->functions[index];
    const wg_frame *caller = &w->frames[w->frame_count - 1];
    uint32_t caller_base = caller->base, base = caller_base + program->functions[caller->function].frame_bytes;
    uint32_t local = caller->local + program->functions[caller->function].local_bytes;
    if (function->param_count != call->arg_count || function->return_count != call->return_count) {
        wg_fault_set(w, i, __builtin_ctz(mask),
                     "indirect call of %s with %u arguments and %u results, it has %u and %u", function->source->name,
                     call->arg_count, call->return_count, function->param_count, function->return_count);
        return;
    }
    if (w->frame_count >= MAX_FRAMES || base + function->frame_bytes > STACK_LIMIT ||
        local + function->local_bytes > w->local_stride) {
        wg_fault_set(w, i, __builtin_ctz(mask), "stack overflow: %u nested calls", w->frame_count);
        return;
    }
    if (!wg_frame_enter(w, index, base, local, mask))
        return;
    w->frames[w->frame_count - 1].call = call;
    for (uint32_t a = 0; a < call->arg_count; a++)
        pass(w, base, &function->params[a], caller_base, &call->args[a], mask);
    for (uint32_t n = 0; n < function->copied_count; n++)
        copy_to_stack(w, &function->params[function->copied[n].param], local + function->copied[n].local, mask);
    wg_path_push(w, function->entry, WG_NO_BLOCK, mask);
}

void wg_frame_leave(wg_warp *w)
{
    const wg_frame *frame = &w->frames[--w->frame_count];
    const wg_function *function = &w->block->program->functions[frame->function];
    uint32_t mask = frame->mask & w->alive;
    w->regs = w->memory + w->frames[w->frame_count - 1].base;
    for (uint32_t r = 0; r < function->return_count; r++)
        if (frame->call->returns[r].slot != WG_SLOT_NONE)
            pass(w, w->frames[w->frame_count - 1].base, &frame->call->returns[r], frame->base, &function->returns[r],
                 mask);
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
    wg_fault_set(w, i, __builtin_ctz(*mask), "indirect call of 0x%llx, which is no function",
                 (unsigned long long)handle);
    return WG_NO_BLOCK;
}

void wg_frame_call(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t mask)
{
    const wg_call *call = block->call;
    uint32_t callee = call->function, called = mask;
    if (callee == WG_NO_BLOCK) {
        callee = indirect_callee(w, block->last, call, &called);
        if (callee == WG_NO_BLOCK)
            return;
        if (called != mask) /* a call stands alone in its block, so the block can run again for the rest */
            wg_path_push(w, here, block->next, mask & ~called);
    }
    const wg_function *function = &w->block->program->functions[callee];
    if (function->builtin >= 0)
        wg_builtin_call(function->builtin, w, block->last, call, called);
    else
        call_function(w, block->last, call, callee, called);
}
