/* SPDX-License-Identifier: Apache-2.0 */
/* Hand-made estimates, for tests of what is said about them. */
#ifndef TESTS_ESTIMATES_H
#define TESTS_ESTIMATES_H

#include "counters/estimate.h"

/* 100 µs of one launch in which nothing is busy and nothing was tried: warps wait for global memory. */
wg_estimate idle_estimate(void);

#endif
