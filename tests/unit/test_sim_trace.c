/* SPDX-License-Identifier: Apache-2.0 */
/* A trace holds what the counters count. */
#include "sim_harness.h"

#include "sim/texture.h"
#include "sim/trace.h"

static uint64_t counter(const sim *s, wg_counter which)
{
    return s->profile.total.value[which];
}

static void sum_up(const wg_trace *trace, uint64_t *ops, uint64_t *sectors, uint64_t *wavefronts)
{
    *ops = *sectors = *wavefronts = 0;
    for (size_t k = 0; k < trace->warp_count; k++) {
        const wg_trace_warp *t = &trace->warps[k];
        *ops += t->op_count;
        for (size_t n = 0; n < t->op_count; n++) {
            *sectors += t->ops[n].sector_count;
            *wavefronts += t->ops[n].sector_count ? 0 : t->ops[n].wavefronts; /* of shared memory */
        }
    }
}

static const char MIXED[] =
    PTX ".shared .align 4 .b8 tile[8192];\n" KERNEL_BEGIN "setp.lt.u32 %p1, %gid, 777; mov.u32 %r9, tile;\n"
        "@%p1 ld.global.u32 %r1, [%in];\n"
        "mul.lo.u32 %r2, %id, 8; add.u32 %r2, %r2, %r9; st.shared.u32 [%r2], %r1;\n"
        "bar.sync 0;\n"
        "ld.shared.u32 %r3, [%r2];\n"
        "loop: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 5; @%p2 bra loop;\n"
        "mul.wide.u32 %d1, %gid, 36; add.u64 %d2, %out0, %d1;\n"
        "st.global.u32 [%d2], %r3;\n"
        "red.global.add.u32 [%out], 1;\n}\n";

static void test_trace_agrees_with_counters(void **state)
{
    (void)state;
    wg_trace trace = {0};
    sim *s = sim_load(MIXED);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, 7, 130);
    assert_int_equal(s->status, WG_OK);
    uint64_t ops, sectors, wavefronts;
    sum_up(&trace, &ops, &sectors, &wavefronts);
    assert_int_equal(trace.warp_count, 7 * 5);
    assert_int_equal(ops, counter(s, WG_COUNTER_warp_instructions));
    assert_int_equal(sectors, counter(s, WG_COUNTER_global_load_sectors) + counter(s, WG_COUNTER_global_store_sectors) +
                                  counter(s, WG_COUNTER_global_atomic_sectors));
    assert_int_equal(wavefronts,
                     counter(s, WG_COUNTER_shared_load_wavefronts) + counter(s, WG_COUNTER_shared_store_wavefronts));
    wg_trace_free(&trace);
    sim_free(s);
}

/* Where the first blocks begin is kept, whatever else a trace has to let go, and on however many threads it was made.
 */
static void test_heads(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        wg_trace trace = {.memory_only = true, .size_limit = 40, .deal = 4};
        sim *s = sim_load(KERNEL("ld.global.u32 %r1, [%in]; st.global.u32 [%out], %r1;"));
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        s->launch.host_threads = threads;
        sim_run(s, 16, 32);
        assert_int_equal(s->status, WG_OK);
        assert_true(trace.warp_count < 16);
        for (uint64_t b = 0; b < 16; b++) {
            assert_int_equal(trace.heads[b].count, 8); /* a line of each array */
            assert_int_equal(trace.heads[b].sectors[0], trace.heads[0].sectors[0] + 4 * b);
        }
        assert_int_equal(trace.heads[16].count, 0);
        wg_trace_free(&trace);
        sim_free(s);
    }
}

/* Texels are in the trace as the counters have them, as parts of the texture's own memory; a fetch of nothing but
 * border is no access, and no barrier either. */
static void test_texels(void **state)
{
    (void)state;
    enum { WIDTH = 64, HEIGHT = 32 };
    for (int tiled = 0; tiled <= 1; tiled++) {
        wg_trace trace = {.memory_only = true};
        sim *s = sim_load(KERNEL("and.b32 %r1, %id, 31; shr.u32 %r2, %id, 5; mov.u64 %d1, 0x7e00000000000000;\n"
                                 "tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%d1, {%r1, %r2}];\n"
                                 "tex.2d.v4.f32.s32 {%f5, %f6, %f7, %f8}, [%d1, {%r1, 1000}];\n"
                                 "st.global.f32 [%out], %f1;"));
        sim_buffers(s);
        const wg_texture texture = {.address = s->in_address,
                                    .width = WIDTH,
                                    .height = HEIGHT,
                                    .pitch = WIDTH * sizeof(float),
                                    .channels = 1,
                                    .channel_bits = 32,
                                    .texel = WG_TEXEL_FLOAT,
                                    .tiled = tiled};
        const wg_textures textures = {&texture, 1};
        s->launch.textures = &textures;
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        sim_run(s, 1, 64);
        assert_int_equal(s->status, WG_OK);
        uint64_t ops, sectors, wavefronts;
        sum_up(&trace, &ops, &sectors, &wavefronts);
        assert_int_equal(ops, 2 * 2); /* a fetch and a store of each warp */
        assert_int_equal(sectors, counter(s, WG_COUNTER_texture_sectors) + counter(s, WG_COUNTER_global_store_sectors));
        for (uint32_t k = 0; k < trace.warps[1].ops[0].sector_count; k++) {
            uint64_t sector = trace.warps[1].sectors[k], first = s->in_address / 32;
            assert_in_range(sector, first, first + WIDTH * HEIGHT * sizeof(float) / 32 - 1);
        }
        /* Two rows of a CUDA array share their sectors. */
        assert_int_equal(trace.warps[0].sectors[0] == trace.warps[1].sectors[0], tiled);
        wg_trace_free(&trace);
        sim_free(s);
    }
}

/* Lines of constant memory that the first block read: two of 64 bytes. */
static void test_constants_that_were_read(void **state)
{
    (void)state;
    wg_trace trace = {0};
    sim *s =
        sim_load(PTX ".const .align 4 .b8 table[4096];\n" KERNEL_BEGIN
                     "mov.u64 %d1, table; and.b32 %r2, %id, 1; mul.wide.u32 %d2, %r2, 1024; add.u64 %d2, %d2, %d1;\n"
                     "ld.const.u32 %r1, [%d2]; st.global.u32 [%out], %r1; ret;\n}\n");
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, 3, 64);
    assert_int_equal(s->status, WG_OK);
    assert_int_equal(wg_trace_constant_bytes(&trace), 2 * WG_TRACE_CONSTANT_LINE);
    wg_trace_free(&trace);
    sim_free(s);
}

static void test_tracing_changes_nothing(void **state)
{
    (void)state;
    wg_trace trace = {0};
    sim *plain = sim_load(MIXED), *traced = sim_load(MIXED);
    traced->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(plain, 7, 130);
    sim_run(traced, 7, 130);
    assert_memory_equal(&plain->profile.total, &traced->profile.total, sizeof plain->profile.total);
    assert_memory_equal(plain->out, traced->out, WORDS * 4);
    wg_trace_free(&trace);
    sim_free(plain);
    sim_free(traced);
}

static void test_limit(void **state)
{
    (void)state;
    wg_trace trace = {.op_limit = 100};
    sim *s = sim_load(MIXED);
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    sim_run(s, 7, 130);
    assert_int_equal(trace.op_count, 100);
    assert_true(trace.truncated);
    wg_trace_free(&trace);
    sim_free(s);
}

/* A warp that ends early in a trace of memory still shows what it stores in the end; one that stores all the time has
 * shown it. */
static void test_late_stores(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        bool is_late;
    } cases[] = {
        {KERNEL("loop: ld.global.u32 %r1, [%in]; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100; @%p1 bra loop;\n"
                "st.global.u32 [%out], %r1; st.global.u32 [%out+4], %r1;"),
         true},
        {KERNEL("loop: ld.global.u32 %r1, [%in]; st.global.u32 [%out], %r1; add.u32 %r2, %r2, 1;\n"
                "setp.lt.u32 %p1, %r2, 100; @%p1 bra loop;"),
         false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_trace trace = {.memory_only = true, .size_limit = 50};
        sim *s = sim_load(cases[k].kernel);
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        sim_run(s, 1, 32);
        assert_int_equal(s->status, WG_OK);
        const wg_trace_warp *t = &trace.warps[0];
        uint64_t stores = 0;
        for (size_t n = 0; n < t->op_count; n++)
            stores += s->program->insns[t->ops[n].insn].class == WG_CLASS_STORE;
        assert_true(t->truncated && t->op_count < 20);
        assert_int_equal(s->program->insns[t->ops[t->op_count - 1].insn].class == WG_CLASS_STORE, cases[k].is_late);
        assert_true(cases[k].is_late ? stores == 2 : stores >= 4);
        wg_trace_free(&trace);
        sim_free(s);
    }
}

/* A warp's words that begin one word into a sector, of 4 and of 16 bytes a lane, and single bytes. */
static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        uint32_t sectors;
        uint8_t first, last;
    } cases[] = {
        {KERNEL("st.global.u32 [%out+4], %gid;"), 5, 0xfe, 0x01},
        {KERNEL("mad.wide.u32 %d1, %gid, 16, %out0; st.global.v2.u32 [%d1+8], {%gid, %gid};"), 16, 0xcc, 0xcc},
        {KERNEL("cvt.u64.u32 %d1, %gid; add.u64 %d1, %d1, %out0; st.global.u8 [%d1+30], %gid;"), 2, 0x80, 0xff}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_trace trace = {.memory_only = true};
        sim *s = sim_load(cases[k].kernel);
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        sim_run(s, 1, 32);
        assert_int_equal(s->status, WG_OK);
        const wg_trace_warp *t = &trace.warps[0];
        assert_int_equal(t->sector_count, cases[k].sectors);
        assert_int_equal(t->words[0], cases[k].first);
        assert_int_equal(t->words[t->sector_count - 1], cases[k].last);
        wg_trace_free(&trace);
        sim_free(s);
    }
}

/* Words that are not aligned go through the banks at once; those 128 bytes apart one after the other. */
#define LOADS(bytes, load) PTX KERNEL_BEGIN "mul.wide.u32 %d1, %gid, " #bytes "; add.u64 %d2, %in0, %d1; " load ";\n}\n"

static void test_passes_of_global_memory(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        unsigned passes;
    } cases[] = {{LOADS(4, "ld.global.u32 %r1, [%d2+4]"), 1},
                 {LOADS(12, "ld.global.u32 %r1, [%d2]"), 1},
                 {LOADS(128, "ld.global.u32 %r1, [%d2]"), 32},
                 {LOADS(16, "ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%d2]"), 4}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_trace trace = {0};
        sim *s = sim_load(cases[k].kernel);
        s->launch.traces[WG_TRACE_OF_TIME] = &trace;
        sim_run(s, 1, 32);
        assert_int_equal(s->status, WG_OK);
        unsigned passes = 0;
        for (size_t n = 0; n < trace.warps[0].op_count; n++)
            passes += trace.warps[0].ops[n].sector_count ? trace.warps[0].ops[n].wavefronts : 0;
        assert_int_equal(passes, cases[k].passes);
        wg_trace_free(&trace);
        sim_free(s);
    }
}

/* The last bytes of the address space have no end that could be computed. */
static void test_end_of_addresses(void **state)
{
    (void)state;
    static const char *const ACCESSES[] = {"ld.global.u8 %r1, [%d1];",
                                           "ld.u8 %r1, [%d1];",
                                           "st.global.u8 [%d1], %r1;",
                                           "ld.global.u8 %r1, [%d1+-1];",
                                           "atom.global.add.u32 %r1, [%d1+-3], 1;",
                                           "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1+-15];"};
    for (size_t n = 0; n < sizeof ACCESSES / sizeof *ACCESSES; n++) {
        wg_text text = {0};
        wg_trace trace = {0};
        wg_text_addf(&text, "%s mov.u64 %%d1, 0xffffffffffffffff; %s ret; }", PTX KERNEL_BEGIN, ACCESSES[n]);
        sim *s = sim_load(wg_text_get(&text));
        s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
        assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
        assert_contains(s->err.text, "out-of-bounds");
        wg_trace_free(&trace);
        sim_free(s);
        wg_text_free(&text);
    }
}

/* Warps that do nothing a trace of memory keeps take room all the same. */
static void test_empty_warps(void **state)
{
    (void)state;
    wg_trace trace = {.memory_only = true, .size_limit = 100, .deal = 4};
    sim *s = sim_load(PTX ".visible .entry k() { ret; }");
    s->launch.traces[WG_TRACE_OF_MEMORY] = &trace;
    assert_int_equal(sim_launch(s, (uint32_t[]){5000, 1, 1}, (uint32_t[]){64, 1, 1}), WG_OK);
    assert_in_range(trace.warp_count, 1, 100);
    wg_trace_free(&trace);
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_end_of_addresses),
                                       cmocka_unit_test(test_empty_warps),
                                       cmocka_unit_test(test_trace_agrees_with_counters),
                                       cmocka_unit_test(test_texels),
                                       cmocka_unit_test(test_tracing_changes_nothing),
                                       cmocka_unit_test(test_heads),
                                       cmocka_unit_test(test_constants_that_were_read),
                                       cmocka_unit_test(test_limit),
                                       cmocka_unit_test(test_passes_of_global_memory),
                                       cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_late_stores)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
