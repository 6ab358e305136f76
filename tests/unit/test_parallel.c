/* SPDX-License-Identifier: Apache-2.0 */
/* Work that is split over threads: every piece is done once, whoever does it. */
#include "base/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 1000 };

static void count(void *user, size_t nth)
{
    ((int *)user)[nth]++; /* two threads with the same nth would be seen by the thread sanitizer */
}

static void does_each_once(void **state)
{
    (void)state;
    const struct {
        unsigned threads;
        size_t pieces;
    } cases[] = {{1, MOST}, {2, MOST}, {7, MOST}, {7, 3}, {0, 5}, {2, 1}, {2, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int done[MOST] = {0};
        wg_parallel_run(cases[k].threads, cases[k].pieces, count, done);
        for (size_t n = 0; n < MOST; n++)
            assert_int_equal(done[n], n < cases[k].pieces);
    }
}

static void counts_threads(void **state)
{
    (void)state;
    assert_int_equal(wg_parallel_threads(3), 3);
    assert_true(wg_parallel_threads(0) >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(does_each_once), cmocka_unit_test(counts_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
