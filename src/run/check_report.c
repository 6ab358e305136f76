/* SPDX-License-Identifier: Apache-2.0 */
/* From what a check found to what a person reads: files as the user named them, variables as the source does, the text
 * of the lines. */
#include "base/file.h"
#include "compile/compile.h"
#include "run/checked.h"
#include "run/record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const wg_run *run;
    wg_check_report *report;
} writer;

/* A copy that can be shown on a terminal. */
static const char *keep_part(writer *w, const char *text, size_t length)
{
    char *copy = wg_arena_copy(&w->report->arena, text, length);
    wg_make_harmless(copy, length);
    return copy;
}

static const char *keep(writer *w, const char *text)
{
    return text ? keep_part(w, text, strlen(text)) : NULL;
}

/* ---- names ---- */

/* The last part of a::b<c::d>::e. */
static const char *last_part(const char *name)
{
    const char *part = name;
    int depth = 0;
    for (const char *at = name; *at; at++) {
        depth += strchr("<({", *at) != NULL;
        depth -= strchr(">)}", *at) != NULL;
        if (depth == 0 && at[0] == ':' && at[1] == ':')
            part = at + 2;
    }
    return part;
}

/* Variables of a function are _ZZ… in C++ and KERNEL.NAME in OpenCL C: there is no need to name the function. */
static const char *name_of(writer *w, const char *symbol)
{
    if (!symbol)
        return NULL;
    char *name = wg_compile_source_name(symbol);
    const char *dot = strrchr(symbol, '.');
    bool is_local = !strncmp(symbol, "_ZZ", 3), has_dot = !strchr(symbol, ' ') && dot && dot[1];
    const char *kept = keep(w, is_local ? last_part(name) : has_dot ? dot + 1 : name);
    free(name);
    return kept;
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || (at[length] && strchr("_$.", at[length])))
        length++;
    while (length && at[length - 1] == '.') /* the end of a sentence */
        length--;
    return length;
}

/* The sentence, with the symbols in it by their names. */
static const char *rename_symbols(writer *w, const wg_finding *f)
{
    wg_text out = {0};
    for (const char *at = f->sentence; *at;) {
        size_t length = word_length(at);
        char *word = wg_copy(at, length);
        bool is_symbol = length && (!strncmp(word, "_Z", 2) || (f->object && !strcmp(word, f->object)) ||
                                    (f->kernel && !strcmp(word, f->kernel)));
        const char *name = is_symbol ? name_of(w, word) : word;
        wg_text_add(&out, name, strlen(name));
        at += length;
        if (!length)
            wg_text_add(&out, at++, 1);
        free(word);
    }
    const char *kept = keep(w, wg_text_get(&out));
    wg_text_free(&out);
    return kept;
}

/* ---- files ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Compilers write absolute paths, or lose the folder: a kernel's own file is named as the user did. */
static const char *file_of(const writer *w, const char *file)
{
    const wg_run *run = w->run;
    for (size_t k = 0; k < run->plan->step_count; k++) {
        const char *source = run->plan->steps[k].source ? run->plan->steps[k].source : run->spec->source;
        const wg_engine_kernel *kernel = run->kernels[k];
        bool is_first = kernel && kernel->module && kernel->module->file_count && kernel->module->files[0] &&
                        !strcmp(kernel->module->files[0], file);
        if (source && (is_first || !strcmp(base_name(source), base_name(file))))
            return source;
    }
    return wg_file_from_here(file);
}

static void split_lines(writer *w, const char *text, wg_checked_file *out)
{
    size_t count = 1;
    for (const char *at = text; *at; at++)
        count += *at == '\n';
    out->lines = WG_NEW_ARRAY(&w->report->arena, const char *, count);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n"), shown = length - (length && at[length - 1] == '\r');
        out->lines[out->line_count++] = keep_part(w, at, shown);
        at += length + (at[length] == '\n');
    }
}

static void add_file(writer *w, const char *name, const char *path)
{
    wg_check_report *r = w->report;
    for (size_t k = 0; k < r->file_count; k++)
        if (!strcmp(r->files[k].name, name))
            return;
    wg_checked_file *file = &r->files[r->file_count++];
    *file = (wg_checked_file){.name = name};
    char *text = wg_run_source_text(w->run, path);
    if (*text)
        split_lines(w, text, file);
    free(text);
}

/* ---- the whole ---- */

static void take_place(writer *w, wg_finding_place *place)
{
    place->instruction = keep(w, place->instruction);
    place->does = keep(w, place->does);
    if (!place->known || !place->file)
        return;
    const char *path = file_of(w, place->file);
    place->file = keep(w, path);
    add_file(w, place->file, path);
}

static wg_finding take(writer *w, const wg_finding *from)
{
    wg_finding f = *from;
    f.sentence = rename_symbols(w, from);
    f.kernel = name_of(w, from->kernel);
    f.object = name_of(w, from->object);
    f.space = keep(w, from->space);
    take_place(w, &f.at);
    take_place(w, &f.with);
    return f;
}

static void take_findings(writer *w, const wg_findings *from)
{
    wg_check_report *r = w->report;
    r->findings = WG_NEW_ARRAY(&r->arena, wg_finding, from->count + 1);
    r->files = WG_NEW_ARRAY(&r->arena, wg_checked_file, 2 * from->count + 1);
    for (int are_errors = 1; are_errors >= 0; are_errors--)
        for (size_t k = 0; k < from->count; k++)
            if (wg_finding_is_error(from->items[k].kind) == (are_errors == 1))
                r->findings[r->count++] = take(w, &from->items[k]);
}

wg_check_report *wg_run_check_report(const wg_run *run, const wg_check *check)
{
    wg_check_report *r = wg_alloc(sizeof *r);
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    writer w = {.run = run, .report = r};
    r->kernel = keep(&w, kernel ? kernel->name : "no kernel");
    r->file = keep(&w, run->spec->source ? run->spec->source : "");
    r->device = wg_place_of(run->engine);
    r->launches = run->launches;
    take_findings(&w, wg_check_findings(check));
    return r;
}
