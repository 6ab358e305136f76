/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs ladder and probe have in common: both climb, a probe once for each of its points. They take the same
 * options, and show the same progress; a table says how they differ. */
#ifndef CLI_CLIMB_H
#define CLI_CLIMB_H

#include "checks.h"
#include "options.h"
#include "output.h"
#include "progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <warpgrind/warpgrind.h>

/* What was asked for. */
typedef struct climb_settings {
    const char *size, *methods, *sizes, *device, *compiler;
    outputs files;
    option_list assignments;
    checks checks;
    uint64_t threads;
    look look;
    char *command;
    bool cold, ablate, no_counters, no_cache, no_check, no_time, trust, no_estimate, sample, quiet, story, calibrate;
    progress progress;
} climb_settings;

#define CLIMB_AT(member) offsetof(climb_settings, member)

enum { CLIMB_OWN_OPTIONS = 4 + CHECK_OPTION_COUNT };

typedef struct climb_verb {
    const char *usage, *examples, *word;
    option own[CLIMB_OWN_OPTIONS]; /* that only this verb has */
    wg_status (*list)(wg_report_form form, char **out, wg_error *err);
    wg_status (*run)(const wg_climb_request *request, wg_results **out, wg_error *err);
    int (*calibrate)(climb_settings *s); /* NULL: it has no --calibrate */
} climb_verb;

/* The whole command; returns the exit status. */
int climb_command(const climb_verb *verb, int argc, char **argv);

/* Its own options and those it shares; how many. */
size_t climb_options_of(const climb_verb *verb, option out[MOST_OPTIONS]);

/* The options of the library that were asked for; their user is s. */
wg_options climb_options(climb_settings *s);

#endif
