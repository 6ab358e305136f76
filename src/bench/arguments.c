/* A spec's arguments against a kernel's parameters: checked, put into memory, laid out for the launch. */
#include "base/text.h"
#include "bench/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- checking ---- */

void wg_run_describe_parameters(const wg_run *run, wg_text *text)
{
    for (uint32_t k = 0; k < run->kernel->param_count; k++) {
        char type[64];
        wg_text_addf(text, "%s%s", k ? ", " : " (", type_of(&run->kernel->params[k], type, sizeof type));
    }
    if (run->kernel->param_count)
        wg_text_addf(text, ")");
}

static wg_status check_count(const wg_run *run, size_t given, wg_error *err)
{
    const wg_ptx_function *kernel = run->kernel;
    if (given == kernel->param_count)
        return WG_OK;
    wg_text types = {0};
    wg_run_describe_parameters(run, &types);
    wg_status status =
        wg_error_set(err, WG_ERR_INPUT, "kernel %s takes %u argument%s%s, %zu given", run->kernel_name,
                     kernel->param_count, kernel->param_count == 1 ? "" : "s", wg_text_get(&types), given);
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

static wg_status check_type(const wg_run *run, const wg_argument *a, size_t position, wg_error *err)
{
    static const char *const kinds[] = {
        [WG_MEMORY_VECTOR] = "a buffer", [WG_MEMORY_LOCAL] = "local memory", [WG_MEMORY_TEXTURE] = "a texture"};
    const wg_ptx_param *param = &run->kernel->params[position];
    if (!param->variable || fits(a, param->variable))
        return WG_OK;
    char name[128], type[64], element[64];
    wg_element_format(&a->type, element, sizeof element);
    return wg_error_set(err, WG_ERR_INPUT, "%s: kernel %s: %s is %s, the kernel's parameter is %s", a->where,
                        run->kernel_name, name_of(a, position + 1, name, sizeof name),
                        a->memory == WG_MEMORY_SCALAR ? element : kinds[a->memory], type_of(param, type, sizeof type));
}

wg_status wg_run_check_arguments(const wg_run *run, wg_error *err)
{
    const wg_spec *spec = run->spec;
    size_t given = 0;
    for (size_t k = 0; k < spec->argument_count; k++)
        given += spec->arguments[k].is_passed;
    wg_status status = check_count(run, given, err);
    size_t position = 0;
    for (size_t k = 0; k < spec->argument_count && status == WG_OK; k++)
        if (spec->arguments[k].is_passed)
            status = check_type(run, &spec->arguments[k], position++, err);
    return status;
}

/* ---- filling ---- */

static wg_status fill_memory(wg_run *run, size_t index, wg_error *err)
{
    const wg_argument *a = &run->spec->arguments[index];
    uint64_t bytes = run->plan->arguments[index].bytes;
    char name[32];
    snprintf(name, sizeof name, "argument %zu", index + 1);
    wg_status status = wg_heap_allocate(run->heap, bytes, a->name ? a->name : name, &run->addresses[index], err);
    if (status != WG_OK)
        return wg_error_prefix(err, "%s: ", a->where);
    wg_heap_cache cache = {0};
    void *memory = wg_heap_find(run->heap, run->addresses[index], bytes, &cache);
    return bytes ? wg_plan_fill(run->plan, index, memory, err) : WG_OK;
}

static wg_status make_texture(wg_run *run, size_t index, wg_error *err)
{
    static const wg_address_mode modes[] = {[WG_WRAP] = WG_ADDRESS_WRAP,
                                            [WG_CLAMP] = WG_ADDRESS_CLAMP,
                                            [WG_MIRROR] = WG_ADDRESS_MIRROR,
                                            [WG_BORDER] = WG_ADDRESS_BORDER};
    static const wg_texel texels[] = {[WG_ELEMENT_INT] = WG_TEXEL_SINT,
                                      [WG_ELEMENT_UINT] = WG_TEXEL_UINT,
                                      [WG_ELEMENT_FLOAT] = WG_TEXEL_FLOAT,
                                      [WG_ELEMENT_BYTES] = WG_TEXEL_UINT};
    const wg_argument *a = &run->spec->arguments[index];
    const wg_image *image = a->image;
    const uint32_t *size = run->plan->arguments[index].size, lanes = a->type.lanes;
    uint8_t bits = (uint8_t)(8 * a->type.element->bytes);
    if ((lanes != 1 && lanes != 2 && lanes != 4) || bits > 32)
        return wg_error_set(err, WG_ERR_INPUT, "%s: texels have 1, 2 or 4 values of at most 32 bits", a->where);
    wg_texture texture = {
        .address = run->addresses[index],
        .width = size[0],
        .height = image->dimensions > 1 ? size[1] : 0,
        .depth = image->layered ? size[image->dimensions] : size[2],
        .pitch = (uint64_t)size[0] * wg_element_size(&a->type),
        .channels = (uint8_t)lanes,
        .channel_bits = bits,
        .texel = (uint8_t)texels[a->type.element->kind],
        .normalized_float = image->normalized_values,
        .normalized_coords = image->normalized_coordinates,
        .linear = image->linear,
        .tiled = image->dimensions > 1, /* a CUDA array; one dimension may as well be plain memory */
        .layered = image->layered,
    };
    memset(texture.mode, modes[image->address], sizeof texture.mode);
    run->textures[run->texture_count++] = texture;
    return WG_OK;
}

wg_status wg_run_fill_arguments(wg_run *run, wg_error *err)
{
    const wg_spec *spec = run->spec;
    wg_status status = WG_OK;
    run->addresses = wg_alloc(spec->argument_count * sizeof *run->addresses);
    run->textures = wg_alloc(spec->argument_count * sizeof *run->textures);
    for (size_t k = 0; k < spec->argument_count && status == WG_OK; k++) {
        wg_memory memory = spec->arguments[k].memory;
        if (memory == WG_MEMORY_VECTOR || memory == WG_MEMORY_TEXTURE)
            status = fill_memory(run, k, err);
        if (status == WG_OK && memory == WG_MEMORY_TEXTURE)
            status = make_texture(run, k, err);
    }
    return status;
}

/* ---- binding ---- */

enum { SHARED_ALIGNMENT = 16 };

static uint64_t align(uint64_t bytes)
{
    return (bytes + SHARED_ALIGNMENT - 1) / SHARED_ALIGNMENT * SHARED_ALIGNMENT;
}

/* Local arguments lie behind what the launch asked for. */
uint64_t wg_run_dynamic_shared(const wg_run *run)
{
    uint64_t local = 0;
    for (size_t k = 0; k < run->spec->argument_count; k++)
        if (run->spec->arguments[k].memory == WG_MEMORY_LOCAL)
            local += align(run->plan->arguments[k].bytes);
    return local ? align(run->plan->shared) + local : run->plan->shared;
}

/* What stands for the argument in the parameter buffer or the symbol; arguments come in order. */
typedef struct binder {
    wg_run *run;
    uint32_t next_texture;
    uint64_t next_shared; /* address in shared memory for the next local argument */
} binder;

static wg_status argument_bits(binder *b, size_t index, unsigned char *out, wg_error *err)
{
    wg_run *run = b->run;
    uint64_t handle = run->addresses[index], bytes = run->plan->arguments[index].bytes;
    switch (run->spec->arguments[index].memory) {
    case WG_MEMORY_SCALAR: return wg_plan_fill(run->plan, index, out, err);
    case WG_MEMORY_TEXTURE: handle = WG_TEXTURE_HANDLE + b->next_texture++; break;
    case WG_MEMORY_LOCAL:
        handle = b->next_shared;
        b->next_shared += align(bytes);
        break;
    case WG_MEMORY_VECTOR: break;
    }
    memcpy(out, &handle, sizeof handle);
    return WG_OK;
}

static const wg_ptx_variable *find_symbol(const wg_run *run, const char *name)
{
    for (uint32_t k = 0; k < run->module->variable_count; k++) {
        const wg_ptx_variable *v = run->module->variables[k];
        if (!strcmp(v->name, name) || wg_compile_name_matches(v->name, name))
            return v;
    }
    return NULL;
}

uint64_t wg_run_symbol_address(const wg_run *run, const char *name)
{
    const wg_ptx_variable *v = find_symbol(run, name);
    uint64_t address, size;
    return v && wg_loaded_symbol(run->loaded, v->name, &address, &size) ? address : 0;
}

static wg_status set_symbol(wg_run *run, size_t index, const unsigned char *bits, wg_error *err)
{
    const wg_argument *a = &run->spec->arguments[index];
    const wg_ptx_variable *v = find_symbol(run, a->name);
    uint64_t address, size, bytes = run->plan->arguments[index].bytes;
    wg_heap_cache cache = {0};
    const unsigned char *from = bits;
    if (!v || !wg_loaded_symbol(run->loaded, v->name, &address, &size))
        return wg_error_set(err, WG_ERR_INPUT, "%s: %s has no variable '%s' (the compiler may have removed it)",
                            a->where, run->spec->source, a->name);
    if (a->memory == WG_MEMORY_VECTOR)
        from = wg_heap_find(run->heap, run->addresses[index], bytes, &cache);
    else if (a->memory == WG_MEMORY_TEXTURE)
        bytes = sizeof(uint64_t);
    if (bytes > size)
        return wg_error_set(err, WG_ERR_INPUT, "%s: %llu bytes for the variable '%s' of %llu", a->where,
                            (unsigned long long)bytes, a->name, (unsigned long long)size);
    wg_heap_cache target = {0};
    if (bytes)
        memcpy(wg_heap_find(run->heap, address, bytes, &target), from, bytes);
    return WG_OK;
}

wg_status wg_run_bind_arguments(wg_run *run, wg_error *err)
{
    const wg_program *program = run->program;
    binder b = {.run = run, .next_shared = wg_dynamic_shared_offset(program) + align(run->plan->shared)};
    wg_status status = WG_OK;
    run->params = wg_alloc(program->param_bytes + 1);
    for (size_t k = 0, position = 0; k < run->spec->argument_count && status == WG_OK; k++) {
        const wg_argument *a = &run->spec->arguments[k];
        unsigned char bits[WG_LARGEST_STRUCTURE] = {0};
        status = argument_bits(&b, k, bits, err);
        if (status == WG_OK && a->sets_symbol)
            status = set_symbol(run, k, bits, err);
        if (!a->is_passed)
            continue;
        const wg_kernel_param *param = &program->params[position++];
        memcpy(run->params + param->offset, bits, param->size < sizeof bits ? param->size : sizeof bits);
    }
    return status;
}
