/* SPDX-License-Identifier: Apache-2.0 */
#include "check/clocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { THREADS = 128, WARPS = 4 };

typedef struct blocks {
    wg_arena arena;
    wg_clocks first, second; /* two blocks, one behind the other */
} blocks;

static void start(blocks *b)
{
    wg_clocks_init(&b->first, THREADS);
    wg_clocks_init(&b->second, THREADS);
    wg_clocks_begin(&b->first, &b->arena, 1);
    wg_clocks_begin(&b->second, &b->arena, 1 + THREADS);
}

static void finish(blocks *b)
{
    wg_clocks_free(&b->first);
    wg_clocks_free(&b->second);
    wg_arena_free(&b->arena);
}

/* Whether a lane knows what a thread of the first block did at that time. */
static bool knows(const wg_clocks *c, uint32_t warp, uint32_t lane, uint32_t thread, uint16_t time)
{
    return wg_clocks_ordered(c, warp, lane, 1 + thread, time);
}

static void nothing_orders_threads_by_itself(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    assert_true(knows(&b.first, 0, 5, 5, 0));
    assert_false(knows(&b.first, 0, 5, 6, 0));
    assert_false(knows(&b.first, 1, 0, 0, 0));
    assert_false(knows(&b.second, 0, 0, 0, 0));
    finish(&b);
}

static void lanes_that_meet_know_one_another(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    wg_clocks_meet(&b.first, 0, 0xf, false);
    assert_true(knows(&b.first, 0, 0, 3, 0));
    assert_false(knows(&b.first, 0, 0, 4, 0));
    assert_false(knows(&b.first, 0, 4, 0, 0));
    assert_false(knows(&b.first, 0, 0, 3, b.first.warp[0].now)); /* what comes after */
    wg_clocks_meet(&b.first, 0, UINT32_MAX, true);
    assert_true(knows(&b.first, 0, 4, 0, 0));
    finish(&b);
}

/* Of what one lane heard from a second, a third hears when it meets the first. */
static void what_was_heard_is_passed_on(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    wg_clocks_meet(&b.first, 0, 0x3, false);
    wg_clocks_meet(&b.first, 0, 0x6, false);
    assert_true(knows(&b.first, 0, 2, 0, 0));
    assert_false(knows(&b.first, 0, 0, 2, 0));
    finish(&b);
}

static void barriers_are_for_those_who_wait(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    wg_clocks_arrive(&b.first, 0, 1); /* bar.arrive: it does not wait */
    wg_clocks_arrive(&b.first, 1, 1);
    wg_clocks_release(&b.first, 1, 1);
    wg_clocks_complete(&b.first, 1);
    assert_true(knows(&b.first, 1, 0, 0, 0));
    assert_false(knows(&b.first, 0, 0, 32, 0));
    assert_false(knows(&b.first, 2, 0, 0, 0));
    assert_false(knows(&b.first, 1, 0, 0, b.first.warp[0].now));
    finish(&b);
}

static void flags_need_fences(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    assert_null(wg_clocks_published(&b.first, 0, 3, WG_SCOPE_DEVICE));
    wg_clocks_fence(&b.first, 0, 1u << 3, WG_SCOPE_BLOCK);
    assert_null(wg_clocks_published(&b.first, 0, 3, WG_SCOPE_DEVICE));
    wg_clocks_fence(&b.first, 0, 1u << 3, WG_SCOPE_DEVICE);
    uint16_t now = b.first.warp[0].now;
    wg_clocks_learn(&b.second, 2, 7, wg_clocks_published(&b.first, 0, 3, WG_SCOPE_DEVICE));
    assert_true(knows(&b.second, 2, 7, 3, 0));
    assert_false(knows(&b.second, 2, 7, 4, 0));
    assert_false(knows(&b.second, 2, 8, 3, 0));
    assert_false(knows(&b.second, 2, 7, 3, now));
    wg_clocks_arrive(&b.second, 2, 0); /* the others hear of it at a barrier */
    wg_clocks_arrive(&b.second, 0, 0);
    wg_clocks_release(&b.second, 0, 0);
    assert_true(knows(&b.second, 0, 1, 3, 0));
    finish(&b);
}

/* __syncthreads(); if (thread == 0) { __threadfence(); flag = 1; } hands over what the whole block did. */
static void fences_hand_over_what_is_known(void **state)
{
    (void)state;
    blocks b = {0};
    start(&b);
    for (uint32_t w = 0; w < WARPS; w++)
        wg_clocks_arrive(&b.first, w, 0);
    for (uint32_t w = 0; w < WARPS; w++)
        wg_clocks_release(&b.first, w, 0);
    wg_clocks_fence(&b.first, 0, 1, WG_SCOPE_DEVICE);
    wg_clocks_learn(&b.second, 0, 0, wg_clocks_published(&b.first, 0, 0, WG_SCOPE_DEVICE));
    for (uint32_t thread = 0; thread < THREADS; thread++)
        assert_true(knows(&b.second, 0, 0, thread, 0));
    assert_false(knows(&b.second, 0, 0, 40, b.first.warp[1].now));
    finish(&b);
}

static bool has(const wg_known *k, uint32_t thread, uint16_t time)
{
    return wg_known_has(k, thread, time);
}

static void sets_are_joined(void **state)
{
    (void)state;
    wg_arena arena = {0};
    const wg_known_interval one[] = {{1, 10, 5}, {20, 29, 2}}, two[] = {{5, 24, 3}, {30, 30, 2}};
    const wg_known *a = wg_known_new(&arena, one, 2), *b = wg_known_new(&arena, two, 2);
    const wg_known *both = wg_known_join(&arena, a, b);
    for (uint32_t thread = 0; thread < 40; thread++)
        for (uint16_t time = 0; time < 7; time++)
            assert_int_equal(has(both, thread, time), has(a, thread, time) || has(b, thread, time));
    assert_ptr_equal(wg_known_join(&arena, both, a), both);
    assert_ptr_equal(wg_known_join(&arena, b, both), both);
    const wg_known *part = wg_known_within(&arena, both, 8, 21);
    for (uint32_t thread = 0; thread < 40; thread++)
        assert_int_equal(has(part, thread, 1), thread >= 8 && thread <= 21 && has(both, thread, 1));
    assert_null(wg_known_within(&arena, both, 100, 200));
    wg_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_orders_threads_by_itself),
        cmocka_unit_test(lanes_that_meet_know_one_another),
        cmocka_unit_test(what_was_heard_is_passed_on),
        cmocka_unit_test(barriers_are_for_those_who_wait),
        cmocka_unit_test(flags_need_fences),
        cmocka_unit_test(fences_hand_over_what_is_known),
        cmocka_unit_test(sets_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
