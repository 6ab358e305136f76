/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX parser: what it makes of correct text, what it says of wrong text. Longer inputs are files in tests/ptx. */
#include "base/file.h"
#include "base/text.h"
#include "ptx/module.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADER ".version 8.0 .target sm_90 .address_size 64\n"
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- helpers ---- */

static wg_ptx_module *parse(const char *text)
{
    wg_text whole = {0};
    wg_text_addf(&whole, "%s%s", HEADER, text);
    wg_ptx_module *module;
    wg_error err = {0};
    if (wg_ptx_parse("test", whole.bytes, whole.length, &module, &err) != WG_OK)
        fail_msg("%s in: %s", err.text, text);
    wg_text_free(&whole);
    return module;
}

/* A kernel k with some registers and this body. */
static wg_ptx_module *parse_body(const char *body)
{
    wg_text text = {0};
    wg_text_addf(&text,
                 ".extern .shared .align 16 .b8 dynamic[];\n.global .align 4 .u32 table[8];\n"
                 ".visible .entry k(.param .u64 a, .param .u32 b)\n"
                 "{ .reg .pred %%p<4>; .reg .b32 %%r<10>; .reg .f32 %%f<10>; .reg .b64 %%rd<10>;\n%s\n}\n",
                 body);
    wg_ptx_module *module = parse(text.bytes);
    wg_text_free(&text);
    return module;
}

static const wg_ptx_function *kernel(const wg_ptx_module *module)
{
    const wg_ptx_function *function = wg_ptx_find_function(module, "k");
    assert_non_null(function);
    return function;
}

/* The text is refused with a message that begins so: "line:column: sentence", lines counted behind HEADER. */
static void refuse(const char *text, const char *message)
{
    wg_text whole = {0};
    wg_text_addf(&whole, "%s%s", HEADER, text);
    wg_ptx_module *module;
    wg_error err = {0};
    assert_int_equal(wg_ptx_parse("test", whole.bytes, whole.length, &module, &err), WG_ERR_INPUT);
    assert_null(module);
    unsigned line = 0;
    int used = 0;
    assert_int_equal(sscanf(err.text, "test:%u:%n", &line, &used), 1);
    char found[sizeof err.text];
    snprintf(found, sizeof found, "%u:%s", line - 1, err.text + used);
    if (strncmp(found, message, strlen(message)) != 0)
        fail_msg("expected \"%s\", got \"%s\" for: %s", message, found, text);
    wg_text_free(&whole);
}

static const wg_ptx_variable *variable(const wg_ptx_module *module, const char *name)
{
    for (uint32_t i = 0; i < module->variable_count; i++) {
        assert_int_equal(module->variables[i]->index, i);
        if (!strcmp(module->variables[i]->name, name))
            return module->variables[i];
    }
    fail_msg("no variable %s", name);
    return NULL;
}

/* ---- constants ---- */

static void constants(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bits;
    } CASES[] = {
        {"0", 0},
        {"42", 42},
        {"-1", UINT64_MAX},
        {"0x1F", 31},
        {"0XffU", 255},
        {"017", 15},
        {"0b101", 5},
        {"18446744073709551615", UINT64_MAX},
        {"1+2*3", 7},
        {"(1+2)*3", 9},
        {"10-4-3", 3},
        {"-8+4", UINT64_MAX - 3},
        {"7/2", 3},
        {"-7/2", UINT64_MAX - 2},
        {"7 % 4", 3},
        {"1<<4|1", 17},
        {"-16>>2", UINT64_MAX - 3},
        {"0xFFFFFFFFFFFFFFF0>>60", 15},
        {"1<<64", 0},
        {"6&3^1", 3},
        {"~0", UINT64_MAX},
        {"!5", 0},
        {"!0+1", 2},
        {"-1 < 0", 1},
        {"-1 < 0U", 0},
        {"(.u64)-1 > 0", 1},
        {"(.s64)0xFFFFFFFFFFFFFFFF < 0", 1},
        {"3 >= 3 && 2 != 3", 1},
        {"0 || 1 == 2", 0},
        {"1 ? 2 : 3", 2},
        {"0 ? 2 : 0 ? 3 : 4", 4},
        {"WARP_SZ*2", 64},
        {"-WARP_SZ", UINT64_MAX - 31},
        {"0x8000000000000000 / -1", 0},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        char text[128];
        snprintf(text, sizeof text, "mov.b64 %%rd0, %s;", CASES[i].text);
        wg_ptx_module *module = parse_body(text);
        const wg_ptx_operand *operand = &kernel(module)->instructions[0].operands[1];
        if (operand->kind != WG_OPERAND_INT || operand->bits != CASES[i].bits)
            fail_msg("%s is %llx", CASES[i].text, (unsigned long long)operand->bits);
        wg_ptx_module_free(module);
    }
}

static void floating_constants(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_f32;
        double value;
    } CASES[] = {
        {"0f3F800000", true, 1.0},
        {"-0f3F800000", true, -1.0},
        {"0F40490fdb", true, (double)3.14159274101257324f},
        {"0d3FF8000000000000", false, 1.5},
        {"1.5", false, 1.5},
        {"-2.", false, -2.0},
        {".25", false, 0.25},
        {"1e3", false, 1000.0},
        {"2.5e-1", false, 0.25},
        {"1.5*2", false, 3.0},
        {"0f3F800000+1", false, 2.0},
        {"1 ? 1.5 : 2", false, 1.5},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        char text[128];
        snprintf(text, sizeof text, "mov.f32 %%f0, %s;", CASES[i].text);
        wg_ptx_module *module = parse_body(text);
        const wg_ptx_operand *operand = &kernel(module)->instructions[0].operands[1];
        assert_int_equal(operand->kind, WG_OPERAND_FLOAT);
        assert_int_equal(operand->is_f32, CASES[i].is_f32);
        uint32_t low = (uint32_t)operand->bits;
        float single;
        double value;
        memcpy(&single, &low, sizeof single);
        memcpy(&value, &operand->bits, sizeof value);
        if (operand->is_f32)
            value = (double)single;
        if (value != CASES[i].value)
            fail_msg("%s is %g", CASES[i].text, value);
        wg_ptx_module_free(module);
    }
}

/* ---- operands ---- */

static void plain_operands(void **state)
{
    (void)state;
    wg_ptx_module *module = parse_body(".reg .v4 .f32 %v; .reg .b32 byname;\n"
                                       "@!%p1 setp.lt.and.f32 %p2|%p3, %f1, -%f2, !%p0;\n"
                                       "mov.b64 {%r1, _}, %rd1;\n"
                                       "vadd.s32.u32.u32 %r1, %r2.b3, %r3.h1;\n"
                                       "mov.f32 %f1, %v.w;\n"
                                       "mov.u32 byname, %tid.y;\n"
                                       "mov.u32 %r1, %ntid;\n"
                                       "mov.u64 %rd1, table+8;\n"
                                       "mov.u64 %rd2, k;\n"
                                       "exit;\n");
    const wg_ptx_function *f = kernel(module);
    assert_int_equal(f->instruction_count, 9);
    const wg_ptx_instruction *setp = &f->instructions[0];
    assert_string_equal(setp->spelling, "setp.lt.and.f32");
    assert_true(setp->guarded && setp->guard_negated);
    assert_string_equal(f->registers[setp->guard].name, "%p1");
    assert_int_equal(setp->operand_count, 4);
    assert_int_equal(setp->operands[0].kind, WG_OPERAND_PAIR);
    assert_int_equal(setp->operands[0].element_count, 2);
    assert_string_equal(f->registers[setp->operands[0].elements[1].reg].name, "%p3");
    assert_true(setp->operands[2].negated && setp->operands[3].negated && !setp->operands[1].negated);

    const wg_ptx_operand *vector = &f->instructions[1].operands[0];
    assert_int_equal(vector->kind, WG_OPERAND_VECTOR);
    assert_int_equal(vector->elements[1].kind, WG_OPERAND_DISCARD);
    assert_int_equal(f->instructions[2].operands[1].component, 8);
    assert_int_equal(f->instructions[2].operands[2].component, 10);
    assert_int_equal(f->instructions[3].operands[1].component, 4);
    assert_int_equal(f->registers[f->instructions[3].operands[1].reg].vector, 4);
    assert_int_equal(f->instructions[4].operands[1].kind, WG_OPERAND_SREG);
    assert_int_equal(f->instructions[4].operands[1].index, WG_SREG_TID_Y);
    assert_int_equal(f->instructions[5].operands[1].index, WG_SREG_NTID_X);
    assert_int_equal(f->instructions[6].operands[1].kind, WG_OPERAND_VARIABLE);
    assert_int_equal(f->instructions[6].operands[1].offset, 8);
    assert_ptr_equal(f->instructions[6].operands[1].variable, variable(module, "table"));
    assert_ptr_equal(f->instructions[7].operands[1].function, f);
    assert_int_equal(f->instructions[8].operand_count, 0);
    wg_ptx_module_free(module);
}

static void addresses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        wg_ptx_operand_kind base;
        int64_t offset;
    } CASES[] = {
        {"[%rd1]", WG_OPERAND_REG, 0},         {"[%rd1+16]", WG_OPERAND_REG, 16},
        {"[%rd1 + -4]", WG_OPERAND_REG, -4},   {"[%rd1-8+4]", WG_OPERAND_REG, -4},
        {"[%rd1+4*2]", WG_OPERAND_REG, 8},     {"[table]", WG_OPERAND_VARIABLE, 0},
        {"[a+0]", WG_OPERAND_VARIABLE, 0},     {"[table+12]", WG_OPERAND_VARIABLE, 12},
        {"table[3]", WG_OPERAND_VARIABLE, 12}, {"[64]", WG_OPERAND_INT, 64},
        {"[dynamic]", WG_OPERAND_VARIABLE, 0},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        char text[128];
        snprintf(text, sizeof text, "ld.u32 %%r1, %s;", CASES[i].text);
        wg_ptx_module *module = parse_body(text);
        const wg_ptx_operand *operand = &kernel(module)->instructions[0].operands[1];
        if (operand->kind != WG_OPERAND_ADDRESS || operand->base != CASES[i].base || operand->offset != CASES[i].offset)
            fail_msg("%s: kind %d, base %d, offset %lld", CASES[i].text, operand->kind, operand->base,
                     (long long)operand->offset);
        wg_ptx_module_free(module);
    }
}

static void bracketed_lists(void **state)
{
    (void)state;
    wg_ptx_module *module = parse_body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}|%p1, [%rd1, %rd2, {%f5, %f6}];\n"
                                       "suld.b.1d.b32.trap {%r1}, [%rd1, %r2];\n"
                                       "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                                       "[%r1], [%rd1+64, {%r2, %r3}], [%r4];\n");
    const wg_ptx_function *f = kernel(module);
    const wg_ptx_operand *tex = &f->instructions[0].operands[1];
    assert_int_equal(f->instructions[0].operands[0].kind, WG_OPERAND_PAIR);
    assert_int_equal(f->instructions[0].operands[0].elements[0].kind, WG_OPERAND_VECTOR);
    assert_int_equal(tex->kind, WG_OPERAND_LIST);
    assert_true(tex->in_brackets);
    assert_int_equal(tex->element_count, 3);
    assert_int_equal(tex->elements[0].kind, WG_OPERAND_REG);
    assert_int_equal(tex->elements[2].kind, WG_OPERAND_VECTOR);
    assert_int_equal(tex->elements[2].element_count, 2);
    assert_int_equal(f->instructions[1].operands[1].elements[1].kind, WG_OPERAND_REG);
    assert_string_equal(f->instructions[2].spelling,
                        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes");
    assert_int_equal(f->instructions[2].operands[1].elements[0].offset, 64);
    wg_ptx_module_free(module);
}

static void spellings_are_interned(void **state)
{
    (void)state;
    wg_ptx_module *module =
        parse_body("ld.global.u32 %r1, [%rd1]; ld .global .u32 %r2, [%rd1]; ld.global.s32 %r3, [%rd1];");
    const wg_ptx_function *f = kernel(module);
    assert_ptr_equal(f->instructions[0].spelling, f->instructions[1].spelling);
    assert_ptr_not_equal(f->instructions[0].spelling, f->instructions[2].spelling);
    wg_ptx_module_free(module);
}

/* ---- names and scopes ---- */

static void registers(void **state)
{
    (void)state;
    wg_ptx_module *module = parse_body(".reg .b16 %x, %y<2>, %q1<3>; .reg .v2 .u32 pair;\n"
                                       "mov.b16 %y1, %x; mov.b16 %q12, %x;\n"
                                       "{ .reg .f64 %x; .reg .b64 %r<2>; mov.f64 %x, 0d0000000000000000;\n"
                                       "  mov.b64 %r1, %rd1; mov.b32 %r5, 1; }\n"
                                       "mov.b16 %x, 1; mov.b32 %r1, 2;\n");
    const wg_ptx_function *f = kernel(module);
    static const wg_type TYPES[] = {WG_TYPE_B16, WG_TYPE_B16, WG_TYPE_F64, WG_TYPE_B64,
                                    WG_TYPE_B32, WG_TYPE_B16, WG_TYPE_B32};
    assert_int_equal(f->instruction_count, COUNT(TYPES));
    for (size_t i = 0; i < COUNT(TYPES); i++)
        assert_int_equal(f->registers[f->instructions[i].operands[0].reg].type, TYPES[i]);
    assert_int_equal(f->register_count, 4 + 10 + 10 + 10 + 1 + 2 + 3 + 1 + 1 + 2);
    assert_string_equal(f->registers[f->instructions[0].operands[0].reg].name, "%y1");
    wg_ptx_module_free(module);
}

static void large_ranges_are_cheap(void **state)
{
    (void)state;
    wg_ptx_module *module = parse_body(".reg .b32 %big<1000000>; mov.b32 %big999999, 1;");
    const wg_ptx_function *f = kernel(module);
    assert_int_equal(f->register_count, 34 + 1000000);
    assert_string_equal(f->registers[f->instructions[0].operands[0].reg].name, "%big999999");
    wg_ptx_module_free(module);
    refuse(".func f() { .reg .b32 %r<1048577>; }", "1:23: '%r' brings more registers");
    refuse(".func f() { .reg .b32 %r<99999999999>; }", "1:23: '%r' brings more registers");
}

/* Each block has its own labels; a block sees those of the blocks around it, before and behind. */
static void labels(void **state)
{
    (void)state;
    wg_ptx_module *module = parse_body("start: mov.b32 %r1, 0;\n"                   /* 0 */
                                       "{ bra L; mov.b32 %r1, 1; L: bra start; }\n" /* 1, 2, 3 */
                                       "{ @%p1 bra L; L: { bra end; bra L; } }\n"   /* 4, 5, 6 */
                                       "bra.uni L; L: ret;\n"                       /* 7, 8 */
                                       "end:");
    const wg_ptx_function *f = kernel(module);
    static const struct {
        uint32_t branch, target;
    } CASES[] = {{1, 3}, {3, 0}, {4, 5}, {5, 9}, {6, 5}, {7, 8}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const wg_ptx_operand *operand = &f->instructions[CASES[i].branch].operands[0];
        assert_int_equal(operand->kind, WG_OPERAND_LABEL);
        assert_int_equal(f->labels[operand->index].instruction, CASES[i].target);
    }
    wg_ptx_module_free(module);
}

static void tables(void **state)
{
    (void)state;
    wg_ptx_module *module =
        parse(".func g(.param .b32 x); .func h(.param .b32 x);\n"
              ".visible .entry k() { .reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
              "targets: .branchtargets A, B, A;\n"
              "brx.idx %r1, targets; A: B: ret;\n"
              "fs: .calltargets g, h;\n"
              "{ .param .b32 p; call %rd1, (p), fs; }\n"
              "proto: .callprototype (.param .align 8 .b8 _[12]) _ (.param .b32 _, .param .b64 _) .noreturn;\n"
              "{ .param .b32 p; .param .b64 q; .param .align 8 .b8 r[12]; call (r), %rd1, (p, q), proto; }\n"
              "}");
    const wg_ptx_function *f = kernel(module);
    assert_int_equal(f->table_count, 3);
    assert_int_equal(f->instructions[0].operands[1].kind, WG_OPERAND_TABLE);
    assert_int_equal(f->tables[0].label_count, 3);
    assert_int_equal(f->labels[f->tables[0].labels[1]].instruction, 1);
    assert_int_equal(f->tables[1].function_count, 2);
    assert_string_equal(f->tables[1].functions[1]->name, "h");
    assert_true(f->tables[2].is_prototype);
    assert_int_equal(f->tables[2].returns[0]->size, 12);
    assert_int_equal(f->tables[2].param_count, 2);
    const wg_ptx_instruction *call = &f->instructions[3];
    assert_int_equal(call->operand_count, 4);
    assert_int_equal(call->operands[0].kind, WG_OPERAND_LIST);
    assert_int_equal(call->operands[1].kind, WG_OPERAND_REG);
    assert_int_equal(call->operands[2].element_count, 2);
    assert_int_equal(call->operands[2].elements[1].kind, WG_OPERAND_VARIABLE);
    assert_int_equal(call->operands[3].index, 2);
    wg_ptx_module_free(module);
}

/* ---- functions ---- */

static void functions(void **state)
{
    (void)state;
    wg_ptx_module *module =
        parse(".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v);\n"
              ".func (.param .b32 r) twice (.param .b32 x);\n"
              ".visible .entry k() .maxntid 128, 2 .minnctapersm 3 .maxnreg 40 .pragma \"x\"; {\n"
              "{ .param .b32 p; .param .b32 q; call.uni (q), twice, (p); call later; call later, (); }\n"
              "ret; }\n"
              ".func (.param .b32 r) twice (.param .b32 other) { st.param.b32 [r], 1; }\n"
              ".func later () .noreturn { trap; }\n"
              ".func (.reg .u32 r) old (.reg .u32 a, .reg .f64 b) { mov.u32 r, a; ret; }\n"
              ".visible .func other; .alias other, later;\n"
              ".weak .entry reqd () .reqntid 64 .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n");
    const wg_ptx_function *f = kernel(module), *twice = wg_ptx_find_function(module, "twice");
    assert_int_equal(module->function_count, 7);
    assert_int_equal(twice->index, 1);
    assert_true(twice->has_body && !twice->is_entry && !twice->is_extern);
    assert_string_equal(twice->params[0].variable->name, "other");
    assert_ptr_equal(f->instructions[0].operands[1].function, twice);
    assert_ptr_equal(f->instructions[1].operands[0].function, wg_ptx_find_function(module, "later"));
    assert_int_equal(f->instructions[1].operand_count, 1);
    assert_int_equal(f->instructions[2].operands[1].element_count, 0);
    assert_int_equal(f->maxntid[0], 128);
    assert_int_equal(f->maxntid[1], 2);
    assert_int_equal(f->maxntid[2], 1);
    assert_int_equal(f->minnctapersm, 3);
    assert_int_equal(f->maxnreg, 40);
    assert_int_equal(f->reqntid[0], 0);
    assert_int_equal(f->variable_count, 2);
    assert_true(wg_ptx_find_function(module, "vprintf")->is_extern);
    const wg_ptx_function *old = wg_ptx_find_function(module, "old");
    assert_null(old->params[1].variable);
    assert_int_equal(old->registers[old->params[1].reg].type, WG_TYPE_F64);
    assert_int_equal(old->return_count, 1);
    assert_true(wg_ptx_find_function(module, "later")->noreturn);
    assert_int_equal(wg_ptx_find_function(module, "other")->instruction_count, 1);
    assert_int_equal(wg_ptx_find_function(module, "reqd")->reqntid[2], 1);
    assert_null(wg_ptx_find_function(module, "nobody"));
    wg_ptx_module_free(module);
}

static void parameters(void **state)
{
    (void)state;
    wg_ptx_module *module =
        parse(".entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[24],\n"
              " .param .f64 d, .param .texref t, .param .u64 .ptr .surfref u, .param .b8 v[2][3]) { ret; }");
    const wg_ptx_function *f = kernel(module);
    static const struct {
        uint64_t size;
        uint32_t align;
        bool is_pointer;
    } CASES[] = {{8, 8, true}, {24, 8, false}, {8, 8, false}, {8, 8, false}, {8, 8, true}, {6, 1, false}};
    assert_int_equal(f->param_count, COUNT(CASES));
    for (uint32_t i = 0; i < f->param_count; i++) {
        assert_int_equal(f->params[i].variable->size, CASES[i].size);
        assert_int_equal(f->params[i].variable->align, CASES[i].align);
        assert_int_equal(f->params[i].is_pointer, CASES[i].is_pointer);
        assert_int_equal(f->params[i].variable->index, i);
    }
    assert_int_equal(f->params[0].pointee, WG_SPACE_GLOBAL);
    assert_int_equal(f->params[4].pointee, WG_SPACE_GENERIC);
    wg_ptx_module_free(module);
}

/* ---- variables ---- */

static void variables(void **state)
{
    (void)state;
    wg_ptx_module *module = parse(".global .attribute(.managed) .align 4 .u32 m = 3;\n"
                                  ".extern .shared .align 16 .b8 dynamic[];\n"
                                  ".shared .align 8 .f64 tile[16][17];\n"
                                  ".const .v4 .f32 v[2];\n"
                                  ".global .b8 huge[1099511627776];\n"
                                  ".extern .global .u32 later; .visible .global .u32 later = 7;\n"
                                  ".global .samplerref s = { addr_mode_0 = wrap, filter_mode = nearest };\n"
                                  ".global .u16 x, y[3], z;\n");
    assert_true(variable(module, "m")->is_managed);
    assert_int_equal(variable(module, "m")->init[0], 3);
    assert_int_equal(variable(module, "dynamic")->size, 0);
    assert_true(variable(module, "dynamic")->is_extern && variable(module, "dynamic")->is_array);
    assert_int_equal(variable(module, "tile")->size, 16 * 17 * 8);
    assert_int_equal(variable(module, "tile")->count, 16 * 17);
    assert_int_equal(variable(module, "tile")->space, WG_SPACE_SHARED);
    assert_int_equal(variable(module, "v")->size, 32);
    assert_int_equal(variable(module, "v")->align, 16);
    assert_int_equal(variable(module, "huge")->size, (uint64_t)1 << 40);
    assert_null(variable(module, "huge")->init);
    assert_false(variable(module, "later")->is_extern);
    assert_int_equal(variable(module, "later")->init[0], 7);
    assert_int_equal(variable(module, "y")->size, 6);
    assert_int_equal(module->variable_count, 10);
    wg_ptx_module_free(module);
}

static void initialisers(void **state)
{
    (void)state;
    wg_ptx_module *module = parse(".global .u16 a[2][3] = {{1, 2}, {0x1234}};\n"
                                  ".global .u8 open[] = {1, -1, 300};\n"
                                  ".global .b16 pairs[][2] = {{1, 2}, {3, 4}, {5}};\n"
                                  ".const .f32 f[3] = {1.0, 0fFF800000, 2};\n"
                                  ".const .f64 d = 0f3F800000;\n"
                                  ".global .v2 .u32 v[2] = {{1, 2}, {3, 4}};\n"
                                  ".global .b32 bits = 1.0;\n"
                                  ".global .u32 rest[4] = {9};\n");
    static const unsigned char A[12] = {1, 0, 2, 0, 0, 0, 0x34, 0x12};
    static const unsigned char OPEN[3] = {1, 255, 44}, PAIRS[12] = {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0, 0};
    static const unsigned char F[12] = {0, 0, 128, 63, 0, 0, 128, 255, 0, 0, 0, 64},
                               D[8] = {0, 0, 0, 0, 0, 0, 0xf0, 0x3f};
    static const unsigned char V[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4}, REST[16] = {9};
    static const struct {
        const char *name;
        const unsigned char *bytes;
        size_t size;
    } CASES[] = {{"a", A, 12}, {"open", OPEN, 3}, {"pairs", PAIRS, 12}, {"f", F, 12},
                 {"d", D, 8},  {"v", V, 16},      {"bits", F, 4},       {"rest", REST, 16}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const wg_ptx_variable *found = variable(module, CASES[i].name);
        assert_int_equal(found->size, CASES[i].size);
        assert_memory_equal(found->init, CASES[i].bytes, CASES[i].size);
    }
    assert_int_equal(variable(module, "pairs")->count, 6);
    wg_ptx_module_free(module);
}

static void relocations(void **state)
{
    (void)state;
    wg_ptx_module *module =
        parse(".global .u32 target;\n"
              ".func f();\n"
              ".global .u64 t[6] = {target, generic(target)+4, f, later, 5, t-8};\n"
              ".global .u8 bytes[3] = {0xFF(target), 0xFF00(target+1), 0xFF00000000000000(generic(later))};\n"
              ".global .u32 later;\n");
    const wg_ptx_variable *t = variable(module, "t"), *bytes = variable(module, "bytes");
    assert_int_equal(t->reloc_count, 5);
    assert_ptr_equal(t->relocs[0].variable, variable(module, "target"));
    assert_false(t->relocs[0].generic);
    assert_int_equal(t->relocs[0].bytes, 8);
    assert_true(t->relocs[1].generic);
    assert_int_equal(t->relocs[1].addend, 4);
    assert_int_equal(t->relocs[1].offset, 8);
    assert_ptr_equal(t->relocs[2].function, wg_ptx_find_function(module, "f"));
    assert_ptr_equal(t->relocs[3].variable, variable(module, "later"));
    assert_ptr_equal(t->relocs[4].variable, t);
    assert_int_equal(t->relocs[4].addend, -8);
    assert_int_equal(t->init[32], 5);
    assert_int_equal(bytes->reloc_count, 3);
    assert_int_equal(bytes->relocs[1].bytes, 1);
    assert_int_equal(bytes->relocs[1].shift, 8);
    assert_int_equal(bytes->relocs[1].addend, 1);
    assert_int_equal(bytes->relocs[2].shift, 56);
    wg_ptx_module_free(module);
}

/* ---- places and debug data ---- */

static void source_lines(void **state)
{
    (void)state;
    wg_ptx_module *module = parse(".entry k() {\n"
                                  "  .loc 2 7 3\n"
                                  "  trap;\n"
                                  "  .loc 1 9 0, function_name $L__info_string0+4, inlined_at 2 7 3\n"
                                  "  exit; }\n"
                                  ".entry second() { ret; }\n"
                                  ".file 1 \"inner.h\", 1234, 56\n"
                                  ".file 2 \"folder\" \"outer.cu\"\n"
                                  ".section .debug_str { $L__info_string0: .b8 95,90 .b32 a-b .b64 {} }\n"
                                  "@@DWARF .section .debug_info, \"\"\n");
    const wg_ptx_function *f = kernel(module);
    assert_int_equal(f->instructions[0].place.line, 4);
    assert_int_equal(f->instructions[0].place.column, 3);
    assert_int_equal(f->instructions[0].place.source_line, 7);
    assert_string_equal(module->files[f->instructions[0].place.file], "folder/outer.cu");
    assert_string_equal(module->files[f->instructions[1].place.file],
                        "folder/outer.cu"); /* whoever asked for inner.h's line 9 */
    assert_int_equal(f->instructions[1].place.source_line, 7);
    assert_string_equal(module->files[0], "test");
    assert_int_equal(wg_ptx_find_function(module, "second")->instructions[0].place.source_line, 0);
    wg_ptx_module_free(module);

    module =
        parse(".entry k() {\n"
              "  .loc 1 4 0\n trap;\n"
              "  .loc 1 2 7, function_name a, inlined_at 1 5 2\n trap;\n"   /* a function of this file: its own line */
              "  .loc 2 30 1, function_name b, inlined_at 1 2 7\n trap;\n"  /* a header's: the line of this file */
              "  .loc 3 99 1, function_name c, inlined_at 2 30 1\n trap;\n" /* a header's of a header's */
              "  exit; }\n");
    static const uint32_t LINES[] = {4, 2, 2, 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(kernel(module)->instructions[i].place.file, 1);
        assert_int_equal(kernel(module)->instructions[i].place.source_line, LINES[i]);
    }
    wg_ptx_module_free(module);

    module = parse(".entry k() { .loc 3 1 1\n ret; }");
    assert_int_equal(module->file_count, 4);
    assert_string_equal(module->files[3], "<file 3>");
    wg_ptx_module_free(module);
}

/* What the compiler moved away from its line: a load that two lines use, the address of that, a store of what a line
 * made. */
static void lines_that_are_lent(void **state)
{
    (void)state;
    wg_ptx_module *module = parse(".entry k() { .reg .b64 %d<4>; .reg .f32 %f<4>; .reg .pred %p<2>;\n"
                                  "  mov.u64 %d1, 16;\n" /* before any .loc: of no line */
                                  "  .loc 1 0 0\n"
                                  "  add.s64 %d2, %d1, 4;\n"      /* no access */
                                  "  ld.global.f32 %f1, [%d2];\n" /* 8: the first that uses it */
                                  "  trap;\n"                     /* nobody knows */
                                  "  .loc 1 8 0\n"
                                  "  add.f32 %f2, %f1, %f1;\n"
                                  "  .loc 1 10 0\n"
                                  "  mul.f32 %f3, %f1, %f1;\n"
                                  "  .loc 1 0 0\n"
                                  "  st.global.f32 [%d1], %f3;\n" /* 10: what it stores */
                                  "  .loc 2 5 0, function_name f, inlined_at 1 12 0\n"
                                  "  trap;\n" /* the file of the first .loc is still this one's */
                                  "  .loc 1 0 0, function_name g, inlined_at 1 13 0\n"
                                  "  trap; }\n");
    static const uint32_t LINES[] = {0, 0, 8, 0, 8, 10, 10, 12, 13};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        assert_int_equal(kernel(module)->instructions[i].place.source_line, LINES[i]);
        assert_int_equal(kernel(module)->instructions[i].place.file, i > 0);
    }
    wg_ptx_module_free(module);
}

static void module_header(void **state)
{
    (void)state;
    static const char TEXT[] = "// comment\n/* another\n*/ .version 8.10\n.target sm_90a, debug\n\0\0\0";
    wg_ptx_module *module;
    wg_error err = {0};
    assert_int_equal(wg_ptx_parse("x", TEXT, sizeof TEXT, &module, &err), WG_OK);
    assert_int_equal(module->version_major, 8);
    assert_int_equal(module->version_minor, 10);
    assert_string_equal(module->target, "sm_90a");
    assert_int_equal(module->address_bits, 64);
    wg_ptx_module_free(module);

    /* Prototypes of nvopencc end with nothing. */
    static const char OLD[] = ".version 2.1\n.target sm_20\n.visible .func f (.param .u32 x)\n.global .u32 y;\n";
    assert_int_equal(wg_ptx_parse("x", OLD, strlen(OLD), &module, NULL), WG_OK);
    assert_int_equal(module->function_count, 1);
    wg_ptx_module_free(module);
}

/* ---- wrong text ---- */

static void errors(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {".entry k() { .reg .b32 %r<9>;\nmov.b32 %r9, 1; }", "2:9: '%r9' is not declared in kernel k"},
        {".func f() {\n  bra L9; }", "2:7: label 'L9' is not defined in function f"},
        {".entry k() { L: ret;\nL: ret; }", "2:1: label 'L' is defined twice in kernel k: the first time on line 2"},
        {".entry k() { @p ret; }", "1:15: predicate 'p' is not declared in kernel k"},
        {".entry k() { .reg .b32 p; @p ret; }", "1:28: 'p' is a .b32, not a predicate"},
        {".entry k() { call f; }", "1:19: function 'f' is called but never declared"},
        {".entry k() { mov.b32 1 2; }", "1:24: expected ',' or ';', found '2'"},
        {".entry k() { ret }", "1:18: expected an operand, found '}'"},
        {".entry k() { ret;", "1:18: expected an instruction, a label, a directive or '}', found the end of the file"},
        {".entry k() { .frob 3; }", "1:14: '.frob' is not a directive known inside a function"},
        {".frob 3;", "1:1: '.frob' is not a directive known outside functions"},
        {".entry k() .frob { }", "1:12: expected '{', ';' or a directive of a function, found '.frob'"},
        {"foo", "1:1: expected a directive such as .entry, found 'foo'"},
        {"\x01", "1:1: '\\x01': this character means nothing in PTX"},
        {".global .u32 x; .global .u32 x;", "1:30: 'x' is declared twice in the module: the first time on line 2"},
        {".func f() { ret; } .func f() { ret; }", "1:26: 'f' is declared twice: the first time on line 2"},
        {".func f(); .func f(.param .b32 x) { ret; }", "1:18: 'f' has another number of parameters"},
        {".func f(.param .b32 x, .param .b32 x);", "1:36: 'x' is declared twice in this function"},
        {".entry k() { .reg .b32 %r<4>; .reg .f32 %r2; }", "1:41: '%r2' is declared twice in kernel k"},
        {".entry k() { .reg .b32 x; .shared .b32 x; }", "1:40: 'x' is declared twice in kernel k"},
        {".reg .b32 x;", "1:1: '.reg' cannot be declared outside a function"},
        {".global .u32 x[2] = {1, 2, 3};", "1:28: 'x' has more values than elements"},
        {".global .u32 x[2] = 1;", "1:21: expected '{', found '1'"},
        {".global .u32 x = {1};", "1:18: expected a constant, found '{'"},
        {".global .u8 x = target;", "1:17: the address of 'target' does not fit a .u8"},
        {".global .u64 x = nobody;", "1:18: 'nobody' is not declared"},
        {".global .u8 x = 0xF0(x);", "1:17: the mask '0xF0' does not select one byte"},
        {".global .u32 x = 1.5;", "1:18: '1.5' cannot be the value of a .u32"},
        {".global .u32 x = 1/0;", "1:19: the constant is divided by zero"},
        {".global .u32 x = 1.0 % 2;", "1:22: '%' needs integers on both sides"},
        {".shared .u32 x = 1;", "1:14: 'x' cannot have an initial value"},
        {".global .u32 x[];", "1:14: 'x' needs a size, an initialiser or .extern"},
        {".extern .global .u32 x = 1;", "1:22: 'x' is .extern: its value is given where it is defined"},
        {".global .u64 x; .extern .global .u8 x[3] = {1, 2, 3};", "1:37: 'x' is .extern"},
        {".global .u32 x[2][];", "1:19: only the first dimension"},
        {".global .u32 x[-1];", "1:16: the size of an array cannot be negative"},
        {".global .align 3 .u32 x;", "1:16: the alignment '3' is not a power of two"},
        {".global .u32 .u64 x;", "1:14: '.u64' is a second type"},
        {".global .frob x;", "1:9: '.frob' is neither a type nor an attribute"},
        {".global x;", "1:9: expected a type such as .u32, found 'x'"},
        {".shared .b8 x[9999999999999];", "1:13: 'x' is larger than the 16777216 bytes"},
        {".global .b8 x[1099511627777];", "1:13: 'x' is larger than the 1099511627776 bytes"},
        {".global .b64 x[4294967296][4294967296];", "1:14: the size of 'x' does not fit 64 bits"},
        {".global .b8 x[][4294967296][4294967296] = {1};", "1:13: the size of 'x' does not fit 64 bits"},
        {".global .b8 x[1000000000] = {1};", "1:13: initialised variables take more than"},
        {".global .b8 x[4][1000000000] = {{}, {}, {1}};", "1:42: initialised variables take more than"},
        {".global .u32 x = 18446744073709551616;", "1:18: '18446744073709551616': the number does not fit"},
        {".global .f32 x = 0f12;", "1:18: '0f12': 0f needs eight hexadecimal digits"},
        {".global .u32 x = 09;", "1:18: '09': this is not a number"},
        {".global .u32 x = 0x;", "1:18: '0x': the number has no digits"},
        {".pragma \"x", "1:9: '\"x': the string has no closing quote"},
        {"/* open", "1:8: the end of the file: the comment does not end"},
        {".section .debug_info { .b8 1", "1:29: section '.debug_info' does not end"},
        {".version 8.0", "1:10: a second .version"},
        {".address_size 16", "1:15: an address has 32 or 64 bits"},
        {".file 70000 \"x\"", "1:7: '70000' is too large: at most 65536"},
        {".visible .entry k() .maxntid 4294967295, 1, 1 { ret; }", "1:30: '4294967295' is too large: at most 4096"},
        {".visible .entry k() .reqntid 32, 0 { ret; }", "1:34: '0' is too small for .reqntid: at least 1"},
        {".visible .entry k() .maxntid 32 .minnctapersm 134217728 { ret; }",
         "1:47: '134217728' is too large: at most 4096"},
        {".visible .entry k() .maxnreg 0 { ret; }", "1:30: '0' is too small for .maxnreg: at least 1"},
        {".alias a, b;", "1:8: 'a' is not a function declared here"},
        {".entry k() { .reg .b32 r; mov.b32 r.q, 1; }", "1:36: '.q' is not a component of a register"},
        {".entry k() { .reg .b32 r; ld.u32 r, [%tid.x]; }", "1:38: '%tid' cannot be the base of an address"},
        {".entry k() { .reg .b64 r; ld.u32 r, [r+r]; }", "1:40: expected a constant, found 'r'"},
        {".entry k() { x 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17; }", "1:55: x has more than 16 operands"},
        {".entry k() { x: .calltargets k; y: .calltargets x; }", "1:49: 'x' is not a function"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++)
        refuse(CASES[i].text, CASES[i].message);
}

static void not_ptx(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"", "x:1:1: this is not PTX: it begins with the end of the file, not with .version"},
        {"__global__ void k() {}", "x:1:1: this is not PTX: it begins with '__global__', not with .version"},
        {"\x7f"
         "ELF",
         "x:1:1: '\\x7f': this character means nothing in PTX"},
        {".version eight", "x:1:10: expected a version such as 8.0, found 'eight'"},
        {".version 8.0", "x:1:13: there is no .target"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        wg_ptx_module *module;
        wg_error err = {0};
        assert_int_equal(wg_ptx_parse("x", CASES[i].text, strlen(CASES[i].text), &module, &err), WG_ERR_INPUT);
        assert_string_equal(err.text, CASES[i].message);
    }
}

/* What would need a deep stack or a lot of memory is refused, not tried. */
static void hostile_nesting(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        char repeated;
        const char *message;
    } CASES[] = {
        {".global .u32 x = ", '(', "this nests more than 64 deep"},
        {".global .u32 x = ", '~', "this nests more than 64 deep"},
        {".entry k() ", '{', "blocks nest more than 64 deep"},
        {".entry k() { mov.b32 ", '{', "this nests more than 64 deep"},
        {".entry k() { mov.b32 ", '(', "this nests more than 64 deep"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        wg_text text = {0};
        wg_text_addf(&text, "%s%s", HEADER, CASES[i].before);
        for (int depth = 0; depth < 100000; depth++)
            wg_text_add(&text, &CASES[i].repeated, 1);
        wg_ptx_module *module;
        wg_error err = {0};
        assert_int_equal(wg_ptx_parse("x", text.bytes, text.length, &module, &err), WG_ERR_INPUT);
        assert_non_null(strstr(err.text, CASES[i].message));
        wg_text_free(&text);
    }
}

/* ---- files ---- */

/* tests/ptx: a file is accepted, or refused with the message behind "// error: " in its first line. */
static void check_file(const char *name)
{
    static const char MARK[] = "// error: ";
    char path[512], *bytes;
    size_t length;
    wg_error err = {0};
    snprintf(path, sizeof path, "tests/ptx/%s", name);
    if (wg_file_read(path, &bytes, &length, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_ptx_module *module;
    wg_status status = wg_ptx_parse(name, bytes, length, &module, &err);
    char expected[512] = "";
    if (!strncmp(bytes, MARK, strlen(MARK)))
        snprintf(expected, sizeof expected, "%s:%.*s", name, (int)strcspn(bytes + strlen(MARK), "\r\n"),
                 bytes + strlen(MARK));
    assert_int_equal(!strncmp(name, "bad-", 4), expected[0] != 0);
    if (strcmp(err.text, expected) != 0)
        fail_msg("%s: expected \"%s\", got \"%s\"", path, expected, err.text);
    assert_int_equal(status == WG_OK, expected[0] == 0);
    wg_ptx_module_free(module);
    free(bytes);
}

static void files(void **state)
{
    (void)state;
    DIR *folder = opendir("tests/ptx");
    assert_non_null(folder);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".ptx") != 0)
            continue;
        check_file(entry->d_name);
        count++;
    }
    closedir(folder);
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(floating_constants),
        cmocka_unit_test(plain_operands),
        cmocka_unit_test(addresses),
        cmocka_unit_test(bracketed_lists),
        cmocka_unit_test(spellings_are_interned),
        cmocka_unit_test(registers),
        cmocka_unit_test(large_ranges_are_cheap),
        cmocka_unit_test(labels),
        cmocka_unit_test(tables),
        cmocka_unit_test(functions),
        cmocka_unit_test(parameters),
        cmocka_unit_test(variables),
        cmocka_unit_test(initialisers),
        cmocka_unit_test(relocations),
        cmocka_unit_test(source_lines),
        cmocka_unit_test(lines_that_are_lent),
        cmocka_unit_test(module_header),
        cmocka_unit_test(errors),
        cmocka_unit_test(not_ptx),
        cmocka_unit_test(hostile_nesting),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
