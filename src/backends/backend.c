/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/backend.h"

#include <string.h>

const wg_backend *const wg_backends[] = {&wg_backend_simulator, &wg_backend_cuda, &wg_backend_opencl, &wg_backend_cpu,
                                         NULL};

wg_status wg_engine_open(const char *device, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    const char *name = device ? device : "sim";
    size_t length = strcspn(name, ":");
    *out = NULL;
    for (const wg_backend *const *b = wg_backends; *b; b++)
        if (strlen((*b)->name) == length && !memcmp((*b)->name, name, length))
            return (*b)->open(name[length] && name[length + 1] ? name + length + 1 : NULL, options, out, err);
    return wg_error_set(
        err, WG_ERR_INPUT,
        "device %s: expected sim:NAME, sim:FILE.json, cuda[:N], opencl[:N] or cpu; `warpgrind devices` lists what is "
        "there",
        name);
}

void wg_engine_close(wg_engine *engine)
{
    if (engine)
        engine->backend->close(engine);
}
