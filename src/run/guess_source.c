/* SPDX-License-Identifier: Apache-2.0 */
#include "run/guess.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), width = strlen(end);
    return length >= width && !strcmp(text + length - width, end);
}

void wg_read_source_open(const wg_spec *spec, const char *const *flags, size_t flag_count, wg_read_source *out)
{
    size_t length;
    *out = (wg_read_source){0};
    if (ends_with(spec->source, ".ptx") || wg_file_read(spec->source, &out->text, &length, NULL) != WG_OK)
        return;
    bool is_opencl = ends_with(spec->source, ".cl");
    out->source = wg_source_new(out->text, length, is_opencl, flags, flag_count);
    if (out->source->kernel_count == 0 && !is_opencl && !ends_with(spec->source, ".cu")) {
        wg_source_free(out->source);
        out->source = wg_source_new(out->text, length, true, flags, flag_count);
    }
}

void wg_read_source_close(wg_read_source *source)
{
    wg_source_free(source->source);
    free(source->text);
    *source = (wg_read_source){0};
}

static uint64_t bytes_of(const char *element)
{
    wg_element_type type;
    return element && wg_element_find(element, strlen(element), &type) ? wg_element_size(&type) : 0;
}

/* What the text says is no more than a reading of it: the compiler knows. */
static bool agrees(const wg_source_type *type, const wg_ptx_param *param)
{
    const wg_ptx_variable *v = param->variable;
    if (!v)
        return true;
    if (type->is_local)
        return param->pointee == WG_SPACE_SHARED || v->size <= 8;
    if (type->pointers || type->is_texture)
        return v->size == 8 && !v->is_array;
    uint64_t bytes = bytes_of(type->element);
    bool is_real = type->element && *type->element == 'f' && bytes >= 4;
    if (bytes && bytes != v->size)
        return false;
    return !bytes || v->is_array || wg_type_kind_of(v->type) == WG_KIND_BITS ||
           (wg_type_kind_of(v->type) == WG_KIND_FLOAT) == is_real || bytes < 4;
}

wg_source_kernel *wg_read_source_find(const wg_read_source *source, const wg_ptx_function *function)
{
    wg_source_kernel *found = NULL;
    char *name = wg_compile_source_name(function->name);
    for (size_t k = 0; source->source && k < source->source->kernel_count && !found; k++) {
        wg_source_kernel *kernel = &source->source->kernels[k];
        if (!wg_compile_name_matches(function->name, kernel->name) || kernel->parameter_count != function->param_count)
            continue;
        wg_source_instantiate(source->source, kernel, name);
        found = kernel;
        for (uint32_t p = 0; p < function->param_count; p++)
            if (!agrees(&kernel->parameters[p].type, &function->params[p]))
                found = NULL;
    }
    free(name);
    return found;
}

/* ---- types of arguments ---- */

wg_source_kernel *wg_read_source_named(const wg_read_source *text, const char *name)
{
    wg_source *source = text->source;
    wg_source_kernel *found = NULL;
    size_t length = name ? strcspn(name, "<") : 0, count = 0;
    for (size_t c = length; c > 0; c--)
        if (name[c - 1] == ':') {
            name += c;
            length -= c;
            break;
        }
    for (size_t k = 0; source && k < source->kernel_count; k++) {
        wg_source_kernel *kernel = &source->kernels[k];
        if (name && (strlen(kernel->name) != length || memcmp(kernel->name, name, length) != 0))
            continue;
        count++;
        found = kernel;
    }
    if (count == 1 && name && strchr(name, '<'))
        wg_source_instantiate(source, found, name);
    return count == 1 ? found : NULL;
}

/* An unsigned integer for a signed one is fine, and so are four floats for a float4, anything for a char, and words of
 * 16 bits for halves, which few hosts have a type for. */
static bool fits(const wg_element_type *given, const char *element)
{
    wg_element_type wanted;
    if (!wg_element_find(element, strlen(element), &wanted) || given->element->kind == WG_ELEMENT_BYTES ||
        wanted.element->bytes == 1 || (wanted.element->bytes == 2 && given->element->bytes == 2))
        return true;
    bool both_real = given->element->kind == WG_ELEMENT_FLOAT && wanted.element->kind == WG_ELEMENT_FLOAT;
    bool real = given->element->kind == WG_ELEMENT_FLOAT || wanted.element->kind == WG_ELEMENT_FLOAT;
    return both_real || real ? given->element == wanted.element : given->element->bytes == wanted.element->bytes;
}

static wg_status check_type(const wg_argument *a, const wg_source_kernel *kernel, size_t index, wg_error *err)
{
    const wg_source_parameter *p = &kernel->parameters[index];
    char given[64];
    if (a->memory != WG_MEMORY_VECTOR || p->type.pointers != 1 || !p->type.element || fits(&a->type, p->type.element))
        return WG_OK;
    wg_element_format(&a->type, given, sizeof given);
    return wg_error_set(
        err, WG_ERR_INPUT,
        "%s: parameter %zu of kernel %s, '%s', is of type %s and would read the bytes of %s as something "
        "else: write %s instead of %s",
        a->where, index + 1, kernel->name, p->name ? p->name : "", p->type.text, given, p->type.element, given);
}

wg_status wg_guess_check_types(const wg_spec *spec, wg_error *err)
{
    wg_read_source source;
    wg_status status = WG_OK;
    size_t passed = 0;
    if (spec->step_count || spec->is_host_code || !spec->source)
        return WG_OK;
    for (size_t k = 0; k < spec->argument_count; k++)
        passed += spec->arguments[k].is_passed;
    if (!passed)
        return WG_OK;
    wg_read_source_open(spec, spec->flags, spec->flag_count, &source);
    const wg_source_kernel *kernel = wg_read_source_named(&source, spec->kernel);
    bool known = kernel && kernel->parameter_count == passed;
    for (size_t k = 0, index = 0; known && k < spec->argument_count && status == WG_OK; k++)
        if (spec->arguments[k].is_passed)
            status = check_type(&spec->arguments[k], kernel, index++, err);
    wg_read_source_close(&source);
    return status;
}
