/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of what hardware counted, and the simulator's counters compared with them.
 *
 * Requests and sectors must be equal. Shared wavefronts must be within 3 %; the hardware adds arbitration noise to
 * them, which it reports as conflicts, so an access pattern that has none by its addresses is compared without them.
 * Where the compiler turns the PTX into other accesses, a table of differences names case, counter and reason; a
 * difference that is listed there and does not occur counts as wrong too. */
#ifndef TESTS_RECORDED_H
#define TESTS_RECORDED_H

#include "counters/counters.h"
#include "run/run.h"
#include "time/estimate.h"

#include <stdbool.h>
#include <stddef.h>

#define WG_RECORDED "tests/recorded"

typedef struct table {
    char *text;
    char **cells; /* row by row */
    size_t rows, columns;
} table;

table read_table(const char *name); /* relative to tests/recorded */
void free_table(table *t);
const char *cell(const table *t, size_t row, const char *column); /* NULL: there is no such column */
size_t row_of(const table *t, const char *name);                  /* by the first column */

/* Whether hardware ran this rung: a new one has still to be recorded, and there is nothing to compare it with. Says so.
 */
bool is_recorded(const table *t, const char *rung);

/* Microseconds that a kernel took on an H200, LADDER/RUNG at its large size: docs/results/h200. 0: not measured. */
double recorded_time(const char *kernel);

/* Runs the case of that row of a table of cases, whose kernel is in a PTX file beside it, on the simulated H200. NULL:
 * it failed, and said why. The spec is the caller's to free. */
wg_run *run_recorded(const char *ptx, const table *cases, size_t row, const wg_engine_options *options, wg_spec **spec);

/* Whether sources become the PTX that the hardware ran: what NVRTC or nvcc 13 makes of them. Another compiler's is as
 * right, with other loads and stores. */
bool compiles_as_recorded(void);

/* What ptxas said of a case for which it ran out of registers: h200/spills.csv. */
void add_spills(const char *name, wg_estimator_options *about);

bool is_listed(const table *differences, const char *name, const char *counter);

/* How many counters of this case are not as they should be. */
int compare_counters(const char *name, const wg_counters *ours, const table *counters, const table *differences);

#endif
