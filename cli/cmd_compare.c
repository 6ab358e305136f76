/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    outputs files;
    bool fail, quiet, all, force;
    look look;
    char *command;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {NULL, "--fail-on-regression", NULL, "exit with status 1 if anything is SLOWER, WORSE or BROKEN", OPTION_FLAG,
     AT(fail), NULL},
    {NULL, "--all", NULL, "show everything that differs, not only what is most important", OPTION_FLAG, AT(all), NULL},
    {NULL, "--force", NULL, "compare results of different devices, sizes or kernels as well", OPTION_FLAG, AT(force),
     NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, AT(files.markdown), NULL},
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, AT(files.html), NULL},
    {NULL, "--junit", "FILE|-", "write a JUnit report for build servers", OPTION_TEXT, AT(files.junit), NULL},
    {NULL, "--annotations", NULL, "print annotations for GitHub Actions", OPTION_FLAG, AT(files.annotations), NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, AT(quiet), NULL},
    OPTION_COLOR(settings),
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t compare_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf("usage: warpgrind compare [OPTION]... BEFORE.json AFTER.json\n\n"
           "Compares each benchmark found in both files: FASTER, SLOWER or, within the noise, the SAME; WORSE if it "
           "wastes\n"
           "more in the same time; BROKEN if a rung was right before and is wrong now. Shows which counters, limiters "
           "and\n"
           "other figures differ. The files are those that --json or google-benchmark writes.\n\n");
    options_print(options);
    printf("\nexamples:\n  warpgrind compare before.json after.json\n"
           "  warpgrind compare main.json branch.json --fail-on-regression --md comparison.md\n");
    return finish_stdout() ? 0 : 2;
}

static char *write_comparison(const void *comparison, wg_report_form form, const wg_write_options *how)
{
    return wg_comparison_write(comparison, form, how);
}

static int compare(const settings *s, const char *before, const char *after)
{
    const wg_write_options how = {.color = want_color(&s->look),
                                  .width = terminal_width(),
                                  .command = s->command,
                                  .all = s->all,
                                  .regressions_fail = s->fail};
    wg_comparison *comparison = NULL;
    wg_error err = {0};
    wg_status status = wg_comparison_open(before, after, s->force, &comparison, &err);
    int code = wg_status_exit_code(status);
    if (status != WG_OK)
        complain("%s", err.text);
    else if (!write_outputs(&s->files, s->quiet, write_comparison, comparison, &how))
        code = 2;
    else if (s->fail && wg_comparison_regressions(comparison))
        code = 1;
    wg_comparison_close(comparison);
    return code;
}

int cmd_compare(int argc, char **argv)
{
    settings s = {.command = command_line("compare", argc, argv)};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && words != 2)
        complain("compare takes two files: BEFORE.json AFTER.json");
    else if (result == PARSED && check_look(&s.look))
        code = compare(&s, argv[0], argv[1]);
    free(s.command);
    return code;
}
