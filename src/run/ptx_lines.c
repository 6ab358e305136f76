/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX that a compiler made of each source line, as it is written. */
#include "run/record.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 160 }; /* bytes of an instruction: those of tensor cores name a hundred registers */

/* ---- the text of an instruction ---- */

/* Where each line of a text begins. */
typedef struct line_index {
    const char *text;
    size_t *starts;
    size_t count, capacity;
} line_index;

static void find_lines(const char *text, line_index *out)
{
    *out = (line_index){.text = text};
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += out->count > 0; /* behind the end of the line before */
        *WG_PUSH(out->starts, out->count, out->capacity) = (size_t)(at - text);
    }
}

/* From its guard to its semicolon, blanks and ends of lines as one blank. */
static const char *copy_instruction(wg_results *results, const line_index *lines, const wg_ptx_instruction *i)
{
    char text[MOST_TEXT + 4];
    size_t length = 0;
    if (!i->place.line || i->place.line > lines->count || !i->place.column)
        return wg_results_keep(results, i->spelling);
    const char *at = lines->text + lines->starts[i->place.line - 1] + i->place.column - 1;
    for (const char *guard = at; i->guarded && guard > lines->text && *guard != ';'; guard--)
        if (*guard == '@') {
            at = guard;
            break;
        }
    for (; *at && *at != ';' && length < MOST_TEXT; at++) {
        bool blank = *at == ' ' || *at == '\t' || *at == '\n' || *at == '\r';
        if (!blank || (length && text[length - 1] != ' '))
            text[length++] = blank ? ' ' : *at;
    }
    strcpy(text + length, *at == ';' ? ";" : length == MOST_TEXT ? "…" : "");
    return wg_results_keep(results, text);
}

/* ---- those of all lines ---- */

typedef struct found {
    wg_line *line;
    const wg_ptx_instruction *instruction;
    const line_index *text;
    uint64_t executed;
} found;

typedef struct finds {
    found *items;
    size_t count, capacity;
} finds;

/* By line of the source, then as the PTX has them. */
static int by_line(const void *a, const void *b)
{
    const found *x = a, *y = b;
    const wg_ptx_place *p = &x->instruction->place, *q = &y->instruction->place;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->text != y->text)
        return x->text < y->text ? -1 : 1;
    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    return p->column < q->column ? -1 : p->column > q->column;
}

static void find_instructions(const wg_engine_kernel *kernel, size_t first, const wg_lines *lines,
                              const line_index *text, finds *out)
{
    for (uint32_t k = 0; k < kernel->profile->insn_count; k++) {
        const wg_insn *insn = &kernel->program->insns[k];
        uint64_t executed = kernel->profile->insns[k].value[WG_COUNTER_warp_instructions];
        wg_line place = {0};
        wg_line_place(kernel, lines, first, insn, &place);
        wg_line *line = bsearch(&place, lines->items, lines->count, sizeof place, wg_line_by_place);
        if (executed && line)
            *WG_PUSH(out->items, out->count, out->capacity) = (found){line, insn->source, text, executed};
    }
}

/* One that stands in several places, because its function does, counts once. */
static size_t merge(found *items, size_t count)
{
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        if (kept && by_line(&items[kept - 1], &items[k]) == 0)
            items[kept - 1].executed += items[k].executed;
        else
            items[kept++] = items[k];
    }
    return kept;
}

static void attach(wg_results *results, const finds *f)
{
    for (size_t k = 0, end; k < f->count; k = end) {
        wg_line *line = f->items[k].line;
        for (end = k; end < f->count && f->items[end].line == line;)
            end++;
        line->ptx = WG_NEW_ARRAY(&results->arena, wg_line_ptx, end - k);
        line->ptx_count = end - k;
        for (size_t j = k; j < end; j++)
            line->ptx[j - k] = (wg_line_ptx){copy_instruction(results, f->items[j].text, f->items[j].instruction),
                                             f->items[j].executed};
    }
}

void wg_lines_attach_ptx(const wg_engine_kernel *const *kernels, size_t kernel_count, wg_results *results,
                         wg_lines *lines)
{
    line_index *texts = wg_alloc((kernel_count + 1) * sizeof *texts);
    finds f = {0};
    size_t first = 0;
    for (size_t k = 0; k < kernel_count; k++) {
        if (!kernels[k]->ptx && kernels[k]->compiled) {
            find_lines(kernels[k]->compiled, &texts[k]);
            find_instructions(kernels[k], first, lines, &texts[k], &f);
        }
        first += kernels[k]->module->file_count;
    }
    if (f.count)
        qsort(f.items, f.count, sizeof *f.items, by_line);
    f.count = merge(f.items, f.count);
    attach(results, &f);
    for (size_t k = 0; k < kernel_count; k++)
        free(texts[k].starts);
    free(texts);
    free(f.items);
}
