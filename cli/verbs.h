/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs. To add one: write cmd_<verb>.c with its table of options and its function, declare it here, and add a row
 * to the table in main.c and a section to docs/use/warpgrind.1. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

/* argv holds what follows the verb. Each returns the exit status. */
int cmd_explain(int argc, char **argv);
int cmd_ladder(int argc, char **argv);
int cmd_probe(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_roofline(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_occupancy(int argc, char **argv);
int cmd_devices(int argc, char **argv);

#endif
