/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"
#include "launch.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    option_list launch; /* what wg_kernel_set takes, in the order given */
    const char *device, *compiler, *block, *shared;
    outputs files;
    uint64_t registers, barriers, carveout;
    bool quiet, no_cache;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {"-d", "--device", "DEVICE", "h200, h100, …; default: h200; `warpgrind devices` lists them", OPTION_TEXT,
     AT(device), NULL},
    {NULL, "--block", "X[,Y[,Z]]", "threads per block", OPTION_TEXT, AT(block), NULL},
    {NULL, "--registers", "N", "registers per thread; default: what the compiler reports for the kernel", OPTION_NUMBER,
     AT(registers), NULL},
    {NULL, "--shared", "BYTES", "shared memory per block; with a FILE, only the dynamic part", OPTION_TEXT, AT(shared),
     NULL},
    {NULL, "--barriers", "N", "named barriers per block; a limit since compute capability 9.0", OPTION_NUMBER,
     AT(barriers), NULL},
    {NULL, "--carveout", "PERCENT", "preferred shared-memory carve-out, as a percentage; default: the largest",
     OPTION_NUMBER, AT(carveout), NULL},
    {"-k", "--kernel", "NAME", "the kernel in FILE", OPTION_LIST, AT(launch), "kernel"},
    {"-a", "--arg", "NAME:TYPE[COUNT]=FILL", "an argument, if the block size or the shared memory depend on it",
     OPTION_LIST, AT(launch), "arg"},
    {NULL, "--set", "NAME=VALUE", "set a tuning parameter", OPTION_LIST, AT(launch), "set"},
    {"-D", NULL, "NAME[=VALUE]", "define a macro", OPTION_JOINED, AT(launch), "flag"},
    {"-I", NULL, "FOLDER", "search this folder for headers", OPTION_JOINED, AT(launch), "flag"},
    {"-std=", NULL, "LANGUAGE", "the language version: -std=c++17", OPTION_JOINED, AT(launch), "flag"},
    {NULL, "--compiler-option", "OPTION", "pass any other option to the compiler: --compiler-option=-fmad=false",
     OPTION_LIST, AT(launch), "compiler-option"},
    {NULL, "--with", "COMPILER", "nvrtc, nvcc or clang; default: the first that accepts the source", OPTION_TEXT,
     AT(compiler), NULL},
    {NULL, "--no-cache", NULL, "compile again even if the result is cached", OPTION_FLAG, AT(no_cache), NULL},
    {NULL, "--csv", "FILE|-", "write the table of changes as CSV", OPTION_TEXT, AT(files.csv), NULL},
    {NULL, "--md", "FILE|-", "write the table of changes as Markdown", OPTION_TEXT, AT(files.markdown), NULL},
    {NULL, "--json", "FILE|-", "write everything as JSON", OPTION_TEXT, AT(files.json), NULL},
    {"-q", "--quiet", NULL, "do not print the report", OPTION_FLAG, AT(quiet), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t occupancy_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf("usage: warpgrind occupancy [OPTION]... [FILE]\n\n"
           "Computes how many blocks and warps are resident on a multiprocessor, which resource limits them, and the\n"
           "nearest register count, shared-memory size and block size at which that changes. With a FILE (.cu, .cl, "
           ".ptx,\n"
           "or a tuning file), registers and static shared memory come from ptxas; without ptxas, registers are "
           "estimated.\n\n");
    options_print(options);
    printf("\nexamples:\n"
           "  warpgrind occupancy --registers 40 --block 256 --shared 16384 -d sim:a100\n"
           "  warpgrind occupancy examples/saxpy.cu\n"
           "  warpgrind occupancy k.cu -k 'tile<16>' --block 16,16 -d sim:m2050\n");
    return finish_stdout() ? 0 : 2;
}

/* "16,16" is 256. */
static bool read_product(const char *text, uint64_t *product)
{
    char *end = NULL;
    *product = 1;
    for (int k = 0; k < 3; k++, text = end + 1) {
        uint64_t factor = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
        if (!factor || factor > 1 << 20)
            return false;
        *product *= factor;
        if (*end != ',')
            return *end == 0;
    }
    return false;
}

static wg_status read_numbers(const settings *s, wg_occupancy_question *q, wg_error *err)
{
    if (s->block && !read_product(s->block, &q->threads))
        return wg_error_set(err, WG_ERR_INPUT, "--block %s: expected X[,Y[,Z]]", s->block);
    char *end = NULL;
    if (s->shared)
        q->shared = *s->shared >= '0' && *s->shared <= '9' ? strtoull(s->shared, &end, 10) : 0;
    if (s->shared && (!end || *end))
        return wg_error_set(err, WG_ERR_INPUT, "--shared %s: expected a number of bytes", s->shared);
    return WG_OK;
}

static wg_status open_kernel(const settings *s, const char *path, wg_kernel **kernel, wg_error *err)
{
    wg_status status = wg_kernel_open(path, kernel, err);
    for (size_t k = 0; k < s->launch.count && status == WG_OK; k++)
        status = set_launch_option(*kernel, &s->launch.items[k], err);
    if (status == WG_OK && s->block)
        status = wg_kernel_set(*kernel, "block", s->block, "--block", err);
    if (status == WG_OK && s->shared)
        status = wg_kernel_set(*kernel, "shared", s->shared, "--shared", err);
    return status;
}

static char *write_occupancy(const void *result, wg_report_form form, const wg_write_options *how)
{
    return wg_occupancy_write(result, form, how);
}

static int answer(const settings *s, const char *path)
{
    const wg_options with = {.compiler = s->compiler, .no_cache = s->no_cache, .interrupted = &interrupted};
    wg_occupancy_question q = {.device = s->device,
                               .threads = path ? WG_NOT_GIVEN : 0,
                               .registers = s->registers,
                               .shared = path ? WG_NOT_GIVEN : 0,
                               .barriers = s->barriers,
                               .carveout = s->carveout,
                               .options = &with};
    wg_occupancy_result *result = NULL;
    wg_error err = {0};
    wg_status status = path ? open_kernel(s, path, &q.kernel, &err) : read_numbers(s, &q, &err);
    if (path)
        mention_cache();
    if (status == WG_OK)
        status = wg_occupancy_find(&q, &result, &err);
    status = interrupt_check(status, &err);
    int code = wg_status_exit_code(status);
    if (status != WG_OK)
        complain("%s", err.text);
    else if (!write_outputs(&s->files, s->quiet, write_occupancy, result, NULL))
        code = 2;
    wg_occupancy_close(result);
    wg_kernel_close(q.kernel);
    return code;
}

int cmd_occupancy(int argc, char **argv)
{
    settings s = {.registers = WG_NOT_GIVEN, .barriers = WG_NOT_GIVEN, .carveout = WG_NOT_GIVEN};
    int words, code = 2;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        code = help();
    else if (result == PARSED && words > 1)
        complain("occupancy takes one file at most");
    else if (result == PARSED && !words && s.launch.count)
        complain("%s is about a kernel: name its file", s.launch.items[0].where);
    else if (result == PARSED)
        code = answer(&s, words ? argv[0] : NULL);
    option_list_free(&s.launch);
    return code;
}
