/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel's instructions do to memory, and which of them others depend on. */
#ifndef WG_PTX_ABLATE_SLICE_H
#define WG_PTX_ABLATE_SLICE_H

#include "ptx/ablate.h"
#include "ptx/ablate_flow.h"
#include "ptx/forms.h"

typedef enum wg_deed {
    WG_DEED_PLAIN,
    WG_DEED_LOAD,
    WG_DEED_STORE,
    WG_DEED_ATOMIC,
    WG_DEED_COPY,  /* cp.async: from global to shared memory */
    WG_DEED_FETCH, /* of a texture or surface */
    WG_DEED_PUT,   /* to a surface */
    WG_DEED_HINT,  /* prefetch and the like: an address, no data */
    WG_DEED_BARRIER,
    WG_DEED_FENCE,
    WG_DEED_JUMP,
    WG_DEED_END,
    WG_DEED_CALL,
} wg_deed;

/* An instruction, looked at. */
typedef struct wg_ablate_op {
    wg_deed deed;
    bool is_warp;    /* lanes talk to each other: the last operand says which */
    bool is_generic; /* the space is not in the spelling */
    uint8_t dests;   /* operands at the beginning that are written */
    uint8_t address; /* operand; meaningless where there is none */
    uint8_t value;   /* the first operand that is stored */
    uint8_t element; /* bytes of one value */
    uint32_t width;  /* bytes of a lane */
    uint64_t cells;  /* what it may touch: bits as wg_ablation_notes.steering */
    bool is_simple;  /* one value, or a vector of them, of at most 8 bytes each: any other can take its place */
} wg_ablate_op;

typedef struct wg_slice {
    wg_arena arena;
    const wg_ptx_function *f;
    wg_ablate_op *ops;
    wg_flow *flow;
    uint32_t value_count; /* registers, then the .param variables of calls */
    uint32_t *needed;     /* of each value: 0, or 1 + the instruction that asked for it in the end */
    uint64_t *roots;      /* of each value: what it may be an address of */
    bool *live;           /* of each instruction */
    uint64_t cells;       /* whose contents matter */
    uint64_t stored;      /* what the kernel writes */
} wg_slice;

/* WG_ERR_UNSUPPORTED for kernels that cannot be looked through. */
wg_status wg_slice_open(wg_slice *s, const wg_ptx_function *f, uint64_t cells, wg_error *err);
void wg_slice_close(wg_slice *s);

/* Which instructions the addresses and the order of all accesses to global and local memory depend on: those are live.
 */
void wg_slice_accesses(wg_slice *s);
/* Which values must be true, everything else being whatever it may, for control flow and addresses to be as they are.
 * Without global_addresses, those of global accesses whose data does not matter are not among them. Live are accesses
 * that must stay. */
void wg_slice_truth(wg_slice *s, bool global_addresses);

typedef void wg_visit_value(void *user, uint32_t value);
void wg_slice_visit_writes(const wg_slice *s, uint32_t instruction, wg_visit_value *each, void *user);
void wg_slice_visit_reads(const wg_slice *s, uint32_t instruction, wg_visit_value *each, void *user);
bool wg_slice_writes_needed(const wg_slice *s, uint32_t instruction);

bool wg_ablate_op_touches(const wg_ablate_op *op, uint64_t cells);

#endif
