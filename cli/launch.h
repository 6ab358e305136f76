/* SPDX-License-Identifier: Apache-2.0 */
/* Options that say how to compile and launch a kernel: explain, check and occupancy have them. */
#ifndef CLI_LAUNCH_H
#define CLI_LAUNCH_H

#include "options.h"

#include <warpgrind/warpgrind.h>

/* Rows of a table of options: AT gives the offset of a member of the verb's settings, which has `launch`, a list,
 * `compiler` and `no_cache`. */
#define LAUNCH_OPTIONS(AT)                                                                                             \
    {"-k",        "--kernel", "NAME",  "the kernel's name as in the source: saxpy, ns::k, 'transpose<1>'",             \
     OPTION_LIST, AT(launch), "kernel"},                                                                               \
        {NULL,        "--grid",                                                                                        \
         "X[,Y[,Z]]", "blocks in the grid; expressions over scalar arguments: 'ceil_div(n, 256)'",                     \
         OPTION_LIST, AT(launch),                                                                                      \
         "grid"},                                                                                                      \
        {NULL, "--block", "X[,Y[,Z]]", "threads per block", OPTION_LIST, AT(launch), "block"},                         \
        {NULL, "--shared", "BYTES", "dynamic shared memory per block", OPTION_LIST, AT(launch), "shared"},             \
        {"-a",                                                                                                         \
         "--arg",                                                                                                      \
         "NAME:TYPE[COUNT]=FILL",                                                                                      \
         "an argument, in the order of the kernel's parameters: see below",                                            \
         OPTION_LIST,                                                                                                  \
         AT(launch),                                                                                                   \
         "arg"},                                                                                                       \
        {NULL,        "--set",    "NAME=VALUE", "set a tuning parameter; for a rung, also a size",                     \
         OPTION_LIST, AT(launch), "set"},                                                                              \
        {"-D", NULL, "NAME[=VALUE]", "define a macro", OPTION_JOINED, AT(launch), "flag"},                             \
        {"-I", NULL, "FOLDER", "search this folder for headers", OPTION_JOINED, AT(launch), "flag"},                   \
        {"-std=", NULL, "LANGUAGE", "the language version: -std=c++17", OPTION_JOINED, AT(launch), "flag"},            \
        {NULL,                                                                                                         \
         "--compiler-option",                                                                                          \
         "OPTION",                                                                                                     \
         "pass any other option to the compiler: --compiler-option=-fmad=false",                                       \
         OPTION_LIST,                                                                                                  \
         AT(launch),                                                                                                   \
         "compiler-option"},                                                                                           \
        {NULL,        "--with",     "COMPILER", "nvrtc, nvcc or clang; default: the first that accepts the source",    \
         OPTION_TEXT, AT(compiler), NULL},                                                                             \
    {                                                                                                                  \
        NULL, "--no-cache", NULL, "compile again even if the result is cached", OPTION_FLAG, AT(no_cache), NULL        \
    }

extern const char launch_help[]; /* what to write for --arg, and where else options may stand */

/* The item's tag is the name of the kernel's option. Compiler flags go there as they were written, -DX; what
 * --compiler-option has goes there as it is. */
wg_status set_launch_option(wg_kernel *kernel, const option_item *item, wg_error *err);
/* All of them. */
wg_status set_launch_options(wg_kernel *kernel, const option_list *list, wg_error *err);

#endif
