/* SPDX-License-Identifier: Apache-2.0 */
/* Where compilers and their parts are on this machine. Looking only: nothing is started or loaded.
 *
 * Each takes an environment variable by which the user chooses. Where it is set nothing else is looked at, so a file
 * that is not there means "none". A pattern is one of glob(3), with braces; one that begins with $NAME is skipped when
 * that variable is not set. Of the files that one pattern matches, the newest version is meant. NULL: not there. */
#ifndef WG_COMPILE_LOCATE_H
#define WG_COMPILE_LOCATE_H

#include "base/arena.h"

/* The first of `names` (up to a NULL) that is on PATH. */
const char *wg_locate_program(wg_arena *arena, const char *variable, const char *const *names);

/* The first of `patterns` (up to a NULL) that matches a file. */
const char *wg_locate_file(wg_arena *arena, const char *variable, const char *const *patterns);

/* The parts of a CUDA installation, whichever way it was installed. */
const char *wg_locate_nvcc(wg_arena *arena);
const char *wg_locate_ptxas(wg_arena *arena);
const char *wg_locate_nvrtc(wg_arena *arena);
const char *wg_locate_cuda_headers(wg_arena *arena);   /* the folder with cuda_runtime.h */
const char *wg_locate_cuda_for_clang(wg_arena *arena); /* what --cuda-path wants: the folder with nvvm/libdevice */

#endif
