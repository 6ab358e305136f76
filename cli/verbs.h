/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs. To add one: write cmd_<verb>.c with its table of options and its two functions, declare them here, and add
 * a row to the table in verbs.c and a section to docs/use/warpgrind.1. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "options.h"

typedef struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
    size_t (*options)(option out[MOST_OPTIONS]);
    const char *summary;
} verb;

extern const verb verbs[]; /* ended by one without a name */

/* argv holds what follows the verb. Each returns the exit status. */
int cmd_explain(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_ladder(int argc, char **argv);
int cmd_probe(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_roofline(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_occupancy(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_completion(int argc, char **argv);

/* The options of each: how many. */
size_t explain_options(option out[MOST_OPTIONS]);
size_t check_options(option out[MOST_OPTIONS]);
size_t ladder_options(option out[MOST_OPTIONS]);
size_t probe_options(option out[MOST_OPTIONS]);
size_t roofline_options(option out[MOST_OPTIONS]);
size_t report_options(option out[MOST_OPTIONS]);
size_t compare_options(option out[MOST_OPTIONS]);
size_t occupancy_options(option out[MOST_OPTIONS]);
size_t devices_options(option out[MOST_OPTIONS]);
size_t completion_options(option out[MOST_OPTIONS]);

#endif
