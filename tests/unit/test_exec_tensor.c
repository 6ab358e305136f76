/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix instructions, executed for a warp made by hand and compared with plain matrix products.
 *
 * For mma the fragments are filled by the formulas of the PTX ISA, written here as it prints them. wmma leaves the
 * layout open: what counts there is that loads, products and stores fit together. Sums and memory counters are compared
 * with what an H200 computed and ncu counted on it. */
#include "sim/exec/tensor.h"

#include "ptx/forms.h"
#include "sim/launch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- the functions under test ---- */

#define OP(opcode, pattern, operands, function, class, operations) WG_EXEC(function);
#include "ptx/opcodes/tensor.def"
#undef OP

static const struct {
    const char *name;
    wg_exec *exec;
} FUNCTIONS[] = {
#define OP(opcode, pattern, operands, function, class, operations) {#function, WG_EXEC_NAME(WG_ISA, function)},
#include "ptx/opcodes/tensor.def"
#undef OP
};

/* ---- a machine ---- */

enum { ROW_BYTES = 256, ROWS = 96, SHARED = 16384, TALLIES = WG_TALLIES_GENERIC, GLOBAL = 16384 };

static struct {
    _Alignas(64) unsigned char rows[ROWS * ROW_BYTES];
    unsigned char shared[SHARED];
    wg_tally tallies[TALLIES];
    wg_heap_cache caches[TALLIES];
    wg_slot list[ROWS];
    wg_ptx_module module;
    wg_ptx_function kernel;
    wg_program program;
    wg_launch launch;
    wg_block block;
    wg_warp warp;
    wg_ptx_instruction source;
    wg_insn insn;
    unsigned used; /* rows */
    uint64_t global;
} M;

static void begin(void)
{
    wg_heap_free(M.block.heap);
    memset(&M, 0, sizeof M);
    M.module.name = "test.ptx";
    M.kernel.name = "kernel";
    M.program = (wg_program){.module = &M.module, .kernel = &M.kernel};
    M.launch = (wg_launch){.program = &M.program, .block = {32, 1, 1}, .grid = {1, 1, 1}};
    M.block = (wg_block){.launch = &M.launch,
                         .program = &M.program,
                         .heap = wg_heap_new(),
                         .shared = M.shared,
                         .shared_size = SHARED,
                         .tallies = M.tallies,
                         .caches = M.caches};
    M.warp = (wg_warp){.regs = M.rows, .block = &M.block, .alive = WG_ALL_LANES, .launched = WG_ALL_LANES};
    assert_int_equal(wg_heap_allocate(M.block.heap, GLOBAL, "matrix", &M.global, NULL), WG_OK);
}

static unsigned char *global_bytes(void)
{
    wg_heap_cache cache = {0};
    return wg_heap_at(M.block.heap, M.global, GLOBAL, &cache);
}

static void *row(int operand, unsigned n)
{
    return M.rows + M.list[M.insn.op[operand] + (int)n];
}

/* A new instruction; operands are added in their order. */
static void spell(const char *spelling)
{
    wg_spelled s;
    if (!wg_form_match(spelling, &s))
        fail_msg("%s is not in the table", spelling);
    M.source = (wg_ptx_instruction){.spelling = spelling};
    M.insn = (wg_insn){.source = &M.source,
                       .list = M.list,
                       .class = wg_forms[s.form].class,
                       .flags = s.flags,
                       .guard = WG_SLOT_NONE,
                       .space = s.field[WG_FIELD_SPACE],
                       .vec = s.field[WG_FIELD_VEC],
                       .shape = s.field[WG_FIELD_SHAPE],
                       .layout_a = s.field[WG_FIELD_LAYOUT_A],
                       .layout_b = s.field[WG_FIELD_LAYOUT_B]};
    memcpy(M.insn.type, s.type, sizeof M.insn.type);
    for (int k = 0; k < WG_MAX_OPERANDS; k++)
        M.insn.op[k] = WG_SLOT_NONE;
    for (size_t n = 0; n < sizeof FUNCTIONS / sizeof *FUNCTIONS; n++)
        if (!strcmp(FUNCTIONS[n].name, wg_forms[s.form].function))
            M.insn.exec = FUNCTIONS[n].exec;
    assert_non_null(M.insn.exec);
    M.used = 0;
}

/* A vector of `count` registers, or one without braces. */
static int vector(unsigned count, uint8_t size)
{
    int k = M.insn.operand_count++;
    M.insn.op[k] = (wg_slot)M.used;
    M.insn.length[k] = (uint8_t)count;
    M.insn.size[k] = size;
    for (unsigned n = 0; n < count; n++, M.used++)
        M.list[M.used] = (wg_slot)(M.used * ROW_BYTES);
    assert_true(M.used < ROWS - 2);
    return k;
}

static int scalar(uint64_t value, uint8_t size)
{
    int k = M.insn.operand_count++;
    M.insn.op[k] = (wg_slot)(M.used * ROW_BYTES);
    M.insn.size[k] = size;
    for (int lane = 0; lane < WG_LANES; lane++)
        memcpy(M.rows + M.used * ROW_BYTES + (size_t)lane * size, &value, size);
    M.list[M.used] = (wg_slot)(M.used * ROW_BYTES);
    M.used++;
    return k;
}

static void run(uint32_t mask)
{
    M.insn.exec(&M.warp, &M.insn, mask);
}

static void run_well(void)
{
    run(WG_ALL_LANES);
    if (M.block.fault.set)
        fail_msg("%s", M.block.fault.text);
}

/* ---- numbers ---- */

static uint64_t state = 88172645463325252u;

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Small integers, in every format exact. */
static uint64_t encode(wg_type type, int value)
{
    uint32_t sign = value < 0, magnitude = (uint32_t)abs(value), log = 0;
    while (magnitude >> (log + 1))
        log++;
    float f = (float)value;
    double d = value;
    uint64_t bits = 0;
    switch (type) {
    case WG_TYPE_F64: memcpy(&bits, &d, 8); return bits;
    case WG_TYPE_F16: return value ? sign << 15 | (log + 15) << 10 | (magnitude << 10 >> log & 0x3ff) : 0;
    case WG_TYPE_E4M3: return value ? sign << 7 | (log + 7) << 3 | (magnitude << 3 >> log & 7) : 0;
    case WG_TYPE_E5M2: return value ? sign << 7 | (log + 15) << 2 | (magnitude << 2 >> log & 3) : 0;
    case WG_TYPE_BF16: memcpy(&bits, &f, 4); return bits >> 16;
    case WG_TYPE_F32:
    case WG_TYPE_TF32: memcpy(&bits, &f, 4); return bits;
    default: return (uint32_t)value & (uint32_t)((1ull << wg_type_bits(type)) - 1);
    }
}

/* A value the type has, such that no product loses anything. */
static int draw(wg_type type)
{
    switch (type) {
    case WG_TYPE_B1: return (int)(next() % 2);
    case WG_TYPE_U4: return (int)(next() % 16);
    case WG_TYPE_S4: return (int)(next() % 16) - 8;
    case WG_TYPE_U8: return (int)(next() % 256);
    case WG_TYPE_S8: return (int)(next() % 256) - 128;
    case WG_TYPE_S32: return (int)(next() % 20001) - 10000;
    case WG_TYPE_E4M3:
    case WG_TYPE_E5M2: return (int)(next() % 7) - 3;
    case WG_TYPE_F16: return (int)(next() % 17) - 8;
    default: return (int)(next() % 33) - 16;
    }
}

static double number_of(wg_type type, uint64_t bits)
{
    float f;
    double d;
    uint32_t low = (uint32_t)bits;
    if (type == WG_TYPE_F64) {
        memcpy(&d, &bits, 8);
        return d;
    }
    if (type == WG_TYPE_S32)
        return (int32_t)low;
    if (type == WG_TYPE_F16) {
        int exponent = (int)(low >> 10 & 31);
        double magnitude = exponent ? ldexp(1024 + (low & 0x3ff), exponent - 25) : ldexp(low & 0x3ff, -24);
        return low & 0x8000 ? -magnitude : magnitude;
    }
    memcpy(&f, &low, 4);
    return f;
}

/* Element e of a lane's fragment: registers hold as many as fit. */
static void put_element(int operand, wg_type type, unsigned lane, unsigned e, uint64_t bits)
{
    unsigned width = wg_type_bits(type);
    if (width == 64) {
        ((uint64_t *)row(operand, e))[lane] = bits;
        return;
    }
    unsigned per = 32 / width;
    uint32_t *word = (uint32_t *)row(operand, e / per) + lane;
    uint32_t field = (uint32_t)((1ull << width) - 1) << e % per * width;
    *word = (*word & ~field) | (uint32_t)(bits << e % per * width);
}

static uint64_t get_element(int operand, wg_type type, unsigned lane, unsigned e)
{
    unsigned width = wg_type_bits(type), per = 32 / (width == 64 ? 32 : width);
    if (width == 64)
        return ((uint64_t *)row(operand, e))[lane];
    return ((uint32_t *)row(operand, e / per))[lane] >> e % per * width & ((1ull << width) - 1);
}

/* ---- mma ---- */

typedef struct place {
    unsigned row, column;
} place;

typedef place placing(unsigned group, unsigned thread, unsigned i);
#define PLACING(name, row, column)                                                                                     \
    static place name(unsigned group, unsigned thread, unsigned i)                                                     \
    {                                                                                                                  \
        (void)group, (void)thread, (void)i;                                                                            \
        return (place){row, column};                                                                                   \
    }

/* groupID and threadID_in_group of the ISA, and i of a_i, b_i, c_i. */
PLACING(a_m8_k4, group, thread)
PLACING(a_m8_k16, group, thread * 4 + i)
PLACING(a_m8_k32, group, thread * 8 + i)
PLACING(a_m8_k128, group, thread * 32 + i)
PLACING(a_word_k4, i == 0 ? group : group + 8, thread)
PLACING(a_word_k8, i == 0 || i == 2 ? group : group + 8, i < 2 ? thread : thread + 4)
PLACING(a_f64_k16, i % 2 == 0 ? group : group + 8, i % 2 == 0 ? i * 2 + thread : i * 2 - 2 + thread)
PLACING(a_half_k8, i < 2 ? group : group + 8, thread * 2 + (i & 1))
PLACING(a_half_k16, i < 2 || (4 <= i && i < 6) ? group : group + 8,
        i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8)
PLACING(a_byte_k16, i < 4 ? group : group + 8, thread * 4 + (i & 3))
PLACING(a_byte_k32, i < 4 || (8 <= i && i < 12) ? group : group + 8,
        i < 8 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16)
PLACING(a_nibble_k32, i < 8 ? group : group + 8, thread * 8 + (i & 7))
PLACING(a_nibble_k64, i < 8 || (16 <= i && i < 24) ? group : group + 8,
        i < 16 ? thread * 8 + (i & 7) : thread * 8 + (i & 7) + 32)
PLACING(a_bit_k128, i < 32 ? group : group + 8, thread * 32 + (i & 31))
PLACING(a_bit_k256, i < 32 || (64 <= i && i < 96) ? group : group + 8,
        i < 64 ? thread * 32 + (i & 31) : thread * 32 + (i & 31) + 128)
PLACING(b_k4, thread, group)
PLACING(b_word_k8, i == 0 ? thread : thread + 4, group)
PLACING(b_f64_k16, thread + i * 4, group)
PLACING(b_half_k8, thread * 2 + i, group)
PLACING(b_half_k16, i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8, group)
PLACING(b_byte_k16, thread * 4 + i, group)
PLACING(b_byte_k32, i < 4 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16, group)
PLACING(b_nibble_k32, thread * 8 + i, group)
PLACING(b_nibble_k64, i < 8 ? thread * 8 + (i & 7) : thread * 8 + (i & 7) + 32, group)
PLACING(b_bit_k128, thread * 32 + i, group)
PLACING(b_bit_k256, i < 32 ? thread * 32 + i : thread * 32 + (i & 31) + 128, group)
PLACING(c_m8, group, thread * 2 + i)
PLACING(c_m16, i < 2 ? group : group + 8, thread * 2 + (i & 1))

static const struct mma {
    const char *shape, *types; /* types as spelled, with what follows them */
    wg_shape s;
    placing *a, *b;
} MMAS[] = {
    {"m16n8k8", "f16.f16.f16.f16", {16, 8, 8}, a_half_k8, b_half_k8},
    {"m16n8k8", "f32.f16.f16.f32", {16, 8, 8}, a_half_k8, b_half_k8},
    {"m16n8k16", "f16.f16.f16.f16", {16, 8, 16}, a_half_k16, b_half_k16},
    {"m16n8k16", "f32.f16.f16.f32", {16, 8, 16}, a_half_k16, b_half_k16},
    {"m16n8k16", "f32.f16.f16.f16", {16, 8, 16}, a_half_k16, b_half_k16},
    {"m16n8k8", "f32.bf16.bf16.f32", {16, 8, 8}, a_half_k8, b_half_k8},
    {"m16n8k16", "f32.bf16.bf16.f32", {16, 8, 16}, a_half_k16, b_half_k16},
    {"m16n8k4", "f32.tf32.tf32.f32", {16, 8, 4}, a_word_k4, b_k4},
    {"m16n8k8", "f32.tf32.tf32.f32", {16, 8, 8}, a_word_k8, b_word_k8},
    {"m16n8k16", "f32.e4m3.e4m3.f32", {16, 8, 16}, a_byte_k16, b_byte_k16},
    {"m16n8k32", "f32.e4m3.e5m2.f32", {16, 8, 32}, a_byte_k32, b_byte_k32},
    {"m16n8k32", "f16.e5m2.e4m3.f16", {16, 8, 32}, a_byte_k32, b_byte_k32},
    {"m8n8k4", "f64.f64.f64.f64", {8, 8, 4}, a_m8_k4, b_k4},
    {"m16n8k4", "f64.f64.f64.f64", {16, 8, 4}, a_word_k4, b_k4},
    {"m16n8k8", "f64.f64.f64.f64", {16, 8, 8}, a_word_k8, b_word_k8},
    {"m16n8k16", "f64.f64.f64.f64", {16, 8, 16}, a_f64_k16, b_f64_k16},
    {"m8n8k16", "s32.s8.s8.s32", {8, 8, 16}, a_m8_k16, b_byte_k16},
    {"m8n8k16", "s32.u8.s8.s32", {8, 8, 16}, a_m8_k16, b_byte_k16},
    {"m16n8k16", "s32.s8.u8.s32", {16, 8, 16}, a_byte_k16, b_byte_k16},
    {"m16n8k32", "s32.u8.u8.s32", {16, 8, 32}, a_byte_k32, b_byte_k32},
    {"m16n8k32", "s32.s8.s8.s32", {16, 8, 32}, a_byte_k32, b_byte_k32},
    {"m8n8k32", "s32.s4.u4.s32", {8, 8, 32}, a_m8_k32, b_nibble_k32},
    {"m16n8k32", "s32.u4.s4.s32", {16, 8, 32}, a_nibble_k32, b_nibble_k32},
    {"m16n8k64", "s32.s4.s4.s32", {16, 8, 64}, a_nibble_k64, b_nibble_k64},
    {"m8n8k128", "s32.b1.b1.s32.xor.popc", {8, 8, 128}, a_m8_k128, b_bit_k128},
    {"m16n8k128", "s32.b1.b1.s32.and.popc", {16, 8, 128}, a_bit_k128, b_bit_k128},
    {"m16n8k256", "s32.b1.b1.s32.xor.popc", {16, 8, 256}, a_bit_k256, b_bit_k256},
};

/* The n-th type of "f32.f16.f16.f32". */
static wg_type type_at(const char *types, int n)
{
    while (n--)
        types = strchr(types, '.') + 1;
    return wg_type_find(types, strcspn(types, "."));
}

static void fill_vector(int operand, wg_type type, const int *values, unsigned columns, placing *at)
{
    unsigned elements = M.insn.length[operand] * (type == WG_TYPE_F64 ? 1 : 32 / wg_type_bits(type));
    for (unsigned lane = 0; lane < WG_LANES; lane++)
        for (unsigned e = 0; e < elements; e++) {
            place p = at(lane >> 2, lane % 4, e);
            put_element(operand, type, lane, e, encode(type, values[p.row * columns + p.column]));
        }
}

static unsigned registers(unsigned elements, wg_type type)
{
    return elements * wg_type_bits(type) / WG_LANES / (type == WG_TYPE_F64 ? 64 : 32);
}

static int term(const char *types, int a, int b)
{
    return strstr(types, ".and.") ? (a & b) : strstr(types, ".xor.") ? (a ^ b) : a * b;
}

static void check_mma(const struct mma *c, bool in_place)
{
    static int a[16 * 256], b[256 * 8], sum[16 * 8];
    char spelling[128];
    wg_type type[4];
    for (int n = 0; n < 4; n++)
        type[n] = type_at(c->types, n);
    snprintf(spelling, sizeof spelling, "mma.sync.aligned.%s.row.col.%s", c->shape, c->types);
    spell(spelling);
    unsigned m = c->s.m, n = c->s.n, k = c->s.k;
    placing *c_at = m == 8 ? c_m8 : c_m16;
    uint8_t size = type[1] == WG_TYPE_F64 ? 8 : 4;
    vector(registers(m * n, type[0]), size);
    vector(registers(m * k, type[1]), size);
    vector(registers(k * n, type[2]), size);
    vector(registers(m * n, type[3]), size);
    if (in_place && type[0] == type[3])
        M.insn.op[0] = M.insn.op[3];
    for (unsigned e = 0; e < m * k; e++)
        a[e] = draw(type[1]);
    for (unsigned e = 0; e < k * n; e++)
        b[e] = draw(type[2]);
    for (unsigned e = 0; e < m * n; e++)
        sum[e] = draw(type[3]);
    fill_vector(1, type[1], a, k, c->a);
    fill_vector(2, type[2], b, n, c->b);
    fill_vector(3, type[3], sum, n, c_at);
    for (unsigned r = 0; r < m; r++)
        for (unsigned col = 0; col < n; col++)
            for (unsigned e = 0; e < k; e++)
                sum[r * n + col] += term(c->types, a[r * k + e], b[e * n + col]);
    run_well();
    for (unsigned lane = 0; lane < WG_LANES; lane++)
        for (unsigned e = 0; e < m * n / WG_LANES; e++) {
            place p = c_at(lane >> 2, lane % 4, e);
            double got = number_of(type[0], get_element(0, type[0], lane, e));
            if (got != sum[p.row * n + p.column])
                fail_msg("%s: lane %u element %u is %g, not %d", spelling, lane, e, got, sum[p.row * n + p.column]);
        }
    assert_int_equal(wg_tensor_operations(&M.insn), 2 * m * n * k);
}

static void test_mma(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < sizeof MMAS / sizeof *MMAS; n++)
        for (int round = 0; round < 4; round++) {
            begin();
            check_mma(&MMAS[n], round % 2);
        }
}

/* m8n8k4 with f16: four products at once. */
static void check_quads(const char *d, const char *c, bool a_row, bool b_row)
{
    static int a[4][8][4], b[4][4][8], sum[4][8][8];
    char spelling[128];
    snprintf(spelling, sizeof spelling, "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s", a_row ? "row" : "col",
             b_row ? "row" : "col", d, c);
    wg_type d_type = wg_type_find(d, 3), c_type = wg_type_find(c, 3);
    begin();
    spell(spelling);
    vector(d_type == WG_TYPE_F32 ? 8 : 4, 4);
    vector(2, 4);
    vector(2, 4);
    vector(c_type == WG_TYPE_F32 ? 8 : 4, 4);
    for (int e = 0; e < 4 * 8 * 4; e++)
        (&a[0][0][0])[e] = draw(WG_TYPE_F16), (&b[0][0][0])[e] = draw(WG_TYPE_F16);
    for (int e = 0; e < 4 * 8 * 8; e++)
        (&sum[0][0][0])[e] = draw(WG_TYPE_F16);
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned q = lane % 16 / 4, high = lane < 16 ? 0 : 4;
        for (unsigned i = 0; i < 4; i++) {
            put_element(1, WG_TYPE_F16, lane, i,
                        encode(WG_TYPE_F16, a_row ? a[q][lane % 4 + high][i] : a[q][i % 4 + high][lane % 4]));
            put_element(2, WG_TYPE_F16, lane, i,
                        encode(WG_TYPE_F16, b_row ? b[q][lane % 4][i + high] : b[q][i][lane % 4 + high]));
        }
        for (unsigned i = 0; i < 8; i++) {
            unsigned x = (lane & 1) + (i & 2);
            int value =
                c_type == WG_TYPE_F16 ? sum[q][lane % 4 + high][i] : sum[q][x + high][(i & 4) + (lane & 2) + (i & 1)];
            put_element(3, c_type, lane, i, encode(c_type, value));
        }
    }
    for (int q = 0; q < 4; q++)
        for (int r = 0; r < 8; r++)
            for (int col = 0; col < 8; col++)
                for (int k = 0; k < 4; k++)
                    sum[q][r][col] += a[q][r][k] * b[q][k][col];
    run_well();
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < 8; i++) {
            unsigned q = lane % 16 / 4, high = lane < 16 ? 0 : 4, x = (lane & 1) + (i & 2);
            int want =
                d_type == WG_TYPE_F16 ? sum[q][lane % 4 + high][i] : sum[q][x + high][(i & 4) + (lane & 2) + (i & 1)];
            if (number_of(d_type, get_element(0, d_type, lane, i)) != want)
                fail_msg("%s: lane %u element %u", spelling, lane, i);
        }
    assert_int_equal(wg_tensor_operations(&M.insn), 4 * 2 * 8 * 8 * 4);
}

static void test_quads(void **unused)
{
    (void)unused;
    for (int layouts = 0; layouts < 4; layouts++) {
        check_quads("f32", "f32", layouts & 1, layouts & 2);
        check_quads("f16", "f16", layouts & 1, layouts & 2);
        check_quads("f32", "f16", layouts & 1, layouts & 2);
    }
}

static void integer_mma(const char *spelling, uint32_t a, uint32_t b, uint32_t c)
{
    begin();
    spell(spelling);
    vector(4, 4), vector(2, 4), vector(1, 4), vector(4, 4);
    for (int k = 1; k < 4; k++)
        for (unsigned n = 0; n < M.insn.length[k]; n++)
            for (int lane = 0; lane < WG_LANES; lane++)
                ((uint32_t *)row(k, n))[lane] = k == 1 ? a : k == 2 ? b : c;
    run_well();
}

static void test_saturation(void **unused)
{
    (void)unused;
    integer_mma("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32", 0x7f7f7f7f, 0x7f7f7f7f, INT32_MAX - 5);
    assert_int_equal(((int32_t *)row(0, 3))[7], INT32_MAX);
    integer_mma("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32", 0x7f7f7f7f, 0x80808080,
                (uint32_t)INT32_MIN + 5);
    assert_int_equal(((int32_t *)row(0, 0))[31], INT32_MIN);
    integer_mma("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", 0x7f7f7f7f, 0x7f7f7f7f, INT32_MAX);
    assert_int_equal(((int32_t *)row(0, 0))[0], (int32_t)((uint32_t)INT32_MAX + 16 * 127 * 127));
}

/* ---- sums, as an H200 makes them ---- */

static uint16_t half_between(unsigned first, unsigned exponents)
{
    uint32_t kind = next() % 8;
    uint32_t sign = (next() & 1) << 15;
    if (kind < 2)
        return (uint16_t)(kind ? sign : 0);
    if (kind == 2)
        return (uint16_t)(sign | (next() & 0x3ff));
    uint32_t exponent = first + next() % exponents;
    return (uint16_t)(sign | exponent << 10 | (next() & 0x3ff));
}

static uint16_t draw_half(const char *set)
{
    uint32_t special = strstr(set, "special") ? next() % 64 : 9;
    if (special < 3)
        return (uint16_t)(special == 0 ? 0x7c00 : special == 1 ? 0xfc00 : 0x7e01);
    return strstr(set, "wide") ? half_between(0, 31) : half_between(8, 14);
}

static uint16_t draw_bf16(const char *set)
{
    uint32_t kind = next() % 8, sign = (next() & 1) << 15;
    if (kind < 2)
        return (uint16_t)(kind ? sign : 0);
    if (kind == 2)
        return (uint16_t)(sign | (next() & 0x7f));
    uint32_t exponent = strstr(set, "wide") ? next() % 255 : 117 + next() % 20;
    return (uint16_t)(sign | exponent << 7 | (next() & 0x7f));
}

static uint32_t draw_multiplicand(wg_type type, const char *set)
{
    uint32_t low, sign, kind, word = 0;
    switch (type) {
    case WG_TYPE_F16: low = draw_half(set); return low | (uint32_t)draw_half(set) << 16;
    case WG_TYPE_BF16: low = draw_bf16(set); return low | (uint32_t)draw_bf16(set) << 16;
    case WG_TYPE_TF32:
        kind = next() % 8, sign = next() << 31;
        if (kind < 2)
            return kind ? sign : 0;
        if (kind == 2)
            return sign | (next() & 0x7fffff);
        low = 117 + next() % 20;
        return sign | low << 23 | (next() & 0x7fffff);
    default:
        for (int n = 0; n < 4; n++) {
            uint32_t byte = next() & 0xff;
            byte = next() % 4 == 0 || (byte & 0x7f) == 0x7f ? 0 : byte;
            word |= byte << 8 * n;
        }
        return word;
    }
}

static uint32_t draw_addend(const char *set)
{
    uint32_t bits;
    float value = 0;
    if (strstr(set, "zero"))
        return 0;
    if (strstr(set, "any")) {
        bits = next();
        return (bits >> 23 & 255) == 255 ? bits ^ 1u << 30 : bits;
    }
    uint32_t kind = next() % 8;
    if (kind < 2)
        return kind ? 0 : 0x80000000u;
    value = ldexpf((float)(int32_t)next(), -31);
    value *= ldexpf(1.0f, (int)(next() % 40) - 30);
    memcpy(&bits, &value, 4);
    return bits;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t n = 0; n < count; n++)
        hash = (hash ^ ((const unsigned char *)bytes)[n]) * 0x100000001b3u;
    return hash;
}

enum { RECORDED_ROUNDS = 40 };

/* In the order in which they were run: the numbers drawn follow each other. inputs is a hash of what was drawn. */
static const struct {
    const char *spelling, *set;
    uint64_t inputs, results;
} RECORDED[] = {
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "", 0x6d3d46bea1cee5db, 0x0c3057af4b91b0ab},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "zero", 0x9124da5a933d9a74, 0x7f848184f2afba03},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "wide", 0xa0d7728d9eebecd8, 0x0e664970fc3d45db},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "special", 0x2c8f4e8041adec3d, 0x7dd8ded9a5f9ff6c},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "", 0x43b684f38781c9be, 0xd51f37216bf751ed},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "wide any", 0xe05900dac7879544, 0x54a6a2b1da97de32},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "", 0x10b5a9e9647afe30, 0xb965a637c2055e01},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "", 0xc78dafa6d7c13cf6, 0xdcd2ec7ce69fb43b},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", "", 0xe3b9fd39df99f3a5, 0x1e45734fddc48174},
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "", 0xc897e1eeea8d2dd9, 0x8faf9424e893f54b},
    {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "half", 0x9f9c3c3dcca2fe97, 0x2fa6e264f4f0804d},
};

/* Lane after lane, as the program that recorded them had its arrays. */
static uint64_t draw_operand(int k, wg_type type, const char *set, uint64_t hash)
{
    bool addend = k == 3 && !strstr(set, "half");
    for (int lane = 0; lane < WG_LANES; lane++)
        for (unsigned n = 0; n < M.insn.length[k]; n++) {
            uint32_t bits = addend ? draw_addend(set) : draw_multiplicand(type, set);
            ((uint32_t *)row(k, n))[lane] = bits;
            hash = hash_bytes(hash, &bits, 4);
        }
    return hash;
}

static void test_recorded_sums(void **unused)
{
    (void)unused;
    state = 88172645463325252u;
    for (size_t c = 0; c < sizeof RECORDED / sizeof *RECORDED; c++) {
        uint64_t inputs = 0xcbf29ce484222325u, results = inputs;
        bool k8 = strstr(RECORDED[c].spelling, "m16n8k8.row.col.f32.f16") != NULL,
             half = strstr(RECORDED[c].set, "half") != NULL;
        for (int round = 0; round < RECORDED_ROUNDS; round++) {
            begin();
            spell(RECORDED[c].spelling);
            vector(half ? 2 : 4, 4), vector(k8 ? 2 : 4, 4), vector(k8 ? 1 : 2, 4), vector(half ? 2 : 4, 4);
            for (int k = 1; k < 4; k++)
                inputs = draw_operand(k, (wg_type)M.insn.type[1], RECORDED[c].set, inputs);
            run_well();
            for (int lane = 0; lane < WG_LANES; lane++)
                for (unsigned n = 0; n < M.insn.length[0]; n++)
                    results = hash_bytes(results, (uint32_t *)row(0, n) + lane, 4);
        }
        if (inputs != RECORDED[c].inputs)
            fail_msg("%s %s: other numbers were drawn than on the H200", RECORDED[c].spelling, RECORDED[c].set);
        if (results != RECORDED[c].results)
            fail_msg("%s %s: not what an H200 computes", RECORDED[c].spelling, RECORDED[c].set);
    }
}

/* ---- wmma ---- */

typedef struct wmma {
    wg_shape s;
    const char *shape, *a, *c, *d;
    unsigned a_registers, b_registers;
} wmma;

static const wmma WMMAS[] = {
    {{16, 16, 16}, "m16n16k16", "f16", "f32", "f32", 8, 8}, {{16, 16, 16}, "m16n16k16", "f16", "f16", "f16", 8, 8},
    {{16, 16, 16}, "m16n16k16", "f16", "f16", "f32", 8, 8}, {{16, 16, 16}, "m16n16k16", "bf16", "f32", "f32", 4, 4},
    {{16, 16, 16}, "m16n16k16", "s8", "s32", "s32", 2, 2},  {{16, 16, 16}, "m16n16k16", "u8", "s32", "s32", 2, 2},
    {{32, 8, 16}, "m32n8k16", "f16", "f32", "f32", 8, 8},   {{32, 8, 16}, "m32n8k16", "f16", "f16", "f16", 8, 8},
    {{32, 8, 16}, "m32n8k16", "bf16", "f32", "f32", 8, 2},  {{32, 8, 16}, "m32n8k16", "s8", "s32", "s32", 4, 1},
    {{32, 8, 16}, "m32n8k16", "u8", "s32", "s32", 4, 1},    {{8, 32, 16}, "m8n32k16", "f16", "f32", "f32", 8, 8},
    {{8, 32, 16}, "m8n32k16", "f16", "f16", "f16", 8, 8},   {{8, 32, 16}, "m8n32k16", "bf16", "f32", "f32", 2, 8},
    {{8, 32, 16}, "m8n32k16", "s8", "s32", "s32", 1, 4},    {{8, 32, 16}, "m8n32k16", "u8", "s32", "s32", 1, 4},
    {{16, 16, 8}, "m16n16k8", "tf32", "f32", "f32", 4, 4},  {{8, 8, 4}, "m8n8k4", "f64", "f64", "f64", 1, 1},
    {{8, 8, 32}, "m8n8k32", "s4", "s32", "s32", 1, 1},      {{8, 8, 32}, "m8n8k32", "u4", "s32", "s32", 1, 1},
    {{8, 8, 128}, "m8n8k128", "b1", "s32", "s32", 1, 1},
};

static wg_type named(const char *name)
{
    return wg_type_find(name, strlen(name));
}

/* A matrix of integers in memory, line after line. */
static void write_matrix(unsigned char *bytes, wg_type type, const int *values, unsigned rows, unsigned columns,
                         bool row_major, unsigned stride)
{
    unsigned bits = wg_type_bits(type);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            unsigned at = (row_major ? r * stride + c : c * stride + r) * bits;
            uint64_t code = encode(type, values[r * columns + c]);
            if (bits >= 8)
                memcpy(bytes + at / 8, &code, bits / 8);
            else
                bytes[at / 8] =
                    (unsigned char)((bytes[at / 8] & ~(((1u << bits) - 1) << at % 8)) | (unsigned)code << at % 8);
        }
}

static unsigned accumulator_registers(wg_shape s, wg_type type)
{
    return s.m * (unsigned)s.n / WG_LANES * wg_type_bits(type) / (type == WG_TYPE_F64 ? 64 : 32);
}

typedef struct fragment {
    unsigned char rows[16][ROW_BYTES];
} fragment;

/* Where a test's matrix lies: in global or shared memory, reached by an address of that space or a generic one. */
typedef struct location {
    const char *space; /* "global", "shared", "shared::cta" or "" */
    bool shared;
} location;

static const location LOCATIONS[] = {
    {"global", false}, {"shared", true}, {"shared::cta", true}, {"", false}, {"", true}};

static unsigned char *memory_of(location l)
{
    return l.shared ? M.shared : global_bytes();
}

static void move_operand(const char *what, location l, bool row_major, const wmma *c, const char *type, unsigned count,
                         unsigned stride, fragment *f)
{
    char spelling[128];
    bool store = *what == 's';
    uint64_t address = l.shared ? (*l.space ? 0 : WG_SHARED_WINDOW) : M.global;
    uint8_t size = named(type) == WG_TYPE_F64 ? 8 : 4;
    snprintf(spelling, sizeof spelling, "wmma.%s.sync.aligned.%s.%s%s%s.%s", what, row_major ? "row" : "col", c->shape,
             *l.space ? "." : "", l.space, type);
    spell(spelling);
    int data = 0;
    if (store) {
        scalar(address - 256, 8);
        data = vector(count, size);
    } else {
        vector(count, size);
        scalar(address - 256, 8);
    }
    M.insn.imm = 256;
    if (stride)
        scalar(stride, 4);
    for (unsigned n = 0; store && n < count; n++)
        memcpy(row(data, n), f->rows[n], ROW_BYTES);
    run_well();
    for (unsigned n = 0; !store && n < count; n++)
        memcpy(f->rows[n], row(data, n), ROW_BYTES);
}

static void multiply_fragments(const wmma *c, bool a_row, bool b_row, unsigned count_c, unsigned count_d, fragment *f)
{
    char spelling[128];
    uint8_t size = *c->a == 'f' && c->a[1] == '6' ? 8 : 4;
    bool half = !strcmp(c->a, "f16"), bit = !strcmp(c->a, "b1");
    if (half)
        snprintf(spelling, sizeof spelling, "wmma.mma.sync.aligned.%s.%s.%s.%s.%s", a_row ? "row" : "col",
                 b_row ? "row" : "col", c->shape, c->d, c->c);
    else
        snprintf(spelling, sizeof spelling, "wmma.mma%s.sync.aligned.%s.%s.%s.%s.%s.%s.%s%s", bit ? ".xor.popc" : "",
                 a_row ? "row" : "col", b_row ? "row" : "col", c->shape, c->d, c->a, c->a, c->c,
                 size == 8 ? ".rn" : "");
    spell(spelling);
    vector(count_d, size), vector(c->a_registers, size), vector(c->b_registers, size), vector(count_c, size);
    for (int k = 1; k < 4; k++)
        for (unsigned n = 0; n < M.insn.length[k]; n++)
            memcpy(row(k, n), f[k - 1].rows[n], ROW_BYTES);
    run_well();
    for (unsigned n = 0; n < count_d; n++)
        memcpy(f[3].rows[n], row(0, n), ROW_BYTES);
    assert_int_equal(wg_tensor_operations(&M.insn), 2u * c->s.m * c->s.n * c->s.k);
}

static void check_wmma(const wmma *c, bool a_row, bool b_row, bool c_row, bool d_row, location l, bool with_stride)
{
    static int a[32 * 128], b[128 * 32], sum[32 * 32];
    unsigned m = c->s.m, n = c->s.n, k = c->s.k, pad = with_stride ? k >= 32 ? k : 16 : 0;
    wg_type a_type = named(c->a), c_type = named(c->c), d_type = named(c->d);
    fragment f[4];
    begin();
    for (unsigned e = 0; e < m * k; e++)
        a[e] = draw(a_type);
    for (unsigned e = 0; e < k * n; e++)
        b[e] = draw(a_type);
    for (unsigned e = 0; e < m * n; e++)
        sum[e] = draw(c_type);
    unsigned a_stride = (a_row ? k : m) + pad, b_stride = (b_row ? n : k) + pad, c_stride = (c_row ? n : m) + pad,
             d_stride = (d_row ? n : m) + pad;
    unsigned c_count = accumulator_registers(c->s, c_type), d_count = accumulator_registers(c->s, d_type);
    write_matrix(memory_of(l), a_type, a, m, k, a_row, a_stride);
    move_operand("load.a", l, a_row, c, c->a, c->a_registers, pad ? a_stride : 0, &f[0]);
    write_matrix(memory_of(l), a_type, b, k, n, b_row, b_stride);
    move_operand("load.b", l, b_row, c, c->a, c->b_registers, pad ? b_stride : 0, &f[1]);
    write_matrix(memory_of(l), c_type, sum, m, n, c_row, c_stride);
    move_operand("load.c", l, c_row, c, c->c, c_count, pad ? c_stride : 0, &f[2]);
    for (unsigned r = 0; r < m; r++)
        for (unsigned col = 0; col < n; col++)
            for (unsigned e = 0; e < k; e++)
                sum[r * n + col] +=
                    a_type == WG_TYPE_B1 ? a[r * k + e] ^ b[e * n + col] : a[r * k + e] * b[e * n + col];
    multiply_fragments(c, a_row, b_row, c_count, d_count, f);
    if (c_type == d_type &&
        c_type == WG_TYPE_F32) /* elements of C and D with one number are one element of the matrix */
        for (unsigned r = 0; r < d_count; r++)
            for (int lane = 0; lane < WG_LANES; lane++)
                ((float *)f[3].rows[r])[lane] -= ((float *)f[2].rows[r])[lane];
    memset(memory_of(l), 0xcd, GLOBAL);
    move_operand("store.d", l, d_row, c, c->d, d_count, pad ? d_stride : 0, &f[3]);
    unsigned bytes = wg_type_bits(d_type) / 8;
    for (unsigned r = 0; r < m; r++)
        for (unsigned col = 0; col < n; col++) {
            uint64_t bits = 0;
            memcpy(&bits, memory_of(l) + (d_row ? r * d_stride + col : col * d_stride + r) * bytes, bytes);
            int want = sum[r * n + col];
            if (c_type == d_type && c_type == WG_TYPE_F32) {
                want = 0;
                for (unsigned e = 0; e < k; e++)
                    want += a[r * k + e] * b[e * n + col];
            }
            if (number_of(d_type, bits) != want)
                fail_msg("%s %s: row %u column %u is %g, not %d", c->shape, c->a, r, col, number_of(d_type, bits),
                         want);
        }
    uint64_t gap = 0xcdcdcdcdcdcdcdcdu;
    if (pad)
        assert_memory_equal(memory_of(l) + (d_row ? n : m) * bytes, &gap, 8 < pad * bytes ? 8 : pad * bytes);
}

static void test_wmma(void **unused)
{
    (void)unused;
    for (size_t c = 0; c < sizeof WMMAS / sizeof *WMMAS; c++)
        for (int layouts = 0; layouts < 16; layouts++) {
            bool small = wg_type_bits(named(WMMAS[c].a)) < 8; /* those know A in rows and B in columns only */
            if (small && (layouts & 3) != 1)
                continue;
            for (size_t l = 0; l < sizeof LOCATIONS / sizeof *LOCATIONS; l++)
                check_wmma(&WMMAS[c], layouts & 1, layouts & 2, layouts & 4, layouts & 8, LOCATIONS[l],
                           (layouts + l) % 2);
        }
}

/* ---- memory counters, as ncu shows them for an H200: lines as short as can be, and 64 elements ---- */

static const struct {
    const char *before, *type;
    int requests, sectors, sectors_64, shared_requests, wavefronts, wavefronts_64; /* -1: not recorded */
} COUNTED[] = {
    {"wmma.load.a.sync.aligned.row.m16n16k16.", "f16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.a.sync.aligned.col.m16n16k16.", "f16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.b.sync.aligned.row.m16n16k16.", "f16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.b.sync.aligned.col.m16n16k16.", "f16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.a.sync.aligned.row.m16n16k16.", "bf16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.a.sync.aligned.col.m16n16k16.", "bf16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.b.sync.aligned.row.m16n16k16.", "bf16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.b.sync.aligned.col.m16n16k16.", "bf16", 4, 32, 32, 1, 8, 32},
    {"wmma.load.a.sync.aligned.row.m16n16k16.", "u8", 2, 8, 16, 1, 2, 8},
    {"wmma.load.a.sync.aligned.col.m16n16k16.", "u8", 8, 32, 32, 8, 16, 32},
    {"wmma.load.b.sync.aligned.row.m16n16k16.", "u8", 8, 32, 32, 8, 16, 32},
    {"wmma.load.b.sync.aligned.col.m16n16k16.", "u8", 2, 8, 16, 1, 2, 8},
    {"wmma.load.c.sync.aligned.row.m16n16k16.", "f16", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.row.m16n16k16.", "f16", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.col.m16n16k16.", "f16", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.col.m16n16k16.", "f16", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.row.m16n16k16.", "f32", 4, 32, 32, 4, 16, 32},
    {"wmma.store.d.sync.aligned.row.m16n16k16.", "f32", 4, 32, 32, 4, 16, 32},
    {"wmma.load.c.sync.aligned.col.m16n16k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.col.m16n16k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.c.sync.aligned.row.m16n16k16.", "s32", 4, 32, 32, 4, 16, 32},
    {"wmma.store.d.sync.aligned.row.m16n16k16.", "s32", 4, 32, 32, 4, 16, 32},
    {"wmma.load.c.sync.aligned.col.m16n16k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.col.m16n16k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.a.sync.aligned.row.m32n8k16.", "f16", 8, 64, 64, 2, 16, 64},
    {"wmma.load.a.sync.aligned.col.m32n8k16.", "f16", 8, 64, 64, 2, 32, 64},
    {"wmma.load.b.sync.aligned.row.m32n8k16.", "f16", 2, 8, 16, 1, 2, 16},
    {"wmma.load.b.sync.aligned.col.m32n8k16.", "f16", 2, 16, 16, 1, 4, 16},
    {"wmma.load.a.sync.aligned.row.m32n8k16.", "bf16", 8, 64, 64, 2, 16, 64},
    {"wmma.load.a.sync.aligned.col.m32n8k16.", "bf16", 8, 64, 64, 2, 32, 64},
    {"wmma.load.b.sync.aligned.row.m32n8k16.", "bf16", 2, 8, 16, 1, 2, 16},
    {"wmma.load.b.sync.aligned.col.m32n8k16.", "bf16", 2, 16, 16, 1, 4, 16},
    {"wmma.load.a.sync.aligned.row.m32n8k16.", "u8", 4, 16, 32, 2, 4, 16},
    {"wmma.load.a.sync.aligned.col.m32n8k16.", "u8", 16, 64, 64, 16, 64, 64},
    {"wmma.load.b.sync.aligned.row.m32n8k16.", "u8", 4, 16, 16, 4, 4, 16},
    {"wmma.load.b.sync.aligned.col.m32n8k16.", "u8", 1, 4, 8, 1, 1, 4},
    {"wmma.load.c.sync.aligned.row.m32n8k16.", "f16", 4, 16, 32, 4, 4, 32},
    {"wmma.store.d.sync.aligned.row.m32n8k16.", "f16", 4, 16, 32, 4, 4, 32},
    {"wmma.load.c.sync.aligned.col.m32n8k16.", "f16", 4, 32, 32, 4, 16, 32},
    {"wmma.store.d.sync.aligned.col.m32n8k16.", "f16", 4, 32, 32, 4, 16, 32},
    {"wmma.load.c.sync.aligned.row.m32n8k16.", "f32", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.row.m32n8k16.", "f32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.col.m32n8k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.col.m32n8k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.c.sync.aligned.row.m32n8k16.", "s32", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.row.m32n8k16.", "s32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.col.m32n8k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.col.m32n8k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.a.sync.aligned.row.m8n32k16.", "f16", 2, 16, 16, 1, 4, 16},
    {"wmma.load.a.sync.aligned.col.m8n32k16.", "f16", 2, 8, 16, 1, 2, 16},
    {"wmma.load.b.sync.aligned.row.m8n32k16.", "f16", 8, 64, 64, 2, 32, 64},
    {"wmma.load.b.sync.aligned.col.m8n32k16.", "f16", 8, 64, 64, 2, 16, 64},
    {"wmma.load.a.sync.aligned.row.m8n32k16.", "bf16", 2, 16, 16, 1, 4, 16},
    {"wmma.load.a.sync.aligned.col.m8n32k16.", "bf16", 2, 8, 16, 1, 2, 16},
    {"wmma.load.b.sync.aligned.row.m8n32k16.", "bf16", 8, 64, 64, 2, 32, 64},
    {"wmma.load.b.sync.aligned.col.m8n32k16.", "bf16", 8, 64, 64, 2, 16, 64},
    {"wmma.load.a.sync.aligned.row.m8n32k16.", "u8", 1, 4, 8, 1, 1, 4},
    {"wmma.load.a.sync.aligned.col.m8n32k16.", "u8", 4, 16, 16, 4, 4, 16},
    {"wmma.load.b.sync.aligned.row.m8n32k16.", "u8", 16, 64, 64, 16, 64, 64},
    {"wmma.load.b.sync.aligned.col.m8n32k16.", "u8", 4, 16, 32, 2, 4, 16},
    {"wmma.load.c.sync.aligned.row.m8n32k16.", "f16", 4, 32, 32, 4, 16, 32},
    {"wmma.store.d.sync.aligned.row.m8n32k16.", "f16", 4, 32, 32, 4, 16, 32},
    {"wmma.load.c.sync.aligned.col.m8n32k16.", "f16", 4, 16, 32, 4, 4, 32},
    {"wmma.store.d.sync.aligned.col.m8n32k16.", "f16", 4, 16, 32, 4, 4, 32},
    {"wmma.load.c.sync.aligned.row.m8n32k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.row.m8n32k16.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.c.sync.aligned.col.m8n32k16.", "f32", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.col.m8n32k16.", "f32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.row.m8n32k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.row.m8n32k16.", "s32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.c.sync.aligned.col.m8n32k16.", "s32", 4, 32, 32, 4, 8, 32},
    {"wmma.store.d.sync.aligned.col.m8n32k16.", "s32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.a.sync.aligned.row.m16n16k8.", "tf32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.a.sync.aligned.col.m16n16k8.", "tf32", 4, 16, 16, 4, 8, 16},
    {"wmma.load.b.sync.aligned.row.m16n16k8.", "tf32", 4, 16, 16, 4, 8, 16},
    {"wmma.load.b.sync.aligned.col.m16n16k8.", "tf32", 4, 32, 32, 4, 8, 32},
    {"wmma.load.c.sync.aligned.row.m16n16k8.", "f32", 4, 32, 32, 4, 16, 32},
    {"wmma.store.d.sync.aligned.row.m16n16k8.", "f32", 4, 32, 32, 4, 16, 32},
    {"wmma.load.c.sync.aligned.col.m16n16k8.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.store.d.sync.aligned.col.m16n16k8.", "f32", 8, 32, 32, 8, 32, 32},
    {"wmma.load.a.sync.aligned.row.m8n8k4.", "f64", 1, 8, 8, 1, 2, 8},
    {"wmma.load.a.sync.aligned.col.m8n8k4.", "f64", 1, 8, 8, 1, 4, 8},
    {"wmma.load.b.sync.aligned.row.m8n8k4.", "f64", 1, 8, 8, 1, 4, 8},
    {"wmma.load.b.sync.aligned.col.m8n8k4.", "f64", 1, 8, 8, 1, 2, 8},
    {"wmma.load.c.sync.aligned.row.m8n8k4.", "f64", 1, 16, 16, 1, 4, 8},
    {"wmma.store.d.sync.aligned.row.m8n8k4.", "f64", 1, 16, 16, 1, 4, 8},
    {"wmma.load.c.sync.aligned.col.m8n8k4.", "f64", 2, 16, 16, 2, 16, 16},
    {"wmma.store.d.sync.aligned.col.m8n8k4.", "f64", 2, 16, 16, 2, 16, 16},
    {"wmma.load.a.sync.aligned.row.m8n8k32.", "u4", 1, 4, 8, 1, 1, 2},
    {"wmma.load.b.sync.aligned.col.m8n8k32.", "u4", 1, 4, 8, 1, 1, 2},
    {"wmma.load.c.sync.aligned.row.m8n8k32.", "s32", 1, 8, 8, 1, 2, 8},
    {"wmma.store.d.sync.aligned.row.m8n8k32.", "s32", 1, 8, 8, 1, 2, 8},
    {"wmma.load.c.sync.aligned.col.m8n8k32.", "s32", 2, 8, 8, 2, 4, 8},
    {"wmma.store.d.sync.aligned.col.m8n8k32.", "s32", 2, 8, 8, 2, 4, 8},
    {"wmma.load.a.sync.aligned.row.m8n8k128.", "b1", 1, 4, 3, 1, 1, -1},
    {"wmma.load.b.sync.aligned.col.m8n8k128.", "b1", 1, 4, 3, 1, 1, -1},
    {"wmma.load.c.sync.aligned.row.m8n8k128.", "s32", 1, 8, 8, 1, 2, -1},
    {"wmma.store.d.sync.aligned.row.m8n8k128.", "s32", 1, 8, 8, 1, 2, -1},
    {"wmma.load.c.sync.aligned.col.m8n8k128.", "s32", 2, 8, 8, 2, 4, -1},
    {"wmma.store.d.sync.aligned.col.m8n8k128.", "s32", 2, 8, 8, 2, 4, -1},
};

static void count_one(const char *before, const char *type, bool shared, unsigned stride, wg_tally *tally)
{
    char spelling[128];
    snprintf(spelling, sizeof spelling, "%s%s.%s", before, shared ? "shared" : "global", type);
    begin();
    spell(spelling);
    bool store = strstr(before, "store") != NULL;
    char role = store ? 'c' : strstr(before, "load.")[5];
    wg_type t = named(type);
    unsigned count = wg_fragment_registers(wg_fragment_of(wg_shape_of(M.insn.shape),
                                                          role == 'a'   ? WG_ROLE_A
                                                          : role == 'b' ? WG_ROLE_B
                                                                        : WG_ROLE_C,
                                                          t));
    uint8_t size = t == WG_TYPE_F64 ? 8 : 4;
    if (store) {
        scalar(shared ? 0 : M.global, 8);
        vector(count, size);
    } else {
        vector(count, size);
        scalar(shared ? 0 : M.global, 8);
    }
    if (stride)
        scalar(stride, 4);
    run_well();
    *tally = M.tallies[0];
}

static void test_counters(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < sizeof COUNTED / sizeof *COUNTED; n++) {
        wg_tally global, global_64, shared, shared_64;
        const char *before = COUNTED[n].before, *type = COUNTED[n].type;
        count_one(before, type, false, 0, &global);
        count_one(before, type, true, 0, &shared);
        bool ok = (int)global.requests == COUNTED[n].requests && (int)global.sectors == COUNTED[n].sectors &&
                  (int)shared.requests == COUNTED[n].shared_requests && (int)shared.wavefronts == COUNTED[n].wavefronts;
        if (COUNTED[n].wavefronts_64 >= 0) {
            count_one(before, type, false, 64, &global_64);
            count_one(before, type, true, 64, &shared_64);
            ok = ok && (int)global_64.sectors == COUNTED[n].sectors_64 &&
                 (int)shared_64.wavefronts == COUNTED[n].wavefronts_64;
        }
        if (!ok)
            fail_msg("%s%s: %d requests, %d sectors; shared %d requests, %d wavefronts", before, type,
                     (int)global.requests, (int)global.sectors, (int)shared.requests, (int)shared.wavefronts);
        assert_int_equal(shared.raw, shared.wavefronts);
        assert_true(shared.ideal <= shared.wavefronts);
    }
}

/* ---- ldmatrix, stmatrix, movmatrix ---- */

static void check_ldmatrix(unsigned matrices, bool turned, bool store, bool generic)
{
    char spelling[128];
    snprintf(spelling, sizeof spelling, "%smatrix.sync.aligned.m8n8.x%u%s%s.b16", store ? "st" : "ld", matrices,
             turned ? ".trans" : "", generic ? "" : ".shared");
    begin();
    spell(spelling);
    int data = 1, address = 0;
    if (!store)
        data = vector(matrices, 4);
    uint8_t size = generic ? 8 : 4;
    address = scalar(0, size);
    if (store)
        data = vector(matrices, 4);
    uint32_t offset[WG_LANES];
    for (unsigned lane = 0; lane < WG_LANES; lane++) {
        offset[lane] = (lane * 7 % 32) * 48;
        uint64_t at = offset[lane] + (generic ? WG_SHARED_WINDOW : 0);
        memcpy(M.rows + M.insn.op[address] + lane * size, &at, size);
    }
    for (unsigned e = 0; e < SHARED; e++)
        M.shared[e] = (unsigned char)next();
    for (unsigned n = 0; store && n < matrices; n++)
        for (unsigned lane = 0; lane < WG_LANES; lane++)
            ((uint32_t *)row(data, n))[lane] = next();
    run_well();
    for (unsigned n = 0; n < matrices; n++)
        for (unsigned lane = 0; lane < WG_LANES; lane++)
            for (unsigned e = 0; e < 2; e++) {
                unsigned r = turned ? lane % 4 * 2 + e : lane / 4, c = turned ? lane / 4 : lane % 4 * 2 + e;
                uint16_t want;
                memcpy(&want, M.shared + offset[n * 8 + r] + 2 * c, 2);
                assert_int_equal((uint16_t)(((uint32_t *)row(data, n))[lane] >> 16 * e), want);
            }
    wg_tally *tally = &M.tallies[generic ? WG_TALLY_SHARED : 0];
    assert_int_equal(tally->requests, 1);
    assert_int_equal(tally->bytes, matrices * 128);
    assert_int_equal(tally->ideal, matrices);
}

static void test_ldmatrix(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 8; kind++)
        for (unsigned matrices = 1; matrices <= 4; matrices *= 2)
            check_ldmatrix(matrices, kind & 1, kind & 2, kind & 4);
}

/* Wavefronts of x1, x2 and x4 with rows so many bytes apart, counted on an H200. */
static void test_ldmatrix_conflicts(void **unused)
{
    (void)unused;
    static const unsigned COUNTS[][2] = {{0, 1}, {16, 1}, {32, 2}, {48, 1}, {64, 4}, {128, 8}, {144, 1}, {272, 1}};
    for (size_t n = 0; n < sizeof COUNTS / sizeof *COUNTS; n++)
        for (unsigned matrices = 1; matrices <= 4; matrices *= 2) {
            char spelling[64];
            snprintf(spelling, sizeof spelling, "ldmatrix.sync.aligned.x%u.trans.m8n8.shared.b16", matrices);
            begin();
            spell(spelling);
            vector(matrices, 4);
            int address = scalar(0, 4);
            for (unsigned lane = 0; lane < WG_LANES; lane++)
                ((uint32_t *)(M.rows + M.insn.op[address]))[lane] = lane * COUNTS[n][0];
            run_well();
            assert_int_equal(M.tallies[0].wavefronts, matrices * COUNTS[n][1]);
            assert_int_equal(M.tallies[0].raw, matrices * COUNTS[n][1]);
        }
}

static void test_movmatrix(void **unused)
{
    (void)unused;
    begin();
    spell("movmatrix.sync.aligned.m8n8.trans.b16");
    scalar(0, 4);
    scalar(0, 4);
    uint16_t *to = (uint16_t *)(M.rows + M.insn.op[0]), *from = (uint16_t *)(M.rows + M.insn.op[1]);
    for (unsigned e = 0; e < 64; e++)
        from[e] = (uint16_t)e;
    run_well();
    for (unsigned e = 0; e < 64; e++)
        assert_int_equal(to[e], e % 8 * 8 + e / 8);
    M.insn.op[0] = M.insn.op[1];
    run_well();
    assert_memory_equal(from, to, 128);
}

/* ---- what goes wrong ---- */

static void expect_fault(const char *words)
{
    assert_true(M.block.fault.set);
    if (!strstr(M.block.fault.text, words))
        fail_msg("expected \"%s\" in: %s", words, M.block.fault.text);
}

static void start_load(const char *spelling, unsigned registers_, uint64_t address)
{
    begin();
    spell(spelling);
    vector(registers_, 4);
    scalar(address, 8);
}

static void test_faults(void **unused)
{
    (void)unused;
    start_load("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16", 8, SHARED - 16);
    run(WG_ALL_LANES);
    expect_fault("out-of-bounds shared");
    start_load("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16", 8, 8);
    run(WG_ALL_LANES);
    expect_fault("misaligned");
    start_load("wmma.load.c.sync.aligned.row.m16n16k16.f32", 8, WG_LOCAL_WINDOW + 64);
    run(WG_ALL_LANES);
    expect_fault("neither global nor shared");
    start_load("wmma.load.c.sync.aligned.row.m16n16k16.f32", 8, 64);
    run(WG_ALL_LANES);
    expect_fault("out-of-bounds global");
    begin();
    start_load("wmma.load.c.sync.aligned.row.m16n16k16.global.f32", 8, 0);
    ((uint64_t *)(M.rows + M.insn.op[1]))[0] = M.global + GLOBAL - 512;
    run(WG_ALL_LANES);
    expect_fault("past the end");
    start_load("ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, SHARED);
    run(WG_ALL_LANES);
    expect_fault("out-of-bounds");
    start_load("ldmatrix.sync.aligned.m8n8.x1.b16", 1, 1 << 20);
    run(WG_ALL_LANES);
    expect_fault("must be in shared memory");
    start_load("ldmatrix.sync.aligned.m8n8.x2.shared.b16", 3, 0);
    run(WG_ALL_LANES);
    expect_fault("2 matrices need 2 registers");
    begin();
    spell("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
    vector(4, 4), vector(4, 4), vector(2, 4), vector(4, 4);
    run(0x7fffffff);
    expect_fault("31 execute it");
    for (int k = 0; k < 4; k++) { /* a register too few */
        begin();
        spell("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
        vector(k == 0 ? 3 : 4, 4), vector(k == 1 ? 3 : 4, 4), vector(k == 2 ? 3 : 2, 4), vector(k == 3 ? 3 : 4, 4);
        run(WG_ALL_LANES);
        expect_fault("registers of 32 bits for matrix");
    }
    static const char *const NEVER[] = {"m16n8k4.row.col.f32.f16.f16.f32",   "m16n8k32.row.col.f32.f16.f16.f32",
                                        "m8n8k16.row.col.f32.e4m3.e4m3.f32", "m16n8k16.row.col.f32.s8.s8.f32",
                                        "m16n8k8.row.col.s32.f16.f16.s32",   "m16n8k8.row.col.f64.tf32.tf32.f64",
                                        "m16n8k16.row.col.f32.f16.e4m3.f32"};
    for (size_t n = 0; n < sizeof NEVER / sizeof *NEVER; n++)
        for (unsigned count = 1; count <= 8; count *= 2) {
            char spelling[96];
            snprintf(spelling, sizeof spelling, "mma.sync.aligned.%s", NEVER[n]);
            begin();
            spell(spelling);
            vector(4, 4), vector(count, 4), vector(count, 4), vector(4, 4);
            run(WG_ALL_LANES);
            assert_true(M.block.fault.set);
        }
}

/* ---- spellings ---- */

static void matches(const char *spelling)
{
    wg_spelled s;
    if (!wg_form_match(spelling, &s))
        fail_msg("%s is not in the table", spelling);
}

static void test_spellings(void **unused)
{
    (void)unused;
    static const char *const MORE[] = {
        "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32.satfinite",
        "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32.satfinite",
        "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32",
        "wmma.load.a.sync.row.m16n16k16.global.f16",
        "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e5m2.f32",
        "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32",
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16",
        "ldmatrix.sync.aligned.x2.m8n8.shared.b16",
        "stmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16",
        "stmatrix.sync.aligned.x1.m8n8.shared.b16",
    };
    for (size_t n = 0; n < sizeof MORE / sizeof *MORE; n++)
        matches(MORE[n]);
    wg_spelled s;
    assert_false(wg_form_match("mma.sync.aligned.m16n8k16.row.col.f32.f16", &s));
    assert_false(wg_form_match("wmma.load.d.sync.aligned.row.m16n16k16.f16", &s));
    assert_false(wg_form_match("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rz", &s));
}

static int teardown(void **unused)
{
    (void)unused;
    wg_heap_free(M.block.heap);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),     cmocka_unit_test(test_mma),
        cmocka_unit_test(test_quads),         cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_recorded_sums), cmocka_unit_test(test_wmma),
        cmocka_unit_test(test_counters),      cmocka_unit_test(test_ldmatrix),
        cmocka_unit_test(test_movmatrix),     cmocka_unit_test(test_ldmatrix_conflicts),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
