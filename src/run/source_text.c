/* SPDX-License-Identifier: Apache-2.0 */
/* The text of source files, for reports.
 *
 * Which files a kernel's lines are from, its debug information says: `.file` in PTX, `#line` in a source. Whoever wrote
 * those may name any file of this machine, and reports are shared. So what is read, beside the kernel's own source, is
 * what looks like a source and lies in a folder where this kernel's sources may be. Devices and pipes, which may never
 * end, are never read. */
#include "run/record.h"

#include "base/arena.h"
#include "base/file.h"
#include "compile/locate.h"

#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)64 << 20; /* generated sources are large, but no larger */

static const char *const ENDINGS[] = {".cu",  ".cuh", ".cl",  ".c",   ".cc", ".cpp", ".cxx", ".h",   ".hh",  ".hpp",
                                      ".hxx", ".inl", ".inc", ".ptx", ".py", ".jl",  ".rs",  ".f90", ".cuf", ".mojo"};

/* Where compilers have their own headers, some of which have no ending. */
static const char *const SYSTEM_FOLDERS[] = {"/usr/include", "/usr/local/include", "/usr/lib"};

static bool looks_like_source(const char *file)
{
    const char *dot = strrchr(file, '.');
    bool is_one = false;
    for (size_t k = 0; dot && k < sizeof ENDINGS / sizeof *ENDINGS; k++)
        is_one |= !strcmp(dot, ENDINGS[k]);
    return is_one;
}

static bool is_own(const wg_run *run, const char *file)
{
    bool own = !strcmp(file, run->spec->source);
    for (size_t k = 0; k < run->plan->step_count; k++)
        own |= run->plan->steps[k].source && !strcmp(file, run->plan->steps[k].source);
    return own;
}

/* -Ifolder, or -I and the folder. */
static bool is_in_include_folder(const wg_plan *plan, const char *file)
{
    bool found = false;
    for (size_t k = 0; k < plan->flag_count; k++) {
        const char *flag = plan->flags[k];
        if (strncmp(flag, "-I", 2) != 0)
            continue;
        const char *folder = flag[2] ? flag + 2 : k + 1 < plan->flag_count ? plan->flags[k + 1] : "";
        found |= *folder && wg_file_is_below(file, folder);
    }
    return found;
}

static bool is_in_system_folder(const char *file)
{
    wg_arena arena = {0};
    const char *cuda = wg_locate_cuda_headers(&arena);
    bool found = cuda && wg_file_is_below(file, cuda);
    wg_arena_free(&arena);
    for (size_t k = 0; k < sizeof SYSTEM_FOLDERS / sizeof *SYSTEM_FOLDERS; k++)
        found |= wg_file_is_below(file, SYSTEM_FOLDERS[k]);
    return found;
}

static bool is_beside(const char *file, const char *other)
{
    char *folder = wg_file_folder(other);
    bool beside = wg_file_is_below(file, folder);
    free(folder);
    return beside;
}

static bool may_be_read(const wg_run *run, const char *file)
{
    if (is_own(run, file) || is_in_system_folder(file))
        return true;
    return looks_like_source(file) && (is_beside(file, run->spec->source) || is_beside(file, run->spec->path) ||
                                       is_in_include_folder(run->plan, file));
}

char *wg_run_source_text(const wg_run *run, const char *file)
{
    char *text = NULL;
    size_t length;
    const char *ptx = wg_run_kernel(run)->ptx;
    if (ptx && !strcmp(file, run->spec->source))
        return strcpy(wg_alloc(strlen(ptx) + 1), ptx);
    if (!may_be_read(run, file) || wg_file_read_regular(file, MOST_BYTES, &text, &length, NULL) != WG_OK)
        return wg_alloc(1);
    return text;
}
