/* SPDX-License-Identifier: Apache-2.0 */
/* The habits of an architecture and of the compiler for it: plain data, one description a family of compute
 * capabilities, in machine/targets/. Everything in machine/ that another GPU or another ptxas would do differently is
 * asked for here. docs/extend/add-an-architecture.md says how to add one. */
#ifndef WG_MACHINE_TARGET_H
#define WG_MACHINE_TARGET_H

#include "devices/device.h"

#include <stdbool.h>
#include <stdint.h>

/* What a multiprocessor has for the values of threads. */
typedef struct wg_register_file {
    unsigned total;    /* 0: as the device's file says */
    unsigned plenty;   /* of a thread, with which a multiprocessor can be full: fewer gain nothing; 0: as above */
    unsigned reserved; /* of a thread, that hold no value of the program */
    unsigned most;     /* of a thread */
} wg_register_file;

/* What ptxas takes for granted when it puts instructions in order, in cycles. */
typedef struct wg_assumed_latencies {
    uint32_t global, near; /* near: shared memory, and local memory as if the first-level cache had it */
    uint32_t sfu, arithmetic;
} wg_assumed_latencies;

/* How far ptxas goes with a loop that counts. */
typedef struct wg_unrolling {
    float rounds, instructions;     /* of a loop whose rounds are not known: by so many, up to so long a body */
    float whole_rounds, whole;      /* of one whose are: all of it up to so many rounds and machine instructions … */
    float partly;                   /* … or by so many */
    float entry_alu, entry_unpiped; /* machine instructions that find out how many rounds are left, before the loop */
} wg_unrolling;

typedef enum wg_int_lanes {
    WG_INT_LANES_OWN, /* lanes of their own, and those that multiply help out with sums and moves */
    WG_INT_LANES_F32, /* the lanes of single precision: nothing is gained by giving sums to the multiplier */
} wg_int_lanes;

typedef struct wg_target {
    const char *name;     /* "sm_9x" */
    int first, last;      /* compute capabilities, 90 for 9.0 */
    const char *based_on; /* the target that what is not known of it was taken from; NULL: measured itself */
    const struct wg_expansions *expansions;
    const wg_unrolling *unrolling;
    const wg_assumed_latencies *latencies;
    wg_register_file registers;
    unsigned predicates;         /* of a thread */
    unsigned longest_predicated; /* machine instructions of an `if` that becomes predicates */
    wg_int_lanes int_lanes;
    bool has_uniform_datapath; /* a pipe of its own for integers that all lanes share */
    bool has_short_addresses;  /* of one word: short_addresses.c */
    bool has_shared_operands;  /* arithmetic takes an operand from shared memory: shared_operands.c … */
    unsigned shared_reach;     /* … so many bytes from an address register; 0: as far as one likes */
    bool is_foreign;           /* no ptxas of today makes such code, so that none can be asked about its registers */
} wg_target;

/* NULL: there is none for that capability, 90 for 9.0. */
const wg_target *wg_target_find(int capability);
/* Of a device: the one of its capability, or the nearest; what its file says (int_pipe, address_bits,
 * shared_operand_lanes, shared_operand_reach, registers) counts for more. */
wg_target wg_target_of(const wg_device *device);
/* All of them, oldest first. */
extern const wg_target *const wg_targets[];
extern const unsigned wg_target_count;

#endif
