/* SPDX-License-Identifier: Apache-2.0 */
/* Rewriting PTX into variants: what is left of a kernel, and what must stay. */
#include "ptx/ablate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;
static wg_ablation_notes notes;
static wg_text result;

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define REGS "\t.reg .pred %p<9>; .reg .b32 %r<30>; .reg .f32 %f<30>; .reg .b64 %d<30>;\n"
#define BEGIN                                                                                                          \
    ".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n" REGS                                         \
    "\tld.param.u64 %d1, [x]; ld.param.u64 %d2, [y]; ld.param.u32 %r1, [n];\n\tmov.u32 %r2, %tid.x;\n"                 \
    "\tmul.wide.u32 %d3, %r2, 4; add.s64 %d4, %d1, %d3; add.s64 %d5, %d2, %d3;\n"

/* The kernel k of a module, rewritten; NULL where that failed. The result parses. */
static const char *rewrite(const char *text, wg_variant variant, const wg_ablation *more)
{
    wg_ptx_module *module, *again;
    wg_ablation how = more ? *more : (wg_ablation){0};
    how.variant = variant;
    how.notes = &notes;
    notes = (wg_ablation_notes){0};
    err = (wg_error){0};
    wg_text_free(&result);
    result = (wg_text){0};
    if (wg_ptx_parse("k.ptx", text, strlen(text), &module, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_status status = wg_ablate(module, wg_ptx_find_function(module, "k"), text, strlen(text), &how, &result, &err);
    wg_ptx_module_free(module);
    if (status != WG_OK)
        return NULL;
    if (wg_ptx_parse("rewritten.ptx", result.bytes, result.length, &again, &err) != WG_OK)
        fail_msg("%s\n%s", err.text, result.bytes);
    wg_ptx_module_free(again);
    return result.bytes;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in\n%s", part, text);
}

static void lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' in\n%s", part, text);
}

/* A sum in a loop that is long for arithmetic's sake, and a product through shared memory. */
static const char sum[] = HEAD
    "// a comment that stays\n.shared .align 4 .b8 tile[128];\n" BEGIN
    "\tld.global.f32 %f1, [%d4+8];\n\tmov.u32 %r3, 0; mov.u32 %r9, tile; shl.b32 %r8, %r2, 2; add.u32 %r9, %r9, %r8;\n"
    "LOOP:\n\tfma.rn.f32 %f2, %f1, %f1, %f2;\n\tadd.u32 %r3, %r3, 1;\n\tsetp.lt.u32 %p1, %r3, %r1;\n"
    "\t@%p1 bra LOOP;\n\tst.shared.f32 [%r9], %f2;\n\tbar.sync 0;\n\tld.shared.f32 %f3, [tile];\n"
    "\tst.global.f32 [%d5], %f3;\n\tret;\n}\n";

static void memory_only_keeps_accesses_and_nothing_else(void **state)
{
    (void)state;
    const char *text = rewrite(sum, WG_VARIANT_MEMORY_ONLY, NULL);
    assert_non_null(text);
    has(text, "// a comment that stays");
    has(text, "ld.global.f32 %f1, [%d4+8];");
    has(text, "st.global.f32 [%d5+0], %wg_x;");
    lacks(text, "fma.rn");
    lacks(text, ".shared.f32");
    lacks(text, "bar.sync 0");
    lacks(text, "@%p1 bra LOOP"); /* a loop without accesses is not gone through */
    lacks(text, "setp.lt.u32 %p1");
    has(text, "xor.b32 %wg_x"); /* what was loaded is used */
}

static void a_loop_with_accesses_stays(void **state)
{
    (void)state;
    const char *text = rewrite(HEAD BEGIN "\tmov.u32 %r3, 0;\nLOOP:\n\tld.global.f32 %f1, [%d4];\n"
                                          "\tfma.rn.f32 %f2, %f1, %f1, %f2;\n\tadd.s64 %d4, %d4, 128;\n"
                                          "\tadd.u32 %r3, %r3, 1;\n\tsetp.lt.u32 %p1, %r3, %r1;\n\t@%p1 bra LOOP;\n"
                                          "\tst.global.f32 [%d5], %f2;\n\tret;\n}\n",
                               WG_VARIANT_MEMORY_ONLY, NULL);
    assert_non_null(text);
    has(text, "@%p1 bra LOOP");
    has(text, "add.s64 %d4, %d4, 128");
    has(text, "setp.lt.u32 %p1, %r3, %r1");
    lacks(text, "fma.rn");
}

static void compute_only_invents_what_it_does_not_load(void **state)
{
    (void)state;
    const char *text = rewrite(sum, WG_VARIANT_COMPUTE_ONLY, NULL);
    assert_non_null(text);
    lacks(text, "ld.global");
    has(text, "mov.b32 %f1, %wg_u;");
    has(text, "fma.rn.f32 %f2");
    has(text, "bar.sync 0");
    has(text, "@%wg_p st.global.f32 [%d5], %f3");
    assert_int_equal(notes.changed, 2);
    assert_int_equal(notes.kept, 0);
}

/* A loaded number of turns, and a loaded index. */
static const char steered[] =
    HEAD BEGIN "\tld.global.u32 %r3, [%d4];\n\tld.global.f32 %f1, [%d4+4];\nLOOP:\n\tadd.f32 %f2, %f2, %f1;\n"
               "\tsub.u32 %r3, %r3, 1;\n\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra LOOP;\n\tst.global.f32 [%d5], %f2;\n"
               "\tret;\n}\n";

static void what_decides_over_control_flow_stays(void **state)
{
    (void)state;
    const char *text = rewrite(steered, WG_VARIANT_COMPUTE_ONLY, NULL);
    assert_non_null(text);
    has(text, "ld.global.u32 %r3, [%d4];");
    lacks(text, "ld.global.f32 %f1");
    assert_int_equal(notes.kept, 1);
    assert_int_equal(notes.line, 16); /* the branch */
    assert_true(notes.steering & 1);
    assert_false(notes.steering & 2);
}

/* The index comes from a buffer that the kernel writes: what it writes there must be true. */
static void what_decides_over_addresses_is_stored_truly(void **state)
{
    (void)state;
    const char *text = rewrite(HEAD BEGIN "\tadd.u32 %r4, %r2, 1;\n\tst.global.u32 [%d4], %r4;\n\tmembar.gl;\n"
                                          "\tld.global.u32 %r5, [%d4+4];\n\tmul.wide.u32 %d6, %r5, 4;\n"
                                          "\tadd.s64 %d7, %d2, %d6;\n\tmul.lo.u32 %r6, %r5, %r5;\n"
                                          "\tst.global.u32 [%d7], %r6;\n\tret;\n}\n",
                               WG_VARIANT_MEMORY_ONLY, NULL);
    assert_non_null(text);
    has(text, "st.global.u32 [%d4], %r4;");
    has(text, "add.u32 %r4, %r2, 1;");
    has(text, "membar.gl;");
    lacks(text, "mul.lo.u32 %r6"); /* the other buffer decides nothing */
    has(text, "st.global.u32 [%d7+0], %wg_x;");
}

static void ideal_access_changes_the_lines_it_is_told(void **state)
{
    (void)state;
    const uint32_t lines[] = {10};
    const char *text =
        rewrite(HEAD BEGIN "\tld.global.f32 %f1, [%d4];\n\tld.global.v4.f32 {%f2, %f3, %f4, %f5}, [%d5+16];\n"
                           "\t@%p1 st.global.f32 [%d5], %f1;\n\tret;\n}\n",
                WG_VARIANT_IDEAL_ACCESS, &(wg_ablation){.lines = lines, .line_count = 1});
    assert_non_null(text);
    has(text, "ld.global.f32 %f1, [%wg_a];");
    has(text, "ld.global.v4.f32 {%f2, %f3, %f4, %f5}, [%d5+16];");
    has(text, "@%p1 st.global.f32 [%d5], %f1;");
    assert_int_equal(notes.changed, 1);
    text = rewrite(HEAD BEGIN "\t@%p1 st.global.f32 [%d5], %f1;\n\tret;\n}\n", WG_VARIANT_IDEAL_ACCESS, NULL);
    has(text, "@!%p1 bra $wg_ideal_");
}

static void conflict_free_gives_each_lane_a_bank(void **state)
{
    (void)state;
    const char *text = rewrite(sum, WG_VARIANT_CONFLICT_FREE, NULL);
    assert_non_null(text);
    has(text, "st.shared.f32 [%wg_t], %f2;");
    has(text, "ld.shared.f32 %f3, [%wg_t];");
    has(text, "and.b32 %wg_t, %wg_t, 0xffffff80;");
    assert_int_equal(notes.changed, 2);
}

/* Shared memory that holds indices is not mixed up. */
static void shared_memory_that_steers_stays(void **state)
{
    (void)state;
    const char *text =
        rewrite(HEAD ".shared .align 4 .b8 tile[128];\n" BEGIN
                     "\tst.shared.u32 [tile], %r2;\n\tld.shared.u32 %r3, [tile];\n\tmul.wide.u32 %d6, %r3, 4;\n"
                     "\tadd.s64 %d7, %d2, %d6;\n\tst.global.u32 [%d7], %r2;\n\tret;\n}\n",
                WG_VARIANT_CONFLICT_FREE, NULL);
    assert_non_null(text);
    assert_int_equal(notes.changed, 0);
    assert_int_equal(notes.kept, 2);
    text =
        rewrite(HEAD ".shared .align 4 .b8 tile[128];\n" BEGIN
                     "\tst.shared.u32 [tile], %r2;\n\tbar.sync 0;\n\tld.shared.u32 %r3, [tile];\n"
                     "\tmul.wide.u32 %d6, %r3, 4;\n\tadd.s64 %d7, %d2, %d6;\n\tst.global.u32 [%d7], %r2;\n\tret;\n}\n",
                WG_VARIANT_MEMORY_ONLY, NULL);
    has(text, "st.shared.u32 [tile], %r2;");
    has(text, "bar.sync 0;");
}

static void occupancy_has_its_means(void **state)
{
    (void)state;
    const char *text = rewrite(sum, WG_VARIANT_COMPUTE_ONLY, &(wg_ablation){.ballast = 64, .most_registers = 32});
    assert_non_null(text);
    has(text, ".maxnreg 32");
    has(text, "%wg_b<64>");
    has(text, "@!%wg_never bra $wg_begin;");
}

static void the_full_kernel_is_the_text_itself(void **state)
{
    (void)state;
    assert_string_equal(rewrite(sum, WG_VARIANT_FULL, NULL), sum);
}

static void what_cannot_be_looked_through_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {HEAD BEGIN "\ttcgen05.nonsense %r1;\n\tret;\n}\n", "tcgen05.nonsense at line 10"},
        {HEAD ".extern .func f(.param .b32 a);\n" BEGIN
              "\t{ .param .b32 p0; st.param.b32 [p0], %r1; call.uni f, (p0); }\n\tret;\n}\n",
         "line 11 of the PTX calls a function"},
        {".version 8.0\n.target sm_90\n.address_size 32\n.visible .entry k()\n{\n\tret;\n}\n", "addresses of 32 bits"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_null(rewrite(cases[k].text, WG_VARIANT_MEMORY_ONLY, NULL));
        assert_int_equal(err.status, WG_ERR_UNSUPPORTED);
        has(err.text, cases[k].why);
    }
}

/* A function that only computes is like an instruction. */
static void calls_that_compute_are_taken_out_with_their_arguments(void **state)
{
    (void)state;
    const char *text =
        rewrite(HEAD ".func (.param .b32 r) f(.param .b32 a)\n{\n\t.reg .f32 %a<3>;\n\tld.param.f32 %a1, [a];\n"
                     "\tmul.f32 %a2, %a1, %a1;\n\tst.param.f32 [r], %a2;\n\tret;\n}\n" BEGIN
                     "\tld.global.f32 %f1, [%d4];\n\t{ .param .b32 p0; .param .b32 v;\n\tst.param.f32 [p0], %f1;\n"
                     "\tcall.uni (v), f, (p0);\n\tld.param.f32 %f2, [v]; }\n\tst.global.f32 [%d5], %f2;\n\tret;\n}\n",
                WG_VARIANT_MEMORY_ONLY, NULL);
    assert_non_null(text);
    lacks(text, "call.uni");
    lacks(text, "st.param.f32 [p0]");
    has(text, "xor.b32 %wg_x");
}

static int end(void **state)
{
    (void)state;
    wg_text_free(&result);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_only_keeps_accesses_and_nothing_else),
        cmocka_unit_test(a_loop_with_accesses_stays),
        cmocka_unit_test(compute_only_invents_what_it_does_not_load),
        cmocka_unit_test(what_decides_over_control_flow_stays),
        cmocka_unit_test(what_decides_over_addresses_is_stored_truly),
        cmocka_unit_test(ideal_access_changes_the_lines_it_is_told),
        cmocka_unit_test(conflict_free_gives_each_lane_a_bank),
        cmocka_unit_test(shared_memory_that_steers_stays),
        cmocka_unit_test(occupancy_has_its_means),
        cmocka_unit_test(the_full_kernel_is_the_text_itself),
        cmocka_unit_test(what_cannot_be_looked_through_is_refused),
        cmocka_unit_test(calls_that_compute_are_taken_out_with_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
