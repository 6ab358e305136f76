/* SPDX-License-Identifier: Apache-2.0 */
/* How GPUs before Maxwell joined what the lanes of a warp ask of memory; docs/use/devices.md has the rules in words.
 * The rule that came after them, sectors of the whole warp and 32 banks of 4 bytes, is in exec/access.h: counted
 * inline, with no list of what was moved. A launch has its device's rule, or NULL for that one.
 *
 * What moves is a list of pieces of 32 bytes. Different requests of one instruction may move the same piece again: it
 * is there as often as it moves. */
#ifndef WG_SIM_JOINING_H
#define WG_SIM_JOINING_H

#include "sim/program.h"

enum { WG_PIECE_BYTES = 32, WG_MOST_PIECES = 4 * WG_LANES }; /* lanes of up to 32 bytes, each in a line of its own */

typedef struct wg_joining wg_joining;

/* By the word that a device file has for its coalescing; NULL: none of these. */
const wg_joining *wg_joining_find(const char *word);

/* What the lanes of one instruction ask for. */
typedef struct wg_request {
    uint32_t mask;
    uint32_t bytes; /* a lane; its address is a multiple of that */
    bool store;
    bool uncached; /* a load that is told to pass by the first level */
    const uint64_t *address;
} wg_request;

bool wg_insn_uncached(const wg_insn *insn);

/* Global memory: the pieces (addresses / 32) that move; how many. */
uint32_t wg_joining_pieces(const wg_joining *joining, const wg_request *request, uint64_t pieces[WG_MOST_PIECES]);

typedef struct wg_passes {
    uint32_t wavefronts;
    uint32_t ideal; /* had no bank been wanted twice */
} wg_passes;

uint32_t wg_joining_banks(const wg_joining *joining); /* of shared memory, 4 bytes each */

/* Shared memory: the passes through its banks. */
wg_passes wg_joining_passes(const wg_joining *joining, const wg_request *request);

#endif
