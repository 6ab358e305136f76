/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/host_code.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/store.h"
#include "compile/command.h"
#include "compile/locate.h"
#include "compile/macros.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the second file ---- */

static const char *type_name(const wg_argument *a, char *text, size_t size)
{
    const wg_element *e = a->type.element;
    if (a->memory != WG_MEMORY_SCALAR)
        snprintf(text, size, "void *");
    else if (e->kind == WG_ELEMENT_BYTES || a->type.lanes != 1)
        return NULL;
    else if (e->kind == WG_ELEMENT_FLOAT && e->bytes > 2)
        snprintf(text, size, "%s", e->bytes == 4 ? "float" : "double");
    else
        snprintf(text, size, "%sint%d_t", e->kind == WG_ELEMENT_INT ? "" : "u", 8 * e->bytes);
    return text;
}

/* In C a void pointer becomes any other; in C++ an object can be made to. */
static const char any_pointer[] =
    "struct wg_pointer { void *p; template <class T> operator T *() const { return (T *)p; } };\n";

/* The function's file is included, so that the compiler sees whether the arguments fit. */
static wg_status write_caller(const wg_kernel_source *source, const char *file, bool is_cuda, wg_text *out,
                              wg_error *err)
{
    const wg_signature *s = &source->signature;
    bool speaks = source->is_vendor || source->is_check;
    if (strpbrk(file, "\"\\\n"))
        return wg_error_set(err, WG_ERR_INPUT, "%s: a file with such a name cannot be included: rename it", file);
    wg_macros_write(source->flags, source->flag_count, out);
    wg_text_addf(out, "#include \"%s\"\n#include <stdint.h>\n%s", file, is_cuda ? any_pointer : "");
    wg_text_addf(out, "%sconst char *wg_call_host(void *const *a);\nconst char *wg_call_host(void *const *a)\n{\n",
                 is_cuda ? "extern \"C\" " : "");
    wg_text_addf(out, "    (void)a;\n    %s%s(", speaks ? "return " : "", source->name);
    for (size_t k = 0; k < s->pass_count; k++) {
        char type[32];
        const wg_argument *a = &s->spec->arguments[s->pass[k]];
        if (!type_name(a, type, sizeof type))
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: a C function cannot be given a structure", a->where);
        bool pointer = is_cuda && a->memory != WG_MEMORY_SCALAR;
        wg_text_addf(out, pointer ? "%swg_pointer{*(%s *)a[%zu]}" : "%s*(%s *)a[%zu]", k ? ", " : "", type, k);
    }
    wg_text_addf(out, ");\n%s}\n", speaks ? "" : "    return 0;\n");
    return WG_OK;
}

/* ---- compiling ---- */

typedef struct builder {
    const wg_kernel_source *source;
    const char *arch; /* NULL: the C compiler */
    wg_stop *interrupted;
    wg_arena arena;
    const char *compiler, *folder, *caller, *log, *library;
} builder;

static wg_status find_compiler(builder *b, wg_error *err)
{
    static const char *const names[] = {"cc", "gcc", "clang", NULL};
    b->compiler = b->arch ? wg_locate_nvcc(&b->arena) : wg_locate_program(&b->arena, "CC", names);
    if (b->compiler)
        return WG_OK;
    return wg_error_set(err, WG_ERR_MISSING, "%s: %s", b->source->file,
                        b->arch ? "a vendor's rung needs nvcc, which is not there: install the CUDA toolkit"
                                : "needs a C compiler, and there is none: install gcc");
}

static bool links(const char *flag)
{
    return !strncmp(flag, "-l", 2) || !strncmp(flag, "-L", 2);
}

/* Macros are in the file. */
static void add_flags(wg_command *command, const wg_kernel_source *source, bool linking)
{
    for (size_t k = 0; k < source->flag_count; k++)
        if (links(source->flags[k]) == linking && !wg_macros_is_one(source->flags[k]))
            wg_command_add(command, source->flags[k]);
}

/* nvcc hands its words to a shell: compile/nvcc.c. */
static wg_status run(const builder *b, wg_command *command, int *exit_status, wg_error *err)
{
    const char *word = b->arch ? wg_command_find_shell_word(command) : NULL;
    if (word)
        return wg_error_set(err, WG_ERR_INPUT,
                            "%s: nvcc was not run: it would hand %s to a shell, which takes signs in it for more",
                            b->source->file, word);
    return wg_command_run(command, b->log, exit_status, err);
}

static wg_status compile(builder *b, bool parallel, int *exit_status, wg_error *err)
{
    wg_command command = {.interrupted = b->interrupted, .scratch = b->folder};
    wg_command_add(&command, b->compiler);
    if (b->arch) {
        wg_command_add_words(&command, &b->arena, "-O3 -shared -Xcompiler -fPIC");
        wg_command_add(&command, wg_arena_format(&b->arena, "-arch=%s", b->arch));
    } else {
        wg_command_add_words(&command, &b->arena, "-O3 -march=native -fno-math-errno -std=gnu17 -shared -fPIC");
        wg_command_add(&command, "-Werror=implicit-function-declaration"); /* else found out only when it is loaded */
    }
    if (parallel)
        wg_command_add_words(&command, &b->arena, b->arch ? "-Xcompiler -fopenmp" : "-fopenmp");
    add_flags(&command, b->source, false);
    wg_command_add(&command, b->caller);
    wg_command_add_words(&command, &b->arena, "-o");
    wg_command_add(&command, b->library);
    add_flags(&command, b->source, true);
    wg_command_add(&command, "-lm");
    wg_status status = run(b, &command, exit_status, err);
    wg_command_free(&command);
    return status;
}

/* A compiler without OpenMP's library gets a second try without it. */
static wg_status compile_or_complain(builder *b, wg_error *err)
{
    int exit_status = 1;
    wg_status status = compile(b, true, &exit_status, err);
    if (status == WG_OK && exit_status)
        status = compile(b, false, &exit_status, err);
    if (status != WG_OK || !exit_status)
        return status;
    char *log = NULL;
    size_t length = 0;
    wg_file_read(b->log, &log, &length, NULL);
    const char *library = log ? strstr(log, "cannot find -l") : NULL;
    if (library) /* a library that is not installed is no mistake of the file's */
        status = wg_error_set(err, WG_ERR_MISSING, "needs lib%.*s", (int)strcspn(library + 14, ": \n"), library + 14);
    else
        status =
            wg_error_set(err, WG_ERR_INPUT, "%s: %s refuses it:\n%s", b->source->file, b->compiler, log ? log : "");
    free(log);
    return status;
}

/* A file and those it includes from its own folder: transfers.cu includes compute.cu. */
static wg_status hash_source(const char *file, int depth, uint64_t *hash, wg_error *err)
{
    enum { DEEPEST = 8 };
    char *text;
    size_t length, folder = strrchr(file, '/') ? (size_t)(strrchr(file, '/') - file) + 1 : 0;
    wg_status status = wg_file_read(file, &text, &length, err);
    if (status != WG_OK)
        return status;
    *hash = wg_hash(text, length, *hash);
    for (char *at = text; depth < DEEPEST && (at = strstr(at, "#include \""));) {
        char path[4096];
        at += strlen("#include \"");
        snprintf(path, sizeof path, "%.*s%.*s", (int)folder, file, (int)strcspn(at, "\"\n"), at);
        hash_source(path, depth + 1, hash, NULL); /* one that is not there is the compiler's to find */
    }
    free(text);
    return WG_OK;
}

/* Code for this processor must not be run by another that shares the folder. */
static uint64_t hash_processor(uint64_t hash)
{
    FILE *info = fopen("/proc/cpuinfo", "r");
    char line[4096];
    while (info && fgets(line, sizeof line, info))
        if (!strncmp(line, "flags", 5) || !strncmp(line, "Features", 8)) {
            hash = wg_hash(line, strlen(line), hash);
            break;
        }
    if (info)
        fclose(info);
    return hash;
}

/* Everything the library depends on: what it is made of and who makes it. *entry is where it is kept; NULL: there is no
 * cache. */
static wg_status name_library(builder *b, const char *caller, const char **entry, wg_error *err)
{
    uint64_t hash = 3; /* another number with each change of how we compile */
    wg_status status = hash_source(b->source->file, 0, &hash, err);
    char *cache = status == WG_OK ? wg_store_folder() : NULL;
    *entry = NULL;
    if (!cache)
        return status;
    hash = hash_processor(hash);
    hash = wg_hash(caller, strlen(caller), hash);
    hash = wg_hash(b->compiler, strlen(b->compiler), hash);
    hash = b->arch ? wg_hash(b->arch, strlen(b->arch), hash) : hash;
    for (size_t k = 0; k < b->source->flag_count; k++)
        hash = wg_hash(b->source->flags[k], strlen(b->source->flags[k]) + 1, hash);
    *entry = wg_arena_format(&b->arena, "%s/host-%016llx.so", cache, (unsigned long long)hash);
    free(cache);
    return WG_OK;
}

static wg_status make_library(builder *b, const char *caller, wg_error *err)
{
    wg_status status = wg_file_scratch(&b->arena, &b->folder, err);
    if (status != WG_OK)
        return status;
    b->caller = wg_arena_format(&b->arena, "%s/caller.%s", b->folder, b->arch ? "cu" : "c");
    b->log = wg_arena_format(&b->arena, "%s/log", b->folder);
    b->library = wg_arena_format(&b->arena, "%s/host.so", b->folder);
    status = wg_file_write(b->caller, caller, strlen(caller), err);
    return status == WG_OK ? compile_or_complain(b, err) : status;
}

/* Whether it is there, as it was written: loading half a library is the end of the process. */
static bool is_kept(const char *entry)
{
    char *bytes;
    size_t length;
    bool kept = entry && wg_store_read(entry, &bytes, &length);
    if (kept)
        free(bytes);
    return kept;
}

/* Into the cache; what is behind the last section of a library does not matter to who loads it. */
static bool keep(const char *entry, const char *library)
{
    char *bytes = NULL;
    size_t length;
    bool kept = entry && wg_file_read(library, &bytes, &length, NULL) == WG_OK &&
                wg_store_write(entry, bytes, length, NULL) == WG_OK;
    free(bytes);
    return kept;
}

/* The path to load it from: of the cache, or without one of the folder it was compiled in. */
static wg_status find_or_make(builder *b, const char *caller, const char **path, wg_error *err)
{
    const char *entry;
    wg_status status = name_library(b, caller, &entry, err);
    *path = entry;
    if (status != WG_OK || is_kept(entry))
        return status;
    status = make_library(b, caller, err);
    if (status == WG_OK && !keep(entry, b->library))
        *path = b->library;
    return status;
}

wg_status wg_host_code_load(wg_host_code *code, wg_error *err)
{
    /* Stays loaded: OpenMP's threads outlive the call that started them. */
    if (!code->library)
        code->library = dlopen(code->path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    void *symbol = code->library ? dlsym(code->library, "wg_call_host") : NULL;
    if (!symbol)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s", dlerror());
    memcpy(&code->call, &symbol, sizeof symbol);
    return WG_OK;
}

static wg_status check_source(const wg_kernel_source *source, wg_error *err)
{
    if (!source->name)
        return wg_error_set(err, WG_ERR_INPUT, "%s: which function?", source->file);
    if (!source->signature.spec || !source->signature.spec->is_trusted)
        return wg_error_set(
            err, WG_ERR_INPUT,
            "%s: C code of a ladder's runs on this machine with --trust only, if you know what is in it", source->file);
    return wg_macros_check(source->file, source->flags, source->flag_count, err);
}

wg_status wg_host_code_build(const wg_kernel_source *source, const char *arch, wg_stop *interrupted, wg_host_code *out,
                             char compiler[64], wg_error *err)
{
    builder b = {.source = source, .arch = arch, .interrupted = interrupted};
    wg_text caller = {0};
    const char *path = NULL;
    char *absolute = realpath(source->file, NULL);
    *out = (wg_host_code){0};
    wg_status status = check_source(source, err);
    if (status == WG_OK)
        status = find_compiler(&b, err);
    if (status == WG_OK)
        status = write_caller(source, absolute ? absolute : source->file, arch != NULL, &caller, err);
    if (status == WG_OK)
        status = find_or_make(&b, caller.bytes, &path, err);
    if (status == WG_OK)
        out->path = wg_copy(path, strlen(path));
    if (status == WG_OK)
        snprintf(compiler, 64, "%s", strrchr(b.compiler, '/') ? strrchr(b.compiler, '/') + 1 : b.compiler);
    if (status == WG_OK && path == b.library) /* there is no cache: it stays where it is until it is closed */
        out->folder = wg_copy(b.folder, strlen(b.folder));
    else
        wg_file_discard(b.folder);
    wg_text_free(&caller);
    wg_arena_free(&b.arena);
    free(absolute);
    return status;
}

void wg_host_code_close(wg_host_code *code)
{
    if (code->library)
        dlclose(code->library);
    wg_file_discard(code->folder);
    free(code->folder);
    free(code->path);
    *code = (wg_host_code){0};
}

wg_status wg_host_code_call(wg_host_code *code, const wg_kernel_call *call, wg_error *err)
{
    wg_status status = wg_host_code_load(code, err);
    if (status != WG_OK)
        return status;
    uint64_t *handles = wg_alloc((call->argument_count + 1) * sizeof *handles);
    void **arguments = wg_alloc((call->argument_count + 1) * sizeof *arguments);
    for (size_t k = 0; k < call->argument_count; k++) {
        const wg_kernel_argument *a = &call->arguments[k];
        handles[k] = a->handle;
        arguments[k] = a->kind == WG_MEMORY_SCALAR ? (void *)a->bits : &handles[k];
    }
    const char *complaint = code->call(arguments);
    free(arguments);
    free(handles);
    return complaint ? wg_error_set(err, WG_ERR_FAILED, "%s", complaint) : WG_OK;
}
