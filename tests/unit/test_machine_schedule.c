/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which ptxas is taken to put instructions. */
#include "machine_harness.h"

#include "time/timeline.h"

static bool is_spelled(uint32_t insn, const char *spelling)
{
    return !strcmp(kernel->program->insns[insn].source->spelling, spelling);
}

/* Loads that are put before the first store. */
static unsigned loads_first(const wg_schedule *order)
{
    uint32_t store = UINT32_MAX;
    unsigned loads = 0;
    for (uint32_t k = 0; k < kernel->program->insn_count; k++)
        if (is_spelled(k, "st.shared.f32") && order->rank[k] < store)
            store = order->rank[k];
    for (uint32_t k = 0; k < kernel->program->insn_count; k++)
        loads += is_spelled(k, "ld.global.f32") && order->rank[k] < store;
    return loads;
}

/* Of so many loads, each under a condition of its own, as is the store of what it brought. */
static unsigned loads_on_their_way(int count)
{
    static const char begin[] = PTX ".shared .f32 tile[1024];\n" KERNEL_BEGIN "mov.u32 %r60, tile;\n";
    wg_text text = {0};
    wg_text_add(&text, begin, sizeof begin - 1);
    for (int k = 0; k < count; k++)
        wg_text_addf(&text,
                     "add.s32 %%r%d, %%id, %d; setp.ge.s32 %%p%d, %%r%d, %%n; @%%p%d bra after%d;\n"
                     "ld.global.f32 %%f%d, [%%in+%d]; st.shared.f32 [%%r60+%d], %%f%d;\nafter%d:\n",
                     k, 8 * k, k, k, k, k, k, 128 * k, 4 * k, k, k);
    wg_text_addf(&text, "ret;\n}\n");
    predict(wg_text_get(&text));
    wg_schedule order = wg_schedule_find(kernel->program, machine, 64);
    unsigned loads = loads_first(&order);
    wg_schedule_free(&order);
    wg_text_free(&text);
    forget();
    return loads;
}

/* Loads move up while there are predicates: of eight, one has to be done with before the last can begin. */
static void test_predicates(void **state)
{
    (void)state;
    assert_int_equal(loads_on_their_way(4), 4);
    assert_int_equal(loads_on_their_way(7), 7);
    assert_int_equal(loads_on_their_way(8), 7);
    assert_int_equal(loads_on_their_way(12), 7);
}

/* Whether of two loads the second, which is written behind an operation on the first, is put before the operation. */
static bool moves_before(const char *operation)
{
    static const char begin[] = PTX KERNEL_BEGIN;
    wg_text text = {0};
    wg_text_add(&text, begin, sizeof begin - 1);
    wg_text_addf(&text,
                 "ld.global.f32 %%f1, [%%in]; %s %%f2, %%f1; ld.global.f32 %%f3, [%%in+128];\n"
                 "add.f32 %%f4, %%f2, %%f3; st.global.f32 [%%out], %%f4; ret;\n}\n",
                 operation);
    predict(wg_text_get(&text));
    wg_schedule order = wg_schedule_find(kernel->program, machine, 64);
    uint32_t first = KERNEL_BEGIN_INSTRUCTIONS;
    bool moves = order.rank[first + 2] < order.rank[first + 1];
    wg_schedule_free(&order);
    wg_text_free(&text);
    forget();
    return moves;
}

/* Divisions and roots have a branch in them, for operands that are out of the ordinary: loads that are behind it stay
 * there. */
static void test_nothing_moves_across_a_branch_within(void **state)
{
    (void)state;
    assert_true(moves_before("rcp.approx.ftz.f32"));
    assert_true(moves_before("neg.f32"));
    assert_false(moves_before("rcp.rn.f32"));
    assert_false(moves_before("sqrt.rn.f32"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_predicates),
                                       cmocka_unit_test(test_nothing_moves_across_a_branch_within)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
