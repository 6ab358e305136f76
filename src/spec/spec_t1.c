/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the open T1 tuning format as KTT, Kernel Tuner and the BAT suite write it; docs/use/spec.md lists the members.
 * Members that say nothing about a single run (Search, Budget, General, …) are not looked at. */
#include "base/file.h"
#include "spec/file_options.h"
#include "json/read.h"

#include <stdio.h>
#include <string.h>

static const char *const axes[3] = {"X", "Y", "Z"};

static const char *keep(wg_spec *spec, const char *text)
{
    return wg_arena_copy(&spec->arena, text, strlen(text));
}

static const char *keep_where(wg_spec *spec, const wg_json *node)
{
    char where[1024];
    wg_json_where(node, where, sizeof where);
    return keep(spec, where);
}

/* A number or an expression; absent: the formula stays empty. */
static wg_status read_formula(wg_spec *spec, const wg_json *node, wg_formula *out, wg_error *err)
{
    *out = (wg_formula){0};
    if (wg_json_absent(node))
        return WG_OK;
    char number[64];
    const char *text = json_string_value(node->value);
    if (json_is_integer(node->value))
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(node->value));
    else if (json_is_real(node->value))
        snprintf(number, sizeof number, "%.17g", json_real_value(node->value));
    else if (json_is_boolean(node->value))
        snprintf(number, sizeof number, "%d", json_is_true(node->value));
    else if (!text)
        return wg_json_fail(node, err, "expected a number or an expression");
    *out = (wg_formula){.text = keep(spec, text ? text : number), .where = keep_where(spec, node)};
    return WG_OK;
}

static wg_status read_formula_member(wg_spec *spec, const wg_json *object, const char *key, wg_formula *out,
                                     wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    return read_formula(spec, &node, out, err);
}

/* One of a table of words; absent: the first. */
typedef struct choice {
    const char *word;
    int value;
    const char *unsupported; /* the word is known, and this is why it is refused */
} choice;

static wg_status read_choice(const wg_json *object, const char *key, const choice *choices, int *out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    *out = choices[0].value;
    if (wg_json_absent(&node))
        return WG_OK;
    const char *word;
    wg_status status = wg_json_string(&node, &word, err);
    if (status != WG_OK)
        return status;
    char known[256] = "";
    for (const choice *c = choices; c->word; c++) {
        if (!strcmp(c->word, word) && c->unsupported)
            return wg_json_fail(&node, err, "%s", c->unsupported);
        *out = c->value;
        if (!strcmp(c->word, word))
            return WG_OK;
        size_t used = strlen(known);
        if (!c->unsupported)
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", c->word);
    }
    return wg_json_fail(&node, err, "'%s' is not one of %s", word, known);
}

/* ---- the space of parameters ---- */

static bool read_setting(wg_spec *spec, const json_t *value, wg_setting *out)
{
    if (json_is_integer(value))
        *out = wg_setting_from_value((wg_value){.integer = json_integer_value(value)}, &spec->arena);
    else if (json_is_boolean(value))
        *out = wg_setting_from_value((wg_value){.integer = json_is_true(value)}, &spec->arena);
    else if (json_is_real(value))
        *out = wg_setting_from_value((wg_value){.is_real = true, .real = json_real_value(value)}, &spec->arena);
    else if (json_is_string(value))
        *out = wg_setting_from_text(json_string_value(value), &spec->arena);
    else
        return false;
    return true;
}

/* Python in a string, as the format has it, or a plain array. */
static wg_status read_values(wg_spec *spec, const wg_json *node, wg_settings *out, wg_error *err)
{
    if (json_is_string(node->value)) {
        wg_status status = wg_values_parse(json_string_value(node->value), &spec->arena, out, err);
        return status == WG_OK ? WG_OK : wg_json_prefix(node, status, err);
    }
    out->count = wg_json_count(node);
    if (out->count == 0)
        return wg_json_fail(node, err, "expected values, such as \"[1, 2, 4]\"");
    out->items = WG_NEW_ARRAY(&spec->arena, wg_setting, out->count);
    for (size_t k = 0; k < out->count; k++) {
        wg_json item = wg_json_item(node, k);
        if (!read_setting(spec, item.value, &out->items[k]))
            return wg_json_fail(&item, err, "expected a number or a string");
    }
    return WG_OK;
}

/* Sizes may ask for the largest and smallest of all values: max(tile). */
static void add_extremes(wg_spec *spec, const wg_parameter *parameter)
{
    const wg_setting *low = parameter->values.items, *high = low;
    for (size_t k = 0; k < parameter->values.count; k++) {
        const wg_setting *s = &parameter->values.items[k];
        if (!s->is_number)
            return;
        if (wg_value_to_real(&s->number) < wg_value_to_real(&low->number))
            low = s;
        if (wg_value_to_real(&s->number) > wg_value_to_real(&high->number))
            high = s;
    }
    wg_spec_add_constant(spec, wg_arena_format(&spec->arena, "min(%s)", parameter->name), low->number);
    wg_spec_add_constant(spec, wg_arena_format(&spec->arena, "max(%s)", parameter->name), high->number);
}

static wg_status read_parameter(wg_spec *spec, const wg_json *node, wg_error *err)
{
    wg_parameter parameter = {0};
    wg_json name = wg_json_member(node, "Name"), values = wg_json_member(node, "Values");
    wg_json preset = wg_json_member(node, "Default");
    const char *text;
    wg_status status = wg_json_string(&name, &text, err);
    if (status == WG_OK)
        status = read_values(spec, &values, &parameter.values, err);
    if (status != WG_OK)
        return status;
    parameter.name = keep(spec, text);
    if (!wg_json_absent(&preset)) {
        wg_setting *setting = WG_NEW(&spec->arena, wg_setting);
        if (!read_setting(spec, preset.value, setting))
            return wg_json_fail(&preset, err, "expected a number or a string");
        parameter.preset = setting;
    }
    add_extremes(spec, &parameter);
    *WG_PUSH(spec->parameters, spec->parameter_count, spec->parameter_capacity) = parameter;
    return WG_OK;
}

static wg_status read_condition(wg_spec *spec, const wg_json *node, wg_error *err)
{
    wg_formula condition;
    wg_status status = read_formula_member(spec, node, "Expression", &condition, err);
    if (status == WG_OK && !condition.text)
        status = wg_json_fail(node, err, "has no Expression");
    if (status == WG_OK)
        *WG_PUSH(spec->conditions, spec->condition_count, spec->condition_capacity) = condition;
    return status;
}

/* Calls read for each item of an array member; absent: for none. */
static wg_status read_each(wg_spec *spec, const wg_json *object, const char *key,
                           wg_status (*read)(wg_spec *spec, const wg_json *node, wg_error *err), wg_error *err)
{
    wg_json array = wg_json_member(object, key);
    if (wg_json_absent(&array))
        return WG_OK;
    wg_status status = wg_json_expect(&array, JSON_ARRAY, "an array", err);
    for (size_t k = 0; k < wg_json_count(&array) && status == WG_OK; k++) {
        wg_json item = wg_json_item(&array, k);
        status = read(spec, &item, err);
    }
    return status;
}

static wg_status read_space(wg_spec *spec, const wg_json *root, wg_error *err)
{
    wg_json space = wg_json_member(root, "ConfigurationSpace");
    wg_status status = read_each(spec, &space, "TuningParameters", read_parameter, err);
    return status == WG_OK ? read_each(spec, &space, "Conditions", read_condition, err) : status;
}

/* ---- arguments ---- */

/* The format has symbols as a kind of memory: here they are vectors that no kernel gets. */
enum { SYMBOL = -1, STRUCT = -2 };

static const choice memories[] = {
    {"Vector", WG_MEMORY_VECTOR, NULL},
    {"Scalar", WG_MEMORY_SCALAR, NULL},
    {"Local", WG_MEMORY_LOCAL, NULL},
    {"Texture", WG_MEMORY_TEXTURE, NULL},
    {"Symbol", SYMBOL, NULL},
    {"Struct", STRUCT, NULL},
    {0},
};

enum { CONSTANT, RANDOM, GENERATOR, RAW, UNSET };

static const choice fills[] = {
    {"Constant", CONSTANT, NULL},
    {"Random", RANDOM, NULL},
    {"Generator", GENERATOR, NULL},
    {"BinaryRaw", RAW, NULL},
    {"Uninitialized", UNSET, NULL},
    {"Script", 0, "warpgrind runs no scripts: use Generator or BinaryRaw"},
    {"BinaryHDF", 0, "warpgrind reads no HDF5: use BinaryRaw"},
    {"BinaryHDF5", 0, "warpgrind reads no HDF5: use BinaryRaw"},
    {0},
};

static wg_status read_type(const wg_json *node, wg_argument *a, wg_error *err)
{
    wg_json type = wg_json_member(node, "Type"), size = wg_json_member(node, "TypeSize");
    const char *text;
    wg_status status = wg_json_string(&type, &text, err);
    if (status != WG_OK)
        return status;
    if (!wg_element_find(text, strlen(text), &a->type))
        return wg_json_fail(&type, err, "'%s' is not a type: int32, float, float4, half, custom, …", text);
    if (a->type.element->kind != WG_ELEMENT_BYTES || a->type.lanes > 1)
        return WG_OK;
    json_int_t bytes = json_integer_value(size.value);
    if (bytes < 1 || bytes > WG_LARGEST_STRUCTURE)
        return wg_json_fail(&size, err, "a custom type needs its size, 1 to %d bytes", WG_LARGEST_STRUCTURE);
    a->type.lanes = (uint32_t)bytes;
    return WG_OK;
}

static wg_status read_seed(const wg_json *node, wg_argument *a, wg_error *err)
{
    wg_json seed = wg_json_member(node, "RandomSeed");
    if (wg_json_absent(&seed))
        return WG_OK;
    a->seed = (uint64_t)json_integer_value(seed.value);
    return wg_json_expect(&seed, JSON_INTEGER, "an integer", err);
}

/* What a kernel only writes, and nobody says how to fill. */
static bool is_output(const wg_json *node)
{
    wg_json access = wg_json_member(node, "AccessType"), fill = wg_json_member(node, "FillType"),
            value = wg_json_member(node, "FillValue"), source = wg_json_member(node, "DataSource");
    return json_is_string(access.value) && !strcmp(json_string_value(access.value), "WriteOnly") &&
           wg_json_absent(&fill) && wg_json_absent(&value) && wg_json_absent(&source);
}

static wg_status read_fill(wg_spec *spec, const wg_json *node, wg_argument *a, wg_error *err)
{
    wg_json source = wg_json_member(node, "DataSource"), value = wg_json_member(node, "FillValue");
    int fill;
    const char *file;
    wg_status status = read_choice(node, "FillType", fills, &fill, err);
    if (status != WG_OK)
        return status;
    a->is_unset = fill == UNSET || is_output(node);
    switch (fill) {
    case RAW:
        a->fill = WG_FILL_FILE;
        status = wg_json_string(&source, &file, err);
        if (status == WG_OK)
            a->file = wg_spec_resolve_path(spec, file);
        return status;
    case GENERATOR:
        status = read_formula(spec, wg_json_absent(&source) ? &value : &source, &a->value, err);
        return status == WG_OK && !a->value.text ? wg_json_fail(&source, err, "a Generator needs its expression here")
                                                 : status;
    case RANDOM:
        a->fill = WG_FILL_RANDOM;
        status = read_formula(spec, &value, &a->high, err);
        if (a->high.text)
            a->low = (wg_formula){.text = "0", .where = a->high.where};
        return status == WG_OK ? read_seed(node, a, err) : status;
    default: return read_formula(spec, &value, &a->value, err);
    }
}

static const choice filters[] = {{"Point", false, NULL}, {"Linear", true, NULL}, {0}};
static const choice addresses[] = {
    {"Clamp", WG_CLAMP, NULL}, {"Wrap", WG_WRAP, NULL}, {"Mirror", WG_MIRROR, NULL}, {"Border", WG_BORDER, NULL}, {0},
};

/* An addition of ours to the format: Size is an array, and a few members say how to look values up. */
static wg_status read_image(wg_spec *spec, const wg_json *node, wg_argument *a, wg_error *err)
{
    wg_image *image = WG_NEW(&spec->arena, wg_image);
    wg_json size = wg_json_member(node, "Size");
    size_t count = wg_json_count(&size);
    image->layered = json_is_true(wg_json_member(node, "Layered").value);
    if (count < 1 + (size_t)image->layered || count > 3)
        return wg_json_fail(&size, err, "a texture needs an array of one to three sizes, the layers one of them");
    wg_status status = WG_OK;
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json item = wg_json_item(&size, k);
        status = read_formula(spec, &item, &image->size[k], err);
        if (status == WG_OK && !image->size[k].text)
            status = wg_json_fail(&item, err, "expected a number or an expression");
    }
    int linear = 0, address = 0;
    if (status == WG_OK)
        status = read_choice(node, "Filter", filters, &linear, err);
    if (status == WG_OK)
        status = read_choice(node, "AddressMode", addresses, &address, err);
    image->linear = linear;
    image->address = (wg_address)address;
    image->normalized_coordinates = json_is_true(wg_json_member(node, "NormalizedCoordinates").value);
    image->normalized_values = json_is_true(wg_json_member(node, "ReadAsFloat").value);
    image->dimensions = (uint8_t)(count - image->layered);
    a->image = image;
    return status;
}

static wg_status read_count(wg_spec *spec, const wg_json *node, wg_argument *a, wg_error *err)
{
    wg_json size = wg_json_member(node, "Size");
    if (a->memory == WG_MEMORY_SCALAR)
        return WG_OK;
    if (a->memory == WG_MEMORY_TEXTURE)
        return read_image(spec, node, a, err);
    wg_status status = read_formula(spec, &size, &a->count, err);
    if (status == WG_OK && !a->count.text && a->fill != WG_FILL_FILE)
        return wg_json_fail(&size, err, "is missing: expected the number of elements");
    return status;
}

static wg_status read_one(wg_spec *spec, const wg_json *node, int depth, wg_argument *out, wg_error *err);

/* A structure by value, an addition of ours: its Fields are arguments, and Length makes one an array in it. */
static wg_status read_fields(wg_spec *spec, const wg_json *node, int depth, wg_argument *a, wg_error *err)
{
    enum { MOST_DEPTH = 8 };
    wg_json fields = wg_json_member(node, "Fields");
    wg_status status = wg_json_expect(&fields, JSON_ARRAY, "an array of arguments", err);
    if (status == WG_OK && depth >= MOST_DEPTH)
        status = wg_json_fail(&fields, err, "structures lie too deep in one another");
    a->fields = WG_NEW_ARRAY(&spec->arena, wg_spec_field, wg_json_count(&fields) + 1);
    for (size_t k = 0; k < wg_json_count(&fields) && status == WG_OK; k++) {
        wg_json item = wg_json_item(&fields, k), length = wg_json_member(&item, "Length");
        wg_argument *field = a->fields[a->field_count++].argument = WG_NEW(&spec->arena, wg_argument);
        json_int_t array = json_integer_value(length.value);
        status = read_one(spec, &item, depth + 1, field, err);
        if (status == WG_OK && (!field->name || field->sets_symbol || field->memory == WG_MEMORY_LOCAL))
            status = wg_json_fail(&item, err, "a field needs a name, and is a number, an array, a buffer or a texture");
        if (status == WG_OK && !wg_json_absent(&length) &&
            (array < 1 || array > WG_LARGEST_STRUCTURE || field->memory != WG_MEMORY_SCALAR))
            status = wg_json_fail(&length, err, "expected the length of an array of scalars");
        field->is_passed = false;
        field->array = (uint32_t)array;
    }
    return status == WG_OK ? wg_spec_lay_out(a, err) : status;
}

static wg_status read_argument(wg_spec *spec, const wg_json *node, wg_error *err)
{
    wg_argument a;
    wg_json name = wg_json_member(node, "Name");
    wg_status status = read_one(spec, node, 0, &a, err);
    if (status == WG_OK && a.name && wg_spec_find_argument(spec, a.name))
        return wg_json_fail(&name, err, "there is another argument '%s'", a.name);
    if (status == WG_OK)
        *wg_spec_add_argument(spec) = a;
    return status;
}

static wg_status read_one(wg_spec *spec, const wg_json *node, int depth, wg_argument *out, wg_error *err)
{
    wg_argument a = {.where = keep_where(spec, node)};
    wg_json name = wg_json_member(node, "Name"), kind = wg_json_member(node, "MemType");
    int memory;
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_choice(node, "MemoryType", memories, &memory, err);
    if (status == WG_OK && memory != STRUCT)
        status = read_type(node, &a, err);
    if (status != WG_OK)
        return status;
    a.memory = memory == SYMBOL ? WG_MEMORY_VECTOR : memory == STRUCT ? WG_MEMORY_SCALAR : (wg_memory)memory;
    a.is_passed = memory != SYMBOL;
    if (json_is_string(name.value))
        a.name = keep(spec, json_string_value(name.value));
    /* Kernel Tuner: passed, and copied to the constant of that name. */
    bool is_constant = json_is_string(kind.value) && !strcmp(json_string_value(kind.value), "Constant");
    a.sets_symbol = memory == SYMBOL || is_constant;
    if (a.sets_symbol && !a.name)
        return wg_json_fail(&name, err, "is missing: expected the symbol's name");
    status = memory == STRUCT ? read_fields(spec, node, depth, &a, err) : read_fill(spec, node, &a, err);
    if (status == WG_OK)
        status = read_count(spec, node, &a, err);
    *out = a;
    return status;
}

/* ---- the kernel and its launch ---- */

static wg_status read_compiler_options(wg_spec *spec, const wg_json *kernel, wg_error *err)
{
    wg_json list = wg_json_member(kernel, "CompilerOptions");
    if (wg_json_absent(&list))
        return WG_OK;
    wg_status status = wg_json_expect(&list, JSON_ARRAY, "an array", err);
    size_t count = wg_json_count(&list);
    const char **words = WG_NEW_ARRAY(&spec->arena, const char *, count + 1);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json item = wg_json_item(&list, k);
        status = wg_json_string(&item, &words[k], err);
    }
    if (status != WG_OK)
        return status;
    return wg_spec_add_file_options(spec, words, count, wg_spec_folder(spec), keep_where(spec, &list), err);
}

static wg_status read_kernel(wg_spec *spec, const wg_json *node, wg_error *err)
{
    wg_json name = wg_json_member(node, "KernelName"), file = wg_json_member(node, "KernelFile");
    wg_json types = wg_json_member(node, "KernelTypeNames");
    const char *name_text, *file_text;
    wg_status status = wg_json_string(&name, &name_text, err);
    if (status == WG_OK)
        status = wg_json_string(&file, &file_text, err);
    if (status != WG_OK)
        return status;
    spec->source = wg_spec_resolve_path(spec, file_text);
    if (!wg_file_exists(spec->source) && wg_file_exists(file_text))
        spec->source = keep(spec, file_text);
    spec->kernel = keep(spec, name_text);
    for (size_t k = 0; k < wg_json_count(&types); k++) {
        wg_json item = wg_json_item(&types, k);
        const char *type;
        status = wg_json_string(&item, &type, err);
        if (status != WG_OK)
            return status;
        spec->kernel = wg_arena_format(&spec->arena, "%s%s%s%s", spec->kernel, k ? ", " : "<", type,
                                       k + 1 == wg_json_count(&types) ? ">" : "");
    }
    return read_compiler_options(spec, node, err);
}

static wg_status read_shape(wg_spec *spec, const wg_json *node, const char *key, wg_formula out[3], wg_error *err)
{
    wg_json shape = wg_json_member(node, key);
    if (wg_json_absent(&shape))
        return WG_OK;
    wg_status status = wg_json_expect(&shape, JSON_OBJECT, "an object with X, Y and Z", err);
    for (int k = 0; k < 3 && status == WG_OK; k++)
        status = read_formula_member(spec, &shape, axes[k], &out[k], err);
    return status;
}

/* The product of GridDivX (…Y, …Z) as an expression; by default the block's size. */
static wg_status read_divisor(wg_spec *spec, const wg_json *node, int axis, const char **out, wg_error *err)
{
    char key[16];
    snprintf(key, sizeof key, "GridDiv%s", axes[axis]);
    wg_json divisors = wg_json_member(node, key);
    size_t count = wg_json_count(&divisors);
    *out = count || !spec->block[axis].text ? "1" : spec->block[axis].text;
    for (size_t k = 0; k < count; k++) {
        wg_json part = wg_json_item(&divisors, k);
        wg_formula factor;
        wg_status status = read_formula(spec, &part, &factor, err);
        if (status != WG_OK)
            return status;
        *out = wg_arena_format(&spec->arena, "%s * (%s)", *out, factor.text ? factor.text : "1");
    }
    return WG_OK;
}

static void add_problem_size(wg_spec *spec, const json_t *size, size_t index, bool is_array)
{
    wg_value value = {.integer = json_integer_value(size)};
    if (json_is_integer(size))
        wg_spec_add_constant(spec, wg_arena_format(&spec->arena, "ProblemSize[%zu]", index), value);
    if (json_is_integer(size) && !is_array)
        wg_spec_add_constant(spec, "ProblemSize", value);
}

/* Kernel Tuner launches ceil(ProblemSize / product of GridDiv) blocks. A file that has these beside GlobalSize was
 * written for Kernel Tuner, which does not look at GlobalSize. */
static wg_status read_problem_size(wg_spec *spec, const wg_json *node, wg_error *err)
{
    wg_json problem = wg_json_member(node, "ProblemSize");
    bool is_array = json_is_array(problem.value), divided = json_object_get(node->value, "GridDivX") != NULL;
    size_t count = is_array ? wg_json_count(&problem) : !wg_json_absent(&problem);
    for (size_t k = 0; k < count && k < 3; k++) {
        wg_json item = is_array ? wg_json_item(&problem, k) : problem;
        wg_formula size;
        const char *divisor = NULL;
        wg_status status = read_formula(spec, &item, &size, err);
        if (status == WG_OK && !size.text)
            status = wg_json_fail(&item, err, "expected a number or an expression");
        if (status == WG_OK && divided)
            status = read_divisor(spec, node, (int)k, &divisor, err);
        if (status != WG_OK)
            return status;
        add_problem_size(spec, item.value, k, is_array);
        if (divided)
            spec->grid[k] = (wg_formula){.text = wg_arena_format(&spec->arena, "ceil_div(%s, %s)", size.text, divisor),
                                         .where = size.where};
    }
    spec->grid_in_threads &= !(divided && count);
    return WG_OK;
}

static const choice languages[] = {
    {"CUDA", false, NULL}, {"OpenCL", true, NULL}, {"Vulkan", 0, "warpgrind runs CUDA and OpenCL kernels only"}, {0}};

static wg_status read_launch(wg_spec *spec, const wg_json *node, wg_error *err)
{
    int opencl = 0, threads = 0;
    wg_json type = wg_json_member(node, "GlobalSizeType");
    wg_status status = read_choice(node, "Language", languages, &opencl, err);
    if (status == WG_OK)
        status = read_choice(node, "GlobalSizeType", languages, &threads, err);
    spec->grid_in_threads = wg_json_absent(&type) ? opencl : threads;
    if (status == WG_OK)
        status = read_shape(spec, node, "LocalSize", spec->block, err);
    if (status == WG_OK)
        status = read_shape(spec, node, "GlobalSize", spec->grid, err);
    if (status == WG_OK)
        status = read_formula_member(spec, node, "SharedMemory", &spec->shared, err);
    return status == WG_OK ? read_problem_size(spec, node, err) : status;
}

/* BAT: numbers that expressions may name. */
static void read_benchmark_config(wg_spec *spec, const wg_json *root)
{
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(root->value, "BenchmarkConfig"), key, value)
    {
        if (json_is_integer(value))
            wg_spec_add_constant(spec, key, (wg_value){.integer = json_integer_value(value)});
        else if (json_is_real(value))
            wg_spec_add_constant(spec, key, (wg_value){.is_real = true, .real = json_real_value(value)});
    }
}

wg_status wg_spec_read_t1(wg_spec *spec, const char *text, size_t length, wg_error *err)
{
    json_t *tree;
    wg_status status = wg_json_parse(spec->path, text, length, &tree, err);
    if (status != WG_OK)
        return status;
    wg_json root = wg_json_root(spec->path, tree), kernel = wg_json_member(&root, "KernelSpecification");
    read_benchmark_config(spec, &root);
    status = wg_json_expect(&kernel, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_space(spec, &root, err);
    if (status == WG_OK)
        status = read_kernel(spec, &kernel, err);
    if (status == WG_OK)
        status = read_launch(spec, &kernel, err);
    if (status == WG_OK)
        status = read_each(spec, &kernel, "Arguments", read_argument, err);
    json_decref(tree);
    return status;
}
