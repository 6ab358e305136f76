/* SPDX-License-Identifier: Apache-2.0 */
/* What instructions are for: the stored values, or finding where they are; and which loops can do two iterations at a
 * time. */
#include "sim_harness.h"

#include "machine/roles.h"

/* The role of the nth instruction with this opcode. */
static wg_insn_role role_of(const char *body, wg_opcode opcode, int nth)
{
    char text[8192];
    snprintf(text, sizeof text, "%s", body);
    sim *s = sim_load(text);
    wg_insn_role *roles = wg_insn_roles_find(s->program), found = {0};
    bool is_there = false;
    for (uint32_t k = 0; k < s->program->insn_count && !is_there; k++)
        if (s->program->insns[k].opcode == opcode && nth-- == 0) {
            found = roles[k];
            is_there = true;
        }
    free(roles);
    sim_free(s);
    assert_true(is_there);
    return found;
}

static void what_is_stored_is_payload_and_its_address_is_not(void **state)
{
    (void)state;
    static const char text[] = KERNEL("ld.global.u32 %r1, [%in]; add.u32 %r2, %r1, 7; mul.lo.u32 %r3, %n, 4;"
                                      "cvt.u64.u32 %d1, %r3; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r2; ret;");
    assert_true(role_of(text, WG_OP_st, 0).is_payload);
    assert_false(role_of(text, WG_OP_mul, 0).is_payload);
    assert_false(role_of(text, WG_OP_cvt, 0).is_payload);
}

#define LOOP(before, body, after)                                                                                      \
    KERNEL(before "mov.u32 %r9, 0;\nAGAIN:\n" body                                                                     \
                  "add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, %n; @%p1 bra AGAIN;" after "ret;")

static const char SUM[] =
    LOOP("mov.f32 %f1, 0f00000000;", "ld.global.f32 %f2, [%in]; add.f32 %f1, %f1, %f2;", "st.global.f32 [%out], %f1;");
static const char SERIES[] =
    LOOP("mov.f32 %f1, 0f3F800000;", "mul.f32 %f1, %f1, 0f3F000000;", "st.global.f32 [%out], %f1;");
static const char CHASE[] = LOOP("mov.u64 %d1, %in;", "ld.global.u64 %d1, [%d1];", "st.global.u64 [%out], %d1;");
static const char HALVING[] =
    KERNEL("mov.u32 %r1, %n; mov.u32 %r2, 0;\nAGAIN:\nshr.u32 %r1, %r1, 1; add.u32 %r2, %r2, 1;"
           "setp.ne.u32 %p1, %r1, 0; @%p1 bra AGAIN; st.global.u32 [%out], %r2; ret;");

static void a_sum_can_be_split_and_a_chain_cannot(void **state)
{
    (void)state;
    assert_int_equal(role_of(SUM, WG_OP_bra, 0).latch, WG_LATCH_PARALLEL);
    assert_int_equal(role_of(SERIES, WG_OP_bra, 0).latch, WG_LATCH_SERIAL);
    assert_int_equal(role_of(CHASE, WG_OP_bra, 0).latch, WG_LATCH_SERIAL);
    assert_true(role_of(SERIES, WG_OP_mul, 0).is_serial);
    assert_false(role_of(SUM, WG_OP_add, 0).is_serial);
}

/* A loop that goes on until its own result says so cannot leave out the question. */
static void data_that_ends_a_loop_is_no_overhead(void **state)
{
    (void)state;
    assert_int_equal(role_of(HALVING, WG_OP_bra, 0).latch, WG_LATCH_NONE);
    assert_true(role_of(HALVING, WG_OP_shr, 0).is_payload);
    assert_true(role_of(HALVING, WG_OP_setp, 0).is_payload);
    assert_false(role_of(SUM, WG_OP_setp, 0).is_payload);
}

static void an_address_that_was_loaded_is_indirect(void **state)
{
    (void)state;
    static const char text[] =
        KERNEL("ld.global.u64 %d1, [%in]; ld.global.u32 %r1, [%d1]; st.global.u32 [%out], %r1; ret;");
    assert_false(role_of(SUM, WG_OP_ld, 3).is_indirect);
    assert_true(role_of(CHASE, WG_OP_ld, 3).is_indirect);
    assert_true(role_of(text, WG_OP_ld, 4).is_indirect);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_is_payload_and_its_address_is_not),
        cmocka_unit_test(a_sum_can_be_split_and_a_chain_cannot),
        cmocka_unit_test(data_that_ends_a_loop_is_no_overhead),
        cmocka_unit_test(an_address_that_was_loaded_is_indirect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
