/* SPDX-License-Identifier: Apache-2.0 */
/* Debug information may name any file of the machine: which of them get into a report. */
#include "api/api.h"
#include "base/arena.h"
#include "base/file.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* The text of the only line of a kernel whose debug information names this file; "": it was not read. malloc'ed. */
static char *text_of(const char *file)
{
    char ptx[2048];
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    snprintf(
        ptx, sizeof ptx,
        ".version 7.8\n.target sm_90\n.address_size 64\n.file 1 \"%s\"\n.visible .entry k()\n{\n.loc 1 1 1\nret;\n}\n",
        file);
    wg_status status = wg_kernel_open(scratch_write("k.ptx", ptx), &kernel, &err);
    if (status == WG_OK)
        status = wg_kernel_set(kernel, "grid", "1", "", &err);
    if (status == WG_OK)
        status = wg_kernel_set(kernel, "block", "32", "", &err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, &(wg_options){.no_estimate = true}, &results, &err);
    if (status != WG_OK)
        fail_msg("%s", err.text);
    assert_int_equal(results->records[0].lines.count, 1);
    const char *text = results->records[0].lines.items[0].text;
    char *copy = strcpy(wg_alloc(strlen(text) + 1), text);
    wg_results_close(results);
    wg_kernel_close(kernel);
    return copy;
}

static void assert_text(const char *file, const char *expected)
{
    char *text = text_of(file);
    assert_string_equal(text, expected);
    free(text);
}

static void sources_are_shown(void **state)
{
    (void)state;
    assert_text(scratch_write("k.cu", "the kernel\n"), "the kernel");
    assert_int_equal(mkdir(scratch_path("below"), 0777), 0);
    assert_text(scratch_write("below/h.cuh", "a header\n"), "a header");
    assert_text(scratch_path("missing.cu"), "");
}

static void other_files_are_not(void **state)
{
    (void)state;
    assert_text("/etc/passwd", "");
    assert_text("/proc/self/environ", "");
    assert_text(scratch_write("secret", "of mine\n"), ""); /* beside the kernel, but no source */
    char outside[] = "/tmp/warpgrind_testXXXXXX.cu";
    int file = mkstemps(outside, 3);
    assert_true(file >= 0 && write(file, "outside\n", 8) == 8);
    close(file);
    assert_text(outside, "");
    assert_int_equal(symlink(outside, scratch_path("link.cu")), 0);
    assert_text(scratch_path("link.cu"), ""); /* a link leads out of the folder */
    char dotted[4096];
    snprintf(dotted, sizeof dotted, "%s/../../%s", scratch_path("below"), strrchr(outside, '/') + 1);
    assert_text(dotted, "");
    unlink(outside);
}

/* Neither waited for nor read until memory is full. */
static void devices_and_pipes_are_not(void **state)
{
    (void)state;
    assert_text("/dev/zero", "");
    assert_text("/dev/stdin", "");
    assert_int_equal(mkfifo(scratch_path("pipe.cu"), 0600), 0);
    assert_text(scratch_path("pipe.cu"), "");
    assert_text(scratch_path("below"), "");
}

static void regular_files(void **state)
{
    char *bytes = NULL;
    size_t length;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_file_read_regular(scratch_write("five", "12345"), 5, &bytes, &length, &err), WG_OK);
    assert_int_equal(length, 5);
    assert_string_equal(bytes, "12345");
    free(bytes);
    assert_int_equal(wg_file_read_regular(scratch_path("five"), 4, &bytes, &length, &err), WG_ERR_INPUT);
    assert_says(&err, "five: is too large");
    assert_int_equal(wg_file_read_regular("/dev/null", 4, &bytes, &length, &err), WG_ERR_INPUT);
    assert_says(&err, "/dev/null: is no regular file");
    assert_int_equal(wg_file_read_regular(scratch_path("none"), 4, &bytes, &length, &err), WG_ERR_MISSING);
}

static void below(void **state)
{
    (void)state;
    char *folder = wg_file_folder(scratch_path("five"));
    assert_true(wg_file_is_below(scratch_path("five"), folder));
    assert_true(wg_file_is_below(scratch_path("five"), "/"));
    assert_false(wg_file_is_below(folder, scratch_path("five")));
    assert_false(wg_file_is_below("/usr", "/us"));
    free(folder);
    static const char *const FOLDERS[][2] = {{"a/b/c", "a/b"}, {"/c", "/"}, {"c", "."}};
    for (size_t k = 0; k < 3; k++) {
        folder = wg_file_folder(FOLDERS[k][0]);
        assert_string_equal(folder, FOLDERS[k][1]);
        free(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_shown),
        cmocka_unit_test(other_files_are_not),
        cmocka_unit_test(devices_and_pipes_are_not),
        cmocka_unit_test(regular_files),
        cmocka_unit_test(below),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
