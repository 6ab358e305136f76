/* SPDX-License-Identifier: Apache-2.0 */
/* No memory, wherever that happens: public functions return WG_ERR_SYSTEM or NULL, and the next call is as good as the
 * first. The linker leads the library's calls of calloc and realloc to those here (tests/CMakeLists.txt), which let one
 * of them fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

#include <cmocka.h>

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static atomic_long allocations, fails; /* so many there were; the one that fails, 0: none */

static bool is_to_fail(void)
{
    return atomic_fetch_add(&allocations, 1) + 1 == atomic_load(&fails);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_to_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return is_to_fail() ? NULL : __real_realloc(block, size);
}

/* What is lost on the way is lost on purpose. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static wg_error err;
static unsigned threads;

/* ---- what is done without memory: each returns WG_OK, or what went wrong ---- */

static wg_status check_text(char *text)
{
    bool there = text && *text;
    free(text);
    return there ? WG_OK : WG_ERR_SYSTEM;
}

static wg_status explain(void)
{
    wg_kernel *kernel = (wg_kernel *)&err;
    wg_results *result = NULL;
    wg_options options = {.threads = threads, .what_if = true};
    wg_status status = wg_kernel_open("tests/cli/inputs/saxpy.ptx", &kernel, &err);
    if (status != WG_OK) {
        assert_null(kernel);
        return status;
    }
    status = wg_kernel_set(kernel, "block", "64", "here", &err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, &options, &result, &err);
    if (status == WG_OK)
        status = wg_results_assert(result, "global_store_requests > 0", &err);
    if (status == WG_OK)
        status = check_text(wg_results_write(result, WG_FORM_TEXT, &(wg_write_options){.lines = 10}));
    if (status == WG_OK)
        status = check_text(wg_results_write(result, WG_FORM_HTML, NULL));
    wg_results_close(result);
    wg_kernel_close(kernel);
    return status;
}

static wg_status ask_occupancy(void)
{
    wg_occupancy_result *result = (wg_occupancy_result *)&err;
    const wg_occupancy_question question = {
        .threads = 256, .registers = 32, .shared = 0, .barriers = 1, .carveout = WG_NOT_GIVEN};
    wg_status status = wg_occupancy_find(&question, &result, &err);
    if (status == WG_OK)
        status = check_text(wg_occupancy_write(result, WG_FORM_TEXT, NULL));
    else
        assert_null(result);
    if (status == WG_OK)
        wg_occupancy_close(result);
    return status;
}

static wg_status list_ladders(void)
{
    char *text = (char *)&err;
    wg_status status = wg_ladders_write(WG_FORM_TEXT, &text, &err);
    return status == WG_OK ? check_text(text) : status;
}

/* ---- again and again, each time without another allocation ---- */

static void without_one_at_a_time(wg_status (*action)(void), long most)
{
    atomic_store(&fails, 0);
    atomic_store(&allocations, 0);
    if (action() != WG_OK)
        fail_msg("%s", err.text);
    long all = atomic_load(&allocations), step = all > most ? all / most : 1, failures = 0;
    for (long k = 1; k <= all; k += step) {
        err = (wg_error){0};
        atomic_store(&allocations, 0);
        atomic_store(&fails, k);
        wg_status status = action();
        atomic_store(&fails, 0);
        if (status != WG_OK && status != WG_ERR_SYSTEM)
            fail_msg("without allocation %ld: status %d, %s", k, (int)status, err.text);
        if (status != WG_OK && err.status != WG_OK)
            if (!strstr(err.text, " memory "))
                fail_msg("without allocation %ld: %s", k, err.text);
        failures += status != WG_OK;
    }
    assert_true(failures > 0 && failures >= all / step / 2);
    assert_int_equal(action(), WG_OK);
}

static void on_one_thread(void **state)
{
    (void)state;
    threads = 1;
    without_one_at_a_time(explain, 60);
}

static void on_several(void **state)
{
    (void)state;
    threads = 4;
    without_one_at_a_time(explain, 60);
}

static void other_functions(void **state)
{
    (void)state;
    without_one_at_a_time(ask_occupancy, 100);
    without_one_at_a_time(list_ladders, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_one_thread), cmocka_unit_test(on_several),
                                       cmocka_unit_test(other_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
