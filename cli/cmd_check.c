/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "interrupt.h"
#include "launch.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    option_list launch; /* what wg_kernel_set takes, in the order given */
    const char *device, *compiler, *suppressions, *numbers;
    outputs files;
    uint64_t threads, instructions, max_errors, shuffles;
    bool quiet, no_cache, print_suppressions;
    look look;
    char *command;
    progress progress;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    LAUNCH_OPTIONS(AT),
    {"-d", "--device", "DEVICE", "the simulated GPU: h200, h100, …; default: h200; `warpgrind devices` lists them",
     OPTION_TEXT, AT(device), NULL},
    {"-j", "--jobs", "N", "host threads; default: one per core", OPTION_NUMBER, AT(threads), NULL},
    {NULL, "--max-instructions", "N", "stop a block that executes more than N warp instructions", OPTION_NUMBER,
     AT(instructions), NULL},
    {NULL, "--numbers", "[=KINDS]", "also numbers that go wrong: nan, infinity, denormal, index_overflow; default: all",
     OPTION_MAYBE, AT(numbers), NULL},
    {NULL, "--shuffle", "N", "run it in N other orders of blocks and warps, and compare the results", OPTION_NUMBER,
     AT(shuffles), NULL},
    {NULL, "--max-errors", "N", "report at most N findings; the exit status counts all", OPTION_NUMBER, AT(max_errors),
     NULL},
    {NULL, "--suppressions", "RULES", "leave out what the rules in this file name: KIND FILE:LINE, with * and ?",
     OPTION_TEXT, AT(suppressions), NULL},
    {NULL, "--print-suppressions", NULL, "print rules for what was found instead of the report", OPTION_FLAG,
     AT(print_suppressions), NULL},
    {NULL, "--json", "FILE|-", "write the findings as JSON", OPTION_TEXT, AT(files.json), NULL},
    {NULL, "--sarif", "FILE|-", "write the findings as SARIF, for code hosts and editors", OPTION_TEXT, AT(files.sarif),
     NULL},
    {NULL, "--html", "FILE|-", "write an HTML page: the findings, and the source with marks", OPTION_TEXT,
     AT(files.html), NULL},
    {NULL, "--annotations", NULL, "print annotations for GitHub Actions", OPTION_FLAG, AT(files.annotations), NULL},
    {"-q", "--quiet", NULL, "do not print the report", OPTION_FLAG, AT(quiet), NULL},
    OPTION_COLOR(settings),
    {NULL, "--no-color", NULL, "the same as --color=never", OPTION_FLAG, AT(look.no_color), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

static const char examples_help[] = "\nThe exit status is 0 if there are no errors (there may be warnings), 3 if there "
                                    "are, 2 if the kernel cannot be run.\n"
                                    "\nexamples:\n"
                                    "  warpgrind check my.cu\n"
                                    "  warpgrind check examples/check/shared_race.cu\n"
                                    "  warpgrind check my.cu --numbers --shuffle 4\n"
                                    "  warpgrind check k.cu --print-suppressions >known.txt\n"
                                    "  warpgrind check k.cu --suppressions known.txt --sarif k.sarif\n";

size_t check_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf(
        "usage: warpgrind check [OPTION]... WHAT\n\n"
        "Runs a kernel on a simulated GPU and looks at every access: out of bounds, races in shared and global\n"
        "memory, uninitialised values, barriers and masks that are wrong. WHAT is a source file (.cu, .cl, .ptx), a\n"
        "tuning file (.json, T1 format) or a rung of a ladder, LADDER/RUNG.\n\n");
    options_print(options);
    printf("%s%s", launch_help, examples_help);
    return finish_stdout() ? 0 : 2;
}

/* ---- while it runs ---- */

static bool file_on_stdout(const settings *s)
{
    return to_stdout(s->files.json) || to_stdout(s->files.html) || to_stdout(s->files.sarif) || s->print_suppressions;
}

static void print(void *user, const char *text, size_t length)
{
    settings *s = user;
    progress_clear(&s->progress);
    fwrite(text, 1, length, file_on_stdout(s) ? stderr : stdout);
}

static void show_progress(void *user, uint64_t done, uint64_t total)
{
    settings *s = user;
    progress_show(&s->progress, done, total);
}

/* ---- afterwards ---- */

static char *write_report(const void *report, wg_report_form form, const wg_write_options *how)
{
    return wg_check_report_write(report, form, how);
}

static bool print_rules(const wg_check_report *report)
{
    char *rules = wg_check_report_rules(report);
    bool ok = rules && write_output("-", rules, strlen(rules));
    if (!rules)
        out_of_memory();
    free(rules);
    return ok;
}

static int tell(const settings *s, const wg_check_report *report)
{
    const wg_write_options how = {.color = want_color(&s->look), .width = terminal_width(), .command = s->command};
    bool ok = !s->print_suppressions || print_rules(report);
    ok &= write_outputs(&s->files, s->quiet || s->print_suppressions, write_report, report, &how);
    ok &= finish_stdout();
    return !ok ? 2 : wg_check_report_errors(report) ? 3 : 0;
}

/* ---- the verb ---- */

static wg_status run(settings *s, const char *path, wg_kernel **kernel, wg_check_report **report, wg_error *err)
{
    wg_status status = wg_kernel_open(path, kernel, err);
    if (status == WG_OK)
        status = set_launch_options(*kernel, &s->launch, err);
    if (status != WG_OK)
        return status;
    const wg_options o = {
        .device = s->device,
        .compiler = s->compiler,
        .no_cache = s->no_cache,
        .threads = (unsigned)s->threads,
        .instruction_limit = s->instructions,
        .interrupted = &interrupted,
        .print = print,
        .progress = s->quiet ? NULL : show_progress,
        .user = s,
    };
    const wg_check_request request = {.options = &o,
                                      .suppressions = s->suppressions,
                                      .max_errors = s->max_errors,
                                      .numbers = s->numbers,
                                      .shuffles = s->shuffles};
    mention_cache();
    progress_start(&s->progress);
    status = wg_kernel_check(*kernel, &request, report, err);
    progress_clear(&s->progress);
    return interrupt_check(status, err);
}

static int check(settings *s, const char *path)
{
    wg_kernel *kernel = NULL;
    wg_check_report *report = NULL;
    wg_error err = {0};
    wg_status status = run(s, path, &kernel, &report, &err);
    int code = wg_status_exit_code(status);
    if (status == WG_OK)
        code = tell(s, report);
    else
        complain("%s", err.text);
    wg_check_report_close(report);
    wg_kernel_close(kernel);
    return code;
}

int cmd_check(int argc, char **argv)
{
    settings s = {.command = command_line("check", argc, argv)};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && words == 1)
        code = check_look(&s.look) ? check(&s, argv[0]) : 2;
    else if (result == PARSED)
        complain(words ? "check takes one file" : "what to check? Name a .json, .cu, .cl or .ptx file");
    option_list_free(&s.launch);
    free(s.command);
    return code;
}
