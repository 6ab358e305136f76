/* SPDX-License-Identifier: Apache-2.0 */
/* What blocks share because they begin in the same place, and how often memory gives it. */
#include "sim_harness.h"

#include "caches/cache.h"
#include "caches/stream.h"

#include <math.h>

/* Sixteen strips; block k reads strip k mod 16. */
enum { BLOCKS = 256, STRIPS = 16, WAVE = 64, SECTORS = 1600 };

typedef struct setting {
    sim *s;
    wg_trace trace;
    wg_region region;
    wg_cache_replay replay;
} setting;

/* One access to the region by each load and store of global memory. */
static void access_region(setting *t)
{
    const wg_program *program = t->s->program;
    for (uint32_t k = 0; k < program->insn_count; k++) {
        bool is_store = program->insns[k].class == WG_CLASS_STORE;
        t->replay.insns[k].access = is_store ? WG_L2_WRITE : WG_L2_READ;
        if (strstr(program->insns[k].source->spelling, ".global"))
            *WG_PUSH(t->replay.stream.items, t->replay.stream.count, t->replay.stream.capacity) =
                (wg_stream_item){.insn = k, .access = t->replay.insns[k].access};
    }
}

static void set_up(setting *t, const char *kernel, double strips_held)
{
    t->s = sim_load(kernel);
    sim_buffers(t->s);
    t->s->launch.grid[0] = BLOCKS;
    t->s->launch.block[0] = 32;
    t->s->launch.grid[1] = t->s->launch.grid[2] = t->s->launch.block[1] = t->s->launch.block[2] = 1;
    t->trace = (wg_trace){.blocks = BLOCKS, .deal = WAVE / 2};
    t->region = (wg_region){
        .first = t->s->in_address / WG_SECTOR_BYTES, .size = WORDS * 4 / WG_SECTOR_BYTES, .footprint = SECTORS};
    t->replay = (wg_cache_replay){.launch = &t->s->launch,
                                  .trace = &t->trace,
                                  .insns = wg_alloc((t->s->program->insn_count + 1) * sizeof *t->replay.insns),
                                  .blocks_per_sm = 2,
                                  .room = {.held = strips_held * SECTORS / STRIPS * WG_SECTOR_BYTES},
                                  .stream = {.regions = &t->region, .region_count = 1}};
    access_region(t);
}

static void tear_down(setting *t)
{
    free(t->replay.insns);
    free(t->replay.stream.items);
    sim_free(t->s);
}

static double read_by(setting *t, bool apart)
{
    wg_reuse *strips = wg_reuse_find(&t->replay);
    double sectors = wg_reuse_read(strips, &t->region, apart);
    wg_reuse_free(strips);
    return sectors;
}

#define STRIP_OF_BLOCK "rem.u32 %r1, %block, 16; mad.wide.u32 %d1, %r1, 4096, %in0; ld.global.u32 %r2, [%d1];"

/* A cache that holds eight of them: once a wave, of which there are four, if blocks stay together; for each block, if
 * not. One that holds all: once. */
static void test_how_often(void **state)
{
    (void)state;
    setting t;
    set_up(&t, KERNEL(STRIP_OF_BLOCK), 8);
    assert_true(read_by(&t, false) == SECTORS * (BLOCKS / WAVE));
    assert_true(read_by(&t, true) == SECTORS * (BLOCKS / STRIPS));
    tear_down(&t);
    for (int more = -2; more <= 1; more++) { /* fifteen others come before a strip is wanted again */
        set_up(&t, KERNEL(STRIP_OF_BLOCK), STRIPS + more);
        assert_true(read_by(&t, true) == SECTORS * (more < -1 ? BLOCKS / STRIPS : 1));
        assert_true(read_by(&t, false) == SECTORS * (more < -1 ? BLOCKS / WAVE : 1));
        tear_down(&t);
    }
}

/* Blocks that follow one another have the same strip: it stays, however small the cache and whether or not there are
 * waves. */
static void test_neighbours(void **state)
{
    (void)state;
    setting t;
    set_up(&t, KERNEL("shr.u32 %r1, %block, 4; mad.wide.u32 %d1, %r1, 4096, %in0; ld.global.u32 %r2, [%d1];"), 2);
    assert_true(read_by(&t, false) == SECTORS && read_by(&t, true) == SECTORS);
    tear_down(&t);
}

/* Blocks that each have their own or do not all get there; one that is written, too; one of which some addresses depend
 * on what was loaded. */
static void test_not_shared(void **state)
{
    (void)state;
    static const char *const kernels[] = {
        KERNEL("ld.global.u32 %r2, [%in];"), KERNEL("setp.lt.u32 %p1, %block, 100; @%p1 ld.global.u32 %r2, [%in0];"),
        KERNEL(STRIP_OF_BLOCK " st.global.u32 [%d1], 1;"),
        KERNEL(STRIP_OF_BLOCK " mad.wide.u32 %d2, %r2, 4, %d1; ld.global.u32 %r3, [%d2];")};
    setting t;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        set_up(&t, kernels[k], 4);
        assert_true(isnan(read_by(&t, false)));
        tear_down(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_how_often), cmocka_unit_test(test_neighbours),
                                       cmocka_unit_test(test_not_shared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
