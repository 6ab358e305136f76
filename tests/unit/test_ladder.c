/* SPDX-License-Identifier: Apache-2.0 */
/* Reading ladders and probes. Nothing is compiled or run. */
#include "scratch.h"
#include "spec/c_parameters.h"
#include "spec/ladder.h"
#include "spec/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- helpers ---- */

static wg_error err;

static wg_status open_text(const char *text, const wg_ladder_options *options, wg_ladder **ladder)
{
    static const wg_ladder_options none;
    const wg_ladder_options *o = options ? options : &none;
    err = (wg_error){0};
    const char *path = scratch_write(o->kind == WG_PROBES ? "probe.json" : "ladder.json", text);
    return wg_ladder_open(path, o, ladder, &err);
}

static wg_ladder *open_good(const char *text, const wg_ladder_options *options)
{
    wg_ladder *ladder;
    wg_status status = open_text(text, options, &ladder);
    if (status != WG_OK)
        fail_msg("%s", err.text);
    return ladder;
}

/* A manifest with these members of the ladder and of its one rung. */
static const char *manifest(const char *ladder, const char *rung)
{
    static char text[4096];
    snprintf(text, sizeof text,
             "{\"title\": \"T\", \"sizes\": {\"n\": 8},\n"
             " \"arguments\": [\"x:f32[n]=random\", \"y:f32[n]\", \"n:i32=n\"],\n"
             " \"grid\": 1, \"block\": \"n\"%s%s,\n"
             " \"rungs\": [{\"name\": \"a\", \"file\": \"a.cu\"%s%s}]}",
             *ladder ? ", " : "", ladder, *rung ? ", " : "", rung);
    return text;
}

/* The message names the file and contains both parts. */
static void assert_refused(const char *text, const wg_ladder_options *options, const char *place, const char *words)
{
    wg_ladder *ladder = NULL;
    wg_status status = open_text(text, options, &ladder);
    if (status == WG_OK)
        fail_msg("accepted: %s", text);
    assert_null(ladder);
    assert_says(&err, place);
    assert_says(&err, words);
}

static void write_sources(void)
{
    scratch_write("reference.c", "/* f(int a) { */ void ref(const float *x, float y[], int n)\n{\n}\n"
                                 "const char *judge(void) { return 0; }\n"
                                 "void other(float *z) {}\n");
    scratch_write("c.c", "void f(const float *x, float *y)\n{\n}\n");
}

/* ---- what is right ---- */

static void a_ladder(void **state)
{
    (void)state;
    write_sources();
    wg_ladder *l =
        open_good(manifest("\"outputs\": {\"y\": \"1e-6*n\"}, \"reference\": \"ref\", \"flops\": \"2*n\", "
                           "\"rows\": [\"A1\", \"B2\"], \"text\": \"more\", \"precision\": \"bf16\"",
                           "\"limiter\": \"dram\", \"next\": \"go on\", \"note\": \"so\", \"kernel\": \"k\""),
                  NULL);
    assert_string_equal(l->title, "T");
    assert_string_equal(l->text, "more");
    assert_int_equal(l->row_count, 2);
    assert_string_equal(l->rows[1], "B2");
    assert_int_equal(l->size_count, 1);
    assert_int_equal(l->rung_count, 1);
    const wg_rung *rung = &l->rungs[0];
    assert_string_equal(rung->name, "a");
    assert_string_equal(rung->limiter, "dram");
    assert_string_equal(rung->precision, "bf16");
    assert_string_equal(rung->spec->kernel, "k");
    assert_int_equal(rung->kind, WG_RUNG_CUDA);
    assert_string_equal(wg_rung_backend(rung), "cuda");
    assert_true(wg_rung_simulates(rung));
    assert_int_equal(rung->output_count, 1);
    double value;
    assert_int_equal(wg_rung_evaluate(rung, &rung->outputs[0].tolerance, &value, &err), WG_OK);
    assert_float_equal(value, 8e-6, 1e-12);
    assert_int_equal(wg_rung_evaluate(rung, &rung->flops, &value, &err), WG_OK);
    assert_float_equal(value, 16, 0);
    assert_int_equal(wg_rung_evaluate(rung, &rung->bytes, &value, &err), WG_OK);
    assert_float_equal(value, 0, 0);
    assert_non_null(rung->judge);
    assert_false(rung->judge_is_check);
    assert_int_equal(rung->judge->steps[0].pass_count, 3);
    wg_ladder_close(l);
}

static void numbers_may_be_small_or_large(void **state)
{
    (void)state;
    write_sources();
    wg_ladder *l = open_good(manifest("\"outputs\": {\"y\": 1e-7}, \"reference\": \"ref\", \"flops\": 1e30", ""), NULL);
    double value;
    assert_int_equal(wg_rung_evaluate(&l->rungs[0], &l->rungs[0].outputs[0].tolerance, &value, &err), WG_OK);
    assert_float_equal(value, 1e-7, 1e-20);
    assert_int_equal(wg_rung_evaluate(&l->rungs[0], &l->rungs[0].flops, &value, &err), WG_OK);
    assert_float_equal(value, 1e30, 1e20);
    wg_ladder_close(l);
}

static void kinds_of_rungs(void **state)
{
    (void)state;
    write_sources();
    wg_ladder *l = open_good("{\"title\": \"T\", \"arguments\": [\"x:f32[4]\", \"y:f32[4]\"], \"rungs\": [\n"
                             "{\"name\": \"a\", \"file\": \"a.cl\"}, {\"name\": \"b\", \"file\": \"b.ptx\"},\n"
                             "{\"name\": \"c\", \"file\": \"c.c\", \"kernel\": \"f\"},\n"
                             "{\"name\": \"d\", \"file\": \"c.c\", \"kernel\": \"f\", \"vendor\": true}]}",
                             NULL);
    static const char *const homes[] = {"opencl", "cuda", "cpu", "cuda"};
    for (int k = 0; k < 4; k++)
        assert_string_equal(wg_rung_backend(&l->rungs[k]), homes[k]);
    assert_true(wg_rung_simulates(&l->rungs[0]));
    assert_false(wg_rung_simulates(&l->rungs[2]));
    assert_false(wg_rung_simulates(&l->rungs[3]));
    assert_int_equal(l->rungs[2].spec->steps[0].pass_count, 2);
    assert_string_equal(l->rungs[2].spec->steps[0].pass[1], "y");
    wg_ladder_close(l);
}

static void sizes_are_chosen(void **state)
{
    static const char text[] = "{\"title\": \"T\", \"sizes\": {\"n\": 8, \"m\": \"n*2\"}, \"test_sizes\": {\"n\": 5},\n"
                               "\"large_sizes\": {\"n\": 100, \"m\": 7}, \"defines\": {\"TILE\": 4},\n"
                               "\"rungs\": [{\"name\": \"a\", \"file\": \"a.cu\"}]}";
    static const struct {
        wg_size_choice choice;
        int64_t n, m;
    } cases[] = {{WG_SIZES_DEFAULT, 8, 16}, {WG_SIZES_TEST, 5, 10}, {WG_SIZES_LARGE, 100, 7}};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        wg_ladder *l = open_good(text, &(wg_ladder_options){.sizes = cases[k].choice});
        assert_int_equal(l->sizes[0].value.integer, cases[k].n);
        assert_int_equal(l->sizes[1].value.integer, cases[k].m);
        wg_ladder_close(l);
    }
    wg_ladder_setting settings[] = {{"n", "3*7", "-n"}, {"TILE", "16", "--set TILE=16"}};
    wg_ladder *l = open_good(text, &(wg_ladder_options){.settings = settings, .setting_count = 2});
    assert_int_equal(l->sizes[0].value.integer, 21);
    assert_int_equal(l->sizes[1].value.integer, 42);
    assert_string_equal(l->rungs[0].spec->parameters[0].fixed->text, "16");
    wg_ladder_close(l);
}

static void a_rung_replaces_what_the_ladder_says(void **state)
{
    (void)state;
    wg_ladder *l = open_good(manifest("\"unit\": \"GB/s\", \"pass\": [\"x\", \"y\"]",
                                      "\"unit\": \"Gitems/s\", \"arguments\": [\"y:f64[2*n]\", \"z:i32[3]\"], "
                                      "\"pass\": [\"z\", \"y\", \"z\"], \"grid\": \"n,2\""),
                             NULL);
    const wg_rung *rung = &l->rungs[0];
    wg_plan *plan;
    assert_string_equal(rung->unit, "Gitems/s");
    assert_int_equal(rung->spec->argument_count, 4);
    assert_int_equal(wg_plan_new(rung->spec, &plan, &err), WG_OK);
    assert_int_equal(plan->arguments[1].bytes, 2 * 8 * 8);
    assert_int_equal(plan->steps[0].pass_count, 3);
    assert_int_equal(plan->steps[0].pass[0], 3);
    assert_int_equal(plan->steps[0].grid[0], 8);
    assert_int_equal(plan->steps[0].grid[1], 2);
    wg_plan_free(plan);
    wg_ladder_close(l);
}

/* ---- steps ---- */

static void launches_that_do_not_count(void **state)
{
    (void)state;
    wg_ladder *l = open_good(manifest("", "\"kernel\": \"k\", \"launches\": [{\"clear\": \"y\", \"before\": true}, "
                                          "{\"grid\": 3, \"before\": true}, {\"repeat\": 0}, {\"grid\": 5}]"),
                             NULL);
    wg_plan *plan;
    assert_int_equal(wg_plan_new(l->rungs[0].spec, &plan, &err), WG_OK);
    static const bool before[] = {true, true, false, false}, counts[] = {false, false, false, true};
    for (size_t k = 0; k < 4; k++) {
        assert_true(plan->steps[k].is_before == before[k]);
        assert_true(wg_step_counts(&plan->steps[k]) == counts[k]);
    }
    assert_ptr_equal(wg_plan_first_launch(plan), &plan->steps[3]);
    plan->step_count = 3;
    assert_null(wg_plan_first_launch(plan));
    wg_plan_free(plan);
    wg_ladder_close(l);
}

static void launches_become_steps(void **state)
{
    (void)state;
    wg_ladder *l = open_good(
        manifest(
            "\"launches\": {\"zero\": {\"clear\": \"y\"}}",
            "\"kernel\": \"k\", \"launches\": [\"zero\", {\"kernel\": \"j\", \"file\": \"b.cu\", \"repeat\": \"n/2\", "
            "\"swap\": [\"x\", \"y\"], \"pass\": [\"y\"], \"grid\": 3, \"block\": \"n,2\", \"shared\": \"4*n\"}, "
            "{\"when\": \"n < 8\"}, {\"repeat\": 0}]"),
        NULL);
    wg_plan *plan;
    assert_int_equal(wg_plan_new(l->rungs[0].spec, &plan, &err), WG_OK);
    assert_int_equal(plan->step_count, 4);
    assert_true(plan->steps[0].clears);
    assert_int_equal(plan->steps[0].clear, 1);
    assert_int_equal(plan->steps[0].repeat, 1);
    const wg_planned_step *step = &plan->steps[1];
    assert_int_equal(step->repeat, 4);
    assert_true(step->swaps);
    assert_int_equal(step->swap[0], 0);
    assert_int_equal(step->swap[1], 1);
    assert_string_equal(step->kernel, "j");
    assert_contains(step->source, "/b.cu");
    assert_int_equal(step->grid[0], 3);
    assert_int_equal(step->block[1], 2);
    assert_int_equal(step->shared, 32);
    assert_int_equal(step->pass_count, 1);
    assert_int_equal(plan->steps[2].repeat, 0);
    assert_string_equal(plan->steps[2].kernel, "k");
    assert_int_equal(plan->steps[3].repeat, 0);
    wg_plan_free(plan);
    wg_ladder_close(l);
}

static void assert_no_plan(const char *rung, const char *words)
{
    wg_ladder *l = open_good(manifest("", rung), NULL);
    wg_plan *plan = NULL;
    assert_int_not_equal(wg_plan_new(l->rungs[0].spec, &plan, &err), WG_OK);
    assert_null(plan);
    assert_says(&err, "ladder.json: rungs[0].launches[0]");
    assert_says(&err, words);
    wg_ladder_close(l);
}

static void steps_that_cannot_be(void **state)
{
    (void)state;
    assert_no_plan("\"launches\": [{\"repeat\": -1}]", "out of range");
    assert_no_plan("\"launches\": [{\"repeat\": \"1e12\"}]", "repeat");
    assert_no_plan("\"launches\": [{\"repeat\": \"m\"}]", "'m'");
    assert_no_plan("\"launches\": [{\"when\": \"1/0\"}]", "zero");
    assert_no_plan("\"launches\": [{\"grid\": 0}]", "out of range");
    assert_no_plan("\"arguments\": [\"z:f32[n+1]\"], \"launches\": [{\"swap\": [\"x\", \"z\"]}]",
                   "'x' and 'z' cannot be swapped: they have 32 and 36 bytes");
}

/* ---- mistakes ---- */

static void mistakes_of_the_ladder(void **state)
{
    static const struct {
        const char *ladder, *place, *words;
    } cases[] = {
        {"\"text\": 3", "ladder.json: text", "a string"},
        {"\"rows\": \"A1\"", "ladder.json: rows", "an array"},
        {"\"rows\": [1]", "ladder.json: rows[0]", "a string"},
        {"\"test_sizes\": 5", "ladder.json: test_sizes", "an object"},
        {"\"test_sizes\": {\"m\": 5}", "ladder.json: test_sizes.m", "there is no size 'm'"},
        {"\"large_sizes\": {\"m\": 5}", "ladder.json: large_sizes.m", "there is no size 'm'"},
        {"\"defines\": []", "ladder.json: defines", "an object"},
        {"\"defines\": {\"T\": null}", "ladder.json: defines.T", "a number"},
        {"\"defines\": {\"T\": [1]}", "ladder.json: defines.T", "a number"},
        {"\"flags\": \"-O3\"", "ladder.json: flags", "an array"},
        {"\"flags\": [3]", "ladder.json: flags[0]", "a string"},
        {"\"outputs\": [\"y\"]", "ladder.json: outputs", "an object"},
        {"\"outputs\": {\"w\": 0}", "ladder.json: outputs.w", "there is no argument 'w'"},
        {"\"outputs\": {\"n\": 0}", "ladder.json: outputs.n", "'n' is no buffer"},
        {"\"outputs\": {\"y\": {}}", "ladder.json: outputs.y", "a number or an expression"},
        {"\"reference\": \"ref\"", "ladder.json: reference", "needs 'outputs'"},
        {"\"outputs\": {\"y\": 0}, \"reference\": 3", "ladder.json: reference", "a string"},
        {"\"outputs\": {\"y\": 0}, \"reference\": \"none\"", "reference.c", "there is no function 'none'"},
        {"\"outputs\": {\"y\": 0}, \"reference\": \"other\"", "reference.c: other", "there is no argument 'z'"},
        {"\"check\": false", "ladder.json: check", "a string"},
        {"\"flops\": true", "ladder.json: flops", "a number or an expression"},
        {"\"bytes\": {}", "ladder.json: bytes", "a number or an expression"},
        {"\"unit\": 5", "ladder.json: unit", "a string"},
        {"\"precision\": \"f8\"", "ladder.json: precision", "'f8' is none of: f32 f64 f16 bf16"},
        {"\"pass\": \"x\"", "ladder.json: pass", "an array of names"},
        {"\"pass\": [\"w\"]", "ladder.json: pass[0]", "there is no argument 'w'"},
        {"\"refrence\": \"ref\"", "ladder.json: refrence", "did you mean reference?"},
        {"\"measured\": 3", "ladder.json: measured", "an object with label and value"},
        {"\"measured\": {\"value\": 1}", "ladder.json: measured", "'label' is missing"},
        {"\"counted\": {\"label\": \"l\", \"values\": 1}", "ladder.json: counted.values", "did you mean value?"},
    };
    (void)state;
    write_sources();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_refused(manifest(cases[k].ladder, ""), NULL, cases[k].place, cases[k].words);
}

static void mistakes_of_a_rung(void **state)
{
    static const struct {
        const char *rung, *place, *words;
    } cases[] = {
        {"\"limiter\": \"speed\"", "rungs[0].limiter", "'speed' is none of: dram l2"},
        {"\"limiter\": \"dram l2\"", "rungs[0].limiter", "'dram l2' is none of"},
        {"\"limiter\": 3", "rungs[0].limiter", "a string"},
        {"\"vendor\": \"yes\"", "rungs[0].vendor", "true or false"},
        {"\"kernel\": {}", "rungs[0].kernel", "a number or an expression"},
        {"\"grid\": []", "rungs[0].grid", "a number or an expression"},
        {"\"block\": \"1,2,3,4\"", "rungs[0].block", ""},
        {"\"arguments\": {}", "rungs[0].arguments", "an array"},
        {"\"arguments\": [3]", "rungs[0].arguments[0]", "a string"},
        {"\"arguments\": [\"f32[4]\"]", "rungs[0].arguments[0]", "need names"},
        {"\"arguments\": [\"q:f33\"]", "rungs[0].arguments[0]", "f33"},
        {"\"launches\": {}", "rungs[0].launches", "an array"},
        {"\"launches\": [3]", "rungs[0].launches[0]", "a launch or the name of one"},
        {"\"launches\": [\"none\"]", "rungs[0].launches[0]", "none called 'none'"},
        {"\"launches\": [{\"kernal\": \"k\"}]", "rungs[0].launches[0].kernal", "did you mean kernel?"},
        {"\"launches\": [{\"swap\": [\"x\"]}]", "rungs[0].launches[0].swap", "two names"},
        {"\"launches\": [{\"swap\": [\"x\", \"w\"]}]", "rungs[0].launches[0].swap[1]", "there is no argument 'w'"},
        {"\"launches\": [{\"swap\": [\"x\", \"n\"]}]", "rungs[0].launches[0].swap[1]", "'n' is no buffer"},
        {"\"launches\": [{\"clear\": \"n\"}]", "rungs[0].launches[0].clear", "'n' is no buffer"},
        {"\"launches\": [{\"clear\": \"w\"}]", "rungs[0].launches[0].clear", "there is no argument 'w'"},
        {"\"launches\": [{}, {\"before\": true}]", "rungs[0].launches[1]", "comes before all that counts"},
        {"\"launches\": [{\"before\": true}]", "rungs[0].launches", "nothing runs after the clock has started"},
        {"\"launches\": [{\"before\": 1}]", "rungs[0].launches[0].before", "true or false"},
        {"\"launches\": [{\"pass\": [\"w\"]}]", "rungs[0].launches[0].pass[0]", "there is no argument 'w'"},
        {"\"launches\": [{\"repeat\": []}]", "rungs[0].launches[0].repeat", "a number or an expression"},
        {"\"when\": []", "rungs[0].when", "a number or an expression"},
        {"\"title\": \"T\"", "rungs[0].title", "no such member"},
    };
    (void)state;
    write_sources();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_refused(manifest("", cases[k].rung), NULL, cases[k].place, cases[k].words);
}

static void mistakes_of_the_whole(void **state)
{
    static const struct {
        const char *text, *place, *words;
    } cases[] = {
        {"", "ladder.json:1", ""},
        {"{", "ladder.json:1", ""},
        {"[]", "ladder.json", "an object"},
        {"{\"rungs\": []}", "ladder.json", "'title' is missing"},
        {"{\"title\": \"T\"}", "ladder.json: rungs", "is missing"},
        {"{\"title\": \"T\", \"rungs\": {}}", "ladder.json: rungs", "an array"},
        {"{\"title\": \"T\", \"rungs\": []}", "ladder.json: rungs", "no rung"},
        {"{\"title\": \"T\", \"rungs\": [3]}", "ladder.json: rungs[0]", "an object"},
        {"{\"title\": \"T\", \"rungs\": [{}]}", "ladder.json: rungs[0]", "'name' is missing"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\"}]}", "ladder.json: rungs[0]", "'file' is missing"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a,b\", \"file\": \"a.cu\"}]}", "rungs[0].name", "no name"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"\", \"file\": \"a.cu\"}]}", "rungs[0].name", "no name"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"a.f90\"}]}", "rungs[0]", "no .cu, .cl, .ptx"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"a.c\"}]}", "rungs[0]", "'kernel' is missing"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"c.c\", \"kernel\": \"f\", \"launches\": []}]}",
         "rungs[0].launches", "called once"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"c.c\", \"kernel\": \"f\"}]}", "c.c: f",
         "there is no argument 'x'"},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"none.c\", \"kernel\": \"f\"}]}", "none.c", ""},
        {"{\"title\": \"T\", \"rungs\": [{\"name\": \"a\", \"file\": \"a.cu\"}, {\"name\": \"a\", \"file\": "
         "\"b.cu\"}]}",
         "rungs[1]", "two rungs called 'a'"},
        {"{\"title\": \"T\", \"sizes\": 3, \"rungs\": []}", "ladder.json: sizes", "an object"},
        {"{\"title\": \"T\", \"sizes\": {\"n\": null}, \"rungs\": []}", "sizes.n", "a number"},
        {"{\"title\": \"T\", \"sizes\": {\"n\": \"2 +\"}, \"rungs\": []}", "sizes.n", ""},
        {"{\"title\": \"T\", \"sizes\": {\"m\": \"n\", \"n\": 2}, \"rungs\": []}", "sizes.m", "n"},
        {"{\"title\": \"T\", \"sizes\": {\"n\": 1, \"n\": 2}, \"rungs\": []}", "ladder.json:1", "duplicate"},
    };
    (void)state;
    write_sources();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_refused(cases[k].text, NULL, cases[k].place, cases[k].words);
}

static void mistakes_of_the_user(void **state)
{
    wg_ladder_setting unknown = {"width", "5", "--set width=5"}, bad = {"n", "5 5", "-n"};
    wg_ladder_options options = {.settings = &unknown, .setting_count = 1};
    wg_ladder *ladder;
    (void)state;
    assert_refused(manifest("", ""), &options, "--set width=5: ", "no size or macro 'width'; its sizes are: n");
    options.settings = &bad;
    assert_refused(manifest("", ""), &options, "-n: ", "");
    err = (wg_error){0};
    assert_int_equal(wg_ladder_open(scratch_path("none/ladder.json"), &options, &ladder, &err), WG_ERR_MISSING);
    setenv("WARPGRIND_DATA", "data/", 1);
    err = (wg_error){0};
    assert_int_equal(wg_ladder_open("nonsense", &options, &ladder, &err), WG_ERR_MISSING);
    assert_says(&err, "there is no ladder 'nonsense'; there are: ");
    assert_says(&err, "transpose");
    options.kind = WG_PROBES;
    assert_int_equal(wg_ladder_open("nonsense", &options, &ladder, &err), WG_ERR_MISSING);
    assert_says(&err, "there is no probe 'nonsense'");
}

/* Every value of a whole manifest replaced by something else, one at a time: refused or not, nothing crashes. */
static void replace_everywhere(json_t *root, json_t *node, json_t *other)
{
    const char *key;
    json_t *value;
    void *next;
    size_t index;
    json_object_foreach_safe(node, next, key, value)
    {
        json_t *was = json_incref(value);
        json_object_set(node, key, other);
        char *text = json_dumps(root, 0);
        wg_ladder *ladder = NULL;
        wg_ladder_options options = {.kind = WG_PROBES, .sizes = WG_SIZES_LARGE};
        if (open_text(text, &options, &ladder) != WG_OK)
            assert_true(err.text[0]);
        for (size_t k = 0; ladder && k < ladder->rung_count; k++) {
            wg_plan *plan = NULL;
            wg_plan_new(ladder->rungs[k].spec, &plan, &err);
            wg_plan_free(plan);
        }
        wg_ladder_close(ladder);
        free(text);
        json_object_set_new(node, key, was);
        if (was != other)
            replace_everywhere(root, was, other);
    }
    json_array_foreach(node, index, value) replace_everywhere(root, value, other);
}

static void any_value_anywhere(void **state)
{
    static const char *const others[] = {"null",  "3",  "-1", "1.5",   "true",   "\"\"",   "\"n\"",
                                         "\"x\"", "[]", "{}", "1e300", "[[[]]]", "[null]", "{\"n\": []}"};
    (void)state;
    write_sources();
    json_t *root = json_loads(
        manifest(
            "\"sweep\": {\"n\": [1, 2]}, \"large_sweep\": {\"n\": [3]}, \"x\": {\"label\": \"l\", \"value\": \"n\"}, "
            "\"outputs\": {\"y\": 0}, \"reference\": \"ref\", \"large_sizes\": {\"n\": 9}, \"log_x\": true, "
            "\"launches\": {\"z\": {\"clear\": \"y\"}}, \"defines\": {\"T\": 1}, \"flags\": [\"-O\"]",
            "\"limiter\": \"l1\", \"kernel\": \"k\", \"launches\": [\"z\", {\"repeat\": 2, \"swap\": [\"x\", \"y\"], "
            "\"pass\": [\"x\"]}], \"measured\": {\"label\": \"m\", \"value\": \"seconds\"}, \"when\": \"n\""),
        0, NULL);
    assert_non_null(root);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        json_t *other = json_loads(others[k], JSON_DECODE_ANY, NULL);
        assert_non_null(other);
        replace_everywhere(root, root, other);
        json_decref(other);
    }
    json_decref(root);
}

/* ---- probes ---- */

static void a_probe(void **state)
{
    (void)state;
    const wg_ladder_options options = {.kind = WG_PROBES}, large = {.kind = WG_PROBES, .sizes = WG_SIZES_LARGE};
    const char *text = manifest("\"sweep\": {\"n\": [1, \"2*2\"]}, \"large_sweep\": {\"n\": [64]}, \"log_y\": true, "
                                "\"x\": \"size\", \"counted\": {\"label\": \"c\", \"value\": \"n\"}",
                                "\"counted\": {\"label\": \"own\", \"value\": 1}");
    wg_ladder *l = open_good(text, &options);
    assert_string_equal(l->sweep, "n");
    assert_int_equal(l->sweep_count, 2);
    assert_string_equal(l->sweep_values[1], "2*2");
    assert_string_equal(l->x.label, "size");
    assert_false(l->log_x);
    assert_true(l->log_y);
    assert_string_equal(l->rungs[0].counted.label, "own");
    wg_ladder_close(l);
    l = open_good(text, &large);
    assert_int_equal(l->sweep_count, 1);
    assert_string_equal(l->sweep_values[0], "64");
    wg_ladder_close(l);
}

static void mistakes_of_a_probe(void **state)
{
    static const struct {
        const char *members, *place, *words;
    } cases[] = {
        {"\"sweep\": 3", "probe.json: sweep", "one size and its values"},
        {"\"sweep\": {}", "probe.json: sweep", "one size and its values"},
        {"\"sweep\": {\"n\": [1], \"m\": [2]}", "probe.json: sweep", "one size and its values"},
        {"\"sweep\": {\"m\": [1]}", "probe.json: sweep.m", "there is no size 'm'"},
        {"\"sweep\": {\"n\": 3}", "probe.json: sweep.n", "an array"},
        {"\"sweep\": {\"n\": []}", "probe.json: sweep.n", "no value"},
        {"\"sweep\": {\"n\": [null]}", "probe.json: sweep.n[0]", "a number"},
        {"\"sweep\": {\"n\": [1]}, \"x\": 3", "probe.json: x", "an object with label and value"},
        {"\"sweep\": {\"n\": [1]}, \"log_x\": 1", "probe.json: log_x", "true or false"},
        {"\"sweep\": {\"n\": [1]}, \"log_y\": \"yes\"", "probe.json: log_y", "true or false"},
    };
    const wg_ladder_options options = {.kind = WG_PROBES};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_refused(manifest(cases[k].members, ""), &options, cases[k].place, cases[k].words);
}

/* ---- parameters of C functions ---- */

static wg_status parameters(const char *source, const char *function, wg_arena *arena, const char ***names,
                            size_t *count)
{
    err = (wg_error){0};
    return wg_c_parameters(scratch_write("p.c", source), function, arena, names, count, &err);
}

static void names_of_parameters(void **state)
{
    static const struct {
        const char *source, *names;
    } cases[] = {
        {"void f(void) {}", ""},
        {"void f() {}", ""},
        {"int f(int a){return a;}", "a"},
        {"void f(const float *restrict x, float *y,\n   unsigned long long n)\n\n{\n}", "x,y,n"},
        {"void f(float x[static 16], int *p[2], struct s *q) {}", "x,p,q"},
        {"void f(int wrong);\nvoid g(void) { f(3); }\nvoid f(int right) {}", "right"},
        {"/* void f(int no) {} */ // void f(int no) {}\nvoid f(int /* b */ c) {}", "c"},
        {"void ff(int no) {}\nvoid f_(int no) {}\nvoid f(int yes) {}", "yes"},
        {"void f\t(int a)// ends here\n{}", "a"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_arena arena = {0};
        const char **names;
        size_t count;
        char joined[64] = "";
        if (parameters(cases[k].source, "f", &arena, &names, &count) != WG_OK)
            fail_msg("%s: %s", cases[k].source, err.text);
        for (size_t n = 0; n < count; n++)
            snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%s", n ? "," : "", names[n]);
        assert_string_equal(joined, cases[k].names);
        wg_arena_free(&arena);
    }
}

static void functions_that_are_not_there(void **state)
{
    static const struct {
        const char *source, *function, *words;
    } cases[] = {
        {"", "f", "there is no function 'f'"},
        {"void f(int a);", "f", "there is no function 'f'"},
        {"void f(int a", "f", "there is no function 'f'"},
        {"/* void f(int a) {}", "f", "there is no function 'f'"},
        {"void f(int a) {}", "", "there is no function ''"},
        {"void f(int a,) {}", "f", "has no name"},
        {"void f(,) {}", "f", "has no name"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_arena arena = {0};
        const char **names;
        size_t count;
        assert_int_equal(parameters(cases[k].source, cases[k].function, &arena, &names, &count), WG_ERR_INPUT);
        assert_says(&err, "p.c: ");
        assert_says(&err, cases[k].words);
        wg_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder),
        cmocka_unit_test(numbers_may_be_small_or_large),
        cmocka_unit_test(kinds_of_rungs),
        cmocka_unit_test(sizes_are_chosen),
        cmocka_unit_test(a_rung_replaces_what_the_ladder_says),
        cmocka_unit_test(launches_that_do_not_count),
        cmocka_unit_test(launches_become_steps),
        cmocka_unit_test(steps_that_cannot_be),
        cmocka_unit_test(mistakes_of_the_ladder),
        cmocka_unit_test(mistakes_of_a_rung),
        cmocka_unit_test(mistakes_of_the_whole),
        cmocka_unit_test(mistakes_of_the_user),
        cmocka_unit_test(any_value_anywhere),
        cmocka_unit_test(a_probe),
        cmocka_unit_test(mistakes_of_a_probe),
        cmocka_unit_test(names_of_parameters),
        cmocka_unit_test(functions_that_are_not_there),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
