/* SPDX-License-Identifier: Apache-2.0 */
/* Running out of memory: the guard that was set last returns, on the thread that set it; without one the program
 * aborts.
 */
#include "base/arena.h"
#include "base/guard.h"
#include "base/parallel.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const size_t TOO_MUCH = PTRDIFF_MAX / 2;

static wg_status take(size_t bytes, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    free(wg_alloc(bytes));
    return WG_OK;
}

static char *take_text(size_t bytes)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_alloc(bytes);
}

static void a_failure_returns(void **state)
{
    wg_error err = {0};
    char *text = take_text(8);
    (void)state;
    assert_int_equal(take(8, &err), WG_OK);
    assert_int_equal(take(TOO_MUCH, &err), WG_ERR_SYSTEM);
    char says[100];
    snprintf(says, sizeof says, "out of memory (%zu bytes)", TOO_MUCH);
    assert_string_equal(err.text, says);
    assert_int_equal(err.status, WG_ERR_SYSTEM);
    assert_int_equal(take(TOO_MUCH, NULL), WG_ERR_SYSTEM);
    assert_int_equal(take(8, &err), WG_OK); /* and the next goes well */
    assert_non_null(text);
    assert_null(take_text(TOO_MUCH));
    free(text);
}

static wg_status grow(void **block, size_t bytes, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    *block = wg_realloc(*block, bytes);
    return WG_OK;
}

static wg_status fill_arena(wg_arena *arena, size_t bytes, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_arena_alloc(arena, bytes);
    return WG_OK;
}

/* What is not there is as little there for a block that grows, and for an arena. */
static void everything_that_allocates(void **state)
{
    wg_error err = {0};
    wg_arena arena = {0};
    void *block = NULL;
    (void)state;
    assert_int_equal(grow(&block, 1, &err), WG_OK);
    memset(block, 7, 1);
    assert_int_equal(grow(&block, TOO_MUCH, &err), WG_ERR_SYSTEM);
    assert_int_equal(*(unsigned char *)block, 7); /* the old one stays */
    assert_int_equal(fill_arena(&arena, 100, &err), WG_OK);
    assert_int_equal(fill_arena(&arena, TOO_MUCH, &err), WG_ERR_SYSTEM);
    assert_int_equal(fill_arena(&arena, SIZE_MAX, &err), WG_ERR_SYSTEM);
    assert_int_equal(fill_arena(&arena, 100, &err), WG_OK);
    wg_arena_free(&arena);
    free(block);
}

/* The inner guard returns, and the outer one still stands. */
static wg_status nested(bool outer_fails, wg_status *inner, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    *inner = take(TOO_MUCH, NULL);
    if (outer_fails)
        wg_alloc(TOO_MUCH);
    return WG_OK;
}

static void guards_nest(void **state)
{
    wg_error err = {0};
    wg_status inner = WG_OK;
    (void)state;
    assert_int_equal(nested(false, &inner, &err), WG_OK);
    assert_int_equal(inner, WG_ERR_SYSTEM);
    inner = WG_OK;
    assert_int_equal(nested(true, &inner, &err), WG_ERR_SYSTEM);
    assert_int_equal(inner, WG_ERR_SYSTEM);
}

/* ---- threads ---- */

typedef struct pieces {
    size_t fails; /* the piece that asks for too much */
    int done[1000];
} pieces;

static void work(void *user, size_t nth)
{
    pieces *p = user;
    if (nth == p->fails)
        wg_alloc(TOO_MUCH);
    free(wg_alloc(16));
    p->done[nth]++;
}

static wg_status work_on(unsigned threads, pieces *p, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_parallel_run(threads, 1000, work, p);
    return WG_OK;
}

/* Whichever thread it is that fails, the one that started them does so in its turn, and no piece is done twice. */
static void a_worker_fails(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 8; threads++)
        for (size_t fails = 0; fails < 1000; fails += 111) {
            pieces p = {.fails = fails};
            wg_error err = {0};
            assert_int_equal(work_on(threads, &p, &err), WG_ERR_SYSTEM);
            assert_non_null(strstr(err.text, "out of memory ("));
            assert_int_equal(p.done[fails], 0);
            for (size_t n = 0; n < 1000; n++)
                assert_true(p.done[n] <= 1 && (n >= fails || p.done[n] == 1 || threads > 1));
        }
    pieces all = {.fails = SIZE_MAX};
    assert_int_equal(work_on(4, &all, NULL), WG_OK);
    for (size_t n = 0; n < 1000; n++)
        assert_int_equal(all.done[n], 1);
}

/* ---- no guard ---- */

static void without_a_guard(void **state)
{
    (void)state;
    int ends[2], how = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        wg_alloc(TOO_MUCH);
        _exit(0);
    }
    char said[4096] = "";
    close(ends[1]);
    for (size_t at = 0; at < sizeof said - 1;) {
        ssize_t length = read(ends[0], said + at, sizeof said - 1 - at);
        if (length <= 0)
            break;
        at += (size_t)length;
    }
    close(ends[0]);
    waitpid(child, &how, 0);
    assert_true(WIFSIGNALED(how) || WEXITSTATUS(how) != 0); /* sanitizers turn the signal into an exit */
    assert_non_null(strstr(said, "warpgrind: out of memory ("));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failure_returns), cmocka_unit_test(everything_that_allocates),
                                       cmocka_unit_test(guards_nest), cmocka_unit_test(a_worker_fails),
                                       cmocka_unit_test(without_a_guard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
