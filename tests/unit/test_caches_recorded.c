/* SPDX-License-Identifier: Apache-2.0 */
/* Every launch recorded on an H200, and every CUDA rung of the ladders at its default size, runs here, once. Its
 * counters are compared with what ncu read, its buffers with what the GPU left in them (recorded.h says how), and what
 * the model of caches and memory predicts of it with what the caches and the memory did. The tables it prints are those
 * of docs/design/caches.md, which also says why the rules below are what they are. Before that, the model's cache by
 * hand.
 */
#include "recorded.h"
#include "sim_harness.h"

#include "caches/cache.h"
#include "run/climb.h"
#include "run/contents.h"
#include "time/estimate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- the cache ---- */

enum { LINES = 4 };

static void test_sectors_come_one_by_one(void **state)
{
    (void)state;
    wg_level level;
    wg_level_line evicted;
    wg_level_init(&level, LINES * WG_LINE_BYTES, LINES);
    assert_null(wg_level_find(&level, 9));
    wg_level_line *line = wg_level_place(&level, 9, &evicted);
    assert_int_equal(line->valid, 0);
    line->valid |= wg_level_bit(9);
    assert_ptr_equal(wg_level_find(&level, 8), line);
    assert_false(line->valid & wg_level_bit(8));
    assert_true(line->valid & wg_level_bit(9));
    assert_null(wg_level_find(&level, 12));
    wg_level_free(&level);
}

static void test_oldest_line_goes(void **state)
{
    (void)state;
    wg_level level;
    wg_level_line evicted;
    wg_level_init(&level, LINES * WG_LINE_BYTES, LINES);
    for (uint64_t k = 0; k < LINES; k++) {
        wg_level_place(&level, k * WG_LINE_SECTORS, &evicted)->dirty = (uint8_t)(k + 1);
        assert_int_equal(evicted.dirty, 0);
    }
    wg_level_find(&level, 0);                                /* used again: 1 is the oldest now … */
    assert_non_null(wg_level_peek(&level, WG_LINE_SECTORS)); /* … and looking does not change that */
    wg_level_place(&level, 100 * WG_LINE_SECTORS, &evicted);
    assert_int_equal(evicted.dirty, 2);
    assert_null(wg_level_peek(&level, WG_LINE_SECTORS));
    assert_non_null(wg_level_peek(&level, 0));
    wg_level_free(&level);
}

/* Hits of a loop over so many lines, once it goes round and round. */
static unsigned hits_of_a_loop(bool takes_chances, uint64_t lines)
{
    enum { CACHE = 2048, WAYS = 16, ROUNDS = 8 };
    wg_level level;
    wg_level_line evicted;
    unsigned hits = 0;
    wg_level_init(&level, CACHE * WG_LINE_BYTES, WAYS);
    level.takes_chances = takes_chances;
    for (uint64_t k = 0; k < ROUNDS * lines; k++) {
        wg_level_line *line = wg_level_place(&level, k % lines * 7 * WG_LINE_SECTORS, &evicted);
        hits += line->valid && k >= ROUNDS / 2 * lines;
        line->valid = 1;
    }
    wg_level_free(&level);
    return (unsigned)(100 * hits / (ROUNDS / 2 * lines));
}

/* The oldest is what a loop wants next: who always lets it go keeps nothing of a loop that is too long. */
static void test_chance_keeps_some(void **state)
{
    (void)state;
    assert_int_equal(hits_of_a_loop(true, 1000), 100);
    assert_true(hits_of_a_loop(false, 2500) < 15);
    assert_in_range(hits_of_a_loop(true, 2500), 40, 70);
    assert_true(hits_of_a_loop(true, 5000) < 10);
}

/* Lines at any power-of-two distance fill the cache evenly. */
static void test_strides_spread(void **state)
{
    (void)state;
    enum { HELD = 4096, WAYS = 16 };
    for (uint64_t stride = 1; stride <= 1 << 16; stride *= 4) {
        wg_level level;
        wg_level_line evicted;
        size_t lost = 0;
        wg_level_init(&level, HELD * WG_LINE_BYTES, WAYS);
        for (uint64_t k = 0; k < HELD / 2; k++)
            wg_level_place(&level, k * stride * WG_LINE_SECTORS, &evicted);
        for (uint64_t k = 0; k < HELD / 2; k++)
            lost += !wg_level_peek(&level, k * stride * WG_LINE_SECTORS);
        assert_in_range(lost, 0, HELD / 100);
        wg_level_free(&level);
    }
}

/* ---- lookups ---- */

/* A copy of a thousand sectors: half of them cross from one half of the cache to the other, read and written. */
static void test_lookups_of_two_halves(void **state)
{
    (void)state;
    wg_traffic t = {.total = {.l2 = {[WG_L2_READ] = 1000, [WG_L2_WRITE] = 1000}, .l2_misses = {1000, 0}},
                    .l2_across = {{500, 0}, {0, 0}}};
    assert_true(wg_traffic_l2_lookups(&t, WG_L2_COLD).all == 2000 && wg_traffic_l2_hit_rate(&t, WG_L2_COLD) == 0.5);
    t.l2_is_split = true;
    assert_true(wg_traffic_l2_lookups(&t, WG_L2_COLD).all == 3000 && wg_traffic_l2_hit_rate(&t, WG_L2_COLD) == 0.5);
    assert_true(wg_traffic_l2_lookups(&t, WG_L2_WARM).all == 2500 && wg_traffic_l2_hit_rate(&t, WG_L2_WARM) == 1);
    t.total.l2_late[WG_L2_COLD] = 300; /* counted as hits, too */
    assert_true(wg_traffic_l2_lookups(&t, WG_L2_COLD).hits == 1800);
}

/* ---- samples ---- */

enum { RESIDENT = 8, SMS = 132, WAVES = 40, TABLE_SECTORS = 2048 };

static const char TABLE[] = PTX ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) {\n" REGISTERS
                                "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; mad.wide.u32 %d1, %r1, 4, %d1;\n"
                                "loop: ld.global.u32 %r2, [%d1]; add.u64 %d1, %d1, 1024; add.u32 %r3, %r3, 1;\n"
                                "setp.lt.u32 %p1, %r3, 64; @%p1 bra loop; ret;\n}\n";

/* All blocks read the same 64 KB. Each multiprocessor misses each sector once, however few of its blocks, and however
 * few of them, are replayed. */
static void test_later_blocks_hit(void **state)
{
    (void)state;
    wg_device *device;
    wg_model model;
    wg_traffic traffic;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    wg_model_resolve(device, &model);
    for (uint32_t chosen = 2; chosen <= 8; chosen *= 4) {
        wg_trace trace = wg_traffic_trace(&model);
        sim *s = sim_load(TABLE);
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        s->launch.sample =
            (wg_sample){.waves = 3, .multiprocessors = SMS, .resident = RESIDENT, .chosen = chosen, .taken = RESIDENT};
        sim_run(s, WAVES * SMS * RESIDENT, 256);
        assert_int_equal(s->status, WG_OK);
        assert_int_equal(wg_traffic_estimate(&s->launch, &s->profile, &model, NULL, &traffic, NULL), WG_OK);
        assert_true(traffic.sampled && traffic.blocks_per_sm == RESIDENT);
        assert_true(fabs(traffic.total.l2[WG_L2_READ] / (SMS * TABLE_SECTORS) - 1) < 0.01);
        wg_traffic_free(&traffic);
        wg_trace_free(&trace);
        sim_free(s);
    }
    wg_device_free(device);
}

/* ---- one rung or case: all its launches ---- */

typedef struct measured {
    const wg_device *device;
    wg_trace trace;
    size_t size_limit; /* of the trace; 0: as the model wants it */
    wg_estimator_options about;
    wg_traffic_counts total;
    double l1_wanted, l1_rate;                /* of the launch whose rate is nearest */
    double l2_rate[WG_L2_STATES], l2_sectors; /* lowest cold one, highest warm one; of the largest launch */
    bool sampled;
} measured;

static wg_trace new_trace(const measured *m)
{
    wg_model model;
    wg_model_resolve(m->device, &model);
    wg_trace trace = wg_traffic_trace(&model);
    trace.size_limit = m->size_limit ? m->size_limit : trace.size_limit;
    return trace;
}

static double or_zero(double rate)
{
    return isnan(rate) ? 0 : rate;
}

/* Under other traffic than the kernel's: its instructions, which hit, 830 sectors of the smallest kernels. */
static double l2_rate(const wg_traffic *t, wg_l2_state state)
{
    const double others = 830;
    wg_lookups lookups = wg_traffic_l2_lookups(t, state);
    return 100 * (lookups.hits + others) / (lookups.all + others);
}

static void add_launch(measured *m, const wg_traffic *t)
{
    const wg_traffic_counts *c = &t->total;
    double l1 = 100 * or_zero(wg_traffic_l1_hit_rate(c)),
           sectors = c->l2[WG_L2_READ] + c->l2[WG_L2_WRITE] + c->l2[WG_L2_ATOMIC];
    double cold = l2_rate(t, WG_L2_COLD), warm = l2_rate(t, WG_L2_WARM);
    bool is_first = isnan(m->l1_rate);
    if (is_first || fabs(l1 - m->l1_wanted) < fabs(m->l1_rate - m->l1_wanted))
        m->l1_rate = l1;
    m->l2_rate[WG_L2_COLD] = is_first ? cold : fmin(cold, m->l2_rate[WG_L2_COLD]);
    m->l2_rate[WG_L2_WARM] = is_first ? warm : fmax(warm, m->l2_rate[WG_L2_WARM]);
    m->l2_sectors = fmax(m->l2_sectors, sectors);
    m->sampled |= t->sampled;
    for (size_t k = 0; k < sizeof *c / sizeof(double); k++)
        ((double *)&m->total)[k] += ((const double *)c)[k];
}

static void on_traced(void *user, const wg_launch *launch, const wg_profile *profile)
{
    measured *m = user;
    wg_traffic traffic;
    wg_traffic_options options = {.registers = m->about.registers};
    wg_error err = {0};
    wg_estimator *estimator = wg_estimator_new(launch->program, m->device, &m->about);
    if (wg_estimator_traffic(estimator, launch, profile, &options, &traffic, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_estimator_free(estimator);
    add_launch(m, &traffic);
    wg_traffic_free(&traffic);
    assert_true(m->trace.size <= m->trace.size_limit || m->trace.halvings);
    wg_trace_free(&m->trace);
    m->trace = new_trace(m);
}

static wg_engine_options start(measured *m, const wg_device *device, const table *counters, size_t row)
{
    m->device = device;
    m->trace = new_trace(m);
    m->l1_rate = NAN;
    m->l1_wanted = atof(cell(counters, row, "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"));
    m->about.registers = (uint32_t)atoi(cell(counters, row, "launch__registers_per_thread"));
    return (wg_engine_options){.launch = {.traces = {&m->trace}, .traced = on_traced, .user = m}};
}

/* ---- comparing ---- */

typedef struct range {
    double low, high;
} range;

typedef enum what { L1_HITS, L2_HITS, DRAM_READ, DRAM_WRITTEN, WHAT_COUNT } what;

static const struct {
    const char *name, *metric;
    bool is_rate;
} WHATS[WHAT_COUNT] = {
    {"l1_hit_rate", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", true},
    {"l2_hit_rate", "lts__t_sector_hit_rate.pct", true},
    {"dram_read", "dram__bytes_read.sum", false},
    {"dram_written", "dram__bytes_write.sum", false},
};

/* How a table was recorded, and below what a difference is noise. */
typedef enum caches {
    COLD,
    WARM,
    AS_LEFT,
    CACHES_COUNT
} caches; /* the last: between cold and warm, as the profiler had it */

typedef struct conditions {
    const char *title;
    double read_floor, write_floor; /* bytes */
} conditions;

static const conditions CONDITIONS[CACHES_COUNT] = {
    {"cold", 16 << 10, 1 << 20}, {"warm", 1 << 20, 1 << 20}, {"as left", 512 << 10, 512 << 10}};
static const double L1_FLOOR = 1000, L2_FLOOR = 32768; /* sectors */
static const double POINTS = 5, SHARE = 0.15;

typedef struct summary {
    size_t compared, outside, in_noise;
    size_t at_low, at_high;  /* right by one end of the range alone */
    double error_sum, worst; /* of those inside, in points or as a share; of ranges: to the nearer end */
    const char *worst_case;
} summary;

static range predict(const measured *m, caches c, what w)
{
    const wg_traffic_counts *t = &m->total;
    double stored = t->l2[WG_L2_WRITE] * WG_SECTOR_BYTES;
    range ranges[WHAT_COUNT] = {
        {m->l1_rate, m->l1_rate},
        {m->l2_rate[WG_L2_COLD], m->l2_rate[WG_L2_WARM]},
        {t->dram_read[WG_L2_WARM], t->dram_read[WG_L2_COLD]},
        {fmin(t->dram_written[WG_L2_COLD], t->dram_written[WG_L2_WARM]), fmax(t->dram_written[WG_L2_WARM], stored)},
    };
    if (c == AS_LEFT)
        return ranges[w];
    wg_l2_state l2 = c == COLD ? WG_L2_COLD : WG_L2_WARM;
    const double values[WHAT_COUNT] = {m->l1_rate, m->l2_rate[l2], t->dram_read[l2], t->dram_written[l2]};
    return (range){values[w], values[w]};
}

static range recorded(const table *t, size_t row, caches c, what w)
{
    char column[64];
    if (c == AS_LEFT) {
        double value = atof(cell(t, row, WHATS[w].metric));
        value = WHATS[w].is_rate ? fmin(value, 100) : value;
        return (range){value, value};
    }
    snprintf(column, sizeof column, "%s.%s", CONDITIONS[c].title, WHATS[w].name);
    double value = atof(cell(t, row, column));
    value = WHATS[w].is_rate ? fmin(value, 100) : value;
    return (range){value, value};
}

/* Too little to say anything about. */
static bool is_in_noise(const measured *m, caches c, what w, range ours, range theirs)
{
    double most = fmax(ours.low, theirs.high);
    const bool noise[WHAT_COUNT] = {m->total.l1_loads < L1_FLOOR, m->l2_sectors < L2_FLOOR,
                                    most <= CONDITIONS[c].read_floor, most <= CONDITIONS[c].write_floor};
    return noise[w];
}

/* From one range to the other. */
static double distance(range a, range b)
{
    return fmax(0, fmax(a.low - b.high, b.low - a.high));
}

static void count(summary *s, range ours, range theirs, double tolerance, bool in_noise, bool right)
{
    s->in_noise += in_noise;
    if (in_noise)
        return;
    s->compared++;
    s->outside += !right;
    s->at_low += distance((range){ours.low, ours.low}, theirs) <= tolerance;
    s->at_high += distance((range){ours.high, ours.high}, theirs) <= tolerance;
}

static int compare_one(const char *name, const measured *m, caches c, what w, range theirs, const table *differences,
                       summary *s)
{
    const double floors[WHAT_COUNT] = {0, 0, CONDITIONS[c].read_floor, CONDITIONS[c].write_floor};
    range ours = predict(m, c, w);
    double off = distance(ours, theirs), error = WHATS[w].is_rate ? off : off / fmax(theirs.high, 1);
    bool in_noise = is_in_noise(m, c, w, ours, theirs);
    bool right = in_noise || off <= floors[w] || error <= (WHATS[w].is_rate ? POINTS : SHARE);
    char counter[64];
    snprintf(counter, sizeof counter, "%s%s%s", c == AS_LEFT ? "" : CONDITIONS[c].title, c == AS_LEFT ? "" : ".",
             WHATS[w].name);
    bool listed = is_listed(differences, name, counter);
    count(s, ours, theirs, WHATS[w].is_rate ? POINTS : fmax(floors[w], SHARE * theirs.high), in_noise, right);
    if (right && !in_noise && error >= s->worst) {
        s->worst = error;
        s->worst_case = name;
    }
    s->error_sum += right && !in_noise ? error : 0;
    if (right != listed)
        return 0;
    print_error("%s: %s is %.6g to %.6g, measured %.6g to %.6g%s\n", name, counter, ours.low, ours.high, theirs.low,
                theirs.high, listed ? ": no longer a difference" : "");
    return 1;
}

static void add_range(char text[512], range r, int width, int decimals)
{
    char span[64];
    snprintf(span, sizeof span, r.high - r.low < 0.05 ? "%.*f" : "%.*f..%.*f", decimals, r.low, decimals, r.high);
    size_t length = strlen(text);
    snprintf(text + length, 512 - length, " %*s", width, span);
}

static int compare(const char *name, const measured *m, caches c, const table *counters, size_t row,
                   const table *differences, summary *summaries)
{
    int wrong = 0;
    char text[512];
    snprintf(text, sizeof text, "%-28s", name);
    for (what w = 0; w < WHAT_COUNT; w++) {
        range theirs = recorded(counters, row, c, w);
        snprintf(text + strlen(text), sizeof text - strlen(text), " |");
        add_range(text, predict(m, c, w), WHATS[w].is_rate ? 12 : 20, WHATS[w].is_rate);
        add_range(text, theirs, 10, WHATS[w].is_rate);
        wrong += compare_one(name, m, c, w, theirs, differences, &summaries[w]);
    }
    print_message("%s%s\n", text, m->sampled ? " | sampled" : "");
    return wrong;
}

static void print_head(const char *title)
{
    print_message("\n%s: predicted and measured\n%-28s | %12s %10s | %12s %10s | %20s %10s | %20s %10s\n", title, "",
                  "L1 hits, %", "", "L2 hits, %", "", "DRAM read, B", "", "DRAM written, B", "");
}

static void print_summary(caches c, const summary *s)
{
    for (what w = 0; w < WHAT_COUNT; w++) {
        double unit = WHATS[w].is_rate ? 1 : 100;
        size_t inside = s[w].compared - s[w].outside;
        print_message("%s, %s: %zu compared, %zu outside; mean error of the others %.2f %s, worst %.1f (%s)",
                      CONDITIONS[c].title, WHATS[w].name, s[w].compared, s[w].outside,
                      inside ? unit * s[w].error_sum / (double)inside : 0, WHATS[w].is_rate ? "points" : "%",
                      unit * s[w].worst, s[w].worst_case ? s[w].worst_case : "-");
        if (c == AS_LEFT)
            print_message("; at the lower end %zu, at the upper %zu", s[w].at_low, s[w].at_high);
        print_message("; %zu in the noise\n", s[w].in_noise);
    }
}

static wg_device *h200(void)
{
    wg_device *device;
    wg_error err = {0};
    if (wg_device_load("h200", &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    return device;
}

/* ---- buffers ---- */

static uint64_t fnv1a(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Cases without checksums have none that is wrong. */
static int compare_buffers(const char *name, wg_run *run, const table *checksums, const table *differences)
{
    int wrong = 0;
    for (size_t r = 1; r < checksums->rows; r++) {
        const char *argument = cell(checksums, r, "argument");
        size_t size;
        if (strcmp(cell(checksums, r, "case"), name))
            continue;
        const void *bytes = wg_run_memory(run, argument, &size);
        assert_non_null(bytes);
        bool same = fnv1a(bytes, size) == strtoull(cell(checksums, r, "fnv1a64"), NULL, 16),
             listed = is_listed(differences, name, argument);
        if (same != listed)
            continue;
        print_error("%s: buffer %s %s\n", name, argument,
                    same ? "no longer differs from the hardware's" : "is not what the hardware computed");
        wrong++;
    }
    return wrong;
}

/* ---- the recorded launches ---- */

static table read_recorded(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "h200/%s", name);
    return read_table(path);
}

static void compare_cases(const char *ptx, const char *cases_name, const char *counters_name, const char *caches_name,
                          const char *checksums_name)
{
    table cases = read_recorded(cases_name), counters = read_recorded(counters_name),
          recordings = read_recorded(caches_name), differences = read_table("traffic_differences.csv"),
          other_counters = read_recorded("differences.csv"),
          checksums = checksums_name ? read_recorded(checksums_name) : (table){0};
    wg_device *device = h200();
    summary summaries[CACHES_COUNT][WHAT_COUNT] = {0};
    int wrong = 0;
    print_head(caches_name);
    for (size_t row = 1; row < cases.rows; row++) {
        const char *name = cell(&cases, row, "case");
        measured m = {0};
        wg_spec *spec;
        wg_engine_options options = start(&m, device, &counters, row_of(&counters, name));
        add_spills(name, &m.about);
        wg_run *run = run_recorded(ptx, &cases, row, &options, &spec);
        for (caches c = COLD; c <= WARM; c++)
            wrong += run ? compare(name, &m, c, &recordings, row_of(&recordings, name), &differences, summaries[c]) : 1;
        if (run)
            wrong += compare_counters(name, &run->profile.total, &counters, &other_counters) +
                     compare_buffers(name, run, &checksums, &other_counters);
        wg_run_close(run);
        wg_spec_free(spec);
        wg_trace_free(&m.trace);
    }
    for (caches c = COLD; c <= WARM; c++)
        print_summary(c, summaries[c]);
    wg_device_free(device);
    free_table(&cases);
    free_table(&counters);
    free_table(&recordings);
    free_table(&differences);
    free_table(&other_counters);
    free_table(&checksums);
    assert_int_equal(wrong, 0);
}

static void test_kernels(void **state)
{
    (void)state;
    compare_cases("kernels.ptx", "cases.csv", "counters.csv", "kernels_caches.csv", "checksums.csv");
}

/* The large ones: with sanitizers the small ones above have to do. */
static void skip_if_slow(void)
{
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
}

static void test_rungs(void **state)
{
    (void)state;
    skip_if_slow();
    compare_cases("rungs.ptx", "rungs_cases.csv", "rungs_counters.csv", "rungs_caches.csv", NULL);
}

/* What all rungs are compared with, and what came of it. */
typedef struct comparison {
    wg_device *device;
    table counters, other_counters, other_traffic;
    wg_contents *contents; /* of a ladder's arguments: its rungs have the same */
    summary summaries[WHAT_COUNT];
    size_t compared;
    int wrong;
} comparison;

static void compare_rung(comparison *all, const wg_ladder *ladder, const char *name, const char *rung)
{
    if (!is_recorded(&all->counters, name))
        return;
    size_t row = row_of(&all->counters, name);
    measured m = {0};
    wg_climb_options climbing = {.no_check = true,
                                 .methods = &rung,
                                 .method_count = 1,
                                 .contents = all->contents,
                                 .engine = start(&m, all->device, &all->counters, row)};
    wg_results *climb;
    wg_error err = {0};
    if (wg_climb_run(ladder, &climbing, &climb, &err) != WG_OK)
        fail_msg("%s", err.text);
    assert_true(climb->count == 1 && climb->records[0].has_counters);
    all->compared++;
    all->wrong += compare_counters(name, &climb->records[0].counters, &all->counters, &all->other_counters);
    wg_results_free(climb);
    wg_trace_free(&m.trace);
    all->wrong += compare(all->counters.cells[row * all->counters.columns], &m, AS_LEFT, &all->counters, row,
                          &all->other_traffic, all->summaries);
}

static void compare_ladder(comparison *all, const char *ladder_name)
{
    wg_ladder_options options = {0};
    wg_ladder *ladder;
    wg_error err = {0};
    char folder[256];
    snprintf(folder, sizeof folder, "ladders/%s", ladder_name);
    if (wg_ladder_open(folder, &options, &ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    all->contents = wg_contents_new();
    for (size_t r = 0; r < ladder->rung_count; r++) {
        char name[300];
        snprintf(name, sizeof name, "%s/%s", ladder_name, ladder->rungs[r].name);
        if (ladder->rungs[r].kind == WG_RUNG_CUDA)
            compare_rung(all, ladder, name, ladder->rungs[r].name);
    }
    wg_contents_free(all->contents);
    wg_ladder_close(ladder);
}

static void test_ladders(void **state)
{
    (void)state;
    skip_if_slow();
    if (!compiles_as_recorded())
        skip();
    comparison all = {.device = h200(),
                      .counters = read_table("ladders/counters.csv"),
                      .other_counters = read_table("ladders/differences.csv"),
                      .other_traffic = read_table("traffic_differences.csv")};
    char **names;
    size_t count;
    assert_int_equal(wg_ladder_list(WG_LADDERS, &names, &count, NULL), WG_OK);
    print_head("ladders");
    for (size_t k = 0; k < count; k++)
        compare_ladder(&all, names[k]);
    print_summary(AS_LEFT, all.summaries);
    assert_int_equal(all.compared, all.counters.rows - 1); /* none of the recorded ones is gone */
    wg_device_list_free(names, count);
    wg_device_free(all.device);
    free_table(&all.counters);
    free_table(&all.other_counters);
    free_table(&all.other_traffic);
    assert_int_equal(all.wrong, 0);
}

/* ---- any number of host threads ---- */

static wg_traffic_counts counts_with(unsigned threads, size_t size_limit, const char *name, bool *sampled)
{
    table cases = read_table("h200/cases.csv"), counters = read_table("h200/counters.csv");
    wg_device *device = h200();
    measured m = {.size_limit = size_limit};
    wg_spec *spec;
    wg_engine_options options = start(&m, device, &counters, row_of(&counters, name));
    options.launch.host_threads = threads;
    wg_run *run = run_recorded("kernels.ptx", &cases, row_of(&cases, name), &options, &spec);
    assert_non_null(run);
    wg_run_close(run);
    wg_spec_free(spec);
    wg_trace_free(&m.trace);
    wg_device_free(device);
    free_table(&cases);
    free_table(&counters);
    *sampled = m.sampled;
    return m.total;
}

static void test_threads_make_no_difference(void **state)
{
    (void)state;
    static const size_t limits[] = {0, 50000, 1000, 10};
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        bool sampled;
        wg_traffic_counts one = counts_with(1, limits[k], "stencil3d", &sampled), many;
        many = counts_with(5, limits[k], "stencil3d", &sampled);
        assert_memory_equal(&one, &many, sizeof one);
        assert_int_equal(sampled, limits[k] != 0);
        if (limits[k] != 1000 && limits[k] != 10) /* as the profile counts them, where each instruction was replayed */
            assert_int_equal((uint64_t)(one.l1_loads + 0.5), 82432);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sectors_come_one_by_one),
                                       cmocka_unit_test(test_oldest_line_goes),
                                       cmocka_unit_test(test_chance_keeps_some),
                                       cmocka_unit_test(test_strides_spread),
                                       cmocka_unit_test(test_lookups_of_two_halves),
                                       cmocka_unit_test(test_later_blocks_hit),
                                       cmocka_unit_test(test_threads_make_no_difference),
                                       cmocka_unit_test(test_kernels),
                                       cmocka_unit_test(test_rungs),
                                       cmocka_unit_test(test_ladders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
