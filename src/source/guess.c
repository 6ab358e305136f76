/* SPDX-License-Identifier: Apache-2.0 */
#include "source/guess.h"

#include "source/sizes.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    wg_sizes sizes;
    wg_source *source;
    size_t next_slot;
} writer;

static wg_arena *arena(const writer *w)
{
    return &w->source->arena;
}

/* ---- shapes ---- */

static const char *write_block(const writer *w)
{
    const uint32_t *b = w->sizes.block;
    if (b[2] > 1)
        return wg_arena_format(arena(w), "%u,%u,%u", b[0], b[1], b[2]);
    return b[1] > 1 ? wg_arena_format(arena(w), "%u,%u", b[0], b[1]) : wg_arena_format(arena(w), "%u", b[0]);
}

static const char *write_grid(const writer *w)
{
    const wg_extent *g = w->sizes.grid;
    if (w->sizes.usage.uses_block[2])
        return wg_arena_format(arena(w), "%s,%s,%s", g[0].text, g[1].text, g[2].text);
    return w->sizes.usage.uses_block[1] ? wg_arena_format(arena(w), "%s,%s", g[0].text, g[1].text) : g[0].text;
}

/* `extern __shared__ float tile[];`: an element for each thread. */
static const char *write_shared(const writer *w)
{
    const wg_tokens *tokens = &w->source->tokens;
    const wg_source_kernel *kernel = w->sizes.usage.kernel;
    const uint32_t *block = w->sizes.block;
    for (size_t k = kernel->body; k + 3 < kernel->body_end; k++) {
        const wg_token *t = &tokens->items[k];
        if (!wg_token_is(t, "extern") && !(wg_token_is(t, "__shared__") && wg_token_is(t + 1, "extern")))
            continue;
        size_t end = k;
        while (end < kernel->body_end && !wg_token_among(&tokens->items[end], "[ ;"))
            end++;
        wg_source_type type;
        wg_source_read_type(w->source, kernel, k + 2, end - 1 > k + 2 ? end - 1 : k + 2, &type);
        const char *digits = type.element ? type.element + strcspn(type.element, "0123456789") : "32";
        const char *lanes = strchr(digits, 'x');
        unsigned bytes = (unsigned)atoi(digits) / 8 * (lanes ? (unsigned)atoi(lanes + 1) : 1);
        return wg_arena_format(arena(w), "%llu",
                               (unsigned long long)block[0] * block[1] * block[2] * (bytes ? bytes : 4));
    }
    return NULL;
}

/* ---- arguments ---- */

static const char *write_size(const writer *w, const wg_extent *size)
{
    bool is_field = false;
    for (size_t k = 0; k < w->sizes.usage.slot_count; k++)
        is_field |= w->sizes.usage.slots[k].is_field;
    return is_field ? wg_arena_format(arena(w), "%.0f", size->value) : size->text;
}

/* What a buffer begins with: what is only written with zeros, indices with valid ones. */
static const char *write_fill(const writer *w, const wg_slot *slot)
{
    const char *element = slot->type->element;
    bool is_integer = *element == 'i' || *element == 'u' || *element == 'b';
    if (slot->is_offsets)
        return "=8 * i";
    if (slot->indexes >= 0 && is_integer) {
        const wg_extent *selected = &w->sizes.buffers[slot->indexes];
        bool wide = strcmp(element, "u8") && strcmp(element, "i8");
        return wide ? wg_arena_format(arena(w), "=random(0, %.0f)", selected->value - 1) : "=random";
    }
    if (!slot->type->is_const && (slot->is_atomic || (slot->is_written && !slot->is_read)))
        return "";
    if (!is_integer || !strcmp(element, "u8") || !strcmp(element, "bf16") || !strcmp(element, "bool"))
        return "=random";
    return "=random(0, 99)";
}

static const char *write_texture(const writer *w)
{
    static const struct {
        const char *word, *argument;
    } kinds[] = {{"tex3D", "tex3d[128x128x128]=random"},
                 {"surf3D", "surf3d[128x128x128]=random"},
                 {"tex1D", "tex1d[65536]=random"},
                 {"tex1Dfetch", "tex1d[65536]=random"},
                 {"surf2Dwrite", "surf2d[1024x1024]=random"},
                 {"surf2Dread", "surf2d[1024x1024]=random"}};
    const wg_usage *u = &w->sizes.usage;
    for (size_t k = 0; k < u->piece_count; k++)
        for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
            if (wg_piece_is(&u->pieces[k], kinds[j].word))
                return kinds[j].argument;
    return "tex2d[1024x1024]=random";
}

static const char *write_scalar(const writer *w, const wg_slot *slot)
{
    const char *element = slot->type->element;
    double value = slot->number;
    bool is_real = *element == 'f' || *element == 'b';
    if (!strcmp(element, "bool"))
        return "bool=0";
    if (strchr(element, 'x'))
        return wg_arena_format(arena(w), "%s=1", element);
    if (is_real)
        wg_size_name_real(slot->name, &value);
    return wg_arena_format(arena(w), "%s=%.15g", element, value);
}

/* TYPE[COUNT]=FILL of what is passed; NULL: nothing that can be guessed. */
static const char *write_slot(const writer *w, size_t index)
{
    const wg_slot *slot = &w->sizes.usage.slots[index];
    const wg_extent *size = &w->sizes.buffers[index];
    if (slot->type->is_texture && !slot->is_pointer)
        return write_texture(w);
    if (slot->type->pointers > 1 || (!slot->type->element && !slot->is_pointer))
        return NULL;
    if (!slot->is_pointer)
        return write_scalar(w, slot);
    if (slot->type->is_local) {
        const uint32_t *b = w->sizes.block;
        return wg_arena_format(arena(w), "%s[%u]=local", slot->type->element ? slot->type->element : "f32",
                               b[0] * b[1] * b[2]);
    }
    if (!slot->type->element) /* a structure, or nobody knows: bytes, 16 for each */
        return wg_arena_format(arena(w), "bytes16[%s]", write_size(w, size));
    return wg_arena_format(arena(w), "%s[%s]%s", slot->type->element, write_size(w, size), write_fill(w, slot));
}

static const char *write_record(writer *w, const wg_source_record *record)
{
    wg_text text = {0};
    bool known = true;
    wg_text_addf(&text, "{");
    for (size_t f = 0; f < record->field_count; f++) {
        const wg_source_parameter *field = &record->fields[f];
        const char *one = write_slot(w, w->next_slot++);
        known &= one && !(field->type.record && !field->type.pointers);
        if (known && field->count && !field->type.pointers)
            wg_text_addf(&text, "%s%s:%s(%llu)=1", f ? ", " : "", field->name, field->type.element,
                         (unsigned long long)field->count);
        else if (known)
            wg_text_addf(&text, "%s%s:%s", f ? ", " : "", field->name, one);
    }
    wg_text_addf(&text, "}");
    const char *kept = known ? wg_arena_copy(arena(w), text.bytes, text.length) : NULL;
    wg_text_free(&text);
    return kept;
}

bool wg_guess_launch(wg_source *source, const wg_source_kernel *kernel, const wg_guess_known *known, wg_guess *out,
                     size_t *trouble)
{
    writer w = {.source = source};
    bool ok = true;
    wg_sizes_find(&w.sizes, source, kernel, known);
    *out = (wg_guess){.grid = write_grid(&w),
                      .block = write_block(&w),
                      .shared = write_shared(&w),
                      .arguments = WG_NEW_ARRAY(&source->arena, const char *, kernel->parameter_count + 1)};
    for (size_t k = 0; k < kernel->parameter_count && ok; k++) {
        const wg_source_parameter *p = &kernel->parameters[k];
        bool is_record = p->type.record && !p->type.pointers;
        const char *text = is_record ? write_record(&w, p->type.record) : write_slot(&w, w.next_slot++);
        ok = text != NULL;
        *trouble = k;
        if (ok)
            out->arguments[out->argument_count++] =
                p->name ? wg_arena_format(&source->arena, "%s:%s", p->name, text) : text;
    }
    wg_sizes_free(&w.sizes);
    return ok;
}

/* ---- templates ---- */

const char *wg_guess_instance(wg_source *source, const wg_source_kernel *kernel)
{
    wg_text text = {0};
    wg_usage usage;
    if (!kernel->template_count)
        return NULL;
    wg_usage_read(&usage, source, kernel);
    wg_text_addf(&text, "%s<", kernel->name);
    for (size_t k = 0; k < kernel->template_count; k++) {
        const wg_source_template *t = &kernel->templates[k];
        const char *number = usage.uses_thread[1] ? "16" : "256";
        wg_text_addf(&text, "%s%s", k ? ", " : "", t->preset ? t->preset : t->is_type ? "float" : number);
    }
    wg_text_addf(&text, ">");
    const char *kept = wg_arena_copy(&source->arena, text.bytes, text.length);
    wg_text_free(&text);
    wg_usage_free(&usage);
    return kept;
}
