/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict on hand-made estimates: each rule by the numbers it is about, and the numbers just beside them. */
#include "analysis/diagnosis.h"
#include "analysis/sentence.h"
#include "estimates.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static wg_arena arena; /* of what is said */

static int end(void **state)
{
    (void)state;
    wg_arena_free(&arena);
    return 0;
}

/* ---- which limiter ---- */

static wg_limiter verdict(const wg_estimate *e, const char **rule)
{
    static const wg_counters counters = {.value = {[WG_COUNTER_warp_instructions] = 1000,
                                                   [WG_COUNTER_global_load_requests] = 100,
                                                   [WG_COUNTER_global_load_sectors] = 400,
                                                   [WG_COUNTER_global_load_bytes] = 12800}};
    wg_subject subject = {.estimate = e, .counters = &counters, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    wg_limiter limiter = d.limiter;
    assert_int_equal(subject.limiter, limiter);
    assert_true(d.evidence_count > 0);
    if (rule)
        *rule = d.rule;
    return limiter;
}

/* An estimate in which some numbers are others. */
typedef struct change {
    size_t offset;
    double value;
} change;

#define SET(member, value)                                                                                             \
    {                                                                                                                  \
        offsetof(wg_estimate, member), value                                                                           \
    }
#define BUSY(unit, part) SET(busy[WG_UNIT_##unit], (part)*98e-6)
#define STALL_OF(reason, part) SET(stalls[WG_STALL_##reason], part)
#define WITHOUT(what_if_, part) SET(what_if[WG_WHAT_IF_##what_if_], (1 - (part)) * 100e-6)

static void each_limiter_has_its_numbers(void **state)
{
    (void)state;
    static const struct {
        wg_limiter limiter;
        const char *rule;
        change changes[6];
    } cases[] = {
        {WG_LIMITER_latency, "latency", {{0}}},
        /* a unit that is busy; the busiest wins */
        {WG_LIMITER_dram, "busy", {BUSY(dram, 0.9)}},
        {WG_LIMITER_dram, "busy", {BUSY(dram, 0.9), BUSY(l2, 0.8), BUSY(issue, 0.7)}},
        {WG_LIMITER_l2, "busy", {BUSY(dram, 0.6), BUSY(l2, 0.8)}},
        {WG_LIMITER_l1, "busy", {BUSY(l1, 0.65)}},
        {WG_LIMITER_shared, "busy", {BUSY(shared, 0.95), WITHOUT(conflict_free, 0.5)}},
        {WG_LIMITER_issue, "busy", {BUSY(issue, 0.8), BUSY(fma, 0.7)}},
        {WG_LIMITER_pipe, "busy", {BUSY(issue, 0.8), BUSY(fma, 0.85)}},
        {WG_LIMITER_pipe, "pipe behind the issue slots", {BUSY(issue, 0.95), BUSY(fma, 0.94)}},
        {WG_LIMITER_issue, "busy", {BUSY(issue, 0.95), BUSY(fma, 0.9)}},
        {WG_LIMITER_pipe, "busy", {BUSY(sfu, 0.9)}},
        {WG_LIMITER_pipe, "busy", {BUSY(constant, 0.9)}},
        {WG_LIMITER_latency, "latency", {BUSY(l1, 0.55)}},
        /* memory that warps wait for, and that could do more */
        {WG_LIMITER_dram, "busy", {BUSY(dram, 0.61), STALL_OF(memory, 0.8)}},
        {WG_LIMITER_latency, "latency", {BUSY(dram, 0.59), STALL_OF(memory, 0.8)}},
        {WG_LIMITER_dram, "busy", {BUSY(dram, 0.7), STALL_OF(memory, 0.3), STALL_OF(pipe, 0.5)}},
        {WG_LIMITER_dram, "busy", {BUSY(dram, 0.9), STALL_OF(memory, 0.8), WITHOUT(double_work, 0.12)}},
        {WG_LIMITER_l1, "busy", {BUSY(l1, 0.7), STALL_OF(memory, 0.8), WITHOUT(full_occupancy, 0.2)}},
        /* few lanes */
        {WG_LIMITER_divergence, "divergence", {BUSY(issue, 0.9), SET(lanes, 0.5), WITHOUT(convergent, 0.4)}},
        {WG_LIMITER_issue, "busy", {BUSY(issue, 0.9), SET(lanes, 0.5), WITHOUT(convergent, 0.05)}},
        {WG_LIMITER_issue, "busy", {BUSY(issue, 0.9), SET(lanes, 0.9), WITHOUT(convergent, 0.4)}},
        {WG_LIMITER_dram,
         "busy",
         {BUSY(dram, 0.9), SET(lanes, 0.5), WITHOUT(convergent, 0.2), WITHOUT(coalesced, 0.5)}},
        /* barriers, where no unit is busy */
        {WG_LIMITER_barriers,
         "barriers",
         {BUSY(issue, 0.55), STALL_OF(barrier, 0.5), STALL_OF(memory, 0.3), WITHOUT(no_barriers, 0.3)}},
        {WG_LIMITER_issue,
         "busy",
         {BUSY(issue, 0.65), STALL_OF(barrier, 0.5), STALL_OF(memory, 0.3), WITHOUT(no_barriers, 0.3)}},
        {WG_LIMITER_barriers,
         "best what-if",
         {BUSY(issue, 0.55), STALL_OF(barrier, 0.2), STALL_OF(memory, 0.6), WITHOUT(no_barriers, 0.3)}},
        {WG_LIMITER_barriers,
         "barriers",
         {STALL_OF(barrier, 0.4), STALL_OF(pipe, 0.35), STALL_OF(memory, 0.1), WITHOUT(no_barriers, 0.06)}},
        {WG_LIMITER_latency,
         "latency",
         {STALL_OF(barrier, 0.35), STALL_OF(pipe, 0.4), STALL_OF(memory, 0.1), WITHOUT(no_barriers, 0.06)}},
        /* no unit busy: what would help most */
        {WG_LIMITER_l1, "best what-if", {BUSY(l1, 0.3), WITHOUT(coalesced, 0.6)}},
        {WG_LIMITER_shared, "best what-if", {BUSY(shared, 0.4), WITHOUT(conflict_free, 0.3)}},
        {WG_LIMITER_latency, "best what-if", {BUSY(fma, 0.2), WITHOUT(full_occupancy, 0.7), WITHOUT(coalesced, 0.2)}},
        {WG_LIMITER_latency, "latency", {BUSY(fma, 0.2), WITHOUT(compute_only, 0.7), WITHOUT(tiled, 0.6)}},
        {WG_LIMITER_l1, "full queue", {BUSY(l1, 0.5), STALL_OF(pipe, 0.6), STALL_OF(memory, 0.2)}},
        {WG_LIMITER_l1, "full queue", {BUSY(l1, 0.5), STALL_OF(lg, 0.3), STALL_OF(mio, 0.2), STALL_OF(memory, 0.4)}},
        /* outside of the multiprocessors */
        {WG_LIMITER_launch, "launch", {SET(launch, 60e-6), BUSY(dram, 0.3)}},
        {WG_LIMITER_tail, "tail", {SET(tail, 50e-6), SET(waves, 1.1), BUSY(dram, 0.5)}},
        {WG_LIMITER_latency, "latency", {SET(tail, 98e-6), SET(waves, 0.2)}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_estimate e = idle_estimate();
        const char *rule;
        for (size_t c = 0; c < 6 && cases[k].changes[c].value != 0; c++)
            *(double *)((char *)&e + cases[k].changes[c].offset) = cases[k].changes[c].value;
        wg_limiter limiter = verdict(&e, &rule);
        if (limiter != cases[k].limiter || strcmp(rule, cases[k].rule) != 0)
            fail_msg("case %zu: %s by rule '%s', not %s by '%s'", k, wg_limiter_infos[limiter].name, rule,
                     wg_limiter_infos[cases[k].limiter].name, cases[k].rule);
    }
}

/* The unit of a verdict is the one that is named: of a pipe behind the issue slots the pipe, with its own time. */
static void the_unit_is_the_one_named(void **state)
{
    (void)state;
    static const struct {
        wg_unit unit;
        double utilisation;
        change changes[3];
    } cases[] = {
        {WG_UNIT_fma, 0.94, {BUSY(issue, 0.95), BUSY(fma, 0.94)}},
        {WG_UNIT_alu, 0.94, {BUSY(issue, 0.95), BUSY(fma, 0.93), BUSY(alu, 0.94)}},
        {WG_UNIT_sfu, 0.9, {BUSY(sfu, 0.9), BUSY(fp64, 0.8), BUSY(issue, 0.85)}},
        {WG_UNIT_fp64, 0.9, {BUSY(sfu, 0.8), BUSY(fp64, 0.9)}},
        {WG_UNIT_tensor, 0.9, {BUSY(tensor, 0.9), BUSY(texture, 0.8)}},
        {WG_UNIT_issue, 0.95, {BUSY(issue, 0.95), BUSY(fma, 0.9)}},
        {WG_UNIT_l2, 0.8, {BUSY(dram, 0.6), BUSY(l2, 0.8)}},
        {WG_UNIT_dram, 0.5, {BUSY(dram, 0.5), BUSY(fma, 0.4)}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_estimate e = idle_estimate();
        wg_subject subject = {.estimate = &e, .line_time = NAN};
        wg_diagnosis d;
        for (size_t c = 0; c < 3 && cases[k].changes[c].value != 0; c++)
            *(double *)((char *)&e + cases[k].changes[c].offset) = cases[k].changes[c].value;
        wg_diagnose(&subject, &arena, &d);
        if (d.unit != cases[k].unit || fabs(d.utilisation - cases[k].utilisation) > 1e-9)
            fail_msg("case %zu: unit %d, %g of the time", k, (int)d.unit, d.utilisation);
    }
}

static void partial_stores_hold_l2(void **state)
{
    (void)state;
    static const struct {
        double l2;
        uint64_t sectors;
        wg_limiter limiter;
    } cases[] = {{0.9, 800, WG_LIMITER_l2}, {0.9, 400, WG_LIMITER_dram}, {0.7, 800, WG_LIMITER_dram}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_estimate e = idle_estimate();
        wg_counters counters = {.value = {[WG_COUNTER_global_store_requests] = 100,
                                          [WG_COUNTER_global_store_sectors] = cases[k].sectors,
                                          [WG_COUNTER_global_store_bytes] = 12800}};
        wg_subject subject = {.estimate = &e, .counters = &counters, .line_time = NAN};
        wg_diagnosis d;
        e.busy[WG_UNIT_dram] = 97e-6;
        e.busy[WG_UNIT_l2] = cases[k].l2 * 98e-6;
        wg_diagnose(&subject, &arena, &d);
        assert_int_equal(d.limiter, cases[k].limiter);
    }
}

/* ---- the tables ---- */

static void rules_are_well_formed(void **state)
{
    (void)state;
    wg_error err = {0};
    const wg_limiter_rule *rule;
    for (size_t k = 0; (rule = wg_limiter_rule_at(k)); k++) {
        if (wg_fact_check(rule->when, &err) != WG_OK || wg_sentence_check(rule->because, &err) != WG_OK)
            fail_msg("%s: %s", rule->name, err.text);
        bool is_word = !strcmp(rule->names, "busiest") || !strcmp(rule->names, "best");
        assert_true(is_word || wg_limiter_find(rule->names) != WG_LIMITER_COUNT);
    }
    const wg_evidence_rule *more;
    for (size_t k = 0; (more = wg_evidence_rule_at(k)); k++) {
        if (wg_fact_check(more->when, &err) != WG_OK || wg_sentence_check(more->sentence, &err) != WG_OK)
            fail_msg("%s: %s", more->sentence, err.text);
        assert_true(!more->limiter || wg_limiter_find(more->limiter) != WG_LIMITER_COUNT);
    }
}

/* ---- the time ---- */

static const wg_overhead *part(const wg_diagnosis *d, const char *title)
{
    for (size_t k = 0; k < d->part_count; k++)
        if (!strcmp(d->parts[k].title, title))
            return &d->parts[k];
    return NULL;
}

static void parts_add_up_to_the_overhead(void **state)
{
    (void)state;
    wg_estimate e = idle_estimate();
    e.minimum = 20e-6;
    e.tail = 5e-6;
    e.busy[WG_UNIT_l1] = 50e-6;
    e.what_if[WG_WHAT_IF_coalesced] = 80e-6;
    wg_subject subject = {.estimate = &e, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    double sum = 0;
    for (size_t k = 0; k < d.part_count; k++) {
        sum += d.parts[k].seconds;
        assert_true(!k || d.parts[k].seconds <= d.parts[k - 1].seconds);
    }
    assert_true(fabs(d.overhead - 80e-6) < 1e-12 && fabs(sum - d.overhead) < 1e-12);
    assert_true(fabs(d.part_of_limit - 0.2) < 1e-9);
    assert_true(fabs(part(&d, "launch overhead")->seconds - 2e-6) < 1e-12);
    assert_true(fabs(part(&d, "the tail: a last wave of few blocks")->seconds - 5e-6) < 1e-12);
    assert_true(fabs(part(&d, "uncoalesced accesses")->seconds - 20e-6) < 1e-12);
    assert_true(fabs(part(&d, "L1: above the minimum")->seconds - 10e-6) < 1e-12);
    assert_true(fabs(part(&d, "waiting for global memory")->seconds - 43e-6) < 1e-12);
}

/* Replays differ by a little: what the counters deny is no part of the time. */
static void counters_deny_causes(void **state)
{
    (void)state;
    wg_counters counters = {.value = {[WG_COUNTER_warp_instructions] = 1000,
                                      [WG_COUNTER_thread_instructions] = 32000,
                                      [WG_COUNTER_global_load_requests] = 100,
                                      [WG_COUNTER_global_load_sectors] = 400,
                                      [WG_COUNTER_global_load_bytes] = 12800}};
    wg_estimate e = idle_estimate();
    e.tail = 5e-6;
    e.waves = 0.8;
    for (int k = 0; k < 3; k++)
        e.what_if[k] = 95e-6;
    wg_subject subject = {.estimate = &e, .counters = &counters, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    assert_null(part(&d, "uncoalesced accesses"));
    assert_null(part(&d, "bank conflicts"));
    assert_null(part(&d, "divergence"));
    assert_null(part(&d, "the tail: a last wave of few blocks"));
    assert_non_null(part(&d, "unequal numbers of blocks"));
    counters.value[WG_COUNTER_shared_conflicts] = 1;
    wg_diagnose(&subject, &arena, &d);
    assert_non_null(part(&d, "bank conflicts"));
}

/* Savings that together are more than there is are cut to it. */
static void parts_never_exceed_the_overhead(void **state)
{
    (void)state;
    wg_estimate e = idle_estimate();
    e.minimum = 60e-6;
    for (int k = 0; k < 3; k++)
        e.what_if[k] = 65e-6;
    wg_subject subject = {.estimate = &e, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    double sum = 0;
    for (size_t k = 0; k < d.part_count; k++)
        sum += d.parts[k].seconds;
    assert_true(fabs(sum - 40e-6) < 1e-12);
}

static void what_ifs_come_largest_gain_first(void **state)
{
    (void)state;
    wg_estimate e = idle_estimate();
    e.what_if[WG_WHAT_IF_coalesced] = 99e-6;
    e.what_if[WG_WHAT_IF_conflict_free] = 50e-6;
    e.what_if[WG_WHAT_IF_full_occupancy] = 25e-6;
    e.what_if[WG_WHAT_IF_double_work] = 130e-6;
    wg_subject subject = {.estimate = &e, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    assert_int_equal(d.prospect_count, 4);
    assert_int_equal(d.worth_count, 2);
    assert_int_equal(d.prospects[0].what, WG_WHAT_IF_full_occupancy);
    assert_true(fabs(d.prospects[0].factor - 4) < 1e-9 && fabs(d.prospects[0].gain - 0.75) < 1e-9);
    assert_int_equal(d.prospects[1].what, WG_WHAT_IF_conflict_free);
    assert_int_equal(d.prospects[3].what, WG_WHAT_IF_double_work);
    assert_true(d.prospects[3].gain < 0);
}

/* ---- bad input ---- */

static void times_that_make_no_sense_have_no_verdict(void **state)
{
    (void)state;
    static const double times[] = {NAN, INFINITY, -1, 0};
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        wg_estimate e = idle_estimate();
        e.seconds = times[k];
        wg_subject subject = {.estimate = &e, .line_time = NAN};
        wg_diagnosis d;
        wg_diagnose(&subject, &arena, &d);
        assert_int_equal(d.limiter, WG_LIMITER_COUNT);
        assert_int_equal(d.part_count + d.prospect_count, 0);
        assert_int_equal(d.evidence_count, 1);
        assert_string_equal(d.evidence[0], times[k] == 0 ? "No time was estimated."
                                                         : "The estimated time makes no sense: there is no verdict.");
    }
}

static void numbers_that_are_none_are_survived(void **state)
{
    (void)state;
    wg_estimate e = idle_estimate();
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        e.busy[k] = NAN;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        e.stalls[k] = NAN;
    e.tail = e.waves = e.lanes = NAN;
    assert_int_equal(verdict(&e, NULL), WG_LIMITER_latency);
}

static bool says(const wg_diagnosis *d, const char *sentence)
{
    for (size_t k = 0; k < d->evidence_count; k++)
        if (!strcmp(d->evidence[k], sentence))
            return true;
    return false;
}

static void a_kernel_without_memory_or_work_is_told(void **state)
{
    (void)state;
    wg_counters counters = {.value = {[WG_COUNTER_warp_instructions] = 8}};
    wg_estimate e = idle_estimate();
    e.seconds = 2.1e-6;
    e.minimum = 0;
    wg_subject subject = {.estimate = &e, .counters = &counters, .line_time = NAN};
    wg_diagnosis d;
    wg_diagnose(&subject, &arena, &d);
    assert_int_equal(d.limiter, WG_LIMITER_launch);
    assert_true(says(&d, "It never accesses global memory."));
    assert_true(says(&d, "It does no useful work that the time could be compared with."));
    assert_true(d.part_of_limit == 0);
}

/* ---- sentences ---- */

static void numbers_are_shown_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        double value;
        char format;
        const char *text;
    } cases[] = {{0.666, '%', "67 %"}, {0.0666, '%', "6.7 %"}, {1, '%', "100 %"},        {12.345e-6, 's', "12.3 µs"},
                 {2e-6, 's', "2 µs"},  {1.5, 's', "1.50 s"},   {1.07e9, 'B', "1.07 GB"}, {1234, 'n', "1.23 k"},
                 {999, 'n', "999"},    {1.8, 'x', "1.80 x"},   {27.25, 0, "27.2"},       {NAN, '%', "?"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_text text = {0};
        wg_quantity_add(&text, cases[k].value, cases[k].format);
        assert_string_equal(wg_text_get(&text), cases[k].text);
        wg_text_free(&text);
    }
}

static void words_stand_for_what_was_found(void **state)
{
    (void)state;
    wg_estimate e = idle_estimate();
    wg_subject subject = {.estimate = &e, .line_time = NAN};
    wg_diagnosis d;
    wg_text text = {0};
    e.busy[WG_UNIT_dram] = 70e-6;
    e.busy[WG_UNIT_l2] = 60e-6;
    e.busy[WG_UNIT_sfu] = 50e-6;
    e.stalls[WG_STALL_pipe] = 0.9;
    e.what_if[WG_WHAT_IF_conflict_free] = 80e-6;
    wg_diagnose(&subject, &arena, &d);
    wg_sentence_fill("{$unit}, {$second}, {$pipe}, {$wait}, {$best}, {busy_l2|%}, {busy_sfu}", &subject, &text);
    assert_string_equal(wg_text_get(&text),
                        "DRAM, L2, special functions, waiting for a busy arithmetic pipe, no bank conflicts, "
                        "61 %, 0.51");
    wg_text_free(&text);
}

static void broken_sentences_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *sentence, *message;
    } cases[] = {
        {"busy {busy_dram|%", "a brace is not closed: {busy_dram|%"},
        {"{busy_dram|q}", "'q' is no way to show a number: one of % x n B s"},
        {"{busy_drum}", "there is no fact 'busy_drum'; did you mean busy_dram?"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_error err = {0};
        assert_int_equal(wg_sentence_check(cases[k].sentence, &err), WG_ERR_INPUT);
        assert_non_null(strstr(err.text, cases[k].message));
    }
    assert_int_equal(wg_sentence_check("{$unit} {busy_dram + 1|%} {time|s}.", NULL), WG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_limiter_has_its_numbers),
        cmocka_unit_test(the_unit_is_the_one_named),
        cmocka_unit_test(partial_stores_hold_l2),
        cmocka_unit_test(rules_are_well_formed),
        cmocka_unit_test(parts_add_up_to_the_overhead),
        cmocka_unit_test(counters_deny_causes),
        cmocka_unit_test(parts_never_exceed_the_overhead),
        cmocka_unit_test(what_ifs_come_largest_gain_first),
        cmocka_unit_test(times_that_make_no_sense_have_no_verdict),
        cmocka_unit_test(numbers_that_are_none_are_survived),
        cmocka_unit_test(a_kernel_without_memory_or_work_is_told),
        cmocka_unit_test(numbers_are_shown_as_people_write_them),
        cmocka_unit_test(words_stand_for_what_was_found),
        cmocka_unit_test(broken_sentences_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
