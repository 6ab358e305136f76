/* SPDX-License-Identifier: Apache-2.0 */
#include "run/guess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct guesser {
    wg_spec *spec;
    wg_ptx_kernel kernel;
    wg_read_source text;
    const char **flags; /* the compiler's, with those of parameters */
    size_t flag_count;
    wg_compile_options compile;
    bool is_looked_at; /* by a checker */
    char arch[32];
    size_t entry_count;
    bool is_named; /* the command line has to name the kernel */
} guesser;

/* ---- what is missing ---- */

static size_t passed(const wg_spec *spec)
{
    size_t count = 0;
    for (size_t k = 0; k < spec->argument_count; k++)
        count += spec->arguments[k].is_passed;
    return count;
}

/* All arguments have names, so that others can be put between them. */
static bool are_named(const wg_spec *spec)
{
    for (size_t k = 0; k < spec->argument_count; k++)
        if (!spec->arguments[k].name)
            return false;
    return true;
}

/* Without compiling anything: most are complete. */
static bool may_lack_something(const wg_spec *spec, const wg_read_source *text)
{
    if (!spec->grid[0].text || !spec->block[0].text || passed(spec) == 0)
        return true;
    const wg_source_kernel *kernel = wg_read_source_named(text, spec->kernel);
    return kernel && kernel->parameter_count > passed(spec) && are_named(spec);
}

static bool has_argument(const wg_spec *spec, const char *name)
{
    const wg_argument *a = name ? wg_spec_find_argument(spec, name) : NULL;
    return a && a->is_passed;
}

/* Those that are given are of this kernel: as many as it takes, or some of them by name. */
static bool fits_given(const wg_spec *spec, const wg_source_kernel *kernel, size_t wanted)
{
    size_t given = passed(spec), known = 0;
    for (size_t k = 0; kernel && k < kernel->parameter_count; k++)
        known += has_argument(spec, kernel->parameters[k].name);
    return given == wanted || given == 0 || known == given;
}

/* ---- the kernel ---- */

static void add_flags(guesser *g)
{
    wg_spec *spec = g->spec;
    g->flags = WG_NEW_ARRAY(&spec->arena, const char *, spec->flag_count + spec->parameter_count + 1);
    for (size_t k = 0; k < spec->flag_count; k++)
        g->flags[g->flag_count++] = spec->flags[k];
    for (size_t k = 0; k < spec->parameter_count; k++)
        if (spec->parameters[k].fixed)
            g->flags[g->flag_count++] =
                wg_arena_format(&spec->arena, "-D%s=%s", spec->parameters[k].name, spec->parameters[k].fixed->text);
}

/* As the device will want it compiled: once is enough. */
static wg_status open_kernel(guesser *g, const char *device, const wg_engine_options *options, wg_error *err)
{
    wg_engine *engine;
    wg_status status = wg_engine_open(device, options, &engine, err);
    if (status != WG_OK)
        return status;
    g->compile = options->compile;
    g->is_looked_at = options->launch.checker != NULL;
    if (engine->model && !g->compile.arch) {
        wg_compile_arch(engine->model->major, engine->model->minor, g->arch, sizeof g->arch);
        g->compile.arch = g->arch;
    }
    wg_engine_close(engine);
    wg_kernel_source source = {
        .file = g->spec->source, .name = g->spec->kernel, .flags = g->flags, .flag_count = g->flag_count};
    status = wg_ptx_kernel_open(&source, &g->compile, &g->kernel, err);
    for (uint32_t k = 0; g->kernel.module && k < g->kernel.module->function_count; k++)
        g->entry_count += g->kernel.module->functions[k]->is_entry && g->kernel.module->functions[k]->has_body;
    return status;
}

/* A template that nobody instantiates has no PTX: one instance is asked for. */
static const char *find_instance(const guesser *g)
{
    const wg_source *source = g->text.source;
    const char *wanted = g->spec->kernel;
    const wg_source_kernel *found = NULL;
    for (size_t k = 0; source && k < source->kernel_count; k++) {
        const wg_source_kernel *kernel = &source->kernels[k];
        if (!kernel->template_count || (wanted && strcmp(kernel->name, wanted) != 0))
            continue;
        if (found)
            return NULL;
        found = kernel;
    }
    return found ? wg_guess_instance(g->text.source, found) : NULL;
}

static wg_status open_instance(guesser *g, const char *instance, wg_error *err)
{
    wg_kernel_source source = {
        .file = g->spec->source, .name = instance, .flags = g->flags, .flag_count = g->flag_count};
    wg_ptx_kernel_close(&g->kernel);
    wg_status status = wg_ptx_kernel_open(&source, &g->compile, &g->kernel, err);
    if (status != WG_OK)
        return status;
    g->spec->kernel = wg_arena_copy(&g->spec->arena, instance, strlen(instance));
    g->is_named = true;
    return WG_OK;
}

/* ---- the guess ---- */

static wg_guess_known what_is_known(const guesser *g, const wg_ptx_function *f)
{
    static const wg_scope none = {.dialect = WG_DIALECT_C};
    const wg_spec *spec = g->spec;
    wg_guess_known known = {.is_looked_at = g->is_looked_at};
    uint32_t most = 1;
    for (int k = 0; k < 3; k++) {
        known.block[k] = f->reqntid[k];
        most *= f->maxntid[k] && f->maxntid[k] <= 1024 ? f->maxntid[k] : 1;
    }
    known.most_threads = f->maxntid[0] ? most : 0;
    for (int k = 0; k < 3 && spec->block[0].text; k++) {
        wg_value value;
        wg_error ignored;
        bool is_number = wg_expression_evaluate(spec->block[k].text, &none, &value, &ignored) == WG_OK;
        known.block[k] = is_number && value.integer > 0 && value.integer <= 1024 ? (uint32_t)value.integer : 1;
    }
    return known;
}

/* From the text if it is there and agrees with the PTX. */
static wg_status guess_for(guesser *g, const wg_ptx_function *f, wg_source_kernel **kernel, wg_guess *out,
                           wg_error *err)
{
    wg_guess_known known = what_is_known(g, f);
    size_t trouble = 0;
    *kernel = wg_read_source_find(&g->text, f);
    if (!*kernel) {
        wg_guess_from_ptx(f, &known, &g->spec->arena, out);
        return WG_OK;
    }
    if (wg_guess_launch(g->text.source, *kernel, &known, out, &trouble))
        return WG_OK;
    const wg_source_parameter *p = &(*kernel)->parameters[trouble];
    return wg_error_set(
        err, WG_ERR_INPUT,
        "%s: nothing can be guessed for parameter %zu of kernel %s, '%s' of type %s: give all arguments "
        "with -a, as docs/use/spec.md says",
        g->spec->path, trouble + 1, (*kernel)->name, p->name ? p->name : "", p->type.text);
}

/* ---- the command line ---- */

/* Somebody may copy it into a shell: nothing in it must be more than a letter there, not even a quote. */
static void add_quoted(wg_text *word, const char *value)
{
    wg_text_addf(word, "'");
    for (const char *c = value; *c; c++)
        wg_text_add(word, *c == '\'' ? "'\\''" : c, *c == '\'' ? 4 : 1);
    wg_text_addf(word, "'");
}

/* As a shell wants it. */
static void add_word(wg_text *line, size_t *column, const char *option, const char *value)
{
    enum { WIDTH = 96 };
    wg_text word = {0};
    bool plain = !value || strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%") ==
                               strlen(value);
    wg_text_addf(&word, "%s%s", option, value && *option ? " " : "");
    if (plain)
        wg_text_addf(&word, "%s", value ? value : "");
    else
        add_quoted(&word, value);
    if (*column && *column + word.length + 3 > WIDTH) {
        wg_text_addf(line, " \\\n     ");
        *column = 5;
    }
    wg_text_addf(line, "%s%s", line->length ? " " : "", word.bytes);
    *column += word.length + 1;
    wg_text_free(&word);
}

/* What -a takes of an argument that was given, on the command line or in a comment: where it stands has it. */
static const char *given_text(const wg_argument *a)
{
    const char *letter = strstr(a->where, "-a "), *word = strstr(a->where, "--arg ");
    return letter ? letter + 3 : word ? word + 6 : NULL;
}

static const wg_argument *given_for(const wg_spec *spec, const wg_source_kernel *kernel, size_t index)
{
    if (!kernel || index >= kernel->parameter_count || !has_argument(spec, kernel->parameters[index].name))
        return NULL;
    return wg_spec_find_argument(spec, kernel->parameters[index].name);
}

static void add_shape(wg_text *line, size_t *column, const char *option, const wg_formula given[3], const char *guess)
{
    if (!given[0].text) {
        add_word(line, column, option, guess);
        return;
    }
    wg_text shape = {0};
    for (int k = 0; k < 3 && (k == 0 || strcmp(given[k].text, "1") != 0); k++)
        wg_text_addf(&shape, "%s%s", k ? "," : "", given[k].text);
    add_word(line, column, option, shape.bytes);
    wg_text_free(&shape);
}

static void add_arguments(const guesser *g, const wg_source_kernel *kernel, const wg_guess *guess, wg_text *line,
                          size_t *column)
{
    const wg_spec *spec = g->spec;
    bool all_given = passed(spec) == guess->argument_count;
    for (size_t k = 0; k < guess->argument_count && !all_given; k++) {
        const wg_argument *a = given_for(spec, kernel, k);
        const char *text = a ? given_text(a) : NULL;
        add_word(line, column, "-a", text ? text : guess->arguments[k]);
    }
    for (size_t k = 0; k < spec->argument_count; k++)
        if ((all_given || !spec->arguments[k].is_passed) && given_text(&spec->arguments[k]))
            add_word(line, column, "-a", given_text(&spec->arguments[k]));
}

/* name NULL: the file has one kernel. */
static char *write_line(const guesser *g, const char *name, const wg_source_kernel *kernel, const wg_guess *guess)
{
    const wg_spec *spec = g->spec;
    wg_text line = {0};
    size_t column = 0;
    add_word(&line, &column, "warpgrind", "explain");
    add_word(&line, &column, "", spec->path);
    if (name)
        add_word(&line, &column, "-k", name);
    for (size_t k = 0; k < spec->flag_count; k++)
        add_word(&line, &column, "", spec->flags[k]);
    for (size_t k = 0; k < spec->parameter_count; k++)
        add_word(&line, &column, "--set",
                 wg_arena_format(&g->spec->arena, "%s=%s", spec->parameters[k].name, spec->parameters[k].fixed->text));
    add_shape(&line, &column, "--grid", spec->grid, guess->grid);
    add_shape(&line, &column, "--block", spec->block, guess->block);
    if (spec->shared.text || guess->shared)
        add_word(&line, &column, "--shared", spec->shared.text ? spec->shared.text : guess->shared);
    add_arguments(g, kernel, guess, &line, &column);
    return line.bytes;
}

/* ---- into the spec ---- */

static wg_status set(wg_spec *spec, const char *option, const char *spelling, const char *value, wg_error *err)
{
    return wg_spec_set(spec, option, value, wg_arena_format(&spec->arena, "guessed %s %s", spelling, value), err);
}

/* In the order of the parameters; those that are no parameters stay behind them. */
static wg_status set_arguments(guesser *g, const wg_source_kernel *kernel, const wg_guess *guess, wg_error *err)
{
    wg_spec *spec = g->spec;
    wg_spec given = *spec;
    wg_status status = WG_OK;
    if (passed(spec) == guess->argument_count)
        return WG_OK;
    spec->arguments = NULL;
    spec->argument_count = spec->argument_capacity = 0;
    for (size_t k = 0; k < guess->argument_count && status == WG_OK; k++) {
        const wg_argument *a = given_for(&given, kernel, k);
        if (a)
            *wg_spec_add_argument(spec) = *a;
        else
            status = set(spec, "arg", "-a", guess->arguments[k], err);
    }
    for (size_t k = 0; k < given.argument_count; k++)
        if (!given.arguments[k].is_passed)
            *wg_spec_add_argument(spec) = given.arguments[k];
    free(given.arguments);
    return status;
}

static wg_status apply(guesser *g, const wg_source_kernel *kernel, const wg_guess *guess, wg_error *err)
{
    wg_spec *spec = g->spec;
    wg_status status = spec->block[0].text ? WG_OK : set(spec, "block", "--block", guess->block, err);
    if (status == WG_OK && !spec->grid[0].text)
        status = set(spec, "grid", "--grid", guess->grid, err);
    if (status == WG_OK && !spec->shared.text && guess->shared)
        status = set(spec, "shared", "--shared", guess->shared, err);
    return status == WG_OK ? set_arguments(g, kernel, guess, err) : status;
}

/* ---- several kernels ---- */

static wg_status list_kernels(guesser *g, wg_error *err)
{
    wg_text text = {0};
    for (uint32_t k = 0; k < g->kernel.module->function_count; k++) {
        const wg_ptx_function *f = g->kernel.module->functions[k];
        wg_source_kernel *kernel;
        wg_guess guess;
        if (!f->is_entry || !f->has_body || guess_for(g, f, &kernel, &guess, NULL) != WG_OK)
            continue;
        char *name = wg_compile_source_name(f->name), *line = write_line(g, name, kernel, &guess);
        wg_text_addf(&text, "\n  %s", line);
        free(name);
        free(line);
    }
    wg_status status = wg_error_set(err, WG_ERR_INPUT, "%s: which kernel? Choose one with -k; with guessed sizes:%s",
                                    g->spec->path, wg_text_get(&text));
    wg_text_free(&text);
    return status;
}

/* ---- the whole ---- */

static wg_status guess(guesser *g, char **line, wg_error *err)
{
    wg_source_kernel *kernel;
    wg_guess found;
    wg_spec *spec = g->spec;
    const wg_ptx_function *f = g->kernel.function;
    wg_status status = guess_for(g, f, &kernel, &found, err);
    bool needs_arguments = passed(spec) != found.argument_count;
    if (status != WG_OK || (spec->grid[0].text && spec->block[0].text && !needs_arguments))
        return status;
    if (!fits_given(spec, kernel, f->param_count)) /* whoever builds it says what is wrong */
        return WG_OK;
    *line = write_line(g, g->entry_count > 1 || g->is_named ? g->kernel.name : NULL, kernel, &found);
    return apply(g, kernel, &found, err);
}

wg_status wg_guess_complete(wg_spec *spec, const char *device, const wg_engine_options *options, char **line,
                            wg_error *err)
{
    guesser g = {.spec = spec};
    *line = NULL;
    if (spec->is_t1 || spec->is_host_code || spec->step_count || !spec->source)
        return WG_OK;
    add_flags(&g);
    wg_read_source_open(spec, g.flags, g.flag_count, &g.text);
    if (!may_lack_something(spec, &g.text)) {
        wg_read_source_close(&g.text);
        return WG_OK;
    }
    wg_status status = open_kernel(&g, device, options, err);
    const char *instance = status != WG_OK && g.kernel.module ? find_instance(&g) : NULL;
    if (instance && (g.entry_count == 0 || spec->kernel))
        status = open_instance(&g, instance, err);
    else if (status != WG_OK && g.entry_count > 1 && !spec->kernel && passed(spec) == 0)
        status = list_kernels(&g, err);
    if (status == WG_OK)
        status = guess(&g, line, err);
    wg_ptx_kernel_close(&g.kernel);
    wg_read_source_close(&g.text);
    return status;
}

/* ---- when it went wrong ---- */

/* The argument whose memory a fault was at, as messages call it. */
static bool find_blamed(const wg_spec *spec, const char *sentence, char *name, size_t size)
{
    for (size_t k = 0; k < spec->argument_count; k++) {
        char behind[160], before[160];
        snprintf(name, size, "argument %zu", k + 1);
        if (spec->arguments[k].name)
            snprintf(name, size, "%s", spec->arguments[k].name);
        snprintf(behind, sizeof behind, "past the end of %.100s (", name);
        snprintf(before, sizeof before, "bytes before %.100s (", name);
        if (strstr(sentence, behind) || strstr(sentence, before))
            return true;
    }
    return false;
}

wg_status wg_guess_blame(const wg_spec *spec, const char *line, wg_status status, wg_error *err)
{
    if (!line || status == WG_OK || status == WG_ERR_INTERRUPTED || !err)
        return status;
    wg_error before = *err;
    char name[128];
    if (status == WG_ERR_FAULT && find_blamed(spec, before.text, name, sizeof name))
        return wg_error_set(err, status,
                            "%s\n  The sizes were guessed. Change the number of elements of '%s', or the scalars that "
                            "its index depends on:\n  %s",
                            before.text, name, line);
    const char *what = strstr(before.text, "shared") && status == WG_ERR_FAULT ? "--shared or --block"
                                                                               : "what does not fit the kernel";
    return wg_error_set(err, status, "%s\n  The sizes were guessed. Change %s:\n  %s", before.text, what, line);
}
