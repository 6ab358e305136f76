/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* nftw */
#include "scratch.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[256];

int scratch_begin(void **state)
{
    const char *temporary = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%.200s/wg_test_XXXXXX", temporary ? temporary : "/tmp");
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

int scratch_end(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_path(const char *name)
{
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%.200s", folder, name);
    return path;
}

const char *scratch_write(const char *name, const char *text)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    return path;
}

void assert_says(const wg_error *err, const char *part)
{
    assert_contains(err->text, part);
}

void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("expected '%s' in: %s", part, text);
}

void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("did not expect '%s' in: %s", part, text);
}
