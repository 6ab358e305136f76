/* SPDX-License-Identifier: Apache-2.0 */
/* From the instructions of a run to the lines of its source. */
#include "run/record.h"

#include "base/arena.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the kernels of a run ---- */

/* Each once, in the order of their first launch; `out` has room for one a step. */
static size_t kernels_of(const wg_run *run, const wg_engine_kernel **out)
{
    size_t count = 0;
    for (size_t k = 0; k < run->plan->step_count; k++) {
        bool known = !run->kernels[k] || !run->kernels[k]->program;
        for (size_t j = 0; j < count; j++)
            known |= out[j] == run->kernels[k];
        if (!known)
            out[count++] = run->kernels[k];
    }
    return count;
}

/* ---- summing up ---- */

/* Where an instruction counts: file and line of the source; PTX that was compiled counts as line 0 of the source where
 * the compiler gave no line. A file that is listed several times counts once. `first` is the first of the kernel's
 * files. */
void wg_line_place(const wg_engine_kernel *kernel, const wg_lines *lines, size_t first, const wg_insn *insn,
                   wg_line *out)
{
    const wg_ptx_place *place = &insn->source->place;
    bool known = place->source_line && place->file < kernel->module->file_count;
    out->number = known ? place->source_line : kernel->ptx ? place->line : 0;
    size_t file = first + (known ? place->file : 0);
    for (out->file = 0; strcmp(lines->files[out->file], lines->files[file]) != 0;)
        out->file++;
}

/* A kernel's part of the time all of them take; NAN where the model says nothing of one of them. */
static double weight_of(const wg_engine_kernel *kernel, const wg_engine_kernel *const *kernels, size_t kernel_count)
{
    double all = 0;
    for (size_t k = 0; k < kernel_count; k++)
        all += kernels[k]->estimate && kernels[k]->insn_times ? kernels[k]->estimate->seconds : NAN;
    return all > 0 ? kernel->estimate->seconds / all : NAN;
}

/* … of it each line has its part. */
static void set_time(const wg_insn_time *insn, double weight, wg_line *line)
{
    line->waits = weight * insn->waits;
    for (int k = 0; k < WG_STALL_COUNT; k++) {
        line->stalls[k] = weight * insn->stalls[k];
        line->time += line->stalls[k];
    }
}

static void add_kernel(const wg_engine_kernel *kernel, size_t first, double weight, wg_lines *out)
{
    const wg_profile *profile = kernel->profile;
    for (uint32_t k = 0; k < profile->insn_count; k++) {
        wg_line line = {.counters = profile->insns[k], .time = isnan(weight) ? NAN : 0, .waits = NAN};
        if (!isnan(weight))
            set_time(&kernel->insn_times[k], weight, &line);
        wg_line_place(kernel, out, first, &kernel->program->insns[k], &line);
        if (line.counters.value[WG_COUNTER_warp_instructions])
            out->items[out->count++] = line;
    }
}

static void merge(const wg_line *one, wg_line *sum)
{
    wg_counters_add(&sum->counters, &one->counters);
    sum->time += one->time;
    sum->waits += one->waits;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        sum->stalls[k] += one->stalls[k];
}

/* One line an instruction, sorted, then equal ones merged. */
static void sum_lines(const wg_engine_kernel *const *kernels, size_t kernel_count, wg_results *results, wg_lines *out)
{
    size_t instructions = 0, first = 0;
    for (size_t k = 0; k < kernel_count; k++)
        instructions += kernels[k]->profile->insn_count;
    wg_line *all = out->items = wg_alloc((instructions + 1) * sizeof *all);
    for (size_t k = 0; k < kernel_count; k++) {
        double weight = weight_of(kernels[k], kernels, kernel_count);
        out->has_times |= !isnan(weight);
        out->has_waits = out->has_times;
        add_kernel(kernels[k], first, weight, out);
        first += kernels[k]->module->file_count;
    }
    qsort(out->items, out->count, sizeof *out->items, wg_line_by_place);
    size_t kept = 0;
    for (size_t k = 0; k < out->count; k++) {
        if (kept && wg_line_by_place(&out->items[kept - 1], &out->items[k]) == 0)
            merge(&out->items[k], &out->items[kept - 1]);
        else
            out->items[kept++] = out->items[k];
    }
    out->count = kept;
    out->items = WG_NEW_ARRAY(&results->arena, wg_line, kept + 1);
    memcpy(out->items, all, kept * sizeof *all);
    free(all);
}

/* ---- the source ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Compilers write absolute paths, or lose the folder: a kernel's own file is named as the user did. */
static void name_files(const wg_run *run, const wg_engine_kernel *const *kernels, size_t kernel_count,
                       wg_results *results, wg_lines *out)
{
    for (size_t k = 0; k < kernel_count; k++)
        out->file_count += kernels[k]->module->file_count;
    out->files = WG_NEW_ARRAY(&results->arena, const char *, out->file_count + 1);
    size_t next = 0;
    for (size_t k = 0; k < kernel_count; k++) {
        const char *source = run->spec->source;
        for (size_t step = 0; step < run->plan->step_count; step++)
            if (run->kernels[step] == kernels[k])
                source = run->plan->steps[step].source;
        for (size_t f = 0; f < kernels[k]->module->file_count; f++) {
            const char *name = kernels[k]->module->files[f];
            bool own = f == 0 || !strcmp(base_name(name), base_name(source));
            out->files[next++] = wg_results_keep(results, own ? source : name);
        }
    }
}

/* The next line of a text, kept without its end; moves *at behind it. */
static const char *take_line(wg_results *results, const char **at)
{
    size_t length = strcspn(*at, "\r\n");
    char *line = wg_arena_copy(&results->arena, *at, length);
    wg_make_harmless(line, length);
    *at += length;
    *at += **at == '\r' && (*at)[1] == '\n' ? 2 : **at != 0;
    return line;
}

/* Moves from one line of a text to a later one; NULL: there are not so many. */
static const char *skip_lines(const char *at, uint32_t count)
{
    for (; count && at; count--) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return at;
}

/* The lines come sorted, so each file is read and walked once. */
static void attach_text(const wg_run *run, wg_results *results, wg_lines *out)
{
    char *text = NULL;
    const char *at = NULL;
    uint32_t file = UINT32_MAX, number = 1;
    for (size_t k = 0; k < out->count; k++) {
        wg_line *line = &out->items[k];
        line->text = "";
        if (line->number == 0)
            continue;
        if (line->file != file) {
            file = line->file;
            number = 1;
            free(text);
            at = text = wg_run_source_text(run, out->files[file]);
        }
        at = skip_lines(at, line->number - number);
        number = line->number + 1;
        if (at)
            line->text = take_line(results, &at);
    }
    free(text);
}

void wg_record_lines(const wg_run *run, wg_results *results, wg_lines *out)
{
    const wg_engine_kernel **kernels = wg_alloc((run->plan->step_count + 1) * sizeof *kernels);
    size_t kernel_count = kernels_of(run, kernels);
    *out = (wg_lines){0};
    name_files(run, kernels, kernel_count, results, out);
    sum_lines(kernels, kernel_count, results, out);
    wg_lines_attach_ptx(kernels, kernel_count, results, out);
    free(kernels);
    for (size_t k = 0; k < out->count; k++)
        wg_line_find_heat(&run->profile.total, &out->items[k]);
    attach_text(run, results, out);
}
