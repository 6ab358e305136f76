/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels taken apart: what the times prove; and the variants of every kernel of the ladders, which run without a fault
 * on the simulator and do to memory just what they should. */
#include "analysis/ablation.h"
#include "run/ablation.h"
#include "run/climb.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- reading the times ---- */

static void times_are_read_as_the_lectures_do(void **state)
{
    (void)state;
    static const struct {
        wg_ablation_times times;
        const char *word;
        wg_limiter fits, does_not;
    } cases[] = {
        {{100, 95, 20, 100, 100, false, false, false, false}, "memory", WG_LIMITER_dram, WG_LIMITER_issue},
        {{100, 30, 98, 100, 100, false, false, false, false}, "compute", WG_LIMITER_pipe, WG_LIMITER_dram},
        {{100, 92, 88, 100, 100, false, false, false, false}, "both", WG_LIMITER_issue, WG_LIMITER_COUNT},
        {{100, 72, 74, 100, 100, false, false, false, false}, "both", WG_LIMITER_latency, WG_LIMITER_COUNT},
        {{100, 80, 50, 100, 100, false, false, false, false}, "mostly memory", WG_LIMITER_dram, WG_LIMITER_issue},
        {{100, 50, 80, 100, 100, false, false, false, false}, "mostly compute", WG_LIMITER_issue, WG_LIMITER_dram},
        {{100, 45, 55, 100, 100, false, false, false, false}, "latency", WG_LIMITER_latency, WG_LIMITER_dram},
        {{100, 20, 30, 100, 100, false, false, false, false}, "latency", WG_LIMITER_barriers, WG_LIMITER_issue},
        {{100, 98, 10, 30, 100, false, false, false, false}, "access", WG_LIMITER_l1, WG_LIMITER_shared},
        {{100, 20, 99, 100, 40, false, false, false, false}, "conflicts", WG_LIMITER_shared, WG_LIMITER_l1},
        {{100, 95, NAN, NAN, NAN, false, false, false, false}, "memory", WG_LIMITER_l2, WG_LIMITER_pipe},
        {{100, 40, 95, 100, 100, true, false, false, false}, "compute", WG_LIMITER_pipe, WG_LIMITER_dram},
        {{100, 75, 95, 100, 100, true, false, false, false},
         "-",
         WG_LIMITER_COUNT,
         WG_LIMITER_pipe}, /* the loads that stayed may be what is slow */
        {{100, 40, 30, 100, 100, true, false, false, false}, "latency", WG_LIMITER_latency, WG_LIMITER_pipe},
        {{100, 99, NAN, 100, 100, false, true, false, false},
         "-",
         WG_LIMITER_COUNT,
         WG_LIMITER_dram}, /* so may what is computed */
        {{100, 99, 20, 100, 100, false, true, false, false}, "memory", WG_LIMITER_dram, WG_LIMITER_pipe},
        {{100, 99, 20, 100, 100, false, false, true, false}, "memory", WG_LIMITER_pipe, WG_LIMITER_issue},
        {{100, 20, 99, 100, 100, false, false, false, true}, "compute", WG_LIMITER_l1, WG_LIMITER_dram},
        {{NAN, NAN, NAN, NAN, NAN, false, false, false, false}, "-", WG_LIMITER_COUNT, WG_LIMITER_dram},
        {{0, 1, 1, 1, 1, false, false, false, false}, "-", WG_LIMITER_COUNT, WG_LIMITER_dram},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_ablation_verdict verdict = wg_ablation_read(&cases[k].times);
        assert_string_equal(verdict.word, cases[k].word);
        assert_int_equal(wg_ablation_allows(&verdict, cases[k].fits), cases[k].fits != WG_LIMITER_COUNT);
        assert_false(wg_ablation_allows(&verdict, cases[k].does_not));
    }
}

/* ---- ideal addresses ---- */

/* Stores a one to every word there is, not as one should: the members of structures one after the other, the columns of
 * a matrix. */
static const char ones_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry members(.param .u64 out)\n{\n    .reg .b32 %r<4>; .reg .b64 %d<6>;\n    ld.param.u64 %d1, [out];\n"
    "    mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 16; add.u64 %d3, %d1, %d2;\n    mov.u32 %r2, 1;\n"
    "    st.global.u32 [%d3], %r2;\n    st.global.u32 [%d3+4], %r2;\n    st.global.u32 [%d3+8], %r2;\n"
    "    st.global.u32 [%d3+12], %r2;\n    ret;\n}\n"
    ".visible .entry columns(.param .u64 out)\n{\n    .reg .b32 %r<6>; .reg .b64 %d<6>;\n    ld.param.u64 %d1, [out];\n"
    "    mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31; shr.u32 %r3, %r1, 5; mad.lo.u32 %r4, %r2, 32, %r3;\n"
    "    mul.wide.u32 %d2, %r4, 4; add.u64 %d3, %d1, %d2;\n    mov.u32 %r5, 1;\n    st.global.u32 [%d3], %r5;\n"
    "    ret;\n}\n";

static void check_everything_is_written(const char *kernel, const char *block)
{
    enum { WORDS = 1024 };
    const wg_engine_options options = {0};
    const wg_run_options slack = {.slack = WG_IDEAL_SLACK};
    wg_ablation_notes notes = {0};
    const wg_ablation ideal = {.variant = WG_VARIANT_IDEAL_ACCESS, .notes = &notes};
    wg_error err = {0};
    wg_spec *spec;
    wg_engine *engine;
    wg_run *run = NULL;
    size_t size;
    assert_int_equal(wg_spec_open(scratch_write("ones.ptx", ones_ptx), &spec, &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "kernel", kernel, "-k", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "grid", "1", "--grid", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "block", block, "--block", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "out:u32[1024]", "-a", &err), WG_OK);
    assert_int_equal(wg_spec_complete(spec, &err), WG_OK);
    assert_int_equal(wg_engine_open("sim", &options, &engine, &err), WG_OK);
    if (wg_run_open(spec, engine, &slack, &run, &err) != WG_OK || wg_run_rebuild(run, &ideal, 0, &err) != WG_OK ||
        wg_run_launch(run, &err) != WG_OK)
        fail_msg("%s", err.text);
    const uint32_t *out = wg_run_memory(run, "out", &size);
    for (int k = 0; k < WORDS; k++)
        if (out[k] != 1)
            fail_msg("%s: word %d is not written", kernel, k);
    assert_int_equal(run->profile.total.value[WG_COUNTER_global_store_sectors], WORDS * 4 / 32);
    wg_run_close(run);
    wg_engine_close(engine);
    wg_spec_free(spec);
}

static void ideal_accesses_share_out_what_there_is(void **state)
{
    (void)state;
    check_everything_is_written("members", "256");
    check_everything_is_written("columns", "1024");
}

/* ---- the ladders ---- */

static const wg_counter far_accesses[] = {
    WG_COUNTER_global_load_requests,   WG_COUNTER_global_load_sectors,   WG_COUNTER_global_load_bytes,
    WG_COUNTER_global_store_requests,  WG_COUNTER_global_store_sectors,  WG_COUNTER_global_store_bytes,
    WG_COUNTER_global_atomic_requests, WG_COUNTER_global_atomic_sectors, WG_COUNTER_texture_requests,
    WG_COUNTER_texture_sectors,        WG_COUNTER_local_load_requests,   WG_COUNTER_local_load_sectors,
    WG_COUNTER_local_store_requests,   WG_COUNTER_local_store_sectors,
};
enum { FAR = sizeof far_accesses / sizeof *far_accesses, FAR_WITHOUT_LOCAL = FAR - 4 };

static uint64_t count(const wg_variant_result *v, wg_counter counter)
{
    return v->counters.value[counter];
}

/* Blocks that take work from each other do different amounts of it when they are faster or slower. */
static bool is_racing(const char *rung)
{
    return !strcmp(rung, "divergence/tree_queue");
}

static int complain(const char *rung, const char *what)
{
    print_error("%s: %s\n", rung, what);
    return 1;
}

/* Older compilers leave calls of functions that others inline, and kernels that call cannot be taken apart. */
static bool is_called(const wg_variant_result *v)
{
    char compilers[4096];
    wg_compile_describe(compilers, sizeof compilers);
    const char *nvrtc = strstr(compilers, "NVRTC"), *missing = nvrtc ? strstr(nvrtc, "not found") : NULL;
    bool is_there = nvrtc && (!missing || memchr(nvrtc, '\n', (size_t)(missing - nvrtc)));
    return !v->has_run && strstr(v->note, "calls a function") && !is_there;
}

/* Every access in question had to stay, and it says so. */
static bool is_refused(const wg_variant_result *v)
{
    if (is_called(v))
        return true;
    return !v->has_run && v->notes.kept && !v->notes.changed && !strncmp(v->note, "not possible: control", 21);
}

static int check_memory_only(const char *rung, const wg_ablation_result *a)
{
    const wg_variant_result *full = &a->of[WG_VARIANT_FULL], *v = &a->of[WG_VARIANT_MEMORY_ONLY];
    if (is_called(v))
        return 0;
    if (!v->has_run)
        return complain(rung, v->note[0] ? v->note : "no memory-only variant");
    for (int k = 0; k < FAR && !is_racing(rung); k++)
        if (count(full, far_accesses[k]) != count(v, far_accesses[k]))
            return complain(rung, wg_counter_infos[far_accesses[k]].name);
    return 0;
}

static int check_compute_only(const char *rung, const wg_ablation_result *a)
{
    const wg_variant_result *v = &a->of[WG_VARIANT_COMPUTE_ONLY];
    if (is_refused(v))
        return 0;
    if (!v->has_run && !v->is_same)
        return complain(rung, v->note[0] ? v->note : "no compute-only variant");
    for (int k = 0; k < FAR_WITHOUT_LOCAL && !v->notes.kept; k++)
        if (count(v, far_accesses[k]))
            return complain(rung, "compute-only goes to memory");
    return v->notes.kept && !v->notes.line ? complain(rung, "nothing depends on an access that was kept") : 0;
}

/* As few sectors as the bytes need: a part of one a request is lost where lanes are missing. */
static int check_ideal_access(const char *rung, const wg_ablation_result *a)
{
    const wg_variant_result *full = &a->of[WG_VARIANT_FULL], *v = &a->of[WG_VARIANT_IDEAL_ACCESS];
    static const wg_counter counters[][3] = {
        {WG_COUNTER_global_load_requests, WG_COUNTER_global_load_sectors, WG_COUNTER_global_load_bytes},
        {WG_COUNTER_global_store_requests, WG_COUNTER_global_store_sectors, WG_COUNTER_global_store_bytes}};
    if (v->is_same || is_refused(v))
        return 0;
    if (!v->has_run)
        return complain(rung, v->note[0] ? v->note : "no ideal-access variant");
    for (int k = 0; k < 2 && !is_racing(rung); k++) {
        const wg_counter *c = counters[k];
        if (count(full, c[0]) != count(v, c[0]) || count(full, c[2]) != count(v, c[2]))
            return complain(rung, "ideal access makes other requests");
        if (count(v, c[1]) > count(full, c[1]))
            return complain(rung, "ideal access takes more sectors");
        double fewest = (double)count(v, c[2]) / 32 + (double)count(v, c[0]);
        if (!v->notes.kept && (double)count(v, c[1]) > 1.25 * fewest)
            return complain(rung, "ideal access is not ideal");
    }
    return 0;
}

static int check_conflict_free(const char *rung, const wg_ablation_result *a)
{
    const wg_variant_result *full = &a->of[WG_VARIANT_FULL], *v = &a->of[WG_VARIANT_CONFLICT_FREE];
    if (v->is_same || is_refused(v))
        return 0;
    if (!v->has_run)
        return complain(rung, v->note[0] ? v->note : "no conflict-free variant");
    if (count(full, WG_COUNTER_shared_load_requests) != count(v, WG_COUNTER_shared_load_requests))
        return complain(rung, "conflict-free makes other requests");
    return count(v, WG_COUNTER_shared_conflicts) * 10 > count(full, WG_COUNTER_shared_conflicts)
               ? complain(rung, "conflict-free has conflicts")
               : 0;
}

static int check_ladder(const char *name, size_t *checked)
{
    wg_ladder_options options = {.sizes = WG_SIZES_TEST};
    wg_climb_options climbing = {.no_check = true, .ablate = true};
    wg_ladder *ladder;
    wg_results *climb;
    wg_error err = {0};
    const char *methods[256];
    char path[256], rung[300];
    int wrong = 0;
    snprintf(path, sizeof path, "ladders/%s", name);
    if (wg_ladder_open(path, &options, &ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < ladder->rung_count; k++)
        if (ladder->rungs[k].kind == WG_RUNG_CUDA)
            methods[climbing.method_count++] = ladder->rungs[k].name;
    climbing.methods = methods;
    if (wg_climb_run(ladder, &climbing, &climb, &err) != WG_OK)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < climb->count; k++) {
        const wg_ablation_result *a = climb->records[k].ablation;
        snprintf(rung, sizeof rung, "%s/%s", name, climb->records[k].name);
        if (!a) {
            wrong += complain(rung, climb->records[k].reason);
            continue;
        }
        wrong += check_memory_only(rung, a) + check_compute_only(rung, a) + check_ideal_access(rung, a) +
                 check_conflict_free(rung, a);
        (*checked)++;
    }
    wg_results_free(climb);
    wg_ladder_close(ladder);
    return wrong;
}

static void every_rung_has_variants_that_do_what_they_should(void **state)
{
    (void)state;
    char **names, text[4096];
    size_t count, checked = 0;
    int wrong = 0;
    wg_compile_describe(text, sizeof text);
    if (!strstr(text, "nvrtc") && !strstr(text, "nvcc") && !strstr(text, "clang"))
        skip();
    assert_int_equal(wg_ladder_list(WG_LADDERS, &names, &count, NULL), WG_OK);
    for (size_t k = 0; k < count; k++)
        wrong += check_ladder(names[k], &checked);
    wg_device_list_free(names, count);
    print_message("%zu kernels taken apart\n", checked);
    assert_int_equal(wrong, 0);
    assert_true(checked > 100);
}

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    return scratch_begin(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(times_are_read_as_the_lectures_do),
                                       cmocka_unit_test(ideal_accesses_share_out_what_there_is),
                                       cmocka_unit_test(every_rung_has_variants_that_do_what_they_should)};
    return cmocka_run_group_tests(tests, begin, scratch_end);
}
