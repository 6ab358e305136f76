/* SPDX-License-Identifier: Apache-2.0 */
/* Engines: opening them, host functions, memory and launches. What needs an OpenCL driver is skipped without one. */
#include "backends/backend.h"

#include "backends/host_code.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;
static const wg_engine_options no_options;

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    return scratch_begin(state);
}

/* ---- names of devices ---- */

/* A GPU that is described goes by its name alone. */
static void simulated_by_name(void **state)
{
    static const char *const names[] = {"h100", "sim:h100"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        wg_engine *engine;
        assert_int_equal(wg_engine_open(names[k], &no_options, &engine, &err), WG_OK);
        assert_string_equal(engine->name, "sim:h100");
        assert_true(wg_device_is_simulated(names[k]));
        wg_engine_close(engine);
    }
    assert_true(wg_device_is_simulated(NULL));
    assert_false(wg_device_is_simulated("cuda:1"));
    assert_false(wg_device_is_simulated("cpu"));
}

static void devices_that_are_not_there(void **state)
{
    static const struct {
        const char *name, *says;
    } cases[] = {
        {"", "expected the name of a simulated GPU, sim:FILE.json, cuda[:N], opencl[:N] or cpu"},
        {"gpu", "device gpu: expected"},
        {"h300", "did you mean h100?"},
        {"h100.json", "device h100.json: expected"},
        {"cude", "did you mean cuda?"},
        {"simulator", "device simulator: expected"},
        {"si", "device si: expected"},
        {":0", "device :0: expected"},
        {"sim:nonsense", "nonsense"},
        {"cpu:0", "there is one cpu"},
        {"opencl:x", "opencl"},
        {"opencl:63", "opencl"},
        {"opencl:-1", "opencl"},
        {"opencl:99999999999999999999", "opencl"},
        {"cuda:x", "cuda"},
        {"cuda:-1", "cuda"},
        {"cuda:4096", "cuda"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_engine *engine = (wg_engine *)&err;
        err = (wg_error){0};
        wg_status status = wg_engine_open(cases[k].name, &no_options, &engine, &err);
        assert_int_not_equal(status, WG_OK);
        assert_int_equal(status, err.status);
        assert_null(engine);
        assert_int_equal(wg_engine_open(cases[k].name, &no_options, &engine, NULL), status); /* with no err, the same */
        assert_says(&err, cases[k].says);
        wg_engine_close(engine);
    }
}

static void devices_that_are(void **state)
{
    static const char *const names[] = {NULL, "sim", "sim:", "sim:h200", "cpu", "cpu:"};
    static const char *const full[] = {"sim:h200", "sim:h200", "sim:h200", "sim:h200", "cpu", "cpu"};
    (void)state;
    for (size_t k = 0; k < 6; k++) {
        wg_engine *engine;
        assert_int_equal(wg_engine_open(names[k], &no_options, &engine, &err), WG_OK);
        assert_string_equal(engine->name, full[k]);
        assert_true(engine->title[0]);
        wg_engine_close(engine);
    }
    for (const wg_backend *const *b = wg_backends; *b; b++) {
        wg_text text = {0};
        (*b)->describe(&text);
        assert_contains(wg_text_get(&text), (*b)->name);
        assert_int_equal(text.bytes[text.length - 1], '\n');
        wg_text_free(&text);
    }
}

/* ---- a spec for a function or kernel of x, y and n ---- */

static wg_spec *spec_xyn(void)
{
    wg_spec *spec = wg_spec_new("k");
    spec->is_trusted = true;
    assert_int_equal(wg_spec_set(spec, "arg", "x:f32[8]", "x", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "y:f32[8]", "y", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "n:i32=8", "n", &err), WG_OK);
    return spec;
}

static wg_status build(wg_engine *engine, const wg_spec *spec, const char *file, const char *name, size_t passed,
                       wg_engine_kernel **kernel)
{
    static const size_t pass[] = {0, 1, 2};
    const wg_kernel_source source = {.file = file, .name = name, .signature = {spec, pass, passed}};
    err = (wg_error){0};
    *kernel = NULL;
    return engine->backend->build(engine, &source, kernel, &err);
}

/* y = 2 x, by a kernel of any back end. */
static void run_double(wg_engine *engine, wg_engine_kernel *kernel)
{
    const wg_backend *b = engine->backend;
    float numbers[8], results[8];
    int32_t n = 8;
    uint64_t x, y;
    for (int k = 0; k < 8; k++)
        numbers[k] = (float)k;
    assert_int_equal(b->allocate(engine, sizeof numbers, "x", &x, &err), WG_OK);
    assert_int_equal(b->allocate(engine, sizeof numbers, "y", &y, &err), WG_OK);
    assert_int_equal(b->write(engine, x, numbers, sizeof numbers, &err), WG_OK);
    assert_int_equal(b->set(engine, y, 0xff, sizeof numbers, &err), WG_OK);
    const wg_kernel_argument arguments[] = {{WG_MEMORY_VECTOR, x, sizeof numbers, NULL},
                                            {WG_MEMORY_VECTOR, y, sizeof numbers, NULL},
                                            {WG_MEMORY_SCALAR, 0, sizeof n, &n}};
    const wg_kernel_call call = {
        .kernel = kernel, .grid = {2, 1, 1}, .block = {4, 1, 1}, .arguments = arguments, .argument_count = 3};
    for (int clock = 0; clock < 2 && (!clock || b->start_clock); clock++) {
        double seconds = -1;
        if (clock)
            assert_int_equal(b->start_clock(engine, &err), WG_OK);
        if (b->launch(engine, &call, &err) != WG_OK || b->finish(engine, &err) != WG_OK)
            fail_msg("%s", err.text);
        if (clock) {
            assert_int_equal(b->stop_clock(engine, &seconds, &err), WG_OK);
            assert_true(seconds >= 0 && seconds < 100);
        }
    }
    if (b->flush_caches)
        assert_int_equal(b->flush_caches(engine, &err), WG_OK);
    assert_int_equal(b->read(engine, y, results, sizeof results, &err), WG_OK);
    for (int k = 0; k < 8; k++)
        assert_float_equal(results[k], 2 * numbers[k], 0);
    assert_int_equal(b->release(engine, x, &err), WG_OK);
    assert_int_equal(b->release(engine, y, &err), WG_OK);
}

/* ---- the cpu ---- */

static const char double_c[] = "void twice(const float *x, float *y, int n)\n{\n    for (int k = 0; k < n; k++)\n"
                               "        y[k] = 2 * x[k];\n}\n"
                               "void few(const float *x) {}\n"
                               "void broken(const float *x, float *y, int n) { return undeclared; }\n";

static void the_cpu(void **state)
{
    wg_engine *engine;
    wg_engine_kernel *kernel;
    wg_spec *spec = spec_xyn();
    (void)state;
    assert_int_equal(wg_engine_open("cpu", &no_options, &engine, &err), WG_OK);
    const char *file = scratch_write("double.c", double_c);
    assert_int_equal(build(engine, spec, file, "twice", 3, &kernel), WG_ERR_INPUT); /* broken() is in it */
    assert_says(&err, "double.c");
    assert_says(&err, "undeclared");
    char *without = strdup(double_c);
    *strstr(without, "void broken") = 0;
    file = scratch_write("double.c", without);
    free(without);
    if (build(engine, spec, file, "twice", 3, &kernel) != WG_OK)
        fail_msg("%s", err.text);
    assert_string_equal(kernel->name, "twice");
    assert_true(kernel->compiler[0]);
    run_double(engine, kernel);
    assert_int_equal(build(engine, spec, file, "few", 3, &kernel), WG_ERR_INPUT);
    assert_says(&err, "too many arguments");
    assert_null(kernel);
    assert_int_equal(build(engine, spec, file, "absent", 3, &kernel), WG_ERR_INPUT);
    assert_says(&err, "absent");
    assert_int_equal(build(engine, spec, file, NULL, 3, &kernel), WG_ERR_INPUT);
    assert_says(&err, "which function?");
    assert_int_equal(build(engine, spec, scratch_path("none.c"), "f", 3, &kernel), WG_ERR_MISSING);
    assert_int_equal(build(engine, spec, "k.cu", "f", 3, &kernel), WG_ERR_UNSUPPORTED);
    assert_says(&err, "the cpu runs C functions");
    uint64_t memory;
    assert_int_equal(engine->backend->allocate(engine, UINT64_MAX / 2, "huge", &memory, &err), WG_ERR_SYSTEM);
    assert_says(&err, "huge: no memory");
    wg_engine_close(engine);
    wg_spec_free(spec);
}

/* What it does in its own process, and what we say of it. */
static void code_that_does_not_return(void **state)
{
    static const struct {
        const char *body, *says;
    } functions[] = {
        {"__builtin_trap();", "the C function f: it crashed: signal"},
        {"exit(0);", "the C function f: it ended its process with exit status 0 instead of returning"},
        {"for (;;) pause();", "the C function f: it did not return within 0.3 s"},
    };
    wg_spec *spec = spec_xyn();
    wg_engine *engine;
    wg_engine_kernel *kernel;
    uint64_t x;
    float first = 0;
    (void)state;
    setenv("WARPGRIND_HOST_SECONDS", "0.3", 1);
    assert_int_equal(wg_engine_open("cpu", &no_options, &engine, &err), WG_OK);
    assert_int_equal(engine->backend->allocate(engine, 32, "x", &x, &err), WG_OK);
    const wg_kernel_argument argument = {WG_MEMORY_VECTOR, x, 32, NULL};
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        char text[256];
        snprintf(text, sizeof text, "#include <stdlib.h>\n#include <unistd.h>\nvoid f(float *x) { %s }\n",
                 functions[k].body);
        if (build(engine, spec, scratch_write("ends.c", text), "f", 1, &kernel) != WG_OK)
            fail_msg("%s", err.text);
        const wg_kernel_call call = {.kernel = kernel, .arguments = &argument, .argument_count = 1};
        assert_int_equal(engine->backend->launch(engine, &call, &err), WG_ERR_FAULT);
        assert_says(&err, functions[k].says);
    }
    /* And the next one runs, with the memory that was there. */
    const char *fine = scratch_write("fine.c", "void f(float *x) { x[0] += 1; }\n");
    assert_int_equal(build(engine, spec, fine, "f", 1, &kernel), WG_OK);
    const wg_kernel_call call = {.kernel = kernel, .arguments = &argument, .argument_count = 1};
    for (int k = 0; k < 3; k++)
        assert_int_equal(engine->backend->launch(engine, &call, &err), WG_OK);
    assert_int_equal(engine->backend->read(engine, x, &first, sizeof first, &err), WG_OK);
    assert_float_equal(first, 3, 0);
    wg_engine_close(engine);
    wg_spec_free(spec);
    unsetenv("WARPGRIND_HOST_SECONDS");
}

/* Neither compiled nor loaded: a library runs code when it is loaded. */
static void code_of_strangers(void **state)
{
    wg_spec *spec = spec_xyn();
    wg_engine *engine;
    wg_engine_kernel *kernel;
    (void)state;
    spec->is_trusted = false;
    assert_int_equal(wg_engine_open("cpu", &no_options, &engine, &err), WG_OK);
    const char *file = scratch_write("stranger.c", "void f(float *x) { x[0] = 1; }\n");
    assert_int_equal(build(engine, spec, file, "f", 1, &kernel), WG_ERR_INPUT);
    assert_says(&err, "stranger.c: ");
    assert_says(&err, "--trust");
    wg_engine_close(engine);
    wg_spec_free(spec);
}

/* ---- host functions ---- */

static wg_status build_host(const wg_spec *spec, const char *text, const char *const *flags, bool speaks,
                            wg_host_code *code)
{
    static const size_t pass[] = {2};
    const wg_kernel_source source = {.file = scratch_write("host.c", text),
                                     .name = "f",
                                     .flags = flags,
                                     .flag_count = flags ? 1 : 0,
                                     .signature = {spec, pass, 1},
                                     .is_check = speaks};
    char compiler[64];
    err = (wg_error){0};
    return wg_host_code_build(&source, NULL, NULL, code, compiler, &err);
}

static void host_functions(void **state)
{
    static const char *const library[] = {"-lwarpgrind_of_nobody"}, *const macro[] = {"-DLIMIT=9"};
    wg_spec *spec = spec_xyn();
    wg_host_code code;
    int32_t n = 8;
    const wg_kernel_argument argument = {WG_MEMORY_SCALAR, 0, sizeof n, &n};
    const wg_kernel_call call = {.arguments = &argument, .argument_count = 1};
    (void)state;
    assert_int_equal(build_host(spec, "void f(int n) {}", library, false, &code), WG_ERR_MISSING);
    assert_says(&err, "needs libwarpgrind_of_nobody");
    assert_null(code.library);
    wg_host_code_close(&code);
    static const char judge[] = "const char *f(int n) { return n < LIMIT ? 0 : \"too much\"; }";
    if (build_host(spec, judge, macro, true, &code) != WG_OK)
        fail_msg("%s", err.text);
    assert_int_equal(wg_host_code_call(&code, &call, &err), WG_OK);
    n = 9;
    assert_int_equal(wg_host_code_call(&code, &call, &err), WG_ERR_FAILED);
    assert_string_equal(err.text, "too much");
    wg_host_code_close(&code);
    /* What a source includes is part of it. */
    static const char including[] =
        "#include \"limit.h\"\nconst char *f(int n) { return n < LIMIT ? 0 : \"too much\"; }";
    for (int limit = 9; limit <= 10; limit++) {
        char header[64];
        snprintf(header, sizeof header, "#define LIMIT %d\n", limit);
        scratch_write("limit.h", header);
        assert_int_equal(build_host(spec, including, NULL, true, &code), WG_OK);
        assert_int_equal(wg_host_code_call(&code, &call, &err), limit == 9 ? WG_ERR_FAILED : WG_OK);
        wg_host_code_close(&code);
    }
    /* A function that returns nothing cannot say anything. */
    assert_int_equal(build_host(spec, "void f(int n) {}", NULL, true, &code), WG_ERR_INPUT);
    assert_says(&err, "host.c");
    wg_spec_free(spec);
    spec = wg_spec_new("k");
    spec->is_trusted = true;
    for (int k = 0; k < 3; k++)
        assert_int_equal(wg_spec_set(spec, "arg", "bytes16=0", "-a bytes16=0", &err), WG_OK);
    assert_int_equal(build_host(spec, "void f(int n) {}", NULL, false, &code), WG_ERR_UNSUPPORTED);
    assert_says(&err, "-a bytes16=0: a C function cannot be given a structure");
    wg_spec_free(spec);
}

/* ---- the simulator ---- */

static const char double_ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                 ".visible .entry twice(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
                                 "    .reg .b32 %r<4>; .reg .b64 %d<6>; .reg .f32 %f<3>; .reg .pred %p;\n"
                                 "    ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];\n"
                                 "    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 4, %r2;\n"
                                 "    mul.wide.u32 %d3, %r3, 4; add.u64 %d4, %d1, %d3; add.u64 %d5, %d2, %d3;\n"
                                 "    ld.global.f32 %f1, [%d4]; add.f32 %f2, %f1, %f1; st.global.f32 [%d5], %f2;\n"
                                 "    ret;\n}\n";

static void the_simulator(void **state)
{
    wg_engine *engine;
    wg_engine_kernel *kernel;
    wg_spec *spec = spec_xyn();
    (void)state;
    assert_int_equal(wg_engine_open("sim", &no_options, &engine, &err), WG_OK);
    const char *file = scratch_write("double.ptx", double_ptx);
    if (build(engine, spec, file, NULL, 3, &kernel) != WG_OK)
        fail_msg("%s", err.text);
    run_double(engine, kernel);
    assert_int_equal(kernel->profile->blocks_run, 2);
    assert_int_equal(build(engine, spec, file, "twice", 2, &kernel), WG_ERR_INPUT);
    assert_says(&err, "kernel twice takes 3 arguments (u64, u64, u32), 2 given");
    assert_int_equal(build(engine, spec, file, "thrice", 3, &kernel), WG_ERR_INPUT);
    assert_says(&err, "there is no kernel 'thrice'; there are: twice");
    wg_engine_close(engine);
    wg_spec_free(spec);
}

/* ---- OpenCL ---- */

static void opencl(void **state)
{
    wg_engine *engine;
    wg_engine_kernel *kernel;
    (void)state;
    err = (wg_error){0};
    if (wg_engine_open("opencl", &no_options, &engine, &err) != WG_OK) {
        assert_says(&err, "device opencl: ");
        skip();
    }
    assert_string_equal(engine->name, "opencl:0");
    wg_spec *spec = spec_xyn();
    const char *file =
        scratch_write("double.cl", "kernel void twice(global const float *x, global float *y, int n)\n{\n"
                                   "    int k = get_global_id(0);\n    if (k < n)\n        y[k] = 2 * x[k];\n}\n");
    if (build(engine, spec, file, "twice", 3, &kernel) != WG_OK)
        fail_msg("%s", err.text);
    run_double(engine, kernel);
    assert_int_equal(build(engine, spec, file, NULL, 3, &kernel), WG_OK);
    assert_string_equal(kernel->name, "twice");
    assert_int_equal(build(engine, spec, file, "twice", 2, &kernel), WG_ERR_INPUT);
    assert_says(&err, "kernel twice takes 3 arguments, 2 given");
    assert_int_equal(build(engine, spec, file, "thrice", 3, &kernel), WG_ERR_INPUT);
    assert_says(&err, "there is no kernel 'thrice'; there are: twice");
    file = scratch_write("broken.cl", "kernel void twice(global float *x) { x[0] = undeclared; }\n");
    assert_int_equal(build(engine, spec, file, "twice", 1, &kernel), WG_ERR_INPUT);
    assert_says(&err, "broken.cl: the compiler of ");
    assert_int_equal(build(engine, spec, "k.cu", "k", 3, &kernel), WG_ERR_UNSUPPORTED);
    assert_says(&err, "k.cu: OpenCL devices run OpenCL C (.cl): use sim or cuda");
    assert_int_equal(build(engine, spec, "k", "k", 3, &kernel), WG_ERR_UNSUPPORTED);
    assert_int_equal(build(engine, spec, scratch_path("none.cl"), "k", 3, &kernel), WG_ERR_MISSING);
    uint64_t memory;
    assert_int_not_equal(engine->backend->allocate(engine, UINT64_C(1) << 60, "huge", &memory, &err), WG_OK);
    assert_says(&err, "huge, 1152921504606846976 bytes: ");
    wg_engine_close(engine);
    wg_spec_free(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulated_by_name),
        cmocka_unit_test(devices_that_are_not_there),
        cmocka_unit_test(devices_that_are),
        cmocka_unit_test(the_cpu),
        cmocka_unit_test(code_that_does_not_return),
        cmocka_unit_test(code_of_strangers),
        cmocka_unit_test(host_functions),
        cmocka_unit_test(the_simulator),
        cmocka_unit_test(opencl),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}
