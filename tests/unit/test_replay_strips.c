/* What blocks share because they begin in the same place, and how often memory gives it. */
#include "sim_harness.h"

#include "replay/cache.h"
#include "replay/stream.h"

#include <math.h>

/* Sixteen strips; block k reads strip k mod 16. */
enum { BLOCKS = 256, STRIPS = 16, WAVE = 64, SECTORS = 1600 };

typedef struct setting {
    sim *s;
    wg_trace trace;
    wg_region region;
    wg_replay replay;
} setting;

static void set_up(setting *t, const char *kernel, double strips_held)
{
    t->s = sim_load(kernel);
    sim_buffers(t->s);
    t->s->launch.grid[0] = BLOCKS;
    t->s->launch.block[0] = 32;
    t->s->launch.grid[1] = t->s->launch.grid[2] = t->s->launch.block[1] = t->s->launch.block[2] = 1;
    t->trace = (wg_trace){.blocks = BLOCKS, .deal = WAVE / 2};
    t->region = (wg_region){.first = t->s->in_address / WG_SECTOR_BYTES,
                            .size = WORDS * 4 / WG_SECTOR_BYTES,
                            .footprint = SECTORS,
                            .is_plain = true};
    t->replay = (wg_replay){.launch = &t->s->launch,
                            .trace = &t->trace,
                            .insns = wg_alloc((t->s->program->insn_count + 1) * sizeof *t->replay.insns),
                            .blocks_per_sm = 2,
                            .l2_share = 1,
                            .l2_bytes = (uint64_t)(strips_held * SECTORS / STRIPS * WG_SECTOR_BYTES),
                            .stream = {.regions = &t->region, .region_count = 1}};
}

static void tear_down(setting *t)
{
    free(t->replay.insns);
    sim_free(t->s);
}

static double read_by(setting *t, bool apart)
{
    wg_strips *strips = wg_strips_find(&t->replay);
    double sectors = wg_strips_read(strips, &t->region, apart);
    wg_strips_free(strips);
    return sectors;
}

#define STRIP_OF_BLOCK "rem.u32 %r1, %block, 16; mad.wide.u32 %d1, %r1, 4096, %in0; ld.global.u32 %r2, [%d1];"

/* A cache that holds eight of them: once a wave, of which there are four, if blocks stay together; for each block, if not. One that holds all: once. */
static void test_how_often(void **state)
{
    (void)state;
    setting t;
    set_up(&t, KERNEL(STRIP_OF_BLOCK), 8);
    assert_true(read_by(&t, false) == SECTORS * (BLOCKS / WAVE));
    assert_true(read_by(&t, true) == SECTORS * (BLOCKS / STRIPS));
    tear_down(&t);
    set_up(&t, KERNEL(STRIP_OF_BLOCK), STRIPS + 1);
    assert_true(read_by(&t, false) == SECTORS && read_by(&t, true) == SECTORS);
    tear_down(&t);
}

/* Blocks that follow one another have the same strip: it stays, however small the cache and whether or not there are waves. */
static void test_neighbours(void **state)
{
    (void)state;
    setting t;
    set_up(&t, KERNEL("shr.u32 %r1, %block, 4; mad.wide.u32 %d1, %r1, 4096, %in0; ld.global.u32 %r2, [%d1];"), 2);
    assert_true(read_by(&t, false) == SECTORS && read_by(&t, true) == SECTORS);
    tear_down(&t);
}

/* Blocks that each have their own, that do not all get there, and a region that is written: nothing is shared. */
static void test_not_shared(void **state)
{
    (void)state;
    static const char *const kernels[] = {KERNEL("ld.global.u32 %r2, [%in];"),
                                          KERNEL("setp.lt.u32 %p1, %block, 100; @%p1 ld.global.u32 %r2, [%in0];")};
    setting t;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        set_up(&t, kernels[k], 4);
        assert_true(isnan(read_by(&t, false)));
        tear_down(&t);
    }
    set_up(&t, KERNEL(STRIP_OF_BLOCK), 4);
    t.region.is_written = true;
    assert_true(isnan(read_by(&t, false)));
    tear_down(&t);
}

/* The address of the second load depends on what the first one brought. A store is no load. */
static void test_plain_addresses(void **state)
{
    (void)state;
    setting t;
    set_up(&t,
           KERNEL("ld.global.u32 %r1, [%in]; mad.wide.u32 %d1, %r1, 4, %in0; ld.global.u32 %r2, [%d1];\n"
                  "st.global.u32 [%out], %r2;"),
           4);
    static const bool wanted[] = {true, false, false};
    size_t found = 0;
    for (uint32_t k = 0; k < t.s->program->insn_count; k++)
        t.replay.insns[k].access = t.s->program->insns[k].class == WG_CLASS_STORE ? WG_L2_WRITE : WG_L2_READ;
    wg_strips_begin(&t.replay);
    for (uint32_t k = 0; k < t.s->program->insn_count; k++) {
        const char *spelling = t.s->program->insns[k].source->spelling;
        if (strstr(spelling, ".global"))
            assert_int_equal(t.replay.insns[k].is_plain, wanted[found++]);
    }
    assert_int_equal(found, 3);
    tear_down(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_how_often), cmocka_unit_test(test_neighbours),
                                       cmocka_unit_test(test_not_shared), cmocka_unit_test(test_plain_addresses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
