/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder told rung by rung: what holds it, what the next one changes, the gain predicted and the gain seen. */
#include "analysis/analysis.h"
#include "analysis/sentence.h"
#include "report/table/compare.h"
#include "report/table/ladder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char wg_story_legend[] =
    "Times and limiters of the model are estimates, and so is what an advice is predicted to gain. ±: nine in ten "
    "kernels with that limiter were no farther off.";

typedef struct story {
    const wg_results *ladder;
    const wg_story_writer *writer;
    void *state;
} story;

static void tell(const story *s, const wg_text *words)
{
    if (words->length)
        s->writer->paragraph(s->state, words->bytes);
}

/* NULL: nothing to tell. */
static void tell_one(const story *s, const char *opening, const char *sentence)
{
    wg_text words = {0};
    if (sentence)
        wg_text_addf(&words, "%s%s", opening, sentence);
    tell(s, &words);
    wg_text_free(&words);
}

/* ---- one rung ---- */

static void tell_name(const story *s, const wg_record *r)
{
    const wg_diagnosis *v = &r->diagnosis;
    s->writer->rung(s->state, r->name);
    wg_text words = {0};
    if (r->has_time && r->timing.median > 0) {
        wg_quantity_add(&words, r->timing.median, 's');
        wg_text_addf(&words, " measured on %s", r->device.name);
    }
    if (v->limiter < WG_LIMITER_COUNT) {
        wg_text_addf(&words, "%s", words.length ? ", " : "");
        wg_quantity_add(&words, v->seconds, 's');
        wg_text_addf(&words, " by the model");
        if (v->error.kernels) {
            wg_text_addf(&words, " ± ");
            wg_quantity_add(&words, v->error.most, '%');
        }
        if (v->part_of_limit > 0) {
            wg_text_addf(&words, ", ");
            wg_quantity_add(&words, v->part_of_limit, '%');
            wg_text_addf(&words, " of the limit");
        }
    }
    if (words.length)
        wg_text_addf(&words, ".");
    tell(s, &words);
    wg_text_free(&words);
}

static const char *title_of(const char *limiter)
{
    wg_limiter found = wg_limiter_find(limiter);
    return found < WG_LIMITER_COUNT ? wg_limiter_infos[found].title : limiter;
}

/* The model's verdict with its numbers; what the manifest says where they differ, or where there is no verdict. */
static void tell_limiter(const story *s, const wg_record *r)
{
    const wg_diagnosis *v = &r->diagnosis;
    const char *declared = r->limiter;
    wg_text words = {0};
    if (v->limiter < WG_LIMITER_COUNT) {
        wg_text_addf(&words, "Its limiter is %s.", wg_limiter_infos[v->limiter].title);
        for (size_t k = 0; k < v->evidence_count; k++)
            wg_text_addf(&words, " %s", v->evidence[k]);
        if (declared && strcmp(declared, wg_limiter_infos[v->limiter].name) != 0)
            wg_text_addf(&words, " (The ladder declares %s.)", title_of(declared));
    } else if (declared) {
        wg_text_addf(&words, "Its limiter, as the ladder declares, is %s.", title_of(declared));
    }
    tell(s, &words);
    wg_text_free(&words);
}

/* Less than what three digits show. */
static bool is_one(double factor)
{
    return factor > 0.995 && factor < 1.005;
}

/* "is 1.80 x as fast", "takes 1.25 x as long", "takes as long" */
static void add_factor(wg_text *words, double factor, bool with_verb)
{
    if (with_verb)
        wg_text_addf(words, factor < 1 || is_one(factor) ? "takes " : "is ");
    if (is_one(factor)) {
        wg_text_addf(words, "as long");
        return;
    }
    wg_quantity_add(words, factor < 1 ? 1 / factor : factor, 'x');
    wg_text_addf(words, factor < 1 ? " as long" : " as fast");
}

static void add_seen(wg_text *words, const wg_rung_step *step, bool is_measured)
{
    wg_text_addf(words, "Seen: %s ", step->next->name);
    add_factor(words, step->gain, true);
    wg_text_addf(words, ", %s", is_measured ? "measured" : "by the model");
    if (is_measured && isfinite(step->model_gain)) {
        wg_text_addf(words, " (");
        add_factor(words, step->model_gain, false);
        wg_text_addf(words, " by the model)");
    }
    wg_text_addf(words, ".");
}

static void tell_next(const story *s, const wg_record *r, const wg_rung_step *step)
{
    wg_text words = {0};
    tell_one(s, "Next: ", r->next);
    if (step->advice) {
        wg_text_addf(&words, "%s: %s; predicted ", step->is_followed ? "Advice" : "First advice", step->advice);
        add_factor(&words, step->promised, false);
        wg_text_addf(&words, ". ");
    }
    if (step->next)
        add_seen(&words, step, r->has_time);
    tell(s, &words);
    wg_text_free(&words);
}

static void tell_rung(const story *s, size_t index)
{
    const wg_record *r = &s->ladder->records[index];
    const wg_rung_step step = wg_rung_step_from(s->ladder, index);
    tell_name(s, r);
    if (wg_record_failed(r))
        tell_one(s, r->verification == WG_WRONG ? "Its result is wrong: " : "It cannot be run: ", r->reason);
    tell_limiter(s, r);
    tell_next(s, r, &step);
    tell_one(s, "Note: ", r->note);
}

void wg_story_walk(const wg_results *ladder, const wg_story_writer *writer, void *state)
{
    const story s = {ladder, writer, state};
    for (size_t k = 0; k < ladder->count; k++)
        if (ladder->records[k].verification != WG_LEFT_OUT)
            tell_rung(&s, k);
}

/* ---- as text and as Markdown ---- */

typedef struct text_writer {
    wg_text *out;
    bool markdown;
    size_t width; /* of a paragraph */
    const char *bold, *plain;
    bool has_begun;
} text_writer;

static void begin_rung(void *writer, const char *name)
{
    text_writer *w = writer;
    wg_text_addf(w->out, "%s", w->has_begun ? "\n" : "");
    w->has_begun = true;
    if (w->markdown)
        wg_text_addf(w->out, "### %s\n\n", name);
    else
        wg_text_addf(w->out, "%s%s%s\n", w->bold, name, w->plain);
}

/* In a terminal wrapped and below the name of its rung, in Markdown an item of a list. */
static void add_paragraph(void *writer, const char *words)
{
    text_writer *w = writer;
    wg_text wrapped = {0};
    if (w->markdown) {
        wg_text_addf(w->out, "- %s\n", words);
        return;
    }
    wg_text_add_wrapped(&wrapped, words, w->width - 4);
    for (const char *line = wrapped.bytes; *line;) {
        size_t length = strcspn(line, "\n");
        wg_text_addf(w->out, "    %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    wg_text_free(&wrapped);
}

char *wg_report_story(const wg_results *ladder, wg_table_form form, const wg_write_options *options)
{
    static const wg_story_writer writer = {begin_rung, add_paragraph};
    bool markdown = form == WG_TABLE_MARKDOWN, modelled = false, color = options->color && !markdown;
    wg_text out = {0};
    text_writer w = {.out = &out,
                     .markdown = markdown,
                     .width = markdown ? 10000 : wg_report_width(options, 100),
                     .bold = color ? "\033[1m" : "",
                     .plain = color ? "\033[0m" : ""};
    wg_text_addf(&out, "%s%s: %s", markdown ? "## " : "", ladder->name, ladder->title);
    wg_report_sizes(&out, ladder);
    wg_text_addf(&out, ", on %s (%s)\n\n", ladder->device.name, ladder->device.title);
    if (ladder->text) {
        wg_text_add_wrapped(&out, ladder->text, w.width);
        wg_text_addf(&out, "\n");
    }
    wg_story_walk(ladder, &writer, &w);
    wg_text_addf(&out, "%s", w.has_begun ? "\n" : "");
    for (size_t k = 0; k < ladder->count; k++)
        modelled |= ladder->records[k].estimate.seconds > 0;
    if (modelled)
        wg_text_add_wrapped(&out, wg_story_legend, w.width);
    wg_report_left_out(&out, ladder->records, ladder->count, 1, wg_report_width(options, 118));
    wg_baseline_write(ladder->baseline, form, true, &out);
    return out.bytes;
}
