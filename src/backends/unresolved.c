/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/unresolved.h"

#include "base/arena.h"
#include "compile/compile.h"
#include "sim/builtins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct search {
    const wg_ptx_module *module;
    bool *seen;                      /* by a function's index */
    const wg_ptx_function **waiting; /* whose calls are to be looked at */
    size_t waiting_count;
    const wg_ptx_instruction *call; /* the first of what is not there */
    const wg_ptx_function *callee;
} search;

static void consider(search *s, const wg_ptx_instruction *call, const wg_ptx_function *callee)
{
    bool is_there = !callee->is_entry && (callee->has_body || wg_builtin_find(callee->name) >= 0);
    if (is_there && callee->has_body && !s->seen[callee->index]) {
        s->seen[callee->index] = true;
        s->waiting[s->waiting_count++] = callee;
    }
    if (!is_there && !s->callee && !strncmp(call->spelling, "call", 4)) { /* others take its address */
        s->call = call;
        s->callee = callee;
    }
}

static void look_through(search *s, const wg_ptx_function *kernel)
{
    s->waiting[s->waiting_count++] = kernel;
    while (s->waiting_count) {
        const wg_ptx_function *f = s->waiting[--s->waiting_count];
        for (uint32_t k = 0; k < f->instruction_count; k++)
            for (uint16_t o = 0; o < f->instructions[k].operand_count; o++)
                if (f->instructions[k].operands[o].kind == WG_OPERAND_FUNCTION)
                    consider(s, &f->instructions[k], f->instructions[k].operands[o].function);
    }
}

/* "image2d_t" of "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i"; false: it takes none. */
static bool image_type(const wg_ptx_function *function, char *type, size_t size)
{
    static const char mark[] = "ocl_image";
    const char *at = strstr(function->name, mark), *end = at;
    for (const char *const *access = (const char *const[]){"_ro", "_wo", "_rw", NULL}; at && *access && end == at;
         access++)
        end = strstr(at, *access) ? strstr(at, *access) : at;
    if (at)
        snprintf(type, size, "%.*s_t", (int)(end - at) - 4, at + 4);
    return at != NULL;
}

/* "file.cl:12", or the line of the PTX where it does not say. */
static void describe_place(const search *s, const char *file, wg_text *out)
{
    const wg_ptx_place *place = &s->call->place;
    if (!place->source_line || place->file >= s->module->file_count || !s->module->files[place->file]) {
        wg_text_addf(out, "%s:%u", s->module->name, place->line);
        return;
    }
    const char *said = s->module->files[place->file], *slash = strrchr(said, '/'), *own = strrchr(file, '/');
    bool is_own = !strcmp(slash ? slash + 1 : said, own ? own + 1 : file);
    wg_text_addf(out, "%s:%u", is_own ? file : said, place->source_line);
}

static wg_status complain(const search *s, const char *file, wg_error *err)
{
    char type[64];
    wg_text place = {0};
    describe_place(s, file, &place);
    char *name = wg_compile_source_name(s->callee->name);
    wg_text what = {0};
    if (image_type(s->callee, type, sizeof type))
        wg_text_addf(&what, "%s of an %s", name, type);
    else if (s->callee->is_entry)
        wg_text_addf(&what, "calling %s, which is a kernel", name);
    else
        wg_text_addf(&what, "calling %s, which nothing here defines", name);
    wg_status status =
        wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: not supported: %s", wg_text_get(&place), wg_text_get(&what));
    wg_text_free(&what);
    free(name);
    wg_text_free(&place);
    return status;
}

wg_status wg_unresolved_check(const wg_ptx_module *module, const wg_ptx_function *kernel, const char *file,
                              wg_error *err)
{
    search s = {.module = module,
                .seen = wg_alloc(module->function_count * sizeof *s.seen + 1),
                .waiting = wg_alloc((module->function_count + 1) * sizeof *s.waiting)};
    look_through(&s, kernel);
    wg_status status = s.callee ? complain(&s, file, err) : WG_OK;
    free(s.seen);
    free(s.waiting);
    return status;
}
