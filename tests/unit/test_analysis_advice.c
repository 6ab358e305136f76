/* SPDX-License-Identifier: Apache-2.0 */
/* Advice: every rule that is shipped, each by a case it is for; broken ones; and which line it points at. */
#include "analysis/advice.h"
#include "analysis/diagnosis.h"
#include "base/file.h"
#include "estimates.h"
#include "spec/ladder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_advice_book *shipped(void)
{
    wg_advice_book *book;
    wg_error err = {0};
    if (wg_advice_open(NULL, &book, &err) != WG_OK)
        fail_msg("%s", err.text);
    if (book->trouble.length)
        fail_msg("%s", book->trouble.bytes);
    return book;
}

static void every_rule_names_a_rung_that_is_there(void **state)
{
    (void)state;
    wg_advice_book *book = shipped();
    assert_true(book->count >= 15);
    for (size_t k = 0; k < book->count; k++) {
        const char *see = book->rules[k].see;
        char name[128];
        wg_ladder *ladder;
        wg_ladder_options options = {0};
        wg_error err = {0};
        snprintf(name, sizeof name, "%.*s", (int)strcspn(see, "/"), see);
        if (wg_ladder_open(name, &options, &ladder, &err) != WG_OK ||
            !wg_ladder_find(ladder, strchr(see, '/') + 1, &err))
            fail_msg("%s: see %s: %s", book->rules[k].name, see, err.text);
        wg_ladder_close(ladder);
    }
    wg_advice_close(book);
}

static char *read_page(const char *path)
{
    char *text;
    size_t length;
    assert_int_equal(wg_file_read(path, &text, &length, NULL), WG_OK);
    return text;
}

static void assert_listed(const char *page, const char *name)
{
    char cell[1024];
    snprintf(cell, sizeof cell, "`%s`", name);
    if (!strstr(page, cell))
        fail_msg("%s is not in the documentation", cell);
}

/* What the pages say is what the tables have. */
static void the_pages_list_rules_and_facts(void **state)
{
    (void)state;
    static const char *const facts[] = {
#define FACT(id, formula, text) #id,
#include "analysis/facts.def"
#undef FACT
#define UNIT(id, limiter, title) "busy_" #id,
#include "counters/estimate.def"
#define STALL(id, title, nsight) "stall_" #id,
#include "counters/estimate.def"
#define WHAT_IF(id, limiter, title) "gain_" #id,
#include "counters/estimate.def"
    };
    char *advice = read_page("docs/use/advice.md"), *explain = read_page("docs/use/explain.md");
    wg_advice_book *book = shipped();
    const wg_limiter_rule *rule;
    for (size_t k = 0; k < book->count; k++) {
        assert_listed(advice, book->rules[k].name);
        assert_listed(advice, book->rules[k].see);
    }
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        assert_listed(advice, facts[k]);
    for (size_t k = 0; (rule = wg_limiter_rule_at(k)); k++)
        assert_listed(explain, rule->when);
    wg_advice_close(book);
    free(explain);
    free(advice);
}

/* ---- each by a case ---- */

static wg_arena arena; /* of what is said */

static int end(void **state)
{
    (void)state;
    wg_arena_free(&arena);
    return 0;
}

typedef struct scene {
    wg_estimate estimate;
    wg_counters counters;
    uint64_t threads, shared;
    double math_share;
} scene;

#define COUNT(s, name) (s)->counters.value[WG_COUNTER_##name]
#define BUSY(s, unit) (s)->estimate.busy[WG_UNIT_##unit]
#define STALL_OF(s, reason) (s)->estimate.stalls[WG_STALL_##reason]
#define WITHOUT(s, what) (s)->estimate.what_if[WG_WHAT_IF_##what]

/* 1000 loads and stores of warps, `sectors` each, `bytes` a lane. */
static void load(scene *s, uint64_t sectors, uint64_t bytes)
{
    COUNT(s, global_load_requests) = 1000;
    COUNT(s, global_load_sectors) = 1000 * sectors;
    COUNT(s, global_load_bytes) = 32000 * bytes;
}

static void store(scene *s, uint64_t sectors, uint64_t bytes)
{
    COUNT(s, global_store_requests) = 1000;
    COUNT(s, global_store_sectors) = 1000 * sectors;
    COUNT(s, global_store_bytes) = 32000 * bytes;
}

static void strided_loads(scene *s)
{
    load(s, 32, 4);
    WITHOUT(s, coalesced) = 40e-6;
}
static void strided_stores(scene *s)
{
    store(s, 32, 4);
    WITHOUT(s, coalesced) = 40e-6;
}
static void structures(scene *s)
{
    load(s, 16, 4);
    s->estimate.load_stride = 16;
    WITHOUT(s, coalesced) = 80e-6;
}
static void offset_loads(scene *s)
{
    BUSY(s, dram) = 80e-6;
    load(s, 5, 4);
    WITHOUT(s, coalesced) = 90e-6;
}
static void uniform(scene *s)
{
    load(s, 1, 4);
    COUNT(s, global_load_sectors) = 600;
    WITHOUT(s, constant) = 80e-6;
}
static void conflicts(scene *s)
{
    COUNT(s, shared_load_wavefronts) = 32000;
    COUNT(s, shared_conflicts) = 31000;
    WITHOUT(s, conflict_free) = 30e-6;
}
static void random_lookups(scene *s)
{
    conflicts(s);
    s->estimate.random_conflicts = 1;
}
static void many_shared_loads(scene *s)
{
    COUNT(s, shared_load_wavefronts) = 32000;
    BUSY(s, shared) = 90e-6;
    WITHOUT(s, register_tile) = 60e-6;
}
static void few_lanes(scene *s)
{
    COUNT(s, thread_instructions) = 16000;
    COUNT(s, branches) = 100;
    COUNT(s, divergent_branches) = 50;
    WITHOUT(s, convergent) = 60e-6;
}
static void many_registers(scene *s)
{
    s->estimate.registers = 200;
    s->estimate.occupancy = 0.125;
    s->threads = 256;
    WITHOUT(s, full_occupancy) = 50e-6;
}
static void much_shared(scene *s)
{
    s->shared = 100000;
    s->estimate.occupancy = 0.25;
    s->threads = 256;
    WITHOUT(s, full_occupancy) = 50e-6;
}
static void tiny_blocks(scene *s)
{
    s->threads = 32;
    s->estimate.occupancy = 0.5;
    WITHOUT(s, full_occupancy) = 60e-6;
}
static void one_load_at_a_time(scene *s)
{
    load(s, 4, 4);
    BUSY(s, dram) = 50e-6;
    WITHOUT(s, double_work) = 70e-6;
}
static void dependent_chain(scene *s)
{
    STALL_OF(s, memory) = 0.1;
    STALL_OF(s, data) = 0.7;
    WITHOUT(s, double_work) = 60e-6;
}
static void narrow_loads(scene *s)
{
    load(s, 4, 4);
    BUSY(s, issue) = 80e-6;
    WITHOUT(s, vector) = 60e-6;
}
static void looped(scene *s)
{
    BUSY(s, issue) = 80e-6;
    WITHOUT(s, unrolled) = 60e-6;
}
static void divisions(scene *s)
{
    BUSY(s, issue) = 80e-6;
    WITHOUT(s, no_division) = 60e-6;
}
static void few_blocks(scene *s)
{
    s->estimate.waves = 0.05;
    s->threads = 256;
}
static void waiting_at_barriers(scene *s)
{
    STALL_OF(s, memory) = 0.2;
    STALL_OF(s, barrier) = 0.6;
    WITHOUT(s, no_barriers) = 70e-6;
}
static void atomics(scene *s)
{
    COUNT(s, global_atomic_requests) = 200;
    s->estimate.atomic_bytes = 1024;
    WITHOUT(s, privatised) = 20e-6;
}
static void atomics_everywhere(scene *s)
{
    atomics(s);
    s->estimate.atomic_bytes = 1e6;
}
static void spills(scene *s)
{
    load(s, 4, 4);
    COUNT(s, local_load_sectors) = 4000;
}
static void constant_table(scene *s)
{
    COUNT(s, constant_load_requests) = 100;
    COUNT(s, constant_load_words) = 3200;
    WITHOUT(s, table) = 30e-6;
}
static void many_launches(scene *s)
{
    s->estimate.launches = 10;
    s->estimate.launch = 30e-6;
}
static void short_launch(scene *s)
{
    s->estimate.launch = 40e-6;
}
static void ragged_end(scene *s)
{
    s->estimate.waves = 1.1;
    s->estimate.tail = 30e-6;
}
static void stray_doubles(scene *s)
{
    COUNT(s, flops_f64) = 1000;
    COUNT(s, flops_f32) = 30000;
    WITHOUT(s, single_precision) = 80e-6;
}
static void many_sines(scene *s)
{
    BUSY(s, sfu) = 80e-6;
    COUNT(s, sfu_ops) = 1000;
}
static void memory_bound(scene *s)
{
    load(s, 4, 4);
    BUSY(s, dram) = 95e-6;
}
static void arithmetic_bound(scene *s)
{
    COUNT(s, flops_f32) = 64000;
    BUSY(s, fma) = 90e-6;
}
static void read_again(scene *s)
{
    load(s, 4, 4);
    BUSY(s, l2) = 80e-6;
    s->estimate.reuse = 8;
    s->estimate.l1_hits = 0.5;
    WITHOUT(s, tiled) = 50e-6;
}
static void fetched_again(scene *s)
{
    BUSY(s, dram) = 95e-6;
    s->estimate.footprint = 1e7;
    s->estimate.dram_bytes = 1e8;
    WITHOUT(s, once) = 50e-6;
}
static void nothing_stands_out(scene *s)
{
    s->estimate.minimum = 20e-6;
    STALL_OF(s, memory) = 0.3;
}
static void busy_l2(scene *s)
{
    load(s, 4, 4);
    BUSY(s, l2) = 95e-6;
}
static void busy_shared(scene *s)
{
    BUSY(s, shared) = 90e-6;
}
static void precise_sines(scene *s)
{
    BUSY(s, issue) = 90e-6;
    s->math_share = 0.7;
}
static void too_many_instructions(scene *s)
{
    BUSY(s, issue) = 90e-6;
}

static const struct {
    const char *rule;
    void (*set)(scene *s);
} cases[] = {
    {"uncoalesced_loads", strided_loads},
    {"uncoalesced_stores", strided_stores},
    {"array_of_structures", structures},
    {"misaligned", offset_loads},
    {"uniform_loads", uniform},
    {"bank_conflicts", conflicts},
    {"random_conflicts", random_lookups},
    {"register_tile", many_shared_loads},
    {"divergence", few_lanes},
    {"occupancy_registers", many_registers},
    {"occupancy_shared", much_shared},
    {"occupancy_block", tiny_blocks},
    {"more_in_flight", one_load_at_a_time},
    {"vector_loads", narrow_loads},
    {"unroll", looped},
    {"integer_division", divisions},
    {"more_independent_work", dependent_chain},
    {"too_few_blocks", few_blocks},
    {"barriers", waiting_at_barriers},
    {"global_atomics", atomics},
    {"scattered_atomics", atomics_everywhere},
    {"local_memory", spills},
    {"constant_bank", constant_table},
    {"fuse_launches", many_launches},
    {"short_launch", short_launch},
    {"tail", ragged_end},
    {"double_precision", stray_doubles},
    {"special_functions", many_sines},
    {"fewer_bytes", memory_bound},
    {"tensor_cores", arithmetic_bound},
    {"tile", read_again},
    {"cache_blocking", fetched_again},
    {"below_the_limit", nothing_stands_out},
    {"fewer_instructions", too_many_instructions},
    {"l2_bandwidth", busy_l2},
    {"shared_bandwidth", busy_shared},
    {"math_functions", precise_sines},
};

enum { CASES = sizeof cases / sizeof *cases };

/* Whether the advice is among what the scene gets; its sentence must have all its numbers. */
static bool is_given(const wg_advice_book *book, const wg_device *device, scene *s, const char *name)
{
    wg_subject subject = {.estimate = &s->estimate,
                          .counters = &s->counters,
                          .device = device,
                          .threads = s->threads,
                          .shared = s->shared,
                          .line_time = NAN,
                          .math_share = s->math_share};
    wg_diagnosis d;
    wg_advice *advice;
    bool given = false;
    wg_diagnose(&subject, &arena, &d);
    size_t count = wg_advice_give(book, &subject, &(wg_lines){0}, &arena, &advice);
    for (size_t k = 0; k < count; k++) {
        if (strchr(advice[k].evidence, '?'))
            fail_msg("%s: %s", advice[k].name, advice[k].evidence);
        if (k && advice[k].gain > advice[k - 1].gain)
            fail_msg("%s comes after %s", advice[k].name, advice[k - 1].name);
        given |= !strcmp(advice[k].name, name);
    }
    return given;
}

static scene quiet_scene(void)
{
    scene s = {.estimate = idle_estimate()};
    COUNT(&s, warp_instructions) = 1000;
    COUNT(&s, thread_instructions) = 32000;
    return s;
}

static void every_rule_has_a_case_it_is_for(void **state)
{
    (void)state;
    wg_advice_book *book = shipped();
    wg_device *device;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    for (size_t k = 0; k < book->count; k++) {
        size_t c = 0;
        while (c < CASES && strcmp(cases[c].rule, book->rules[k].name) != 0)
            c++;
        if (c == CASES)
            fail_msg("%s has no case here", book->rules[k].name);
        scene quiet = quiet_scene(), s = quiet_scene();
        cases[c].set(&s);
        if (is_given(book, device, &quiet, cases[c].rule))
            fail_msg("%s is given where nothing is wrong", cases[c].rule);
        if (!is_given(book, device, &s, cases[c].rule))
            fail_msg("%s is not given in its case", cases[c].rule);
    }
    wg_device_free(device);
    wg_advice_close(book);
}

/* Where there is no time, what the counters say is said all the same; what would gain nothing is not. */
static void counters_alone_are_enough(void **state)
{
    (void)state;
    wg_advice_book *book = shipped();
    scene s = quiet_scene();
    conflicts(&s);
    s.estimate.seconds = 0;
    assert_true(is_given(book, NULL, &s, "bank_conflicts"));
    s.estimate.seconds = 100e-6;
    WITHOUT(&s, conflict_free) = 99.5e-6;
    assert_false(is_given(book, NULL, &s, "bank_conflicts"));
    wg_advice_close(book);
}

static void it_points_at_the_worst_line(void **state)
{
    (void)state;
    wg_advice_book *book = shipped();
    scene s = quiet_scene();
    conflicts(&s);
    wg_line lines[] = {{.counters.value = {[WG_COUNTER_shared_conflicts] = 100}, .time = 0.1},
                       {.time = 0.7},
                       {.counters.value = {[WG_COUNTER_shared_conflicts] = 30900}, .time = 0.2}};
    wg_subject subject = {.estimate = &s.estimate, .counters = &s.counters, .line_time = NAN};
    wg_diagnosis d;
    wg_advice *advice;
    wg_diagnose(&subject, &arena, &d);
    size_t count = wg_advice_give(book, &subject, &(wg_lines){.items = lines, .count = 3}, &arena, &advice);
    assert_true(count >= 1);
    assert_string_equal(advice[0].name, "bank_conflicts");
    assert_int_equal(advice[0].line, 2);
    assert_true(fabs(advice[0].gain - 0.7) < 1e-9);
    wg_advice_close(book);
}

/* ---- broken rules ---- */

static void broken_rules_say_where(void **state)
{
    (void)state;
#define REST "\"evidence\": \"e\", \"change\": \"c\", \"see\": \"a/b\"}"
    static const struct {
        const char *text, *message;
    } broken[] = {
        {"{", "my.json:1:1: "},
        {"[]", "my.json: expected an object"},
        {"{\"title\": \"t\", " REST, "my.json: when: is missing"},
        {"{\"title\": \"\", \"when\": \"1\", " REST, "my.json: title: expected a sentence"},
        {"{\"title\": \"t\", \"when\": 1, " REST, "my.json: when: expected a string"},
        {"{\"title\": \"t\", \"when\": \"shared_conflict > 1\", " REST, "there is no fact 'shared_conflict'"},
        {"{\"title\": \"t\", \"when\": \"1 +\", " REST, "my.json: when: "},
        {"{\"title\": \"t\", \"when\": \"1\", \"evidence\": \"{x\", \"change\": \"c\", \"see\": \"a/b\"}",
         "my.json: evidence: a brace is not closed"},
        {"{\"title\": \"t\", \"when\": \"1\", \"evidence\": \"e\", \"change\": \"c\", \"see\": \"a\"}",
         "my.json: see: expected LADDER/RUNG"},
        {"{\"title\": \"t\", \"when\": \"1\", \"relieves\": \"l2 drum\", " REST,
         "my.json: relieves: 'drum' is no limiter"},
        {"{\"title\": \"t\", \"when\": \"1\", \"rank\": \"last\", " REST, "my.json: rank: expected \"otherwise\""},
        {"{\"title\": \"t\", \"when\": \"1\", \"gian\": \"1\", " REST, "my.json: gian: advice has no such member"},
    };
#undef REST
    wg_advice_book book = {0};
    for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
        wg_error err = {0};
        assert_int_equal(wg_advice_read(&book, "my.json", broken[k].text, strlen(broken[k].text), &err), WG_ERR_INPUT);
        if (!strstr(err.text, broken[k].message))
            fail_msg("'%s' is not in '%s'", broken[k].message, err.text);
    }
    assert_int_equal(book.count, 0);
    wg_arena_free(&book.arena);
}

/* One that relieves the limiter comes before a larger gain, an unknown gain counts as a tenth, and what is for want of
 * others is not given beside them. */
static void the_limiter_comes_first(void **state)
{
    (void)state;
#define RULE(gain, more)                                                                                               \
    "{\"title\": \"t\", \"when\": \"1\", \"evidence\": \"e\", \"change\": \"c\", \"see\": \"a/b\"" gain more "}"
    static const char *const texts[][2] = {{"large.json", RULE(", \"gain\": \"0.5\"", ", \"relieves\": \"l2\"")},
                                           {"small.json", RULE(", \"gain\": \"0.05\"", ", \"relieves\": \"l2 dram\"")},
                                           {"unknown.json", RULE("", ", \"relieves\": \"dram\"")},
                                           {"last.json", RULE("", ", \"rank\": \"otherwise\"")}};
#undef RULE
    static const char *const wanted[] = {"unknown", "small", "large"};
    wg_advice_book book = {0};
    scene s = quiet_scene();
    wg_subject subject = {.estimate = &s.estimate, .counters = &s.counters, .line_time = NAN};
    wg_diagnosis d;
    wg_advice *advice;
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(wg_advice_read(&book, texts[k][0], texts[k][1], strlen(texts[k][1]), NULL), WG_OK);
    BUSY(&s, dram) = 95e-6;
    wg_diagnose(&subject, &arena, &d);
    assert_int_equal(d.limiter, WG_LIMITER_dram);
    assert_int_equal(wg_advice_give(&book, &subject, &(wg_lines){0}, &arena, &advice), 3);
    for (size_t k = 0; k < 3; k++)
        assert_string_equal(advice[k].name, wanted[k]);
    book.count = 0;
    assert_int_equal(wg_advice_read(&book, texts[3][0], texts[3][1], strlen(texts[3][1]), NULL), WG_OK);
    assert_int_equal(wg_advice_give(&book, &subject, &(wg_lines){0}, &arena, &advice), 1);
    free(book.rules);
    wg_arena_free(&book.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_names_a_rung_that_is_there),
        cmocka_unit_test(the_pages_list_rules_and_facts),
        cmocka_unit_test(every_rule_has_a_case_it_is_for),
        cmocka_unit_test(counters_alone_are_enough),
        cmocka_unit_test(it_points_at_the_worst_line),
        cmocka_unit_test(broken_rules_say_where),
        cmocka_unit_test(the_limiter_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
