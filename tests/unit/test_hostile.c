/* SPDX-License-Identifier: Apache-2.0 */
/* PTX that is meant to break the tool, from the parser to the report: each text works, or is refused with a sentence;
 * none crashes, hangs or takes much memory. Short ones are in tests/hostile/cases.txt, those that are merely long are
 * made here. Each runs in a process of its own.
 *
 * In that file a line `==== name|grid|block|shared|argument|…` begins a case; @H is a module's first lines, @R are
 * registers, @K is the head of a kernel k with one pointer, \xNN is a byte, \e leaves out the end of the line. */
#include "api/api.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD ".version 7.8\n.target sm_90\n.address_size 64\n"
#define REGISTERS ".reg .b32 %r<20>; .reg .b64 %d<20>; .reg .f32 %f<20>; .reg .pred %p<10>; .reg .b16 %h<10>;"
#define ENTRY ".visible .entry k(.param .u64 p)\n"

enum { SECONDS = 5, MOST_MEGABYTES = 1024, MOST_OPTIONS = 8, WORKED = 0, REFUSED = 1, SAID_NOTHING = 2, ESCAPED = 4 };

typedef struct hostile {
    const char *name, *options[MOST_OPTIONS]; /* grid, block, shared, arguments */
    size_t option_count;
    wg_text ptx;
} hostile;

/* ---- one case, in a process of its own ---- */

static void drop(void *user, const char *text, size_t length)
{
    (void)user;
    if (memchr(text, '\033', length))
        _exit(ESCAPED);
}

static void check_forms(wg_results *results)
{
    for (int form = 0; form < WG_FORM_COUNT; form++) {
        char *text = wg_results_write(results, (wg_report_form)form, NULL);
        if (text && strchr(text, '\033'))
            _exit(ESCAPED);
        free(text);
    }
}

static int run_case(const hostile *h, const char *path)
{
    static const char *const NAMES[] = {"grid", "block", "shared", "arg"};
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    wg_status status = wg_kernel_open(path, &kernel, &err);
    for (size_t k = 0; k < h->option_count && status == WG_OK; k++)
        if (*h->options[k])
            status = wg_kernel_set(kernel, NAMES[k < 3 ? k : 3], h->options[k], NULL, &err);
    const wg_options options = {
        .threads = 1, .instruction_limit = 20000, .may_sample = true, .what_if = true, .print = drop};
    if (status == WG_OK)
        status = wg_kernel_run(kernel, &options, &results, &err);
    if (status == WG_OK)
        check_forms(results);
    wg_results_close(results);
    wg_kernel_close(kernel);
    return status == WG_OK ? WORKED : err.text[0] && !strchr(err.text, '\033') ? REFUSED : SAID_NOTHING;
}

static void expect_harmless(const hostile *h)
{
    const char *path = scratch_path("hostile.ptx");
    assert_int_equal(wg_file_write(path, wg_text_get(&h->ptx), h->ptx.length, NULL), WG_OK);
    int status = 0;
    struct rusage used = {0};
    pid_t child = fork();
    if (child == 0) {
        alarm(getenv("WG_TEST_QUICK") ? 20 * SECONDS : 2 * SECONDS); /* of a machine that is busy with others */
        _exit(run_case(h, path));
    }
    assert_true(child > 0 && wait4(child, &status, 0, &used) == child);
    double seconds = (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
    if (!WIFEXITED(status))
        fail_msg("%s: signal %d after %.1f s", h->name, WTERMSIG(status), seconds);
    if (WEXITSTATUS(status) > REFUSED)
        fail_msg("%s: %s", h->name, WEXITSTATUS(status) == ESCAPED ? "an escape sequence" : "no message, or a crash");
    if (!getenv("WG_TEST_QUICK") && (seconds > SECONDS || used.ru_maxrss / 1024 > MOST_MEGABYTES))
        fail_msg("%s: %.1f s, %ld MB", h->name, seconds, used.ru_maxrss / 1024);
}

/* ---- short texts ---- */

static void add_line(wg_text *ptx, const char *line, size_t length)
{
    bool ends = true;
    for (const char *at = line; at < line + length; at++) {
        unsigned byte;
        if (*at == '@' && strchr("HRK", at[1]) && at + 1 < line + length) {
            const char *text = *++at == 'H' ? HEAD : *at == 'R' ? REGISTERS : ".visible .entry k(.param .u64 p)";
            wg_text_add(ptx, text, strlen(text));
        } else if (*at == '\\' && at[1] == 'x' && sscanf(at + 2, "%2x", &byte) == 1) {
            wg_text_add(ptx, &(char){(char)byte}, 1);
            at += 3;
        } else if (*at == '\\' && at[1] == 'e') {
            ends = false;
            at++;
        } else {
            at += *at == '\\';
            wg_text_add(ptx, at, 1);
        }
    }
    wg_text_add(ptx, "\n", ends);
}

static void read_heading(char *line, hostile *h)
{
    h->name = strsep(&line, "|");
    h->option_count = 0;
    while (line && h->option_count < MOST_OPTIONS)
        h->options[h->option_count++] = strsep(&line, "|");
}

static void test_short_texts(void **state)
{
    char *text, *at;
    size_t length, count = 0;
    (void)state;
    assert_int_equal(wg_file_read("tests/hostile/cases.txt", &text, &length, NULL), WG_OK);
    for (at = text; (at = strstr(at, "==== "));) {
        hostile h = {0};
        char *end = strchr(at, '\n'), *next = strstr(end, "\n==== ");
        *end = 0;
        read_heading(at + 5, &h);
        for (char *line = end + 1; *line && line != (next ? next + 1 : NULL); line += strcspn(line, "\n") + 1)
            add_line(&h.ptx, line, strcspn(line, "\n"));
        if (!getenv("WG_TEST_QUICK") || count % 4 == 0)
            expect_harmless(&h);
        wg_text_free(&h.ptx);
        count++;
        if (!next)
            break;
        at = next + 1;
    }
    assert_true(count > 200);
    free(text);
}

/* ---- long ones ---- */

/* Each # becomes the number of the repetition. */
static void add_part(wg_text *ptx, const char *part, int number)
{
    for (; *part; part++)
        if (*part == '#')
            wg_text_addf(ptx, "%d", number);
        else
            wg_text_add(ptx, part, 1);
}

/* What stands before the repeated part, the part, and what stands behind. */
static void test_long_texts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *before, *part, *after;
        int count;
    } CASES[] = {
        {"registers", HEAD ENTRY "{ .reg .b32 %q<100000>;\n", "mov.u32 %q#,%tid.x;\n", "ret; }", 20000},
        {"instructions", HEAD ENTRY "{" REGISTERS, "add.u32 %r1,%r1,#;\n", "ret; }", 20000},
        {"labels", HEAD ENTRY "{" REGISTERS, "L#: setp.eq.u32 %p1,%r1,#; @%p1 bra L0;\n", "ret; }", 1000},
        {"braces", HEAD ENTRY "{", "{", "ret; }", 1000000},
        {"parentheses", HEAD ".global .b32 c = ", "(", "1;\n", 1000000},
        {"signs", HEAD ".global .b32 c = ", "-", "1;\n", 1000000},
        {"initialisers", HEAD ".global .b32 c[2] = ", "{", "1;\n", 500000},
        {"functions", HEAD, ".func f# { ret; }\n", ENTRY "{ call.uni f0; ret; }", 5000},
        {"section", HEAD ENTRY "{ ret; }\n.section .debug_line {", ".b8 1,2,3,4\n", "}\n", 200000},
        {"name of a register", HEAD ENTRY "{ .reg .b32 %", "x", "; ret; }", 1000000},
        {"name of a kernel", HEAD ".visible .entry k", "x", "(.param .u64 p) { ret; }", 100000},
        {"files", HEAD, ".file # \"/dev/zero\"\n", ENTRY "{\n.loc 1 1 1\nret;\n}", 60000},
        {"table", HEAD ENTRY "{" REGISTERS "\nt: .branchtargets L", ",L", ";\nbrx.idx %r1,t; L: ret; }", 100000},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        hostile h = {CASES[k].name, {"1", "32", "", "p:i32[32]"}, 4, {0}};
        int count = getenv("WG_TEST_QUICK") ? CASES[k].count / 20 : CASES[k].count;
        wg_text_add(&h.ptx, CASES[k].before, strlen(CASES[k].before));
        for (int n = 0; n < count; n++)
            add_part(&h.ptx, CASES[k].part, n);
        wg_text_add(&h.ptx, CASES[k].after, strlen(CASES[k].after));
        expect_harmless(&h);
        wg_text_free(&h.ptx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_short_texts), cmocka_unit_test(test_long_texts)};
    setenv("WARPGRIND_PTXAS", "/nonexistent", 1); /* what it says of such texts is its own affair */
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
