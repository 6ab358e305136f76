/* SPDX-License-Identifier: Apache-2.0 */
/* Engines in processes of their own, over a back end that needs no driver; and a ladder of OpenCL kernels, some of
 * which write where they should not. */
#include "backends/remote.h"

#include "run/climb.h"
#include "scratch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static wg_error err;

/* ---- a back end that does as its kernels are called ---- */

static const wg_backend inner, shown;
static int clock_runs; /* over there: here it stays 0 */

static wg_status open_inner(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *e)
{
    static wg_engine engine = {.backend = &inner, .name = "fake:7", .title = "A fake", .capability = 12};
    (void)options;
    if (which && !strcmp(which, "none"))
        return wg_error_set(e, WG_ERR_MISSING, "there is none");
    if (which && !strcmp(which, "broken"))
        raise(SIGSEGV);
    *out = &engine;
    return WG_OK;
}

static wg_status open_shown(const char *which, const wg_engine_options *options, wg_engine **out, wg_error *e)
{
    return wg_remote_open(&shown, &inner, which, options, out, e);
}

static wg_status build_inner(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *e)
{
    (void)engine;
    if (!strcmp(source->name, "absent"))
        return wg_error_set(e, WG_ERR_INPUT, "%s has no kernel absent", source->file);
    /* what it was told of the source, in what it says of the kernel */
    wg_engine_kernel *kernel = wg_alloc(sizeof *kernel);
    *kernel = (wg_engine_kernel){.name = strdup(source->name),
                                 .static_shared = source->flag_count,
                                 .required_block = {(uint32_t)source->signature.pass_count, 2, 3},
                                 .registers = source->signature.spec->arguments[1].type.element->bytes,
                                 .local_bytes = -1,
                                 .blocks_per_sm = 5};
    snprintf(kernel->compiler, sizeof kernel->compiler, "%s %s", source->file, source->flags[0]);
    *out = kernel;
    return WG_OK;
}

static wg_status allocate_inner(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *e)
{
    (void)engine;
    if (bytes > 1 << 20)
        return wg_error_set(e, WG_ERR_SYSTEM, "%s: no memory", name);
    *memory = (uint64_t)(uintptr_t)calloc(bytes + 1, 1);
    return WG_OK;
}

static wg_status release_inner(wg_engine *engine, uint64_t memory, wg_error *e)
{
    (void)engine;
    (void)e;
    free((void *)(uintptr_t)memory);
    return WG_OK;
}

static wg_status write_inner(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *e)
{
    (void)engine;
    (void)e;
    memcpy((void *)(uintptr_t)memory, from, bytes);
    return WG_OK;
}

static wg_status read_inner(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *e)
{
    (void)engine;
    (void)e;
    memcpy(to, (const void *)(uintptr_t)memory, bytes);
    return WG_OK;
}

static wg_status set_inner(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *e)
{
    (void)engine;
    (void)e;
    memset((void *)(uintptr_t)memory, byte, bytes);
    return WG_OK;
}

static wg_status launch_inner(wg_engine *engine, const wg_kernel_call *call, wg_error *e)
{
    const char *name = call->kernel->name;
    int32_t *y = (int32_t *)(uintptr_t)call->arguments[0].handle, add;
    (void)engine;
    if (!strcmp(name, "crash"))
        raise(SIGSEGV);
    if (!strcmp(name, "leave"))
        exit(0);
    if (!strcmp(name, "refuse"))
        return wg_error_set(e, WG_ERR_SYSTEM, "kernel refuse: no");
    memcpy(&add, call->arguments[1].bits, sizeof add);
    for (uint32_t k = 0; k < call->grid[0] * call->block[0]; k++)
        y[k] += add + (int32_t)call->shared;
    clock_runs += clock_runs > 0;
    return WG_OK;
}

static wg_status finish_inner(wg_engine *engine, wg_error *e)
{
    (void)engine;
    (void)e;
    return WG_OK;
}

static wg_status start_inner(wg_engine *engine, wg_error *e)
{
    clock_runs = 1;
    return finish_inner(engine, e);
}

static wg_status stop_inner(wg_engine *engine, double *seconds, wg_error *e)
{
    *seconds = clock_runs - 1;
    clock_runs = 0;
    return finish_inner(engine, e);
}

static void describe_inner(wg_text *text)
{
    wg_text_addf(text, "  fake:7 here\n");
}

static void describe_crash(wg_text *text)
{
    (void)text;
    raise(SIGABRT);
}

static const wg_backend inner = {.name = "fake",
                                 .describe = describe_inner,
                                 .open = open_inner,
                                 .build = build_inner,
                                 .allocate = allocate_inner,
                                 .release = release_inner,
                                 .write = write_inner,
                                 .read = read_inner,
                                 .set = set_inner,
                                 .launch = launch_inner,
                                 .finish = finish_inner,
                                 .start_clock = start_inner,
                                 .stop_clock = stop_inner,
                                 .flush_caches = finish_inner};

static const wg_backend shown = {.name = "fake",
                                 .open = open_shown,
                                 .close = wg_remote_close,
                                 .build = wg_remote_build,
                                 .allocate = wg_remote_allocate,
                                 .release = wg_remote_release,
                                 .write = wg_remote_write,
                                 .read = wg_remote_read,
                                 .set = wg_remote_set,
                                 .launch = wg_remote_launch,
                                 .finish = wg_remote_finish,
                                 .start_clock = wg_remote_start_clock,
                                 .stop_clock = wg_remote_stop_clock,
                                 .flush_caches = wg_remote_flush_caches};

static const wg_engine_options no_options;

static wg_engine *open_fake(void)
{
    wg_engine *engine = NULL;
    err = (wg_error){0};
    if (shown.open(NULL, &no_options, &engine, &err) != WG_OK)
        fail_msg("%s", err.text);
    return engine;
}

static wg_status build(wg_engine *engine, const char *name, wg_engine_kernel **out)
{
    static const char *const flags[] = {"-DA=1"};
    static const size_t pass[] = {0, 1};
    wg_spec *spec = wg_spec_new("k.fake");
    assert_int_equal(wg_spec_set(spec, "arg", "y:i32[4]", "-a y:i32[4]", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "n:i64=4", "-a n:i64=4", &err), WG_OK);
    const wg_kernel_source source = {
        .file = "k.fake", .name = name, .flags = flags, .flag_count = 1, .signature = {spec, pass, 2}};
    wg_status status = engine->backend->build(engine, &source, out, &err);
    wg_spec_free(spec);
    return status;
}

static wg_status launch(wg_engine *engine, wg_engine_kernel *kernel, uint64_t memory)
{
    static const int32_t five = 5;
    const wg_kernel_argument arguments[] = {{WG_MEMORY_VECTOR, memory, 16, NULL},
                                            {WG_MEMORY_SCALAR, 0, sizeof five, &five}};
    const wg_kernel_call call = {.kernel = kernel,
                                 .grid = {2, 1, 1},
                                 .block = {2, 1, 1},
                                 .shared = 100,
                                 .arguments = arguments,
                                 .argument_count = 2};
    return engine->backend->launch(engine, &call, &err);
}

static void what_is_opened(void **state)
{
    wg_engine *engine = open_fake();
    wg_text text = {0};
    (void)state;
    assert_string_equal(engine->name, "fake:7");
    assert_string_equal(engine->title, "A fake");
    assert_int_equal(engine->capability, 12);
    wg_engine_close(engine);
    assert_int_equal(shown.open("none", &no_options, &engine, &err), WG_ERR_MISSING);
    assert_string_equal(err.text, "there is none");
    assert_int_equal(shown.open("broken", &no_options, &engine, &err), WG_ERR_FAULT);
    assert_says(&err, "the driver of fake: it crashed: signal 11");
    wg_remote_describe(&inner, &text);
    assert_string_equal(text.bytes, "  fake:7 here\n");
    wg_text_free(&text);
    const wg_backend broken = {.name = "fake", .describe = describe_crash};
    wg_remote_describe(&broken, &text);
    assert_contains(text.bytes, "fake             none: its driver: it crashed: signal 6");
    wg_text_free(&text);
}

static void kernels_and_memory(void **state)
{
    wg_engine *engine = open_fake();
    wg_engine_kernel *kernel;
    uint64_t memory;
    int32_t numbers[4] = {1, 2, 3, 4};
    double seconds;
    (void)state;
    assert_int_equal(build(engine, "absent", &kernel), WG_ERR_INPUT);
    assert_string_equal(err.text, "k.fake has no kernel absent");
    assert_int_equal(build(engine, "add", &kernel), WG_OK);
    assert_string_equal(kernel->name, "add");
    assert_string_equal(kernel->compiler, "k.fake -DA=1");
    assert_int_equal(kernel->required_block[0], 2);
    assert_int_equal(kernel->registers, 8);
    assert_int_equal(kernel->local_bytes, -1);
    assert_int_equal(kernel->static_shared, 1);
    assert_int_equal(shown.allocate(engine, (uint64_t)1 << 40, "huge", &memory, &err), WG_ERR_SYSTEM);
    assert_string_equal(err.text, "huge: no memory");
    assert_int_equal(shown.allocate(engine, sizeof numbers, "y", &memory, &err), WG_OK);
    assert_int_equal(shown.write(engine, memory, numbers, sizeof numbers, &err), WG_OK);
    assert_int_equal(launch(engine, kernel, memory), WG_OK);
    assert_int_equal(shown.read(engine, memory, numbers, sizeof numbers, &err), WG_OK);
    assert_int_equal(numbers[0], 106);
    assert_int_equal(numbers[3], 109);
    /* The clock sees what lies between, and nothing else. */
    launch(engine, kernel, memory);
    assert_int_equal(shown.start_clock(engine, &err), WG_OK);
    for (int k = 0; k < 3; k++)
        launch(engine, kernel, memory);
    assert_int_equal(shown.stop_clock(engine, &seconds, &err), WG_OK);
    assert_true(seconds == 3);
    assert_int_equal(shown.set(engine, memory, 0, sizeof numbers, &err), WG_OK);
    assert_int_equal(shown.flush_caches(engine, &err), WG_OK);
    assert_int_equal(shown.finish(engine, &err), WG_OK);
    assert_int_equal(shown.read(engine, memory, numbers, sizeof numbers, &err), WG_OK);
    assert_int_equal(numbers[2], 0);
    assert_int_equal(shown.release(engine, memory, &err), WG_OK);
    assert_int_equal(shown.read(engine, memory, numbers, sizeof numbers, &err), WG_ERR_SYSTEM);
    assert_says(&err, "device memory is gone");
    wg_engine_close(engine);
}

/* A process that ends takes its memory with it; the next kernel has another one. */
static void processes_that_end(void **state)
{
    static const struct {
        const char *kernel, *says;
        wg_status status;
    } cases[] = {{"crash", "kernel crash: it crashed: signal 11", WG_ERR_FAULT},
                 {"leave", "kernel leave: it ended its process with exit status 0", WG_ERR_FAULT},
                 {"refuse", "kernel refuse: no", WG_ERR_SYSTEM}};
    wg_engine *engine = open_fake();
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_engine_kernel *bad, *good;
        uint64_t before, after;
        int32_t numbers[4];
        bool is_gone = cases[k].status == WG_ERR_FAULT;
        assert_int_equal(build(engine, cases[k].kernel, &bad), WG_OK);
        assert_int_equal(shown.allocate(engine, 16, "y", &before, &err), WG_OK);
        assert_int_equal(launch(engine, bad, before), WG_OK); /* nobody has looked yet */
        assert_int_equal(shown.finish(engine, &err), cases[k].status);
        assert_says(&err, cases[k].says);
        assert_int_equal(shown.read(engine, before, numbers, 16, &err), is_gone ? WG_ERR_FAULT : WG_OK);
        if (is_gone)
            assert_says(&err, "the process that ran it has ended");
        assert_int_equal(build(engine, "add", &good), WG_OK);
        assert_int_equal(shown.allocate(engine, 16, "y", &after, &err), WG_OK);
        assert_int_equal(shown.release(engine, before, &err), WG_OK); /* not that of another life */
        assert_int_equal(launch(engine, good, after), WG_OK);
        assert_int_equal(shown.read(engine, after, numbers, 16, &err), WG_OK);
        assert_int_equal(numbers[0], 105);
    }
    wg_engine_close(engine);
}

/* ---- a ladder on PoCL ---- */

static const char rungs_cl[] =
    "kernel void good(global const float *x, global float *y) { y[get_global_id(0)] = x[get_global_id(0)]; }\n"
    "kernel void far(global const float *x, global float *y)\n"
    "{ y[get_global_id(0) + 0x1000000000l] = x[get_global_id(0)]; }\n"
    "kernel void near(global const float *x, global float *y)\n"
    "{ int k = get_global_id(0); for (int j = -4096; j < 4096; j++) y[k + j] = -1; }\n";

static void faulty_opencl_kernels(void **state)
{
    static const char ladder_json[] =
        "{\"title\": \"T\", \"sizes\": {\"n\": 16}, \"arguments\": [\"x:f32[n]=i+1\", \"y:f32[n]\", \"n:i32=n\"], "
        "\"pass\": [\"x\", \"y\"], \"outputs\": {\"y\": 0}, \"reference\": \"copied\", \"grid\": 2, \"block\": 8, "
        "\"rungs\": [{\"name\": \"far\", \"file\": \"r.cl\", \"kernel\": \"far\"}, "
#ifndef __SANITIZE_ADDRESS__ /* there it always ruins a lock, and half a minute passes until that is noticed */
        "{\"name\": \"near\", \"file\": \"r.cl\", \"kernel\": \"near\"}, "
#endif
        "{\"name\": \"good\", \"file\": \"r.cl\", \"kernel\": \"good\"}]}";
    wg_engine *engine;
    wg_ladder *ladder;
    wg_results *results = NULL;
    (void)state;
    if (wg_engine_open("opencl", &no_options, &engine, NULL) != WG_OK)
        skip();
    wg_engine_close(engine);
    scratch_write("r.cl", rungs_cl);
    scratch_write("reference.c",
                  "void copied(const float *x, float *y, int n) { for (int k = 0; k < n; k++) y[k] = x[k]; }\n");
    const wg_climb_options options = {.device = "opencl", .no_counters = true};
    if (wg_ladder_open(scratch_write("ladder.json", ladder_json), &(wg_ladder_options){.trust = true}, &ladder, &err) !=
            WG_OK ||
        wg_climb_run(ladder, &options, &results, &err) != WG_OK)
        fail_msg("%s", err.text);
    assert_int_equal(results->records[0].verification, WG_FAILED);
    assert_contains(results->records[0].reason, "kernel far: it crashed: signal ");
    const wg_record *good = &results->records[results->count - 1];
    if (results->count == 3)
        assert_true(wg_record_failed(&results->records[1])); /* what it ruins first is nobody's to say */
    assert_int_equal(good->verification, WG_RIGHT);
    assert_true(good->has_time);
    wg_results_free(results);
    wg_ladder_close(ladder);
}

int main(void)
{
    setenv("WARPGRIND_DATA", "data", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_opened),
        cmocka_unit_test(kernels_and_memory),
        cmocka_unit_test(processes_that_end),
        cmocka_unit_test(faulty_opencl_kernels),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
