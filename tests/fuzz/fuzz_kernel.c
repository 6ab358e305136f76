/* SPDX-License-Identifier: Apache-2.0 */
/* Any PTX that parses, built and run for a moment: a kernel can be refused or fail, but nothing of the host may be
 * touched. */
#include "mutate_ptx.h"

#include "sim/launch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

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
