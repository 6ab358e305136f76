/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/element.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *text, const char *name, uint32_t bytes)
{
    wg_element_type type;
    char said[32];
    if (!wg_element_find(text, strlen(text), &type))
        fail_msg("'%s' is not a type", text);
    wg_element_format(&type, said, sizeof said);
    assert_string_equal(said, name);
    assert_int_equal(wg_element_size(&type), bytes);
}

/* What vector_types.h of CUDA has: each word with one to four components. */
static void vectors_of_cuda(void **state)
{
    static const struct {
        const char *word, *name;
        uint32_t bytes;
    } numbers[] = {
        {"char", "i8", 1},   {"uchar", "u8", 1},   {"short", "i16", 2},    {"ushort", "u16", 2},
        {"int", "i32", 4},   {"uint", "u32", 4},   {"long", "i64", 8},     {"ulong", "u64", 8},
        {"float", "f32", 4}, {"double", "f64", 8}, {"longlong", "i64", 8}, {"ulonglong", "u64", 8},
    };
    (void)state;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        for (uint32_t lanes = 1; lanes <= 4; lanes++) {
            char word[32], name[32];
            snprintf(word, sizeof word, "%s%u", numbers[k].word, lanes);
            snprintf(name, sizeof name, lanes > 1 ? "%sx%u" : "%s", numbers[k].name, lanes);
            check(word, name, numbers[k].bytes * lanes);
        }
}

static void other_words(void **state)
{
    (void)state;
    check("dim3", "u32x3", 12);
    check("__half2", "f16x2", 4);
    check("half2", "f16x2", 4);
    check("__nv_bfloat162", "bf16x2", 4);
    check("bfloat16", "bf16", 2);
    check("size_t", "u64", 8);
    check("int8_t", "i8", 1);
    check("float16", "f32x16", 64);
    check("f32x4", "f32x4", 16);
    check("bytes12", "bytes12", 12);
}

/* Tuning files had these first. */
static void words_with_bits(void **state)
{
    (void)state;
    check("int8", "i8", 1);
    check("uint16", "u16", 2);
    check("int64", "i64", 8);
}

static void no_types(void **state)
{
    static const char *const texts[] = {"",      "4",     "x4",     "int0", "float17",       "dim4",
                                        "dim32", "quad2", "uint2x", "f322", "__nv_bfloat163"};
    wg_element_type type;
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (wg_element_find(texts[k], strlen(texts[k]), &type))
            fail_msg("'%s' is a type", texts[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_of_cuda),
        cmocka_unit_test(other_words),
        cmocka_unit_test(words_with_bits),
        cmocka_unit_test(no_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
