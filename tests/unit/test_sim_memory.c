/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores in every space: what they move, and what they cost against a count done the slow way. */
#include "sim_harness.h"

static uint64_t random_state = 88172645463325252u;
static uint64_t random_64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void fill_random(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(random_64() >> 20);
}

/* ---- widths and signs ---- */

enum { REGION = 64, LANES = 40 }; /* bytes a thread has in the space under test; threads */

typedef struct access_case {
    const char *space, *type;
    unsigned bytes, vector, register_bytes;
} access_case;

static void add_list(wg_text *text, const access_case *c, const char *prefix)
{
    const char *letter = c->register_bytes == 2   ? "h"
                         : c->register_bytes == 4 ? "r"
                         : c->register_bytes == 8 ? "d"
                                                  : "q";
    wg_text_addf(text, c->vector > 1 ? "{" : "");
    for (unsigned e = 0; e < c->vector; e++)
        wg_text_addf(text, "%s%%%s%s%u", e ? ", " : "", prefix, letter, e);
    wg_text_addf(text, c->vector > 1 ? "}" : "");
}

/* Copies the thread's region in, loads from its start, stores to its middle what `in` holds behind the regions, copies
 * it back. out: 256 bytes a thread: the region, then the registers. */
static void write_kernel(wg_text *text, const access_case *c)
{
    bool is_generic = !strcmp(c->space, "");
    const char *own = is_generic ? "global" : c->space + 1;
    wg_text_addf(text, "%s",
                 PTX ".shared .align 16 .b8 tile[2560]; .global .align 16 .b8 globe[2560];\n" KERNEL_BEGIN
                     ".local .align 16 .b8 mine[64]; .reg .b64 %base, %o, %i; .reg .b32 %c<16>;\n");
    wg_text_addf(text, ".reg .b16 %%lh<8>, %%sh<8>; .reg .b32 %%lr<8>, %%sr<8>; .reg .b64 %%ld<8>, %%sd<8>; .reg .b128 "
                       "%%lq<8>, %%sq<8>;\n");
    wg_text_addf(text, "mad.wide.u32 %%i, %%id, %d, %%in0; mad.wide.u32 %%o, %%id, 256, %%out0;\n", REGION);
    if (!strcmp(own, "local"))
        wg_text_addf(text, "mov.u64 %%base, mine;\n");
    else
        wg_text_addf(text, "mov.u64 %%base, %s; mad.wide.u32 %%base, %%id, %d, %%base;\n",
                     !strcmp(own, "shared") ? "tile" : "globe", REGION);
    for (int k = 0; k < REGION / 4; k++)
        wg_text_addf(text, "ld.global.u32 %%c%d, [%%i+%d]; st.%s.u32 [%%base+%d], %%c%d;\n", k % 16, 4 * k, own, 4 * k,
                     k % 16);
    for (unsigned e = 0; e < c->vector; e++) /* registers to store: from in + 4096 + 128 thread + 16 e */
        wg_text_addf(text, "mad.wide.u32 %%d9, %%id, 64, %%i; ld.global.b%u %%s%s%u, [%%d9+%u];\n",
                     c->register_bytes * 8,
                     c->register_bytes == 2   ? "h"
                     : c->register_bytes == 4 ? "r"
                     : c->register_bytes == 8 ? "d"
                                              : "q",
                     e, 4096 + 16 * e);
    wg_text_addf(text, "ld%s%s.%s ", c->space,
                 c->vector == 2   ? ".v2"
                 : c->vector == 4 ? ".v4"
                 : c->vector == 8 ? ".v8"
                                  : "",
                 c->type);
    add_list(text, c, "l");
    wg_text_addf(text, ", [%%base];\nst%s%s.%s [%%base+32], ", c->space,
                 c->vector == 2   ? ".v2"
                 : c->vector == 4 ? ".v4"
                 : c->vector == 8 ? ".v8"
                                  : "",
                 c->type);
    add_list(text, c, "s");
    wg_text_addf(text, ";\n");
    for (int k = 0; k < REGION / 4; k++)
        wg_text_addf(text, "ld.%s.u32 %%c%d, [%%base+%d]; st.global.u32 [%%o+%d], %%c%d;\n", own, k % 16, 4 * k, 4 * k,
                     k % 16);
    for (unsigned e = 0; e < c->vector; e++)
        wg_text_addf(text, "st.global.b%u [%%o+%u], %%l%s%u;\n", c->register_bytes * 8, REGION + 16 * e,
                     c->register_bytes == 2   ? "h"
                     : c->register_bytes == 4 ? "r"
                     : c->register_bytes == 8 ? "d"
                                              : "q",
                     e);
    wg_text_addf(text, "ret;\n}\n");
}

static void check_case(const access_case *c)
{
    wg_text text = {0};
    write_kernel(&text, c);
    sim *s = sim_load(wg_text_get(&text));
    sim_buffers(s);
    fill_random(s->in, 65536);
    sim_run(s, 1, LANES);
    const unsigned char *in = (const unsigned char *)s->in, *out = (const unsigned char *)s->out;
    for (unsigned t = 0; t < LANES; t++) {
        unsigned char region[REGION], registers[8][16] = {{0}};
        memcpy(region, in + t * REGION, REGION);
        for (unsigned e = 0; e < c->vector; e++) {
            memcpy(registers[e], region + e * c->bytes, c->bytes);
            bool negative = c->type[0] == 's' && registers[e][c->bytes - 1] & 0x80;
            memset(registers[e] + c->bytes, negative ? 0xff : 0, 16 - c->bytes);
            memcpy(region + 32 + e * c->bytes, in + t * (REGION + 64) + 4096 + 16 * e, c->bytes);
        }
        assert_memory_equal(out + 256 * t, region, REGION);
        for (unsigned e = 0; e < c->vector; e++)
            assert_memory_equal(out + 256 * t + REGION + 16 * e, registers[e], c->register_bytes);
    }
    sim_free(s);
    wg_text_free(&text);
}

static void test_widths(void **state)
{
    (void)state;
    static const char *const SPACES[] = {".global", ".shared", ".local", "", ".global.cs"};
    static const struct {
        const char *name;
        unsigned bytes;
    } TYPES[] = {{"b8", 1},  {"u8", 1},  {"s8", 1},  {"b16", 2}, {"u16", 2}, {"s16", 2}, {"b32", 4},  {"u32", 4},
                 {"s32", 4}, {"f32", 4}, {"b64", 8}, {"u64", 8}, {"s64", 8}, {"f64", 8}, {"b128", 16}};
    for (size_t sp = 0; sp < 4; sp++)
        for (size_t ty = 0; ty < sizeof TYPES / sizeof *TYPES; ty++)
            for (unsigned vector = 1; vector <= 8; vector *= 2)
                for (unsigned reg = 2; reg <= 16; reg *= 2) {
                    access_case c = {SPACES[sp], TYPES[ty].name, TYPES[ty].bytes, vector, reg};
                    if (reg < c.bytes || c.bytes * vector > 32 || (reg == 16) != (c.bytes == 16) ||
                        (c.bytes == 16 && vector > 1))
                        continue;
                    check_case(&c);
                }
}

/* ---- sectors and wavefronts, counted the slow way ---- */

/* Lane l accesses base + offset[l], where the mask has it. */
typedef struct pattern {
    uint32_t mask;
    uint32_t offset[32];
} pattern;

static pattern random_pattern(unsigned bytes, uint32_t limit)
{
    static const int STRIDES[] = {0, 1, 2, 3, 4, 5, 8, 16, 17, 31, 32, 33, 64, -1, -2, -7, -32};
    pattern p = {.mask = random_64() % 3 ? (uint32_t)random_64() : 0xffffffff};
    if (random_64() % 5 == 0)
        p.mask = 1u << random_64() % 32;
    p.mask = p.mask ? p.mask : 1;
    int kind = (int)(random_64() % 6), stride = STRIDES[random_64() % (sizeof STRIDES / sizeof *STRIDES)];
    uint32_t start = (uint32_t)(random_64() % (limit / 2)), cluster = 1 + (uint32_t)(random_64() % 64);
    int run = 8 << random_64() % 2; /* kinds 4 and 5: rows of a block that is so wide */
    int64_t jumps[4] = {0, STRIDES[random_64() % 13] * 7, (int64_t)(random_64() % cluster), -STRIDES[random_64() % 13]};
    for (int l = 0; l < 32; l++) {
        int64_t unit = kind == 0   ? (int64_t)(random_64() % limit)
                       : kind == 1 ? (int64_t)start + (int64_t)(random_64() % cluster)
                       : kind <= 3 ? (int64_t)start + l * stride + 40 * 32
                       : kind == 4 ? (int64_t)start + l % run * stride + l / run * jumps[1] + 40 * 32
                                   : (int64_t)start + l % run * stride + jumps[l / run] + 40 * 32;
        unit = unit < 0 ? 0 : unit;
        p.offset[l] = (uint32_t)((uint64_t)unit * bytes % (limit * bytes));
    }
    return p;
}

static uint64_t count_sectors(const pattern *p, uint64_t base)
{
    uint64_t seen[32], count = 0;
    for (int l = 0; l < 32; l++) {
        if (!(p->mask >> l & 1))
            continue;
        uint64_t sector = (base + p->offset[l]) / 32, n = 0;
        while (n < count && seen[n] != sector)
            n++;
        if (n == count)
            seen[count++] = sector;
    }
    return count;
}

/* The most different words of one bank, over groups of lanes that carry 128 bytes together. */
static uint64_t count_wavefronts(const pattern *p, unsigned bytes)
{
    unsigned groups = bytes <= 4 ? 1 : bytes / 4, lanes = 32 / groups;
    uint64_t sum = 0;
    for (unsigned g = 0; g < groups; g++) {
        uint64_t most = 0;
        for (uint32_t bank = 0; bank < 32; bank++) {
            uint32_t words[128], count = 0;
            for (unsigned l = g * lanes; l < (g + 1) * lanes; l++)
                for (unsigned b = 0; p->mask >> l & 1 && b < bytes; b++) {
                    uint32_t word = (p->offset[l] + b) / 4, n = 0;
                    if (word % 32 != bank)
                        continue;
                    while (n < count && words[n] != word)
                        n++;
                    if (n == count)
                        words[count++] = word;
                }
            most = count > most ? count : most;
        }
        sum += most;
    }
    return sum;
}

#define PATTERN_BEGIN                                                                                                  \
    "shr.u32 %r1, %n, %id; and.b32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; ld.global.u32 %r2, [%in]; cvt.u64.u32 %d1, "  \
    "%r2; add.u64 %d2, %d1, %out0; mov.u64 %d4, tile; add.u64 %d3, %d1, %d4;\n"

static void check_patterns(const char *type, unsigned bytes, const char *list, bool pairs_matter)
{
    wg_text text = {0};
    const char *vec = strlen(list) > 4 ? bytes == 16 ? "v4." : "v2." : "";
    wg_text_addf(
        &text,
        "%s .shared .align 16 .b8 tile[40000];\n%s %s @%%p1 ld.global.cg.%s%s %s, [%%d2]; @%%p1 st.global.cg.%s%s "
        "[%%d2], %s; @%%p1 ld.shared.%s%s %s, [%%d3]; @%%p1 st.shared.%s%s [%%d3], %s; ret; }",
        PTX, KERNEL_BEGIN, PATTERN_BEGIN, vec, type, list, vec, type, list, vec, type, list, vec, type, list);
    char load[64], store[64], shared_load[64], shared_store[64];
    snprintf(load, sizeof load, "ld.global.cg.%s%s", vec, type);
    snprintf(store, sizeof store, "st.global.cg.%s%s", vec, type);
    snprintf(shared_load, sizeof shared_load, "ld.shared.%s%s", vec, type);
    snprintf(shared_store, sizeof shared_store, "st.shared.%s%s", vec, type);
    sim *s = sim_load(wg_text_get(&text));
    sim_buffers(s);
    for (int n = 0; n < 200; n++) {
        pattern p = random_pattern(bytes, 32768 / bytes);
        memcpy(s->in, p.offset, sizeof p.offset);
        sim_param_u32(s, 2, p.mask);
        sim_run(s, 1, 32);
        uint64_t sectors = count_sectors(&p, s->out_address), wavefronts = count_wavefronts(&p, bytes),
                 lanes = (uint64_t)__builtin_popcount(p.mask);
        assert_int_equal(sim_count(s, load, WG_COUNTER_global_load_requests), 1);
        assert_int_equal(sim_count(s, load, WG_COUNTER_global_load_sectors), sectors);
        assert_int_equal(sim_count(s, load, WG_COUNTER_global_load_bytes), lanes * bytes);
        assert_int_equal(sim_count(s, store, WG_COUNTER_global_store_sectors), sectors);
        assert_int_equal(sim_count(s, store, WG_COUNTER_global_store_bytes), lanes * bytes);
        assert_int_equal(sim_count(s, shared_store, WG_COUNTER_shared_store_wavefronts), wavefronts);
        if (!pairs_matter)
            assert_int_equal(sim_count(s, shared_load, WG_COUNTER_shared_load_wavefronts), wavefronts);
        assert_int_equal(sim_count(s, shared_load, WG_COUNTER_shared_load_bytes), lanes * bytes);
    }
    sim_free(s);
    wg_text_free(&text);
}

static void test_costs(void **state)
{
    (void)state;
    check_patterns("u8", 1, "%h1", false);
    check_patterns("s16", 2, "%r5", false);
    check_patterns("u32", 4, "%r5", false);
    check_patterns("f64", 8, "%fd1", true);
    check_patterns("u32", 8, "{%r5, %r6}", true);
    check_patterns("f32", 16, "{%f1, %f2, %f3, %f4}", true);
}

/* ---- what a warp's addresses move, when they come in runs and when they do not ---- */

/* Loads from in + 4096, stores to out + 4096, both + offset; what was loaded goes to out. */
static void check_moves(const char *type, unsigned bytes, unsigned register_bytes)
{
    const char *letter = register_bytes == 4 ? "r" : "d";
    wg_text text = {0};
    wg_text_addf(
        &text,
        "%sld.global.u32 %%r2, [%%in]; cvt.u64.u32 %%d1, %%r2; add.u64 %%d2, %%d1, %%in0; add.u64 %%d3, %%d1, "
        "%%out0; mad.wide.u32 %%d4, %%id, 8, %%out0; cvt.u64.u32 %%d6, %%id; mov.u32 %%r6, %%id;\n"
        "ld.global.%s %%%s5, [%%d2+4096]; st.global.b%u [%%d4], %%%s5; st.global.%s [%%d3+4096], %%%s6; ret; }",
        PTX KERNEL_BEGIN, type, letter, 8 * register_bytes, letter, type, letter);
    sim *s = sim_load(wg_text_get(&text));
    sim_buffers(s);
    for (int n = 0; n < 200; n++) {
        pattern p = random_pattern(bytes, 32768 / bytes);
        unsigned char *in = (unsigned char *)s->in + 4096, *out = (unsigned char *)s->out, expected[32768];
        memset(expected, 0, sizeof expected);
        memset(out, 0, WORDS * 4);
        fill_random(in, sizeof expected);
        memcpy(s->in, p.offset, sizeof p.offset);
        sim_run(s, 1, 32);
        for (unsigned l = 0; l < 32; l++) { /* of lanes with one address the last one stores */
            unsigned char loaded[8] = {0}, stored[8] = {(unsigned char)l};
            memcpy(loaded, in + p.offset[l], bytes);
            assert_memory_equal(out + (size_t)8 * l, loaded, register_bytes);
            memcpy(expected + p.offset[l], stored, bytes);
        }
        assert_memory_equal(out + 4096, expected, sizeof expected);
    }
    sim_free(s);
    wg_text_free(&text);
}

static void test_moves(void **state)
{
    (void)state;
    check_moves("u8", 1, 4);
    check_moves("u16", 2, 8);
    check_moves("u32", 4, 4);
    check_moves("u32", 4, 8);
    check_moves("u64", 8, 8);
}

static void test_known_conflicts(void **state)
{
    (void)state;
    static const uint32_t STRIDES[] = {1, 2, 3, 4, 8, 16, 32, 33, 64}, EXPECTED[] = {1, 2, 1, 4, 8, 16, 32, 1, 32};
    for (size_t n = 0; n < 9; n++) {
        sim *s = sim_load(PTX ".shared .u32 tile[4096];\n" KERNEL_BEGIN
                              "mul.lo.u32 %r1, %id, %n; mov.u64 %d1, tile; mad.wide.u32 %d1, %r1, 4, %d1; "
                              "ld.shared.u32 %r2, [%d1]; st.global.u32 [%out], %r2; ret; }");
        sim_param_u32(s, 2, STRIDES[n]);
        sim_run(s, 1, 32);
        assert_int_equal(sim_total(s, shared_load_wavefronts), EXPECTED[n]);
        assert_int_equal(sim_total(s, shared_conflicts), EXPECTED[n] - 1);
        sim_free(s);
    }
}

/* Addresses of shared memory have 32 bits: what a wider register holds besides does not count. */
static void test_wide_shared_addresses(void **state)
{
    (void)state;
    sim *s =
        sim_load(PTX ".shared .u32 tile[32];\n" KERNEL_BEGIN
                     "mov.u64 %d1, tile; mul.wide.u32 %d2, %id, 4; add.u64 %d1, %d1, %d2; add.u32 %r1, %id, 7; "
                     "st.shared.u32 [%d1], %r1; add.u64 %d2, %d1, 0x500000000; ld.shared.u32 %r2, [%d2]; "
                     "atom.shared.add.u32 %r3, [%d2], %r2; add.u32 %r2, %r2, %r3; st.global.u32 [%out], %r2; ret; }");
    sim_buffers(s);
    sim_run(s, 1, 32);
    for (uint32_t k = 0; k < 32; k++)
        assert_int_equal(s->out[k], 2 * (k + 7));
    sim_free(s);
}

/* Whether two loads from neighbouring words become one: only where the address is known to be a multiple of 8. */
static bool merges_behind(const char *conversion)
{
    wg_text text = {0};
    wg_text_addf(&text,
                 "%sshl.b32 %%r1, %%id, 3; %s %%r2, %%r1; ld.shared.u32 %%r3, [%%r2]; ld.shared.u32 %%r4, [%%r2+4];\n"
                 "add.u32 %%r5, %%r3, %%r4; st.global.u32 [%%out], %%r5; ret; }",
                 PTX ".shared .align 16 .b8 tile[4096];\n" KERNEL_BEGIN, conversion);
    sim *s = sim_load(wg_text_get(&text));
    assert_int_equal(s->status, WG_OK);
    bool merges = s->program->insns[KERNEL_BEGIN_INSTRUCTIONS + 2].merge == 8;
    sim_free(s);
    wg_text_free(&text);
    return merges;
}

/* What is cut off above stays aligned; what is saturated may become 65535. */
static void test_conversions_keep_low_bits(void **state)
{
    (void)state;
    assert_true(merges_behind("mov.u32"));
    assert_true(merges_behind("cvt.u16.u32"));
    assert_false(merges_behind("cvt.sat.u16.u32"));
}

/* ---- generic addresses ---- */

static void test_generic_mix(void **state)
{
    (void)state;
    /* Lane 0 global, 1 shared, 2 local, 3 parameter, and so on, in one instruction. */
    sim *s = sim_load(
        PTX
        ".shared .u32 tile[32];\n" KERNEL_BEGIN ".local .u32 mine;\n"
        "mov.u64 %d1, tile; mad.wide.u32 %d1, %id, 4, %d1; st.shared.u32 [%d1], 1000; st.local.u32 [mine], 2000; "
        "cvta.shared.u64 %d1, %d1; mov.u64 %d2, mine; cvta.local.u64 %d2, %d2; mov.b64 %d3, n; cvta.param.u64 %d3, "
        "%d3; cvta.to.global.u64 %d4, %in;\n"
        "and.b32 %r1, %id, 3; setp.eq.u32 %p1, %r1, 1; setp.eq.u32 %p2, %r1, 2; setp.eq.u32 %p3, %r1, 3; selp.b64 %d4, "
        "%d1, %d4, %p1; selp.b64 %d4, %d2, %d4, %p2; selp.b64 %d5, %d3, %d4, %p3;\n"
        "ld.u32 %r2, [%d5]; add.u32 %r3, %r2, %id; st.u32 [%d4], %r3; ld.u32 %r4, [%d5]; st.global.u32 [%out], %r2; "
        "st.global.u32 [%out+128], %r4;\n"
        "isspacep.global %p4, %d5; isspacep.shared %p5, %d5; isspacep.local %p6, %d5; isspacep.param %p7, %d5; "
        "selp.u32 %r5, 1, 0, %p4; selp.u32 %r6, 2, 0, %p5; selp.u32 %r7, 4, 0, %p6; selp.u32 %r8, 8, 0, %p7; add.u32 "
        "%r5, %r5, %r6; add.u32 %r5, %r5, %r7; add.u32 %r5, %r5, %r8; st.global.u32 [%out+256], %r5; ret; }");
    sim_buffers(s);
    for (uint32_t t = 0; t < 32; t++)
        s->in[t] = 500;
    sim_param_u32(s, 2, 4000);
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t before = ((uint32_t[]){500, 1000, 2000, 4000})[t % 4];
        assert_int_equal(s->out[t], before);
        assert_int_equal(s->out[32 + t], t % 4 == 3 ? before : before + t);
        assert_int_equal(s->out[64 + t], 1u << t % 4);
    }
    assert_int_equal(sim_count(s, "ld.u32", WG_COUNTER_global_load_requests), 2);
    assert_int_equal(sim_count(s, "ld.u32", WG_COUNTER_shared_load_requests), 2);
    assert_int_equal(sim_count(s, "ld.u32", WG_COUNTER_local_load_requests), 2);
    assert_int_equal(sim_count(s, "ld.u32", WG_COUNTER_global_load_sectors), 8);
    sim_free(s);
}

/* ---- variables ---- */

static void test_param_array(void **state)
{
    (void)state;
    sim *s =
        sim_load(PTX ".visible .entry k(.param .u64 out, .param .align 8 .b8 a[80], .param .u8 c) { .reg .b32 %r<9>; "
                     ".reg .b16 %h; .reg .b64 %d<9>;\n"
                     "ld.param.u64 %d1, [out]; mov.u32 %r1, %tid.x; mov.b64 %d2, a; rem.u32 %r4, %r1, 20; mad.wide.u32 "
                     "%d3, %r4, 4, %d2; ld.param.u32 %r2, [%d3]; ld.param.u8 %h, [c]; cvt.u32.u16 %r3, %h; add.u32 "
                     "%r2, %r2, %r3; mad.wide.u32 %d4, %r1, 4, %d1; st.global.u32 [%d4], %r2; ret; }");
    uint64_t address;
    uint32_t *out = sim_buffer(s, 0, 256, "out", &address), values[20];
    for (uint32_t n = 0; n < 20; n++)
        values[n] = n * n;
    sim_param(s, 1, values, sizeof values);
    sim_param(s, 2, (unsigned char[]){200}, 1);
    assert_int_equal(s->program->param_bytes, 89);
    assert_int_equal(sim_launch(s, (uint32_t[]){1, 1, 1}, (uint32_t[]){64, 1, 1}), WG_OK);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(out[t], (t % 20) * (t % 20) + 200);
    sim_free(s);
}

static void test_constants_and_initialisers(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX ".const .u32 squares[8] = {0, 1, 4, 9, 16, 25, 36, 49}; .global .u32 words[4] = {10, 20, 30, 40}; .const "
            ".u64 pointers[2] = {words, words+8}; .global .u64 both[2] = {generic(squares), pointers+8};\n" KERNEL_BEGIN
            "and.b32 %r1, %id, 7; mov.u64 %d1, squares; mad.wide.u32 %d1, %r1, 4, %d1; ld.const.u32 %r2, [%d1]; "
            "ld.const.u64 %d2, [pointers+8]; ld.global.u32 %r3, [%d2+4]; ld.global.u64 %d3, [both]; ld.u32 %r4, "
            "[%d3+28]; ld.global.u64 %d4, [both+8]; ld.u64 %d5, [%d4]; ld.u32 %r5, [%d5];\n"
            "add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; add.u32 %r2, %r2, %r5; st.global.u32 [%out], %r2; ret; }");
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(s->out[t], (t % 8) * (t % 8) + 40 + 49 + 30);
    assert_int_equal(sim_count(s, "ld.const.u32", WG_COUNTER_constant_load_words), 8);
    assert_int_equal(sim_count(s, "ld.const.u32", WG_COUNTER_constant_load_requests), 1);
    uint64_t address, size;
    assert_true(wg_loaded_symbol(s->loaded, "words", &address, &size));
    assert_int_equal(size, 16);
    assert_int_equal(*(uint32_t *)sim_host(s, address + 4, 4), 20);
    assert_false(wg_loaded_symbol(s->loaded, "nothing", &address, &size));
    sim_free(s);
}

static void test_shared_layout(void **state)
{
    (void)state;
    /* Odd sizes and alignments beside dynamic memory, which begins behind them. */
    sim *s = sim_load(
        PTX
        ".shared .b8 a[3]; .shared .align 8 .b8 b[5]; .extern .shared .align 16 .b8 dyn[]; .shared .u64 "
        "c;\n" KERNEL_BEGIN
        "mov.u64 %d1, a; mov.u64 %d2, b; mov.u64 %d3, c; mov.u64 %d4, dyn; cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2; "
        "cvt.u32.u64 %r3, %d3; cvt.u32.u64 %r4, %d4; mov.u32 %r5, %dynamic_smem_size; mov.u32 %r6, %total_smem_size;\n"
        "st.global.v4.u32 [%out0], {%r1, %r2, %r3, %r4}; st.global.v2.u32 [%out0+16], {%r5, %r6}; mad.wide.u32 %d5, "
        "%id, 4, %d4; st.shared.u32 [%d5], %id; bar.sync 0; ld.shared.u32 %r7, [dyn+40]; st.global.u32 [%out0+24], "
        "%r7; ret; }");
    s->launch.dynamic_shared = 130;
    sim_run(s, 1, 32);
    assert_int_equal(s->out[0], 0);
    assert_int_equal(s->out[1], 8);
    assert_int_equal(s->out[2], 16);
    assert_int_equal(s->out[3], 32);
    assert_int_equal(s->out[4], 130);
    assert_int_equal(s->out[5], 162);
    assert_int_equal(s->out[6], 10);
    s->launch.dynamic_shared = 124;
    assert_int_equal(sim_go(s, 1, 32), WG_ERR_FAULT);
    assert_contains(s->err.text, "out-of-bounds shared store of 4 bytes at offset 0x9c: shared memory has 156 bytes");
    assert_contains(s->err.text, "thread (31,0,0)");
    sim_free(s);
}

/* The system's shared memory lies before the kernel's own, as on an H200, and only where a kernel asks for it. */
static void test_reserved_shared(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX ".shared .u32 mine; .extern .shared .align 16 .b8 dyn[];\n" KERNEL_BEGIN
            "mov.u32 %r1, mine; mov.u32 %r2, dyn; mov.u32 %r3, %reserved_smem_offset_begin; mov.u32 %r4, "
            "%reserved_smem_offset_end; mov.u32 %r5, %reserved_smem_offset_cap; mov.u32 %r6, %reserved_smem_offset_1; "
            "mov.u32 %r7, %total_smem_size; mov.u32 %r8, %aggr_smem_size;\n"
            "st.shared.u32 [mine], 7; st.shared.u32 [dyn], 8; st.shared.u32 [%r6], 9; st.shared.u32 [%r5-4], 10; "
            "ld.shared.u32 %r9, [mine]; ld.shared.u32 %r10, [dyn]; ld.shared.u32 %r11, [%r3];\n"
            "st.global.v4.u32 [%out0], {%r1, %r2, %r3, %r4}; st.global.v4.u32 [%out0+16], {%r5, %r6, %r7, %r8}; "
            "st.global.v4.u32 [%out0+32], {%r9, %r10, %r11, %r11}; ret; }");
    static const uint32_t EXPECTED[] = {0x400, 0x410, 0, 0x120, 0x400, 0, 48, 48 + 0x400, 7, 8, 9};
    s->launch.dynamic_shared = 32;
    sim_run(s, 1, 32);
    for (size_t n = 0; n < sizeof EXPECTED / sizeof *EXPECTED; n++)
        assert_int_equal(s->out[n], EXPECTED[n]);
    sim_free(s);
    sim_faults(PTX ".shared .u32 mine;\n" KERNEL_BEGIN "st.shared.u32 [mine-4], 7; ret; }", 1, 32,
               "out-of-bounds shared");
}

/* Shared and local memory of a block must not show what the block before left there. */
static void test_fresh_memory(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".shared .u32 tile[32];\n" KERNEL_BEGIN
                          ".local .u32 mine[2]; mov.u64 %d1, tile; mad.wide.u32 %d1, %id, 4, %d1; ld.shared.u32 %r1, "
                          "[%d1]; ld.local.u32 %r2, [mine+4]; add.u32 %r1, %r1, %r2; st.shared.u32 [%d1], 7; "
                          "st.local.u32 [mine+4], 9; st.global.u32 [%out], %r1; ret; }");
    sim_run(s, 50, 32);
    for (uint32_t t = 0; t < 1600; t++)
        assert_int_equal(s->out[t], 0);
    sim_free(s);
}

static void test_isspacep_const(void **state)
{
    (void)state;
    sim *s = sim_load(
        PTX
        ".const .u32 constant[4]; .global .u32 variable[4];\n" KERNEL_BEGIN
        "mov.u64 %d1, constant; cvta.const.u64 %d1, %d1; mov.u64 %d2, variable; setp.eq.u32 %p1, %id, 0; selp.b64 %d3, "
        "%d1, %d2, %p1; isspacep.const %p2, %d3; isspacep.global %p3, %d3; isspacep.const %p4, %id; selp.u32 %r1, 1, "
        "0, %p2; selp.u32 %r2, 2, 0, %p3; selp.u32 %r3, 4, 0, %p4; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; "
        "st.global.u32 [%out], %r1; ret; }");
    sim_run(s, 1, 2);
    assert_int_equal(s->out[0], 1);
    assert_int_equal(s->out[1], 2);
    sim_free(s);
}

/* Registers of 8 bits have rows of 16: mov puts their bytes together nevertheless (nvcc 13: bf16 to char). */
static void test_packed_bytes(void **state)
{
    (void)state;
    sim *s = sim_load(KERNEL(".reg .b8 %b<5>; st.global.u32 [%in], %id; ld.global.u8 %b0, [%in]; ld.global.s8 %b1, "
                             "[%in]; mov.b16 %h1, {%b0, 0}; "
                             "mov.b16 %h2, {%b1, %b0}; mov.b16 {%b2, _}, %h2; mov.b16 {%b3, %b4}, %h2; mov.b32 %r1, "
                             "{%h1, %h2}; mov.b32 %r2, "
                             "{%b1, %b2, %b3, %b4}; st.global.u32 [%out], %r1; st.global.u32 [%out+4096], %r2; ret;"));
    sim_run(s, 1, 256);
    for (uint32_t t = 0; t < 256; t++) {
        assert_int_equal(s->out[t], t | t << 16 | t << 24);
        assert_int_equal(s->out[1024 + t], t * 0x1010101u);
    }
    sim_free(s);
    sim_refuses(KERNEL(".reg .b8 %b; mov.b32 %r1, {%b, %b}; ret;"), "2 × 8 bits where 32 are needed");
}

static void test_old_special_registers(void **state)
{
    (void)state;
    /* PTX 1.x read them with 16 bits; a wider register takes them too. */
    sim *s =
        sim_load(KERNEL("mov.u16 %h1, %tid.x; cvt.u32.u16 %r1, %h1; cvt.u32.u16 %r2, %ntid.x; cvt.u64.u32 %d1, "
                        "%laneid; cvt.u32.u64 %r3, %d1; mad.lo.u32 %r1, %r2, 1000, %r1; st.global.u32 [%out], %r1; "
                        "st.global.u32 [%out+512], %r3; mov.pred %p1, %is_explicit_cluster; @%p1 trap; ret;"));
    sim_run(s, 1, 70);
    for (uint32_t t = 0; t < 70; t++) {
        assert_int_equal(s->out[t], 70000 + t);
        assert_int_equal(s->out[128 + t], t % 32);
    }
    sim_free(s);
}

/* ---- local memory ---- */

static void test_local_costs(void **state)
{
    (void)state;
    /* One word of every lane lies in one line; 16 bytes are four such requests. */
    sim *s = sim_load(
        KERNEL(".local .align 16 .b8 mine[64]; st.local.u32 [mine], %id; ld.local.u32 %r1, [mine]; st.local.v4.u32 "
               "[mine+16], {%id, %id, %id, %id}; ld.local.u8 %r2, [mine+17]; st.global.u32 [%out], %r1; ret;"));
    sim_run(s, 1, 32);
    assert_int_equal(sim_count(s, "st.local.u32", WG_COUNTER_local_store_sectors), 4);
    assert_int_equal(sim_count(s, "ld.local.u32", WG_COUNTER_local_load_sectors), 4);
    assert_int_equal(sim_count(s, "st.local.v4.u32", WG_COUNTER_local_store_requests), 4);
    assert_int_equal(sim_count(s, "st.local.v4.u32", WG_COUNTER_local_store_sectors), 16);
    assert_int_equal(sim_count(s, "ld.local.u8", WG_COUNTER_local_load_sectors), 4);
    assert_int_equal(s->out[9], 9);
    sim_free(s);
}

/* ---- cp.async ---- */

static void test_cp_async(void **state)
{
    (void)state;
    sim *s = sim_load(PTX ".shared .align 16 .b8 tile[1024];\n" KERNEL_BEGIN
                          "mov.u64 %d1, tile; mad.wide.u32 %d1, %id, 16, %d1; cvt.u32.u64 %r1, %d1; mad.wide.u32 %d2, "
                          "%id, 16, %in0; mov.u32 %r2, 0xffffffff; st.shared.v4.u32 [%d1], {%r2, %r2, %r2, %r2}; "
                          "rem.u32 %r3, %id, 17; setp.lt.u32 %p1, %id, 4;\n"
                          "cp.async.cg.shared.global [%r1], [%d2], 16, %r3; cp.async.commit_group; cp.async.wait_group "
                          "0; mad.wide.u32 %d3, %id, 16, %out0; ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%d1]; "
                          "st.global.v4.u32 [%d3], {%r5, %r6, %r7, %r8};\n"
                          "cp.async.ca.shared::cta.global.L2::128B [%r1+8], [%d2+4], 4, %p1; cp.async.ca.shared.global "
                          "[%r1], [%d2+8], 8; cp.async.wait_all; ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%d1]; "
                          "st.global.v4.u32 [%d3+4096], {%r5, %r6, %r7, %r8}; ret; }");
    sim_buffers(s);
    fill_random(s->in, 1024);
    sim_run(s, 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        unsigned char expected[16] = {0};
        memcpy(expected, s->in + 4 * t, t % 17);
        assert_memory_equal(s->out + 4 * t, expected, 16);
        memcpy(expected, s->in + 4 * t + 2, 8);
        memset(expected + 8, 0, 4);
        if (t >= 4)
            memcpy(expected + 8, s->in + 4 * t + 1, 4);
        assert_memory_equal(s->out + 1024 + 4 * t, expected, 16);
    }
    assert_int_equal(sim_count(s, "cp.async.cg.shared.global", WG_COUNTER_global_load_sectors), 16);
    assert_int_equal(sim_count(s, "cp.async.ca.shared::cta.global.L2::128B", WG_COUNTER_global_load_sectors),
                     14); /* lanes 0-3 read nothing */
    sim_free(s);
    static const char *const SIZES[] = {"5", "0", "2147483647", "0xffffffffffffffff", "-4", "%n"};
    for (size_t n = 0; n < sizeof SIZES / sizeof *SIZES; n++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s cp.async.ca.shared.global [t], [%%in0], %s; ret; }",
                     PTX ".shared .b8 t[64];\n" KERNEL_BEGIN, SIZES[n]);
        s = sim_try(wg_text_get(&text));
        assert_int_not_equal(s->status, WG_OK);
        assert_contains(s->err.text, n < 5 ? "4, 8 and 16 are possible" : "has to be a constant");
        sim_free(s);
        wg_text_free(&text);
    }
    sim_faults(PTX ".shared .b8 t[64];\n" KERNEL_BEGIN "cp.async.ca.shared.global [t+64], [%in0], 4; ret; }", 1, 32,
               "out-of-bounds shared");
    sim_faults(PTX ".shared .b8 t[64];\n" KERNEL_BEGIN "cp.async.ca.shared.global [t], [%in0+1048576], 4; ret; }", 1,
               32, "out-of-bounds global load");
    sim_faults(PTX ".shared .b8 t[64];\n" KERNEL_BEGIN "cp.async.ca.shared.global [t], [%in0+2], 4; ret; }", 1, 32,
               "misaligned");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_known_conflicts),
        cmocka_unit_test(test_wide_shared_addresses),
        cmocka_unit_test(test_conversions_keep_low_bits),
        cmocka_unit_test(test_generic_mix),
        cmocka_unit_test(test_param_array),
        cmocka_unit_test(test_constants_and_initialisers),
        cmocka_unit_test(test_shared_layout),
        cmocka_unit_test(test_reserved_shared),
        cmocka_unit_test(test_fresh_memory),
        cmocka_unit_test(test_packed_bytes),
        cmocka_unit_test(test_isspacep_const),
        cmocka_unit_test(test_old_special_registers),
        cmocka_unit_test(test_local_costs),
        cmocka_unit_test(test_cp_async),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
