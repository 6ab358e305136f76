/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that are started: how they end, and that nothing of them is left when they are stopped. */
#include "base/file.h"
#include "compile/command.h"
#include "compile/compile.h"
#include "compile/ptxas.h"
#include "scratch.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static wg_error err;
static int exit_status;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs a script of the test's own. */
static wg_status run(const char *script, wg_stop *interrupted, const char *folder)
{
    wg_command command = {.interrupted = interrupted, .scratch = folder};
    wg_command_add(&command, "/bin/sh");
    wg_command_add(&command, "-c");
    wg_command_add(&command, script);
    err = (wg_error){0};
    exit_status = -1;
    wg_status status = wg_command_run(&command, scratch_path("log"), &exit_status, &err);
    wg_command_free(&command);
    return status;
}

static char *log_text(void)
{
    char *text;
    size_t length;
    assert_int_equal(wg_file_read(scratch_path("log"), &text, &length, NULL), WG_OK);
    return text;
}

static void ends_are_told(void **state)
{
    (void)state;
    assert_int_equal(run("exit 0", NULL, NULL), WG_OK);
    assert_int_equal(exit_status, 0);
    assert_int_equal(run("exit 7", NULL, NULL), WG_OK);
    assert_int_equal(exit_status, 7);
    assert_int_equal(run("kill -SEGV $$", NULL, NULL), WG_OK);
    assert_int_equal(exit_status, 128 + SIGSEGV);
    assert_int_equal(run("kill -TERM $$", NULL, NULL), WG_ERR_INTERRUPTED);
    assert_says(&err, "/bin/sh was interrupted");
}

static void temporary_files_have_a_folder(void **state)
{
    (void)state;
    assert_int_equal(run("echo $TMPDIR", NULL, "/some/where"), WG_OK);
    char *text = log_text();
    assert_string_equal(text, "/some/where\n");
    free(text);
}

static void leads_a_group_of_its_own(void **state)
{
    (void)state;
    assert_int_equal(run("echo $$; cut -d' ' -f5 /proc/$$/stat", NULL, NULL), WG_OK);
    long process, group;
    char *text = log_text();
    assert_int_equal(sscanf(text, "%ld %ld", &process, &group), 2);
    assert_int_equal(process, group);
    free(text);
}

/* ---- stopping ---- */

/* Whether the process whose number the script wrote still runs; one that nobody waited for does not. */
static bool runs_now(const char *file)
{
    char *text, path[64], state = 0;
    size_t length;
    assert_int_equal(wg_file_read(file, &text, &length, NULL), WG_OK);
    snprintf(path, sizeof path, "/proc/%d/stat", atoi(text));
    free(text);
    FILE *stat = fopen(path, "r");
    if (!stat)
        return false;
    int found = fscanf(stat, "%*d (%*[^)]) %c", &state);
    fclose(stat);
    return found == 1 && state != 'Z' && state != 'X';
}

/* One that was killed may take a moment. */
static bool runs(const char *file)
{
    for (int k = 0; k < 100 && runs_now(file); k++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return runs_now(file);
}

static void *raise_flag(void *flag)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    *(volatile sig_atomic_t *)flag = 1;
    return NULL;
}

/* A program that starts another and waits for it, as nvcc does; with the words in front. */
static wg_status stop_a_tree(const char *words, wg_stop *flag)
{
    char script[2048];
    snprintf(script, sizeof script, "%s sleep 60 & echo $! >%s; wait; sleep 60", words, scratch_path("pid"));
    return run(script, flag, NULL);
}

static void a_flag_stops_it_and_what_it_started(void **state)
{
    (void)state;
    const char *const words[] = {"", "trap '' TERM;"}; /* the second does not want to end */
    for (size_t k = 0; k < 2; k++) {
        volatile sig_atomic_t flag = 0;
        pthread_t thread;
        double begin = now();
        assert_int_equal(pthread_create(&thread, NULL, raise_flag, (void *)&flag), 0);
        assert_int_equal(stop_a_tree(words[k], &flag), WG_ERR_INTERRUPTED);
        assert_true(now() - begin < 5);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_false(runs(scratch_path("pid")));
    }
}

static void time_is_limited(void **state)
{
    (void)state;
    setenv("WARPGRIND_COMPILER_TIMEOUT", "0.3", 1);
    double begin = now();
    assert_int_equal(stop_a_tree("", NULL), WG_ERR_TIMEOUT);
    assert_true(now() - begin < 5);
    assert_says(&err, "/bin/sh did not end within 0.3 s and was stopped");
    assert_says(&err, "WARPGRIND_COMPILER_TIMEOUT");
    assert_false(runs(scratch_path("pid")));
    assert_int_equal(run("exit 0", NULL, NULL), WG_OK);
    const char *const others[] = {"0", "soon", "-1", ""}; /* none; the default */
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        setenv("WARPGRIND_COMPILER_TIMEOUT", others[k], 1);
        assert_int_equal(run("sleep 0.01", NULL, NULL), WG_OK);
    }
    unsetenv("WARPGRIND_COMPILER_TIMEOUT");
}

/* ---- compilers that hang ---- */

static const char *make_tool(const char *name, const char *script)
{
    const char *path = scratch_write(name, script);
    assert_int_equal(chmod(path, 0755), 0);
    return path;
}

/* Nothing is left in the folder for temporary files. */
static int set_up_tools(void)
{
    mkdir(scratch_path("tmp"), 0700);
    setenv("TMPDIR", scratch_path("tmp"), 1);
    setenv("WARPGRIND_CACHE", scratch_path("cache"), 1);
    return setenv("WARPGRIND_COMPILER_TIMEOUT", "0.3", 1);
}

static void a_compiler_that_hangs_is_named(void **state)
{
    (void)state;
    wg_compiled compiled;
    assert_int_equal(set_up_tools(), 0);
    setenv("WARPGRIND_NVCC", make_tool("nvcc", "#!/bin/sh\ntouch $TMPDIR/left\nsleep 60\n"), 1);
    const char *source = scratch_write("k.cu", "__global__ void k(int *p) { *p = 1; }\n");
    assert_int_equal(wg_compile(source, &(wg_compile_options){.with = "nvcc"}, &compiled, &err), WG_ERR_TIMEOUT);
    assert_says(&err, "/nvcc did not end within 0.3 s");
    volatile sig_atomic_t flag = 1;
    wg_compile_options options = {.with = "nvcc", .interrupted = &flag};
    assert_int_equal(wg_compile(source, &options, &compiled, &err), WG_ERR_INTERRUPTED);
    assert_int_equal(rmdir(scratch_path("tmp")), 0);
}

static void a_ptxas_that_hangs_is_not_missing(void **state)
{
    (void)state;
    wg_ptxas_report report;
    const char *const scripts[] = {"#!/bin/sh\nsleep 60\n", /* or only with a kernel */
                                   "#!/bin/sh\n[ \"$1\" = --version ] || sleep 60\n"};
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(set_up_tools(), 0);
        setenv("WARPGRIND_PTXAS", make_tool("ptxas", scripts[k]), 1);
        wg_ptxas_question question = {.ptx = "text", .length = 4, .entry = "k", .arch = "sm_90"};
        assert_int_equal(wg_ptxas_ask(&question, &report, &err), WG_ERR_TIMEOUT);
        assert_says(&err, "/ptxas did not end within 0.3 s");
        volatile sig_atomic_t flag = 1;
        question.interrupted = &flag;
        assert_int_equal(wg_ptxas_ask(&question, &report, &err), WG_ERR_INTERRUPTED);
        assert_int_equal(rmdir(scratch_path("tmp")), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_told),
        cmocka_unit_test(temporary_files_have_a_folder),
        cmocka_unit_test(leads_a_group_of_its_own),
        cmocka_unit_test(a_flag_stops_it_and_what_it_started),
        cmocka_unit_test(time_is_limited),
        cmocka_unit_test(a_compiler_that_hangs_is_named),
        cmocka_unit_test(a_ptxas_that_hangs_is_not_missing),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
