/* SPDX-License-Identifier: Apache-2.0 */
/* Where blocks would begin to read, without running them. */
#include "sim_harness.h"

#include "sim/preview.h"

enum { MOST = 8 };

typedef struct seen {
    uint64_t address[MOST];
    size_t count, enough; /* 0: never */
} seen;

static bool note(void *user, const wg_insn *i, uint64_t address)
{
    seen *s = user;
    assert_int_equal(i->class, WG_CLASS_LOAD);
    assert_true(s->count < MOST);
    s->address[s->count++] = address;
    return s->count == s->enough;
}

static sim *prepare(const char *kernel, uint32_t blocks, uint32_t threads)
{
    sim *s = sim_load(kernel);
    sim_buffers(s);
    s->launch.grid[0] = blocks;
    s->launch.block[0] = threads;
    s->launch.grid[1] = s->launch.grid[2] = s->launch.block[1] = s->launch.block[2] = 1;
    return s;
}

/* Past a barrier and a store, and once through a loop: two loads of the block's own, whatever was looked at before, and
 * nothing is written. */
static void test_first_round(void **state)
{
    (void)state;
    sim *s = prepare(KERNEL("bar.sync 0; st.global.u32 [%out], 7; mov.u64 %d1, %in;\n"
                            "loop: ld.global.u32 %r1, [%d1]; ld.global.u32 %r3, [%d1+4096]; add.u64 %d1, %d1, 128;\n"
                            "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100; @%p1 bra loop;\n"
                            "ld.global.u32 %r4, [%in];"),
                     50, 64);
    wg_preview *p = wg_preview_new(&s->launch);
    for (uint64_t block = 40; block-- > 0;) {
        seen all = {0};
        wg_preview_block(p, block, note, &all);
        assert_int_equal(all.count, 2);
        assert_int_equal(all.address[0], s->in_address + block * 64 * 4);
        assert_int_equal(all.address[1], all.address[0] + 4096);
    }
    for (size_t k = 0; k < WORDS; k++)
        assert_int_equal(s->out[k], 0);
    wg_preview_free(p);
    sim_free(s);
}

/* Blocks in bands, a branch by the block's number, a guard: it is computed, not guessed. And it stops when it is told
 * to. */
static void test_what_is_computed(void **state)
{
    (void)state;
    sim *s = prepare(KERNEL("rem.u32 %r1, %block, 4; mad.wide.u32 %d1, %r1, 256, %in0; ld.global.u32 %r2, [%d1];\n"
                            "setp.lt.u32 %p1, %block, 8; @%p1 bra low; ld.global.u32 %r3, [%in0+64]; ret;\n"
                            "low: @!%p1 ld.global.u32 %r3, [%in0+96]; ld.global.u32 %r3, [%in0+32]; ret;"),
                     16, 32);
    wg_preview *p = wg_preview_new(&s->launch);
    for (uint64_t block = 0; block < 16; block++) {
        seen all = {0}, one = {.enough = 1};
        wg_preview_block(p, block, note, &all);
        assert_int_equal(all.count, 2);
        assert_int_equal(all.address[0], s->in_address + block % 4 * 256);
        assert_int_equal(all.address[1], s->in_address + (block < 8 ? 32 : 64));
        wg_preview_block(p, block, note, &one);
        assert_int_equal(one.count, 1);
    }
    wg_preview_free(p);
    wg_preview_free(NULL);
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_round), cmocka_unit_test(test_what_is_computed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
