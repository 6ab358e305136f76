/* SPDX-License-Identifier: Apache-2.0 */
/* Structures that are passed by value: `p:{data:f32[n]=random, n:i32=1024, scale:f32=2}`. Fields are arguments of
 * their own, which no kernel gets: a buffer among them is a pointer in the structure. They lie as a compiler for the
 * GPU puts them: each at a multiple of its alignment, and the whole is as long as a multiple of the largest. */
#include "spec/spec.h"

#include <stdlib.h>
#include <string.h>

enum { POINTER = 8, MOST_ALIGNMENT = 16, MOST_DEPTH = 8 };

static bool is_pointer(const wg_argument *a)
{
    return a->memory == WG_MEMORY_VECTOR || a->memory == WG_MEMORY_TEXTURE;
}

/* float2 and float4 lie at multiples of their size, up to 16; float3 where a float may. */
static uint32_t alignment_of(const wg_argument *a)
{
    uint32_t most = 1, number = a->type.element->bytes, lanes = a->type.lanes;
    if (is_pointer(a))
        return POINTER;
    for (size_t k = 0; k < a->field_count; k++) {
        uint32_t one = alignment_of(a->fields[k].argument);
        most = one > most ? one : most;
    }
    if (a->type.element->kind == WG_ELEMENT_BYTES)
        return most;
    bool whole = lanes > 1 && (lanes & (lanes - 1)) == 0;
    uint32_t wanted = whole ? number * lanes : number;
    return lanes <= 4 && wanted > MOST_ALIGNMENT ? MOST_ALIGNMENT : wanted;
}

static uint64_t size_of(const wg_argument *a)
{
    return is_pointer(a) ? POINTER : wg_element_size(&a->type) * (uint64_t)(a->array ? a->array : 1);
}

static uint64_t align(uint64_t offset, uint32_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

wg_status wg_spec_lay_out(wg_argument *structure, wg_error *err)
{
    uint64_t offset = 0;
    uint32_t most = 1;
    for (size_t k = 0; k < structure->field_count; k++) {
        wg_spec_field *field = &structure->fields[k];
        uint32_t alignment = alignment_of(field->argument);
        most = alignment > most ? alignment : most;
        offset = align(offset, alignment);
        field->offset = (uint32_t)offset;
        offset += size_of(field->argument);
        if (offset > WG_LARGEST_STRUCTURE)
            break;
    }
    offset = align(offset, most);
    if (offset == 0 || offset > WG_LARGEST_STRUCTURE)
        return wg_error_set(err, WG_ERR_INPUT, "%s: a structure has 1 to %d bytes", structure->where,
                            WG_LARGEST_STRUCTURE);
    wg_element_find("bytes", 5, &structure->type);
    structure->type.lanes = (uint32_t)offset;
    structure->memory = WG_MEMORY_SCALAR;
    structure->fill = WG_FILL_FIELDS;
    return WG_OK;
}

/* ---- as the command line writes them ---- */

const char *wg_spec_find_fields(const char *text)
{
    const char *brace = text + strcspn(text, "{[=");
    return *brace == '{' && (brace == text || brace[-1] == ':') ? brace : NULL;
}

/* `m:f32(16)=1` is an array in the structure itself: its length is taken out of the text. */
static wg_status take_array(char *text, const char *where, uint64_t *length, wg_error *err)
{
    char *open = text + strcspn(text, "([=");
    char *end;
    *length = 0;
    if (*open != '(')
        return WG_OK;
    *length = strtoull(open + 1, &end, 10);
    if (*end != ')' || *length == 0 || *length > WG_LARGEST_STRUCTURE)
        return wg_error_set(err, WG_ERR_INPUT, "%s: expected the length of an array in the structure: TYPE(LENGTH)",
                            where);
    memmove(open, end + 1, strlen(end + 1) + 1);
    return WG_OK;
}

static wg_status read_field(wg_spec *spec, char *text, const char *where, int depth, wg_argument *out, wg_error *err)
{
    uint64_t length = 0;
    const char *name = wg_arena_format(&spec->arena, "%s, field %s", where, text);
    wg_status status = wg_spec_find_fields(text) ? WG_OK : take_array(text, name, &length, err);
    if (status == WG_OK)
        status = wg_spec_read_argument_at(spec, text, name, depth + 1, out, err);
    if (status != WG_OK)
        return status;
    out->is_passed = false;
    out->array = (uint32_t)length;
    bool bad = out->sets_symbol || out->memory == WG_MEMORY_LOCAL || (length && is_pointer(out));
    if (!out->name || bad)
        return wg_error_set(err, WG_ERR_INPUT,
                            "%s: a field needs a name, and is a number, an array, a buffer or a texture", name);
    return WG_OK;
}

wg_status wg_spec_read_fields(wg_spec *spec, const char *text, const char *where, int depth, wg_argument *out,
                              wg_error *err)
{
    const char *brace = wg_spec_find_fields(text);
    size_t length = strlen(brace), capacity = 0;
    wg_spec_field *list = NULL;
    wg_status status = WG_OK;
    if (brace[length - 1] != '}' || depth >= MOST_DEPTH)
        return wg_error_set(err, WG_ERR_INPUT, "%s: expected NAME:{FIELD, FIELD, …}", where);
    *out = (wg_argument){.where = where, .is_passed = true};
    if (brace > text)
        out->name = wg_arena_copy(&spec->arena, text, (size_t)(brace - text) - 1);
    const char *rest = length > 2 ? wg_arena_copy(&spec->arena, brace + 1, length - 2) : NULL;
    while (rest && status == WG_OK) {
        char *one = wg_spec_split(&spec->arena, rest, &rest);
        wg_argument *field = WG_NEW(&spec->arena, wg_argument);
        status = read_field(spec, one + strspn(one, " \t"), where, depth, field, err);
        *WG_PUSH(list, out->field_count, capacity) = (wg_spec_field){.argument = field};
    }
    out->fields = WG_NEW_ARRAY(&spec->arena, wg_spec_field, out->field_count + 1);
    if (out->field_count)
        memcpy(out->fields, list, out->field_count * sizeof *list);
    free(list);
    return status == WG_OK ? wg_spec_lay_out(out, err) : status;
}

/* ---- among the arguments ---- */

void wg_spec_add_fields(wg_spec *spec)
{
    for (size_t k = 0; k < spec->argument_count; k++) { /* fields of fields come behind */
        const wg_argument structure = spec->arguments[k];
        for (size_t f = 0; f < structure.field_count && !structure.fields[f].index; f++) {
            wg_argument *field = wg_spec_add_argument(spec);
            *field = *structure.fields[f].argument;
            field->name = wg_arena_format(&spec->arena, "%s.%s", structure.name ? structure.name : "", field->name);
            structure.fields[f].index = spec->argument_count - 1;
        }
    }
}
