/* SPDX-License-Identifier: Apache-2.0 */
/* A line on the terminal for runs of more than a second: how far, how much longer. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    double start, shown; /* seconds; shown 0: nothing is on the line */
} progress;

void progress_start(progress *p);
void progress_show(progress *p, uint64_t done, uint64_t total);
/* What is being done, where there is no count of it. */
void progress_note(progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_clear(progress *p);

#endif
