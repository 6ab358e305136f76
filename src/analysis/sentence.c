/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sentence.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

static const struct quantity {
    char format;
    double scale;
    const char *units[6]; /* each a thousand of the one before; the first has no more than it must */
} quantities[] = {
    {0, 1, {""}},
    {'%', 100, {" %"}},
    {'x', 1, {" x"}},
    {'n', 1, {"", " k", " M", " G", " T"}},
    {'B', 1, {" B", " kB", " MB", " GB", " TB"}},
    {'s', 1e9, {" ns", " µs", " ms", " s"}},
};

static const struct quantity *quantity_of(char format)
{
    for (size_t k = 0; k < sizeof quantities / sizeof *quantities; k++)
        if (quantities[k].format == format)
            return &quantities[k];
    return NULL;
}

void wg_quantity_add(wg_text *out, double value, char format)
{
    const struct quantity *q = quantity_of(format);
    int unit = 0;
    if (!isfinite(value) || !q) {
        wg_text_addf(out, "%s", isnan(value) || !q ? "?" : "any number of");
        return;
    }
    for (value *= q->scale; fabs(value) >= 999.5 && q->units[unit + 1]; unit++)
        value /= 1000;
    double size = fabs(value);
    bool whole =
        fabs(size - round(size)) < 1e-9 * size || size == 0 || size >= 99.95 || (format == '%' && size >= 9.95);
    int decimals = whole ? 0 : size >= 9.995 || format == '%' ? 1 : size >= 0.0995 ? 2 : 3;
    wg_text_addf(out, "%.*f%s", decimals, value, q->units[unit]);
}

/* ---- sentences ---- */

enum { LONGEST = 512 };

/* What stands between braces. */
typedef struct blank {
    char expression[LONGEST];
    char format;
    const char *after;
} blank;

static wg_status read_blank(const char *open, blank *out, wg_error *err)
{
    const char *close = strchr(open, '}');
    size_t length = close ? (size_t)(close - open) - 1 : 0;
    if (!close)
        return wg_error_set(err, WG_ERR_INPUT, "a brace is not closed: %.40s", open);
    if (length >= sizeof out->expression)
        return wg_error_set(err, WG_ERR_INPUT, "what stands in braces is too long: %.40s…", open);
    memcpy(out->expression, open + 1, length);
    out->expression[length] = 0;
    out->format = 0;
    out->after = close + 1;
    if (length >= 2 && out->expression[length - 2] == '|') {
        out->format = out->expression[length - 1];
        out->expression[length - 2] = 0;
        if (!quantity_of(out->format))
            return wg_error_set(err, WG_ERR_INPUT, "'%c' is no way to show a number: one of %% x n B s", out->format);
    }
    return WG_OK;
}

static const char *const words[] = {"$unit", "$second", "$pipe", "$wait", "$best"};

static const char *title(const wg_estimate_info *infos, int which, int count, const char *otherwise)
{
    return which < count ? infos[which].title : otherwise;
}

/* NULL: it is no word but an expression. */
static const char *word_of(const char *name, const wg_subject *s)
{
    const char *const titles[] = {
        title(wg_unit_infos, s->busiest_unit, WG_UNIT_COUNT, "no unit"),
        title(wg_unit_infos, s->second_unit, WG_UNIT_COUNT, "no unit"),
        title(wg_unit_infos, s->pipe, WG_UNIT_COUNT, "no pipe"),
        title(wg_stall_infos, s->wait, WG_STALL_COUNT, "waiting for nothing"),
        title(wg_what_if_infos, s->best, WG_WHAT_IF_COUNT, "nothing"),
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(name, words[k]))
            return titles[k];
    return NULL;
}

void wg_sentence_fill(const char *sentence, const wg_subject *subject, wg_text *out)
{
    blank b;
    for (const char *at = sentence; *at; at = b.after) {
        size_t length = strcspn(at, "{");
        wg_text_add(out, at, length);
        if (!at[length] || read_blank(at + length, &b, NULL) != WG_OK)
            return;
        const char *word = word_of(b.expression, subject);
        if (word)
            wg_text_addf(out, "%s", word);
        else
            wg_quantity_add(out, wg_fact_evaluate(subject, b.expression), b.format);
    }
}

wg_status wg_sentence_check(const char *sentence, wg_error *err)
{
    static const wg_subject nobody;
    blank b;
    wg_status status = WG_OK;
    for (const char *at = strchr(sentence, '{'); at && status == WG_OK; at = strchr(b.after, '{')) {
        status = read_blank(at, &b, err);
        if (status == WG_OK && !word_of(b.expression, &nobody))
            status = wg_fact_check(b.expression, err);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}
