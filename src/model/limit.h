/* SPDX-License-Identifier: Apache-2.0 */
/* The limit: the least time in which a device does some work, whoever arranges it. Every report that says how far
 * something is from the limit goes by this one function.
 *
 * Each byte that must be moved is moved once: through the second-level cache, and those that are not there already from
 * and to memory, at the bandwidth measured for that mix of reads and writes. Arithmetic runs at its full rate. All of
 * that can overlap, so the slowest counts. */
#ifndef WG_MODEL_LIMIT_H
#define WG_MODEL_LIMIT_H

#include "model/model.h"

/* What there is to do. */
typedef struct wg_work {
    double read, written;           /* bytes, each once */
    double dram_read, dram_written; /* of them: those that the second-level cache has not */
    double dram_any;                /* bytes of which nobody knows whether they are read or written */
    double f16_flops, f32_flops, f64_flops, tensor_flops;
} wg_work;

/* Seconds; NAN: it is no work, or the device's file does not say enough. */
double wg_limit_seconds(const wg_model *model, const wg_work *work);

/* What memory is occupied for by so many bytes, in nanoseconds, with so many requests of the reads. Memory that is read
 * and written in turns does less than either alone; with half of each it does what a copy was measured to. Writes can
 * wait until there are many; reads do not, so that few of them among writes make memory turn around as often: in a
 * hundred lines that are written for one request most of what more do (`probe turns`). */
double wg_memory_nanoseconds(const wg_model *model, double read, double written, double requests);

#endif
