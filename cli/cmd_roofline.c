/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    const char *size, *sizes, *device, *compiler;
    outputs files;
    uint64_t threads;
    bool no_cache, no_estimate, trust, quiet;
    look look;
    char *command;
    progress progress;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {"-d", "--device", "DEVICE", "h200, h100, …, cuda[:N] or opencl[:N]; default: h200; a real device is measured",
     OPTION_TEXT, AT(device), NULL},
    {"-n", NULL, "SIZE", "set the size n of ladders", OPTION_TEXT, AT(size), NULL},
    {NULL, "--sizes", "SET", "sizes of ladders and measurements: default, test or large", OPTION_TEXT, AT(sizes), NULL},
    {NULL, "--with", "COMPILER", "nvrtc, nvcc or clang; default: the first that accepts the source", OPTION_TEXT,
     AT(compiler), NULL},
    {NULL, "--no-cache", NULL, "compile again even if the result is cached", OPTION_FLAG, AT(no_cache), NULL},
    {NULL, "--trust", NULL, "run the C code of a ladder that is not a bundled one, to check its results", OPTION_FLAG,
     AT(trust), NULL},
    {NULL, "--no-estimate", NULL, "count only: no time estimate", OPTION_FLAG, AT(no_estimate), NULL},
    {"-j", "--jobs", "N", "host threads for the simulator; default: one per core", OPTION_NUMBER, AT(threads), NULL},
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, AT(files.html), NULL},
    {NULL, "--svg", "FILE|-", "draw the figure as SVG", OPTION_TEXT, AT(files.svg), NULL},
    {NULL, "--json", "FILE|-", "write the results as JSON", OPTION_TEXT, AT(files.json), NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, AT(files.markdown), NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, AT(quiet), NULL},
    OPTION_COLOR(settings),
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t roofline_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf("usage: warpgrind roofline [OPTION]... [WHAT]...\n\n"
           "Shows the bandwidth and compute ceilings of a device and how close kernels come to them. Each WHAT is a "
           "tuning\n"
           "file (.json), a source with a `// warpgrind:` line, LADDER/RUNG, or a ladder with all its rungs. Without a "
           "WHAT,\n"
           "only the ceilings are shown.\n\n");
    options_print(options);
    printf("\nexamples:\n"
           "  warpgrind roofline -d sim:a100\n"
           "  warpgrind roofline examples/saxpy.cu examples/matmul_tile.json --svg roofline.svg\n"
           "  warpgrind roofline matmul --html matmul.html\n"
           "  warpgrind roofline reduce -d cuda\n");
    return finish_stdout() ? 0 : 2;
}

static void show(void *user, const char *what, size_t number, size_t count)
{
    settings *s = user;
    progress_note(&s->progress, "%zu of %zu: %s", number + 1, count, what);
}

static int run(settings *s, char **what, int count)
{
    wg_results *result = NULL;
    wg_error err = {0};
    const wg_assignment size = {"n", s->size, "-n"};
    const wg_options o = {.device = s->device,
                          .compiler = s->compiler,
                          .no_cache = s->no_cache,
                          .trust = s->trust,
                          .threads = (unsigned)s->threads,
                          .no_estimate = s->no_estimate,
                          .interrupted = &interrupted,
                          .user = s};
    const wg_roofline_request request = {.what = (const char *const *)what,
                                         .what_count = (size_t)count,
                                         .sizes = s->sizes,
                                         .settings = &size,
                                         .setting_count = s->size != NULL,
                                         .options = &o,
                                         .begin = s->quiet ? NULL : show};
    const wg_write_options how = {.color = want_color(&s->look), .width = terminal_width(), .command = s->command};
    mention_cache();
    progress_start(&s->progress);
    wg_status status = wg_roofline_find(&request, &result, &err);
    progress_clear(&s->progress);
    status = interrupt_check(status, &err);
    int code = wg_status_exit_code(status);
    if (status != WG_OK)
        complain("%s", err.text);
    else if (!write_results(&s->files, s->quiet, result, &how))
        code = 2;
    wg_results_close(result);
    return code;
}

int cmd_roofline(int argc, char **argv)
{
    settings s = {.command = command_line("roofline", argc, argv)};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && check_look(&s.look))
        code = run(&s, argv, words);
    free(s.command);
    return code;
}
