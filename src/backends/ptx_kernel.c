/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/ptx_kernel.h"

#include "backends/unresolved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding it ---- */

typedef struct search {
    const char *wanted;           /* NULL: any kernel */
    const wg_ptx_function *found; /* the last that matches */
    const wg_ptx_function *exact; /* the one whose name is exactly that */
    size_t found_count, all_count;
    wg_text found_names, all_names;
} search;

static void consider(search *s, const wg_ptx_function *f)
{
    char *name = wg_compile_source_name(f->name);
    wg_text_addf(&s->all_names, "%s%s", s->all_count++ ? ", " : "", name);
    if (!s->wanted || wg_compile_name_matches(f->name, s->wanted)) {
        wg_text_addf(&s->found_names, "%s%s", s->found_count++ ? ", " : "", name);
        s->found = f;
        if (s->wanted && (!strcmp(f->name, s->wanted) || !strcmp(name, s->wanted)))
            s->exact = f;
    }
    free(name);
}

static wg_status complain(const search *s, const char *source, wg_error *err)
{
    if (s->all_count == 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no kernel in it", source);
    if (s->found_count == 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no kernel '%s'; there are: %s", source, s->wanted,
                            wg_text_get(&s->all_names));
    if (!s->wanted)
        return wg_error_set(err, WG_ERR_INPUT, "%s: which kernel? Choose one with -k: %s", source,
                            wg_text_get(&s->all_names));
    return wg_error_set(err, WG_ERR_INPUT, "%s: '%s' could be any of these: %s", source, s->wanted,
                        wg_text_get(&s->found_names));
}

static wg_status find(wg_ptx_kernel *kernel, const char *wanted, wg_error *err)
{
    search s = {.wanted = wanted};
    for (uint32_t k = 0; k < kernel->module->function_count; k++)
        if (kernel->module->functions[k]->is_entry && kernel->module->functions[k]->has_body)
            consider(&s, kernel->module->functions[k]);
    free(kernel->name);
    kernel->name = NULL;
    kernel->function = s.exact ? s.exact : s.found_count == 1 ? s.found : NULL;
    wg_status status = kernel->function ? WG_OK : complain(&s, kernel->file, err);
    if (kernel->function)
        kernel->name = wg_compile_source_name(kernel->function->name);
    wg_text_free(&s.found_names);
    wg_text_free(&s.all_names);
    return status;
}

/* Lines of compiled PTX are not lines of the source: messages must not look as if they were. */
static wg_status parse(wg_ptx_kernel *kernel, wg_error *err)
{
    char name[4096];
    kernel->is_ptx = !strcmp(kernel->compiled.compiler, "ptx");
    snprintf(name, sizeof name, "%s%s", kernel->file, kernel->is_ptx ? "" : " (PTX)");
    return wg_ptx_parse(name, kernel->compiled.ptx, kernel->compiled.length, &kernel->module, err);
}

/* A variant takes the kernel's place: the whole module is parsed anew. */
static wg_status rewrite(wg_ptx_kernel *kernel, const wg_kernel_source *source, wg_error *err)
{
    wg_text text = {0};
    wg_status status = wg_ablate(kernel->module, kernel->function, kernel->compiled.ptx, kernel->compiled.length,
                                 source->rewrite, &text, err);
    if (status != WG_OK) {
        wg_text_free(&text);
        return status;
    }
    wg_ptx_module_free(kernel->module);
    free(kernel->compiled.ptx);
    kernel->module = NULL;
    kernel->compiled.ptx = text.bytes;
    kernel->compiled.length = text.length;
    status = parse(kernel, err);
    return status == WG_OK ? find(kernel, source->name, err) : status;
}

wg_status wg_ptx_kernel_open(const wg_kernel_source *source, const wg_compile_options *options, wg_ptx_kernel *out,
                             wg_error *err)
{
    wg_compile_options o = *options;
    o.kernel = source->name;
    o.flags = source->flags;
    o.flag_count = source->flag_count;
    *out = (wg_ptx_kernel){.file = strcpy(wg_alloc(strlen(source->file) + 1), source->file)};
    wg_status status = wg_compile(source->file, &o, &out->compiled, err);
    if (status == WG_OK)
        status = parse(out, err);
    if (status == WG_OK)
        status = find(out, source->name, err);
    if (status == WG_OK)
        status = wg_unresolved_check(out->module, out->function, out->file, err);
    return status == WG_OK && source->rewrite ? rewrite(out, source, err) : status;
}

void wg_ptx_kernel_close(wg_ptx_kernel *kernel)
{
    if (kernel->module)
        wg_ptx_module_free(kernel->module);
    wg_compiled_free(&kernel->compiled);
    free(kernel->name);
    free(kernel->file);
    *kernel = (wg_ptx_kernel){0};
}

const wg_ptx_variable *wg_ptx_kernel_symbol(const wg_ptx_kernel *kernel, const char *name)
{
    for (uint32_t k = 0; k < kernel->module->variable_count; k++) {
        const wg_ptx_variable *v = kernel->module->variables[k];
        if (!strcmp(v->name, name) || wg_compile_name_matches(v->name, name))
            return v;
    }
    return NULL;
}

wg_status wg_ptx_kernel_rename(const wg_ptx_kernel *kernel, wg_status status, wg_error *err)
{
    const char *place = status != WG_OK && err && kernel->name ? strstr(err->text, kernel->function->name) : NULL;
    if (!place || !strcmp(kernel->function->name, kernel->name))
        return status;
    wg_error was = *err;
    int before = (int)(place - err->text);
    snprintf(err->text, sizeof err->text, "%.*s%s%s", before, was.text, kernel->name,
             was.text + before + strlen(kernel->function->name));
    return status;
}

/* ---- what it takes ---- */

static const char *type_of(const wg_ptx_param *param, char *text, size_t size)
{
    const wg_ptx_variable *v = param->variable;
    if (!v)
        snprintf(text, size, "register");
    else if (v->is_array)
        snprintf(text, size, "%llu bytes", (unsigned long long)v->size);
    else
        snprintf(text, size, "%s", wg_type_name(v->type));
    return text;
}

/* "'x' (-a x:f32[n]=random)" reads badly for unnamed ones: those are numbered. */
static const char *name_of(const wg_argument *a, size_t number, char *text, size_t size)
{
    if (a->name)
        snprintf(text, size, "argument %zu, '%s',", number, a->name);
    else
        snprintf(text, size, "argument %zu", number);
    return text;
}

void wg_ptx_kernel_describe(const wg_ptx_kernel *kernel, wg_text *text)
{
    for (uint32_t k = 0; k < kernel->function->param_count; k++) {
        char type[64];
        wg_text_addf(text, "%s%s", k ? ", " : " (", type_of(&kernel->function->params[k], type, sizeof type));
    }
    if (kernel->function->param_count)
        wg_text_addf(text, ")");
}

static wg_status check_count(const wg_ptx_kernel *kernel, size_t given, wg_error *err)
{
    uint32_t wanted = kernel->function->param_count;
    if (given == wanted)
        return WG_OK;
    wg_text types = {0};
    wg_ptx_kernel_describe(kernel, &types);
    wg_status status = wg_error_set(err, WG_ERR_INPUT, "kernel %s takes %u argument%s%s, %zu given", kernel->name,
                                    wanted, wanted == 1 ? "" : "s", wg_text_get(&types), given);
    wg_text_free(&types);
    return status;
}

static bool is_float(wg_type type)
{
    return wg_type_kind_of(type) == WG_KIND_FLOAT;
}

/* PTX says little: signs are lost, halves and structures are byte arrays. Sizes must agree, and floating point must
 * not meet integers where PTX tells them apart. */
static bool fits(const wg_argument *a, const wg_ptx_variable *v)
{
    if (a->memory != WG_MEMORY_SCALAR)
        return v->size == 8 && !is_float(v->type);
    if (v->size != wg_element_size(&a->type))
        return false;
    bool real = a->type.element->kind == WG_ELEMENT_FLOAT;
    bool plain = !v->is_array && a->type.lanes == 1;
    bool typed = wg_type_kind_of(v->type) != WG_KIND_BITS;
    return !plain || !typed || real == is_float(v->type);
}

static wg_status check_type(const wg_ptx_kernel *kernel, const wg_argument *a, size_t position, wg_error *err)
{
    static const char *const kinds[] = {
        [WG_MEMORY_VECTOR] = "a buffer", [WG_MEMORY_LOCAL] = "local memory", [WG_MEMORY_TEXTURE] = "a texture"};
    const wg_ptx_param *param = &kernel->function->params[position];
    if (!param->variable || fits(a, param->variable))
        return WG_OK;
    char name[128], type[64], element[64];
    wg_element_format(&a->type, element, sizeof element);
    return wg_error_set(err, WG_ERR_INPUT, "%s: kernel %s: %s is %s, the kernel's parameter is %s", a->where,
                        kernel->name, name_of(a, position + 1, name, sizeof name),
                        a->memory == WG_MEMORY_SCALAR ? element : kinds[a->memory], type_of(param, type, sizeof type));
}

wg_status wg_ptx_kernel_check(const wg_ptx_kernel *kernel, const wg_signature *signature, wg_error *err)
{
    wg_status status = check_count(kernel, signature->pass_count, err);
    for (size_t k = 0; k < signature->pass_count && status == WG_OK; k++)
        status = check_type(kernel, &signature->spec->arguments[signature->pass[k]], k, err);
    return status;
}

/* What is not forgotten yet ptxas still takes. */
void wg_ptx_kernel_arch(const wg_ptx_kernel *kernel, const wg_device *device, char *arch, size_t size)
{
    wg_compile_arch(device->major, device->minor, arch, size);
    const char *target = kernel->module->target ? kernel->module->target : "";
    if (!strncmp(target, "sm_", 3) && atoi(target + 3) >= atoi(arch + 3))
        snprintf(arch, size, "%.*s", (int)strcspn(target, ", "), target);
}
