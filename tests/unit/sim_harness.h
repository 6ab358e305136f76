/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of the simulator: PTX text in, memory, counters or a message out.
 *
 *     sim *s = sim_load(KERNEL("st.global.u32 [%out], %gid;"));
 *     sim_run(s, 2, 64);
 *     assert_int_equal(s->out[65], 65);
 *     sim_free(s);
 *
 * KERNEL's kernel k has the parameters out, in (buffers of WORDS words) and n, and starts with what KERNEL_BEGIN
 * computes. */
#ifndef SIM_HARNESS_H
#define SIM_HARNESS_H

#include "base/text.h"
#include "sim/launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PTX ".version 8.6\n.target sm_90\n.address_size 64\n"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<16>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .b64 %d<32>; .reg .f32 %f<16>; .reg .f64 %fd<8>;\n"

/* %id: thread, %block, %threads: its block and how many it has, %gid: thread in the grid, %out, %in: the address of
 * this thread's word, %out0, %in0: of the first, %n */
#define KERNEL_BEGIN                                                                                                   \
    ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) {\n" REGISTERS                                  \
    ".reg .b32 %id, %gid, %n, %block, %threads; .reg .b64 %out, %in, %out0, %in0;\n"                                   \
    "ld.param.u64 %out0, [out]; ld.param.u64 %in0, [in]; ld.param.u32 %n, [n];\n"                                      \
    "mov.u32 %id, %tid.x; mov.u32 %block, %ctaid.x; mov.u32 %threads, %ntid.x; mad.lo.u32 %gid, %block, %threads, "    \
    "%id;\n"                                                                                                           \
    "mad.wide.u32 %out, %gid, 4, %out0; mad.wide.u32 %in, %gid, 4, %in0;\n"
enum { KERNEL_BEGIN_INSTRUCTIONS = 9 };
#define KERNEL(body) PTX KERNEL_BEGIN body "\n}\n"

enum { WORDS = 1 << 16 };

typedef struct sim {
    wg_ptx_module *module;
    wg_heap *heap;
    wg_loaded *loaded;
    wg_program *program;
    wg_launch launch;
    wg_profile profile;
    wg_error err;
    wg_status status;
    wg_text printed;
    unsigned char params[4096];
    uint64_t out_address, in_address;
    uint32_t *out, *in;
} sim;

static inline void sim_print(void *user, const char *text, size_t length)
{
    wg_text_add(&((sim *)user)->printed, text, length);
}

static inline void sim_free(sim *s)
{
    wg_profile_free(&s->profile);
    wg_program_free(s->program);
    wg_loaded_free(s->loaded);
    wg_heap_free(s->heap);
    wg_ptx_module_free(s->module);
    wg_text_free(&s->printed);
    free(s);
}

static inline void *sim_host(const sim *s, uint64_t address, uint64_t size)
{
    wg_heap_cache cache = {0};
    return wg_heap_at(s->heap, address, size, &cache);
}

static inline void sim_param(sim *s, uint32_t n, const void *value, size_t size)
{
    assert_true(n < s->program->param_count && s->program->params[n].size >= size);
    memcpy(s->params + s->program->params[n].offset, value, size);
}

static inline void sim_param_u32(sim *s, uint32_t n, uint32_t value)
{
    sim_param(s, n, &value, sizeof value);
}

static inline void sim_param_u64(sim *s, uint32_t n, uint64_t value)
{
    sim_param(s, n, &value, sizeof value);
}

/* Parses, loads and builds the kernel; s->status and s->err say how far that got. */
static inline sim *sim_try(const char *ptx)
{
    sim *s = wg_alloc(sizeof *s);
    s->heap = wg_heap_new();
    s->status = wg_ptx_parse("test.ptx", ptx, strlen(ptx), &s->module, &s->err);
    if (s->status == WG_OK)
        s->status = wg_module_load(s->module, s->heap, &s->loaded, &s->err);
    const wg_ptx_function *kernel = s->status == WG_OK ? wg_ptx_find_function(s->module, "k") : NULL;
    if (s->status == WG_OK && !kernel)
        s->status = wg_error_set(&s->err, WG_ERR_INPUT, "no kernel k");
    if (s->status == WG_OK)
        s->status = wg_program_build(s->loaded, kernel, &s->program, &s->err);
    s->launch = (wg_launch){
        .program = s->program, .heap = s->heap, .params = s->params, .host_threads = 1, .print = sim_print, .user = s};
    return s;
}

static inline sim *sim_load(const char *ptx)
{
    sim *s = sim_try(ptx);
    if (s->status != WG_OK)
        fail_msg("%s", s->err.text);
    return s;
}

/* A buffer as the n-th parameter. */
static inline void *sim_buffer(sim *s, uint32_t n, uint64_t bytes, const char *name, uint64_t *address)
{
    assert_int_equal(wg_heap_allocate(s->heap, bytes, name, address, &s->err), WG_OK);
    sim_param_u64(s, n, *address);
    return bytes ? sim_host(s, *address, bytes) : NULL;
}

/* For KERNEL: gives it its buffers, once. */
static inline void sim_buffers(sim *s)
{
    if (s->out)
        return;
    s->out = sim_buffer(s, 0, WORDS * 4, "out", &s->out_address);
    s->in = sim_buffer(s, 1, WORDS * 4, "in", &s->in_address);
}

static inline wg_status sim_launch(sim *s, const uint32_t grid[3], const uint32_t block[3])
{
    memcpy(s->launch.grid, grid, sizeof s->launch.grid);
    memcpy(s->launch.block, block, sizeof s->launch.block);
    wg_profile_free(&s->profile);
    s->status = wg_launch_run(&s->launch, &s->profile, &s->err);
    return s->status;
}

/* Runs KERNEL's kernel, whatever comes of it. */
static inline wg_status sim_go(sim *s, uint32_t grid, uint32_t block)
{
    sim_buffers(s);
    return sim_launch(s, (uint32_t[]){grid, 1, 1}, (uint32_t[]){block, 1, 1});
}

static inline void sim_run(sim *s, uint32_t grid, uint32_t block)
{
    if (sim_go(s, grid, block) != WG_OK)
        fail_msg("%s", s->err.text);
}

#define sim_total(s, counter) ((s)->profile.total.value[WG_COUNTER_##counter])

/* Of all instructions spelled so. */
static inline uint64_t sim_count(const sim *s, const char *spelling, wg_counter counter)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->program->insn_count; i++)
        if (!strcmp(s->program->insns[i].source->spelling, spelling))
            sum += s->profile.insns[i].value[counter];
    return sum;
}

#define assert_contains(text, part)                                                                                    \
    do {                                                                                                               \
        if (!strstr((text), (part)))                                                                                   \
            fail_msg("\"%s\" does not contain \"%s\"", (text), (part));                                                \
    } while (0)

/* The kernel must be refused with a message that contains `part`. */
static inline void sim_refuses(const char *ptx, const char *part)
{
    sim *s = sim_try(ptx);
    if (s->status == WG_OK)
        fail_msg("accepted, but should say \"%s\"", part);
    assert_contains(s->err.text, part);
    sim_free(s);
}

/* The kernel must fail when run, with a message that contains `part`. */
static inline void sim_faults(const char *ptx, uint32_t grid, uint32_t block, const char *part)
{
    sim *s = sim_load(ptx);
    assert_int_equal(sim_go(s, grid, block), WG_ERR_FAULT);
    assert_contains(s->err.text, part);
    assert_contains(s->err.text, "kernel k");
    sim_free(s);
}

#endif
