/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

static int help(void)
{
    printf("warpgrind runs GPU kernels, with or without a GPU, and explains what limits their speed.\n\n"
           "usage: warpgrind VERB [OPTION]... [WHAT]\n\n");
    for (const verb *v = verbs; v->name; v++)
        printf("  %-12s%s\n", v->name, v->summary);
    printf("\n`warpgrind VERB --help` describes a verb; `warpgrind --version` prints the version.\n");
    return finish_stdout() ? 0 : 2;
}

static int unknown(const char *word)
{
    enum { MOST_VERBS = 32 };
    const char *names[MOST_VERBS];
    char hint[128];
    size_t count = 0;
    for (const verb *v = verbs; v->name && count < MOST_VERBS; v++)
        names[count++] = v->name;
    complain("there is no verb '%s'%s", word, suggestion(word, names, count, hint, sizeof hint));
    fprintf(stderr, "Try `warpgrind --help`.\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    interrupt_begin();
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
    for (const verb *v = verbs; v->name; v++)
        if (!strcmp(word, v->name))
            return interrupt_exit_status(v->run(argc - 2, argv + 2));
    return unknown(word);
}
