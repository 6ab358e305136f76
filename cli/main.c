/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} verbs[] = {
    {"explain", cmd_explain, "run a kernel, name its limiter and what to change, show counters beside the source"},
    {"ladder", cmd_ladder, "run one problem's kernels, from naive to near the limit: verified, counted, timed"},
    {"probe", cmd_probe, "measure or predict a curve: bandwidth by stride, latency by array size, ..."},
    {"roofline", cmd_roofline, "show a device's ceilings and how close kernels come to them"},
    {"report", cmd_report, "show results saved as JSON again, as a table, a figure or an HTML page"},
    {"compare", cmd_compare, "compare two result files: what got faster, slower or stayed the same"},
    {"occupancy", cmd_occupancy, "compute how many blocks fit on a multiprocessor, and what limits them"},
    {"devices", cmd_devices, "list simulated and real devices, and the compilers found"},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

static int help(void)
{
    printf("warpgrind runs GPU kernels, with or without a GPU, and explains what limits their speed.\n\n"
           "usage: warpgrind VERB [OPTION]... [WHAT]\n\n");
    for (int k = 0; k < VERBS; k++)
        printf("  %-10s %s\n", verbs[k].name, verbs[k].summary);
    printf("\n`warpgrind VERB --help` describes a verb; `warpgrind --version` prints the version.\n");
    return finish_stdout() ? 0 : 2;
}

static int unknown(const char *word)
{
    const char *names[VERBS];
    char hint[128];
    for (int k = 0; k < VERBS; k++)
        names[k] = verbs[k].name;
    complain("there is no verb '%s'%s", word, suggestion(word, names, VERBS, hint, sizeof hint));
    fprintf(stderr, "Try `warpgrind --help`.\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    if (!word) {
        fprintf(stderr, "usage: warpgrind VERB [OPTION]... [WHAT]; `warpgrind --help` lists the verbs\n");
        return 2;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        return help();
    if (!strcmp(word, "--version")) {
        printf("warpgrind %s\n", wg_version());
        return finish_stdout() ? 0 : 2;
    }
    for (int k = 0; k < VERBS; k++)
        if (!strcmp(word, verbs[k].name))
            return verbs[k].run(argc - 2, argv + 2);
    return unknown(word);
}
