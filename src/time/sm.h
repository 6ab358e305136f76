/* SPDX-License-Identifier: Apache-2.0 */
/* One multiprocessor, replayed cycle by cycle: warps with what they execute, schedulers that issue an instruction a
 * cycle, registers that become ready, pipes that are busy, queues to the caches and to memory.
 *
 * It knows nothing of PTX or of a particular GPU. Instructions come with pipes, a latency and the registers they read
 * and write; operations with the passes and sectors they need; the multiprocessor as numbers. What comes out is cycles,
 * what kept each pipe busy, and for every instruction how long warps stood before it, and how long they stood anywhere
 * because of it, and why: the time of a source line. */
#ifndef WG_TIME_SM_H
#define WG_TIME_SM_H

#include "base/stop.h"
#include "counters/estimate.h"

#include <stdint.h>

/* Where instructions issue. Each scheduler has the first ones for itself; from WG_SM_DATA on they serve all of them. */
typedef enum wg_sm_pipe {
    WG_SM_FMA,
    WG_SM_HEAVY, /* the half of it that multiplies integers */
    WG_SM_ALU,
    WG_SM_FP64,
    WG_SM_SFU,
    WG_SM_TENSOR,
    WG_SM_UNIFORM,
    WG_SM_ADDRESS, /* addresses that go to memory, in words of a warp */
    WG_SM_DATA,    /* the path to shared memory and the first-level cache, in passes */
    WG_SM_CONSTANT,
    WG_SM_TEXTURE,
    WG_SM_PIPES
} wg_sm_pipe;

typedef enum wg_sm_action {
    WG_SM_COMPUTE,
    WG_SM_SHARED,  /* waits for the banks */
    WG_SM_LOAD,    /* waits for its farthest sector */
    WG_SM_STORE,   /* takes the path, waits for nothing */
    WG_SM_ATOMIC,  /* waits for the second-level cache, where those to one address take turns */
    WG_SM_BARRIER, /* of the whole block */
    WG_SM_COPY,    /* into shared memory, asynchronously: nothing waits until WG_SM_WAIT */
    WG_SM_COMMIT,  /* the copies since the last one are a group */
    WG_SM_WAIT,    /* for the warp's copies, but for the groups that came last */
} wg_sm_action;

enum { WG_SM_GROUPS = 8, WG_SM_SOURCES = 12, WG_SM_RESULTS = 8, WG_SM_USES = 5, WG_SM_NO_REGISTER = 0xffff };

/* How much of a pipe an instruction takes: machine instructions, which may be a fraction of one. */
typedef struct wg_sm_use {
    uint8_t pipe;
    bool is_either; /* what it needs of WG_SM_ALU, WG_SM_HEAVY may do */
    float count;
    float paid;   /* of an operation's passes, so many were another instruction's to take */
    float shared; /* of WG_SM_DATA, for an instruction that does not go to shared memory itself: what it takes for those
                     that do */
} wg_sm_use;

typedef struct wg_sm_insn {
    uint8_t action;
    uint8_t use_count;
    uint8_t pending;  /* of WG_SM_WAIT: so many groups of copies may be on their way, less than WG_SM_GROUPS */
    uint8_t waits_as; /* of WG_SM_COMPUTE: the wg_stall that waiting for its result is; 0: WG_STALL_data */
    bool is_operand;  /* a load that is part of its reader, which is the one to wait */
    float issues; /* machine instructions; 0: it disappeared in another, its results are there as soon as its sources */
    float
        contention; /* of an atomic: its sectors take so many times as long, as few slices of the cache have them all */
    float missed;   /* of a load that the first-level cache does not serve: how often memory has to */
    float slower;   /* of a wide load: its passes take that part longer */
    float more;     /* cycles for which the scheduler can issue nothing else, beyond that of its machine instructions */
    float latency;  /* cycles from issue to a result that can be used, without memory */
    wg_sm_use uses[WG_SM_USES];
    uint16_t sources[WG_SM_SOURCES], results[WG_SM_RESULTS]; /* registers; the rest WG_SM_NO_REGISTER */
    uint16_t ports;                                          /* bit k: sources[k] is read from the register file */
    uint8_t hidden; /* so many more registers, by way of instructions that disappeared in this one */
} wg_sm_insn;

/* One execution of an instruction by a warp. */
typedef struct wg_sm_op {
    uint32_t insn;
    uint16_t passes;  /* of the pipe to memory, or of another that is not through with one */
    uint16_t lines;   /* that its sectors are in */
    uint16_t l2;      /* sectors that go on to the second-level cache … */
    uint16_t dram;    /* … of those, how many memory has to give or take */
    uint16_t rows;    /* … of memory that are opened for it … */
    uint16_t partial; /* … and how many a store wrote in part */
    uint16_t same;    /* of an atomic: updates that take turns */
    bool is_mean; /* l2 is what such operations need on average: who comes first to a sector is the one that waits … */
    uint16_t wanted; /* … for all the sectors it asks for */
    uint32_t sector; /* of a load: a number for the first of its sectors; 0: none */
} wg_sm_op;

typedef struct wg_sm_warp {
    const wg_sm_op *ops;
    size_t count;
} wg_sm_warp;

typedef struct wg_sm_block {
    const wg_sm_warp *warps;
    uint32_t warp_count;
} wg_sm_block;

/* What the second-level cache takes for the sectors of one line that are asked for together. */
typedef struct wg_sm_price {
    double request, sector;
} wg_sm_price;

typedef struct wg_sm {
    uint32_t schedulers;
    uint32_t resident_blocks;     /* at a time */
    uint32_t noise;               /* which of the patterns in which latencies may differ and warps take turns */
    double issue_interval;        /* cycles a scheduler needs for an instruction */
    double reads;                 /* registers a scheduler's part of the file gives out a cycle … */
    double read_ahead;            /* … which may lag behind issuing by so many cycles */
    double queue_depth;           /* instructions of each scheduler that wait in front of a pipe that all share */
    double interval[WG_SM_PIPES]; /* cycles a pipe is busy with one instruction or pass */
    double shared_latency, l1_latency, l2_latency, dram_latency; /* cycles of a load, all the way */
    double merge_first, merge_evicted; /* of the sectors that loads want on average, how many must have missed for one
                                          to miss: before anybody asked for it, and after */
    double l2_spread;  /* latencies of the second level are less or more than the mean by this part of it */
    double dram_queue; /* cycles more for a load, times u^2 / (1 - u), where u is the part of the bandwidth in use … */
    double dram_write_wait;                 /* … and times u, because of what is written meanwhile */
    double use_window, use_least, use_most; /* … over which u counts, at the beginning, and how much it is at most */
    double queue_cycles;                    /* work that a queue to memory can hold: a latency's, or it would run dry */
    double dram_spread;            /* latencies of memory differ: this part of the mean is exponentially distributed */
    wg_sm_price l2_read, l2_write; /* cycles of this multiprocessor's share … */
    double l2_partial;             /* … that much more for a sector written in part … */
    double atomic_interval;        /* … for a sector that atomics update … */
    double same_interval;          /* … for an update of one address … */
    double dram_interval, dram_write_interval; /* … for a sector of memory … */
    double dram_row;                           /* … and that much more for a row of it that is opened */
    double write_buffer_cycles;                /* cycles of its share that may be left to be written later */
    double dram_slack;       /* cycles of its share that it did not use lately, while others did, and may use now */
    double barrier_latency;  /* from the last warp's arrival */
    double barrier_interval; /* … and for each warp that arrived */
    double drain;            /* cycles from a block's last store to its end */
    double block_latency;    /* from a block's end to the start of the one that takes its place */
    double block_interval;   /* cycles between the starts of two blocks here */
    wg_stop *interrupted;    /* a replay ends early once it is true; may be NULL */
} wg_sm;

typedef struct wg_sm_result {
    double cycles;
    double issued;                 /* issue slots used, of schedulers x cycles */
    double busy[WG_SM_PIPES];      /* cycles; of pipes that each scheduler has, summed over them */
    double shared_busy;            /* the part of WG_SM_DATA that is shared memory's */
    double l2_busy, dram_busy;     /* cycles of the share */
    double same_busy;              /* … of updates that take turns */
    double atomic_busy;            /* … of l2_busy: updates */
    double barrier_busy;           /* the part of WG_SM_CONSTANT that is barriers' */
    double stalls[WG_STALL_COUNT]; /* warp-cycles */
    wg_insn_time *insns;           /* … of each instruction, insn_count of them; free() it */
    double first_end, done_then;   /* when the first warp ended, and the part of all operations that were done */
    double *ends;                  /* when each block was done, in the order in which they were; free() it */
} wg_sm_result;

void wg_sm_replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_block *blocks,
                  size_t block_count, uint32_t registers, wg_sm_result *out);
void wg_sm_result_free(wg_sm_result *result);

#endif
