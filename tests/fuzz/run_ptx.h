/* SPDX-License-Identifier: Apache-2.0 */
/* Every kernel of a PTX text, built and run for a moment on a heap with one buffer, under a checker or none. */
#include "check/check.h"
#include "sim/launch.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 4096, MOST_VARIABLES = 1 << 20, MOST_INSTRUCTIONS = 3000, MOST_PARAMS = 32768 };

/* What became of it. */
typedef struct ran {
    unsigned char buffer[BUFFER];
    bool failed; /* a kernel was refused or failed */
} ran;

static bool run_kernel(const wg_program *program, wg_heap *heap, uint64_t buffer, wg_check *check)
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
                        .checker = check ? wg_check_checker(check) : NULL,
                        .instruction_limit = MOST_INSTRUCTIONS};
    wg_profile profile;
    wg_error err = {0};
    bool failed = wg_launch_run(&launch, &profile, &err) != WG_OK;
    if (failed && !err.text[0])
        abort();
    wg_profile_free(&profile);
    return failed;
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

static ran run_module(const wg_ptx_module *module, bool is_spread, wg_check *check)
{
    ran r = {.failed = false};
    wg_heap *heap = wg_heap_new();
    wg_loaded *loaded = NULL;
    wg_error err = {0};
    uint64_t buffer;
    if (is_spread)
        wg_heap_spread(heap);
    if (wg_heap_allocate(heap, BUFFER, "buffer", &buffer, &err) == WG_OK &&
        wg_module_load(module, heap, &loaded, &err) == WG_OK) {
        for (uint32_t f = 0; f < module->function_count; f++) {
            wg_program *program = NULL;
            const wg_ptx_function *function = module->functions[f];
            if (!function->is_entry || !function->has_body)
                continue;
            err.text[0] = 0;
            if (wg_program_build(loaded, function, &program, &err) == WG_OK)
                r.failed |= run_kernel(program, heap, buffer, check);
            else if (!err.text[0])
                abort();
            wg_program_free(program);
        }
        wg_allocation a;
        if (wg_heap_look(heap, buffer, &a))
            memcpy(r.buffer, a.host, BUFFER);
    }
    wg_loaded_free(loaded);
    wg_heap_free(heap);
    return r;
}

/* NULL: there is nothing to run. */
static wg_ptx_module *parse(const uint8_t *bytes, size_t size)
{
    wg_ptx_module *module = NULL;
    wg_error err = {0};
    if (wg_ptx_parse("fuzz", (const char *)bytes, size, &module, &err) != WG_OK)
        return NULL;
    if (variable_bytes(module) <= MOST_VARIABLES)
        return module;
    wg_ptx_module_free(module);
    return NULL;
}
