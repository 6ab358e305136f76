/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/file_options.h"
#include "spec/plan.h"
#include "spec/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- helpers ---- */

static wg_spec *new_spec(bool is_t1)
{
    wg_spec *spec = wg_alloc(sizeof *spec);
    spec->path = spec->source = is_t1 ? "t.json" : "t.cu";
    spec->is_t1 = is_t1;
    spec->dialect = is_t1 ? WG_DIALECT_PYTHON : WG_DIALECT_C;
    return spec;
}

/* A tuning file with this inside KernelSpecification, and this as its space of parameters. */
static wg_status read_t1(const char *space, const char *kernel, wg_spec **spec, wg_error *err)
{
    char text[8192];
    snprintf(text, sizeof text,
             "{\"ConfigurationSpace\": {%s}, \"KernelSpecification\": {\"Language\": \"CUDA\", \"KernelName\": \"k\", "
             "\"KernelFile\": \"k.cu\"%s%s}}",
             space, *kernel ? ", " : "", kernel);
    *spec = new_spec(true);
    return wg_spec_read_t1(*spec, text, strlen(text), err);
}

/* A source with these arguments and a launch of one block of one thread; terminated by NULL. */
static wg_status plan_arguments(const char *const *arguments, wg_spec **spec, wg_plan **plan, wg_error *err)
{
    *plan = NULL;
    *spec = new_spec(false);
    wg_status status = wg_spec_set(*spec, "grid", "1", "--grid", err);
    if (status == WG_OK)
        status = wg_spec_set(*spec, "block", "1", "--block", err);
    for (; *arguments && status == WG_OK; arguments++)
        status = wg_spec_set(*spec, "arg", *arguments, *arguments, err);
    return status == WG_OK ? wg_plan_new(*spec, plan, err) : status;
}

/* Adds the fields and fills an argument; the caller frees it. */
static unsigned char *contents_of(wg_spec *spec, const char *name, uint64_t *bytes)
{
    wg_plan *plan;
    wg_error err = {0};
    wg_spec_add_fields(spec);
    if (wg_plan_new(spec, &plan, &err) != WG_OK)
        fail_msg("%s", err.text);
    size_t index = (size_t)(wg_spec_find_argument(spec, name) - spec->arguments);
    *bytes = plan->arguments[index].bytes;
    unsigned char *memory = calloc(1, *bytes);
    if (wg_plan_fill(plan, index, memory, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_plan_free(plan);
    return memory;
}

static void assert_says(const wg_error *err, const char *part)
{
    if (!strstr(err->text, part))
        fail_msg("expected '%s' in: %s", part, err->text);
}

/* ---- tuning files ---- */

static const char launch[] = "\"GlobalSize\": {\"X\": \"n // B\", \"Y\": 3}, \"LocalSize\": {\"X\": \"B\"}";

static void a_tuning_file(void **state)
{
    (void)state;
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    char kernel[2048];
    snprintf(
        kernel, sizeof kernel,
        "%s, \"SharedMemory\": \"B * 4\", \"CompilerOptions\": [\"-O3\", \"\"], \"KernelTypeNames\": [\"float\", "
        "\"2\"], "
        "\"Arguments\": ["
        "{\"Name\": \"n\", \"Type\": \"int32\", \"MemoryType\": \"Scalar\", \"FillValue\": 1024},"
        "{\"Name\": \"x\", \"Type\": \"float4\", \"Size\": \"n * max(B)\", \"FillType\": \"Random\", \"FillValue\": "
        "2.0},"
        "{\"Name\": \"w\", \"Type\": \"double\", \"MemoryType\": \"Symbol\", \"Size\": 9, \"FillType\": \"Generator\", "
        "\"DataSource\": \"i / 2\"},"
        "{\"Name\": \"v\", \"Type\": \"int2\", \"Size\": 2, \"FillType\": \"Generator\", \"DataSource\": \"7 - i\"}]",
        launch);
    assert_int_equal(read_t1("\"TuningParameters\": [{\"Name\": \"B\", \"Type\": \"int\", \"Values\": \"[32, 64] + "
                             "list(range(96, 129, 32))\", \"Default\": 64}]",
                             kernel, &spec, &err),
                     WG_OK);
    assert_string_equal(spec->kernel, "k<float, 2>");
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_int_equal(plan->steps[0].grid[0], 16);
    assert_int_equal(plan->steps[0].grid[1], 3);
    assert_int_equal(plan->steps[0].grid[2], 1);
    assert_int_equal(plan->steps[0].block[0], 64);
    assert_int_equal(plan->steps[0].shared, 256);
    assert_int_equal(plan->flag_count, 2);
    assert_string_equal(plan->flags[0], "-O3");
    assert_string_equal(plan->flags[1], "-DB=64");
    assert_int_equal(plan->arguments[1].count, 1024 * 128);
    assert_int_equal(plan->arguments[1].bytes, 1024 * 128 * 16);
    assert_true(spec->arguments[2].sets_symbol);
    assert_false(spec->arguments[2].is_passed);
    double weights[9];
    assert_int_equal(wg_plan_fill(plan, 2, weights, &err), WG_OK);
    assert_true(weights[3] == 1.5);
    int32_t pairs[4];
    assert_int_equal(plan->arguments[3].bytes, sizeof pairs);
    assert_int_equal(wg_plan_fill(plan, 3, pairs, &err), WG_OK);
    assert_int_equal(pairs[3], 4);
    wg_plan_free(plan);
    wg_spec_free(spec);
}

/* Which options a file may have, and what the compiler gets. */
static void compiler_options_of_files(void **state)
{
    static const struct {
        const char *words[3], *flag, *says;
    } options[] = {
        {{"-DX=1"}, "-DX=1", NULL},
        {{"-D", "X=1"}, "-DX=1", NULL},
        {{"--define-macro=X=1"}, "-DX=1", NULL},
        {{"-U", "X"}, "-UX", NULL},
        {{"-std=c++17"}, "-std=c++17", NULL},
        {{"--use_fast_math"}, "--use_fast_math", NULL},
        {{"-O3"}, "-O3", NULL},
        {{"-O"}, "-O", NULL},
        {{"-maxrregcount", "32"}, "-maxrregcount=32", NULL},
        {{"-ftz=true"}, "-ftz=true", NULL},
        {{"-cl-std=CL2.0"}, "-cl-std=CL2.0", NULL},
        {{"-I", "tests"}, "-I./tests", NULL},
        {{"-ftz=yes"}, NULL, "expected true or false"},
        {{"-std=c++17;id"}, NULL, "expected letters"},
        {{"-I/"}, NULL, "folders below its own only"},
        {{"-Itests/../.."}, NULL, "folders below its own only"},
        {{"-include", "/etc/passwd"}, NULL, "files below its own folder only"},
        {{"-D"}, NULL, "expected NAME"},
        {{"-gencode", "arch=compute_80,code=sm_80"}, NULL, "the architecture is that of the device"},
        {{"-ccbin"}, NULL, "-ccbin is not accepted from a file"},
        {{"-fplugin=x.so"}, NULL, "--compiler-option=-fplugin=x.so on the command line"},
        {{"-include-pch"}, NULL, "not accepted"},
        {{"---use_fast_math"}, NULL, "not accepted"},
        {{"x.o"}, NULL, "not accepted"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        wg_spec *spec = wg_spec_new("k.cu");
        wg_error err = {0};
        size_t count = options[k].words[1] ? 2 : 1;
        wg_status status = wg_spec_add_file_options(spec, options[k].words, count, ".", "k.json", &err);
        assert_int_equal(status, options[k].flag ? WG_OK : WG_ERR_INPUT);
        assert_int_equal(spec->flag_count, options[k].flag ? 1 : 0);
        if (options[k].flag)
            assert_string_equal(spec->flags[0], options[k].flag);
        else
            assert_says(&err, options[k].says);
        spec->is_trusted = true; /* then all of them pass as they are */
        assert_int_equal(wg_spec_add_file_options(spec, options[k].words, count, ".", "k.json", &err), WG_OK);
        wg_spec_free(spec);
    }
}

static void a_grid_in_threads(void **state)
{
    (void)state;
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    assert_int_equal(
        read_t1("", "\"GlobalSizeType\": \"OpenCL\", \"GlobalSize\": {\"X\": 1000}, \"LocalSize\": {\"X\": 64}", &spec,
                &err),
        WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_int_equal(plan->steps[0].grid[0], 16);
    wg_plan_free(plan);
    wg_spec_free(spec);

    /* As Kernel Tuner computes it, GlobalSize or not. */
    assert_int_equal(
        read_t1("",
                "\"GlobalSize\": {\"X\": 7}, \"LocalSize\": {\"X\": 32, \"Y\": 4}, \"ProblemSize\": [1000, "
                "100], \"GridDivX\": [32, \"2\"]",
                &spec, &err),
        WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_int_equal(plan->steps[0].grid[0], 16);
    assert_int_equal(plan->steps[0].grid[1], 25);
    wg_plan_free(plan);
    wg_spec_free(spec);
}

static const char two_parameters[] =
    "\"TuningParameters\": [{\"Name\": \"B\", \"Type\": \"int\", \"Values\": \"[8, 16, 32]\", \"Default\": 16}, "
    "{\"Name\": "
    "\"C\", \"Type\": \"int\", \"Values\": \"[2**i for i in range(4)]\"}], \"Conditions\": [{\"Parameters\": [\"B\", "
    "\"C\"], \"Expression\": \"B * C >= 64 and C < 8\"}]";

static void conditions(void **state)
{
    (void)state;
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    const char *kernel = "\"GlobalSize\": {\"X\": 1}, \"LocalSize\": {\"X\": \"B\"}";
    assert_int_equal(read_t1(two_parameters, kernel, &spec, &err), WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_string_equal(plan->settings[0]->text, "16"); /* the default stays as long as it can */
    assert_string_equal(plan->settings[1]->text, "4");
    wg_plan_free(plan);

    assert_int_equal(wg_spec_set(spec, "set", "C=2", "--set C=2", &err), WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_string_equal(plan->settings[0]->text, "32");
    wg_plan_free(plan);

    assert_int_equal(wg_spec_set(spec, "set", "C=1", "--set C=1", &err), WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_ERR_INPUT);
    assert_says(&err, "t.json: ConfigurationSpace.Conditions[0].Expression: no configuration");
    assert_int_equal(wg_spec_set(spec, "set", "D=1", "--set D=1", &err), WG_ERR_INPUT);
    assert_says(&err, "has no parameter of that name");
    wg_spec_free(spec);
}

#define ONE_PARAMETER(conditions)                                                                                      \
    "\"TuningParameters\": [{\"Name\": \"B\", \"Type\": \"int\", \"Values\": \"[8, 16, 32]\", \"Default\": 16}], "     \
    "\"Conditions\": [" conditions "]"
#define CONDITION(expression) "{\"Parameters\": [\"B\"], \"Expression\": \"" expression "\"}"

/* Behind the default come all other values, those before it as well; where none will do, the message says why the
 * default does not. */
static void every_value_is_tried(void **state)
{
    (void)state;
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    const char *kernel = "\"GlobalSize\": {\"X\": 1}, \"LocalSize\": {\"X\": \"B\"}";
    static const char *const wishes[][2] = {{CONDITION("B < 16"), "8"}, {CONDITION("B > 16"), "32"}};
    for (size_t k = 0; k < 2; k++) {
        char text[512];
        snprintf(text, sizeof text, ONE_PARAMETER("%s"), wishes[k][0]);
        assert_int_equal(read_t1(text, kernel, &spec, &err), WG_OK);
        assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
        assert_string_equal(plan->settings[0]->text, wishes[k][1]);
        wg_plan_free(plan);
        wg_spec_free(spec);
    }
    assert_int_equal(read_t1(ONE_PARAMETER(CONDITION("B < 32") ", " CONDITION("B > 100")), kernel, &spec, &err), WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_ERR_INPUT);
    assert_says(&err, "B=16 does not satisfy B > 100");
    wg_spec_free(spec);
}

/* What is inside KernelSpecification, and where and what the message says. */
static const struct {
    const char *kernel, *message;
} bad_files[] = {
    {"", "t.json: KernelSpecification.GlobalSize.X is missing"},
    {"\"GlobalSize\": 4", "t.json: KernelSpecification.GlobalSize: expected an object"},
    {"\"GlobalSize\": {\"X\": []}", "t.json: KernelSpecification.GlobalSize.X: expected a number or an expression"},
    {"\"GlobalSize\": {\"X\": \"1 +\"}, \"LocalSize\": {\"X\": 1}",
     "t.json: KernelSpecification.GlobalSize.X: something"},
    {"\"GlobalSize\": {\"X\": \"m\"}, \"LocalSize\": {\"X\": 1}", "GlobalSize.X: 'm' is not defined"},
    {"\"GlobalSize\": {\"X\": 0}, \"LocalSize\": {\"X\": 1}", "GlobalSize.X: 0 is out of range"},
    {"\"GlobalSize\": {\"X\": \"7 / 2\"}, \"LocalSize\": {\"X\": 1}", "GlobalSize.X: 7 / 2: 3.5 is not an integer"},
    {"\"GlobalSizeType\": \"Metal\"", "t.json: KernelSpecification.GlobalSizeType: 'Metal' is not one of CUDA, OpenCL"},
    {"\"Arguments\": {}", "t.json: KernelSpecification.Arguments: expected an array"},
    {"\"Arguments\": [3]", "t.json: KernelSpecification.Arguments[0]: expected an object"},
    {"\"Arguments\": [{}]", "t.json: KernelSpecification.Arguments[0].Type: is missing"},
    {"\"Arguments\": [{\"Type\": \"quad\"}]", "Arguments[0].Type: 'quad' is not a type"},
    {"\"Arguments\": [{\"Type\": \"float\"}]", "Arguments[0].Size: is missing"},
    {"\"Arguments\": [{\"Type\": \"custom\", \"Size\": 1}]", "Arguments[0].TypeSize: a custom type needs its size"},
    {"\"Arguments\": [{\"Type\": \"float\", \"Size\": 1, \"MemoryType\": \"Magic\"}]",
     "Arguments[0].MemoryType: 'Magic'"},
    {"\"Arguments\": [{\"Type\": \"float\", \"Size\": 1, \"FillType\": \"Script\"}]",
     "Arguments[0].FillType: warpgrind runs"},
    {"\"Arguments\": [{\"Type\": \"float\", \"Size\": 1, \"FillType\": \"Generator\"}]",
     "DataSource: a Generator needs"},
    {"\"Arguments\": [{\"Type\": \"float\", \"Size\": 1, \"FillType\": \"BinaryRaw\"}]", "DataSource: is missing"},
    {"\"Arguments\": [{\"Type\": \"float\", \"MemoryType\": \"Texture\", \"Size\": 4}]",
     "Size: a texture needs an array"},
    {"\"Arguments\": [{\"Type\": \"float\", \"MemoryType\": \"Symbol\", \"Size\": 4}]", "Name: is missing"},
};

static void mistakes_in_files(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_files / sizeof *bad_files; k++) {
        wg_spec *spec;
        wg_plan *plan = NULL;
        wg_error err = {0};
        wg_status status = read_t1("", bad_files[k].kernel, &spec, &err);
        if (status == WG_OK)
            status = wg_plan_new(spec, &plan, &err);
        assert_int_equal(status, WG_ERR_INPUT);
        assert_says(&err, bad_files[k].message);
        wg_plan_free(plan);
        wg_spec_free(spec);
    }
    wg_error err = {0};
    wg_spec *spec = new_spec(true);
    assert_int_equal(wg_spec_read_t1(spec, "{\"a\": 1,\n ]", 11, &err), WG_ERR_INPUT);
    assert_says(&err, "t.json:2:");
    assert_int_equal(wg_spec_read_t1(spec, "[]", 2, &err), WG_ERR_INPUT);
    assert_says(&err, "t.json: KernelSpecification: is missing");
    wg_spec_free(spec);
}

/* ---- values of parameters ---- */

static const struct {
    const char *text;
    size_t count;
    const char *last; /* NULL: a mistake */
} lists[] = {
    {"[1, 2, 4]", 3, "4"},
    {" [ 1 ]", 1, "1"},
    {"[0.5, 1e3]", 2, "1000"},
    {"list(range(32, 1024+1, 32))", 32, "1024"},
    {"[2**i for i in range(6)]", 6, "32"},
    {"[1] + [2*i for i in range(1,11)]", 11, "20"},
    {"[i for i in range(9, 0, -3)]", 3, "3"},
    {"['a', \"b, c\"]", 2, "b, c"},
    {"[]", 0, NULL},
    {"", 0, NULL},
    {"range(4)", 0, NULL},
    {"[1, x]", 0, NULL},
    {"[i for i in range(1, 10, 0)]", 0, NULL},
    {"list(range(10000000))", 0, NULL},
};

static void parameter_values(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        wg_arena arena = {0};
        wg_settings settings;
        wg_error err = {0};
        wg_status status = wg_values_parse(lists[k].text, &arena, &settings, &err);
        assert_int_equal(status, lists[k].last ? WG_OK : WG_ERR_INPUT);
        if (lists[k].last) {
            assert_int_equal(settings.count, lists[k].count);
            assert_string_equal(settings.items[settings.count - 1].text, lists[k].last);
        }
        wg_arena_free(&arena);
    }
}

/* ---- arguments on the command line ---- */

static void argument_kinds(void **state)
{
    (void)state;
    const char *const arguments[] = {"n:i32=100",
                                     "x:f32[2*n]=random(1, 2, seed=5)",
                                     "f32x4[n]",
                                     "t:f32[n]=local",
                                     "symbol:w:f32[9]={1, 2, 3}",
                                     "img:tex2d[100x60]=i%97",
                                     "vol:tex3d[u8x4, 8, 8, 8, linear, wrap, normalized, asfloat]",
                                     "s:bytes16",
                                     NULL};
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    if (plan_arguments(arguments, &spec, &plan, &err) != WG_OK)
        fail_msg("%s", err.text);
    const wg_argument *a = spec->arguments;
    assert_int_equal(a[0].memory, WG_MEMORY_SCALAR);
    assert_int_equal(plan->arguments[1].count, 200);
    assert_int_equal(a[1].seed, 5);
    assert_null(a[2].name);
    assert_int_equal(plan->arguments[2].bytes, 1600);
    assert_int_equal(a[3].memory, WG_MEMORY_LOCAL);
    assert_true(a[4].sets_symbol && !a[4].is_passed && a[4].list_count == 3);
    assert_int_equal(plan->arguments[5].size[0], 100);
    assert_int_equal(plan->arguments[5].bytes, 100 * 60 * 4);
    assert_true(a[6].image->linear && a[6].image->address == WG_WRAP && a[6].image->normalized_coordinates);
    assert_int_equal(plan->arguments[6].bytes, 8 * 8 * 8 * 4);
    assert_int_equal(plan->arguments[7].bytes, 16);
    wg_plan_free(plan);
    wg_spec_free(spec);
}

static const struct {
    const char *argument, *message;
} bad_arguments[] = {
    {"x", "'x' is not a type"},
    {"x:", "'' is not a type"},
    {":f32", "expected a name before ':'"},
    {"x:f31=1", "'f31' is not a type"},
    {"x:f32x99=1", "'f32x99' is not a type"},
    {"x:f32[", "a bracket is not closed"},
    {"x:f32[]", "the number of elements is missing"},
    {"x:f32[4]5", "expected NAME:TYPE[COUNT]=FILL"},
    {"x:f32[-1]", "-1 is out of range"},
    {"x:f32[1.5]", "1.5 is not an integer"},
    {"x:f32[m]", "'m' is not defined"},
    {"x:f32[x]", "'x' is not defined"},
    {"x:f64[4611686018427387904]", "elements are too many"},
    {"x:f32=@", "expected the name of a file"},
    {"x:f32[]=@no-such-file", "no-such-file cannot be read"},
    {"x:f32=local", "local memory needs"},
    {"x:f32[4]=random(1,2,3)", "random() takes"},
    {"x:f32[4]=random(seed=x)", "seed= takes an integer"},
    {"x:tex2d=1", "a texture needs its sizes"},
    {"x:tex2d[64]=1", "the number of sizes"},
    {"x:i32=x", "'x' depends on itself"},
};

static void mistakes_in_arguments(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_arguments / sizeof *bad_arguments; k++) {
        const char *const arguments[] = {bad_arguments[k].argument, NULL};
        wg_spec *spec;
        wg_plan *plan;
        wg_error err = {0};
        assert_int_not_equal(plan_arguments(arguments, &spec, &plan, &err), WG_OK);
        assert_says(&err, bad_arguments[k].message);
        assert_says(&err, bad_arguments[k].argument);
        wg_spec_free(spec);
    }
}

static void scalars_in_any_order(void **state)
{
    (void)state;
    const char *const arguments[] = {"x:f32[n * m]", "m:i32=n / 2", "n:i32=10", NULL};
    const char *const circle[] = {"a:i32=b", "b:i32=a", NULL};
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    assert_int_equal(plan_arguments(arguments, &spec, &plan, &err), WG_OK);
    assert_int_equal(plan->arguments[0].count, 50);
    wg_plan_free(plan);
    wg_spec_free(spec);
    assert_int_equal(plan_arguments(circle, &spec, &plan, &err), WG_ERR_INPUT);
    assert_says(&err, "depends on itself");
    wg_spec_free(spec);
}

/* ---- contents ---- */

/* An argument, and its first bytes in hexadecimal, or a message. */
static const struct {
    const char *argument, *bytes, *message;
} contents[] = {
    {"x:u8[4]=i+1", "01020304", NULL},
    {"x:i16[2]=-1-i", "fffffeff", NULL},
    {"x:u32=4294967295", "ffffffff", NULL},
    {"x:f32[2]=i/2.0", "000000000000003f", NULL},
    {"x:f64=-2", "00000000000000c0", NULL},
    {"x:f16[8]={0, 1, -2, 65504, 65520, 0.00006103515625, 0.000000059604644775390625, 0.1}",
     "0000003c00c0ff7b007c00040100662e", NULL},
    {"x:bf16[4]={1, 3.140625, 1e39, 1.00390625}", "803f4940807f803f", NULL},
    {"x:f16={inf}", "007c", NULL},
    {"x:i32x2={7, 8}", "0700000008000000", NULL},
    {"x:ushort2[2]=i+1", "0100020003000400", NULL},
    {"x:uint4={1, 2, 3}", "01000000020000000300000000000000", NULL},
    {"x:uchar4[1]=256", NULL, "256 does not fit u8"},
    {"x:u8[4]={5}", "05000000", NULL},
    {"x:u8[]={5, 6}", "0506", NULL},
    {"x:bytes4=170", "aaaaaaaa", NULL},
    {"x:bytes32764=170", "aaaaaaaa", NULL},
    {"x:bytes32765=170", NULL, "is not a type"},
    {"x:u8[300]=i", NULL, "element 256: 256 does not fit u8"},
    {"x:u8=-1", NULL, "x:u8=-1: -1 does not fit u8"},
    {"x:i32[4]=i*0.5", NULL, "element 1: 0.5 is not an integer"},
    {"x:i32[4]=1/(i-2)", NULL, "division by zero at element 2"},
    {"x:i32[1]={1,2}", NULL, "2 values for 1 elements"},
    {"x:i32[4]=random(5,4)", NULL, "wrong way round"},
    {"x:f32[n]=i/n", NULL, "'n' is not defined"},
};

static void initial_contents(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof contents / sizeof *contents; k++) {
        const char *const arguments[] = {contents[k].argument, NULL};
        wg_spec *spec;
        wg_plan *plan;
        wg_error err = {0};
        unsigned char memory[32768] = {0};
        wg_status status = plan_arguments(arguments, &spec, &plan, &err);
        if (status == WG_OK)
            status = wg_plan_fill(plan, 0, memory, &err);
        if (contents[k].message) {
            assert_int_equal(status, WG_ERR_INPUT);
            assert_says(&err, contents[k].message);
        } else {
            char text[64] = "";
            for (size_t b = 0; b < strlen(contents[k].bytes) / 2; b++)
                sprintf(text + 2 * b, "%02x", memory[b]);
            if (status != WG_OK || strcmp(text, contents[k].bytes) != 0)
                fail_msg("%s gives %s, not %s (%s)", contents[k].argument, text, contents[k].bytes, err.text);
        }
        wg_plan_free(plan);
        wg_spec_free(spec);
    }
}

static void random_numbers(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    const char *const arguments[] = {"a:f32[10000]=random",         "b:f32[10000]=random",
                                     "c:i32[10000]=random(-3, 3)",  "d:f32[10000]=random(seed=9)",
                                     "e:f32[10000]=random(seed=9)", NULL};
    static float a[COUNT], b[COUNT], d[COUNT], e[COUNT];
    static int32_t c[COUNT];
    void *memory[] = {a, b, c, d, e};
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    assert_int_equal(plan_arguments(arguments, &spec, &plan, &err), WG_OK);
    for (size_t k = 0; k < 5; k++)
        assert_int_equal(wg_plan_fill(plan, k, memory[k], &err), WG_OK);
    double sum = 0;
    int seen[7] = {0};
    for (int k = 0; k < COUNT; k++) {
        assert_true(a[k] >= 0 && a[k] <= 1 && c[k] >= -3 && c[k] <= 3);
        sum += a[k];
        seen[c[k] + 3]++;
    }
    assert_true(sum > 0.48 * COUNT && sum < 0.52 * COUNT);
    for (int k = 0; k < 7; k++)
        assert_true(seen[k] > COUNT / 10);
    assert_memory_not_equal(a, b, sizeof a);
    assert_memory_equal(d, e, sizeof d);
    wg_plan_free(plan);
    wg_spec_free(spec);
}

/* ---- comments in the source ---- */

static const char source[] = "// warpgrind: -k one --grid 4 --block 'n / 2'\n"
                             "// warpgrind: -a n:i32=64 -a x:f32[n] -DFAST\n"
                             "__global__ void one(int n, float *x);\n"
                             "  // warpgrind: -k two<1>\v--grid 8 --block 1\r\n";

static void comments(void **state)
{
    (void)state;
    wg_spec *spec = new_spec(false);
    wg_plan *plan;
    wg_error err = {0};
    assert_int_equal(wg_spec_set(spec, "grid", "5", "--grid 5", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "n:i32=128", "-a n:i32=128", &err), WG_OK);
    assert_int_equal(wg_spec_read_comment(spec, source, &err), WG_OK);
    assert_int_equal(wg_plan_new(spec, &plan, &err), WG_OK);
    assert_string_equal(spec->kernel, "one");
    assert_int_equal(plan->steps[0].grid[0], 5); /* the user's */
    assert_int_equal(plan->steps[0].block[0], 64);
    assert_int_equal(plan->arguments[1].count, 128);
    assert_string_equal(plan->flags[0], "-DFAST");
    wg_plan_free(plan);
    wg_spec_free(spec);

    spec = new_spec(false);
    assert_int_equal(wg_spec_set(spec, "kernel", "two", "-k two", &err), WG_OK);
    assert_int_equal(wg_spec_read_comment(spec, source, &err), WG_OK);
    assert_string_equal(spec->kernel, "two<1>");
    assert_string_equal(spec->grid[0].text, "8");
    wg_spec_free(spec);

    spec = new_spec(false);
    assert_int_equal(wg_spec_read_comment(spec, "// warpgrind: --json x\n", &err), WG_ERR_INPUT);
    assert_says(&err, "t.cu: warpgrind comment: --json: this option cannot stand in a comment");
    assert_int_equal(wg_spec_read_comment(spec, "// warpgrind: --grid\n", &err), WG_ERR_INPUT);
    assert_says(&err, "needs a value");
    wg_spec_free(spec);
}

/* ---- structures ---- */

/* The same text as a compiler sees it, field for field. */
struct in_c {
    float *data;
    int n;
    float scale;
    char tag;
    double weight;
    short code[3];
    float four[4] __attribute__((aligned(16)));
    struct {
        unsigned char low;
        int *list;
    } inner;
    unsigned char last;
};

static void check_structure(wg_spec *spec)
{
    uint64_t bytes;
    unsigned char *memory = contents_of(spec, "p", &bytes);
    struct in_c seen;
    assert_int_equal(bytes, sizeof seen);
    memcpy(&seen, memory, sizeof seen);
    assert_null(seen.data); /* who runs it knows where that is */
    assert_int_equal(seen.n, 12);
    assert_true(seen.scale == 0.5f && seen.weight == -2.25);
    assert_int_equal(seen.tag, 7);
    assert_int_equal(seen.code[0] + 10 * seen.code[2], 20);
    assert_true(seen.four[3] == 1.5f);
    assert_int_equal(seen.inner.low, 255);
    assert_int_equal(seen.last, 3);
    free(memory);
    wg_argument *data = wg_spec_find_argument(spec, "p.data"), *list = wg_spec_find_argument(spec, "p.inner.list");
    assert_non_null(data);
    assert_non_null(list);
    assert_false(data->is_passed);
    memory = contents_of(spec, "p.data", &bytes); /* its length is a field */
    assert_int_equal(bytes, 12 * 4);
    free(memory);
}

static void structures(void **state)
{
    (void)state;
    static const char *const good[] = {"p:{data:f32[n]=i, n:i32=12, scale:f32=0.5, tag:i8=7, weight:f64=-2.25, "
                                       "code:i16(3)=i, four:f32x4=1.5, inner:{low:u8=255, list:i32[3]}, last:u8=3}",
                                       NULL};
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"p:{n:i32=1", "expected NAME:{FIELD"},
        {"p:{}", "a structure has"},
        {"p:{i32=1}", "a field needs a name"},
        {"p:{n:i32(0)}", "length of an array"},
        {"p:{n:i33}", "is not a type"},
        {"p:{t:f32[4]=local}", "a field needs a name"},
        {"p:{symbol:n:i32=1}", "a field needs a name"},
        {"p:{a:{b:{c:{d:{e:{f:{g:{h:{i:{j:i32}}}}}}}}}}", "expected NAME:{FIELD"},
        {"p:{a:bytes32764, b:i8}", "a structure has"},
    };
    wg_spec *spec;
    wg_plan *plan;
    wg_error err = {0};
    assert_int_equal(plan_arguments(good, &spec, &plan, &err), WG_OK);
    wg_plan_free(plan);
    check_structure(spec);
    wg_spec_free(spec);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const char *const one[] = {bad[k].text, NULL};
        assert_int_equal(plan_arguments(one, &spec, &plan, &err), WG_ERR_INPUT);
        assert_says(&err, bad[k].part);
        wg_spec_free(spec);
    }
}

static void structures_in_tuning_files(void **state)
{
    (void)state;
    wg_spec *spec;
    wg_error err = {0};
    wg_status status = read_t1(
        "",
        "\"GlobalSize\": {\"X\": 1}, \"LocalSize\": {\"X\": 1}, \"Arguments\": [{\"Name\": \"p\", \"MemoryType\": "
        "\"Struct\", \"Fields\": [{\"Name\": \"data\", \"Type\": \"float\", \"Size\": \"n\"}, "
        "{\"Name\": \"n\", \"Type\": \"int32\", \"MemoryType\": \"Scalar\", \"FillValue\": 12}, "
        "{\"Name\": \"scale\", \"Type\": \"float\", \"MemoryType\": \"Scalar\", \"FillValue\": 0.5}, "
        "{\"Name\": \"tag\", \"Type\": \"int8\", \"MemoryType\": \"Scalar\", \"FillValue\": 7}, "
        "{\"Name\": \"weight\", \"Type\": \"double\", \"MemoryType\": \"Scalar\", \"FillValue\": -2.25}, "
        "{\"Name\": \"code\", \"Type\": \"int16\", \"MemoryType\": \"Scalar\", \"Length\": 3, \"FillType\": "
        "\"Generator\", \"DataSource\": \"i\"}, "
        "{\"Name\": \"four\", \"Type\": \"float4\", \"MemoryType\": \"Scalar\", \"FillValue\": 1.5}, "
        "{\"Name\": \"inner\", \"MemoryType\": \"Struct\", \"Fields\": [{\"Name\": \"low\", \"Type\": \"uint8\", "
        "\"MemoryType\": \"Scalar\", \"FillValue\": 255}, {\"Name\": \"list\", \"Type\": \"int32\", \"Size\": 3}]}, "
        "{\"Name\": \"last\", \"Type\": \"uint8\", \"MemoryType\": \"Scalar\", \"FillValue\": 3}]}]",
        &spec, &err);
    if (status != WG_OK)
        fail_msg("%s", err.text);
    check_structure(spec);
    wg_spec_free(spec);
    assert_int_equal(read_t1("", "\"Arguments\": [{\"Name\": \"p\", \"MemoryType\": \"Struct\"}]", &spec, &err),
                     WG_ERR_INPUT);
    assert_says(&err, "Fields");
    wg_spec_free(spec);
}

static void shapes(void **state)
{
    (void)state;
    wg_spec *spec = new_spec(false);
    wg_error err = {0};
    assert_int_equal(wg_spec_set(spec, "grid", "max(1,2),3", "--grid", &err), WG_OK);
    assert_string_equal(spec->grid[0].text, "max(1,2)");
    assert_string_equal(spec->grid[1].text, "3");
    assert_int_equal(wg_spec_set(spec, "block", "16x8", "--block", &err), WG_OK);
    assert_string_equal(spec->block[1].text, "8");
    assert_int_equal(wg_spec_set(spec, "block", "1,2,3,4", "--block", &err), WG_ERR_INPUT);
    assert_says(&err, "at most three dimensions");
    wg_spec_free(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tuning_file),
        cmocka_unit_test(compiler_options_of_files),
        cmocka_unit_test(a_grid_in_threads),
        cmocka_unit_test(conditions),
        cmocka_unit_test(every_value_is_tried),
        cmocka_unit_test(mistakes_in_files),
        cmocka_unit_test(parameter_values),
        cmocka_unit_test(argument_kinds),
        cmocka_unit_test(mistakes_in_arguments),
        cmocka_unit_test(scalars_in_any_order),
        cmocka_unit_test(initial_contents),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(comments),
        cmocka_unit_test(shapes),
        cmocka_unit_test(structures),
        cmocka_unit_test(structures_in_tuning_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
