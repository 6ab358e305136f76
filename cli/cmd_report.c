/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"
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
    checks checks;
    uint64_t lines;
    bool quiet, memory;
    look look;
    char *command;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, AT(files.html), NULL},
    {NULL, "--svg", "FILE|-", "draw the figure as SVG", OPTION_TEXT, AT(files.svg), NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, AT(files.markdown), NULL},
    CHECK_OPTIONS(AT),
    {NULL, "--lines", "N", "number of source lines to show, hottest first; default: 20; 0: all", OPTION_NUMBER,
     AT(lines), NULL},
    {NULL, "--memory", NULL, "also draw the memory chart of a kernel", OPTION_FLAG, AT(memory), NULL},
    {"-q", "--quiet", NULL, "print nothing", OPTION_FLAG, AT(quiet), NULL},
    OPTION_COLOR(settings),
    {NULL, "--no-color", NULL, "the same as --color=never", OPTION_FLAG, AT(look.no_color), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t report_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf(
        "usage: warpgrind report [OPTION]... RESULTS.json\n\n"
        "Shows results that explain, ladder, probe or roofline saved with --json: the same tables, figures and pages,\n"
        "without running anything again.\n\n");
    options_print(options);
    printf("\nexamples:\n"
           "  warpgrind report reduce.json\n"
           "  warpgrind report reduce.json --html reduce.html -q\n"
           "  warpgrind report stride.json --svg stride.svg --csv -\n"
           "  warpgrind report reduce.json --assert 'tree: shared_conflicts == 0' --baseline old.json\n");
    return finish_stdout() ? 0 : 2;
}

static int run(const settings *s, const char *path)
{
    const wg_write_options how = {.color = want_color(&s->look),
                                  .lines = s->lines,
                                  .width = terminal_width(),
                                  .memory = s->memory,
                                  .command = s->command,
                                  .regressions_fail = s->checks.fail};
    wg_results *results = NULL;
    wg_error err = {0};
    wg_status status = checks_begin(&s->checks, &err);
    if (status == WG_OK)
        status = wg_results_open(path, &results, &err);
    int code = status == WG_OK ? checks_run(&s->checks, results) : wg_status_exit_code(status);
    if (status != WG_OK)
        complain("%s", err.text);
    else if (!write_results(&s->files, s->quiet, results, &how))
        code = 2;
    wg_results_close(results);
    return code;
}

int cmd_report(int argc, char **argv)
{
    settings s = {.lines = 20, .command = command_line("report", argc, argv)};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && words == 1)
        code = check_look(&s.look) ? run(&s, argv[0]) : 2;
    else if (result == PARSED)
        complain(words ? "report takes one file" : "what to report? Name a file that --json wrote");
    checks_free(&s.checks);
    free(s.command);
    return code;
}
