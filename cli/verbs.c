/* SPDX-License-Identifier: Apache-2.0 */
#include "verbs.h"

#include <stddef.h>

const verb verbs[] = {
    {"explain", cmd_explain, explain_options,
     "run a kernel, name its limiter and what to change, show counters beside the source"},
    {"check", cmd_check, check_options,
     "run a kernel and find accesses out of bounds, races, uninitialised values, wrong synchronisation"},
    {"ladder", cmd_ladder, ladder_options,
     "run one problem's kernels, from naive to near the limit: verified, counted, timed"},
    {"probe", cmd_probe, probe_options, "measure or predict a curve: bandwidth by stride, latency by array size, ..."},
    {"roofline", cmd_roofline, roofline_options, "show a device's ceilings and how close kernels come to them"},
    {"report", cmd_report, report_options, "show results saved as JSON again, as a table, a figure or an HTML page"},
    {"compare", cmd_compare, compare_options, "compare two result files: what got faster, slower or stayed the same"},
    {"occupancy", cmd_occupancy, occupancy_options,
     "compute how many blocks fit on a multiprocessor, and what limits them"},
    {"devices", cmd_devices, devices_options, "list simulated and real devices, and the compilers found"},
    {"completion", cmd_completion, completion_options, "print what makes bash, zsh or fish complete these words"},
    {0},
};
