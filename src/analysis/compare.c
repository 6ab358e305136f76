/* SPDX-License-Identifier: Apache-2.0 */
/* A measurement says how far apart the quartiles of its samples lie; two medians closer than twice the noise of both
 * together are the same. Where nothing is known of the noise, 5 % is assumed. */
#include "analysis/compare.h"

#include "analysis/quantities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double UNKNOWN_NOISE = 0.05;

/* ---- whether they can be compared ---- */

static bool is_simulated(const wg_place *place)
{
    return !strncmp(place->name, "sim:", 4);
}

/* What is not known is no other. Real devices have the same names on all machines; what they are is in the title. */
static bool is_other_device(const wg_place *a, const wg_place *b)
{
    if (!*a->name || !*b->name)
        return false;
    if (is_simulated(a) || is_simulated(b))
        return strcmp(a->name, b->name) != 0;
    return strcmp(a->title, b->title) != 0;
}

static wg_status complain_device(const wg_place *a, const wg_place *b, const char *const files[2], wg_error *err)
{
    return wg_error_set(err, WG_ERR_INPUT,
                        "%s is of %s (%s), %s of %s (%s): different devices say nothing about the kernel; compare "
                        "--force compares them all the same",
                        files[0], a->name, a->title, files[1], b->name, b->title);
}

static double size_value(const wg_record_size *size)
{
    return size->is_real ? size->real : (double)size->integer;
}

static wg_status check_sizes(const wg_results *before, const wg_results *after, const char *const files[2],
                             wg_error *err)
{
    for (size_t k = 0; k < before->size_count; k++)
        for (size_t j = 0; j < after->size_count; j++) {
            const wg_record_size *a = &before->sizes[k], *b = &after->sizes[j];
            if (!strcmp(a->name, b->name) && size_value(a) != size_value(b))
                return wg_error_set(err, WG_ERR_INPUT,
                                    "%s was run with %s=%g, %s with %s=%g: another size is another problem; compare "
                                    "--force compares them all the same",
                                    files[0], a->name, size_value(a), files[1], b->name, size_value(b));
        }
    return WG_OK;
}

/* How one record was run, in the other's terms. */
static wg_status check_records(const wg_record *a, const wg_record *b, const char *const files[2], wg_error *err)
{
    bool timed = a->has_time && b->has_time;
    bool modelled = !isnan(wg_record_model_seconds(a)) && !isnan(wg_record_model_seconds(b));
    bool a_cold = timed ? a->timing.cold : a->estimate.is_cold, b_cold = timed ? b->timing.cold : b->estimate.is_cold;
    if (timed && is_other_device(&a->measured_on, &b->measured_on))
        return complain_device(&a->measured_on, &b->measured_on, files, err);
    if ((timed || modelled) && a_cold != b_cold)
        return wg_error_set(err, WG_ERR_INPUT,
                            "%s: %s is of %s caches, %s of %s ones; compare --force compares them all the same",
                            b->name, files[0], a_cold ? "cold" : "warm", files[1], b_cold ? "cold" : "warm");
    if (a->has_counters && b->has_counters && wg_record_is_sampled(a) != wg_record_is_sampled(b))
        return wg_error_set(err, WG_ERR_INPUT,
                            "%s: %s is of a sample of the blocks, and the other is not; compare --force compares them "
                            "all the same",
                            b->name, wg_record_is_sampled(a) ? files[0] : files[1]);
    return WG_OK;
}

/* ---- quantities ---- */

static bool is_same(const wg_record *a, const wg_record *b, wg_quantity q, double before, double after)
{
    const wg_quantity_info *info = &wg_quantity_infos[q];
    if (isnan(before) || isnan(after))
        return isnan(before) == isnan(after);
    if (info->counter < WG_COUNTER_COUNT)
        return a->counters.value[info->counter] == b->counters.value[info->counter];
    if (!wg_quantity_is_estimated(q)) /* what it is made of is shown anyway */
        return fabs(after - before) <= WG_METRIC_CHANGE * fabs(before);
    if (!strcmp(info->unit, "%"))
        return fabs(after - before) <= WG_MODEL_POINTS;
    return before == after || fabs(after - before) <= WG_MODEL_CHANGE * fabs(before);
}

static wg_change_kind judge_change(const wg_quantity_info *info, double before, double after)
{
    if (info->worse == WG_WORSE_NEITHER || isnan(before) || isnan(after))
        return WG_CHANGE_NEITHER;
    return (after > before) == (info->worse == WG_WORSE_MORE) ? WG_CHANGE_WORSE : WG_CHANGE_BETTER;
}

/* Times are compared on their own, and those that only one of them has are no change. */
static bool is_compared(const wg_compared *row, wg_quantity q, double before, double after)
{
    if (q == WG_QUANTITY_time || q == WG_QUANTITY_measured_time)
        return false;
    if (q == WG_QUANTITY_model_time && row->is_model)
        return false;
    return !wg_quantity_is_estimated(q) || (!isnan(before) && !isnan(after));
}

static void compare_quantities(wg_comparison *c, wg_compared *row, const wg_record *a, const wg_record *b)
{
    if (a->has_counters != b->has_counters)
        return;
    row->changes = WG_NEW_ARRAY(&c->arena, wg_change, WG_QUANTITY_COUNT);
    for (int k = 0; k < WG_QUANTITY_COUNT; k++) {
        wg_quantity q = (wg_quantity)k;
        const wg_quantity_info *info = &wg_quantity_infos[q];
        double before = wg_quantity_value(a, q), after = wg_quantity_value(b, q);
        if (!is_compared(row, q, before, after) || is_same(a, b, q, before, after))
            continue;
        row->changes[row->change_count++] = (wg_change){.name = info->name,
                                                        .unit = wg_quantity_unit(info->name),
                                                        .before = before,
                                                        .after = after,
                                                        .kind = judge_change(info, before, after)};
    }
}

static const char *limiter_of(const wg_record *r)
{
    return r->diagnosis.limiter < WG_LIMITER_COUNT ? wg_limiter_infos[r->diagnosis.limiter].name : NULL;
}

/* ---- times ---- */

static double noise_of(const wg_timing *timing)
{
    return timing->samples > 1 ? wg_timing_noise(timing) : UNKNOWN_NOISE;
}

/* As measured where both were; else the model's. */
static void compare_times(wg_compared *row, const wg_record *a, const wg_record *b)
{
    bool measured = a->has_time && b->has_time && a->timing.median > 0 && b->timing.median > 0;
    double before = wg_record_model_seconds(a), after = wg_record_model_seconds(b);
    if (measured) {
        row->before = a->timing.median;
        row->after = b->timing.median;
        row->noise = hypot(noise_of(&a->timing), noise_of(&b->timing));
    } else if (!isnan(before) && !isnan(after)) {
        row->is_model = true;
        row->before = before;
        row->after = after;
    }
}

static double same_up_to(const wg_compared *row)
{
    return row->is_model ? WG_MODEL_CHANGE : fmax(2 * row->noise, WG_LEAST_CHANGE);
}

/* ---- verdicts ---- */

/* Without times whatever is worse counts, with times only what nobody wants. Returns the first; NULL: none. */
static const wg_change *mark_regressions(wg_compared *row, bool has_times)
{
    const wg_change *first = NULL;
    for (size_t k = 0; k < row->change_count; k++) {
        wg_change *change = &row->changes[k];
        int q = 0;
        while (strcmp(wg_quantity_infos[q].name, change->name) != 0)
            q++;
        wg_counts counts = wg_quantity_infos[q].counts;
        change->is_regression =
            change->kind == WG_CHANGE_WORSE && (counts == WG_COUNTS_WASTE || (counts == WG_COUNTS_WORK && !has_times));
        first = first ? first : change->is_regression ? change : NULL;
    }
    return first;
}

static bool any_better(const wg_compared *row)
{
    for (size_t k = 0; k < row->change_count; k++)
        if (row->changes[k].kind == WG_CHANGE_BETTER)
            return true;
    return false;
}

static void judge(wg_comparison *c, wg_compared *row)
{
    bool has_times = !isnan(row->before);
    double change = wg_compared_change(row);
    row->verdict = has_times || row->change_count == 0 ? "SAME" : "DIFFERENT";
    if (has_times && fabs(change) > same_up_to(row)) {
        row->verdict = change > 0 ? "SLOWER" : "FASTER";
        row->is_regression = change > 0;
        if (row->is_regression)
            row->reason = wg_arena_format(&c->arena, "%.1f %% slower%s, where up to %.1f %% are the same", 100 * change,
                                          row->is_model ? " by the model" : "", 100 * same_up_to(row));
        return;
    }
    const wg_change *worse = mark_regressions(row, has_times);
    if (worse) {
        row->verdict = "WORSE";
        row->is_regression = true;
        row->reason = wg_arena_format(&c->arena, "%s grew from %.10g to %.10g%s", worse->name, worse->before,
                                      worse->after, has_times ? ", and the time is no shorter" : "");
    } else if (!has_times && any_better(row)) {
        row->verdict = "BETTER";
    }
}

/* Right before and wrong now, and the other way round. */
static void judge_failures(wg_comparison *c, wg_compared *row, const wg_record *a, const wg_record *b)
{
    bool before = wg_record_failed(a), after = wg_record_failed(b);
    row->verdict = !after ? "REPAIRED" : before ? "still wrong" : "BROKEN";
    row->is_regression = after && !before;
    row->before = before ? NAN : wg_record_seconds(a);
    row->after = after ? NAN : wg_record_seconds(b);
    row->noise = NAN;
    if (row->is_regression)
        row->reason = wg_arena_format(&c->arena, "it was right before: %s", b->reason);
}

/* ---- the whole ---- */

/* It ran on the host, beside what the results are about: how busy that was is not the kernels' doing. */
static bool is_aside(const wg_results *results, const wg_record *r)
{
    return !strcmp(r->device.name, "cpu") && strcmp(results->device.name, "cpu") != 0;
}

/* A rung that was left out is not there. */
static bool is_there(const wg_record *r)
{
    return r->verification != WG_LEFT_OUT;
}

/* counts: whether it can regress. */
static void add_row(wg_comparison *c, const char *name, const wg_record *a, const wg_record *b, size_t record,
                    bool counts)
{
    wg_compared *row = &c->rows[c->count++];
    *row = (wg_compared){.name = name, .record = record, .before = NAN, .after = NAN, .noise = NAN, .reason = ""};
    if (!a || !b) {
        row->verdict = a ? "only before" : "only after";
        row->before = a && !wg_record_failed(a) ? wg_record_seconds(a) : NAN;
        row->after = b && !wg_record_failed(b) ? wg_record_seconds(b) : NAN;
        row->is_model = a ? !a->has_time : !b->has_time;
    } else if (wg_record_failed(a) || wg_record_failed(b)) {
        judge_failures(c, row, a, b);
    } else {
        row->limiters[0] = limiter_of(a);
        row->limiters[1] = limiter_of(b);
        compare_times(row, a, b);
        compare_quantities(c, row, a, b);
        judge(c, row);
        row->is_regression &= counts;
    }
    c->regressions += row->is_regression;
}

static const char *name_of(wg_comparison *c, const wg_results *results, size_t index)
{
    wg_text name = {0};
    wg_results_add_name(results, index, &name);
    const char *kept = wg_arena_copy(&c->arena, wg_text_get(&name), strlen(wg_text_get(&name)));
    wg_text_free(&name);
    return kept;
}

/* Names of all records, in the arena. */
static const char **names_of(wg_comparison *c, const wg_results *results)
{
    const char **names = WG_NEW_ARRAY(&c->arena, const char *, results->count + 1);
    for (size_t k = 0; k < results->count; k++)
        names[k] = name_of(c, results, k);
    return names;
}

typedef struct side {
    const wg_results *results;
    const char **names;
} side;

/* The record of that name; the only one, where there is but one and any will do. */
static size_t find(const side *in, const char *name, bool any)
{
    for (size_t k = 0; k < in->results->count; k++)
        if (is_there(&in->results->records[k]) && (any || !strcmp(in->names[k], name)))
            return k;
    return WG_NO_RECORD;
}

static wg_status nothing_in_common(const side sides[2], const char *const files[2], wg_error *err)
{
    const char *first[2];
    for (int k = 0; k < 2; k++)
        first[k] = sides[k].results->count ? sides[k].names[0] : "nothing";
    bool kernels = sides[0].results->kind == WG_RESULTS_KERNEL && sides[1].results->kind == WG_RESULTS_KERNEL;
    return wg_error_set(err, WG_ERR_INPUT, "no benchmark is in both files: %s has %s%s, %s has %s%s%s", files[0],
                        first[0], sides[0].results->count > 1 ? ", …" : "", files[1], first[1],
                        sides[1].results->count > 1 ? ", …" : "",
                        kernels ? "; compare --force compares the two kernels" : "");
}

/* Two kernels may have been compared by force. */
static const char *pair_name(wg_comparison *c, const char *before, const char *after)
{
    return strcmp(before, after) ? wg_arena_format(&c->arena, "%s → %s", before, after) : before;
}

static wg_status compare_sides(wg_comparison *c, const side sides[2], bool by_force, wg_error *err)
{
    const side *before = &sides[0], *after = &sides[1];
    bool any = by_force && before->results->kind == WG_RESULTS_KERNEL && after->results->kind == WG_RESULTS_KERNEL;
    size_t common = 0;
    for (size_t k = 0; k < before->results->count; k++) {
        const wg_record *a = &before->results->records[k];
        size_t found = find(after, before->names[k], any);
        const wg_record *b = found == WG_NO_RECORD ? NULL : &after->results->records[found];
        wg_status status = is_there(a) && b && !by_force ? check_records(a, b, c->files, err) : WG_OK;
        if (status != WG_OK)
            return status;
        if (is_there(a))
            add_row(c, pair_name(c, before->names[k], b ? after->names[found] : before->names[k]), a, b, found,
                    !b || !is_aside(after->results, b));
        common += is_there(a) && b;
    }
    for (size_t k = 0; k < after->results->count; k++)
        if (is_there(&after->results->records[k]) && find(before, after->names[k], any) == WG_NO_RECORD)
            add_row(c, after->names[k], NULL, &after->results->records[k], k, true);
    return common ? WG_OK : nothing_in_common(sides, c->files, err);
}

wg_status wg_compare(const wg_results *before, const wg_results *after, const char *const files[2], bool by_force,
                     wg_comparison **out, wg_error *err)
{
    wg_status status = WG_OK;
    *out = NULL;
    if (!by_force && is_other_device(&before->device, &after->device))
        status = complain_device(&before->device, &after->device, files, err);
    if (status == WG_OK && !by_force)
        status = check_sizes(before, after, files, err);
    if (status != WG_OK)
        return status;
    wg_comparison *c = wg_alloc(sizeof *c);
    for (int k = 0; k < 2; k++)
        c->files[k] = wg_arena_copy(&c->arena, files[k], strlen(files[k]));
    c->rows = WG_NEW_ARRAY(&c->arena, wg_compared, before->count + after->count + 1);
    const side sides[2] = {{before, names_of(c, before)}, {after, names_of(c, after)}};
    status = compare_sides(c, sides, by_force, err);
    if (status == WG_OK)
        *out = c;
    else
        wg_comparison_free(c);
    return status;
}
