/* SPDX-License-Identifier: Apache-2.0 */
/* Textures and surfaces, for a warp made by hand: fetches of every geometry, format and mode compared with what an H200
 * returned, and the rest with values worked out here. */
#include "sim/exec/exec.h"

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
#include "ptx/opcodes/texture.def"
#undef OP

static const struct {
    const char *name;
    wg_exec *exec;
} FUNCTIONS[] = {
#define OP(opcode, pattern, operands, function, class, operations) {#function, WG_EXEC_NAME(WG_ISA, function)},
#include "ptx/opcodes/texture.def"
#undef OP
};

/* ---- a machine ---- */

enum { ROW_BYTES = 256, ROWS = 32, HANDLE_ROW = 24, PREDICATE = 25, TEXEL_BYTES = 1 << 21 };

static struct {
    _Alignas(64) unsigned char rows[ROWS * ROW_BYTES];
    wg_tally tally;
    wg_heap_cache cache;
    wg_slot list[ROWS];
    wg_ptx_module module;
    wg_ptx_function kernel;
    wg_program program;
    wg_launch launch;
    wg_block block;
    wg_warp warp;
    wg_ptx_instruction source;
    wg_insn insn;
    wg_texture texture;
    wg_textures textures;
    int used;
} M;

static void begin(wg_texture texture)
{
    wg_heap_free(M.block.heap);
    memset(&M, 0, sizeof M);
    M.module.name = "test.ptx";
    M.kernel.name = "kernel";
    M.program = (wg_program){.module = &M.module, .kernel = &M.kernel};
    M.texture = texture;
    M.textures = (wg_textures){&M.texture, 1};
    M.launch = (wg_launch){.program = &M.program, .block = {32, 1, 1}, .grid = {1, 1, 1}, .textures = &M.textures};
    M.block = (wg_block){
        .launch = &M.launch, .program = &M.program, .heap = wg_heap_new(), .tallies = &M.tally, .caches = &M.cache};
    M.warp = (wg_warp){.regs = M.rows, .block = &M.block, .alive = WG_ALL_LANES, .launched = WG_ALL_LANES};
    for (int n = 0; n < ROWS; n++)
        M.list[n] = n * ROW_BYTES;
    uint32_t texel = texture.channels * texture.channel_bits / 8u;
    uint32_t rows = (texture.height ? texture.height : 1) * (texture.depth ? texture.depth : 1);
    if (!M.texture.pitch)
        M.texture.pitch = (uint64_t)texture.width * texel;
    assert_int_equal(wg_heap_allocate(M.block.heap, M.texture.pitch * rows, "texels", &M.texture.address, NULL), WG_OK);
}

static void *texels(void)
{
    wg_heap_cache cache = {0};
    return wg_heap_at(M.block.heap, M.texture.address, 1, &cache);
}

static void *row(int n)
{
    return M.rows + n * ROW_BYTES;
}

/* A new instruction. Vectors of data and coordinates take rows of their own, in the order in which they are added. */
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
                       .action = s.field[WG_FIELD_ACTION],
                       .cache = s.field[WG_FIELD_CACHE],
                       .vec = s.field[WG_FIELD_VEC],
                       .geometry = s.field[WG_FIELD_GEOMETRY]};
    memcpy(M.insn.type, s.type, sizeof M.insn.type);
    for (int k = 0; k < WG_MAX_OPERANDS; k++)
        M.insn.op[k] = WG_SLOT_NONE;
    for (size_t n = 0; n < sizeof FUNCTIONS / sizeof *FUNCTIONS; n++)
        if (!strcmp(FUNCTIONS[n].name, wg_forms[s.form].function))
            M.insn.exec = FUNCTIONS[n].exec;
    assert_non_null(M.insn.exec);
    M.used = 0;
}

static int vector(int k, int count, uint8_t size)
{
    int first = M.used;
    M.insn.op[k] = first;
    M.insn.length[k] = (uint8_t)count;
    M.insn.size[k] = size;
    M.used += count;
    return first;
}

static void handle(int k, uint64_t value)
{
    M.insn.op[k] = HANDLE_ROW * ROW_BYTES;
    M.insn.size[k] = 8;
    for (int lane = 0; lane < WG_LANES; lane++)
        ((uint64_t *)row(HANDLE_ROW))[lane] = value;
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

/* tex with data in rows 0 … 3 and coordinates in rows 4 … 7. */
static void spell_fetch(const char *spelling)
{
    spell(spelling);
    vector(0, 4, 4);
    handle(2, WG_TEXTURE_HANDLE);
    vector(3, 4, 4);
}

static void set_float(int r, int lane, float value)
{
    ((float *)row(r))[lane] = value;
}

static float get_float(int r, int lane)
{
    return ((float *)row(r))[lane];
}

/* ---- fetches as an H200 made them ---- */

enum { GEOMETRIES = 6, FORMATS = 8, POINTS = 256 };
enum { OF_ARRAY, OF_LINEAR, OF_PITCH, RESOURCES };

static const struct {
    const char *name;
    uint32_t width, height, depth;
    int dimensions;
    bool layered;
} GEOMETRY[GEOMETRIES] = {
    {"1d", 37, 0, 0, 1, false}, {"2d", 37, 23, 0, 2, false}, {"3d", 13, 9, 7, 3, false},
    {"a1d", 37, 0, 5, 1, true}, {"a2d", 19, 11, 4, 2, true}, {"cube", 16, 16, 6, 3, false},
};

static const struct {
    uint8_t channels, bits, texel;
    bool normalized;
} FORMAT[FORMATS] = {
    {1, 32, WG_TEXEL_FLOAT, false}, {4, 32, WG_TEXEL_FLOAT, false}, {4, 8, WG_TEXEL_UINT, true},
    {2, 16, WG_TEXEL_SINT, true},   {1, 8, WG_TEXEL_UINT, false},   {2, 16, WG_TEXEL_FLOAT, false},
    {1, 8, WG_TEXEL_SINT, true},    {1, 16, WG_TEXEL_UINT, true},
};

/* One way to fetch. */
typedef struct way {
    int geometry, format, mode, resource;
    bool normalized, linear, integer;
} way;

/* Which of them a GPU can do and were recorded. Bilinear ones where the result is the same bit for bit. */
static bool was_recorded(const way *c)
{
    bool cube = c->geometry == 5, floats = FORMAT[c->format].texel == WG_TEXEL_FLOAT || FORMAT[c->format].normalized;
    if ((cube && !c->normalized) || (c->integer && (c->normalized || c->linear || cube)) || (c->linear && !floats))
        return false;
    if (c->resource == OF_LINEAR &&
        (c->geometry != 0 || c->normalized || c->linear || !c->integer || c->mode != WG_ADDRESS_CLAMP))
        return false;
    if (c->resource == OF_PITCH && (c->geometry != 1 || c->format > 2))
        return false;
    if (c->resource == OF_ARRAY && c->geometry == 0 && c->integer)
        return false;
    return !c->linear || (c->geometry == 1 && c->format <= 2);
}

static uint64_t drawn;

static uint32_t draw(void)
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(drawn >> 33);
}

static void draw_texels(int format, unsigned char *bytes, unsigned count)
{
    drawn = 12345;
    for (unsigned n = 0; n < count * FORMAT[format].channels; n++) {
        if (FORMAT[format].texel == WG_TEXEL_FLOAT && FORMAT[format].bits == 32) {
            ((float *)bytes)[n] = (float)((int)(draw() % 4001) - 2000) / 16.0f;
        } else if (FORMAT[format].texel == WG_TEXEL_FLOAT) {
            uint32_t mantissa = draw() & 0x83ff;
            ((uint16_t *)bytes)[n] = (uint16_t)(mantissa | (12 + draw() % 6) << 10);
        } else if (FORMAT[format].bits == 16) {
            ((uint16_t *)bytes)[n] = (uint16_t)draw();
        } else {
            bytes[n] = (unsigned char)draw();
        }
    }
}

/* Inside, outside, on and between texels. */
static float draw_coordinate(int extent, bool normalized, int kind)
{
    uint32_t r = draw();
    float value, size = (float)extent;
    switch (kind % 8) {
    case 0:
    case 1:
    case 2: value = ((float)(r % 100000) / 100000.0f * 5.0f - 2.0f) * size; break;
    case 3: value = (float)((int)(r % (uint32_t)(3 * extent * 512)) - extent * 512) / 512.0f; break;
    case 4: value = (float)((int)(r % (uint32_t)(5 * extent)) - 2 * extent); break;
    case 5: value = (float)((int)(r % (uint32_t)(5 * extent)) - 2 * extent) + 0.5f; break;
    case 6: value = (float)((r % 1000) / 1000.) * size; break;
    default: value = ((float)(r % 20001) / 20000.0f) * size;
    }
    return normalized ? value / size : value;
}

/* Point n of a way, into lane n % 32 of the coordinates' rows. */
static void draw_point(const way *c, int n)
{
    int extent[3] = {(int)GEOMETRY[c->geometry].width, (int)GEOMETRY[c->geometry].height,
                     (int)GEOMETRY[c->geometry].depth};
    float at[3];
    int dimensions = GEOMETRY[c->geometry].dimensions, layered = GEOMETRY[c->geometry].layered;
    for (int d = 0; d < 3; d++)
        extent[d] += extent[d] == 0;
    drawn = (uint64_t)n * 7919 + 17;
    for (int k = 0; k < 5; k++)
        draw();
    for (int d = 0; d < 3; d++)
        at[d] = draw_coordinate(extent[d], c->normalized, n / (d + 1));
    int layer = (int)(draw() % (uint32_t)(extent[2] + 2));
    if (n % 5)
        layer = (int)(draw() % (uint32_t)extent[2]);
    for (int d = 0; d < 3 && c->geometry == 5; d++)
        at[d] = (float)((int)(draw() % 2001) - 1000) / 1000.0f;
    for (int r = 0; r < 4; r++) {
        int d = r - layered;
        uint32_t *bits = (uint32_t *)row(4 + r) + n % WG_LANES;
        int whole = d >= 0 && d < dimensions ? (int)floorf(at[d]) : 0;
        *bits = 0;
        if (d < 0)
            *bits = (uint32_t)layer;
        else if (d < dimensions)
            memcpy(bits, c->integer ? (void *)&whole : (void *)&at[d], 4);
    }
}

static uint64_t hash_way(const way *c, uint64_t hash)
{
    char spelling[64];
    bool floats = FORMAT[c->format].texel == WG_TEXEL_FLOAT || FORMAT[c->format].normalized;
    uint32_t width = GEOMETRY[c->geometry].width, height = GEOMETRY[c->geometry].height,
             depth = GEOMETRY[c->geometry].depth;
    begin((wg_texture){.width = width,
                       .height = height,
                       .depth = depth,
                       .channels = FORMAT[c->format].channels,
                       .channel_bits = FORMAT[c->format].bits,
                       .texel = FORMAT[c->format].texel,
                       .normalized_float = FORMAT[c->format].normalized,
                       .normalized_coords = c->normalized,
                       .linear = c->linear,
                       .mode = {(uint8_t)c->mode, (uint8_t)c->mode, (uint8_t)c->mode},
                       .border = {0.25f, 0.5f, 0.75f, 2.0f},
                       .layered = GEOMETRY[c->geometry].layered});
    draw_texels(c->format, texels(), width * (height ? height : 1) * (depth ? depth : 1));
    snprintf(spelling, sizeof spelling, "tex.%s.v4.%s.%s", GEOMETRY[c->geometry].name, floats ? "f32" : "u32",
             c->integer ? "s32" : "f32");
    spell_fetch(spelling);
    for (int n = 0; n < POINTS; n++) {
        draw_point(c, n);
        if (n % WG_LANES != WG_LANES - 1)
            continue;
        run_well();
        for (int lane = 0; lane < WG_LANES; lane++)
            for (int r = 0; r < 4; r++)
                for (int byte = 0; byte < 4; byte++)
                    hash = (hash ^ ((unsigned char *)row(r))[4 * lane + byte]) * 0x100000001b3u;
    }
    return hash;
}

static void test_recorded(void **unused)
{
    (void)unused;
    static const uint64_t RECORDED[GEOMETRIES][2] = {{0x202fde1f4317254a, 0}, {0xbac63de5279dbec1, 0x24ad23cf8b3f5d95},
                                                     {0xc354eed750053778, 0}, {0xa3109db36f8a53bb, 0},
                                                     {0x78e629fec3eafcf8, 0}, {0x16431137bfa9f2e5, 0}};
    for (int geometry = 0; geometry < GEOMETRIES; geometry++) {
        uint64_t hash[2] = {0xcbf29ce484222325u, 0xcbf29ce484222325u};
        for (int n = 0; n < FORMATS * 2 * 2 * 4 * 2 * RESOURCES; n++) {
            way c = {.geometry = geometry,
                     .resource = n % RESOURCES,
                     .integer = n / 3 % 2,
                     .mode = n / 6 % 4,
                     .linear = n / 24 % 2,
                     .normalized = n / 48 % 2,
                     .format = n / 96};
            if (was_recorded(&c))
                hash[c.linear] = hash_way(&c, hash[c.linear]);
        }
        for (int linear = 0; linear < 2; linear++)
            if (RECORDED[geometry][linear] && hash[linear] != RECORDED[geometry][linear])
                fail_msg("tex.%s %s: not what an H200 returns", GEOMETRY[geometry].name,
                         linear ? "filtered" : "unfiltered");
    }
}

/* ---- filtering ---- */

static wg_texture line_of_floats(uint32_t width)
{
    return (wg_texture){.width = width,
                        .channels = 1,
                        .channel_bits = 32,
                        .texel = WG_TEXEL_FLOAT,
                        .linear = true,
                        .mode = {WG_ADDRESS_CLAMP, WG_ADDRESS_CLAMP, WG_ADDRESS_CLAMP}};
}

static void test_linear(void **unused)
{
    (void)unused;
    static const struct {
        float at, value;
    } CASES[] = {{0.5f, 0},
                 {1.0f, 8},
                 {1.25f, 12},
                 {2.5f, 32},
                 {-3, 0},
                 {99, 48},
                 {1.001953125f, 8.0625f},
                 {1.00390625f, 8.0625f}};
    begin(line_of_floats(4));
    for (int x = 0; x < 4; x++)
        ((float *)texels())[x] = (float)(16 * x);
    spell_fetch("tex.1d.v4.f32.f32");
    for (int lane = 0; lane < WG_LANES; lane++)
        set_float(4, lane, CASES[lane % 8].at);
    run_well();
    for (int lane = 0; lane < WG_LANES; lane++) {
        assert_true(get_float(0, lane) == CASES[lane % 8].value);
        assert_true(get_float(3, lane) == 0);
    }
}

/* Values of three dimensions lie where weights of 8 bits put them, give or take one. */
static void test_trilinear(void **unused)
{
    (void)unused;
    wg_texture t = line_of_floats(5);
    t.height = 4;
    t.depth = 3;
    begin(t);
    for (int n = 0; n < 5 * 4 * 3; n++)
        ((float *)texels())[n] = (float)(n % 5 + 10 * (n / 5 % 4) + 100 * (n / 20));
    spell_fetch("tex.3d.v4.f32.f32");
    for (int lane = 0; lane < WG_LANES; lane++) {
        set_float(4, lane, 0.5f + (float)lane * 0.11f);
        set_float(5, lane, 0.5f + (float)lane * 0.09f);
        set_float(6, lane, 0.5f + (float)lane * 0.06f);
    }
    run_well();
    for (int lane = 0; lane < WG_LANES; lane++) {
        float want = (float)lane * 0.11f + 10 * (float)lane * 0.09f + 100 * (float)lane * 0.06f;
        assert_true(fabsf(get_float(0, lane) - want) < 111.0f / 256);
    }
}

/* ---- forms of tex ---- */

static void test_references(void **unused)
{
    (void)unused;
    uint64_t reference;
    begin(line_of_floats(8));
    ((float *)texels())[3] = 42;
    assert_int_equal(wg_heap_allocate(M.block.heap, 8, "tex_a", &reference, NULL), WG_OK);
    wg_heap_cache cache = {0};
    uint64_t value = WG_TEXTURE_HANDLE;
    memcpy(wg_heap_at(M.block.heap, reference, 8, &cache), &value, 8);
    spell_fetch("tex.1d.v4.f32.s32");
    handle(2, reference);
    for (int lane = 0; lane < WG_LANES; lane++)
        ((int32_t *)row(4))[lane] = 3;
    run_well();
    assert_true(get_float(0, 31) == 42);
}

static void test_forms(void **unused)
{
    (void)unused;
    wg_texture t = line_of_floats(16);
    t.linear = false;
    begin(t);
    for (int x = 0; x < 16; x++)
        ((float *)texels())[x] = (float)x;
    /* an offset, and whether the texel is resident */
    spell_fetch("tex.1d.v4.f32.s32");
    vector(4, 1, 4);
    M.insn.op[1] = PREDICATE * ROW_BYTES;
    for (int lane = 0; lane < WG_LANES; lane++) {
        ((int32_t *)row(4))[lane] = lane % 8 + 4;
        ((int32_t *)row(8))[lane] = -3;
        set_float(0, lane, -1);
    }
    run(0x0000ff0f);
    assert_int_equal(*(uint32_t *)row(PREDICATE), 0x0000ff0f);
    assert_true(get_float(0, 3) == 4 && get_float(0, 9) == 2);
    assert_true(get_float(0, 5) == -1 && get_float(0, 31) == -1);
    assert_int_equal(M.tally.requests, 3);
    assert_int_equal(M.tally.bytes, 12 * 4);
    /* a level and gradients make no difference */
    spell_fetch("tex.level.1d.v4.f32.s32");
    M.insn.op[4] = 9 * ROW_BYTES;
    M.insn.size[4] = 4;
    run_well();
    assert_true(get_float(0, 3) == 7);
    spell_fetch("tex.grad.2d.v4.f32.f32");
    vector(4, 2, 4);
    vector(5, 2, 4);
    for (int lane = 0; lane < WG_LANES; lane++)
        set_float(4, lane, 5.5f), set_float(5, lane, 0.5f);
    run_well();
    assert_true(get_float(0, 17) == 5);
    /* halves, and pairs of halves */
    spell("tex.1d.v4.f16.f32");
    vector(0, 4, 2);
    handle(2, WG_TEXTURE_HANDLE);
    vector(3, 1, 4);
    for (int lane = 0; lane < WG_LANES; lane++)
        set_float(4, lane, 6.5f);
    run_well();
    assert_int_equal(((uint16_t *)row(0))[31], 0x4600);
    spell("tex.1d.v2.f16x2.f32");
    vector(0, 2, 4);
    handle(2, WG_TEXTURE_HANDLE);
    vector(3, 1, 4);
    for (int lane = 0; lane < WG_LANES; lane++)
        set_float(2, lane, 6.5f);
    run_well();
    assert_int_equal(((uint32_t *)row(0))[31], 0x4600);
}

/* Four texels around a place, against the clock from the lower left; cubes and their arrays find their faces. */
static void test_tld4(void **unused)
{
    (void)unused;
    wg_texture t = line_of_floats(8);
    t.height = 8;
    t.channels = 2;
    begin(t);
    for (int n = 0; n < 64; n++)
        ((float *)texels())[2 * n + 1] = (float)n;
    spell_fetch("tld4.g.2d.v4.f32.f32");
    for (int lane = 0; lane < WG_LANES; lane++)
        set_float(4, lane, 3.2f), set_float(5, lane, 5.1f);
    run_well();
    assert_true(get_float(0, 8) == 42 && get_float(1, 8) == 43 && get_float(2, 8) == 35 && get_float(3, 8) == 34);
}

static void test_cube_arrays(void **unused)
{
    (void)unused;
    wg_texture t = line_of_floats(2);
    t.height = 2;
    t.depth = 12;
    t.layered = t.normalized_coords = true;
    t.linear = false;
    begin(t);
    for (int n = 0; n < 2 * 2 * 12; n++)
        ((float *)texels())[n] = (float)(n / 4);
    spell_fetch("tex.acube.v4.f32.f32");
    for (int lane = 0; lane < WG_LANES; lane++) {
        ((uint32_t *)row(4))[lane] = (uint32_t)lane / 6 % 2;
        for (int d = 0; d < 3; d++)
            set_float(5 + d, lane, lane % 6 / 2 == d ? lane % 2 ? -2.0f : 2.0f : 0.1f);
    }
    run_well();
    for (int lane = 0; lane < WG_LANES; lane++)
        assert_true(get_float(0, lane) == (float)(lane / 6 % 2 * 6 + lane % 6));
}

static uint32_t ask(const char *spelling)
{
    spell(spelling);
    M.insn.op[0] = 0;
    M.insn.size[0] = 4;
    handle(1, WG_TEXTURE_HANDLE);
    run_well();
    return ((uint32_t *)row(0))[13];
}

static void test_queries(void **unused)
{
    (void)unused;
    wg_texture t = {.width = 64,
                    .height = 32,
                    .depth = 6,
                    .channels = 4,
                    .channel_bits = 8,
                    .texel = WG_TEXEL_UINT,
                    .normalized_float = true,
                    .layered = true,
                    .linear = true,
                    .mode = {WG_ADDRESS_WRAP, WG_ADDRESS_CLAMP, WG_ADDRESS_BORDER}};
    begin(t);
    assert_int_equal(ask("txq.width.b32"), 64);
    assert_int_equal(ask("txq.level.height.b32"), 32);
    assert_int_equal(ask("txq.depth.b32"), 0);
    assert_int_equal(ask("txq.array_size.b32"), 6);
    assert_int_equal(ask("txq.normalized_coords.b32"), 0);
    assert_int_equal(ask("txq.force_unnormalized_coords.b32"), 1);
    assert_int_equal(ask("txq.filter_mode.b32"), 1);
    assert_int_equal(ask("txq.addr_mode_0.b32"), 0);
    assert_int_equal(ask("txq.addr_mode_1.b32"), 3);
    assert_int_equal(ask("txq.addr_mode_2.b32"), 4);
    assert_int_equal(ask("suq.channel_data_type.b32"), 0x10d2);
    assert_int_equal(ask("suq.channel_order.b32"), 0x10b5);
    assert_int_equal(ask("txq.num_mipmap_levels.b32"), 1);
}

/* ---- counters, as ncu shows them for an H200 ---- */

/* Warps of 32 × 1, 8 × 4, 1 × 32 and 4 × 8 texels, scattered ones, 2 × 2 a request, every other texel, one texel. */
static void place_lanes(int pattern)
{
    for (int l = 0; l < WG_LANES; l++) {
        int x[] = {l, l % 8, 0, l % 4, 3 * l, l % 2 + 2 * (l / 4 % 4), 2 * l, 7};
        int y[] = {0, l / 8, l, l / 4, 7 * l, l / 2 % 2 + 2 * (l / 16), 0, 9};
        set_float(4, l, (float)x[pattern] + 0.5f);
        set_float(5, l, (float)y[pattern] + 0.5f);
    }
}

static void test_sectors(void **unused)
{
    (void)unused;
    static const struct {
        bool tiled, linear;
        uint8_t channels, bits;
        uint16_t sectors[8];
    } COUNTED[] = {
        {true, false, 1, 32, {8, 8, 16, 8, 32, 8, 16, 8}},     {true, true, 1, 32, {8, 8, 16, 8, 32, 8, 16, 8}},
        {true, false, 4, 32, {32, 32, 16, 32, 32, 16, 32, 8}}, {true, false, 4, 8, {8, 8, 16, 8, 32, 8, 16, 8}},
        {true, true, 4, 8, {8, 8, 16, 8, 32, 8, 16, 8}},       {false, false, 1, 32, {8, 8, 32, 8, 32, 16, 8, 8}},
        {false, true, 1, 32, {8, 8, 32, 8, 32, 16, 8, 8}},     {false, false, 4, 32, {16, 16, 32, 16, 32, 16, 32, 8}},
        {false, false, 4, 8, {8, 8, 32, 8, 32, 16, 8, 8}},     {false, true, 4, 8, {8, 8, 32, 8, 32, 16, 8, 8}},
    };
    for (size_t n = 0; n < sizeof COUNTED / sizeof *COUNTED; n++)
        for (int pattern = 0; pattern < 8; pattern++) {
            wg_texture t = line_of_floats(256);
            t.height = 256;
            t.tiled = COUNTED[n].tiled;
            t.linear = COUNTED[n].linear;
            t.channels = COUNTED[n].channels;
            t.channel_bits = COUNTED[n].bits;
            t.texel = t.channel_bits == 8 ? WG_TEXEL_UINT : WG_TEXEL_FLOAT;
            t.normalized_float = t.channel_bits == 8;
            begin(t);
            spell_fetch("tex.2d.v4.f32.f32");
            place_lanes(pattern);
            run_well();
            assert_int_equal(M.tally.requests, 8);
            if (M.tally.sectors != COUNTED[n].sectors[pattern])
                fail_msg("row %zu, pattern %d: %d sectors, not %d", n, pattern, (int)M.tally.sectors,
                         COUNTED[n].sectors[pattern]);
        }
}

/* ---- surfaces ---- */

static wg_texture surface(uint32_t width, uint32_t height, uint32_t depth)
{
    return (wg_texture){
        .width = width, .height = height, .depth = depth, .channels = 4, .channel_bits = 32, .texel = WG_TEXEL_UINT};
}

/* Stores every lane's number, loads it again elsewhere in the warp. */
static void check_surface(const char *geometry, const char *vec, const char *type, unsigned elements, unsigned bytes,
                          uint8_t size)
{
    char spelling[64];
    bool array = *geometry == 'a';
    int dimensions = geometry[array] - '0';
    begin(surface(32, dimensions > 1 ? 8 : 0, array || dimensions > 2 ? 5 : 0));
    snprintf(spelling, sizeof spelling, "sust.b.%s%s.%s.trap", geometry, vec, type);
    spell(spelling);
    handle(0, WG_TEXTURE_HANDLE);
    int at = vector(1, 4, 4), data = vector(2, (int)elements, size);
    if (elements == 1) /* written without braces */
        M.insn.length[2] = 0, M.insn.op[2] = data * ROW_BYTES;
    int where[3] = {1, dimensions > 1 ? 5 : 0, array || dimensions > 2 ? 3 : 0};
    for (int lane = 0; lane < WG_LANES; lane++) {
        int place[4] = {array ? where[2] : 0, 0, 0, 0};
        place[array] = lane * (int)(elements * bytes) % 512;
        place[array + 1] = where[1];
        if (!array)
            place[2] = where[2];
        for (int n = 0; n < 4; n++)
            ((int32_t *)row(at + n))[lane] = place[n];
        for (unsigned e = 0; e < elements; e++)
            for (unsigned byte = 0; byte < size; byte++)
                ((unsigned char *)row(data + (int)e))[(unsigned)lane * size + byte] =
                    (unsigned char)(lane * 7 + (int)e * 16 + (int)byte);
    }
    run_well();
    snprintf(spelling, sizeof spelling, "suld.b.%s%s.%s.clamp", geometry, vec, type);
    wg_insn store = M.insn;
    M.tally = (wg_tally){0};
    spell(spelling);
    M.insn.op[1] = store.op[0];
    M.insn.op[2] = store.op[1];
    M.insn.length[2] = store.length[1];
    M.used = 8;
    int loaded = vector(0, (int)elements, size);
    run_well();
    for (int lane = 0; lane < WG_LANES; lane++)
        for (unsigned e = 0; e < elements; e++)
            for (unsigned byte = 0; byte < size; byte++) {
                unsigned char want = byte < bytes ? (unsigned char)(lane * 7 + (int)e * 16 + (int)byte) : 0;
                assert_int_equal(((unsigned char *)row(loaded + (int)e))[(unsigned)lane * size + byte], want);
            }
    assert_int_equal(M.tally.requests, 8);
    assert_int_equal(M.tally.bytes, 32 * elements * bytes);
}

static void test_surfaces(void **unused)
{
    (void)unused;
    static const char *const GEOMETRIES_[] = {"1d", "2d", "3d", "a1d", "a2d"};
    for (int g = 0; g < 5; g++) {
        check_surface(GEOMETRIES_[g], "", "b8", 1, 1, 2);
        check_surface(GEOMETRIES_[g], ".v4", "b8", 4, 1, 2);
        check_surface(GEOMETRIES_[g], ".v2", "b16", 2, 2, 2);
        check_surface(GEOMETRIES_[g], "", "b32", 1, 4, 4);
        check_surface(GEOMETRIES_[g], ".v4", "b32", 4, 4, 4);
        check_surface(GEOMETRIES_[g], ".v2", "b64", 2, 8, 8);
    }
}

static void start_outside(const char *spelling)
{
    begin(surface(4, 4, 0));
    for (int n = 0; n < 16 * 4; n++)
        ((uint32_t *)texels())[n] = (uint32_t)n;
    spell(spelling);
    bool load = spelling[2] == 'l';
    handle(load ? 1 : 0, WG_TEXTURE_HANDLE);
    int at = vector(load ? 2 : 1, 2, 4), data = vector(load ? 0 : 2, 1, 4);
    for (int lane = 0; lane < WG_LANES; lane++) {
        ((int32_t *)row(at))[lane] = lane * 4;
        ((int32_t *)row(at + 1))[lane] = lane < 20 ? 1 : 5;
        ((uint32_t *)row(data))[lane] = 1000;
    }
}

static void expect_fault(const char *words)
{
    assert_true(M.block.fault.set);
    if (!strstr(M.block.fault.text, words))
        fail_msg("expected \"%s\" in: %s", words, M.block.fault.text);
}

/* Rows have 64 bytes: lanes 16 and on are outside. */
static void test_outside(void **unused)
{
    (void)unused;
    start_outside("suld.b.2d.b32.zero");
    run_well();
    assert_int_equal(((uint32_t *)row(2))[15], 31);
    assert_int_equal(((uint32_t *)row(2))[16], 0);
    start_outside("suld.b.2d.b32.clamp");
    run_well();
    assert_int_equal(((uint32_t *)row(2))[17], 31);
    assert_int_equal(((uint32_t *)row(2))[31], 63);
    start_outside("suld.b.2d.b32.trap");
    run(WG_ALL_LANES);
    expect_fault("surface access outside: byte 64 of row 1");
    start_outside("sust.b.2d.b32.zero");
    run_well();
    assert_int_equal(((uint32_t *)texels())[31], 1000);
    assert_int_equal(((uint32_t *)texels())[32], 32);
    start_outside("sust.b.2d.b32.trap");
    run(0xffff);
    assert_false(M.block.fault.set);
    ((int32_t *)row(0))[3] = 2;
    run(8);
    expect_fault("misaligned surface access");
}

static void test_formatted_stores(void **unused)
{
    (void)unused;
    static const struct {
        uint8_t bits, texel;
        bool normalized;
        float number;
        uint32_t whole, want;
    } CASES[] = {
        {32, WG_TEXEL_FLOAT, false, 1.5f, 0, 0x3fc00000},
        {16, WG_TEXEL_FLOAT, false, 1.5f, 0, 0x3e00},
        {8, WG_TEXEL_UINT, true, 0.25f, 0, 64},
        {8, WG_TEXEL_UINT, true, 7.0f, 0, 255},
        {8, WG_TEXEL_SINT, true, -2.0f, 0, 0x81},
        {16, WG_TEXEL_UINT, false, 0, 70000, 65535},
        {8, WG_TEXEL_SINT, false, 0, (uint32_t)-200, 0x80},
        {32, WG_TEXEL_SINT, false, 0, (uint32_t)-7, (uint32_t)-7},
    };
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        wg_texture t = surface(32, 0, 0);
        t.channels = 2;
        t.channel_bits = CASES[n].bits;
        t.texel = CASES[n].texel;
        t.normalized_float = CASES[n].normalized;
        begin(t);
        memset(texels(), 0xee, 32 * 2 * CASES[n].bits / 8u);
        spell("sust.p.1d.v2.b32.trap");
        handle(0, WG_TEXTURE_HANDLE);
        int at = vector(1, 1, 4), data = vector(2, 2, 4);
        for (int lane = 0; lane < WG_LANES; lane++) {
            ((int32_t *)row(at))[lane] = 31 - lane;
            set_float(data, lane, 0);
            if (CASES[n].number != 0)
                set_float(data + 1, lane, CASES[n].number);
            else
                ((uint32_t *)row(data + 1))[lane] = CASES[n].whole;
        }
        run_well();
        uint32_t got[2] = {0, 0};
        memcpy(&got[0], (unsigned char *)texels() + 4 * CASES[n].bits / 8u, CASES[n].bits / 8u);
        memcpy(&got[1], (unsigned char *)texels() + 5 * CASES[n].bits / 8u, CASES[n].bits / 8u);
        assert_int_equal(got[0], 0);
        assert_int_equal(got[1], CASES[n].want);
    }
}

static uint32_t reduce(const char *spelling, uint32_t old, uint32_t value, wg_texel texel)
{
    wg_texture t = surface(32, 0, 0);
    t.channels = 1;
    t.texel = (uint8_t)texel;
    begin(t);
    ((uint32_t *)texels())[2] = old;
    spell(spelling);
    handle(0, WG_TEXTURE_HANDLE);
    int at = vector(1, 1, 4);
    M.insn.op[2] = 5 * ROW_BYTES;
    M.insn.size[2] = 4;
    for (int lane = 0; lane < WG_LANES; lane++) {
        ((int32_t *)row(at))[lane] = spelling[6] == 'b' ? 8 : 2;
        ((uint32_t *)row(5))[lane] = value;
    }
    run_well();
    return ((uint32_t *)texels())[2];
}

static void test_reductions(void **unused)
{
    (void)unused;
    assert_int_equal(reduce("sured.b.add.1d.u32.trap", 100, 3, WG_TEXEL_UINT), 196);
    assert_int_equal(reduce("sured.b.min.1d.s32.trap", 5, (uint32_t)-3, WG_TEXEL_UINT), (uint32_t)-3);
    assert_int_equal(reduce("sured.b.min.1d.u32.trap", 5, (uint32_t)-3, WG_TEXEL_UINT), 5);
    assert_int_equal(reduce("sured.b.max.1d.s32.trap", 5, (uint32_t)-3, WG_TEXEL_UINT), 5);
    assert_int_equal(reduce("sured.b.and.1d.b32.trap", 0xff, 0x0ff0, WG_TEXEL_UINT), 0xf0);
    assert_int_equal(reduce("sured.b.or.1d.b32.trap", 0xff, 0x0ff0, WG_TEXEL_UINT), 0xfff);
    assert_int_equal(reduce("sured.p.max.1d.b32.trap", 5, (uint32_t)-3, WG_TEXEL_SINT), 5);
    assert_int_equal(reduce("sured.p.max.1d.b32.trap", 5, (uint32_t)-3, WG_TEXEL_UINT), (uint32_t)-3);
}

/* ---- what goes wrong ---- */

static void test_faults(void **unused)
{
    (void)unused;
    begin(line_of_floats(8));
    spell_fetch("tex.1d.v4.f32.f32");
    handle(2, WG_TEXTURE_HANDLE + 1);
    run(WG_ALL_LANES);
    expect_fault("is no texture or surface object");
    begin(line_of_floats(8));
    spell_fetch("tex.1d.v4.f32.f32");
    handle(2, 0);
    run(2);
    expect_fault("thread (1,0,0)");
    begin(line_of_floats(8));
    M.launch.textures = NULL;
    spell_fetch("tex.1d.v4.f32.f32");
    run(WG_ALL_LANES);
    expect_fault("is no texture or surface object");
    begin(line_of_floats(8));
    M.texture.width = 1 << 20;
    spell_fetch("tex.1d.v4.f32.s32");
    for (int lane = 0; lane < WG_LANES; lane++)
        ((int32_t *)row(4))[lane] = 8;
    run(WG_ALL_LANES);
    expect_fault("the texture's memory at address");
    begin(line_of_floats(8));
    M.texture.width = 0;
    spell_fetch("tex.1d.v4.f32.f32");
    run(WG_ALL_LANES);
    expect_fault("has no texels");
    begin(line_of_floats(8));
    spell_fetch("tex.1d.v4.f32.f32");
    M.insn.op[4] = 9 * ROW_BYTES;
    run(WG_ALL_LANES);
    expect_fault("depth");
}

/* No coordinate makes it read outside. */
static void test_wild_coordinates(void **unused)
{
    (void)unused;
    static const float WILD[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0x1p31f, -0x1p31f, 1e-42f};
    for (int mode = 0; mode < 4; mode++)
        for (int normalized = 0; normalized < 2; normalized++) {
            wg_texture t = line_of_floats(7);
            t.height = 5;
            t.depth = 3;
            t.mode[0] = t.mode[1] = t.mode[2] = (uint8_t)mode;
            t.normalized_coords = normalized;
            begin(t);
            spell_fetch("tex.3d.v4.f32.f32");
            for (int lane = 0; lane < WG_LANES; lane++)
                for (int d = 0; d < 3; d++)
                    set_float(4 + d, lane, WILD[(lane + d * (1 + lane / 8)) % 8]);
            run_well();
            spell_fetch("tex.cube.v4.f32.f32");
            run_well();
        }
}

static void test_spellings(void **unused)
{
    (void)unused;
    static const char *const SPELLINGS[] = {
        "tex.1d.v4.f32.f32",      "tex.1d.v4.f32.s32",       "tex.1d.v4.u32.s32",       "tex.2d.v4.u32.f32",
        "tex.3d.v4.f32.f32",      "tex.a2d.v4.f32.f32",      "tex.cube.v4.f32.f32",     "tex.level.2d.v4.f32.f32",
        "tex.base.2d.v4.s32.f32", "tex.grad.3d.v4.f32.f32",  "tld4.r.2d.v4.f32.f32",    "tld4.a.a2d.v4.u32.f32",
        "suld.b.2d.v4.b8.trap",   "suld.b.2d.b8.trap",       "suld.b.a1d.v2.b32",       "sust.b.2d.v4.b8.trap",
        "sust.b.3d.b8.trap",      "sust.b.1d.v4.b32.trap",   "sust.b.a2d.v4.b32.trap",  "sust.b.2d.cg.b32.clamp",
        "sust.p.1d.v4.b32.trap",  "sured.b.add.2d.u32.trap", "sured.p.min.1d.b64.trap", "txq.level.width.b32",
        "suq.memory_layout.b32",
    };
    wg_spelled s;
    for (size_t n = 0; n < sizeof SPELLINGS / sizeof *SPELLINGS; n++)
        if (!wg_form_match(SPELLINGS[n], &s))
            fail_msg("%s is not in the table", SPELLINGS[n]);
    assert_false(wg_form_match("tex.2dms.v4.s32.s32", &s));
    assert_false(wg_form_match("tex.2d.v2.f32.f32", &s));
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
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_trilinear),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_tld4),
        cmocka_unit_test(test_cube_arrays),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_formatted_stores),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_wild_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, teardown);
}
