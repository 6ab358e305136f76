/* SPDX-License-Identifier: Apache-2.0 */
/* The lectures' tables (tests/recorded/lectures): what they are to be compared with is there, and row D2 is met
 * exactly. */
#include "base/file.h"
#include "base/text.h"
#include "devices/device.h"
#include "sim/joining.h"
#include "spec/ladder.h"

#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROW, GPU, LECTURE, RUN, VALUE, UNIT, NOTE, COLUMNS };

/* Cuts a line of CSV into its columns, in place. */
static void cut(char *line, char *column[COLUMNS])
{
    for (int k = 0; k < COLUMNS; k++) {
        char *end = *line == '"' ? strchr(++line, '"') : k == NOTE ? line + strlen(line) : strchr(line, ',');
        if (!end)
            fail_msg("a row with less than %d columns: %s", COLUMNS, line);
        column[k] = line;
        line = *end ? end + 1 + (*end == '"') : end;
        *end = 0;
    }
}

/* Calls `look` for each row of each table. */
static size_t for_each_row(void (*look)(char *column[COLUMNS]))
{
    glob_t tables;
    size_t rows = 0;
    assert_int_equal(glob("tests/recorded/lectures/*.csv", 0, NULL, &tables), 0);
    for (size_t k = 0; k < tables.gl_pathc; k++) {
        char *text, *rest;
        size_t length;
        assert_int_equal(wg_file_read(tables.gl_pathv[k], &text, &length, NULL), WG_OK);
        strtok_r(text, "\n", &rest);
        for (char *line; (line = strtok_r(NULL, "\n", &rest)); rows++) {
            char *column[COLUMNS];
            cut(line, column);
            look(column);
        }
        free(text);
    }
    globfree(&tables);
    return rows;
}

/* ---- every row ---- */

static void check_rung(const char *verb, char *name)
{
    char path[256], *rung = strchr(name, '/');
    wg_error err = {0};
    wg_ladder *ladder;
    wg_ladder_options options = {.kind = !strcmp(verb, "probe") ? WG_PROBES : WG_LADDERS};
    assert_non_null(rung);
    *rung++ = 0;
    rung[strcspn(rung, "/")] = 0;
    snprintf(path, sizeof path, "%ss/%s/%s.json", verb, name, verb);
    if (wg_ladder_open(path, &options, &ladder, &err) != WG_OK || !wg_ladder_find(ladder, rung, &err))
        fail_msg("%s %s/%s: %s", verb, name, rung, err.text);
    wg_ladder_close(ladder);
}

static void check_row(char *column[COLUMNS])
{
    wg_error err = {0};
    wg_device *device;
    assert_true(atof(column[VALUE]) > 0);
    if (!*column[RUN]) {
        assert_true(strlen(column[NOTE]) > 10); /* why */
        return;
    }
    if (wg_device_load(column[GPU], &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_device_free(device);
    char *rest, *verb = strtok_r(column[RUN], " ", &rest), *name = strtok_r(NULL, " ", &rest);
    if (strcmp(verb, "pattern") != 0)
        check_rung(verb, name);
}

static void test_rows(void **state)
{
    (void)state;
    assert_true(for_each_row(check_row) >= 50);
}

/* ---- bus utilisation ---- */

/* "pattern FIRST STRIDE": bytes from the first lane on; permuted: in another order. */
static void check_bus(char *column[COLUMNS])
{
    unsigned first, stride;
    uint64_t address[WG_LANES], pieces[WG_MOST_PIECES];
    if (sscanf(column[RUN], "pattern %u %u", &first, &stride) != 2)
        return;
    bool permuted = strstr(column[RUN], "permuted");
    for (unsigned lane = 0; lane < WG_LANES; lane++)
        address[lane] = 0x700000000000 + first + (permuted ? lane * 7 % WG_LANES : lane) * stride;
    wg_request request = {WG_ALL_LANES, 4, false, strstr(column[RUN], "uncached"), address};
    wg_error err = {0};
    wg_device *device;
    assert_int_equal(wg_device_load(column[GPU], &device, &err), WG_OK);
    const wg_joining *joining = wg_joining_find(device->word[WG_DEVICE_coalescing]);
    double moved = WG_PIECE_BYTES * wg_joining_pieces(joining, &request, pieces), asked = stride ? 128 : 4;
    if (100 * asked / moved != atof(column[VALUE]))
        fail_msg("%s: %g %%, not %s", column[LECTURE], 100 * asked / moved, column[VALUE]);
    wg_device_free(device);
}

static void test_bus(void **state)
{
    (void)state;
    for_each_row(check_bus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_bus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
