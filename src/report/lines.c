/* SPDX-License-Identifier: Apache-2.0 */
#include "report/lines.h"

#include "base/arena.h"
#include "base/file.h"

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
static void place_of(const wg_engine_kernel *kernel, const wg_lines *lines, size_t first, const wg_insn *insn,
                     wg_line *out)
{
    const wg_ptx_place *place = &insn->source->place;
    bool known = place->source_line && place->file < kernel->module->file_count;
    out->number = known ? place->source_line : kernel->ptx ? place->line : 0;
    size_t file = first + (known ? place->file : 0);
    for (out->file = 0; strcmp(lines->files[out->file], lines->files[file]) != 0;)
        out->file++;
}

static int by_place(const void *a, const void *b)
{
    const wg_line *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_heat(const void *a, const void *b)
{
    const wg_line *x = a, *y = b;
    if (x->heat != y->heat)
        return x->heat > y->heat ? -1 : 1;
    return by_place(a, b);
}

/* A kernel's part of the time all of them take; NAN where the model says nothing of one of them. */
static double weight_of(const wg_engine_kernel *kernel, const wg_engine_kernel *const *kernels, size_t kernel_count)
{
    double all = 0;
    for (size_t k = 0; k < kernel_count; k++)
        all += kernels[k]->estimate && kernels[k]->insn_times ? kernels[k]->estimate->seconds : NAN;
    return all > 0 ? kernel->estimate->seconds / all : NAN;
}

static void add_kernel(const wg_engine_kernel *kernel, size_t first, double weight, wg_lines *out)
{
    const wg_profile *profile = kernel->profile;
    for (uint32_t k = 0; k < profile->insn_count; k++) {
        wg_line line = {.counters = profile->insns[k], .time = isnan(weight) ? NAN : weight * kernel->insn_times[k]};
        place_of(kernel, out, first, &kernel->program->insns[k], &line);
        if (line.counters.value[WG_COUNTER_warp_instructions])
            out->items[out->count++] = line;
    }
}

/* One line an instruction, sorted, then equal ones merged. */
static void sum_lines(const wg_engine_kernel *const *kernels, size_t kernel_count, wg_lines *out)
{
    size_t instructions = 0, first = 0;
    for (size_t k = 0; k < kernel_count; k++)
        instructions += kernels[k]->profile->insn_count;
    out->items = wg_alloc((instructions + 1) * sizeof *out->items);
    for (size_t k = 0; k < kernel_count; k++) {
        double weight = weight_of(kernels[k], kernels, kernel_count);
        out->has_times |= !isnan(weight);
        add_kernel(kernels[k], first, weight, out);
        first += kernels[k]->module->file_count;
    }
    qsort(out->items, out->count, sizeof *out->items, by_place);
    size_t kept = 0;
    for (size_t k = 0; k < out->count; k++) {
        if (!kept || by_place(&out->items[kept - 1], &out->items[k]) != 0) {
            out->items[kept++] = out->items[k];
            continue;
        }
        wg_counters_add(&out->items[kept - 1].counters, &out->items[k].counters);
        out->items[kept - 1].time += out->items[k].time;
    }
    out->count = kept;
}

static double share(const wg_counters *part, const wg_counters *whole, const wg_counter *which, size_t count)
{
    double a = 0, b = 0;
    for (size_t k = 0; k < count; k++) {
        a += (double)part->value[which[k]];
        b += (double)whole->value[which[k]];
    }
    return b > 0 ? a / b : 0;
}

/* A line is hot when it has much of the time, of the instructions, of the global traffic or of the shared-memory
 * passes. */
void wg_line_find_heat(const wg_counters *total, wg_line *line)
{
    static const wg_counter instructions[] = {WG_COUNTER_warp_instructions};
    static const wg_counter global[] = {WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors,
                                        WG_COUNTER_global_atomic_sectors};
    static const wg_counter shared[] = {WG_COUNTER_shared_load_wavefronts, WG_COUNTER_shared_store_wavefronts,
                                        WG_COUNTER_shared_atomic_wavefronts};
    line->share = share(&line->counters, total, instructions, 1);
    line->heat = fmax(line->share, share(&line->counters, total, global, 3));
    line->heat = fmax(line->heat, share(&line->counters, total, shared, 3));
    line->heat = fmax(line->heat, line->time); /* not a number: the other */
}

/* ---- the source ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Compilers write absolute paths, or lose the folder: a kernel's own file is named as the user did. */
static void name_files(const wg_run *run, const wg_engine_kernel *const *kernels, size_t kernel_count, wg_lines *out)
{
    for (size_t k = 0; k < kernel_count; k++)
        out->file_count += kernels[k]->module->file_count;
    out->files = wg_alloc((out->file_count + 1) * sizeof *out->files);
    out->texts = wg_alloc((out->file_count + 1) * sizeof *out->texts);
    size_t next = 0;
    for (size_t k = 0; k < kernel_count; k++) {
        const char *source = run->spec->source;
        for (size_t step = 0; step < run->plan->step_count; step++)
            if (run->kernels[step] == kernels[k])
                source = run->plan->steps[step].source;
        for (size_t f = 0; f < kernels[k]->module->file_count; f++) {
            const char *name = kernels[k]->module->files[f];
            bool own = f == 0 || !strcmp(base_name(name), base_name(source));
            out->files[next++] = own ? source : name;
        }
    }
}

static char *read_source(const wg_run *run, const char *file)
{
    char *text = NULL;
    size_t length;
    const char *ptx = wg_run_kernel(run)->ptx;
    if (ptx && !strcmp(file, run->spec->source)) {
        text = strcpy(wg_alloc(strlen(ptx) + 1), ptx);
    } else if (wg_file_read(file, &text, &length, NULL) != WG_OK) {
        text = wg_alloc(1);
    }
    return text;
}

/* The lines come sorted, so each file is walked once; line ends become terminators only where a line is used. */
static void attach_text(const wg_run *run, wg_lines *out)
{
    char *at = NULL;
    uint32_t file = UINT32_MAX, number = 1;
    for (size_t k = 0; k < out->count; k++) {
        wg_line *line = &out->items[k];
        line->text = "";
        if (line->number == 0)
            continue;
        if (line->file != file) {
            file = line->file;
            number = 1;
            at = out->texts[file] = read_source(run, out->files[file]);
        }
        for (; number < line->number && at; number++) {
            at = strchr(at, '\n');
            at = at ? at + 1 : NULL;
        }
        if (!at)
            continue;
        size_t length = strcspn(at, "\r\n");
        line->text = at;
        if (at[length]) {
            char *next = at[length] == '\r' && at[length + 1] == '\n' ? at + length + 2 : at + length + 1;
            at[length] = 0;
            at = next;
            number++;
        }
    }
}

void wg_lines_keep(wg_lines *lines, size_t most)
{
    if (!most || lines->count <= most)
        return;
    qsort(lines->items, lines->count, sizeof *lines->items, by_heat);
    lines->count = most;
    qsort(lines->items, lines->count, sizeof *lines->items, by_place);
}

void wg_lines_copy(const wg_lines *lines, size_t most, wg_lines *out)
{
    *out = (wg_lines){.items = wg_alloc((lines->count + 1) * sizeof *out->items),
                      .count = lines->count,
                      .files = wg_alloc((lines->file_count + 1) * sizeof *out->files),
                      .has_times = lines->has_times};
    memcpy(out->items, lines->items, lines->count * sizeof *out->items);
    memcpy(out->files, lines->files, lines->file_count * sizeof *out->files);
    wg_lines_keep(out, most);
}

void wg_lines_collect(const wg_run *run, size_t most, wg_lines *out)
{
    const wg_engine_kernel **kernels = wg_alloc((run->plan->step_count + 1) * sizeof *kernels);
    size_t kernel_count = kernels_of(run, kernels);
    *out = (wg_lines){0};
    name_files(run, kernels, kernel_count, out);
    sum_lines(kernels, kernel_count, out);
    free(kernels);
    for (size_t k = 0; k < out->count; k++)
        wg_line_find_heat(&run->profile.total, &out->items[k]);
    wg_lines_keep(out, most);
    attach_text(run, out);
}

void wg_lines_free(wg_lines *lines)
{
    for (size_t k = 0; k < lines->file_count; k++)
        free(lines->texts[k]);
    free(lines->items);
    free(lines->files);
    free(lines->texts);
    *lines = (wg_lines){0};
}
