/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the model's parameters: every row is used, has a source and resolves for every GPU; and what is a GPU's
 * own is told from what is borrowed. */
#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "model/model.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_device *device_of(const char *name)
{
    wg_device *device;
    wg_error err = {0};
    if (wg_device_load(name, &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    return device;
}

/* All that the sources of a folder say. */
static void add_sources(wg_text *out, const char *folder)
{
    DIR *files = opendir(folder);
    assert_non_null(files);
    for (const struct dirent *file; (file = readdir(files));) {
        char path[512], *text;
        size_t length;
        if (!strstr(file->d_name, ".c") && !strstr(file->d_name, ".h"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        assert_int_equal(wg_file_read(path, &text, &length, NULL), WG_OK);
        wg_text_add(out, text, length);
        free(text);
    }
    closedir(files);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* As a whole word, after something that ends in `before`. */
static bool has_word(const char *text, const char *before, const char *word)
{
    size_t length = strlen(word), ahead = strlen(before);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if (at >= text + ahead && !strncmp(at - ahead, before, ahead) && !is_word(at[length]) &&
            (ahead || !is_word(at[-1])))
            return true;
    return false;
}

static void test_every_row_is_used(void **state)
{
    (void)state;
    wg_text sources = {0}, formulas = {0};
    add_sources(&sources, "src/time");
    add_sources(&sources, "src/caches");
    assert_null(strstr(wg_text_get(&sources), "device->value[")); /* nobody asks the file beside the table */
    add_sources(&sources, "src/model");
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++)
        wg_text_addf(&formulas, " %s ", wg_model_parameter_infos[k].fallback);
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++) {
        const char *name = wg_model_parameter_infos[k].name;
        if (!has_word(wg_text_get(&sources), "->", name) && !has_word(wg_text_get(&sources), "model.", name) &&
            !has_word(wg_text_get(&formulas), "", name))
            fail_msg("no source reads %s", name);
    }
    wg_text_free(&sources);
    wg_text_free(&formulas);
}

static void test_every_row_says_where_it_is_from(void **state)
{
    (void)state;
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++) {
        const wg_model_parameter_info *info = &wg_model_parameter_infos[k];
        if (strlen(info->evidence) < 5 || !*info->fallback)
            fail_msg("%s: where is its fallback from?", info->name);
        for (int n = 0; n < k; n++)
            assert_string_not_equal(info->name, wg_model_parameter_infos[n].name);
    }
}

/* The page for those who add a GPU has the table, too. */
static void test_documented(void **state)
{
    (void)state;
    char *page, row[512];
    size_t length;
    assert_int_equal(wg_file_read("docs/extend/add-a-device.md", &page, &length, NULL), WG_OK);
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++) {
        const wg_model_parameter_info *info = &wg_model_parameter_infos[k];
        const char *from = info->lender == WG_MODEL_H200 ? "H200" : "assumed";
        snprintf(row, sizeof row, "| `%s` | %s | `%s` | %s | %s |\n", info->name, info->unit, info->fallback, from,
                 info->evidence);
        if (info->lender != WG_MODEL_OURS && k > WG_MODEL_sm_clock && !strstr(page, row))
            fail_msg("docs/extend/add-a-device.md does not have this line:\n%s", row);
    }
    free(page);
}

/* A parameter is a number that is not negative, whatever a file leaves out. */
static void check_values(const wg_device *device)
{
    wg_model model;
    wg_model_resolve(device, &model);
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++) {
        double value = wg_model_value(&model, (wg_model_parameter)k);
        if (!isfinite(value) || value < 0)
            fail_msg("%s: %s is %g", device->name, wg_model_parameter_infos[k].name, value);
    }
    unsigned sum = wg_model_count(&model, WG_MODEL_ABSENT) + wg_model_count(&model, WG_MODEL_OURS);
    assert_int_equal(sum + wg_model_own(&model) + wg_model_borrowed(&model), WG_MODEL_PARAMETERS);
}

static void test_resolves_for_every_device(void **state)
{
    (void)state;
    char **names;
    size_t count;
    assert_int_equal(wg_device_list(&names, &count, NULL), WG_OK);
    for (size_t k = 0; k < count; k++) {
        wg_device *device = device_of(names[k]);
        check_values(device);
        for (int field = 0; field < WG_DEVICE_FIELDS; field++) /* what every file has to have, and no more */
            device->known[field] = device->known[field] && wg_device_field_infos[field].required;
        check_values(device);
        wg_device_free(device);
    }
    wg_device_list_free(names, count);
}

/* The rows that a file's key gives are named like it, and take its value. */
static void test_keys_come_first(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    wg_model model;
    unsigned keys = 0;
    for (int field = 0; field < WG_DEVICE_FIELDS; field++)
        if (wg_device_field_infos[field].kind == WG_DEVICE_NUMBER)
            wg_device_set(device, (wg_device_field)field, 1000 + field, "a test");
    wg_model_resolve(device, &model);
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++)
        for (int field = 0; field < WG_DEVICE_FIELDS; field++)
            if (!strcmp(wg_device_field_infos[field].name, wg_model_parameter_infos[k].name)) {
                assert_true(wg_model_value(&model, (wg_model_parameter)k) == 1000 + field);
                assert_int_equal(wg_model_origin_of(&model, (wg_model_parameter)k), WG_MODEL_OWN);
                keys++;
            }
    assert_true(keys > 60);
    wg_device_free(device);
}

static void test_borrowed(void **state)
{
    (void)state;
    wg_device *h200 = device_of("h200"), *a100 = device_of("a100"), *gtx280 = device_of("gtx280");
    wg_model measured, documented, old;
    wg_model_resolve(h200, &measured);
    wg_model_resolve(a100, &documented);
    wg_model_resolve(gtx280, &old);
    assert_int_equal(wg_model_count(&measured, WG_MODEL_H200), 0); /* it does not borrow from itself */
    assert_true(wg_model_borrowed(&documented) > 20 && wg_model_own(&documented) > 20);
    assert_int_equal(wg_model_origin_of(&documented, WG_MODEL_sfu_latency), WG_MODEL_H200);
    assert_int_equal(wg_model_origin_of(&documented, WG_MODEL_int_wide_lanes), WG_MODEL_ASSUMED);
    assert_int_equal(wg_model_origin_of(&documented, WG_MODEL_memory_row_cycle), WG_MODEL_ABSENT);
    assert_int_equal(wg_model_origin_of(&documented, WG_MODEL_skew_waves), WG_MODEL_OURS);
    assert_true(documented.is_own[WG_MODEL_turnaround_cost] && documented.turnaround_cost > 0);
    assert_int_equal(wg_model_origin_of(&old, WG_MODEL_l2_held_bytes), WG_MODEL_ABSENT); /* it has no such cache */
    wg_device_free(h200);
    wg_device_free(a100);
    wg_device_free(gtx280);
}

/* Where a number is not known, its formula goes by what is. */
static void test_formulas(void **state)
{
    (void)state;
    wg_device *device = device_of("rtx4090");
    wg_model model;
    wg_model_resolve(device, &model);
    assert_true(model.measured_clock == 2520 && model.measured_mma_clock == 2520);
    assert_true(model.measured_read_bandwidth == 0.92 * 1008.1);
    assert_true(model.measured_write_bandwidth == 0.92 * (0.92 * 1008.1));
    assert_true(model.memory_queue == 0.17 * 541.5);
    assert_true(model.l2_held_bytes == 0.64 * 75497472);
    wg_device_set(device, WG_DEVICE_measured_copy_bandwidth, 900, "a test");
    wg_model_resolve(device, &model);
    assert_true(model.measured_read_bandwidth == 900 && model.measured_write_bandwidth == 900);
    wg_device_free(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_used), cmocka_unit_test(test_every_row_says_where_it_is_from),
        cmocka_unit_test(test_documented),        cmocka_unit_test(test_resolves_for_every_device),
        cmocka_unit_test(test_keys_come_first),   cmocka_unit_test(test_borrowed),
        cmocka_unit_test(test_formulas),
    };
    setenv("WARPGRIND_DATA", "data", 1); /* tests run in the repository's root */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
