/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the decoder: the program under construction. decode.c walks functions, operands.c turns operands into
 * slots, flow.c makes basic blocks and finds where lanes meet again, merge.c predicts what ptxas merges. */
#ifndef WG_SIM_DECODE_H
#define WG_SIM_DECODE_H

#include "sim/launch.h"
#include "sim/load.h"
#include "sim/program.h"

/* What a constant's bits are relative to. Where shared memory begins is known when everything is decoded. */
typedef enum wg_base { WG_BASE_NONE, WG_BASE_STATIC_SHARED, WG_BASE_DYNAMIC_SHARED } wg_base;

typedef struct wg_constant {
    uint64_t bits;
    uint8_t size;
    wg_base base;
    wg_slot slot;
} wg_constant;

typedef struct wg_shared_place {
    const wg_ptx_variable *variable;
    uint32_t offset;
} wg_shared_place;

enum { WG_ROW_SIZES = 17 }; /* a row has 0 (a predicate), 2, 4, 8 or 16 bytes a lane */

/* A function being decoded. */
typedef struct wg_building {
    wg_function *function;
    const wg_ptx_function *source;
    wg_slot *registers;          /* by PTX register */
    uint32_t frame;              /* bytes handed out so far */
    wg_slot sinks[WG_ROW_SIZES]; /* by size: rows nobody reads, for `_`; WG_SLOT_NONE until used */
    wg_slot *variables;          /* by function variable: offset in local memory or slot of a call's slab */
    wg_sreg_row *sregs;
    size_t sreg_count, sreg_capacity;
    wg_local_row *locals;
    size_t local_count, local_capacity;
    wg_copied_param *copied;
    size_t copied_count, copied_capacity;
    bool spins;         /* lanes may wait for one another in a loop, and be sent ahead */
    uint32_t *block_of; /* by PTX instruction: basic block that begins there, or WG_NO_BLOCK */
} wg_building;

typedef struct wg_decoder {
    wg_program *program;
    const wg_loaded *loaded;
    wg_arena *arena;
    wg_error *err;
    wg_building now;
    /* grown as decoding goes */
    wg_constant *constants;
    size_t constant_count, constant_capacity;
    uint32_t constant_bytes;
    wg_map constant_map;
    wg_map spellings; /* → wg_spelled */
    wg_insn *insns;
    size_t insn_count, insn_capacity;
    wg_basic_block *blocks;
    size_t block_count, block_capacity;
    const wg_ptx_function **queue; /* functions to decode, in order of first use; index = wg_function index */
    size_t queue_count, queue_capacity;
    uint32_t *numbers; /* by PTX function: its place in queue + 1, 0: not there */
    wg_shared_place *shared;
    size_t shared_count, shared_capacity;
    uint32_t shared_bytes, shared_end; /* packed, and as they lie */
    wg_exec *const *table;
} wg_decoder;

/* decode.c */
wg_status wg_decode_fail(wg_decoder *d, wg_status status, const wg_ptx_place *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
uint32_t wg_decode_function_index(wg_decoder *d, const wg_ptx_function *function);
/* What an instruction's spelling means, looked up once for each; NULL: there is no such instruction. */
const wg_spelled *wg_decode_meaning(wg_decoder *d, const wg_ptx_instruction *from);

/* frame.c: places for registers, variables and constants. Slots that cannot be had are WG_SLOT_NONE, and err is set. */
wg_status wg_decode_frame(wg_decoder *d);
uint8_t wg_row_size(wg_type type); /* bytes a lane: 2, 4, 8, 16; 0 for predicates */
wg_slot wg_constant_row(wg_decoder *d, uint64_t bits, uint8_t size);
wg_slot wg_special_row(wg_decoder *d, wg_sreg sreg, uint8_t size);
wg_slot wg_sink_row(wg_decoder *d, uint8_t size);
wg_status wg_variable_row(wg_decoder *d, const wg_ptx_place *place, const wg_ptx_variable *v, int64_t offset,
                          uint8_t size, wg_slot *slot);
wg_slot wg_variable_slab(const wg_decoder *d,
                         const wg_ptx_variable *v); /* of a call's parameter; WG_SLOT_NONE: it is none */

/* operands.c */
wg_status wg_decode_operands(wg_decoder *d, const wg_ptx_instruction *from, const wg_spelled *spelled, wg_insn *insn);
wg_status wg_decode_call(wg_decoder *d, const wg_ptx_instruction *from, wg_call **out);

/* flow.c: decodes the body of d->now into insns and blocks. */
wg_status wg_decode_body(wg_decoder *d);

/* merge.c: marks the loads and atomics that ptxas would merge. */
void wg_predict_merges(wg_program *program);

/* isa.c */
wg_exec *const *wg_exec_table(void);
const char *wg_exec_table_name(void);

#endif
