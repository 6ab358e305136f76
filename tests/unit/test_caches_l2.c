/* SPDX-License-Identifier: Apache-2.0 */
/* The second level and memory, access by access: small kernels whose counts are known, by the rules that were recorded
 * on an H200. */
#include "sim_harness.h"

#include "caches/cache.h"
#include "caches/traffic.h"

#include <math.h>

enum { PAIRS = WORDS / 16, LINES = WORDS / 32 };

static wg_traffic traffic_of(const wg_device *device, const char *ptx, uint32_t blocks, uint32_t threads)
{
    wg_model model;
    wg_traffic traffic;
    wg_model_resolve(device, &model);
    wg_trace trace = wg_traffic_trace(&model);
    sim *s = sim_load(ptx);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, blocks, threads);
    assert_int_equal(s->status, WG_OK);
    assert_int_equal(wg_traffic_estimate(&s->launch, &s->profile, &model, NULL, &traffic, NULL), WG_OK);
    wg_trace_free(&trace);
    sim_free(s);
    return traffic;
}

static wg_traffic traffic_on(const char *name, const char *ptx, uint32_t blocks, uint32_t threads)
{
    wg_device *device;
    assert_int_equal(wg_device_load(name, &device, NULL), WG_OK);
    wg_traffic traffic = traffic_of(device, ptx, blocks, threads);
    wg_device_free(device);
    return traffic;
}

/* ---- pairs of sectors ---- */

#define A_PAIR_EACH "mad.wide.u32 %d1, %gid, 64, %in0; "

/* Either half of 64 bytes brings both, and half of all pairs are asked for across. */
static void test_either_half_brings_both(void **state)
{
    (void)state;
    static const char *const kernels[] = {KERNEL(A_PAIR_EACH "ld.global.u32 %r1, [%d1]; ret;"),
                                          KERNEL(A_PAIR_EACH "ld.global.u32 %r1, [%d1+32]; ret;")};
    for (size_t k = 0; k < 2; k++) {
        wg_traffic t = traffic_on("h200", kernels[k], PAIRS / 256, 256);
        wg_lookups lookups = wg_traffic_l2_lookups(&t, WG_L2_COLD);
        assert_true(t.total.dram_read[WG_L2_COLD] == PAIRS * 64 && t.total.l2_misses[WG_L2_COLD] == PAIRS);
        assert_true(lookups.all == PAIRS + PAIRS + t.l2_fences && lookups.hits == t.l2_fences);
        wg_traffic_free(&t);
    }
}

/* Who comes later for the other half finds it; it is no other reader, who might be near the other half of the cache. */
static void test_what_came_along_is_found(void **state)
{
    (void)state;
    wg_traffic t = traffic_on(
        "h200", KERNEL(A_PAIR_EACH "ld.global.u32 %r1, [%d1]; bar.sync 0; ld.global.u32 %r1, [%d1+32]; ret;"),
        PAIRS / 256, 256);
    wg_lookups lookups = wg_traffic_l2_lookups(&t, WG_L2_COLD);
    assert_true(t.total.dram_read[WG_L2_COLD] == PAIRS * 64 && t.total.l2_late[WG_L2_COLD] == PAIRS);
    assert_true(lookups.all == 3 * PAIRS + t.l2_fences && lookups.hits == PAIRS + t.l2_fences);
    wg_traffic_free(&t);
}

/* One request for both halves misses both. */
static void test_one_request_waits_for_both(void **state)
{
    (void)state;
    wg_traffic t = traffic_on("h200", KERNEL("mad.wide.u32 %d1, %gid, 32, %in0; ld.global.u32 %r1, [%d1]; ret;"),
                              PAIRS / 128, 256);
    assert_true(t.total.l2_misses[WG_L2_COLD] == 2 * PAIRS && t.total.l2_late[WG_L2_COLD] == 0);
    wg_traffic_free(&t);
}

/* An atomic brings the other half every second time. */
static void test_atomics_bring_less(void **state)
{
    (void)state;
    wg_traffic t = traffic_on("h200", KERNEL("mad.wide.u32 %d1, %gid, 64, %out0; red.global.add.u32 [%d1], 1; ret;"),
                              PAIRS / 256, 256);
    assert_true(fabs(t.total.dram_read[WG_L2_COLD] / (PAIRS * 48) - 1) < 0.03);
    wg_traffic_free(&t);
}

/* Each block reads a line and the end of its neighbour's with one instruction. Which of the two asks first is chance:
 * if it is the neighbour, one of the line's sectors has come along when its owner asks. */
static void test_neighbours_race(void **state)
{
    (void)state;
    wg_traffic t = traffic_on("h200",
                              KERNEL("max.u32 %r1, %gid, 4; sub.u32 %r1, %r1, 4; mad.wide.u32 %d1, %r1, 4, %in0; "
                                     "ld.global.u32 %r2, [%d1]; ret;"),
                              LINES, 32);
    double early = t.total.l2_late[WG_L2_COLD] / LINES;
    assert_true(early > 0.3 && early < 0.7);
    assert_true(t.total.dram_read[WG_L2_COLD] == WORDS * 4);
    wg_traffic_free(&t);
}

/* Many blocks read one half of the same pairs: both halves of the cache come to have all of them. Half of the time the
 * first reader is near where they are at home; then the other half of the cache asks for two sectors, and finds them,
 * because of one that it did not have. */
static void test_pairs_cross_whole(void **state)
{
    (void)state;
    enum { BLOCKS = 64, SHARED_PAIRS = 256 };
    wg_traffic t = traffic_on("h200", KERNEL("mad.wide.u32 %d1, %id, 64, %in0; ld.global.u32 %r1, [%d1]; ret;"), BLOCKS,
                              SHARED_PAIRS);
    wg_lookups lookups = wg_traffic_l2_lookups(&t, WG_L2_COLD);
    double reads = BLOCKS * SHARED_PAIRS;
    assert_true(fabs(lookups.all - (reads + 2 * SHARED_PAIRS + t.l2_fences)) < 1e-6);
    assert_true(fabs(lookups.hits - (reads - SHARED_PAIRS + 0.5 * SHARED_PAIRS + t.l2_fences)) < 1e-6);
    wg_traffic_free(&t);
}

/* ---- fences ---- */

/* 16 multiprocessors touch 32 times 512 bytes each: 27 of the 94 slices, on average, in both halves. */
static void test_slices_are_asked_in_the_end(void **state)
{
    (void)state;
    static const char kernel[] = KERNEL(A_PAIR_EACH "ld.global.u32 %r1, [%d1]; ret;");
    wg_traffic t = traffic_on("h200", kernel, PAIRS / 256, 256), unknown = traffic_on("v100", kernel, PAIRS / 256, 256);
    double slices = 94 * (1 - pow(1 - 1 / 94.0, 32));
    assert_true(fabs(t.l2_fences / (2 * 16 * slices) - 1) < 0.1);
    assert_true(unknown.l2_fences == 0);
    wg_traffic_free(&t);
    wg_traffic_free(&unknown);
}

/* A file that was made up. */
static void test_no_number_of_slices_is_too_much(void **state)
{
    (void)state;
    wg_device *device;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    device->value[WG_DEVICE_l2_slices] = 9e15;
    wg_traffic t = traffic_of(device, KERNEL("ld.global.u32 %r1, [%in]; ret;"), 1, 32);
    assert_true(t.l2_fences == 2);
    wg_traffic_free(&t);
    wg_device_free(device);
}

/* Each is a part of another, whatever a file says; and no cache is larger than there can be. */
static wg_l2_room room_of(const wg_device *device)
{
    wg_model model;
    wg_model_resolve(device, &model);
    return wg_l2_room_of(&model);
}

static void test_room(void **state)
{
    (void)state;
    wg_device *device;
    assert_int_equal(wg_device_load("h200", &device, NULL), WG_OK);
    wg_l2_room room = room_of(device);
    assert_true(room.held == device->value[WG_DEVICE_l2_held_bytes]);
    assert_true(room.unwritten == device->value[WG_DEVICE_l2_unwritten_bytes]);
    assert_true(room.partial == device->value[WG_DEVICE_l2_partial_bytes]);
    static const wg_device_field fields[] = {WG_DEVICE_l2_bytes, WG_DEVICE_l2_held_bytes, WG_DEVICE_l2_unwritten_bytes,
                                             WG_DEVICE_l2_partial_bytes};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        device->value[fields[k]] = 9e15;
    room = room_of(device);
    assert_true(room.held == 1 << 30 && room.unwritten == room.held && room.partial == room.held);
    wg_traffic t = traffic_of(device, KERNEL("ld.global.u32 %r1, [%in]; ret;"), 1, 32);
    assert_true(t.total.dram_read[WG_L2_COLD] == 32 * 4);
    wg_traffic_free(&t);
    device->known[WG_DEVICE_l2_bytes] = false;
    room = room_of(device);
    assert_true(room.held == 0 && room.unwritten == 0);
    wg_device_free(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_either_half_brings_both),
                                       cmocka_unit_test(test_what_came_along_is_found),
                                       cmocka_unit_test(test_one_request_waits_for_both),
                                       cmocka_unit_test(test_atomics_bring_less),
                                       cmocka_unit_test(test_neighbours_race),
                                       cmocka_unit_test(test_pairs_cross_whole),
                                       cmocka_unit_test(test_slices_are_asked_in_the_end),
                                       cmocka_unit_test(test_no_number_of_slices_is_too_much),
                                       cmocka_unit_test(test_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
