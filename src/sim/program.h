/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel decoded for execution: no text left, every operand a place in a warp's register file.
 *
 * Registers are rows of 32 lanes. A warp's frame is one piece of memory in which each PTX register owns a row of
 * 32 × 2, 4, 8 or 16 bytes; a predicate owns 4 bytes, one bit a lane. Immediates and addresses of variables are rows
 * too, in a pool of constants all warps share. A slot names either: at or above zero an offset into the frame, below
 * zero an offset from the end of the pool, so that an executing function treats both alike. */
#ifndef WG_SIM_PROGRAM_H
#define WG_SIM_PROGRAM_H

#include "base/arena.h"
#include "ptx/forms.h"
#include "ptx/module.h"

enum { WG_LANES = 32, WG_MAX_OPERANDS = 7 };
#define WG_ALL_LANES 0xffffffffu

typedef int32_t wg_slot;
#define WG_SLOT_NONE INT32_MIN /* an operand left out, or `_` */

typedef struct wg_warp wg_warp;
typedef struct wg_insn wg_insn;

/* Executes one instruction for the lanes of mask (never empty). Only rows of those lanes may change. */
typedef void wg_exec(wg_warp *w, const wg_insn *i, uint32_t mask);

struct wg_insn {
    wg_exec *exec;                   /* NULL: nothing to do but count */
    wg_slot op[WG_MAX_OPERANDS];     /* as written: destinations first, both of a pair; a vector's index into list */
    uint8_t size[WG_MAX_OPERANDS];   /* bytes a lane of the row behind op: 2, 4, 8, 16; 0 for a predicate or nothing */
    uint8_t length[WG_MAX_OPERANDS]; /* 0: op is a slot; n: op is the index of n slots in list */
    uint8_t negated;                 /* bit k: op[k] is a predicate to be read inverted */
    uint8_t component[WG_MAX_OPERANDS]; /* sub-word selector of video instructions: 5..8 byte 0..3, 9, 10 half 0, 1; 0
                                           none */
    uint8_t operand_count;
    uint8_t destinations; /* op[0 … destinations) are written, the others and the guard are read */
    uint8_t opcode;       /* wg_opcode */
    uint8_t type[3];      /* wg_type, in the order they are written in */
    uint8_t round, cmp, combine, action, space, order, cache, vec, geometry, shape, layout_a,
        layout_b;         /* wg_mod or WG_MOD_NONE */
    uint8_t class;        /* wg_class */
    uint8_t operations;   /* arithmetic ones a lane */
    uint8_t memory_bytes; /* of an element in memory, by type[0] */
    bool memory_signed;
    uint16_t qualifiers; /* wg_qualifier */
    bool guard_negated;
    wg_slot guard;   /* predicate, or WG_SLOT_NONE */
    uint32_t flags;  /* wg_flag */
    int64_t imm;     /* offset of the (first) address operand */
    int64_t imm2;    /* offset of the second one (cp.async) */
    uint32_t stride; /* ld/st.param of a call's parameter: bytes a lane */
    uint32_t index;  /* in wg_program.insns: names the source line */
    uint32_t tally;  /* in wg_block.tallies: where this instruction counts */
    uint8_t merge;   /* what ptxas makes of it, below; 0: as written */
    const wg_slot *list;
    const wg_ptx_instruction *source;
};

/* The state space that an instruction names, .shared::cta being .shared; WG_SPACE_GENERIC: none. Of cp.async that from
 * which it copies. */
static inline wg_space wg_insn_space(const wg_insn *i)
{
    switch (i->space) {
    case WG_MOD_GLOBAL: return WG_SPACE_GLOBAL;
    case WG_MOD_SHARED:
    case WG_MOD_SHARED_CTA:
    case WG_MOD_SHARED_CLUSTER: return WG_SPACE_SHARED;
    case WG_MOD_LOCAL: return WG_SPACE_LOCAL;
    case WG_MOD_CONST: return WG_SPACE_CONST;
    case WG_MOD_PARAM:
    case WG_MOD_PARAM_ENTRY:
    case WG_MOD_PARAM_FUNC: return WG_SPACE_PARAM;
    default: return WG_SPACE_GENERIC;
    }
}

/* What it reads or writes there is, in part at least, shared memory by name. */
static inline bool wg_insn_names_shared(const wg_insn *i)
{
    return wg_insn_space(i) == WG_SPACE_SHARED || i->opcode == WG_OP_cp_async;
}

static inline bool wg_insn_is_load_from(const wg_insn *i, wg_space space)
{
    return i->opcode == WG_OP_ld && wg_insn_space(i) == space;
}

/* ld.param and ld.const: the same for all who read it, and nobody writes it. */
static inline bool wg_insn_reads_constant(const wg_insn *i)
{
    return wg_insn_is_load_from(i, WG_SPACE_PARAM) || wg_insn_is_load_from(i, WG_SPACE_CONST);
}

/* A conversion that is written without rounding, saturation or any other modifier. */
static inline bool wg_insn_is_plain_cvt(const wg_insn *i)
{
    return i->opcode == WG_OP_cvt && i->round == WG_MOD_NONE && !i->flags;
}

/* wg_insn.merge. Of a load: 8 or 16 bytes a lane at once, or nothing, because another load brings it along. */
enum { WG_MERGED_AWAY = 1, WG_ATOMIC_SUMMED, WG_ATOMIC_SUMMED_WHEN_FULL, WG_ATOMIC_COUNTED };

/* How a basic block ends. */
typedef enum wg_end {
    WG_END_FALL,    /* runs into next */
    WG_END_BRANCH,  /* guard ? taken : next; taken only when there is no guard */
    WG_END_INDEXED, /* brx.idx: one of targets */
    WG_END_CALL,
    WG_END_RETURN,
    WG_END_EXIT,
    WG_END_BARRIER,
    WG_END_MEET,  /* shfl.sync, bar.warp.sync, …: lanes may have to wait for the others it names */
    WG_END_YIELD, /* nanosleep: let others run */
    WG_END_TRAP,
} wg_end;

enum { WG_NO_BLOCK = UINT32_MAX };

typedef struct wg_basic_block {
    uint32_t first, count; /* instructions before the one that ends it */
    uint32_t cost;         /* with it */
    uint32_t taken, next;  /* wg_basic_block indices, WG_NO_BLOCK: leaves the function */
    uint32_t join; /* where lanes that part here meet again: the immediate post-dominator; WG_NO_BLOCK: at the return */
    uint8_t end;   /* wg_end */
    bool watches;  /* reads what others may write: a loop over it may be waiting for them */
    const wg_insn *last; /* the ending instruction, NULL for WG_END_FALL */
    const struct wg_call *call;
    const uint32_t *targets;
    uint32_t target_count;
} wg_basic_block;

/* A device function (the kernel is functions[0]). */
typedef struct wg_function {
    const wg_ptx_function *source;
    uint32_t entry;              /* basic block */
    uint32_t frame_bytes;        /* of rows: registers and call slabs, then special registers */
    uint32_t register_bytes;     /* of the former, which start as zeros */
    uint32_t local_bytes;        /* of .local variables a thread, a multiple of 16 */
    uint32_t local_used;         /* where those end */
    struct wg_sreg_row *sregs;   /* rows to fill before the first instruction … */
    struct wg_local_row *locals; /* … and these */
    uint32_t sreg_count, local_count;
    struct wg_param_place *params, *returns;
    uint32_t param_count, return_count;
    struct wg_copied_param *copied; /* parameters whose address is taken */
    uint32_t copied_count;
    int builtin; /* ≥ 0: an external function the simulator provides (builtins.h) */
} wg_function;

typedef struct wg_sreg_row {
    wg_sreg sreg;
    wg_slot slot;
    uint8_t size; /* bytes a lane: as the instruction that reads it wants them, 0 predicate */
} wg_sreg_row;

/* A row with an address in local memory: where the frame's variables begin, which is known when it is entered, +
 * offset. */
typedef struct wg_local_row {
    wg_slot slot;
    uint8_t size;
    int64_t offset;
} wg_local_row;

/* A parameter of a device function: a slab in the frame (lane-major, `bytes` a lane) or a register row. */
typedef struct wg_param_place {
    wg_slot slot;
    uint32_t bytes; /* a lane */
    bool is_register;
    uint8_t size; /* of a register's row, 0 predicate */
} wg_param_place;

/* A parameter whose address is taken is copied to the stack, which is local memory. */
typedef struct wg_copied_param {
    uint32_t param, local;
} wg_copied_param;

typedef struct wg_call {
    uint32_t function;              /* index into functions, WG_NO_BLOCK: indirect */
    wg_slot pointer;                /* indirect: row with the callee's handle */
    wg_param_place *args, *returns; /* in the caller's frame */
    uint32_t arg_count, return_count;
} wg_call;

/* Something a user may set: where a kernel parameter lies in the parameter buffer. */
typedef struct wg_kernel_param {
    const char *name;
    wg_type type;
    uint32_t offset, size, align;
    bool is_array;
} wg_kernel_param;

/* An array of shared memory, by the offset of its first byte in the window. */
typedef struct wg_shared_object {
    const char *name;
    uint32_t offset, size;
} wg_shared_object;

typedef struct wg_range {
    uint64_t address, size;
} wg_range;

typedef struct wg_program {
    wg_arena arena;
    const wg_ptx_module *module;
    const wg_ptx_function *kernel;
    wg_insn *insns;
    uint32_t insn_count;
    wg_basic_block *blocks;
    uint32_t block_count;
    wg_function *functions;
    uint32_t function_count;
    unsigned char *constants; /* end of the pool: constant slots are negative */
    uint32_t tally_count;
    uint32_t local_bytes;     /* of a thread, all frames together */
    uint32_t reserved_shared; /* at the window's beginning, for the system: where the kernel asks for it */
    uint32_t
        shared_bytes;    /* the kernel's own static variables, behind it; then, aligned to 16, dynamic shared memory */
    uint32_t shared_end; /* where they end: further on where objects lie apart */
    const wg_shared_object *shared; /* those variables */
    uint32_t shared_count;
    wg_kernel_param *params;
    uint32_t param_count, param_bytes;
    const wg_range *constants_at; /* device addresses of .const variables: the loaded module's */
    uint32_t constants_at_count;
    bool uses_textures;
    bool uses_grid_workspace; /* a barrier of the whole grid */
    bool order_matters; /* blocks see what others have done so far: they run one after another, to be repeatable */
} wg_program;

/* Where the kernel's dynamic shared memory begins. */
static inline uint64_t wg_dynamic_shared_offset(const wg_program *program)
{
    return program->reserved_shared + ((program->shared_end + 15ull) & ~15ull);
}

/* Constants lie among global memory here, but are none. */
static inline bool wg_program_is_constant(const wg_program *program, uint64_t address)
{
    bool inside = false;
    for (uint32_t n = 0; n < program->constants_at_count; n++)
        inside |= address - program->constants_at[n].address < program->constants_at[n].size;
    return inside;
}

#endif
