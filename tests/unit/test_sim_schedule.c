/* SPDX-License-Identifier: Apache-2.0 */
/* Who runs when: barriers, threads that wait for each other, host threads. */
#include "sim_harness.h"

static sim *load_with(const char *ptx, uint32_t n, unsigned host_threads)
{
    sim *s = sim_load(ptx);
    sim_buffers(s);
    sim_param_u32(s, 2, n);
    s->launch.host_threads = host_threads;
    s->launch.instruction_limit = 400 << 20;
    return s;
}

/* ---- barriers ---- */

/* Each thread writes shared memory, then reads what the last thread wrote. */
static void test_barrier(void **state)
{
    (void)state;
    static const uint32_t SIZES[] = {1, 31, 32, 33, 64, 100, 1023, 1024};
    for (size_t n = 0; n < sizeof SIZES / sizeof *SIZES; n++) {
        sim *s =
            sim_load(PTX ".shared .u32 tile[1024];\n" KERNEL_BEGIN
                         "mov.u64 %d1, tile; mad.wide.u32 %d2, %id, 4, %d1; st.shared.u32 [%d2], %gid; bar.sync 0;\n"
                         "sub.u32 %r1, %threads, 1; sub.u32 %r1, %r1, %id; mad.wide.u32 %d3, %r1, 4, %d1; "
                         "ld.shared.u32 %r2, [%d3]; st.global.u32 [%out], %r2; ret; }");
        sim_run(s, 3, SIZES[n]);
        for (uint32_t t = 0; t < SIZES[n]; t++)
            assert_int_equal(s->out[2 * SIZES[n] + t], 3 * SIZES[n] - 1 - t);
        assert_int_equal(sim_total(s, barriers), 3 * ((SIZES[n] + 31) / 32));
        sim_free(s);
    }
}

static void test_bar_red(void **state)
{
    (void)state;
    static const char *const SPELLINGS[] = {"bar", "barrier"};
    for (int b = 0; b < 2; b++) {
        wg_text text = {0};
        wg_text_addf(
            &text,
            "%s setp.lt.u32 %%p1, %%id, %%n; %s.red.popc%s.u32 %%r1, 3, %%p1; %s.red.and%s.pred %%p2, 0, %%threads, "
            "%%p1; %s.red.or%s.pred %%p3, 1, !%%p1; selp.u32 %%r2, 1, 0, %%p2; selp.u32 %%r3, 2, 0, %%p3;"
            "add.u32 %%r2, %%r2, %%r3; mad.lo.u32 %%r1, %%r1, 10, %%r2; st.global.u32 [%%out], %%r1; ret;\n}",
            PTX KERNEL_BEGIN, SPELLINGS[b], b ? ".aligned" : "", SPELLINGS[b], b ? ".aligned" : "", SPELLINGS[b],
            b ? ".aligned" : "");
        static const uint32_t COUNTS[] = {0, 1, 45, 96};
        for (size_t c = 0; c < 4; c++) {
            sim *s = load_with(wg_text_get(&text), COUNTS[c], 1);
            sim_run(s, 1, 96);
            for (uint32_t t = 0; t < 96; t++)
                assert_int_equal(s->out[t], COUNTS[c] * 10 + (COUNTS[c] == 96) + (COUNTS[c] < 96 ? 2 : 0));
            sim_free(s);
        }
        wg_text_free(&text);
    }
}

/* Warps 0 and 1 produce and only arrive, warps 2 and 3 wait for them; barrier 1 says "full", 2 "empty". */
static void test_producer_consumer(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX ".shared .u32 box[64];\n" KERNEL_BEGIN
            "and.b32 %r1, %id, 63; mov.u64 %d1, box; mad.wide.u32 %d1, %r1, 4, %d1; mov.u32 %r2, 0; mov.u32 %r5, 0; "
            "setp.ge.u32 %p1, %id, 64; @%p1 bra CONSUMER;\n"
            "PRODUCER: mad.lo.u32 %r3, %r2, 1000, %r1; bar.sync 2, 128; st.shared.u32 [%d1], %r3; bar.arrive 1, 128; "
            "add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 10; @%p2 bra PRODUCER; ret;\n"
            "CONSUMER: bar.arrive 2, 128; bar.sync 1, 128; ld.shared.u32 %r4, [%d1]; add.u32 %r5, %r5, %r4; add.u32 "
            "%r2, %r2, 1; setp.lt.u32 %p2, %r2, 10; @%p2 bra CONSUMER; st.global.u32 [%out], %r5; ret; }");
    sim_run(s, 1, 128);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(s->out[64 + t], 45000 + 10 * t);
    sim_free(s);
}

static void test_sixteen_barriers(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("mov.u32 %r1, 0; L: bar.sync %r1; barrier.sync %r1, 64; add.u32 %r1, %r1, 1; setp.lt.u32 "
                             "%p1, %r1, 16; @%p1 bra L; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 64);
    assert_int_equal(s->out[63], 16);
    assert_int_equal(sim_total(s, barriers), 64);
    sim_free(s);
    sim_faults(KERNEL("mov.u32 %r1, 16; bar.sync %r1; ret;"), 1, 64, "there are 16 barriers");
    sim_faults(KERNEL("bar.sync 0, 40; ret;"), 1, 64, "whole warps");
}

/* Pairs of warps meet at barriers of their own. */
static void test_named_barriers(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX ".shared .u32 x[256];\n" KERNEL_BEGIN
            "shr.u32 %r1, %id, 6; add.u32 %r1, %r1, 1; mov.u64 %d1, x; mad.wide.u32 %d2, %id, 4, %d1; xor.b32 %r2, "
            "%id, 32; mad.wide.u32 %d3, %r2, 4, %d1;\n"
            "st.shared.u32 [%d2], %id; bar.sync %r1, 64; ld.shared.u32 %r3, [%d3]; st.global.u32 [%out], %r3; ret; }");
    sim_run(s, 1, 256);
    for (uint32_t t = 0; t < 256; t++)
        assert_int_equal(s->out[t], t ^ 32);
    sim_free(s);
}

/* Whole warps that have ended are not waited for. */
static void test_barrier_after_exit(void **state)
{
    (void)state;
    sim *s =
        sim_load(KERNEL("setp.ge.u32 %p1, %id, 64; @%p1 exit; bar.sync 0; bar.sync 1; st.global.u32 [%out], 1; ret;"));
    sim_run(s, 1, 1024);
    assert_int_equal(s->out[63], 1);
    assert_int_equal(s->out[64], 0);
    sim_free(s);
}

/* … nor are lanes, wherever they end: at the kernel's one return, as compilers write `if (i >= n) return;`, also out of
 * nested branches, or behind work of their own. */
static void test_barrier_after_return(void **state)
{
    (void)state;
    static const char *const BODIES[] = {
        "setp.ge.u32 %p1, %id, 40; @%p1 bra END; bar.sync 0; st.global.u32 [%out], 1; bar.sync 1; END: ret;",
        "setp.ge.u32 %p1, %id, 50; @%p1 bra END; setp.ge.u32 %p2, %id, 40; @%p2 bra END; setp.lt.u32 %p3, %id, 10;\n"
        "@%p3 bra SKIP; add.u32 %r1, %r1, 1; SKIP: bar.sync 0; bar.sync 1; st.global.u32 [%out], 1; END: bra E2; E2: "
        "ret;",
        "setp.ge.u32 %p1, %id, 40; @%p1 bra OTHER; bar.sync 0; bar.sync 1; st.global.u32 [%out], 1; bra END;\n"
        "OTHER: st.global.u32 [%out], 2; END: ret;",
        "setp.lt.u32 %p1, %id, 40; @%p1 bra MEET; st.global.u32 [%out], 2; bra END; MEET: bar.sync 0; bar.sync 1;\n"
        "st.global.u32 [%out], 1; END: exit;",
        "setp.lt.u32 %p1, %id, 40; @!%p1 bra END; bar.red.popc.u32 %r1, 0, %p1; sub.u32 %r1, %r1, 39;\n"
        "st.global.u32 [%out], %r1; bar.sync 0; END: ret;",
    };
    for (size_t n = 0; n < sizeof BODIES / sizeof *BODIES; n++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s%s\n}\n", PTX KERNEL_BEGIN, BODIES[n]);
        sim *s = sim_load(wg_text_get(&text));
        sim_run(s, 1, 100);
        for (uint32_t t = 0; t < 100; t++)
            assert_int_equal(s->out[t], t < 40 ? 1 : n == 2 || n == 3 ? 2 : 0);
        assert_int_equal(sim_total(s, barriers), 4);
        sim_free(s);
        wg_text_free(&text);
    }
}

/* Lanes that left at the kernel's return count there, as if all had come together. */
static void test_counters_of_leavers(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("setp.ge.u32 %p1, %id, 40; @%p1 bra END; bar.sync 0; END: ret;"));
    sim_run(s, 1, 64);
    assert_int_equal(sim_total(s, warp_instructions), 2 * (KERNEL_BEGIN_INSTRUCTIONS + 4));
    assert_int_equal(sim_total(s, thread_instructions), 64 * (KERNEL_BEGIN_INSTRUCTIONS + 3) + 40);
    sim_free(s);
}

/* … in a function that the other lanes call. */
static void test_barrier_in_function(void **state)
{
    (void)state;
    sim *s =
        sim_load(PTX ".func meet() { bar.sync 0; ret; }\n" KERNEL_BEGIN
                     "setp.ge.u32 %p1, %id, 40; @%p1 bra END; call.uni meet; st.global.u32 [%out], 1; END: ret; }");
    sim_run(s, 1, 64);
    assert_int_equal(s->out[39], 1);
    assert_int_equal(s->out[40], 0);
    sim_free(s);
}

static void test_divergent_barrier(void **state)
{
    (void)state;
    sim_faults(
        KERNEL("setp.lt.u32 %p1, %id, 40; @%p1 bra HERE; bra END; HERE:\nbar.sync 0;\nEND: st.global.u32 [%out], "
               "1; ret;"),
        1, 64, "barrier 0 in divergent code: reached by 8 of the 32 threads");
    sim_faults(KERNEL("setp.lt.u32 %p1, %id, 8; @%p1 bra A; bar.sync 0; bra END; A: bar.sync 0; END: ret;"), 1, 32,
               "barrier 0 in divergent code: reached by 8 of the 32 threads");
    sim *s = sim_load(KERNEL("setp.lt.u32 %p1, %gid, 104; @%p1 bra HERE; bra END; HERE:\nbar.sync 5;\nEND: bar.sync 5; "
                             "ret;"));
    assert_int_equal(sim_go(s, 3, 64), WG_ERR_FAULT);
    assert_contains(s->err.text, "block (1,0,0)");
    assert_contains(s->err.text, "thread (32,0,0)");
    assert_contains(s->err.text, "bar.sync at PTX line 11");
    sim_free(s);
    sim_faults(KERNEL("setp.lt.u32 %p1, %id, 3; @%p1 bar.sync 0; ret;"), 1, 32, "divergent");
}

static void test_barrier_never_reached(void **state)
{
    (void)state;
    sim_faults(KERNEL("setp.lt.u32 %p1, %id, 32; @%p1 bar.sync 1; bar.sync 0; ret;"), 1, 64,
               "barrier 1 is never complete: 32 threads have arrived, it waits for 64");
    sim_faults(KERNEL("bar.sync 0, 128; ret;"), 2, 64,
               "barrier 0 is never complete: 64 threads have arrived, it waits for 128");
}

/* barrier without .aligned may be reached by a warp in pieces. */
static void test_unaligned_barrier(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL("setp.lt.u32 %p1, %id, 5; @%p1 bra A; mov.u32 %r1, 1; bra B; A: mov.u32 %r1, 2; B: "
                             "barrier.sync 0; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 64);
    assert_int_equal(s->out[4], 2);
    assert_int_equal(s->out[5], 1);
    sim_free(s);
}

/* ---- threads that wait for each other ---- */

static const unsigned HOST_THREADS[] = {1, 2, 3, 7};

/* Warp 0 waits in a loop for what the last warp writes. */
static void test_warp_waits_for_warp(void **state)
{
    (void)state;
    static const char *const LOADS[] = {"ld.volatile.global.u32", "ld.global.u32", "ld.acquire.gpu.global.u32"};
    for (size_t n = 0; n < 3; n++) {
        wg_text text = {0};
        wg_text_addf(&text,
                     "%s setp.ge.u32 %%p1, %%id, 480; @%%p1 bra SET; L: %s %%r1, [%%in0]; setp.eq.u32 %%p2, %%r1, 0; "
                     "@%%p2 bra L; st.global.u32 [%%out], %%r1; ret; SET: st.global.u32 [%%in0], 7; ret; }",
                     PTX KERNEL_BEGIN, LOADS[n]);
        sim *s = load_with(wg_text_get(&text), 0, 1);
        sim_run(s, 1, 512);
        assert_int_equal(s->out[0], 7);
        assert_int_equal(s->out[479], 7);
        sim_free(s);
        wg_text_free(&text);
    }
}

/* Block 0 waits for the last block, with more blocks than fit in flight. */
static void test_block_waits_for_last_block(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(
            PTX ".shared .b8 big[40000];\n" KERNEL_BEGIN
                "mov.u64 %d5, big; setp.eq.u32 %p1, %block, %n; @%p1 bra SET; setp.ne.u32 %p3, %block, 0; @%p3 ret;\n"
                "L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p2, %r1, 0; @%p2 bra L; st.global.u32 [%out], "
                "%r1; ret; SET: st.global.u32 [%in0], 7; ret; }",
            999, HOST_THREADS[j]);
        sim_run(s, 1000, 32);
        assert_int_equal(s->out[31], 7);
        sim_free(s);
    }
}

/* A barrier of the whole grid, made of an atomic counter: thread 0 of each block waits. */
static void test_grid_barrier(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(
            KERNEL("mov.u32 %r9, 0; mov.u32 %r8, %nctaid.x; mov.u32 %r7, 0; setp.ne.u32 %p1, %id, 0;\n"
                   "ROUND: bar.sync 0; add.u32 %r7, %r7, %r8; @%p1 bra MEET; membar.gl; atom.global.add.u32 %r1, "
                   "[%in0], 1; L: ld.volatile.global.u32 %r2, [%in0]; setp.lt.u32 %p2, %r2, %r7; @%p2 bra L;\n"
                   "MEET: bar.sync 0; add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 3; @%p3 bra ROUND; ld.global.u32 %r5, "
                   "[%in0]; st.global.u32 [%out], %r5; ret;"),
            0, HOST_THREADS[j]);
        sim_run(s, 200, 64);
        for (uint32_t t = 0; t < 200 * 64; t++)
            assert_int_equal(s->out[t], 600);
        assert_int_equal(sim_total(s, barriers), 200 * 2 * 6);
        sim_free(s);
    }
}

/* The same in the workspace that environment registers 1 and 2 hold the address of: new for each launch. */
static void test_grid_workspace(void **state)
{
    (void)state;
    sim *s = load_with(KERNEL("mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %d1, {%r2, %r1}; setp.ne.u32 %p1, "
                              "%id, 0; @%p1 bra MEET; atom.add.release.gpu.u32 %r3, [%d1+4], 1; mov.u32 %r4, "
                              "%nctaid.x; L: ld.acquire.gpu.u32 %r5, [%d1+4]; setp.lt.u32 %p2, %r5, %r4; @%p2 bra L;\n"
                              "MEET: barrier.sync 0; ld.u32 %r5, [%d1+4]; st.global.u32 [%out], %r5; ret;"),
                       0, 2);
    for (int launch = 0; launch < 2; launch++) {
        sim_run(s, 150, 64);
        for (uint32_t t = 0; t < 150 * 64; t++)
            assert_int_equal(s->out[t], 150);
    }
    sim_free(s);
}

static void test_ticket_lock(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(
            KERNEL("setp.ne.u32 %p1, %id, 0; @%p1 ret; atom.global.add.u32 %r1, [%in0], 1; L: ld.volatile.global.u32 "
                   "%r2, [%in0+4]; setp.ne.u32 %p2, %r1, %r2; @%p2 nanosleep.u32 20; @%p2 bra L;\n"
                   "ld.global.u32 %r3, [%in0+8]; add.u32 %r3, %r3, 1; st.global.u32 [%in0+8], %r3; membar.gl; add.u32 "
                   "%r2, %r2, 1; st.global.u32 [%in0+4], %r2; ret;"),
            0, HOST_THREADS[j]);
        sim_run(s, 100, 32);
        assert_int_equal(s->in[2], 100);
        sim_free(s);
    }
}

/* One lane of each warp takes a lock that all warps of all blocks want. */
static void test_spin_lock_between_warps(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(
            KERNEL("and.b32 %r9, %id, 31; setp.ne.u32 %p1, %r9, 0; @%p1 bra END; L: atom.global.cas.b32 %r1, [%in0], "
                   "0, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra L; membar.gl;\n"
                   "ld.volatile.global.u32 %r3, [%in0+8]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%in0+8], %r3; "
                   "membar.gl; atom.global.exch.b32 %r4, [%in0], 0; END: bar.sync 0; st.global.u32 [%out], 1; ret;"),
            0, HOST_THREADS[j]);
        sim_run(s, 20, 256);
        assert_int_equal(s->in[2], 160);
        assert_int_equal(s->out[20 * 256 - 1], 1);
        sim_free(s);
    }
}

#define LOCK "L: atom.global.cas.b32 %r1, [%in0], 0, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra L; membar.gl;\n"
#define COUNT_UNDER_LOCK                                                                                               \
    "ld.volatile.global.u32 %r3, [%in0+8]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%in0+8], %r3; membar.gl;\n"
#define UNLOCK "atom.global.exch.b32 %r4, [%in0], 0;\n"

/* All lanes of a warp want the lock: who has it must get on while the others wait for it. */
static void test_spin_lock_in_a_warp(void **state)
{
    (void)state;
    for (size_t j = 0; j < 3; j++) {
        sim *s = load_with(KERNEL(LOCK COUNT_UNDER_LOCK UNLOCK
                                  "bar.sync 0; ld.global.u32 %r5, [%in0+8]; activemask.b32 %r6; "
                                  "st.global.u32 [%out], %r5; st.global.u32 [%out+4096], %r6; ret;"),
                           0, HOST_THREADS[j]);
        sim_run(s, 1, 64);
        assert_int_equal(s->in[2], 64);
        for (uint32_t t = 0; t < 64; t++) {
            assert_int_equal(s->out[t], 64); /* the barrier held until all were there */
            assert_int_equal(s->out[1024 + t], 0xffffffff);
        }
        assert_int_equal(sim_total(s, barriers), 2);
        sim_free(s);
    }
}

static void test_spin_lock_inside_the_loop(void **state)
{
    (void)state;
    sim *s = load_with(KERNEL("L: atom.global.cas.b32 %r1, [%in0], 0, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra AGAIN; "
                              "membar.gl;" COUNT_UNDER_LOCK UNLOCK
                              "bra END; AGAIN: bra L; END: st.global.u32 [%out], 1; ret;"),
                       0, 2);
    sim_run(s, 3, 100);
    assert_int_equal(s->in[2], 300);
    sim_free(s);
}

/* One side of a branch waits for what the other side, of the same warp, will write. */
static void test_lanes_wait_for_lanes(void **state)
{
    (void)state;
    for (uint32_t lane = 0; lane < 32; lane += 31) {
        sim *s = load_with(
            KERNEL("setp.eq.u32 %p1, %id, %n; @%p1 bra SET; L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p2, "
                   "%r1, 0; @%p2 bra L; bra END; SET: st.volatile.global.u32 [%in0], 7; mov.u32 %r1, 8;\n"
                   "END: st.global.u32 [%out], %r1; ret;"),
            lane, 1);
        sim_run(s, 1, 32);
        for (uint32_t t = 0; t < 32; t++)
            assert_int_equal(s->out[t], t == lane ? 8 : 7);
        sim_free(s);
        s = load_with(
            KERNEL("setp.ne.u32 %p1, %id, %n; @%p1 bra WAIT; st.volatile.global.u32 [%in0], 7; mov.u32 %r1, 8; bra "
                   "END; WAIT: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT;\n"
                   "END: st.global.u32 [%out], %r1; ret;"),
            lane, 1);
        sim_run(s, 1, 32);
        assert_int_equal(s->out[lane], 8);
        assert_int_equal(s->out[(lane + 1) % 32], 7);
        sim_free(s);
    }
}

/* Each lane waits for the one before it: all paths must have their turn. */
static void test_chain_of_lanes(void **state)
{
    (void)state;
    sim *s = load_with(KERNEL("L: ld.volatile.global.u32 %r1, [%in0]; setp.ne.u32 %p2, %r1, %id; @%p2 bra L; add.u32 "
                              "%r2, %id, 1; st.volatile.global.u32 [%in0], %r2; st.global.u32 [%out], %r1; ret;"),
                       0, 1);
    sim_run(s, 1, 32);
    assert_int_equal(s->in[0], 32);
    sim_free(s);
}

/* A loop that stores its own local variables all the time is waiting nevertheless (this is what unoptimised code does).
 */
static void test_waiting_with_local_stores(void **state)
{
    (void)state;
    sim *s = load_with(
        PTX ".func (.reg .u32 %v) look(.reg .u64 %p) { .param .b64 x; ld.volatile.global.u32 %v, [%p]; ret; "
            "}\n" KERNEL_BEGIN
            ".local .u32 spill; setp.eq.u32 %p1, %block, 699; @%p1 bra SET; setp.ne.u32 %p3, %block, 0; @%p3 ret;\n"
            "L: st.local.u32 [spill], %r1; call (%r1), look, (%in0); setp.eq.u32 %p2, %r1, 0; @%p2 bra L; "
            "st.global.u32 [%out], %r1; ret; SET: st.global.u32 [%in0], 7; ret; }",
        0, 1);
    sim_run(s, 700, 32);
    assert_int_equal(s->out[0], 7);
    sim_free(s);
}

static void test_runaway(void **state)
{
    (void)state;
    static const char *const LOOPS[] = {
        KERNEL("L: bra L; ret;"),
        KERNEL("L: add.u32 %r2, %r2, 1; ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; ret;"),
        KERNEL("L: bar.sync 0; bra L;"), KERNEL("L: nanosleep.u32 1; bra L;"),
        KERNEL("setp.eq.u32 %p1, %id, 3; @%p1 bra L; ret; L: st.global.u32 [%out], 1; bra L;")};
    for (size_t n = 0; n < sizeof LOOPS / sizeof *LOOPS; n++) {
        for (unsigned j = 1; j < 3; j++) {
            if (getenv("WG_TEST_QUICK") && j == 1 + n % 2) /* each with one or the other */
                continue;
            sim *s = load_with(LOOPS[n], 0, j);
            s->launch.instruction_limit = 100000;
            assert_int_equal(sim_go(s, 2, 64), WG_ERR_FAULT);
            assert_contains(s->err.text, "runaway");
            assert_contains(s->err.text, "block (0,0,0)");
            assert_contains(s->err.text, "test.ptx:");
            sim_free(s);
        }
    }
}

/* Lanes that took the lock one after the other are together again where they shuffle, and where some of them meet. */
static void test_shuffle_after_lock(void **state)
{
    (void)state;
    sim *s =
        load_with(KERNEL(LOCK COUNT_UNDER_LOCK UNLOCK
                         "shfl.sync.bfly.b32 %r5, %id, 31, 31, -1; activemask.b32 %r6; mad.lo.u32 %r5, %r6, 100, %r5; "
                         "st.global.u32 [%out], %r5; ret;"),
                  0, 1);
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], 0xffffffffu * 100 + (31 - t));
    assert_int_equal(s->in[2], 32);
    sim_free(s);
    s = load_with(
        KERNEL("setp.lt.u32 %p1, %id, 16; selp.u32 %r9, 0xffff, 0xffff0000, %p1;" LOCK COUNT_UNDER_LOCK UNLOCK
               "@!%p1 bra HIGH; bar.warp.sync %r9; vote.sync.ballot.b32 %r5, 1, %r9; st.global.u32 [%out], %r5; "
               "ret; HIGH: vote.sync.ballot.b32 %r5, 1, %r9; st.global.u32 [%out], %r5; ret;"),
        0, 1);
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], t < 16 ? 0xffffu : 0xffff0000u);
    sim_free(s);
}

/* Nobody will ever write what these wait for, which shows long before any limit; where a thread waits in several ways,
 * all count. */
static void test_stuck(void **state)
{
    (void)state;
    static const char *const LOOPS[] = {
        KERNEL("L: bra L; ret;"), KERNEL("L: nanosleep.u32 1; bra L;"),
        KERNEL("L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; ret;"),
        KERNEL("L: atom.global.exch.b32 %r1, [%in0], 1; bra M; M: setp.eq.u32 %p1, %r1, 1; @%p1 bra L; bra L;"),
        KERNEL("setp.eq.u32 %p1, %id, 5; @%p1 bra M; L: ld.volatile.global.u32 %r1, [%in0]; setp.eq.u32 %p1, %r1, 0; "
               "@%p1 bra L; ret; M: ld.volatile.global.u32 %r1, [%in0+4]; setp.eq.u32 %p1, %r1, 0; @%p1 bra M; ret;")};
    for (size_t n = 0; n < sizeof LOOPS / sizeof *LOOPS; n++) {
        for (unsigned j = 1; j < 3; j++) {
            sim *s = load_with(LOOPS[n], 0, j);
            s->launch.instruction_limit = (uint64_t)1 << 40;
            assert_int_equal(sim_go(s, 2, 96), WG_ERR_FAULT);
            assert_contains(s->err.text, "stuck: a loop here waits");
            assert_contains(s->err.text, "block (0,0,0)");
            assert_contains(s->err.text, "test.ptx:");
            sim_free(s);
        }
    }
}

/* Looks like waiting, but its registers change: with and without a store in the end. */
static void test_long_loops_are_not_stuck(void **state)
{
    (void)state;
    sim *s =
        load_with(KERNEL(".local .u32 i; st.local.u32 [i], 0; L: ld.global.u32 %r2, [%in0]; ld.local.u32 %r1, [i]; "
                         "add.u32 %r1, %r1, 1; st.local.u32 [i], %r1; setp.lt.u32 %p1, %r1, %n; mov.u32 %r1, 0; "
                         "@%p1 bra L; ld.local.u32 %r1, [i]; st.global.u32 [%out], %r1; ret;"),
                  1000000, 2);
    sim_run(s, 2, 32);
    assert_int_equal(s->out[63], 1000000);
    sim_free(s);
    s = load_with(
        KERNEL("L: ld.global.u32 %r2, [%in0]; add.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L; ret;"), 0, 1);
    s->launch.instruction_limit = 4 << 20;
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
    assert_contains(s->err.text, "--max-instructions raises the limit");
    sim_free(s);
}

/* ---- host threads ---- */

#define WORK                                                                                                           \
    "and.b32 %r5, %gid, 7; mov.u32 %r6, 0; L: ld.global.u32 %r1, [%in]; add.u32 %r6, %r6, %r1; setp.ge.u32 %p1, %r5, " \
    "3; sub.u32 %r5, %r5, 1; @!%p1 bra E; bra L; E: st.global.u32 [%out], %r6; atom.global.add.u32 %r7, "              \
    "[%out0+200000], 1; ret;"

static void test_same_counters(void **state)
{
    (void)state;
    wg_counters first;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(KERNEL(WORK), 0, HOST_THREADS[j]);
        sim_run(s, 61, 97);
        if (j == 0)
            first = s->profile.total;
        assert_memory_equal(&first, &s->profile.total, sizeof first);
        assert_int_equal(s->profile.host_threads, HOST_THREADS[j]);
        assert_int_equal(s->out[50000], 61 * 97);
        sim_free(s);
    }
}

/* Warps take numbers from a queue and each does as much as its number says: who gets which depends on the order of
 * blocks, so blocks keep it. */
static void test_queue_is_repeatable(void **state)
{
    static const char queue[] = KERNEL("atom.global.add.u32 %r1, [%in0], 1;\n"
                                       "and.b32 %r1, %r1, 63;\n"
                                       "work: add.u32 %r2, %r2, %r1; setp.gt.u32 %p1, %r1, 0; sub.u32 %r1, %r1, 1;\n"
                                       "@%p1 bra work; st.global.u32 [%out], %r2;");
    uint32_t *first = NULL;
    uint64_t instructions = 0;
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        sim *s = sim_load(queue);
        s->launch.host_threads = threads;
        sim_run(s, 200, 64);
        assert_int_equal(s->status, WG_OK);
        if (!first) {
            first = memcpy(malloc(200 * 64 * 4), s->out, 200 * 64 * 4);
            instructions = s->profile.total.value[WG_COUNTER_warp_instructions];
        }
        assert_memory_equal(first, s->out, 200 * 64 * 4);
        assert_int_equal(instructions, s->profile.total.value[WG_COUNTER_warp_instructions]);
        sim_free(s);
    }
    free(first);
}

static void test_lowest_fault(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++)
        for (int again = 0; again < 5; again++) {
            sim *s = load_with(KERNEL("setp.lt.u32 %p1, %block, 37; @%p1 bra FINE; trap; FINE: mov.u32 %r1, 0; L: "
                                      "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 300; @%p2 bra L; ret;"),
                               0, HOST_THREADS[j]);
            assert_int_equal(sim_go(s, 500, 32), WG_ERR_FAULT);
            assert_contains(s->err.text, "trap");
            assert_contains(s->err.text, "block (37,0,0), thread (0,0,0)");
            sim_free(s);
        }
}

/* A fault ends the launch even when other blocks wait for the one that failed. */
static void test_fault_while_others_wait(void **state)
{
    (void)state;
    for (size_t j = 0; j < 4; j++) {
        sim *s = load_with(KERNEL("setp.eq.u32 %p1, %block, 9; @%p1 trap; L: ld.volatile.global.u32 %r1, [%in0]; "
                                  "setp.eq.u32 %p2, %r1, 0; @%p2 bra L; ret;"),
                           0, HOST_THREADS[j]);
        assert_int_equal(sim_go(s, 20, 32), WG_ERR_FAULT);
        assert_contains(s->err.text, "block (9,0,0)");
        sim_free(s);
    }
}

static void test_sampling(void **state)
{
    (void)state;
    sim *s = load_with(KERNEL("st.global.u32 [%out], %gid; ret;"), 0, 2);
    s->launch.sample_blocks = 10;
    sim_run(s, 1000, 32);
    assert_int_equal(s->profile.blocks_total, 1000);
    assert_int_equal(s->profile.blocks_run, 10);
    assert_int_equal(sim_total(s, global_store_sectors), 4000);
    assert_int_equal(sim_total(s, warp_instructions), 1000 * (KERNEL_BEGIN_INSTRUCTIONS + 2));
    uint32_t ran = 0;
    for (uint32_t b = 0; b < 1000; b++)
        ran += s->out[32 * b + 1] != 0;
    assert_int_equal(ran, 10);
    sim_free(s);
}

static void test_interrupted(void **state)
{
    (void)state;
    static volatile sig_atomic_t interrupted = 1;
    for (unsigned j = 1; j < 4; j++) {
        sim *s = load_with(KERNEL("L: bra L;"), 0, j);
        s->launch.interrupted = &interrupted;
        assert_int_equal(sim_go(s, 100, 32), WG_ERR_INTERRUPTED);
        assert_contains(s->err.text, "interrupted after 0 of 100 blocks");
        sim_free(s);
    }
}

static uint64_t progress_calls;
static void count_progress(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    assert_true(done <= total);
    progress_calls++;
}

static void test_progress_callback(void **state)
{
    (void)state;
    sim *s = load_with(KERNEL("ret;"), 0, 2);
    s->launch.progress = count_progress;
    sim_run(s, 100, 32);
    sim_free(s);
}

static void test_launch_shapes(void **state)
{
    (void)state;
    sim *s = load_with(
        KERNEL("mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ntid.y; mov.u32 %r4, %ctaid.y; mov.u32 %r5, "
               "%ctaid.z; mov.u32 %r6, %nctaid.x; mov.u32 %r7, %nctaid.y; mov.u32 %r8, %ntid.z;\n"
               "mad.lo.u32 %r10, %r2, %r3, %r1; mad.lo.u32 %r10, %r10, %threads, %id; mad.lo.u32 %r11, %r5, %r7, %r4; "
               "mad.lo.u32 %r11, %r11, %r6, %block; mul.lo.u32 %r12, %threads, %r3; mul.lo.u32 %r12, %r12, %r8;\n"
               "mad.lo.u32 %r13, %r11, %r12, %r10; mad.wide.u32 %d1, %r13, 4, %out0; mov.u32 %r14, %laneid; add.u32 "
               "%r14, %r14, 1; st.global.u32 [%d1], %r14; ret;"),
        0, 2);
    assert_int_equal(sim_launch(s, (uint32_t[]){3, 2, 2}, (uint32_t[]){5, 3, 7}), WG_OK);
    for (uint32_t i = 0; i < 12 * 105; i++)
        assert_int_equal(s->out[i], 1 + i % 105 % 32);
    assert_int_equal(s->out[12 * 105], 0);
    static const struct {
        uint32_t grid[3], block[3];
        const char *message;
    } BAD[] = {{{0, 1, 1}, {32, 1, 1}, "empty launch"},     {{1, 1, 1}, {32, 0, 1}, "empty launch"},
               {{1, 1, 1}, {1025, 1, 1}, "too large"},      {{1, 1, 1}, {32, 33, 1}, "too large"},
               {{1, 1, 1}, {1, 1, 65}, "too large"},        {{1, 65536, 1}, {1, 1, 1}, "too large"},
               {{1, 1, 1}, {65536, 65536, 1}, "too large"}, {{0x80000000u, 1, 1}, {1, 1, 1}, "too large"}};
    for (size_t n = 0; n < sizeof BAD / sizeof *BAD; n++) {
        assert_int_equal(sim_launch(s, BAD[n].grid, BAD[n].block), WG_ERR_INPUT);
        assert_contains(s->err.text, BAD[n].message);
    }
    s->launch.dynamic_shared = UINT32_MAX;
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_INPUT);
    assert_contains(s->err.text, "shared memory");
    sim_free(s);
}

/* The largest grid that CUDA allows: counters of a sample are those of all blocks, or there are none. */
static void test_largest_grid(void **state)
{
    (void)state;
    static const uint32_t GRID[3] = {2147483647, 65535, 65535}, ONE[3] = {1, 1, 1}, MANY[3] = {1024, 1, 1};
    sim *s = sim_load(PTX ".visible .entry k() { ret; }");
    assert_int_equal(sim_launch(s, GRID, ONE), WG_ERR_INPUT);
    assert_contains(s->err.text, "9223090559730712575 blocks are too many to run: --sample");
    s->launch.sample_blocks = 100;
    assert_int_equal(sim_launch(s, GRID, ONE), WG_OK);
    assert_int_equal(sim_total(s, warp_instructions), 9223090559730712575);
    assert_int_equal(sim_launch(s, GRID, MANY), WG_ERR_UNSUPPORTED);
    assert_contains(s->err.text, "2147483647 x 65535 x 65535, for which warp_instructions exceeds");
    sim_free(s);
    s = sim_load(PTX ".visible .entry k() { nanosleep.u32 1; ret; }"); /* 2^64 warp instructions: not 0 */
    s->launch.sample_blocks = 100;
    assert_int_equal(sim_launch(s, GRID, ONE), WG_ERR_UNSUPPORTED);
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_bar_red),
        cmocka_unit_test(test_producer_consumer),
        cmocka_unit_test(test_sixteen_barriers),
        cmocka_unit_test(test_named_barriers),
        cmocka_unit_test(test_barrier_after_exit),
        cmocka_unit_test(test_largest_grid),
        cmocka_unit_test(test_barrier_after_return),
        cmocka_unit_test(test_counters_of_leavers),
        cmocka_unit_test(test_barrier_in_function),
        cmocka_unit_test(test_divergent_barrier),
        cmocka_unit_test(test_barrier_never_reached),
        cmocka_unit_test(test_unaligned_barrier),
        cmocka_unit_test(test_warp_waits_for_warp),
        cmocka_unit_test(test_block_waits_for_last_block),
        cmocka_unit_test(test_grid_barrier),
        cmocka_unit_test(test_grid_workspace),
        cmocka_unit_test(test_ticket_lock),
        cmocka_unit_test(test_spin_lock_between_warps),
        cmocka_unit_test(test_spin_lock_in_a_warp),
        cmocka_unit_test(test_spin_lock_inside_the_loop),
        cmocka_unit_test(test_lanes_wait_for_lanes),
        cmocka_unit_test(test_chain_of_lanes),
        cmocka_unit_test(test_waiting_with_local_stores),
        cmocka_unit_test(test_runaway),
        cmocka_unit_test(test_shuffle_after_lock),
        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_long_loops_are_not_stuck),
        cmocka_unit_test(test_same_counters),
        cmocka_unit_test(test_queue_is_repeatable),
        cmocka_unit_test(test_lowest_fault),
        cmocka_unit_test(test_fault_while_others_wait),
        cmocka_unit_test(test_sampling),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_progress_callback),
        cmocka_unit_test(test_launch_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
