/* SPDX-License-Identifier: Apache-2.0 */
/* The model of caches and memory on the ladders at their large sizes, against what an H200 counted there:
 * recorded/h200/caches.csv, and blind_caches.csv of those of tests/blind. The tables it prints are those of
 * docs/design/caches.md, which says what the two states of the caches are; h200/cache_differences.csv lists what is
 * farther off than the goal, with reasons. As the launches are estimated anyway, their times are compared, too, with
 * those in docs/results/h200.
 *
 * WG_TEST_LADDERS names ladders, folders, with blanks between: these alone. The test suite asks for one at a time. */
#include "recorded.h"

#include "run/climb.h"
#include "time/estimate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All with large traffic. */
static const char RECORDED[] =
    "convolution divergence hotspot items layout layout_float3 layout_rows matmul matmul_tile memory "
    "random reduce transpose";
static const char BLIND[] =
    "tests/blind/data tests/blind/learning tests/blind/mixed tests/blind/science tests/blind/signals";
static const char LEFT_OUT[] =
    "tree_queue"; /* takes minutes: the order of its blocks matters, so that all of them run */

enum { LINE = 160 };

typedef enum what { L1_HITS, L2_HITS, DRAM_READ, DRAM_WRITTEN, WHAT_COUNT } what;

static const struct {
    const char *name, *unit;
    bool is_rate;
    double printed, tolerance;
} WHATS[WHAT_COUNT] = {{"l1_hit_rate", "points", true, 1, 5},
                       {"l2_hit_rate", "points", true, 1, 5},
                       {"dram_read", "%", false, 1e-6, 0.15},
                       {"dram_written", "%", false, 1e-6, 0.15}};

/* The caches before a launch: invalidated, or full of what the profiler copied to put back what the kernel had written.
 */
typedef enum caches { COLD, WARM, CACHES_COUNT } caches;
static const char *const CACHES[CACHES_COUNT] = {"cold", "warm"};
static const double COPIED = 21.3e6; /* bytes, the most that copying leaves unwritten … */
static const double LEFT = 2.4e6;    /* … and that the profiler does where caches were invalidated */

static const double L1_FLOOR = 1000, L2_FLOOR = 32768; /* sectors, below which instructions and constants count … */
static const double BYTES_FLOOR = 4 << 20;             /* … and bytes: reading a gigabyte writes 2.4 million */

/* ---- the longest launch of each rung ---- */

typedef struct rung {
    const table *recorded;
    size_t row;
    bool is_found;
    wg_traffic traffic[CACHES_COUNT]; /* without their insns */
} rung;

typedef struct watch {
    const wg_device *device;
    const char *ladder;
    rung *rungs; /* one a row of the table */
    size_t count;
    const table *recorded;
    rung *now;
    int wrong; /* times */
} watch;

static const char *cell_of(const rung *r, const char *column)
{
    return cell(r->recorded, r->row, column);
}

static void name_rung(const char *ladder, const char *of, char *name, size_t size)
{
    const char *slash = strrchr(ladder, '/');
    snprintf(name, size, "%s/%s", slash ? slash + 1 : ladder, of);
}

static void on_rung(void *user, const wg_rung *begun, size_t number, size_t count)
{
    (void)number;
    (void)count;
    watch *w = user;
    char name[128];
    name_rung(w->ladder, begun->name, name, sizeof name);
    w->now = &w->rungs[row_of(w->recorded, name)];
}

static bool is_the_recorded(const rung *r, const wg_launch *launch)
{
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    return launch->traces[WG_TRACE_OF_MEMORY] && blocks == (uint64_t)atoll(cell_of(r, "blocks")) &&
           threads == (uint32_t)atoi(cell_of(r, "threads")) &&
           strstr(launch->program->kernel->name, cell_of(r, "kernel"));
}

static void on_traced(void *user, const wg_launch *launch, const wg_profile *profile)
{
    watch *w = user;
    rung *r = w->now;
    if (r->is_found || !is_the_recorded(r, launch))
        return;
    r->is_found = true;
    wg_estimator_options about = {.registers = (uint32_t)atoi(cell_of(r, "registers"))};
    add_spills(cell_of(r, "rung"), &about);
    wg_estimator *estimator = wg_estimator_new(launch->program, w->device, &about);
    for (int c = 0; c < CACHES_COUNT; c++) {
        wg_error err = {0};
        wg_traffic_options options = {.registers = about.registers,
                                      .foreign =
                                          c == WARM ? fmax(LEFT, fmin((double)r->traffic[COLD].stored, COPIED)) : LEFT};
        if (wg_estimator_traffic(estimator, launch, profile, &options, &r->traffic[c], &err) != WG_OK)
            fail_msg("%s", err.text);
        free(r->traffic[c].insns);
    }
    wg_estimator_free(estimator);
}

/* Those that were recorded. */
static size_t choose_rungs(const watch *w, const wg_ladder *ladder, const char **names)
{
    size_t count = 0;
    for (size_t k = 0; k < ladder->rung_count; k++) {
        char name[128];
        name_rung(w->ladder, ladder->rungs[k].name, name, sizeof name);
        if (ladder->rungs[k].kind == WG_RUNG_CUDA && strcmp(ladder->rungs[k].name, LEFT_OUT) != 0 &&
            is_recorded(w->recorded, name))
            names[count++] = ladder->rungs[k].name;
    }
    return count;
}

/* A time that is farther off than the goal, or a ladder on which the model has become worse than it was anywhere, is
 * wrong. */
static int compare_times(const watch *w, const wg_results *climb)
{
    const double least = 20, most_factor = 1.6, most_mean = 0.2; /* us: less is mostly launching */
    double sum = 0;
    int wrong = 0, compared = 0;
    for (size_t k = 0; k < climb->count; k++) {
        char name[128];
        name_rung(w->ladder, climb->records[k].name, name, sizeof name);
        double theirs = recorded_time(name), ours = 1e6 * climb->records[k].estimate.seconds;
        if (theirs < least)
            continue;
        bool is_near = ours < most_factor * theirs && theirs < most_factor * ours;
        print_message("%-28s %8.1f us, predicted %8.1f%s\n", name, theirs, ours, is_near ? "" : " *");
        sum += fabs(ours / theirs - 1);
        wrong += !is_near;
        compared++;
    }
    print_message("%s: mean error of %d times %.1f %%\n", w->ladder, compared, compared ? 100 * sum / compared : 0);
    return wrong + (sum > most_mean * compared);
}

static void climb_large(watch *w)
{
    wg_ladder_options options = {.sizes = WG_SIZES_LARGE};
    wg_ladder *ladder;
    wg_results *climb = NULL;
    wg_error err = {0};
    if (wg_ladder_open(w->ladder, &options, &ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    const char **names = calloc(ladder->rung_count + 1, sizeof *names);
    wg_climb_options climbing = {
        .no_check = true,
        .no_time = true,
        .methods = names,
        .method_count = choose_rungs(w, ladder, names),
        .begin_rung = on_rung,
        .user = w,
        .engine = {.estimates = true, .samples = true, .launch = {.traced = on_traced, .user = w}}};
    if (climbing.method_count && wg_climb_run(ladder, &climbing, &climb, &err) != WG_OK)
        fail_msg("%s", err.text);
    if (climb)
        w->wrong += compare_times(w, climb);
    wg_results_free(climb);
    free(names);
    wg_ladder_close(ladder);
}

/* ---- comparing ---- */

typedef struct summary {
    size_t compared, outside, in_noise;
    double error_sum, worst; /* of those inside, in points or as a share */
    const char *worst_case;
} summary;

static double predicted(const rung *r, caches c, what w)
{
    const wg_traffic_counts *t = &r->traffic[c].total;
    const double values[WHAT_COUNT] = {100 * wg_traffic_l1_hit_rate(t),
                                       100 * wg_traffic_l2_hit_rate(&r->traffic[c], WG_L2_COLD),
                                       t->dram_read[WG_L2_COLD], t->dram_written[WG_L2_COLD]};
    return isnan(values[w]) ? 0 : values[w];
}

static double measured(const rung *r, caches c, const char *name)
{
    char column[64];
    snprintf(column, sizeof column, "%s.%s", CACHES[c], name);
    return atof(cell_of(r, column));
}

static double recorded(const rung *r, caches c, what w)
{
    double value = measured(r, c, WHATS[w].name);
    return WHATS[w].is_rate ? fmin(value, 100) : value;
}

/* Too little to say anything about. */
static bool is_in_noise(const rung *r, caches c, what w, double ours, double theirs)
{
    if (w == L1_HITS)
        return r->traffic[c].total.l1_loads < L1_FLOOR;
    if (w == L2_HITS)
        return measured(r, c, "l2_read") + measured(r, c, "l2_written") < L2_FLOOR;
    return fmax(ours, theirs) <= BYTES_FLOOR;
}

static void count(summary *s, const char *name, double error, bool in_noise, bool right)
{
    s->in_noise += in_noise;
    s->compared += !in_noise;
    s->outside += !right;
    if (!right || in_noise)
        return;
    s->error_sum += error;
    s->worst_case = error >= s->worst ? name : s->worst_case;
    s->worst = fmax(s->worst, error);
}

/* Appends it to the line; 1: it is not as the list of differences says. */
static int compare_one(const rung *r, caches c, what w, const table *differences, summary *s, char line[LINE])
{
    const char *name = cell_of(r, "rung");
    char counter[64];
    snprintf(counter, sizeof counter, "%s.%s", CACHES[c], WHATS[w].name);
    double ours = predicted(r, c, w), theirs = recorded(r, c, w), off = fabs(ours - theirs);
    double error = WHATS[w].is_rate ? off : off / fmax(theirs, 1);
    bool in_noise = is_in_noise(r, c, w, ours, theirs), is_near = !WHATS[w].is_rate && off <= BYTES_FLOOR;
    bool right = in_noise || is_near || error <= WHATS[w].tolerance;
    bool listed = is_listed(differences, name, counter);
    count(s, name, error, in_noise, right);
    size_t length = strlen(line);
    snprintf(line + length, LINE - length, " | %8.1f %8.1f%c", ours * WHATS[w].printed, theirs * WHATS[w].printed,
             right ? ' ' : '*');
    if (right != listed)
        return 0;
    print_error("%s: %s is %.6g, measured %.6g%s\n", name, counter, ours, theirs,
                listed ? ": no longer a difference" : "");
    return 1;
}

/* How many blocks there are at a time, and what of its memory a multiprocessor has as cache, is known exactly. */
static int compare_shape(const rung *r, const wg_device *device, const table *differences)
{
    const wg_traffic *t = &r->traffic[COLD];
    uint64_t resident = (uint64_t)atoll(cell_of(r, "resident")),
             l1 = wg_device_integer(device, WG_DEVICE_l1_shared_bytes) - (uint64_t)atoll(cell_of(r, "shared_config"));
    bool listed = is_listed(differences, cell_of(r, "rung"), "l1_bytes");
    if (t->blocks_per_sm == resident && (t->l1_bytes == l1) != listed)
        return 0;
    print_error("%s: %u blocks, %llu bytes of L1; recorded %llu, %llu\n", cell_of(r, "rung"), t->blocks_per_sm,
                (unsigned long long)t->l1_bytes, (unsigned long long)resident, (unsigned long long)l1);
    return 1;
}

static int compare(const rung *r, const table *differences, summary summaries[CACHES_COUNT][WHAT_COUNT])
{
    int wrong = 0;
    for (caches c = 0; c < CACHES_COUNT; c++) {
        char line[LINE] = "";
        for (what w = 0; w < WHAT_COUNT; w++)
            wrong += compare_one(r, c, w, differences, &summaries[c][w], line);
        print_message("%-28s %s%s\n", cell_of(r, "rung"), CACHES[c], line);
    }
    return wrong;
}

static void print_summary(caches c, what w, const summary *s)
{
    size_t inside = s->compared - s->outside;
    double unit = WHATS[w].is_rate ? 1 : 100;
    print_message(
        "%s, %s: %zu compared, %zu outside; mean error of the others %.2f %s, worst %.1f (%s); %zu in the noise\n",
        CACHES[c], WHATS[w].name, s->compared, s->outside, inside ? unit * s->error_sum / (double)inside : 0,
        WHATS[w].unit, unit * s->worst, s->worst_case ? s->worst_case : "-", s->in_noise);
}

static int compare_all(const watch *w)
{
    table differences = read_table("h200/cache_differences.csv");
    summary summaries[CACHES_COUNT][WHAT_COUNT] = {0};
    int wrong = 0;
    print_message("predicted and measured, * outside: L1 hits, %% | L2 hits, %% | DRAM read, MB | DRAM written, MB\n");
    for (size_t k = 1; k < w->count; k++)
        if (w->rungs[k].is_found)
            wrong +=
                compare(&w->rungs[k], &differences, summaries) + compare_shape(&w->rungs[k], w->device, &differences);
    for (caches c = 0; c < CACHES_COUNT; c++)
        for (what k = 0; k < WHAT_COUNT; k++)
            print_summary(c, k, &summaries[c][k]);
    free_table(&differences);
    return wrong;
}

static bool can_compare(void)
{
#ifdef __SANITIZE_ADDRESS__
    return false;
#endif
    return compiles_as_recorded();
}

/* Ladders, with blanks between, with what was recorded of them. */
static int compare_ladders(const char *ladders, const char *file)
{
    table recorded = read_table(file);
    wg_device *device;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    watch w = {
        .device = device, .count = recorded.rows, .recorded = &recorded, .rungs = calloc(recorded.rows, sizeof(rung))};
    for (size_t row = 1; row < recorded.rows; row++)
        w.rungs[row] = (rung){.recorded = &recorded, .row = row};
    char names[256], *rest = NULL;
    snprintf(names, sizeof names, "%s", ladders);
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        w.ladder = name;
        climb_large(&w);
    }
    int wrong = w.wrong + compare_all(&w);
    free(w.rungs);
    wg_device_free(device);
    free_table(&recorded);
    return wrong;
}

/* Those of the list that are to be compared, all of them if nobody says; skips the test where that is none. */
static int compare_chosen(const char *ladders, const char *file)
{
    const char *chosen = getenv("WG_TEST_LADDERS");
    char names[256], wanted[256], both[256] = "", *rest = NULL;
    snprintf(names, sizeof names, "%s", ladders);
    snprintf(wanted, sizeof wanted, " %s ", chosen ? chosen : ladders);
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        char word[64];
        snprintf(word, sizeof word, " %s ", name);
        if (strstr(wanted, word))
            strcat(both, word);
    }
    if (!both[0] || !can_compare())
        skip();
    return compare_ladders(both, file);
}

static void test_large_ladders(void **state)
{
    (void)state;
    assert_int_equal(compare_chosen(RECORDED, "h200/caches.csv"), 0);
}

/* Kernels that were foretold before anybody looked at them. */
static void test_other_kernels(void **state)
{
    (void)state;
    assert_int_equal(compare_chosen(BLIND, "h200/blind_caches.csv"), 0);
}

/* ---- a cache that was flushed by writing ---- */

typedef struct pair {
    wg_model model;
    wg_traffic_counts empty, flushed;
} pair;

static wg_traffic_counts counts_with(const wg_launch *launch, const wg_profile *profile, const wg_model *model,
                                     double foreign)
{
    wg_traffic traffic;
    wg_traffic_options options = {.foreign = foreign};
    assert_int_equal(wg_traffic_estimate(launch, profile, model, &options, &traffic, NULL), WG_OK);
    wg_traffic_counts total = traffic.total;
    wg_traffic_free(&traffic);
    return total;
}

static void on_copy(void *user, const wg_launch *launch, const wg_profile *profile)
{
    pair *p = user;
    p->empty = counts_with(launch, profile, &p->model, 0);
    p->flushed = counts_with(launch, profile, &p->model, WG_TRAFFIC_FLUSHED);
}

/* A copy of a million bytes into a cache in which no more may be dirty: a million bytes of others' have to be written
 * for it. */
static void test_flushed_cache_is_written(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20 };
    table cases = read_table("h200/cases.csv");
    wg_device *device;
    wg_spec *spec;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    pair p = {0};
    wg_model_resolve(device, &p.model);
    wg_trace trace = wg_traffic_trace(&p.model);
    wg_engine_options options = {.launch = {.traces = {&trace}, .traced = on_copy, .user = &p}};
    wg_run *run = run_recorded("kernels.ptx", &cases, row_of(&cases, "copy_float4"), &options, &spec);
    assert_non_null(run);
    assert_true(p.empty.dram_read[WG_L2_COLD] == BYTES && p.flushed.dram_read[WG_L2_COLD] == BYTES);
    assert_true(p.empty.dram_written[WG_L2_COLD] == 0);
    assert_true(fabs(p.flushed.dram_written[WG_L2_COLD] / BYTES - 1) < 0.05);
    wg_run_close(run);
    wg_spec_free(spec);
    wg_trace_free(&trace);
    wg_device_free(device);
    free_table(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_flushed_cache_is_written),
                                       cmocka_unit_test(test_large_ladders), cmocka_unit_test(test_other_kernels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
