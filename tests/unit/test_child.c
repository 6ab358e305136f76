/* SPDX-License-Identifier: Apache-2.0 */
/* Code in a process of its own: what it answers, and that nothing it does is our end. */
#include "base/child.h"

#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is(const void *request, size_t length, const char *word)
{
    return length == strlen(word) && !memcmp(request, word, length);
}

/* A child of the child holds the socket, for a moment. */
static void linger(void)
{
    if (fork() == 0) {
        usleep(300000);
        _exit(0);
    }
    raise(SIGKILL);
}

/* Does what the request says. */
static wg_status obey(void *user, const void *request, size_t length, wg_text *answer, wg_error *err)
{
    if (is(request, length, "crash"))
        raise(SIGSEGV);
    if (is(request, length, "exit"))
        exit(0);
    while (is(request, length, "loop"))
        pause();
    for (double began = now(); is(request, length, "compute") && now() < began + 0.6;)
        continue;
    if (is(request, length, "interrupt"))
        raise(SIGINT);
    if (is(request, length, "linger"))
        linger();
    if (is(request, length, "complain"))
        return wg_error_set(err, WG_ERR_FAILED, "element 3 is wrong");
    if (is(request, length, "hoard")) {
        void *volatile much = malloc((size_t)1 << 30);
        wg_text_addf(answer, "%s", much ? "got it" : "refused");
        free(much);
        return WG_OK;
    }
    if (user)
        ++*(int *)user;
    wg_text_add(answer, request, length);
    return WG_OK;
}

static wg_status ask(wg_child *child, const char *word, wg_text *answer, wg_error *err)
{
    return wg_child_ask(child, word, strlen(word), answer, err);
}

static void answers_as_often_as_asked(void **state)
{
    int *counter = wg_child_share(sizeof *counter), own = 0;
    wg_child *child;
    wg_error err = {0};
    (void)state;
    assert_non_null(counter);
    assert_int_equal(wg_child_start(obey, counter, NULL, &child, &err), WG_OK);
    for (int k = 0; k < 100; k++) {
        wg_text answer = {0};
        assert_int_equal(ask(child, "hello", &answer, &err), WG_OK);
        assert_string_equal(answer.bytes, "hello");
        wg_text_free(&answer);
    }
    assert_int_equal(*counter, 100); /* shared memory is the same for both */
    wg_child_stop(child);
    assert_int_equal(wg_child_start(obey, &own, NULL, &child, &err), WG_OK);
    assert_int_equal(ask(child, "hello", NULL, &err), WG_OK);
    assert_int_equal(own, 0); /* and other memory is a copy */
    wg_child_stop(child);
    wg_child_unshare(counter, sizeof *counter);
}

static void a_long_answer_is_whole(void **state)
{
    enum { LENGTH = 1 << 20 };
    wg_child *child;
    wg_text answer = {0};
    wg_error err = {0};
    char *request = malloc(LENGTH);
    (void)state;
    for (size_t k = 0; k < LENGTH; k++)
        request[k] = (char)('a' + k % 23);
    assert_int_equal(wg_child_start(obey, NULL, NULL, &child, &err), WG_OK);
    assert_int_equal(wg_child_ask(child, request, LENGTH, &answer, &err), WG_OK);
    assert_int_equal(answer.length, LENGTH);
    assert_memory_equal(answer.bytes, request, LENGTH);
    wg_child_stop(child);
    wg_text_free(&answer);
    free(request);
}

static void a_complaint_comes_back(void **state)
{
    wg_child *child;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_child_start(obey, NULL, NULL, &child, &err), WG_OK);
    assert_int_equal(ask(child, "complain", NULL, &err), WG_ERR_FAILED);
    assert_string_equal(err.text, "element 3 is wrong");
    assert_int_equal(ask(child, "hello", NULL, &err), WG_OK); /* it is still there */
    wg_child_stop(child);
}

static void assert_ends(const char *word, const wg_child_limits *limits, wg_status status, const char *says)
{
    wg_child *child;
    wg_error err = {0};
    assert_int_equal(wg_child_start(obey, NULL, limits, &child, &err), WG_OK);
    assert_int_equal(ask(child, word, NULL, &err), status);
    assert_says(&err, says);
    assert_int_not_equal(ask(child, "hello", NULL, &err), WG_OK);
    wg_child_stop(child);
}

static void a_crash_is_a_fault(void **state)
{
    (void)state;
    assert_ends("crash", NULL, WG_ERR_FAULT, "it crashed: signal 11");
}

static void end_with_another_status(int status, void *unused)
{
    (void)status, (void)unused;
    _exit(77);
}

/* Neither a pass nor the parent's business: handlers of ours do not run there. */
static void exit_is_a_fault(void **state)
{
    (void)state;
    if (fork() == 0) {
        on_exit(end_with_another_status, NULL);
        wg_error err = {0};
        wg_child *child;
        bool right = wg_child_start(obey, NULL, NULL, &child, &err) == WG_OK &&
                     ask(child, "exit", NULL, &err) == WG_ERR_FAULT && strstr(err.text, "exit status 0 instead");
        _exit(right ? 0 : 1);
    }
    int result = -1;
    wait(&result);
    assert_int_equal(result, 0);
}

static void what_does_not_return_is_ended(void **state)
{
    const wg_child_limits limits = {.seconds = 0.2};
    double began = now();
    (void)state;
    assert_ends("loop", &limits, WG_ERR_FAULT, "it did not return within 0.2 s");
    assert_true(now() - began < 5);
}

/* Waiting for nothing is told from work: what computes may take its time. */
static void standing_still_is_limited(void **state)
{
    const wg_child_limits limits = {.idle = 0.3};
    wg_child *child;
    wg_error err = {0};
    (void)state;
    assert_ends("loop", &limits, WG_ERR_FAULT, "it stood still for 0.3 s");
    assert_int_equal(wg_child_start(obey, NULL, &limits, &child, &err), WG_OK);
    assert_int_equal(wg_child_ask(child, "compute", strlen("compute"), NULL, &err), WG_OK);
    wg_child_stop(child);
}

static void an_end_that_the_socket_hides_is_seen(void **state)
{
    double began = now();
    (void)state;
    assert_ends("linger", NULL, WG_ERR_FAULT, "signal 9");
    assert_true(now() - began < 5);
}

static void the_user_may_interrupt(void **state)
{
    volatile sig_atomic_t flag = 1;
    const wg_child_limits limits = {.interrupted = &flag};
    (void)state;
    assert_ends("interrupt", NULL, WG_ERR_INTERRUPTED, "interrupted");
    assert_ends("loop", &limits, WG_ERR_INTERRUPTED, "interrupted");
}

static void memory_is_limited(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    const wg_child_limits limits = {.memory = (uint64_t)64 << 20};
    wg_child *child;
    wg_text answer = {0};
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_child_start(obey, NULL, &limits, &child, &err), WG_OK);
    assert_int_equal(ask(child, "hoard", &answer, &err), WG_OK);
    assert_string_equal(answer.bytes, "refused");
    assert_int_equal(ask(child, "hello", NULL, &err), WG_OK);
    wg_text_free(&answer);
    wg_child_stop(child);
}

static void nothing_is_left_behind(void **state)
{
    wg_error err = {0};
    (void)state;
    for (int k = 0; k < 3; k++)
        assert_int_equal(wg_child_run(obey, NULL, NULL, NULL, &err), WG_OK);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child of ours, dead or alive */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_as_often_as_asked), cmocka_unit_test(a_long_answer_is_whole),
        cmocka_unit_test(a_complaint_comes_back),    cmocka_unit_test(a_crash_is_a_fault),
        cmocka_unit_test(exit_is_a_fault),           cmocka_unit_test(what_does_not_return_is_ended),
        cmocka_unit_test(standing_still_is_limited), cmocka_unit_test(an_end_that_the_socket_hides_is_seen),
        cmocka_unit_test(the_user_may_interrupt),    cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(nothing_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
