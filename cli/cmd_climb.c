/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

enum { OWN = 4 };

/* Ladders and probes are asked for alike; this is how they differ. */
typedef struct verb {
    const char *usage, *examples, *word;
    option own[OWN]; /* that only this verb has */
    wg_status (*list)(char **out, wg_error *err);
    wg_status (*run)(const wg_climb_request *request, void **out, wg_error *err);
    size_t (*failures)(const void *result);
    char *(*write)(const void *result, wg_report_form form);
    char *(*tell)(const void *result, wg_report_form form); /* NULL: it has no story */
    void (*free)(void *result);
} verb;

typedef struct settings {
    const char *size, *methods, *sizes, *device, *compiler;
    outputs files;
    option_list assignments;
    uint64_t threads;
    bool cold, ablate, no_counters, no_cache, no_check, no_time, no_estimate, sample, quiet, story, calibrate;
    progress progress;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {"-n", NULL, "SIZE", "set the size n", OPTION_TEXT, AT(size), NULL},
    {"-m", "--methods", "RUNG,...", "run only these rungs or curves", OPTION_TEXT, AT(methods), NULL},
    {NULL, "--set", "NAME=VALUE", "set another size, or a macro for the kernels", OPTION_LIST, AT(assignments), NULL},
    {NULL, "--sizes", "SET", "default, test or large; on a GPU the default is large", OPTION_TEXT, AT(sizes), NULL},
    {"-d", "--device", "DEVICE", "sim:NAME, cuda[:N], opencl[:N] or cpu; default: sim:h200", OPTION_TEXT, AT(device),
     NULL},
    {NULL, "--cold", NULL, "flush the caches before each measured run; on the simulator, start with cold caches",
     OPTION_FLAG, AT(cold), NULL},
    {NULL, "--no-counters", NULL, "measure only, without simulating the kernels", OPTION_FLAG, AT(no_counters), NULL},
    {NULL, "--no-check", NULL, "do not compare results with the reference", OPTION_FLAG, AT(no_check), NULL},
    {NULL, "--no-time", NULL, "run each rung once, for example under a profiler", OPTION_FLAG, AT(no_time), NULL},
    {NULL, "--with", "COMPILER", "nvrtc, nvcc or clang; default: the first that accepts the source", OPTION_TEXT,
     AT(compiler), NULL},
    {NULL, "--no-cache", NULL, "compile again even if the result is cached", OPTION_FLAG, AT(no_cache), NULL},
    {"-j", "--jobs", "N", "host threads for the simulator; default: one per core", OPTION_NUMBER, AT(threads), NULL},
    {NULL, "--json", "FILE|-", "write the results as JSON", OPTION_TEXT, AT(files.json), NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, AT(files.markdown), NULL},
    {NULL, "--svg", "FILE|-", "draw the figure as SVG: rates of the rungs, or curves", OPTION_TEXT, AT(files.svg),
     NULL},
    {NULL, "--html", "FILE|-", "write an HTML page", OPTION_TEXT, AT(files.html), NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, AT(quiet), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0}, /* the verb's own */
    {0},
    {0},
    {0},
    {0},
};

enum { OPTIONS = sizeof options / sizeof *options };

static void options_of(const verb *v, option out[OPTIONS])
{
    memcpy(out, options, sizeof options);
    memcpy(out + OPTIONS - 1 - OWN, v->own, sizeof v->own);
}

static int help(const verb *v)
{
    option own[OPTIONS];
    options_of(v, own);
    printf("%s\n\n", v->usage);
    options_print(own);
    printf("\nexamples:\n%s", v->examples);
    return finish_stdout() ? 0 : 2;
}

static int list(const verb *v)
{
    char *text = NULL;
    wg_error err = {0};
    wg_status status = v->list(&text, &err);
    if (status == WG_OK)
        printf("%s\nwarpgrind %s NAME runs one.\n", text, v->word);
    else
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
static bool read_assignments(settings *s, wg_assignment *out, size_t *count)
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
    settings *s = user;
    progress_note(&s->progress, "rung %zu of %zu: %s", number + 1, count, rung);
}

static wg_options options_for(settings *s)
{
    return (wg_options){.device = s->device,
                        .compiler = s->compiler,
                        .no_cache = s->no_cache,
                        .threads = (unsigned)s->threads,
                        .no_estimate = s->no_estimate,
                        .what_if = s->story || s->files.html,
                        .interrupted = &interrupted,
                        .user = s};
}

static wg_status climb(const verb *v, settings *s, const char *ladder, const wg_assignment *assignments,
                       size_t assignment_count, void **result, wg_error *err)
{
    const char *rungs[MOST_RUNGS];
    char *methods = s->methods ? strdup(s->methods) : NULL;
    int rung_count = methods ? split(methods, rungs) : 0;
    wg_options o = options_for(s);
    wg_climb_request request = {.ladder = ladder,
                                .sizes = s->sizes,
                                .settings = assignments,
                                .setting_count = assignment_count,
                                .rungs = rungs,
                                .rung_count = rung_count > 0 ? (size_t)rung_count : 0,
                                .cold = s->cold,
                                .ablate = s->ablate,
                                .no_counters = s->no_counters,
                                .no_check = s->no_check,
                                .no_time = s->no_time,
                                .sample = s->sample,
                                .options = &o,
                                .begin_rung = s->quiet ? NULL : show_rung};
    wg_status status = WG_OK;
    if (rung_count < 0)
        status = wg_error_set(err, WG_ERR_INPUT, "-m: too many rungs");
    else if (s->methods && !rung_count)
        status =
            wg_error_set(err, WG_ERR_INPUT, "-m '%s': expected names of rungs, with commas between them", s->methods);
    interrupt_begin();
    progress_start(&s->progress);
    if (status == WG_OK)
        status = v->run(&request, result, err);
    progress_clear(&s->progress);
    free(methods);
    return interrupt_end(status, err);
}

/* ---- afterwards ---- */

typedef struct outcome {
    const verb *verb;
    const settings *settings;
    const void *result;
} outcome;

/* With --story what people read is told; programs get the same as ever. */
static char *write_form(const void *user, wg_report_form form)
{
    const outcome *o = user;
    bool told = o->settings->story && (form == WG_FORM_TEXT || form == WG_FORM_MARKDOWN);
    return told ? o->verb->tell(o->result, form) : o->verb->write(o->result, form);
}

static int report(const verb *v, const settings *s, const void *result)
{
    if (!write_outputs(&s->files, s->quiet, write_form, &(outcome){v, s, result}))
        return 2;
    size_t failures = v->failures(result);
    if (failures && s->quiet)
        complain("%zu wrong, or could not be run: without -q the table says which, and why", failures);
    return failures ? 1 : 0;
}

static int run(const verb *v, settings *s, const char *ladder)
{
    void *result = NULL;
    wg_error err = {0};
    size_t count;
    wg_assignment *assignments = calloc(s->assignments.count + 2, sizeof *assignments);
    int code = 2;
    if (!assignments)
        return out_of_memory();
    if (read_assignments(s, assignments, &count)) {
        wg_status status = climb(v, s, ladder, assignments, count, &result, &err);
        code = status == WG_OK ? report(v, s, result) : wg_status_exit_code(status);
        if (status != WG_OK)
            complain("%s", err.text);
    }
    v->free(result);
    free(assignments);
    return code;
}

/* ---- a device file instead of a curve ---- */

static void show_value(void *user, const char *value, size_t number, size_t count)
{
    settings *s = user;
    progress_note(&s->progress, "value %zu of %zu: %s", number + 1, count, value);
}

static void show_left_out(void *user, const char *value, const char *why)
{
    settings *s = user;
    progress_clear(&s->progress);
    complain("%s is left out: %s", value, why);
}

static int calibrate(settings *s)
{
    char *text = NULL;
    wg_error err = {0};
    wg_options o = options_for(s);
    const wg_calibrate_request request = {
        .options = &o, .begin_value = s->quiet ? NULL : show_value, .left_out = show_left_out};
    interrupt_begin();
    progress_start(&s->progress);
    wg_status status = wg_probe_calibrate(&request, &text, &err);
    progress_clear(&s->progress);
    status = interrupt_end(status, &err);
    if (status == WG_OK)
        fputs(text, stdout);
    else
        complain("%s", err.text);
    free(text);
    return status != WG_OK ? wg_status_exit_code(status) : finish_stdout() ? 0 : 2;
}

static int command(const verb *v, int argc, char **argv)
{
    settings s = {0};
    int words, code = 2;
    option own[OPTIONS];
    options_of(v, own);
    parsed result = options_parse(own, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help(v);
    else if (result == PARSED && words == 0)
        code = s.calibrate ? calibrate(&s) : list(v);
    else if (result == PARSED && s.calibrate)
        complain("--calibrate runs the probes it needs: leave '%s' out", argv[0]);
    else if (result == PARSED && words == 1)
        code = run(v, &s, argv[0]);
    else if (result == PARSED)
        complain("%s takes one name or folder", v->word);
    option_list_free(&s.assignments);
    return code;
}

/* ---- ladder ---- */

static wg_status ladder_run(const wg_climb_request *request, void **out, wg_error *err)
{
    return wg_ladder_climb(request, (wg_ladder_result **)out, err);
}

static size_t ladder_failures(const void *result)
{
    return wg_ladder_result_failures(result);
}

static char *ladder_write(const void *result, wg_report_form form)
{
    return wg_ladder_result_write(result, form, "warpgrind");
}

static char *ladder_tell(const void *result, wg_report_form form)
{
    return wg_ladder_result_story(result, form);
}

static void ladder_free(void *result)
{
    wg_ladder_result_free(result);
}

int cmd_ladder(int argc, char **argv)
{
    static const verb v = {
        .word = "ladder",
        .own = {{NULL, "--story", NULL,
                 "explain the ladder rung by rung: limiter, next change, predicted and actual gain", OPTION_FLAG,
                 AT(story), NULL},
                {NULL, "--no-estimate", NULL, "count only: no time estimate", OPTION_FLAG, AT(no_estimate), NULL},
                {NULL, "--sample", NULL, "estimate the time from a sample of the blocks; results are not checked",
                 OPTION_FLAG, AT(sample), NULL},
                {NULL, "--ablate", NULL, "also run variants: memory only, compute only, ideal access, conflict-free",
                 OPTION_FLAG, AT(ablate), NULL}},
        .usage = "usage: warpgrind ladder [OPTION]... [LADDER]\n\n"
                 "Runs one problem's kernels, from naive to near the hardware's limit. Each one is verified and "
                 "counted, and\n"
                 "timed if the device has a clock. LADDER is a name or a folder with a ladder.json; without it, the "
                 "ladders\n"
                 "are listed.",
        .examples = "  warpgrind ladder transpose\n"
                    "  warpgrind ladder matmul -n 512 -m naive,tiled\n"
                    "  warpgrind ladder reduce --story\n"
                    "  warpgrind ladder reduce -d cuda --json reduce.json\n",
        .list = wg_ladders_text,
        .run = ladder_run,
        .failures = ladder_failures,
        .write = ladder_write,
        .tell = ladder_tell,
        .free = ladder_free,
    };
    return command(&v, argc, argv);
}

/* ---- probe ---- */

static wg_status probe_run(const wg_climb_request *request, void **out, wg_error *err)
{
    return wg_probe_draw(request, (wg_probe_result **)out, err);
}

static size_t probe_failures(const void *result)
{
    return wg_probe_result_failures(result);
}

static char *probe_write(const void *result, wg_report_form form)
{
    return wg_probe_result_write(result, form, "warpgrind");
}

static void probe_free(void *result)
{
    wg_probe_result_free(result);
}

int cmd_probe(int argc, char **argv)
{
    static const verb v = {
        .word = "probe",
        .own = {{NULL, "--predict", NULL, "on the simulator: draw the predicted curve instead of counters", OPTION_FLAG,
                 AT(sample), NULL},
                {NULL, "--calibrate", NULL, "without a PROBE: measure the device and print a device file", OPTION_FLAG,
                 AT(calibrate), NULL}},
        .usage =
            "usage: warpgrind probe [OPTION]... [PROBE]\n\n"
            "Draws a curve that characterises the hardware, such as bandwidth by stride: measured if the device has a\n"
            "clock, counted or predicted on the simulator. PROBE is a name or a folder with a probe.json; without it,\n"
            "the probes are listed.",
        .examples = "  warpgrind probe stride\n"
                    "  warpgrind probe banks --svg banks.svg\n"
                    "  warpgrind probe mlp --predict\n"
                    "  warpgrind probe cache -d cuda --json cache.json\n"
                    "  warpgrind probe --calibrate -d cuda > mygpu.json\n",
        .list = wg_probes_text,
        .run = probe_run,
        .failures = probe_failures,
        .write = probe_write,
        .free = probe_free,
    };
    return command(&v, argc, argv);
}
