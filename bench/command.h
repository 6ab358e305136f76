/* SPDX-License-Identifier: Apache-2.0 */
/* Running another program and reading what it prints. */
#ifndef WG_BENCH_COMMAND_H
#define WG_BENCH_COMMAND_H

#include <stddef.h>

typedef struct command_result {
    int status;    /* exit status; -1: it could not be started or was killed */
    char *output;  /* malloc'ed, terminated: its standard output */
    size_t length; /* of output */
    long peak_kib; /* the most memory it had resident */
    double cpu;    /* seconds of processor time */
} command_result;

/* argv ends with NULL; argv[0] is looked for on PATH. Its standard error is ours. */
command_result command_run(const char *const argv[]);

#endif
