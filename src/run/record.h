/* SPDX-License-Identifier: Apache-2.0 */
/* From a live run to a record of it, after which the run may be closed. */
#ifndef WG_RUN_RECORD_H
#define WG_RUN_RECORD_H

#include "results/record.h"
#include "run/run.h"
#include "sim/trace.h"

wg_place wg_place_of(const wg_engine *engine);

/* What was launched, built and by whom; what the driver says of it. */
void wg_record_run(const wg_run *run, wg_results *results, wg_record *record);
/* What the simulator counted and estimated, without the lines. */
void wg_record_counters(const wg_run *run, wg_record *record);
/* Counters by source line: lines.c. */
void wg_record_lines(const wg_run *run, wg_results *results, wg_lines *out);
/* The line that an instruction counts for, its file and number alone; `first` is the first of the kernel's files. */
void wg_line_place(const wg_engine_kernel *kernel, const wg_lines *lines, size_t first, const wg_insn *insn,
                   wg_line *out);
/* The text of a source file, malloc'ed: source_text.c. Empty where it cannot, or must not, be read. */
char *wg_run_source_text(const wg_run *run, const char *file);
/* The PTX of each line, for kernels that were compiled: ptx_lines.c. */
void wg_lines_attach_ptx(const wg_engine_kernel *const *kernels, size_t kernel_count, wg_results *results,
                         wg_lines *lines);
/* The accesses that a trace watched. */
void wg_record_accesses(const wg_run *run, const wg_trace *watched, wg_results *results, wg_accesses *out);
/* An argument's memory as it is now; false: there is none. */
bool wg_record_memory_of(wg_run *run, const char *argument, wg_results *results);

#endif
