/* SPDX-License-Identifier: Apache-2.0 */
/* How fast one multiprocessor is replayed. */
#ifndef WG_BENCH_REPLAY_H
#define WG_BENCH_REPLAY_H

/* Warp-instructions a second, on one core, of a kernel that loads, computes, uses shared memory and has barriers; 64
 * warps at a time. */
double replay_speed(void);

/* Seconds of a clock that only goes on. */
double seconds_now(void);

#endif
