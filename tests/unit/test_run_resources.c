/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel needs: the words of ptxas, and the estimate where there is no ptxas. */
#include "compile/ptxas.h"
#include "ptx/pressure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- ptxas -v ---- */

static const char release_13[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
    "ptxas info    : Function properties for first\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 12 registers, used 0 barriers, 400 bytes cmem[0]\n"
    "ptxas info    : Compile time = 1.000 ms\n"
    "ptxas info    : Compiling entry function 'first_of_all' for 'sm_90'\n"
    "ptxas info    : Function properties for first_of_all\n"
    "    24 bytes stack frame, 20 bytes spill stores, 36 bytes spill loads\n"
    "ptxas info    : Used 255 registers, used 3 barriers, 24 bytes cumulative stack size, 4096 bytes smem, 400 bytes "
    "cmem[0]\n";
static const char release_5[] = "ptxas info    : Compiling entry function 'first' for 'sm_20'\n"
                                "ptxas info    : Used 21 registers, 1040 bytes smem, 48 bytes cmem[0]\n";

static void test_ptxas_words(void **state)
{
    wg_ptxas_report r = {0};
    (void)state;
    assert_true(wg_ptxas_parse(release_13, "first", &r));
    assert_int_equal(r.registers, 12);
    assert_int_equal(r.shared + r.barriers + r.stack + r.spill_loads + r.spill_stores, 0);
    assert_true(wg_ptxas_parse(release_13, "first_of_all", &r));
    assert_int_equal(r.registers, 255);
    assert_int_equal(r.barriers, 3);
    assert_int_equal(r.shared, 4096);
    assert_int_equal(r.stack, 24);
    assert_int_equal(r.spill_stores, 20);
    assert_int_equal(r.spill_loads, 36);
    r = (wg_ptxas_report){0};
    assert_true(wg_ptxas_parse(release_5, "first", &r));
    assert_int_equal(r.registers, 21);
    assert_int_equal(r.shared, 1040);
    assert_false(wg_ptxas_parse(release_5, "second", &r));
    assert_false(wg_ptxas_parse("", "first", &r));
    assert_false(wg_ptxas_parse("entry function 'first", "first", &r));
}

/* ---- the estimate ---- */

static uint32_t pressure(const char *body)
{
    char text[4096];
    wg_ptx_module *module;
    wg_error err = {0};
    int length = snprintf(text, sizeof text,
                          ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k(.param .u64 k_p)\n{\n"
                          ".reg .pred %%p<4>; .reg .b32 %%r<16>; .reg .f32 %%f<16>; .reg .b64 %%rd<8>;\n%s\n}\n",
                          body);
    if (wg_ptx_parse("test", text, (size_t)length, &module, &err) != WG_OK)
        fail_msg("%s", err.text);
    uint32_t registers = wg_ptx_pressure(module->functions[0]);
    wg_ptx_module_free(module);
    return registers;
}

static void test_pressure(void **state)
{
    uint32_t nothing = pressure("ret;");
    (void)state;
    /* A parameter and its other name cost nothing; two loaded values are alive at once. */
    assert_int_equal(pressure("ld.param.u64 %rd1, [k_p]; cvta.to.global.u64 %rd2, %rd1;"
                              "ld.global.f32 %f1, [%rd2]; ld.global.f32 %f2, [%rd2+4]; add.f32 %f3, %f1, %f2;"
                              "st.global.f32 [%rd2], %f3; ret;"),
                     nothing + 2);
    /* 64-bit values count twice. */
    assert_int_equal(pressure("mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 4; add.u64 %rd2, %rd1, %rd1;"
                              "st.global.u64 [%rd2], %rd1; ret;"),
                     nothing + 4);
    /* What a loop uses lives all through it. */
    assert_int_equal(pressure("ld.param.u64 %rd1, [k_p]; ld.global.f32 %f1, [%rd1]; mov.u32 %r1, %tid.x;"
                              "mov.f32 %f2, 0f00000000;"
                              "L: add.f32 %f2, %f2, %f1; sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;"
                              "st.global.f32 [%rd1], %f2; ret;"),
                     nothing + 3);
    /* A guarded instruction may leave the old value. */
    assert_int_equal(pressure("ld.param.u64 %rd1, [k_p]; ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd1+4];"
                              "setp.gt.f32 %p1, %f2, %f1; @%p1 mov.b32 %f1, %f2; st.global.f32 [%rd1], %f1; ret;"),
                     nothing + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ptxas_words),
        cmocka_unit_test(test_pressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
