/* SPDX-License-Identifier: Apache-2.0 */
/* Timed runs are verified too: rungs that are right the first time and not the next, on the cpu, the simulator and
 * OpenCL. */
#include "run/climb.h"

#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char reference_c[] =
    "void copied(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = x[k]; }\n"
    "void doubled(float *y, int n) { for (int k = 0; k < n; k++) y[k] *= 2; }\n"
    "const char *check(const float *x, const float *y, int n)\n"
    "{ for (int k = 0; k < n; k++) if (!(y[k] == x[k])) return \"y is not x\"; return 0; }\n";

/* The queue hands out elements until there are none left; nobody fills it again. The shy one computes where it sees
 * what outputs hold before a verified run. */
static const char rungs_c[] =
    "void good(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = x[k]; }\n"
    "void queue(const float *x, float *y, int *taken, int n) { for (; *taken < n; ++*taken) y[*taken] = x[*taken]; }\n"
    "void shy(const float *x, float *y, int n)\n"
    "{ for (int k = 0; k < n; k++) if (((unsigned *)y)[k] == 0xffffffffu) y[k] = x[k]; }\n"
    "void once(const float *x, float *y, int n)\n"
    "{ static int calls; for (int k = 0; k < n && !calls; k++) y[k] = x[k]; calls++; }\n"
    "void doubles(float *y, int n) { for (int k = 0; k < n; k++) y[k] *= 2; }\n"
    "void doubles_queue(float *y, int *taken, int n) { for (; *taken < n; ++*taken) y[*taken] *= 2; }\n";

#define PTX_HEAD                                                                                                       \
    "    .reg .b32 %r<6>; .reg .b64 %d<8>; .reg .f32 %f<3>; .reg .pred %p<3>;\n"                                       \
    "    ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];\n"
#define PTX_PLACE                                                                                                      \
    "    mul.wide.u32 %d3, %r3, 4; add.u64 %d4, %d1, %d3; add.u64 %d5, %d2, %d3; ld.global.f32 %f1, [%d4];\n"
#define PTX_INDEX "    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 8, %r2;\n"

static const char rungs_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry good(.param .u64 x, .param .u64 y)\n{\n" PTX_HEAD PTX_INDEX PTX_PLACE
    "    st.global.f32 [%d5], %f1;\n    ret;\n}\n"
    ".visible .entry queue(.param .u64 x, .param .u64 y, .param .u64 taken)\n{\n" PTX_HEAD
    "    ld.param.u64 %d6, [taken]; atom.global.add.u32 %r3, [%d6], 1;\n"
    "    setp.ge.u32 %p1, %r3, 16; @%p1 ret;\n" PTX_PLACE "    st.global.f32 [%d5], %f1;\n    ret;\n}\n"
    ".visible .entry shy(.param .u64 x, .param .u64 y)\n{\n" PTX_HEAD PTX_INDEX PTX_PLACE
    "    ld.global.b32 %r4, [%d5]; setp.ne.b32 %p1, %r4, -1; @%p1 ret;\n"
    "    st.global.f32 [%d5], %f1;\n    ret;\n}\n"
    ".visible .entry doubles(.param .u64 x, .param .u64 y)\n{\n" PTX_HEAD PTX_INDEX
    "    mul.wide.u32 %d3, %r3, 4; add.u64 %d5, %d2, %d3; ld.global.f32 %f1, [%d5];\n"
    "    add.f32 %f1, %f1, %f1; st.global.f32 [%d5], %f1;\n    ret;\n}\n";

static const char rungs_cl[] =
    "kernel void good(global const float *x, global float *y) { y[get_global_id(0)] = x[get_global_id(0)]; }\n"
    "kernel void queue(global const float *x, global float *y, global int *taken)\n"
    "{ int k = atomic_add(taken, 1); if (k < 16) y[k] = x[k]; }\n"
    "kernel void shy(global const float *x, global float *y)\n"
    "{ int k = get_global_id(0); if (as_uint(y[k]) == 0xffffffffu) y[k] = x[k]; }\n"
    "kernel void doubles(global const float *x, global float *y) { y[get_global_id(0)] *= 2; }\n";

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    int result = scratch_begin(state);
    scratch_write("reference.c", reference_c);
    scratch_write("rungs.c", rungs_c);
    scratch_write("rungs.ptx", rungs_ptx);
    scratch_write("rungs.cl", rungs_cl);
    return result;
}

#define TAKES_XY ", \"pass\": [\"x\", \"y\"]"
#define TAKES_QUEUE ", \"pass\": [\"x\", \"y\", \"taken\"], \"arguments\": [\"taken:u32[1]\"]"
#define TAKES_ZEROED_QUEUE ", \"pass\": [\"x\", \"y\", \"taken\"], \"arguments\": [\"taken:u32[1]=0\"]"
#define IN_PLACE ", \"arguments\": [\"y:f32[n]=i+1\"], \"reference\": \"doubled\""
#define QUEUE_IN_PLACE ", \"arguments\": [\"y:f32[n]=i+1\", \"taken:i32[1]\"], \"reference\": \"doubled\""

typedef struct planted {
    const char *kernel, *more;
    bool is_right;
} planted;

static const planted in_c[] = {
    {"good", "", true},
    {"queue", ", \"arguments\": [\"taken:i32[1]\"]", false},
    {"queue", ", \"arguments\": [\"taken:i32[1]=0\"]", false},
    {"shy", "", false},
    {"shy", ", \"check\": \"check\"", false},
    {"once", "", false},
    {"doubles", IN_PLACE, true},
    {"doubles_queue", QUEUE_IN_PLACE, false},
};

static const planted in_ptx[] = {
    {"good", TAKES_XY, true},         {"queue", TAKES_QUEUE, false},
    {"shy", TAKES_XY, false},         {"queue", TAKES_QUEUE ", \"launches\": [{\"clear\": \"taken\"}, {}]", true},
    {"queue", TAKES_ZEROED_QUEUE, 0}, {"doubles", TAKES_XY IN_PLACE, true},
};

static const wg_record *climb(const char *file, const planted *rung, const wg_climb_options *options, wg_results **out,
                              wg_ladder **ladder)
{
    char text[2048];
    wg_error err = {0};
    snprintf(text, sizeof text,
             "{\"title\": \"T\", \"sizes\": {\"n\": 16}, \"arguments\": [\"x:f32[n]=i+1\", \"y:f32[n]\", \"n:i32=n\"], "
             "\"outputs\": {\"y\": 0}, \"reference\": \"copied\", \"grid\": \"n/8\", \"block\": 8, "
             "\"rungs\": [{\"name\": \"r\", \"file\": \"%s\", \"kernel\": \"%s\"%s}]}",
             file, rung->kernel, rung->more);
    if (wg_ladder_open(scratch_write("ladder.json", text), &(wg_ladder_options){.trust = true}, ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    if (wg_climb_run(*ladder, options, out, &err) != WG_OK)
        fail_msg("%s", err.text);
    return &(*out)->records[0];
}

static void climb_planted(const char *file, const planted *rungs, size_t count, const char *device)
{
    const wg_climb_options options = {.device = device};
    for (size_t k = 0; k < count; k++) {
        wg_ladder *ladder;
        wg_results *results;
        const wg_record *r = climb(file, &rungs[k], &options, &results, &ladder);
        wg_verification expected = rungs[k].is_right ? WG_RIGHT : WG_WRONG;
        if (r->verification != expected)
            fail_msg("%s, %s%s: %s: %s", file, rungs[k].kernel, rungs[k].more, wg_verification_word(r->verification),
                     r->reason);
        if (!rungs[k].is_right) {
            assert_contains(r->reason, "run again with random bits in its outputs: ");
            assert_false(r->has_time);
            assert_false(r->has_counters);
            assert_true(r->estimate.seconds == 0);
        }
        wg_results_free(results);
        wg_ladder_close(ladder);
    }
}

static void on_the_cpu(void **state)
{
    (void)state;
    climb_planted("rungs.c", in_c, sizeof in_c / sizeof *in_c, NULL);
}

static void on_the_simulator(void **state)
{
    (void)state;
    climb_planted("rungs.ptx", in_ptx, sizeof in_ptx / sizeof *in_ptx, NULL);
}

static void on_opencl(void **state)
{
    wg_engine *engine;
    (void)state;
    if (wg_engine_open("opencl", &(wg_engine_options){0}, &engine, NULL) != WG_OK)
        skip();
    wg_engine_close(engine);
    climb_planted("rungs.cl", in_ptx, sizeof in_ptx / sizeof *in_ptx, "opencl");
}

/* The counters are those of one run, however often it ran. */
static void counted_once(void **state)
{
    wg_ladder *ladder;
    wg_results *results;
    (void)state;
    const wg_record *r = climb("rungs.ptx", &in_ptx[0], &(wg_climb_options){0}, &results, &ladder);
    assert_int_equal(r->counters.value[WG_COUNTER_global_store_requests], 2);
    assert_int_equal(r->blocks_run, 2);
    wg_results_free(results);
    wg_ladder_close(ladder);
}

/* Who wants a single run gets one, and is told no more than that one shows. */
static void not_where_nobody_asks(void **state)
{
    static const wg_climb_options untimed = {.no_time = true}, unchecked = {.no_check = true};
    wg_ladder *ladder;
    wg_results *results;
    (void)state;
    assert_int_equal(climb("rungs.c", &in_c[1], &untimed, &results, &ladder)->verification, WG_RIGHT);
    wg_results_free(results);
    wg_ladder_close(ladder);
    assert_int_equal(climb("rungs.c", &in_c[1], &unchecked, &results, &ladder)->verification, WG_UNCHECKED);
    wg_results_free(results);
    wg_ladder_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_cpu),   cmocka_unit_test(on_the_simulator),      cmocka_unit_test(on_opencl),
        cmocka_unit_test(counted_once), cmocka_unit_test(not_where_nobody_asks),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}
