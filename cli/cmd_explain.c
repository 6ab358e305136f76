/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"
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
    option_list dumps;
    checks checks;
    const char *device, *compiler, *addresses, *against, *tolerance;
    outputs files;
    uint64_t threads, sample, instructions, lines;
    bool check, trust, all_blocks, quiet, memory, no_cache, cold, ablate, no_estimate;
    look look;
    char *command;
    progress progress;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    LAUNCH_OPTIONS(AT),
    {"-d", "--device", "DEVICE", "h200, h100, …, cuda[:N] or opencl[:N]; default: h200; `warpgrind devices` lists them",
     OPTION_TEXT, AT(device), NULL},
    {NULL, "--cold", NULL, "flush the caches before each measured run; on the simulator, start with cold caches",
     OPTION_FLAG, AT(cold), NULL},
    {"-j", "--jobs", "N", "host threads; default: one per core", OPTION_NUMBER, AT(threads), NULL},
    {NULL, "--sample", "N", "run only about N blocks and scale the counters", OPTION_NUMBER, AT(sample), NULL},
    {NULL, "--all-blocks", NULL, "run all blocks, also of a large launch whose blocks are alike", OPTION_FLAG,
     AT(all_blocks), NULL},
    {NULL, "--max-instructions", "N", "stop a block that executes more than N warp instructions", OPTION_NUMBER,
     AT(instructions), NULL},
    CHECK_OPTIONS(AT),
    {NULL, "--dump", "NAME=FILE", "write an argument's bytes to FILE after the run", OPTION_LIST, AT(dumps), NULL},
    {NULL, "--lines", "N", "number of source lines to show, hottest first; default: 20; 0: all", OPTION_NUMBER,
     AT(lines), NULL},
    {NULL, "--memory", NULL, "also draw the memory chart: what passes between the kernel, the caches and DRAM",
     OPTION_FLAG, AT(memory), NULL},
    {NULL, "--no-estimate", NULL, "count only: no time estimate", OPTION_FLAG, AT(no_estimate), NULL},
    {NULL, "--ablate", NULL, "also run variants: memory only, compute only, ideal access, conflict-free", OPTION_FLAG,
     AT(ablate), NULL},
    {NULL, "--show-addresses", "[FILE:]LINE", "draw the words, sectors and banks that a warp touches at this line",
     OPTION_TEXT, AT(addresses), NULL},
    {NULL, "--check", NULL, "also look for races and other errors, as `warpgrind check` does, in a run of its own",
     OPTION_FLAG, AT(check), NULL},
    {NULL, "--against", "WHAT", "compare the results with another kernel's: FILE[:KERNEL], LADDER/RUNG or reference",
     OPTION_TEXT, AT(against), NULL},
    {NULL, "--tolerance", "X", "for --against: the allowed error, relative to a value or to their root mean square",
     OPTION_TEXT, AT(tolerance), NULL},
    {NULL, "--trust", NULL, "for --against: run the C code of a ladder that is not a bundled one", OPTION_FLAG,
     AT(trust), NULL},
    {NULL, "--json", "FILE|-", "write the result as JSON", OPTION_TEXT, AT(files.json), NULL},
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, AT(files.html), NULL},
    {NULL, "--svg", "FILE|-", "write the kernel's roofline plot as SVG", OPTION_TEXT, AT(files.svg), NULL},
    {"-q", "--quiet", NULL, "do not print the report", OPTION_FLAG, AT(quiet), NULL},
    OPTION_COLOR(settings),
    {NULL, "--no-color", NULL, "the same as --color=never", OPTION_FLAG, AT(look.no_color), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

static const char examples_help[] =
    "\nexamples:\n"
    "  warpgrind explain my.cu\n"
    "  warpgrind explain examples/saxpy.cu\n"
    "  warpgrind explain examples/matmul_tile.json --set TILE=16\n"
    "  warpgrind explain matmul/tiled\n"
    "  warpgrind explain k.cu --grid 64 --block 256 -a n:i32=16384 -a 'x:f32[n]=i' --assert 'shared_conflicts == 0'\n";

size_t explain_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf("usage: warpgrind explain [OPTION]... WHAT\n\n"
           "Runs a kernel on a simulated GPU and prints its limiter with the evidence, what to change next, its "
           "counters,\n"
           "and its source with counters beside the hot lines. On a real device it also measures the time. WHAT is a\n"
           "source file (.cu, .cl, .ptx), a tuning file (.json, T1 format) or a rung of a ladder, LADDER/RUNG.\n\n");
    options_print(options);
    printf("%s%s", launch_help, examples_help);
    return finish_stdout() ? 0 : 2;
}

/* ---- while it runs ---- */

/* Something that a program or a browser reads: nothing else may come between. */
static bool file_on_stdout(const settings *s)
{
    return to_stdout(s->files.json) || to_stdout(s->files.html) || to_stdout(s->files.svg) || to_stdout(s->files.junit);
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

static bool dump(const wg_results *result, const char *name, const option_item *item)
{
    size_t size;
    const void *bytes = wg_results_memory(result, name, &size);
    if (!bytes) {
        complain("%s: there is no buffer '%s'", item->where, name);
        return false;
    }
    return write_output(strchr(item->value, '=') + 1, bytes, size);
}

static int report(const settings *s, wg_results *result)
{
    const wg_write_options how = {.color = want_color(&s->look),
                                  .lines = s->lines,
                                  .width = terminal_width(),
                                  .memory = s->memory,
                                  .command = s->command,
                                  .regressions_fail = s->checks.fail};
    int failed = checks_run(&s->checks, result);
    bool ok = write_results(&s->files, s->quiet, result, &how);
    for (size_t k = 0; k < s->dumps.count; k++)
        ok &= dump(result, s->dumps.items[k].copy, &s->dumps.items[k]);
    ok &= finish_stdout();
    if (wg_results_failed(result) && s->quiet && s->check)
        complain("without -q the report says what is wrong");
    else if (wg_results_failed(result) && s->quiet)
        complain("the results differ from those of %s: without -q the report says where", s->against);
    return !ok ? 2 : failed ? failed : wg_results_failed(result) ? 1 : 0;
}

/* ---- the verb ---- */

/* What can be known to be wrong before a long run. */
static wg_status check(settings *s, wg_error *err)
{
    wg_status status = checks_begin(&s->checks, err);
    if (status != WG_OK)
        return status;
    for (size_t k = 0; k < s->dumps.count; k++) {
        char *equals = strchr(s->dumps.items[k].copy, '=');
        if (!equals)
            return wg_error_set(err, WG_ERR_INPUT, "%s: expected NAME=FILE", s->dumps.items[k].where);
        *equals = 0; /* the name is left */
    }
    if (s->all_blocks && s->sample)
        return wg_error_set(err, WG_ERR_INPUT, "--all-blocks and --sample contradict each other");
    if (s->dumps.count && s->sample)
        return wg_error_set(err, WG_ERR_INPUT, "--dump needs all blocks to run: leave out --sample");
    if (s->against && s->sample)
        return wg_error_set(err, WG_ERR_INPUT, "--against needs all blocks to run: leave out --sample");
    if (s->tolerance && !s->against)
        return wg_error_set(err, WG_ERR_INPUT, "--tolerance is for --against");
    return WG_OK;
}

/* Counters that a program compares have to be exact: those of a sample are for people. */
static bool may_sample(const settings *s)
{
    return !s->all_blocks && !s->checks.assertions.count && !s->checks.baseline && !s->files.json && !s->files.junit;
}

static wg_status run(settings *s, const char *path, wg_kernel **kernel, wg_results **result, wg_error *err)
{
    wg_status status = check(s, err);
    if (status == WG_OK)
        status = wg_kernel_open(path, kernel, err);
    if (status == WG_OK)
        status = set_launch_options(*kernel, &s->launch, err);
    const char **keep = calloc(s->dumps.count + 1, sizeof *keep);
    if (status == WG_OK && !keep)
        status = wg_error_set(err, WG_ERR_SYSTEM, "out of memory");
    if (status != WG_OK) {
        free(keep);
        return status;
    }
    for (size_t k = 0; k < s->dumps.count; k++)
        keep[k] = s->dumps.items[k].copy;
    wg_options o = {
        .device = s->device,
        .compiler = s->compiler,
        .no_cache = s->no_cache,
        .threads = (unsigned)s->threads,
        .sample_blocks = s->sample,
        .may_sample = may_sample(s),
        .instruction_limit = s->instructions,
        .cold = s->cold,
        .ablate = s->ablate,
        .no_estimate = s->no_estimate,
        .what_if = true,
        .show_addresses = s->addresses,
        .check = s->check,
        .against = s->against,
        .tolerance = s->tolerance,
        .trust = s->trust,
        .keep = keep,
        .keep_count = s->dumps.count,
        .interrupted = &interrupted,
        .print = print,
        .progress = s->quiet ? NULL : show_progress,
        .user = s,
    };
    mention_cache();
    progress_start(&s->progress);
    status = wg_kernel_run(*kernel, &o, result, err);
    progress_clear(&s->progress);
    free(keep);
    return interrupt_check(status, err);
}

static int explain(settings *s, const char *path)
{
    wg_kernel *kernel = NULL;
    wg_results *result = NULL;
    wg_error err = {0};
    wg_status status = run(s, path, &kernel, &result, &err);
    int code = wg_status_exit_code(status);
    if (status == WG_OK)
        code = report(s, result);
    else
        complain("%s", err.text);
    wg_results_close(result);
    wg_kernel_close(kernel);
    return code;
}

int cmd_explain(int argc, char **argv)
{
    settings s = {.lines = 20, .command = command_line("explain", argc, argv)};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && words == 1)
        code = check_look(&s.look) ? explain(&s, argv[0]) : 2;
    else if (result == PARSED)
        complain(words ? "explain takes one file" : "what to explain? Name a .json, .cu, .cl or .ptx file");
    option_list_free(&s.launch);
    checks_free(&s.checks);
    option_list_free(&s.dumps);
    free(s.command);
    return code;
}
