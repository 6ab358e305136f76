/* SPDX-License-Identifier: Apache-2.0 */
/* Every GPU in data/devices: complete, with sources, and numbers that agree with each other. And files that are wrong.
 */
#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "devices/device.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define V(field) (d->value[WG_DEVICE_##field])
#define KNOWN(field) (d->known[WG_DEVICE_##field])

static void check(const wg_device *d, bool holds, const char *what)
{
    if (!holds)
        fail_msg("%s: %s does not hold", d->name, what);
}

#define CHECK(condition) check(d, condition, #condition)

static bool is_power_of_two(double value)
{
    return value >= 1 && fmod(log2(value), 1) == 0;
}

static void check_residency(const wg_device *d)
{
    CHECK(V(warp_size) == 32);
    CHECK(V(max_threads_per_sm) == V(warp_size) * V(max_warps_per_sm));
    CHECK(V(max_threads_per_block) <= V(max_threads_per_sm));
    CHECK(V(max_block_x) <= V(max_threads_per_block));
    CHECK(V(registers_per_block) <= V(registers_per_sm));
    CHECK(V(max_registers_per_thread) < 256);
    CHECK(is_power_of_two(V(registers_per_sm)) && is_power_of_two(V(register_unit)));
    CHECK(fmod(V(registers_per_sm), V(register_unit) * V(register_partitions)) == 0);
    CHECK(is_power_of_two(V(shared_unit)) && fmod(V(shared_per_sm), V(shared_unit)) == 0);
    CHECK(V(shared_per_block) <= V(shared_per_block_optin));
    CHECK(V(shared_per_block_optin) + V(shared_reserved_per_block) <= V(shared_per_sm));
    CHECK(wg_device_is(d, WG_DEVICE_register_allocation, "warp") == (d->major >= 2));
    CHECK(KNOWN(shared_reserved_per_block) == (d->major >= 8));
    if (KNOWN(shared_configs)) {
        size_t count = (size_t)V(shared_configs);
        CHECK(count && d->list[WG_DEVICE_shared_configs][count - 1] * 1024 == V(shared_per_sm));
    }
}

static void check_rates(const wg_device *d)
{
    CHECK(KNOWN(schedulers_per_sm) && KNOWN(issue_per_scheduler) && KNOWN(f32_lanes) && KNOWN(f64_lanes));
    CHECK(KNOWN(int_lanes) && KNOWN(sfu_lanes) && KNOWN(shared_bandwidth) && KNOWN(shared_banks));
    CHECK(V(f32_lanes) <= V(warp_size) * V(schedulers_per_sm) * V(issue_per_scheduler));
    CHECK(V(f64_lanes) <= V(f32_lanes) && V(sfu_lanes) < V(f32_lanes));
    CHECK(KNOWN(tensor_f16_fma) == (d->major >= 7));
    CHECK(fmod(V(shared_bandwidth), V(shared_banks)) == 0);
}

static void check_memory(const wg_device *d)
{
    double computed = V(memory_clock) * 2 * V(memory_bus_bits) / 8 / 1000;
    CHECK(KNOWN(memory_clock) && KNOWN(memory_bus_bits) && KNOWN(memory_bandwidth) && KNOWN(memory_bytes));
    CHECK(fabs(computed / V(memory_bandwidth) - 1) < 0.02);
    CHECK(V(memory_bytes) > V(l2_bytes) && (!KNOWN(l2_bytes) || V(l2_bytes) > V(l1_bytes)));
    CHECK(V(sector_bytes) == 32 && (!KNOWN(line_bytes) || V(line_bytes) == 128));
    CHECK(!KNOWN(shared_latency) || V(shared_latency) > 0);
    CHECK(!KNOWN(l2_latency) || (V(l1_latency) < V(l2_latency) && V(shared_latency) < V(l2_latency)));
    CHECK(!KNOWN(memory_latency) || V(memory_latency) > V(l2_latency));
    CHECK(wg_device_is(d, WG_DEVICE_coalescing, "sectors") == (d->major > 5 || (d->major == 5 && d->minor >= 2)));
    CHECK(wg_device_is(d, WG_DEVICE_coalescing, "half_warp_segments") == (d->major == 1));
}

static void test_every_file(void **state)
{
    static const char *const wanted[] = {"a10",     "a100",      "b200",    "gh200",   "gh200_144gb", "gtx1080",
                                         "gtx280",  "h100",      "h200",    "k20",     "l4",          "m2050",
                                         "p100",    "p100_12gb", "rtx3060", "rtx3090", "rtx4060",     "rtx4090",
                                         "rtx5090", "rtxa4000",  "t4",      "v100"};
    char **names;
    size_t count, found = 0;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_device_list(&names, &count, &err), WG_OK);
    for (size_t k = 0; k < count; k++) {
        wg_device *d;
        if (wg_device_load(names[k], &d, &err) != WG_OK)
            fail_msg("%s", err.text);
        for (int field = 0; field < WG_DEVICE_FIELDS; field++)
            check(d, !d->known[field] || strlen(d->from[field]) > 10, wg_device_field_infos[field].name);
        check_residency(d);
        check_rates(d);
        check_memory(d);
        found += found < sizeof wanted / sizeof *wanted && !strcmp(names[k], wanted[found]);
        wg_device_free(d);
    }
    assert_int_equal(found, sizeof wanted / sizeof *wanted);
    wg_device_list_free(names, count);
}

static void test_documented(void **state)
{
    char *page, name[64];
    size_t length;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_file_read("docs/use/devices.md", &page, &length, &err), WG_OK);
    for (int field = 0; field < WG_DEVICE_FIELDS; field++) {
        snprintf(name, sizeof name, "| `%s` |", wg_device_field_infos[field].name);
        if (!strstr(page, name))
            fail_msg("docs/use/devices.md says nothing about %s", wg_device_field_infos[field].name);
    }
    free(page);
}

/* ---- files that are wrong ---- */

static char folder[] = "/tmp/wg_devices.XXXXXX";

static int enter(void **state)
{
    char path[64];
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/devices", folder);
    return mkdir(path, 0700) || setenv("WARPGRIND_DATA", folder, 1);
}

static int leave(void **state)
{
    char path[64];
    (void)state;
    snprintf(path, sizeof path, "%s/devices/odd.json", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/devices", folder);
    return rmdir(path) || rmdir(folder) || setenv("WARPGRIND_DATA", "data", 1);
}

static void expect_message(const char *text, const char *part)
{
    char path[64];
    wg_error err = {0};
    wg_device *d;
    snprintf(path, sizeof path, "%s/devices/odd.json", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    wg_status status = wg_device_load("odd", &d, &err);
    assert_null(d);
    if (status == WG_OK || !strstr(err.text, part) || !strstr(err.text, "odd.json"))
        fail_msg("expected '%s', got '%s'", part, err.text);
}

/* A file of one's own, by its path. */
static void test_files_by_path(void **state)
{
    (void)state;
    wg_error err = {0};
    wg_device *d;
    assert_int_equal(wg_device_load("data/devices/none.json", &d, &err), WG_ERR_MISSING);
    assert_non_null(strstr(err.text, "none.json"));
    assert_int_equal(wg_device_load("data/devices/a100.json", &d, &err), WG_OK);
    assert_string_equal(d->name, "a100");
    wg_device_free(d);
}

static void test_wrong_files(void **state)
{
    (void)state;
    const char *const head = "{\"title\": \"Odd\", \"compute_capability\": \"9.0\", \"values\": {%s}}";
    static const struct {
        const char *values, *message;
    } cases[] = {
        {"", "sm_count is missing"},
        {"\"sm_cuont\": {\"value\": 1, \"from\": \"x\"}", "no such property of devices: is it sm_count?"},
        {"\"bogomips\": {\"value\": 1, \"from\": \"x\"}", "no such property"},
        {"\"warp_size\": {\"value\": 64, \"from\": \"x\"}", "a warp of 64 lanes cannot be simulated"},
        {"\"warp_size\": {\"value\": 16, \"from\": \"x\"}", "it has to have 32"},
        {"\n\n\"warp_size\": {\"value\": 31.5,\n\"from\": \"warp_size\"}", "odd.json:3: values.warp_size.value: "},
        {"\"sm_count\": {\"value\": 1.5, \"from\": \"x\"}", "expected a whole number from 1 to 4096, not 1.5"},
        {"\"sm_count\": {\"value\": -132, \"from\": \"x\"}", "from 1 to 4096, not -132"},
        {"\"l2_latency\": {\"value\": -1, \"from\": \"x\"}", "expected a number from 0 to 100000, not -1"},
        {"\"sm_count\": 132", "expected a number"},
        {"\"sm_count\": {\"value\": \"132\", \"from\": \"x\"}", "expected a number"},
        {"\"sm_count\": {\"value\": 0, \"from\": \"x\"}", "from 1 to 4096, not 0"},
        {"\"sm_count\": {\"value\": 1e300, \"from\": \"x\"}", "not 1e+300"},
        {"\"shared_unit\": {\"value\": 0.5, \"from\": \"x\"}", "expected a whole number from 1 to 65536, not 0.5"},
        {"\"register_unit\": {\"value\": 0.5, \"from\": \"x\"}", "expected a whole number from 1 to 65536, not 0.5"},
        {"\n\"schedulers_per_sm\": {\"value\": 1e9, \"from\": \"x\"}",
         "odd.json:2: values.schedulers_per_sm.value: expected a whole number from 1 to 64, not 1000000000"},
        {"\"shared_configs\": {\"value\": [0.5], \"from\": \"x\"}", "expected a whole number from 0 to 16384"},
        {"\"l2_bytes\": {\"value\": -1, \"from\": \"x\"}", "from 0 to 4000000000, not -1"},
        {"\"sm_count\": {\"value\": 132}", "values.sm_count.from"},
        {"\"sm_count\": {\"value\": 132, \"from\": \"\"}", "where the value is from"},
        {"\"coalescing\": {\"value\": \"lines\", \"from\": \"x\"}", "'lines' is none of: half_warp_segments"},
        {"\"coalescing\": {\"value\": 128, \"from\": \"x\"}", "a string"},
        {"\"shared_configs\": {\"value\": 64, \"from\": \"x\"}", "an array of numbers"},
        {"\"shared_configs\": {\"value\": [64, 32], \"from\": \"x\"}", "above the one before"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_text text = {0};
        wg_text_addf(&text, head, cases[k].values);
        expect_message(wg_text_get(&text), cases[k].message);
        wg_text_free(&text);
    }
    expect_message("{\"title\": \"Odd\"", "odd.json");
    expect_message("{\"title\": \"Odd\", \"compute_capability\": \"new\"}", "MAJOR.MINOR");
}

/* By what a driver calls it. */
static void test_find(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"Tesla T4", "t4"}, {"NVIDIA L4", "l4"}, {"NVIDIA GeForce RTX 3090", "rtx3090"}, {"NVIDIA H200", "h200"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        wg_device *d = wg_device_find(names[k][0]);
        assert_non_null(d);
        assert_string_equal(d->name, names[k][1]);
        wg_device_free(d);
    }
    assert_null(wg_device_find("NVIDIA L"));
}

static void test_copy(void **state)
{
    (void)state;
    wg_device *device, *copy;
    assert_int_equal(wg_device_load("rtx4090", &device, NULL), WG_OK);
    copy = wg_device_copy(device);
    assert_string_equal(copy->title, device->title);
    assert_true(copy->major == 8 && copy->minor == 9);
    for (int field = 0; field < WG_DEVICE_FIELDS; field++) {
        assert_int_equal(copy->known[field], device->known[field]);
        assert_true(copy->value[field] == device->value[field]);
        assert_true(!device->from[field] || !strcmp(copy->from[field], device->from[field]));
        assert_true(!device->word[field] || !strcmp(copy->word[field], device->word[field]));
        for (size_t k = 0; device->list[field] && k < (size_t)device->value[field]; k++)
            assert_true(copy->list[field][k] == device->list[field][k]);
    }
    wg_device_free(device);
    assert_true(wg_device_is(copy, WG_DEVICE_coalescing, "sectors")); /* it has its own */
    assert_true(copy->value[WG_DEVICE_sm_count] == 128 && !copy->known[WG_DEVICE_memory_row_cycle]);
    wg_device_free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copy),          cmocka_unit_test(test_find),
        cmocka_unit_test(test_every_file),    cmocka_unit_test(test_documented),
        cmocka_unit_test(test_files_by_path), cmocka_unit_test_setup_teardown(test_wrong_files, enter, leave),
    };
    setenv("WARPGRIND_DATA", "data", 1); /* tests run in the repository's root */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
