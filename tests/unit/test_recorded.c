/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator against hardware: every launch recorded in tests/recorded/h200 runs here, and its counters are compared
 * with what ncu read on an H200, its buffers with what the GPU left in them; then every CUDA rung of the ladders.
 * recorded.h says how. */
#include "recorded.h"

#include "run/climb.h"
#include "spec/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- buffers ---- */

static uint64_t fnv1a(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

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

static table read_recorded(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "h200/%s", name);
    return read_table(path);
}

static void compare_all(const char *ptx, const char *cases_name, const char *counters_name, bool with_buffers)
{
    table cases = read_recorded(cases_name), counters = read_recorded(counters_name),
          differences = read_recorded("differences.csv");
    table checksums = with_buffers ? read_recorded("checksums.csv") : (table){0};
    int wrong = 0;
    for (size_t row = 1; row < cases.rows; row++) {
        wg_spec *spec;
        wg_engine_options options = {0};
        const char *name = cell(&cases, row, "case");
        wg_run *run = run_recorded(ptx, &cases, row, &options, &spec);
        wrong += run ? compare_counters(name, &run->profile.total, &counters, &differences) : 1;
        if (run && with_buffers)
            wrong += compare_buffers(name, run, &checksums, &differences);
        wg_run_close(run);
        wg_spec_free(spec);
    }
    print_message("%zu launches compared with the H200, %d counters or buffers wrong\n", cases.rows - 1, wrong);
    free_table(&cases);
    free_table(&counters);
    free_table(&differences);
    free_table(&checksums);
    assert_int_equal(wrong, 0);
}

static void test_kernels(void **state)
{
    (void)state;
    compare_all("kernels.ptx", "cases.csv", "counters.csv", true);
}

/* The large ones: with sanitizers the small ones above have to do. */
static void test_rungs(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    compare_all("rungs.ptx", "rungs_cases.csv", "rungs_counters.csv", false);
}

/* ---- ladders ---- */

static int compare_ladder(const char *name, const table *counters, const table *differences, size_t *compared)
{
    wg_ladder_options options = {0};
    wg_climb_options climbing = {.no_check = true};
    wg_ladder *ladder;
    wg_results *climb;
    wg_error err = {0};
    char folder[256];
    int wrong = 0;
    snprintf(folder, sizeof folder, "ladders/%s", name);
    if (wg_ladder_open(folder, &options, &ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    const char *methods[256];
    char rung[300];
    for (size_t k = 0; k < ladder->rung_count; k++) {
        snprintf(rung, sizeof rung, "%s/%s", name, ladder->rungs[k].name);
        if (ladder->rungs[k].kind == WG_RUNG_CUDA && is_recorded(counters, rung))
            methods[climbing.method_count++] = ladder->rungs[k].name;
    }
    climbing.methods = methods;
    if (!climbing.method_count) { /* which would mean all of them */
        wg_ladder_close(ladder);
        return 0;
    }
    if (wg_climb_run(ladder, &climbing, &climb, &err) != WG_OK)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < climb->count; k++) {
        snprintf(rung, sizeof rung, "%s/%s", name, climb->records[k].name);
        assert_true(climb->records[k].has_counters);
        wrong += compare_counters(rung, &climb->records[k].counters, counters, differences);
        (*compared)++;
    }
    wg_results_free(climb);
    wg_ladder_close(ladder);
    return wrong;
}

/* Every CUDA rung at its default size. */
static void test_ladders(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    if (!compiles_as_recorded())
        skip();
    table counters = read_table("ladders/counters.csv"), differences = read_table("ladders/differences.csv");
    char **names;
    size_t count, compared = 0;
    int wrong = 0;
    assert_int_equal(wg_ladder_list(WG_LADDERS, &names, &count, NULL), WG_OK);
    for (size_t k = 0; k < count; k++)
        wrong += compare_ladder(names[k], &counters, &differences, &compared);
    print_message("%zu rungs compared with the H200, %d counters wrong\n", compared, wrong);
    assert_int_equal(compared, counters.rows - 1);
    wg_device_list_free(names, count);
    free_table(&counters);
    free_table(&differences);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels), cmocka_unit_test(test_rungs),
                                       cmocka_unit_test(test_ladders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
