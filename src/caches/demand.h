/* SPDX-License-Identifier: Apache-2.0 */
/* What each load and store asks for, and how much of that is different: from the trace of memory accesses.
 *
 * Hit rates say what a cache happened to find. Whether a tile in shared memory would help follows from something else:
 * how often a block asks for the same word. And whether data is stored as an array of structures follows from the
 * distance between the words of neighbouring lanes. */
#ifndef WG_CACHES_DEMAND_H
#define WG_CACHES_DEMAND_H

#include "sim/launch.h"

/* Of one instruction, in the blocks that were traced. Words are four bytes. */
typedef struct wg_demand {
    double requests, blocks; /* … and blocks that have any */
    double sectors;          /* that the requests touch */
    double words;            /* … and words they ask for, each once a request … */
    double asked;            /* … or as often as lanes do */
    double block_words;      /* different words in a block, added up over the blocks … */
    double uniform_words;    /* … and different ones in all blocks, of requests whose lanes all want the same few */
    double strided;          /* requests whose lanes lie `stride` bytes apart, all of them */
    uint32_t stride;
    uint32_t last_block; /* while it is counted */
} wg_demand;

/* One for each instruction of the program, from the trace of memory; free() it. */
wg_demand *wg_demand_find(const wg_launch *launch);

/* How often lanes of a block ask for a word, on average; 1 where nothing was traced. */
double wg_demand_reuse(const wg_demand *demand);

#endif
