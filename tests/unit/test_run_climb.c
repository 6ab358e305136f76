/* SPDX-License-Identifier: Apache-2.0 */
/* Ladders climbed and probes drawn, with C functions on the cpu and PTX on the simulator: no compiler of kernels is
 * needed. */
#include "run/climb.h"

#include "run/measure.h"
#include "run/probe.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;

static const char copy_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry copy(.param .u64 x, .param .u64 y)\n{\n"
    "    .reg .b32 %r<4>; .reg .b64 %d<6>; .reg .f32 %f<2>;\n"
    "    ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];\n"
    "    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 8, %r2;\n"
    "    mul.wide.u32 %d3, %r3, 4; add.u64 %d4, %d1, %d3; add.u64 %d5, %d2, %d3;\n"
    "    ld.global.f32 %f1, [%d4]; st.global.f32 [%d5], %f1;\n    ret;\n}\n"
    ".visible .entry one(.param .u64 y)\n{\n"
    "    .reg .b64 %d<2>;\n    ld.param.u64 %d1, [y]; st.global.f32 [%d1], 0f3f800000;\n    ret;\n}\n";

static const char reference_c[] =
    "#ifndef SCALE\n#define SCALE 1\n#endif\n"
    "void ref(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = x[k]; }\n"
    "void scaled(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = SCALE * x[k]; }\n"
    "const char *check(const float *y, int n) { return y[n - 1] == n - 1 ? 0 : \"the last is wrong\"; }\n"
    "const char *unhappy(void) { return \"never right\"; }\n";

static const char rungs_c[] =
    "#ifndef SCALE\n#define SCALE 1\n#endif\n"
    "void good(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = x[k]; }\n"
    "void bad(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = k == 3 ? -1 : x[k]; }\n"
    "void lazy(const float *x, float *y, int n) { (void)x, (void)y, (void)n; }\n"
    "void scaled(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = SCALE * x[k]; }\n";

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    int result = scratch_begin(state);
    scratch_write("copy.ptx", copy_ptx);
    scratch_write("reference.c", reference_c);
    scratch_write("rungs.c", rungs_c);
    scratch_write("broken.c", "void broken(float *y) { undeclared(y); }\n");
    return result;
}

/* A ladder whose rungs are these, climbed; both are the caller's to free. */
static wg_results *climb(const char *members, const char *rungs, const wg_climb_options *options, wg_ladder **ladder)
{
    static const wg_climb_options none;
    char text[4096];
    wg_results *result = NULL;
    snprintf(
        text, sizeof text,
        "{\"title\": \"T\", \"sizes\": {\"n\": 16}, \"arguments\": [\"x:f32[n]=i\", \"y:f32[n]\", \"n:i32=n\"], "
        "\"pass\": [\"x\", \"y\"], \"outputs\": {\"y\": 0}, \"reference\": \"ref\", \"grid\": \"n/8\", \"block\": 8, "
        "\"bytes\": \"8*n\"%s%s, \"rungs\": [%s]}",
        *members ? ", " : "", members, rungs);
    err = (wg_error){0};
    if (wg_ladder_open(scratch_write("ladder.json", text), &(wg_ladder_options){.trust = true}, ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_climb_run(*ladder, options ? options : &none, &result, &err);
    return result;
}

static void finish(wg_results *result, wg_ladder *ladder)
{
    wg_results_free(result);
    wg_ladder_close(ladder);
}

#define C_RUNG(name, more) "{\"name\": \"" name "\", \"file\": \"rungs.c\", \"kernel\": \"" name "\"" more "}"
#define PTX_RUNG(name, more) "{\"name\": \"" name "\", \"file\": \"copy.ptx\", \"kernel\": \"copy\"" more "}"

static void verifications(void **state)
{
    static const struct {
        const char *rung;
        wg_verification verification;
        const char *reason;
    } cases[] = {
        {C_RUNG("good", ""), WG_RIGHT, ""},
        {C_RUNG("bad", ""), WG_WRONG, "y: element 3 is -1 where the reference has 3; 1 of 16 differ"},
        {C_RUNG("lazy", ""), WG_WRONG, "nan where the reference has"},
        {C_RUNG("good", ", \"check\": \"check\""), WG_RIGHT, ""},
        {C_RUNG("lazy", ", \"check\": \"check\""), WG_WRONG, "the last is wrong"},
        {C_RUNG("good", ", \"check\": \"unhappy\""), WG_WRONG, "never right"},
        {C_RUNG("good", ", \"when\": \"n > 16\""), WG_LEFT_OUT, "not at this size"},
        {C_RUNG("good", ", \"when\": \"m\""), WG_FAILED, "'m'"},
        {C_RUNG("good", ", \"flags\": [\"-lwarpgrind_of_nobody\"]"), WG_LEFT_OUT, "needs libwarpgrind_of_nobody"},
        {"{\"name\": \"broken\", \"file\": \"broken.c\", \"kernel\": \"broken\"}", WG_FAILED, "undeclared"},
        {"{\"name\": \"v\", \"file\": \"rungs.c\", \"kernel\": \"good\", \"vendor\": true}", WG_LEFT_OUT,
         "needs -d cuda"},
        {PTX_RUNG("p", ""), WG_RIGHT, ""},
        {PTX_RUNG("p", ", \"pass\": [\"y\", \"x\"]"), WG_WRONG, "where the reference has"},
        {PTX_RUNG("p", ", \"pass\": [\"x\"]"), WG_FAILED, "takes 2 arguments (u64, u64), 1 given"},
        /* each of two launches is looked at, though they share a kernel */
        {PTX_RUNG("p", ", \"launches\": [{}, {\"pass\": [\"x\"]}]"), WG_FAILED, "2 arguments (u64, u64), 1 given"},
        {PTX_RUNG("p", ", \"launches\": [{}, {\"pass\": [\"x\", \"n\"]}]"), WG_FAILED, "'n', is i32"},
        {PTX_RUNG("p", ", \"grid\": \"n\""), WG_FAILED, ""},
        {PTX_RUNG("p", ", \"block\": \"2048\""), WG_LEFT_OUT, "more than the 1024 of an NVIDIA H200"},
        {PTX_RUNG("p", ", \"outputs\": {\"y\": \"1/0\"}"), WG_FAILED, "zero"},
        {"{\"name\": \"p\", \"file\": \"none.ptx\"}", WG_FAILED, "none.ptx"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_ladder *ladder;
        wg_results *result = climb("", cases[k].rung, NULL, &ladder);
        if (!result)
            fail_msg("%s", err.text);
        const wg_record *r = &result->records[0];
        if (r->verification != cases[k].verification)
            fail_msg("%s: %d where %d was expected: %s", cases[k].rung, r->verification, cases[k].verification,
                     r->reason);
        assert_contains(r->reason, cases[k].reason);
        bool ran_well = r->verification == WG_RIGHT;
        assert_int_equal(r->has_time, ran_well && ladder->rungs[0].kind == WG_RUNG_C);
        assert_int_equal(r->has_counters, ran_well && ladder->rungs[0].kind == WG_RUNG_CUDA);
        finish(result, ladder);
    }
}

static void steps_in_turn(void **state)
{
    wg_ladder *ladder;
    (void)state;
    /* x goes to y and they change places, three times; then y is cleared and its first element set. */
    wg_results *result =
        climb("\"check\": \"unhappy\"",
              "{\"name\": \"a\", \"file\": \"copy.ptx\", \"kernel\": \"copy\", \"reference\": \"ref\", \"launches\": "
              "[{\"repeat\": 3, \"swap\": [\"x\", \"y\"]}, {\"when\": 0}]},"
              "{\"name\": \"b\", \"file\": \"copy.ptx\", \"kernel\": \"copy\", \"reference\": \"ref\", \"launches\": "
              "[{}, {\"clear\": \"y\"}]}",
              NULL, &ladder);
    if (!result)
        fail_msg("%s", err.text);
    assert_int_equal(result->records[0].verification, WG_RIGHT);
    assert_int_equal(wg_record_launches(&result->records[0]), 3);
    assert_int_equal(wg_record_launch_first(&result->records[0])->grid[0], 2);
    assert_int_equal(result->records[1].verification, WG_WRONG);
    assert_contains(result->records[1].reason, "is 0 where the reference has");
    finish(result, ladder);
}

/* Rungs that differ in a macro have references and contents of their own. */
static void macros_of_rungs(void **state)
{
#define SCALED(name, kernel, scale, more)                                                                              \
    "{\"name\": \"" name "\", \"file\": \"rungs.c\", \"kernel\": \"" kernel "\", \"defines\": {\"SCALE\": " scale      \
    "}" more "}"
    static const char by_reference[] = ", \"reference\": \"scaled\"";
    static const char by_contents[] = ", \"arguments\": [\"x:f32[n]=i*SCALE\"]";
    char rungs[2048];
    wg_ladder *ladder;
    (void)state;
    snprintf(rungs, sizeof rungs,
             SCALED("a", "scaled", "2", "%s") "," SCALED("b", "scaled", "3", "%s") "," SCALED(
                 "c", "good", "2", "%s") "," SCALED("d", "good", "3", "%s"),
             by_reference, by_reference, by_contents, by_contents);
    wg_results *result = climb("", rungs, NULL, &ladder);
    if (!result)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < result->count; k++)
        if (result->records[k].verification != WG_RIGHT)
            fail_msg("%s: %s", result->records[k].name, result->records[k].reason);
    finish(result, ladder);
}

static void methods(void **state)
{
    static const char *const one[] = {"bad"}, *const unknown[] = {"good", "gold"};
    wg_ladder *ladder;
    (void)state;
    wg_results *result = climb("", C_RUNG("good", "") "," C_RUNG("bad", ""),
                               &(wg_climb_options){.methods = one, .method_count = 1}, &ladder);
    assert_non_null(result);
    assert_int_equal(result->count, 1);
    assert_string_equal(result->records[0].name, "bad");
    finish(result, ladder);
    result = climb("", C_RUNG("good", "") "," C_RUNG("bad", ""),
                   &(wg_climb_options){.methods = unknown, .method_count = 2}, &ladder);
    assert_null(result);
    assert_says(&err, "has no rung 'gold', did you mean good; it has: good, bad");
    finish(result, ladder);
    result = climb("", C_RUNG("good", ""), &(wg_climb_options){.device = "gpu"}, &ladder);
    assert_null(result);
    assert_says(&err, "device gpu");
    finish(result, ladder);
}

static void unchecked_and_untimed(void **state)
{
    wg_ladder *ladder;
    (void)state;
    wg_results *result = climb("", C_RUNG("bad", ""), &(wg_climb_options){.no_check = true, .no_time = true}, &ladder);
    assert_non_null(result);
    assert_int_equal(result->records[0].verification, WG_UNCHECKED);
    assert_false(result->records[0].has_time);
    finish(result, ladder);
}

static void interrupted_climbs(void **state)
{
    const volatile sig_atomic_t interrupted = 1;
    wg_ladder *ladder;
    (void)state;
    wg_results *result =
        climb("", C_RUNG("good", ""), &(wg_climb_options){.timing = {.interrupted = &interrupted}}, &ladder);
    assert_null(result);
    assert_int_equal(err.status, WG_ERR_INTERRUPTED);
    finish(result, ladder);
}

static void rates(void **state)
{
    static const struct {
        const char *unit;
        double flops, bytes, items, rate;
        const char *shown;
    } cases[] = {
        {NULL, 2e9, 4e9, 0, 4, "GFLOP/s"},  {NULL, 0, 4e9, 0, 8, "GB/s"}, {"GB/s", 2e9, 4e9, 0, 8, "GB/s"},
        {"Gx/s", 2e9, 4e9, 1e9, 2, "Gx/s"}, {NULL, 0, 0, 0, NAN, "GB/s"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_record r = {.unit = cases[k].unit,
                       .has_time = true,
                       .timing = {.median = 0.5},
                       .flops = cases[k].flops,
                       .bytes = cases[k].bytes,
                       .items = cases[k].items};
        const char *unit;
        double rate = wg_record_rate(&r, &unit);
        assert_string_equal(unit, cases[k].shown);
        assert_true(isnan(cases[k].rate) ? isnan(rate) : rate == cases[k].rate);
        r.timing.median = 0;
        assert_true(isnan(wg_record_rate(&r, &unit)));
        r.has_time = false;
        assert_true(isnan(wg_record_rate(&r, &unit)));
    }
}

/* ---- timing ---- */

static double tick; /* what the next sample takes */
static int starts, submits, before, flushes, failing;

static wg_status fake_start(wg_engine *engine, wg_error *e)
{
    (void)engine;
    (void)e;
    starts++;
    before += submits;
    submits = 0;
    return WG_OK;
}

static wg_status fake_stop(wg_engine *engine, double *seconds, wg_error *e)
{
    (void)engine;
    *seconds = tick * submits;
    submits = 0;
    return failing && starts >= failing ? wg_error_set(e, WG_ERR_SYSTEM, "the clock broke") : WG_OK;
}

static wg_status fake_flush(wg_engine *engine, wg_error *e)
{
    (void)engine;
    (void)e;
    flushes++;
    return WG_OK;
}

static wg_status fake_launch(wg_engine *engine, const wg_kernel_call *call, wg_error *e)
{
    (void)engine;
    (void)call;
    (void)e;
    submits++;
    return WG_OK;
}

/* A launch, and one before it that does not count. */
static wg_status time_steps(double seconds, bool prepares, const wg_timing_options *options, wg_timing *out)
{
    const wg_backend backend = {
        .start_clock = fake_start, .stop_clock = fake_stop, .flush_caches = fake_flush, .launch = fake_launch};
    wg_engine engine = {.backend = &backend};
    const wg_spec spec = {0};
    wg_engine_kernel kernel = {0}, *kernels[] = {&kernel, &kernel};
    wg_planned_step steps[] = {{.repeat = 1, .is_before = true}, {.repeat = 1}};
    wg_plan plan = {.steps = prepares ? steps : steps + 1, .step_count = prepares ? 2 : 1};
    wg_run run = {.spec = &spec, .plan = &plan, .engine = &engine, .kernels = kernels};
    tick = seconds;
    starts = submits = before = flushes = 0;
    err = (wg_error){0};
    return wg_run_time(&run, options, out, &err);
}

static wg_status time_fake(double seconds, const wg_timing_options *options, wg_timing *out)
{
    return time_steps(seconds, false, options, out);
}

/* What runs before the clock starts does so each time, and is no part of the time. */
static void what_runs_before(void **state)
{
    (void)state;
    wg_timing t;
    assert_int_equal(time_steps(10e-6, true, &(wg_timing_options){0}, &t), WG_OK);
    assert_float_equal(t.median, 10e-6, 1e-15);
    assert_int_equal(t.batch, 1);
    assert_int_equal(t.samples, 31); /* single runs scatter more than batches */
    assert_int_equal(before, starts);
    assert_int_equal(time_steps(1e-3, false, &(wg_timing_options){0}, &t), WG_OK);
    assert_int_equal(before, 0);
}

static void samples_and_batches(void **state)
{
    wg_timing t;
    wg_timing_options options = {0};
    (void)state;
    /* A steady clock: as few samples as there may be. */
    assert_int_equal(time_fake(1e-3, &options, &t), WG_OK);
    assert_float_equal(t.median, 1e-3, 1e-15);
    assert_int_equal(t.samples, 7);
    assert_int_equal(t.batch, 1);
    assert_float_equal(wg_timing_noise(&t), 0, 1e-12);
    assert_int_equal(flushes, 0);
    /* Short runs go into batches of at least 100 µs, and the time is still that of one. */
    assert_int_equal(time_fake(10e-6, &options, &t), WG_OK);
    assert_int_equal(t.batch, 10);
    assert_float_equal(t.median, 10e-6, 1e-15);
    assert_int_equal(time_fake(1e-9, &options, &t), WG_OK);
    assert_int_equal(t.batch, 64);
    assert_int_equal(time_fake(0, &options, &t), WG_OK);
    assert_float_equal(wg_timing_noise(&t), 0, 0);
    /* Cold runs stand alone, and each is flushed. */
    options.cold = true;
    assert_int_equal(time_fake(10e-6, &options, &t), WG_OK);
    assert_int_equal(t.batch, 1);
    assert_true(t.cold);
    assert_int_equal(flushes, starts);
    /* Patience ends after one long sample. */
    assert_int_equal(time_fake(3, &(wg_timing_options){0}, &t), WG_OK);
    assert_int_equal(t.samples, 1);
    assert_int_equal(starts, 1); /* and no other is run to warm up */
    assert_float_equal(t.median, 3, 0);
    assert_int_equal(time_fake(3, &(wg_timing_options){.patience = 10}, &t), WG_OK);
    assert_int_equal(t.samples, 4);
}

static void timing_that_fails(void **state)
{
    const volatile sig_atomic_t interrupted = 1;
    wg_timing t;
    (void)state;
    for (failing = 1; failing < 5; failing++) {
        assert_int_equal(time_fake(1e-3, &(wg_timing_options){0}, &t), WG_ERR_SYSTEM);
        assert_says(&err, "the clock broke");
    }
    failing = 0;
    assert_int_equal(time_fake(1e-3, &(wg_timing_options){.interrupted = &interrupted}, &t), WG_ERR_INTERRUPTED);
    const wg_backend backend = {0};
    wg_engine engine = {.backend = &backend, .name = "sim:x"};
    wg_run run = {.engine = &engine};
    assert_int_equal(wg_run_time(&run, &(wg_timing_options){0}, &t, &err), WG_ERR_UNSUPPORTED);
    assert_says(&err, "sim:x has no clock");
}

/* ---- probes ---- */

static wg_results *draw(const char *members, const char *rungs, const char *device)
{
    char text[4096];
    wg_results *probe = NULL;
    snprintf(
        text, sizeof text,
        "{\"title\": \"T\", %s, \"arguments\": [\"x:f32[n]=i\", \"y:f32[n]\", \"n:i32=n\"], "
        "\"pass\": [\"x\", \"y\"], \"outputs\": {\"y\": 0}, \"reference\": \"ref\", \"grid\": \"n/8\", \"block\": 8, "
        "\"bytes\": \"8*n\", \"sweep\": {\"n\": [8, 16, 32]}%s%s, \"rungs\": [%s]}",
        strstr(members, "\"sizes\"") ? "\"log_x\": false" : "\"sizes\": {\"n\": 16}", *members ? ", " : "", members,
        rungs);
    err = (wg_error){0};
    const wg_ladder_options ladder = {.kind = WG_PROBES, .trust = true};
    wg_probe_run(scratch_write("probe.json", text), &ladder, &(wg_climb_options){.device = device}, &probe, &err);
    return probe;
}

#define COUNTED(value) "\"counted\": {\"label\": \"c\", \"value\": \"" value "\"}"

static void curves(void **state)
{
    static const struct {
        const char *value;
        double at[3];
    } cases[] = {
        {"n", {8, 16, 32}},
        {"bytes/launches", {64, 128, 256}},
        {"warp_instructions/warp_instructions", {1, 1, 1}},
        {"global_load_requests", {1, 2, 4}},
        {"1/2", {0.5, 0.5, 0.5}},
        {"seconds", {NAN, NAN, NAN}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char members[256];
        snprintf(members, sizeof members, "\"x\": {\"label\": \"half\", \"value\": \"n/2\"}, " COUNTED("%s"),
                 cases[k].value);
        wg_results *probe = draw(members, PTX_RUNG("p", "") "," C_RUNG("good", ""), "sim");
        if (!probe)
            fail_msg("%s: %s", cases[k].value, err.text);
        assert_int_equal(probe->curves.point_count, 3);
        assert_int_equal(probe->curves.series_count, 2);
        assert_false(probe->curves.is_measured);
        for (size_t p = 0; p < 3; p++) {
            const wg_record *point = wg_curves_at(probe, 0, p);
            assert_float_equal(point->x, (float)(4 << p), 0);
            if (isnan(cases[k].at[p]))
                assert_true(isnan(point->y));
            else
                assert_float_equal(point->y, cases[k].at[p], 1e-9);
            assert_true(isnan(wg_curves_at(probe, 1, p)->y)); /* C is not counted */
        }
        assert_string_equal(probe->curves.y_label, isnan(cases[k].at[0]) ? "" : "c");
        wg_results_free(probe);
    }
}

static void measured_curves(void **state)
{
    (void)state;
    wg_results *probe = draw("\"measured\": {\"label\": \"GB/s\", \"value\": \"bytes/seconds/1e9\"}",
                             C_RUNG("good", "") "," PTX_RUNG("p", ""), "cpu");
    if (!probe)
        fail_msg("%s", err.text);
    assert_true(probe->curves.is_measured);
    assert_true(wg_curves_at(probe, 0, 2)->y > 0);
    assert_float_equal(wg_curves_at(probe, 0, 2)->x, 32, 0);
    assert_int_equal(wg_curves_at(probe, 1, 0)->verification, WG_LEFT_OUT);
    assert_string_equal(probe->curves.y_label, "GB/s");
    wg_results_free(probe);
}

static void probes_that_cannot_be_drawn(void **state)
{
    (void)state;
    assert_null(draw(COUNTED("no_such_counter"), PTX_RUNG("p", ""), "sim"));
    assert_says(&err, "probe.json: counted.value: ");
    assert_says(&err, "no_such_counter");
    assert_null(draw(COUNTED("n +"), PTX_RUNG("p", ""), "sim"));
    assert_says(&err, "probe.json: counted.value: ");
    assert_null(draw("\"sizes\": {\"n\": 8, \"m\": \"1<<(16-n)\"}", PTX_RUNG("p", ""), "sim"));
    assert_says(&err, "at n=32: ");
    assert_says(&err, "probe.json: sizes.m: ");
    assert_null(draw("", PTX_RUNG("p", ""), "gpu"));
    assert_says(&err, "device gpu");
    wg_results *probe = NULL;
    const wg_ladder_options ladder = {.kind = WG_PROBES, .trust = true};
    scratch_write("probe.json", "{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"copy.ptx\"}]}");
    assert_int_equal(wg_probe_run(scratch_path("probe.json"), &ladder, &(wg_climb_options){0}, &probe, &err),
                     WG_ERR_INPUT);
    assert_says(&err, "there is no sweep in it: it is a ladder");
    assert_null(probe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verifications),
        cmocka_unit_test(steps_in_turn),
        cmocka_unit_test(macros_of_rungs),
        cmocka_unit_test(methods),
        cmocka_unit_test(unchecked_and_untimed),
        cmocka_unit_test(interrupted_climbs),
        cmocka_unit_test(rates),
        cmocka_unit_test(what_runs_before),
        cmocka_unit_test(samples_and_batches),
        cmocka_unit_test(timing_that_fails),
        cmocka_unit_test(curves),
        cmocka_unit_test(measured_curves),
        cmocka_unit_test(probes_that_cannot_be_drawn),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}
