/* SPDX-License-Identifier: Apache-2.0 */
#include "climb.h"

#include "command.h"
#include "interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const option options[] = {
    {"-n", NULL, "SIZE", "set the size n", OPTION_TEXT, CLIMB_AT(size), NULL},
    {"-m", "--methods", "RUNG,...", "run only these rungs or curves", OPTION_TEXT, CLIMB_AT(methods), NULL},
    {NULL, "--set", "NAME=VALUE", "set another size, or a macro for the kernels", OPTION_LIST, CLIMB_AT(assignments),
     NULL},
    {NULL, "--sizes", "SET", "default, test or large; on a GPU the default is large, else see docs/use/ladders.md",
     OPTION_TEXT, CLIMB_AT(sizes), NULL},
    {"-d", "--device", "DEVICE", "h200, h100, …, cuda[:N], opencl[:N] or cpu; default: h200", OPTION_TEXT,
     CLIMB_AT(device), NULL},
    {NULL, "--cold", NULL, "flush the caches before each measured run; on the simulator, start with cold caches",
     OPTION_FLAG, CLIMB_AT(cold), NULL},
    {NULL, "--no-counters", NULL, "measure only, without simulating the kernels", OPTION_FLAG, CLIMB_AT(no_counters),
     NULL},
    {NULL, "--no-check", NULL, "do not compare results with the reference", OPTION_FLAG, CLIMB_AT(no_check), NULL},
    {NULL, "--trust", NULL, "run the C code of a ladder that is not a bundled one: its reference and its C rungs",
     OPTION_FLAG, CLIMB_AT(trust), NULL},
    {NULL, "--no-time", NULL, "run each rung once, for example under a profiler", OPTION_FLAG, CLIMB_AT(no_time), NULL},
    {NULL, "--with", "COMPILER", "nvrtc, nvcc or clang; default: the first that accepts the source", OPTION_TEXT,
     CLIMB_AT(compiler), NULL},
    {NULL, "--no-cache", NULL, "compile again even if the result is cached", OPTION_FLAG, CLIMB_AT(no_cache), NULL},
    {"-j", "--jobs", "N", "host threads for the simulator; default: one per core", OPTION_NUMBER, CLIMB_AT(threads),
     NULL},
    {NULL, "--json", "FILE|-", "write the results as JSON", OPTION_TEXT, CLIMB_AT(files.json), NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, CLIMB_AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, CLIMB_AT(files.markdown), NULL},
    {NULL, "--svg", "FILE|-", "draw the figure as SVG: rates of the rungs, or curves", OPTION_TEXT, CLIMB_AT(files.svg),
     NULL},
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, CLIMB_AT(files.html), NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, CLIMB_AT(quiet), NULL},
    OPTION_COLOR(climb_settings),
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
};

enum { SHARED = sizeof options / sizeof *options, OPTIONS = SHARED + CLIMB_OWN_OPTIONS + 1 };

/* The verb's own behind them, and the end. */
static void options_of(const climb_verb *v, option out[OPTIONS])
{
    memset(out, 0, OPTIONS * sizeof *out);
    memcpy(out, options, sizeof options);
    memcpy(out + SHARED, v->own, sizeof v->own);
}

size_t climb_options_of(const climb_verb *v, option out[MOST_OPTIONS])
{
    option own[OPTIONS];
    options_of(v, own);
    return options_copy(own, out);
}

static int help(const climb_verb *v)
{
    option own[OPTIONS];
    options_of(v, own);
    printf("%s\n\n", v->usage);
    options_print(own);
    printf("\nexamples:\n%s", v->examples);
    return finish_stdout() ? 0 : 2;
}

static int list(const climb_verb *v)
{
    char *text = NULL;
    wg_error err = {0};
    wg_status status = v->list(WG_FORM_TEXT, &text, &err);
    if (status == WG_OK && print_text(text))
        printf("\nwarpgrind %s NAME runs one.\n", v->word);
    else if (status != WG_OK)
        complain("%s", err.text);
    free(text);
    return status != WG_OK ? wg_status_exit_code(status) : finish_stdout() ? 0 : 2;
}

/* ---- what was asked for ---- */

enum { MOST_RUNGS = 256 };

/* "a,b" in place; -1: too many. */
static int split(char *text, const char **out)
{
    int count = 0;
    for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
        if (count == MOST_RUNGS)
            return -1;
        out[count++] = word;
    }
    return count;
}

/* NAME=VALUE of --set, with -n in front; false: one is not of that form. */
static bool read_assignments(climb_settings *s, wg_assignment *out, size_t *count)
{
    *count = 0;
    if (s->size)
        out[(*count)++] = (wg_assignment){"n", s->size, "-n"};
    for (size_t k = 0; k < s->assignments.count; k++) {
        const option_item *item = &s->assignments.items[k];
        char *text = item->copy, *equals = strchr(text, '=');
        if (!equals || equals == text) {
            complain("%s: expected NAME=VALUE", item->where);
            return false;
        }
        *equals = 0;
        out[(*count)++] = (wg_assignment){text, equals + 1, item->where};
    }
    return true;
}

static void show_rung(void *user, const char *rung, size_t number, size_t count)
{
    climb_settings *s = user;
    progress_note(&s->progress, "rung %zu of %zu: %s", number + 1, count, rung);
}

wg_options climb_options(climb_settings *s)
{
    return (wg_options){.device = s->device,
                        .compiler = s->compiler,
                        .no_cache = s->no_cache,
                        .trust = s->trust,
                        .threads = (unsigned)s->threads,
                        .no_estimate = s->no_estimate,
                        .what_if = s->story || s->files.html || checks_need_what_if(&s->checks),
                        .interrupted = &interrupted,
                        .user = s};
}

/* The names of -m, in place of its text; too many are said to be so. */
static wg_status read_rungs(const climb_settings *s, char *methods, const char **rungs, size_t *count, wg_error *err)
{
    int found = methods ? split(methods, rungs) : 0;
    *count = found > 0 ? (size_t)found : 0;
    if (found < 0)
        return wg_error_set(err, WG_ERR_INPUT, "-m: too many rungs");
    if (methods && !found)
        return wg_error_set(err, WG_ERR_INPUT, "-m '%s': expected names of rungs, with commas between them",
                            s->methods);
    return WG_OK;
}

static wg_status climb(const climb_verb *v, climb_settings *s, const char *ladder, const wg_assignment *assignments,
                       size_t assignment_count, wg_results **results, wg_error *err)
{
    const char *rungs[MOST_RUNGS];
    char *methods = s->methods ? strdup(s->methods) : NULL;
    wg_options o = climb_options(s);
    wg_climb_request request = {.ladder = ladder,
                                .sizes = s->sizes,
                                .settings = assignments,
                                .setting_count = assignment_count,
                                .rungs = rungs,
                                .cold = s->cold,
                                .ablate = s->ablate,
                                .no_counters = s->no_counters,
                                .no_check = s->no_check,
                                .no_time = s->no_time,
                                .sample = s->sample,
                                .options = &o,
                                .begin_rung = s->quiet ? NULL : show_rung};
    wg_status status = read_rungs(s, methods, rungs, &request.rung_count, err);
    mention_cache();
    progress_start(&s->progress);
    if (status == WG_OK)
        status = v->run(&request, results, err);
    progress_clear(&s->progress);
    free(methods);
    return interrupt_check(status, err);
}

/* ---- afterwards ---- */

static int report(const climb_settings *s, wg_results *results)
{
    /* With --story what people read is told; programs get the same as ever. */
    const wg_write_options how = {.color = want_color(&s->look),
                                  .width = terminal_width(),
                                  .story = s->story,
                                  .command = s->command,
                                  .regressions_fail = s->checks.fail};
    int failed = checks_run(&s->checks, results);
    if (!write_results(&s->files, s->quiet, results, &how))
        return 2;
    size_t failures = wg_results_failed(results);
    if (failures && s->quiet)
        complain("%zu wrong, or could not be run: without -q the table says which, and why", failures);
    return failed ? failed : failures ? 1 : 0;
}

static int run(const climb_verb *v, climb_settings *s, const char *ladder)
{
    wg_results *results = NULL;
    wg_error err = {0};
    size_t count;
    wg_assignment *assignments = calloc(s->assignments.count + 2, sizeof *assignments);
    int code = 2;
    if (!assignments)
        return out_of_memory();
    if (read_assignments(s, assignments, &count)) {
        wg_status status = checks_begin(&s->checks, &err);
        if (status == WG_OK)
            status = climb(v, s, ladder, assignments, count, &results, &err);
        code = status == WG_OK ? report(s, results) : wg_status_exit_code(status);
        if (status != WG_OK)
            complain("%s", err.text);
    }
    wg_results_close(results);
    free(assignments);
    return code;
}

/* ---- the verb ---- */

int climb_command(const climb_verb *v, int argc, char **argv)
{
    climb_settings s = {.command = command_line(v->word, argc, argv)};
    int words, code = 2;
    option own[OPTIONS];
    options_of(v, own);
    parsed result = options_parse(own, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help(v);
    else if (result == PARSED && !check_look(&s.look))
        code = 2;
    else if (result == PARSED && words == 0)
        code = s.calibrate ? v->calibrate(&s) : list(v);
    else if (result == PARSED && s.calibrate)
        complain("--calibrate runs the probes it needs: leave '%s' out", argv[0]);
    else if (result == PARSED && words == 1)
        code = run(v, &s, argv[0]);
    else if (result == PARSED)
        complain("%s takes one name or folder", v->word);
    option_list_free(&s.assignments);
    checks_free(&s.checks);
    free(s.command);
    return code;
}
