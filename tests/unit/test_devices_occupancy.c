/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy: what the driver of an H200 said of 161400 launches, and the rules of older GPUs by hand. */
#define _DEFAULT_SOURCE /* strsep */
#include "base/arena.h"
#include "base/file.h"
#include "devices/occupancy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_device *load(const char *name)
{
    wg_device *device;
    wg_error err = {0};
    if (wg_device_load(name, &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    return device;
}

/* ---- recorded ---- */

enum { MOST_SIZES = 64 };

static size_t read_sizes(const char *line, uint64_t sizes[MOST_SIZES])
{
    size_t count = 0;
    char *next;
    for (line += strlen("# block sizes"); count < MOST_SIZES; line = next) {
        sizes[count] = strtoull(line, &next, 10);
        if (next == line)
            break;
        count++;
    }
    return count;
}

static size_t compare_line(const wg_device *device, const char *line, const uint64_t *sizes, size_t count)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvw";
    unsigned long long fixed, dynamic, registers, barriers;
    char blocks[MOST_SIZES + 1];
    int carveout;
    assert_int_equal(
        sscanf(line, "%llu,%llu,%llu,%d,%llu,%64s", &registers, &fixed, &barriers, &carveout, &dynamic, blocks), 6);
    assert_int_equal(strlen(blocks), count);
    for (size_t k = 0; k < count; k++) {
        wg_occupancy_request request = {sizes[k], registers, fixed + dynamic, barriers, carveout};
        uint64_t answer = wg_occupancy_compute(device, &request).blocks;
        if (answer >= sizeof digits - 1 || digits[answer] != blocks[k])
            fail_msg("%s, block of %d: %d blocks", line, (int)sizes[k], (int)answer);
    }
    return count;
}

static void test_h200_recorded(void **state)
{
    wg_device *device = load("h200");
    uint64_t sizes[MOST_SIZES];
    size_t length, count = 0, compared = 0;
    char *text, *line, *rest;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_file_read("tests/recorded/h200/occupancy.csv", &text, &length, &err), WG_OK);
    for (rest = text; (line = strsep(&rest, "\n"));) {
        if (!strncmp(line, "# block sizes", 13))
            count = read_sizes(line, sizes);
        else if (*line >= '0' && *line <= '9')
            compared += compare_line(device, line, sizes, count);
    }
    assert_int_equal(compared, 161400);
    free(text);
    wg_device_free(device);
}

/* ---- by hand ---- */

static void test_generations(void **state)
{
    static const struct {
        const char *device;
        wg_occupancy_request request;
        uint64_t blocks, warps;
        wg_resource limit;
    } cases[] = {
        /* Registers go to blocks of an even number of warps, in units of 512: 10 x 32 x 8 = 2560 of 16384. */
        {"gtx280", {256, 10, 0, 0, -1}, 4, 32, WG_RESOURCE_THREADS},
        {"gtx280", {256, 17, 0, 0, -1}, 3, 24, WG_RESOURCE_REGISTERS},
        {"gtx280", {96, 20, 0, 0, -1}, 6, 18, WG_RESOURCE_REGISTERS}, /* 4 warps are counted: 2560 */
        {"gtx280", {64, 8, 0, 0, -1}, 8, 16, WG_RESOURCE_BLOCKS},
        {"gtx280", {128, 8, 4097, 0, -1}, 3, 12, WG_RESOURCE_SHARED}, /* 4608 of 16384 */
        {"gtx280", {513, 8, 0, 0, -1}, 0, 0, WG_RESOURCE_THREADS},
        /* By warp, in units of 64, the file in two parts. */
        {"m2050", {192, 20, 0, 0, -1}, 8, 48, WG_RESOURCE_THREADS},
        {"m2050", {256, 21, 0, 0, -1}, 5, 40, WG_RESOURCE_REGISTERS}, /* 768 a warp, not 704: 21 x 2 warps */
        {"m2050", {256, 32, 0, 0, -1}, 4, 32, WG_RESOURCE_REGISTERS},
        {"m2050", {256, 64, 0, 0, -1}, 0, 0, WG_RESOURCE_REGISTERS},
        {"m2050", {64, 16, 0, 0, -1}, 8, 16, WG_RESOURCE_BLOCKS},
        {"m2050", {256, 16, 12289, 0, -1}, 3, 24, WG_RESOURCE_SHARED},
        {"k20", {256, 32, 0, 0, -1}, 8, 64, WG_RESOURCE_THREADS},
        {"k20", {128, 32, 0, 0, -1}, 16, 64, WG_RESOURCE_THREADS},
        {"k20", {256, 33, 0, 0, -1}, 6, 48, WG_RESOURCE_REGISTERS},
        {"k20", {256, 32, 12289, 0, -1}, 3, 24, WG_RESOURCE_SHARED},
        /* Two parts on 6.0, four on 6.1: 96 registers are 3072 a warp, 10 in a half, 5 in a quarter. */
        {"p100", {32, 96, 0, 0, -1}, 20, 20, WG_RESOURCE_REGISTERS},
        {"p100", {672, 96, 0, 0, -1}, 0, 0, WG_RESOURCE_REGISTERS}, /* 21 warps count as 24 */
        {"gtx1080", {32, 96, 0, 0, -1}, 20, 20, WG_RESOURCE_REGISTERS},
        {"gtx1080", {256, 32, 49152, 0, -1}, 2, 16, WG_RESOURCE_SHARED},
        {"gtx1080", {256, 32, 49153, 0, -1}, 0, 0, WG_RESOURCE_SHARED},
        {"v100", {1024, 64, 98304, 0, -1}, 1, 32, WG_RESOURCE_REGISTERS},
        {"v100", {128, 32, 0, 0, 0}, 16, 64, WG_RESOURCE_THREADS},    /* no shared memory at all */
        {"v100", {128, 32, 4096, 0, 10}, 4, 16, WG_RESOURCE_SHARED},  /* 16 KiB are the least above 9.6 */
        {"v100", {128, 32, 20000, 0, 10}, 1, 4, WG_RESOURCE_SHARED},  /* 32 KiB */
        {"a100", {128, 32, 40960, 0, -1}, 4, 16, WG_RESOURCE_SHARED}, /* 1 KiB more each: 41984 of 167936 */
        {"a100", {128, 32, 40961, 0, -1}, 3, 12, WG_RESOURCE_SHARED},
        {"rtx4090", {1024, 32, 0, 0, -1}, 1, 32, WG_RESOURCE_THREADS}, /* 48 warps */
        {"rtx4090", {32, 32, 0, 0, -1}, 24, 24, WG_RESOURCE_BLOCKS},
        {"h100", {128, 32, 0, 16, -1}, 4, 16, WG_RESOURCE_BARRIERS},
        {"t4", {256, 32, 0, 0, -1}, 4, 32, WG_RESOURCE_THREADS}, /* 32 warps */
        {"t4", {32, 32, 0, 0, -1}, 16, 16, WG_RESOURCE_BLOCKS},
        {"t4", {64, 32, 65536, 0, -1}, 1, 2, WG_RESOURCE_SHARED},
        {"rtx3090", {32, 32, 0, 0, -1}, 16, 16, WG_RESOURCE_BLOCKS},
        {"rtx3090", {256, 32, 0, 0, -1}, 6, 48, WG_RESOURCE_THREADS},
        {"rtx3090", {64, 32, 101376, 0, -1}, 1, 2, WG_RESOURCE_SHARED},
        {"l4", {32, 32, 0, 0, -1}, 24, 24, WG_RESOURCE_BLOCKS},
        {"gh200", {256, 32, 232448, 0, -1}, 1, 8, WG_RESOURCE_SHARED},
        {"b200", {128, 32, 0, 16, -1}, 4, 16, WG_RESOURCE_BARRIERS},
        {"b200", {256, 32, 232448, 0, -1}, 1, 8, WG_RESOURCE_SHARED},
        {"rtx5090", {512, 32, 0, 0, -1}, 3, 48, WG_RESOURCE_THREADS},
        {"rtx5090", {64, 32, 101377, 0, -1}, 0, 0, WG_RESOURCE_SHARED},
        {"h100", {0, 0, 0, 0, -1}, 32, 32, WG_RESOURCE_BLOCKS},
        {"h100", {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 1000}, 0, 0, WG_RESOURCE_THREADS},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_device *device = load(cases[k].device);
        wg_occupancy o = wg_occupancy_compute(device, &cases[k].request);
        if (o.blocks != cases[k].blocks || o.warps != cases[k].warps || !wg_occupancy_is_limit(&o, cases[k].limit))
            fail_msg("case %d, %s: %d blocks, %d warps", (int)k, cases[k].device, (int)o.blocks, (int)o.warps);
        wg_device_free(device);
    }
}

static void test_steps(void **state)
{
    wg_device *device = load("h200");
    const wg_occupancy_request request = {256, 64, 20000, 1, -1};
    static const struct {
        const char *what;
        uint64_t from, to, blocks;
    } wanted[] = {
        {"registers", 64, 48, 5},    {"registers", 64, 65, 3},    {"shared memory", 20000, 57345, 3},
        {"block size", 256, 192, 5}, {"block size", 256, 288, 3},
    }; /* less shared memory changes nothing */
    wg_occupancy_step steps[WG_OCCUPANCY_STEPS];
    (void)state;
    assert_int_equal(wg_occupancy_compute(device, &request).blocks, 4);
    assert_int_equal(wg_occupancy_find_steps(device, &request, steps), sizeof wanted / sizeof *wanted);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        assert_string_equal(steps[k].what, wanted[k].what);
        assert_int_equal(steps[k].from, wanted[k].from);
        assert_int_equal(steps[k].to, wanted[k].to);
        assert_int_equal(steps[k].then.blocks, wanted[k].blocks);
    }
    wg_device_free(device);
}

/* From a launch that is too large, down to one that is not. */
static void test_steps_from_nothing(void **state)
{
    wg_device *device = load("m2050");
    const wg_occupancy_request request = {4096, 100, 1 << 30, 0, -1};
    wg_occupancy_step steps[WG_OCCUPANCY_STEPS];
    (void)state;
    assert_int_equal(wg_occupancy_compute(device, &request).blocks, 0);
    assert_int_equal(wg_occupancy_find_steps(device, &request, steps), 0); /* no single thing helps */
    wg_device_free(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_h200_recorded),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_steps_from_nothing),
    };
    setenv("WARPGRIND_DATA", "data", 1); /* tests run in the repository's root */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
