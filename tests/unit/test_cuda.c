/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA back end, and calibrating by it, on a driver that is none: tests/fakes/cuda.h. */
#include "backends/cuda/cuda.h"

#include "api/api.h"
#include "fakes/cuda.h"
#include "report/table/devices.h"
#include "run/calibrate.h"
#include "scratch.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static wg_error err;
static const wg_engine_options no_options;
static wg_engine *engine;

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    return scratch_begin(state);
}

static int open_engine(void **state)
{
    (void)state;
    err = (wg_error){0};
    fake_cuda = (fake_cuda_state){0};
    return wg_engine_open("cuda", &no_options, &engine, &err) == WG_OK ? 0 : -1;
}

/* Whatever a test did, nothing is left over. */
static int close_engine(void **state)
{
    (void)state;
    fake_cuda.failing = NULL;
    wg_engine_close(engine);
    return fake_cuda.objects == 0 ? 0 : -1;
}

static uint64_t allocate(uint64_t bytes)
{
    uint64_t memory;
    assert_int_equal(engine->backend->allocate(engine, bytes, "memory", &memory, &err), WG_OK);
    return memory;
}

static void release(uint64_t memory)
{
    assert_int_equal(engine->backend->release(engine, memory, &err), WG_OK);
}

static void fill(unsigned char *bytes, size_t size, unsigned seed)
{
    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)((k * 31 + k / 4099 + seed) % 251);
}

/* ---- copies ---- */

static void copies_of_all_sizes(void **state)
{
    static const size_t sizes[] = {1,       100,           (64 << 10),     (64 << 10) + 1, 4 << 20, (4 << 20) + 1,
                                   8 << 20, (8 << 20) + 3, (21 << 20) + 77};
    const wg_backend *b = engine->backend;
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned char *from = malloc(sizes[k]), *want = malloc(sizes[k]), *to = calloc(1, sizes[k]);
        uint64_t memory = allocate(sizes[k]);
        fill(from, sizes[k], (unsigned)k);
        memcpy(want, from, sizes[k]);
        assert_int_equal(b->write(engine, memory, from, sizes[k], &err), WG_OK);
        memset(from, 0xee, sizes[k]); /* it may be changed at once */
        assert_int_equal(b->read(engine, memory, to, sizes[k], &err), WG_OK);
        assert_memory_equal(to, want, sizes[k]);
        release(memory);
        free(from);
        free(want);
        free(to);
    }
}

/* Large copies go through pinned memory, a half at a time; small ones do not. */
static void large_copies_are_staged(void **state)
{
    static unsigned char bytes[(9 << 20)];
    const wg_backend *b = engine->backend;
    (void)state;
    uint64_t memory = allocate(sizeof bytes);
    assert_int_equal(b->write(engine, memory, bytes, 100, &err), WG_OK);
    assert_int_equal(fake_cuda.other_copies, 1);
    assert_int_equal(b->write(engine, memory, bytes, sizeof bytes, &err), WG_OK);
    assert_int_equal(fake_cuda.pinned_copies, 3);
    assert_int_equal(b->read(engine, memory, bytes, sizeof bytes, &err), WG_OK);
    assert_int_equal(fake_cuda.pinned_copies, 6);
    assert_int_equal(fake_cuda.other_copies, 1);
    assert_int_equal(fake_cuda.default_work, 0);
    release(memory);
}

/* ---- streams ---- */

/* What goes to the default stream, as the vendors' libraries do, sees what came before, and is seen by what follows. */
static void streams_wait_for_each_other(void **state)
{
    enum { SIZE = 1 << 20 };
    static unsigned char bytes[SIZE], zeros[SIZE];
    cuda *c = (cuda *)engine;
    const wg_backend *b = engine->backend;
    double seconds;
    (void)state;
    uint64_t memory = allocate(SIZE);
    fill(bytes, SIZE, 0);
    assert_int_equal(b->write(engine, memory, bytes, SIZE, &err), WG_OK);
    assert_int_equal(wg_cuda_turn_to(c, NULL, &err), WG_OK);
    assert_int_equal(b->start_clock(engine, &err), WG_OK);
    assert_int_equal(b->set(engine, memory, 0, SIZE, &err), WG_OK);
    assert_int_equal(b->stop_clock(engine, &seconds, &err), WG_OK);
    assert_true(seconds > 0.0009 && seconds < 0.0011);
    assert_int_equal(fake_cuda.default_work, 2); /* the waiting, and the zeros */
    assert_int_equal(b->set(engine, memory, 7, SIZE / 2, &err), WG_OK);
    assert_int_equal(b->read(engine, memory, bytes, SIZE, &err), WG_OK);
    memset(zeros, 7, SIZE / 2);
    assert_memory_equal(bytes, zeros, SIZE);
    assert_int_equal(b->flush_caches(engine, &err), WG_OK);
    assert_int_equal(b->finish(engine, &err), WG_OK);
    release(memory);
}

/* ---- kernels ---- */

static const char twice[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .b8 table[256];\n"
                            ".visible .entry twice(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n    ret;\n}\n";

static wg_status build(wg_engine_kernel **kernel)
{
    static const size_t pass[] = {0, 1, 2};
    wg_spec *spec = wg_spec_new("k");
    assert_int_equal(wg_spec_set(spec, "arg", "x:f32[8]", "x", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "y:f32[8]", "y", &err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "arg", "n:i32=8", "n", &err), WG_OK);
    const wg_kernel_source source = {
        .file = scratch_write("twice.ptx", twice), .name = "twice", .signature = {spec, pass, 3}};
    wg_status status = engine->backend->build(engine, &source, kernel, &err);
    wg_spec_free(spec);
    return status;
}

static void a_kernel_runs(void **state)
{
    enum { COUNT = 1 << 18 };
    static float x[COUNT], y[COUNT];
    const wg_backend *b = engine->backend;
    wg_engine_kernel *kernel;
    int32_t n = COUNT;
    uint64_t memory_x = allocate(sizeof x), memory_y = allocate(sizeof y);
    (void)state;
    if (build(&kernel) != WG_OK)
        fail_msg("%s", err.text);
    assert_int_equal(kernel->registers, 10);
    for (int k = 0; k < COUNT; k++)
        x[k] = (float)k;
    const wg_kernel_argument arguments[] = {{WG_MEMORY_VECTOR, memory_x, sizeof x, NULL},
                                            {WG_MEMORY_VECTOR, memory_y, sizeof y, NULL},
                                            {WG_MEMORY_SCALAR, 0, sizeof n, &n}};
    const wg_kernel_call call = {.kernel = kernel,
                                 .grid = {COUNT / 256, 1, 1},
                                 .block = {256, 1, 1},
                                 .arguments = arguments,
                                 .argument_count = 3};
    assert_int_equal(b->write(engine, memory_x, x, sizeof x, &err), WG_OK);
    assert_int_equal(b->launch(engine, &call, &err), WG_OK);
    assert_int_equal(b->read(engine, memory_y, y, sizeof y, &err), WG_OK);
    assert_int_equal(kernel->blocks_per_sm, 8);
    for (int k = 0; k < COUNT; k++)
        assert_true(y[k] == 2 * x[k]);
    assert_int_equal(b->set_symbol(engine, kernel, "table", "constant", 9, &err), WG_OK);
    char text[9] = "";
    assert_int_equal(b->read_symbol(engine, kernel, "table", text, 9, &err), WG_OK);
    assert_string_equal(text, "constant");
    assert_int_equal(b->set_symbol(engine, kernel, "table", text, 257, &err), WG_ERR_INPUT);
    release(memory_x);
    release(memory_y);
}

static void textures(void **state)
{
    static const uint32_t size[3] = {4, 2, 0};
    static const float texels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    wg_spec *spec = wg_spec_new("k");
    uint64_t memory = allocate(sizeof texels), texture;
    (void)state;
    assert_int_equal(wg_spec_set(spec, "arg", "t:tex2d[4,2,f32]=i", "t", &err), WG_OK);
    assert_int_equal(engine->backend->write(engine, memory, texels, sizeof texels, &err), WG_OK);
    const wg_argument *argument = &spec->arguments[0];
    assert_int_equal(engine->backend->make_texture(engine, argument, size, memory, &texture, &err), WG_OK);
    assert_int_equal(engine->backend->finish(engine, &err), WG_OK);
    assert_memory_equal((const void *)(uintptr_t)texture, texels, sizeof texels);
    release(memory);
    wg_spec_free(spec);
}

/* ---- what goes wrong ---- */

static wg_status everything(void)
{
    enum { SIZE = 9 << 20 };
    static unsigned char bytes[SIZE];
    const wg_backend *b = engine->backend;
    uint64_t memory = 0;
    wg_engine_kernel *kernel;
    int32_t n = 0;
    double seconds;
    wg_status status = b->allocate(engine, SIZE, "memory", &memory, &err);
    if (status != WG_OK)
        return status;
    const wg_kernel_argument arguments[] = {{WG_MEMORY_VECTOR, memory, SIZE, NULL},
                                            {WG_MEMORY_VECTOR, memory, SIZE, NULL},
                                            {WG_MEMORY_SCALAR, 0, sizeof n, &n}};
    wg_kernel_call call = {
        .kernel = NULL, .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments, .argument_count = 3};
    status = build(&kernel);
    call.kernel = kernel;
    if (status == WG_OK)
        status = b->write(engine, memory, bytes, SIZE, &err);
    if (status == WG_OK)
        status = b->start_clock(engine, &err);
    if (status == WG_OK)
        status = b->launch(engine, &call, &err);
    if (status == WG_OK)
        status = b->stop_clock(engine, &seconds, &err);
    if (status == WG_OK)
        status = b->flush_caches(engine, &err);
    if (status == WG_OK)
        status = b->finish(engine, &err);
    if (status == WG_OK)
        status = wg_cuda_turn_to((cuda *)engine, NULL, &err);
    if (status == WG_OK)
        status = b->read(engine, memory, bytes, SIZE, &err);
    fake_cuda.failing = NULL;
    release(memory);
    return status;
}

/* Every call's error is found and told in words, with the call's name; a kernel's fault is one. */
static void failures_are_told(void **state)
{
    static const char *const functions[] = {"cuMemAlloc_v2",        "cuMemHostAlloc",      "cuMemcpyHtoDAsync_v2",
                                            "cuMemcpyDtoHAsync_v2", "cuMemsetD8Async",     "cuEventRecord",
                                            "cuStreamWaitEvent",    "cuEventElapsedTime",  "cuLaunchKernel",
                                            "cuModuleLoadDataEx",   "cuModuleGetFunction", NULL};
    (void)state;
    assert_int_equal(everything(), WG_OK);
    for (const char *const *function = functions; *function; function++) {
        close_engine(NULL);
        open_engine(NULL);
        fake_cuda.failing = *function;
        fake_cuda.failure = 1;
        assert_int_equal(everything(), WG_ERR_SYSTEM);
        char name[64], part[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*function, "_"), *function);
        snprintf(part, sizeof part, "%s failed: as the test asked (FAKE_ERROR)", name);
        assert_says(&err, part);
    }
    fake_cuda.failing = "cuEventSynchronize";
    fake_cuda.failure = 700;
    assert_int_equal(everything(), WG_ERR_FAULT);
    assert_says(&err, "failed: as the test asked");
}

static void devices_that_do_not_open(void **state)
{
    static const char *const functions[] = {"cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuStreamCreate",
                                            "cuEventCreate", NULL};
    (void)state;
    for (const char *const *function = functions; *function; function++) {
        wg_engine *other;
        fake_cuda.failing = *function;
        fake_cuda.failure = 1;
        assert_int_equal(wg_engine_open("cuda:0", &no_options, &other, &err), WG_ERR_SYSTEM);
        assert_says(&err, *function);
        assert_null(other);
    }
}

/* ---- what the driver says ---- */

static void the_driver_is_asked(void **state)
{
    wg_device *device = calloc(1, sizeof *device);
    (void)state;
    assert_int_equal(engine->backend->ask(engine, device, &err), WG_OK);
    assert_string_equal(device->title, "Imagined GPU");
    assert_int_equal(device->major, 9);
    assert_int_equal(wg_device_integer(device, WG_DEVICE_sm_count), 7);
    assert_int_equal(wg_device_integer(device, WG_DEVICE_sm_clock), 2000);
    assert_int_equal(wg_device_integer(device, WG_DEVICE_memory_bytes), UINT64_C(8) << 30);
    assert_string_equal(device->from[WG_DEVICE_sm_count],
                        "cuDeviceGetAttribute on an Imagined GPU, driver of CUDA 13.0");
    assert_false(device->known[WG_DEVICE_l1_latency]);
    wg_device_free(device);
}

/* ---- calibrating ---- */

/* … and one of many wide products, whose time the model has in its hands. What the clock says, 1 ms, stands for 280 us
 * of its slow clock. */
static void make_products(void)
{
    wg_text ptx = {0};
    wg_text_addf(&ptx, ".version 7.0\n.target sm_70\n.address_size 64\n"
                       ".visible .entry twice(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
                       ".reg .u64 %%d<3>; .reg .u32 %%r<2>;\nld.param.u64 %%d2, [x];\nmov.u32 %%r1, %%tid.x;\n"
                       "mov.u64 %%d1, 0;\n");
    for (int k = 0; k < 500; k++)
        wg_text_addf(&ptx, "mad.wide.u32 %%d1, %%r1, %%r1, %%d1;\n");
    wg_text_addf(&ptx, "st.global.u64 [%%d2], %%d1;\nret;\n}\n");
    assert_int_equal(mkdir(scratch_path("probes/arithmetic"), 0700), 0);
    scratch_write("probes/arithmetic/products.ptx", ptx.bytes);
    scratch_write("probes/arithmetic/probe.json",
                  "{\"title\": \"t\", \"sizes\": {\"warps\": 1}, \"sweep\": {\"warps\": [1]}, \"x\": \"x\","
                  "\"arguments\": [\"x:f32[8]\", \"y:f32[8]\", \"n:i32=8\"], \"grid\": \"1\", \"block\": "
                  "\"32\", \"measured\": {\"label\": \"us\", \"value\": \"seconds > 9e-4 ? 280 : 1e6*seconds\"}, "
                  "\"rungs\": [{\"name\": \"indexed_and_fma\", \"file\": \"products.ptx\", \"kernel\": \"twice\"}]}");
    wg_text_free(&ptx);
}

/* A data folder with the device files and one probe beside it, whose kernel the fake knows: every time is 1 ms. */
static void make_data(void)
{
    char devices[4096];
    assert_non_null(realpath("data/devices", devices));
    assert_int_equal(mkdir(scratch_path("data"), 0700), 0);
    assert_int_equal(symlink(devices, scratch_path("data/devices")), 0);
    assert_int_equal(mkdir(scratch_path("probes"), 0700), 0);
    assert_int_equal(mkdir(scratch_path("probes/clock"), 0700), 0);
    scratch_write("probes/clock/twice.ptx", twice);
    scratch_write(
        "probes/clock/probe.json",
        "{\"title\": \"t\", \"sizes\": {\"sms\": 1, \"blocks\": 1}, \"sweep\": {\"blocks\": [1]}, \"x\": \"x\","
        "\"arguments\": [\"x:f32[blocks*8]\", \"y:f32[blocks*8]\", \"n:i32=8*blocks\"], \"grid\": \"1\", \"block\": "
        "\"32\", \"measured\": {\"label\": \"MHz\", \"value\": \"(sms+blocks)/(1000*seconds)\"}, \"rungs\": "
        "[{\"name\": "
        "\"spin\", \"file\": \"twice.ptx\", \"kernel\": \"twice\"}, {\"name\": \"fma\", \"file\": \"twice.ptx\", "
        "\"kernel\": \"twice\"}]}");
    make_products();
    setenv("WARPGRIND_DATA", scratch_path("data"), 1);
}

typedef struct counts {
    size_t begun, left_out;
    char why[256];
} counts;

static void count_begun(void *user, const char *value, size_t number, size_t count)
{
    assert_true(number < count && *value);
    ((counts *)user)->begun++;
}

static void count_left_out(void *user, const char *value, const char *why)
{
    counts *c = user;
    c->left_out++;
    if (!strcmp(value, "fma_latency"))
        snprintf(c->why, sizeof c->why, "%s", why);
}

static void a_device_is_calibrated(void **state)
{
    counts c = {0};
    const wg_calibrate_options options = {
        .device = "cuda", .begin = count_begun, .leave_out = count_left_out, .user = &c};
    wg_device *device, *again;
    (void)state;
    make_data();
    if (wg_calibrate(&options, &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    /* asked, taken over, derived, measured */
    assert_int_equal(wg_device_integer(device, WG_DEVICE_sm_count), 7);
    assert_int_equal(wg_device_integer(device, WG_DEVICE_register_unit), 256);
    assert_contains(device->from[WG_DEVICE_register_unit], "compute capability 9.0");
    assert_int_equal(wg_device_integer(device, WG_DEVICE_max_warps_per_sm), 64);
    assert_string_equal(device->from[WG_DEVICE_max_warps_per_sm], "max_threads_per_sm/warp_size");
    assert_float_equal(device->value[WG_DEVICE_measured_clock], 14, 1e-3); /* sms is the device's, and so is `at` */
    assert_string_equal(device->from[WG_DEVICE_measured_clock],
                        "`probe clock` on an Imagined GPU: fma, 14 MHz at blocks=7");
    assert_false(device->known[WG_DEVICE_fma_latency]);
    assert_contains(c.why, "arithmetic");
    /* fitted: the model says what was measured */
    double said = 0;
    const char *from = device->from[WG_DEVICE_wide_product_cycles];
    assert_contains(from, "indexed_and_fma, 280 us at warps=64; the model says ");
    assert_int_equal(sscanf(strstr(from, "says "), "says %lf", &said), 1);
    assert_true(fabs(said - 280) < 5);
    assert_true(device->value[WG_DEVICE_wide_product_cycles] > 0 && device->value[WG_DEVICE_wide_product_cycles] < 8);
    assert_false(device->known[WG_DEVICE_memory_queue]);
    assert_true(c.begun > c.left_out && c.left_out > 0);
    /* what is written can be read */
    char *file = wg_report_device_file(device);
    assert_int_equal(unlink(scratch_path("data/devices")), 0);
    assert_int_equal(mkdir(scratch_path("data/devices"), 0700), 0);
    scratch_write("data/devices/mine.json", file);
    if (wg_device_load("mine", &again, &err) != WG_OK)
        fail_msg("%s", err.text);
    assert_string_equal(again->title, "Imagined GPU");
    for (int field = 0; field < WG_DEVICE_FIELDS; field++) {
        assert_int_equal(again->known[field], device->known[field]);
        assert_true(again->value[field] == device->value[field]);
    }
    free(file);
    wg_device_free(device);
    wg_device_free(again);
    setenv("WARPGRIND_DATA", "data", 1);
}

static void what_cannot_be_calibrated(void **state)
{
    const wg_calibrate_options sim = {.device = "sim"}, cpu = {.device = "cpu"}, none = {.device = "cuda:9"};
    wg_device *device;
    (void)state;
    assert_int_equal(wg_calibrate(&sim, &device, &err), WG_ERR_UNSUPPORTED);
    assert_says(&err, "sim:h200 has no clock");
    assert_null(device);
    assert_int_equal(wg_calibrate(&cpu, &device, &err), WG_ERR_UNSUPPORTED);
    assert_says(&err, "only cuda devices are calibrated");
    assert_int_equal(wg_calibrate(&none, &device, &err), WG_ERR_INPUT);
}

/* ---- ceilings ---- */

/* A probe at two sizes, each of whose curves takes 1 ms; a kernel that the fake does not know cannot be measured. */
static void make_probe(const char *name, const char *amounts, const char *const *curves, const char *unknown)
{
    char path[128];
    wg_text manifest = {0};
    snprintf(path, sizeof path, "probes/%s", name);
    assert_true(mkdir(scratch_path(path), 0700) == 0 || errno == EEXIST);
    snprintf(path, sizeof path, "probes/%s/twice.ptx", name);
    scratch_write(path, twice);
    wg_text_addf(&manifest,
                 "{\"title\": \"t\", \"sizes\": {\"k\": 1}, \"sweep\": {\"k\": [1, 2]}, \"x\": {\"label\": "
                 "\"x\", \"value\": \"k < 2 ? 1 : 500000000\"}, \"arguments\": [\"x:f32[8]\", \"y:f32[8]\", "
                 "\"n:i32=8\"], \"grid\": \"1\", \"block\": \"32\", %s, \"measured\": {\"label\": \"ms\", "
                 "\"value\": \"1000*seconds\"}, \"rungs\": [",
                 amounts);
    for (size_t k = 0; curves[k]; k++)
        wg_text_addf(&manifest, "%s{\"name\": \"%s\", \"file\": \"twice.ptx\", \"kernel\": \"%s\"}", k ? ", " : "",
                     curves[k], unknown && !strcmp(unknown, curves[k]) ? "thrice" : "twice");
    wg_text_addf(&manifest, "]}");
    snprintf(path, sizeof path, "probes/%s/probe.json", name);
    scratch_write(path, manifest.bytes);
    wg_text_free(&manifest);
}

static void near(double got, double want)
{
    if (!(got > 0.999 * want && got < 1.001 * want))
        fail_msg("%g, expected %g", got, want);
}

/* What cannot be measured is no number of the device's file, but a reason. Runs after a_device_is_calibrated, in its
 * folder. */
static void ceilings_are_measured(void **state)
{
    const wg_options options = {.device = "cuda"};
    const wg_roofline_request request = {.options = &options};
    wg_ceilings c;
    (void)state;
    setenv("WARPGRIND_DATA", scratch_path("data"), 1);
    make_probe("bandwidth", "\"bytes\": \"k*1000000\"", (const char *const[]){"read", "copy", "read_opencl", NULL},
               NULL);
    make_probe("stride", "\"bytes\": \"1000\"", (const char *const[]){"read", "copy", "copy_opencl", NULL}, NULL);
    make_probe("cache_bandwidth", "\"bytes\": \"k*3000000\"", (const char *const[]){"sliced", "sliced_opencl", NULL},
               NULL);
    make_probe("banks", "\"items\": \"k*1000\"", (const char *const[]){"plain", "plain_opencl", NULL}, NULL);
    make_probe("ilp", "\"flops\": \"k*5000\"",
               (const char *const[]){"ilp_4", "ilp_6", "ilp_4_opencl", "f64_4_opencl", NULL}, NULL);
    make_probe("arithmetic", "\"items\": \"k*9000\"",
               (const char *const[]){"load_l1", "load_shared", "fma_f16", "fma_f32", "fma_f64", "mma_bf16", NULL},
               "mma_bf16");
    if (wg_api_measure_ceilings(&request, &c, &err) != WG_OK)
        fail_msg("%s", err.text);
    near(c.items[WG_ROOF_dram].rate, 2e6 / 1e-3); /* the larger size: the other, and those of stride, are too small */
    assert_string_equal(c.items[WG_ROOF_dram].from, "`probe bandwidth`, read at 5e+08");
    near(c.items[WG_ROOF_l1].rate, 3e6 / 1e-3); /* of the smaller; the chains' are less */
    near(c.items[WG_ROOF_shared].rate, 4 * 18000 / 1e-3);
    near(c.items[WG_ROOF_f16].rate, 2 * 18000 / 1e-3);
    assert_string_equal(c.items[WG_ROOF_f64].from, "`probe arithmetic`, fma_f64 at 5e+08");
    assert_true(isnan(c.items[WG_ROOF_l2].rate)); /* neither size is one */
    assert_contains(c.items[WG_ROOF_l2].from, "not measured: no size was large enough");
    assert_true(isnan(c.items[WG_ROOF_tensor].rate));
    assert_contains(c.items[WG_ROOF_tensor].from, "not measured: `probe arithmetic`, mma_bf16: ");
    assert_contains(c.items[WG_ROOF_tensor].from, "thrice");
    setenv("WARPGRIND_DATA", "data", 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_engine, close_engine)
    const struct CMUnitTest tests[] = {
        TEST(copies_of_all_sizes),
        TEST(large_copies_are_staged),
        TEST(streams_wait_for_each_other),
        TEST(a_kernel_runs),
        TEST(textures),
        TEST(failures_are_told),
        TEST(the_driver_is_asked),
        TEST(devices_that_do_not_open),
        TEST(a_device_is_calibrated),
        TEST(what_cannot_be_calibrated),
        TEST(ceilings_are_measured),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}
