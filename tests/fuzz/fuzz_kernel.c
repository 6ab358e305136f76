/* SPDX-License-Identifier: Apache-2.0 */
/* Any PTX that parses, built and run for a moment: a kernel can be refused or fail, but nothing of the host may be
 * touched.
 *
 * Most random changes of PTX do not parse. So half of the mutations work on words and statements: one takes the place
 * of another, is doubled or dropped, which gives wrong operands, odd control flow and strange types in text that is
 * otherwise fine. */
#include "sim/launch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

enum { BUFFER = 4096, MOST_VARIABLES = 1 << 20, MOST_INSTRUCTIONS = 3000, MOST_PARAMS = 32768 };

/* ---- running ---- */

static void run_kernel(const wg_program *program, wg_heap *heap, uint64_t buffer)
{
    static unsigned char params[MOST_PARAMS];
    memset(params, 0, sizeof params);
    for (uint32_t p = 0; p < program->param_count; p++) {
        const wg_kernel_param *param = &program->params[p];
        uint64_t value = param->size != 8 ? 16 : p % 3 == 2 ? WG_TEXTURE_HANDLE : buffer;
        memcpy(params + param->offset, &value, param->size < 8 ? param->size : 8);
    }
    const wg_texture texture = {.address = buffer,
                                .width = 8,
                                .height = 4,
                                .depth = 2,
                                .pitch = 128,
                                .channels = 4,
                                .channel_bits = 32,
                                .texel = WG_TEXEL_FLOAT,
                                .linear = true};
    const wg_textures textures = {&texture, 1};
    wg_launch launch = {.program = program,
                        .grid = {2, 1, 1},
                        .block = {40, 1, 1},
                        .dynamic_shared = 256,
                        .params = params,
                        .heap = heap,
                        .textures = &textures,
                        .host_threads = 1,
                        .instruction_limit = MOST_INSTRUCTIONS};
    wg_profile profile;
    wg_error err = {0};
    if (wg_launch_run(&launch, &profile, &err) != WG_OK && !err.text[0])
        abort();
    wg_profile_free(&profile);
}

static uint64_t variable_bytes(const wg_ptx_module *module)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < module->variable_count; i++)
        bytes += module->variables[i]->size;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f]->variable_count; i++)
            bytes += module->functions[f]->variables[i]->size;
    return bytes;
}

static void run_module(const wg_ptx_module *module)
{
    wg_heap *heap = wg_heap_new();
    wg_loaded *loaded = NULL;
    wg_error err = {0};
    uint64_t buffer;
    if (wg_heap_allocate(heap, BUFFER, "buffer", &buffer, &err) == WG_OK &&
        wg_module_load(module, heap, &loaded, &err) == WG_OK)
        for (uint32_t f = 0; f < module->function_count; f++) {
            wg_program *program = NULL;
            const wg_ptx_function *function = module->functions[f];
            if (!function->is_entry || !function->has_body)
                continue;
            err.text[0] = 0;
            if (wg_program_build(loaded, function, &program, &err) == WG_OK)
                run_kernel(program, heap, buffer);
            else if (!err.text[0])
                abort();
            wg_program_free(program);
        }
    wg_loaded_free(loaded);
    wg_heap_free(heap);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wg_ptx_module *module;
    wg_error err = {0};
    if (wg_ptx_parse("fuzz", (const char *)bytes, size, &module, &err) != WG_OK)
        return 0;
    if (variable_bytes(module) <= MOST_VARIABLES)
        run_module(module);
    wg_ptx_module_free(module);
    return 0;
}

/* ---- mutations ---- */

typedef struct span {
    size_t begin, end;
} span;

static bool is_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' ||
           c == '.' || c == '$' || c == ':';
}

/* A word, or what stands between two semicolons, near a random place. */
static span random_span(const uint8_t *bytes, size_t size, unsigned random, bool statement)
{
    span s = {random % size, random % size};
    while (s.begin > 0 && (statement ? bytes[s.begin - 1] != ';' : is_word(bytes[s.begin - 1])))
        s.begin--;
    while (s.end < size && (statement ? bytes[s.end] != ';' : is_word(bytes[s.end])))
        s.end++;
    s.end += statement && s.end < size;
    return s;
}

static size_t replace(uint8_t *bytes, size_t size, size_t most, span to, const uint8_t *text, size_t length)
{
    size_t rest = size - to.end;
    if (to.begin + length + rest > most)
        return size;
    memmove(bytes + to.begin + length, bytes + to.end, rest);
    memcpy(bytes + to.begin, text, length);
    return to.begin + length + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    srand(seed);
    if (!size || rand() % 4 == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    bool statement = rand() % 3 == 0;
    span from = random_span(bytes, size, (unsigned)rand(), statement),
         to = random_span(bytes, size, (unsigned)rand(), statement);
    size_t length = from.end - from.begin;
    uint8_t copy[512];
    if (length > sizeof copy || (statement && to.end - to.begin > sizeof copy))
        return LLVMFuzzerMutate(bytes, size, most);
    memcpy(copy, bytes + from.begin, length);
    if (statement && rand() % 3 == 0)
        length = 0; /* drop it */
    else if (statement && rand() % 2)
        to.begin = to.end; /* once more, there */
    return replace(bytes, size, most, to, copy, length);
}
