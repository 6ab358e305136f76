/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels have blocks that can be left out without the others noticing. */
#include "sim/independence.h"
#include "sim_harness.h"

static bool is_independent(const char *ptx)
{
    sim *s = sim_load(ptx);
    bool independent = wg_program_is_independent(s->program);
    sim_free(s);
    return independent;
}

static void test_independent(void **state)
{
    (void)state;
    assert_true(is_independent(KERNEL("ld.global.u32 %r1, [%in]; add.u32 %r1, %r1, 1; st.global.u32 [%out], %r1;")));
    assert_true(
        is_independent(KERNEL("setp.ge.u32 %p1, %gid, %n; @%p1 bra END; st.global.u32 [%out], %gid; END: ret;")));
    assert_true(is_independent(KERNEL(
        "mov.u32 %r1, 0; LOOP: ld.global.u32 %r2, [%in]; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %n; @%p1 bra LOOP;"
        "st.global.u32 [%out], %r2;")));
    assert_true(is_independent(KERNEL("ld.global.u32 %r1, [%in]; red.global.add.u32 [%out0], %r1;")));
    assert_true(is_independent(KERNEL("ld.global.u32 %r1, [%in]; setp.ne.u32 %p1, %r1, 0; selp.u32 %r2, 1, 2, %p1;"
                                      "st.global.u32 [%out], %r2;"))); /* chosen, not branched */
}

static void test_data_decide(void **state)
{
    (void)state;
    assert_false(is_independent(KERNEL(
        "ld.global.u32 %r1, [%in]; setp.eq.u32 %p1, %r1, 0; @%p1 bra END; st.global.u32 [%out], %r1; END: ret;")));
    assert_false(
        is_independent(KERNEL("ld.global.u32 %r1, [%in]; setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%out], %r1;")));
    assert_false(is_independent(KERNEL(
        "ld.global.u32 %r1, [%in]; mad.wide.u32 %d1, %r1, 4, %out0; st.global.u32 [%d1], %r1;"))); /* an address */
    assert_false(is_independent(
        KERNEL(/* only in the second turn */
               "mov.u32 %r1, 0; mov.u32 %r3, 0; LOOP: setp.lt.u32 %p1, %r3, %n; @%p1 bra END; ld.global.u32 %r2, [%in];"
               "mov.u32 %r3, %r2; bra LOOP; END: ret;")));
    assert_false(is_independent(KERNEL("ld.global.v2.u32 {%r1, %r2}, [%in]; setp.eq.u32 %p1, %r2, 0; @%p1 bra END; "
                                       "st.global.u32 [%out], %r1; END: ret;")));
}

static void test_others_decide(void **state)
{
    (void)state;
    assert_false(is_independent(KERNEL("atom.global.add.u32 %r1, [%out0], 1; mad.wide.u32 %d1, %r1, 4, %out0;"
                                       "st.global.u32 [%d1], %gid;")));
    assert_false(is_independent(KERNEL("ld.volatile.global.u32 %r1, [%in]; st.global.u32 [%out], %r1;")));
    assert_false(is_independent(
        KERNEL("mov.u32 %r1, %clock; and.b32 %r1, %r1, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra END; st.global.u32 [%out], "
               "%r1; END: ret;")));
    assert_false(
        is_independent(KERNEL("mov.u32 %r1, %smid; mad.wide.u32 %d1, %r1, 4, %out0; st.global.u32 [%d1], %gid;")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_independent),
        cmocka_unit_test(test_data_decide),
        cmocka_unit_test(test_others_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
