/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/compare.h"

#include "analysis/compare.h"

#include <math.h>
#include <string.h>

/* ---- cells ---- */

/* Counters have all their digits: they are exact. */
static void add_value(wg_table *table, double value, const char *unit)
{
    bool for_programs = table->form == WG_TABLE_CSV, is_count = value == floor(value) && fabs(value) < 1e15;
    if (isnan(value))
        wg_table_add(table, "%s", for_programs ? "" : "-");
    else if (is_count && (for_programs || !*unit))
        wg_table_add(table, "%.0f", value);
    else if (for_programs)
        wg_table_add_number(table, value, 9);
    else if (!strcmp(unit, "s"))
        wg_table_add_time(table, value);
    else if (!strcmp(unit, "%"))
        wg_table_add(table, "%.1f %%", value);
    else if (!strcmp(unit, "B"))
        wg_table_add_count(table, value);
    else
        wg_table_add_number(table, value, 4);
}

/* To one decimal, and never -0.0. */
static double rounded(double value)
{
    return round(10 * value) / 10 + 0.0;
}

/* Shares differ by percentage points. */
static void add_change(wg_table *table, double before, double after, const char *unit)
{
    double change = before != 0 ? 100 * (after / before - 1) : NAN;
    if (table->form == WG_TABLE_CSV)
        wg_table_add_number(table, change, 9);
    else if (!strcmp(unit, "%") && !isnan(after - before))
        wg_table_add(table, "%+.1f points", rounded(after - before));
    else if (isnan(change))
        wg_table_add(table, "%s", "-");
    else
        wg_table_add(table, "%+.1f %%", rounded(change));
}

static const char *limiter_word(const wg_table *table, const char *limiter)
{
    return limiter ? limiter : table->form == WG_TABLE_CSV ? "" : "-";
}

static void add_limiters(wg_table *table, const wg_compared *row)
{
    const char *before = limiter_word(table, row->limiters[0]), *after = limiter_word(table, row->limiters[1]);
    if (strcmp(before, after) != 0)
        wg_table_add(table, "%s → %s", before, after);
    else
        wg_table_add(table, "%s", after);
}

static bool limiter_changed(const wg_compared *row)
{
    return row->limiters[0] && row->limiters[1] && strcmp(row->limiters[0], row->limiters[1]) != 0;
}

/* ---- what changed ---- */

static void add_quantity(wg_table *table, const wg_change *change)
{
    wg_table_add(table, "%s", change->name);
    add_value(table, change->before, change->unit);
    add_value(table, change->after, change->unit);
    add_change(table, change->before, change->after, change->unit);
    if (table->form == WG_TABLE_CSV)
        wg_table_add(table, "%s", "");
    wg_table_add(table, "%s", change->is_regression ? "WORSE" : wg_change_word(change->kind));
}

static void add_words(wg_table *table, const char *name, const char *before, const char *after)
{
    wg_table_add(table, "%s", name);
    wg_table_add(table, "%s", before);
    wg_table_add(table, "%s", after);
    for (int k = table->form == WG_TABLE_CSV ? 0 : 1; k < 3; k++)
        wg_table_add(table, "%s", "");
}

static void add_rest(wg_table *table, size_t rest)
{
    wg_table_add(table, "and %zu more", rest);
    for (int k = 0; k < 4; k++)
        wg_table_add(table, "%s", "");
}

/* The name of a benchmark stands before each of its rows; a person at a terminal needs it once. */
static void add_changes(wg_table *table, const wg_compared *row, size_t most)
{
    const char *name = row->name, *again = table->form == WG_TABLE_TEXT ? "" : name;
    size_t shown = row->change_count > most + 1 ? most : row->change_count; /* "and 1 more" would take its place */
    for (size_t k = 0; k < shown; k++) {
        wg_table_add(table, "%s", k ? again : name);
        add_quantity(table, &row->changes[k]);
    }
    if (shown < row->change_count) {
        wg_table_add(table, "%s", again);
        add_rest(table, row->change_count - shown);
    }
}

bool wg_changes_table(const wg_comparison *c, wg_table_form form, size_t most, wg_table *table)
{
    static const char *const headings[] = {"<benchmark", "<what changed", "before", "after",
                                           "change",     "<verdict",      NULL};
    size_t count = 0;
    for (size_t k = 0; k < c->count; k++)
        count += c->rows[k].change_count;
    if (!count)
        return false;
    wg_table_begin(table, form, headings);
    for (size_t k = 0; k < c->count; k++)
        add_changes(table, &c->rows[k], most);
    return true;
}

void wg_compared_table(const wg_compared *row, wg_table_form form, wg_table *table)
{
    static const char *const headings[] = {"<quantity", "before", "now", "change", "<verdict", NULL};
    size_t most = WG_MOST_CHANGES, shown = row->change_count > most + 1 ? most : row->change_count;
    wg_table_begin(table, form, headings);
    if (!isnan(row->before) || !isnan(row->after)) {
        wg_table_add(table, "%s", row->is_model ? "time (model)" : "time");
        wg_table_add_time(table, row->before);
        wg_table_add_time(table, row->after);
        add_change(table, row->before, row->after, "s");
        wg_table_add(table, "%s", row->verdict);
    }
    if (row->limiters[0] && row->limiters[1])
        add_words(table, "limiter", row->limiters[0], row->limiters[1]);
    for (size_t k = 0; k < shown; k++)
        add_quantity(table, &row->changes[k]);
    if (shown < row->change_count)
        add_rest(table, row->change_count - shown);
}

/* ---- benchmarks ---- */

static void add_row(wg_table *table, const wg_compared *row)
{
    double change = 100 * wg_compared_change(row);
    wg_table_add(table, "%s", row->name);
    wg_table_add_time(table, row->before);
    wg_table_add_time(table, row->after);
    if (isnan(change))
        wg_table_add(table, "%s", "-");
    else
        wg_table_add(table, "%+.1f", rounded(change));
    wg_table_add_percent(table, 100 * row->noise);
    add_limiters(table, row);
    wg_table_add(table, "%s", row->verdict);
}

void wg_compared_legend(const wg_comparison *c, wg_text *out)
{
    bool modelled = false, measured = false, changed = false;
    wg_text words = {0};
    for (size_t k = 0; k < c->count; k++) {
        modelled |= c->rows[k].is_model && !(isnan(c->rows[k].before) && isnan(c->rows[k].after));
        measured |= !isnan(c->rows[k].noise);
        changed |= c->rows[k].change_count > 0;
    }
    if (modelled)
        wg_text_addf(&words, "Times%s are the model's, not measured: differences of up to %.0f %% are the same. ",
                     measured ? " without ±%" : "", 100 * WG_MODEL_CHANGE);
    if (changed)
        wg_text_addf(&words,
                     "Counters are compared exactly; the model's other figures are shown if they differ by more than "
                     "%.0f %%, or %.0f percentage point. WORSE: it counts as a regression.",
                     100 * WG_MODEL_CHANGE, WG_MODEL_POINTS);
    if (words.length)
        wg_text_add_wrapped(out, words.bytes, 118);
    wg_text_free(&words);
}

void wg_times_table(const wg_comparison *c, wg_table_form form, wg_table *table)
{
    static const char *const headings[] = {"<benchmark", "before",   "after",    "change %",
                                           "±%",         "<limiter", "<verdict", NULL};
    wg_table_begin(table, form, headings);
    for (size_t k = 0; k < c->count; k++)
        add_row(table, &c->rows[k]);
    wg_table_drop_empty(table);
}

static void write_times(const wg_comparison *c, wg_table_form form, wg_text *out)
{
    wg_table table;
    wg_times_table(c, form, &table);
    wg_table_write(&table, out);
    wg_table_free(&table);
}

static void write_changes(const wg_comparison *c, wg_table_form form, bool all, wg_text *out)
{
    wg_table table;
    if (wg_changes_table(c, form, all ? SIZE_MAX - 1 : WG_MOST_CHANGES, &table)) {
        wg_text_addf(out, "\n");
        wg_table_write(&table, out);
        wg_table_free(&table);
    }
    wg_text legend = {0};
    wg_compared_legend(c, &legend);
    if (legend.length)
        wg_text_addf(out, "\n%s", legend.bytes);
    wg_text_free(&legend);
}

void wg_baseline_write(const wg_comparison *baseline, wg_table_form form, bool with_times, wg_text *out)
{
    if (!baseline)
        return;
    wg_text_addf(out, "\nAgainst the baseline, %s:\n", baseline->files[0]);
    if (with_times) {
        wg_text_addf(out, "\n");
        write_times(baseline, form, out);
    }
    write_changes(baseline, form, false, out);
}

/* A row for each benchmark's time, with its verdict, and one for each quantity that differs. */
static void write_for_programs(const wg_comparison *c, wg_text *out)
{
    static const char *const headings[] = {"<benchmark",     "<quantity",     "before",   "after",
                                           "change_percent", "noise_percent", "<verdict", NULL};
    wg_table table;
    wg_table_begin(&table, WG_TABLE_CSV, headings);
    for (size_t k = 0; k < c->count; k++) {
        const wg_compared *row = &c->rows[k];
        wg_table_add(&table, "%s", row->name);
        wg_table_add(&table, "%s", "time");
        wg_table_add_time(&table, row->before);
        wg_table_add_time(&table, row->after);
        wg_table_add_number(&table, 100 * wg_compared_change(row), 9);
        wg_table_add_percent(&table, 100 * row->noise);
        wg_table_add(&table, "%s", row->verdict);
        if (limiter_changed(row)) {
            wg_table_add(&table, "%s", row->name);
            add_words(&table, "limiter", row->limiters[0], row->limiters[1]);
        }
        add_changes(&table, row, SIZE_MAX - 1);
    }
    wg_table_write(&table, out);
    wg_table_free(&table);
}

char *wg_report_comparison(const wg_comparison *comparison, wg_table_form form, bool all)
{
    wg_text out = {0};
    if (form == WG_TABLE_CSV) {
        write_for_programs(comparison, &out);
    } else {
        write_times(comparison, form, &out);
        write_changes(comparison, form, all, &out);
    }
    return out.bytes;
}
