/* SPDX-License-Identifier: Apache-2.0 */
/* The table of instructions: its patterns match what they should, it covers what real kernels use, and the
 * documentation made from it is up to date (UPDATE=1 rewrites that). */
#include "base/file.h"
#include "base/text.h"
#include "ptx/forms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef WG_SOURCE_DIR
#define WG_SOURCE_DIR "."
#endif

static char *read_file(const char *name, size_t *length)
{
    char path[1024], *text = NULL;
    wg_error err = {0};
    snprintf(path, sizeof path, "%s/%s", WG_SOURCE_DIR, name);
    if (wg_file_read(path, &text, length, &err) != WG_OK && err.status != WG_ERR_MISSING)
        fail_msg("%s", err.text);
    return text;
}

static const wg_form *match(const char *spelling, wg_spelled *spelled)
{
    return wg_form_match(spelling, spelled) ? &wg_forms[spelled->form] : NULL;
}

static void test_patterns(void **state)
{
    (void)state;
    wg_spelled s;
    const wg_form *form = match("ld.global.nc.L1::no_allocate.v4.f32", &s);
    assert_non_null(form);
    assert_string_equal(form->function, "ld_global");
    assert_int_equal(s.type[0], WG_TYPE_F32);
    assert_int_equal(s.field[WG_FIELD_VEC], WG_MOD_V4);
    assert_non_null(match("setp.lt.and.f32", &s));
    assert_int_equal(s.field[WG_FIELD_CMP], WG_MOD_LT);
    assert_int_equal(s.field[WG_FIELD_COMBINE], WG_MOD_AND);
    assert_non_null(match("add.ftz.sat.f32", &s));
    assert_true(s.flags & WG_FLAG_FTZ && s.flags & WG_FLAG_SAT);
    assert_null(match("add", &s));
    assert_null(match("add.u32.u32", &s));
    assert_null(match("", &s));
    assert_null(match("frobnicate.u32", &s));
    assert_null(match("ld.global.v4.f32.f32", &s));
}

/* Orders that ptxas takes, and some that it does not. */
static void test_any_order(void **state)
{
    (void)state;
    static const char *const SAME[][2] = {
        {"add.ftz.sat.f32", "add.f32.sat.ftz"},
        {"cvt.rzi.ftz.s32.f32", "cvt.s32.ftz.f32.rzi"},
        {"ld.volatile.global.v2.u32", "ld.u32.v2.global.volatile"},
        {"atom.relaxed.gpu.global.add.u32", "atom.add.u32.relaxed.gpu.global"},
        {"setp.lt.and.u32", "setp.u32.and.lt"},
        {"shfl.sync.down.b32", "shfl.down.b32.sync"},
        {"match.any.sync.b32", "match.b32.sync.any"},
        {"ld.global.L1::no_allocate.L2::128B.u32", "ld.L1::no_allocate.u32.L2::128B.global"},
    };
    for (size_t n = 0; n < sizeof SAME / sizeof *SAME; n++) {
        wg_spelled plain, other;
        assert_non_null(match(SAME[n][0], &plain));
        if (!match(SAME[n][1], &other))
            fail_msg("%s is not understood", SAME[n][1]);
        assert_memory_equal(&plain, &other, sizeof plain);
    }
    wg_spelled s;
    assert_non_null(match("cvt.f32.f64.rn", &s));
    assert_int_equal(s.type[0], WG_TYPE_F32);
    assert_int_equal(s.type[1], WG_TYPE_F64);
    assert_null(match("mul.s32.lo", &s));
    assert_null(match("shf.wrap.l.b32", &s));
    assert_null(match("cvta.global.to.u64", &s));
    assert_null(match("ld.global.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.nc.u32.u32", &s));
}

/* Words that decide what an instruction does are remembered, whether a set of words or the pattern itself has them. */
static void test_words_are_remembered(void **state)
{
    (void)state;
    wg_spelled s;
    assert_non_null(match("ld.shared::cta.u32", &s));
    assert_int_equal(s.field[WG_FIELD_SPACE], WG_MOD_SHARED_CTA);
    assert_non_null(match("cp.async.cg.shared.global", &s)); /* from where it copies */
    assert_int_equal(s.field[WG_FIELD_SPACE], WG_MOD_GLOBAL);
    assert_int_equal(s.qualifiers, WG_QUALIFIER_CG);
    assert_non_null(match("add.rn.f32", &s));
    assert_int_equal(s.field[WG_FIELD_ROUND], WG_MOD_RN);
    assert_non_null(match("add.f32", &s));
    assert_int_equal(s.field[WG_FIELD_ROUND], WG_MOD_NONE);
    assert_non_null(match("ld.relaxed.gpu.global.L1::no_allocate.u32", &s));
    assert_int_equal(s.qualifiers, WG_QUALIFIER_RELAXED);
    assert_non_null(match("ld.global.nc.L2::128B.u32", &s));
    assert_int_equal(s.qualifiers, WG_QUALIFIER_NC);
    assert_non_null(match("cvt.rn.e2m3x2.f16x2", &s));
    assert_true(s.type[0] == WG_TYPE_E2M3X2 && s.type[1] == WG_TYPE_F16X2);
}

/* cp_async is how cp.async… begins. */
static bool begins_with_opcode(const wg_form *form)
{
    const char *name = wg_opcode_name((wg_opcode)form->opcode), *pattern = form->pattern;
    while (*name && (*name == *pattern || (*name == '_' && *pattern == '.')))
        name++, pattern++;
    return !*name && (!*pattern || *pattern == '.');
}

static void test_opcodes(void **state)
{
    (void)state;
    bool has_row[WG_OPCODE_COUNT] = {false};
    for (unsigned f = 0; f < wg_form_count; f++) {
        has_row[wg_forms[f].opcode] = true;
        if (wg_forms[f].pattern[0] != '$' && !begins_with_opcode(&wg_forms[f]))
            fail_msg("the opcode of %s is not %s: src/ptx/opcodes/", wg_forms[f].pattern,
                     wg_opcode_name((wg_opcode)wg_forms[f].opcode));
    }
    for (int k = 0; k < WG_OPCODE_COUNT; k++)
        if (!has_row[k])
            fail_msg("%s is in src/ptx/opcodes/names.def and no row has it", wg_opcode_name((wg_opcode)k));
}

/* Every pattern must be reachable: the first spelling it stands for matches it, or a more special row before it. */
static void test_rows_are_well_formed(void **state)
{
    (void)state;
    for (unsigned f = 0; f < wg_form_count; f++) {
        const char *pattern = wg_forms[f].pattern;
        int braces = 0;
        for (const char *p = pattern; *p; p++) {
            braces += *p == '{' || *p == '<';
            braces -= *p == '}' || *p == '>';
            assert_true(braces == 0 || braces == 1);
        }
        assert_int_equal(braces, 0);
        assert_true(wg_forms[f].function[0]);
    }
}

/* What may wait, as a prefix of the spelling. */
static const char *const LATER[] = {
    "wgmma.",     "mbarrier.",         "setmaxnreg.",         "mapa.",           "stmatrix.",         "cp.async.bulk",
    "cp.reduce.", "fence.proxy.async", "fence.mbarrier_init", "barrier.cluster", "cp.async.mbarrier", "elect."};

static bool may_wait(const char *spelling)
{
    for (size_t i = 0; i < sizeof LATER / sizeof *LATER; i++)
        if (!strncmp(spelling, LATER[i], strlen(LATER[i])))
            return true;
    return false;
}

/* tests/ptx/corpus_spellings.txt: what 4300 kernels of 23 public collections spell, compiled by nvcc 13.0 for sm_90. */
static void test_corpus(void **state)
{
    (void)state;
    size_t length = 0;
    char *text = read_file("tests/ptx/corpus_spellings.txt", &length);
    assert_non_null(text);
    int unknown = 0, known = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        wg_spelled s;
        if (wg_form_match(line, &s)) {
            known++;
        } else if (!may_wait(line)) {
            print_error("no row for %s\n", line);
            unknown++;
        }
    }
    free(text);
    print_message("%d spellings of the corpus have a row\n", known);
    assert_int_equal(unknown, 0);
    assert_true(known > 500);
}

static const char *const CLASSES[WG_CLASS_COUNT] = {
    [WG_CLASS_MOVE] = "move",       [WG_CLASS_INT] = "integer",        [WG_CLASS_F16] = "half",
    [WG_CLASS_F32] = "single",      [WG_CLASS_F64] = "double",         [WG_CLASS_SFU] = "special",
    [WG_CLASS_TENSOR] = "matrix",   [WG_CLASS_CONVERT] = "conversion", [WG_CLASS_COMPARE] = "comparison",
    [WG_CLASS_LOAD] = "load",       [WG_CLASS_STORE] = "store",        [WG_CLASS_ATOMIC] = "atomic",
    [WG_CLASS_TEXTURE] = "texture", [WG_CLASS_WARP] = "warp",          [WG_CLASS_BARRIER] = "barrier",
    [WG_CLASS_FENCE] = "fence",     [WG_CLASS_CONTROL] = "control",
};

static void write_page(wg_text *page)
{
    wg_text_addf(
        page, "# Instructions\n\nEvery PTX instruction that can be simulated, generated from `src/ptx/opcodes.def` by "
              "`tests/unit/test_forms.c` (UPDATE=1\n"
              "rewrites this page). In a spelling, `{a,b}` means one of these, `<set>` one word of a set in "
              "`src/ptx/modifiers.def`, `?` optional and\n"
              "`*` any number. Anything else is rejected before the launch, with instruction, line and kernel.\n\n"
              "| spelling | counts as |\n|---|---|\n");
    for (unsigned f = 0; f < wg_form_count; f++)
        if (wg_forms[f].pattern[0] != '$')
            wg_text_addf(page, "| `%s` | %s |\n", wg_forms[f].pattern, CLASSES[wg_forms[f].class]);
}

static void test_page(void **state)
{
    (void)state;
    wg_text page = {0};
    write_page(&page);
    size_t length = 0;
    char *found = read_file("docs/use/instructions.md", &length);
    bool same = found && length == page.length && !memcmp(found, page.bytes, length);
    if (!same && getenv("UPDATE")) {
        char path[1024];
        snprintf(path, sizeof path, "%s/docs/use/instructions.md", WG_SOURCE_DIR);
        assert_int_equal(wg_file_write(path, page.bytes, page.length, NULL), WG_OK);
        same = true;
    }
    free(found);
    wg_text_free(&page);
    if (!same)
        fail_msg("docs/use/instructions.md is not what opcodes.def says: run the tests with UPDATE=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_patterns),
                                       cmocka_unit_test(test_any_order),
                                       cmocka_unit_test(test_words_are_remembered),
                                       cmocka_unit_test(test_opcodes),
                                       cmocka_unit_test(test_rows_are_well_formed),
                                       cmocka_unit_test(test_corpus),
                                       cmocka_unit_test(test_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
