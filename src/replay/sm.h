/* One multiprocessor, replayed cycle by cycle: warps with what they execute, schedulers that issue an instruction a
 * cycle, registers that become ready, pipes that are busy, queues to the caches and to memory.
 *
 * It knows nothing of PTX or of a particular GPU. Instructions come with a pipe, a latency and the registers they read and
 * write; operations with the passes and sectors they need; the multiprocessor as numbers. What comes out is cycles, what kept each
 * pipe busy, and for every instruction how long warps stood before it and why: the time of a source line. */
#ifndef WG_REPLAY_SM_H
#define WG_REPLAY_SM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where instructions issue. The last three are shared by the multiprocessor's schedulers, the others each scheduler has. */
typedef enum wg_sm_pipe {
    WG_SM_NONE, /* takes an issue slot and nothing else */
    WG_SM_FMA,
    WG_SM_ALU,
    WG_SM_FP64,
    WG_SM_SFU,
    WG_SM_TENSOR,
    WG_SM_SHARED, /* passes through the banks, and of loads that hit L1 */
    WG_SM_L1,     /* requests of global and local memory */
    WG_SM_TEXTURE,
    WG_SM_PIPES
} wg_sm_pipe;

typedef enum wg_sm_action {
    WG_SM_COMPUTE,
    WG_SM_LOAD,    /* waits for its farthest sector */
    WG_SM_STORE,   /* takes the way, waits for nothing */
    WG_SM_BARRIER, /* of the whole block */
    WG_SM_COPY,    /* into shared memory, asynchronously: nothing waits until WG_SM_WAIT */
    WG_SM_WAIT,    /* for the warp's copies */
} wg_sm_action;

enum { WG_SM_SOURCES = 8, WG_SM_RESULTS = 4, WG_SM_NO_REGISTER = 0xffff };

typedef struct wg_sm_insn {
    uint8_t pipe, action;
    uint8_t issues;  /* machine instructions; 0: it disappeared in another */
    uint8_t latency; /* cycles from issue to a result that can be used, without memory */
    uint16_t sources[WG_SM_SOURCES], results[WG_SM_RESULTS]; /* registers; the rest WG_SM_NO_REGISTER */
} wg_sm_insn;

/* One execution of an instruction by a warp. */
typedef struct wg_sm_op {
    uint32_t insn;
    uint16_t passes;   /* of WG_SM_SHARED, or through L1 */
    uint16_t l2, dram; /* sectors that go on to the second-level cache; of those, how many go on to memory */
} wg_sm_op;

typedef struct wg_sm_warp {
    const wg_sm_op *ops;
    size_t count;
} wg_sm_warp;

typedef struct wg_sm_block {
    const wg_sm_warp *warps;
    uint32_t warp_count;
} wg_sm_block;

typedef struct wg_sm {
    uint32_t schedulers;
    uint32_t resident_blocks;     /* at a time */
    double interval[WG_SM_PIPES]; /* cycles a pipe is busy with one instruction; for SHARED and L1 with one pass */
    double shared_latency, l1_latency, l2_latency, dram_latency; /* cycles of a load */
    double l2_sectors, dram_sectors;                             /* this multiprocessor's share, a cycle */
    double barrier_latency;
    double launch_block; /* cycles from one block's end to the next one's first instruction */
} wg_sm;

/* Why warps did not issue. */
typedef enum wg_sm_stall {
    WG_SM_STALL_NONE,   /* it issued */
    WG_SM_STALL_DATA,   /* waits for a result that is being computed */
    WG_SM_STALL_SHARED, /* … for shared memory */
    WG_SM_STALL_MEMORY, /* … for global or local memory */
    WG_SM_STALL_PIPE,   /* the pipe is busy */
    WG_SM_STALL_BARRIER,
    WG_SM_STALL_TURN, /* ready, but another warp's turn */
    WG_SM_STALLS
} wg_sm_stall;

typedef struct wg_sm_result {
    double cycles;
    double issued;               /* issue slots used, of schedulers x cycles */
    double busy[WG_SM_PIPES];    /* cycles; of pipes that each scheduler has, summed over them */
    double l2_busy, dram_busy;   /* cycles of the share */
    double stalls[WG_SM_STALLS]; /* warp-cycles */
    double *insn_stalls;         /* warp-cycles before each instruction, insn_count of them; free() it */
    double first_block;          /* cycles until the first block was done */
} wg_sm_result;

void wg_sm_replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_block *blocks,
                  size_t block_count, uint32_t registers, wg_sm_result *out);

#endif
