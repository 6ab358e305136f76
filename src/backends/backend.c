/* SPDX-License-Identifier: Apache-2.0 */
#include "backends/backend.h"

#include "base/closest.h"

#include <stdlib.h>
#include <string.h>

const wg_backend *const wg_backends[] = {&wg_backend_simulator, &wg_backend_cuda, &wg_backend_opencl, &wg_backend_cpu,
                                         NULL};

/* A GPU of data/devices by its name alone: `h100` is `sim:h100`. */
static wg_status open_simulated(const char *name, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    static const char *const own[] = {"sim", "cuda", "opencl", "cpu"};
    enum { OWN = sizeof own / sizeof *own };
    char **names = NULL;
    size_t count = 0;
    bool found = false;
    wg_status status = wg_device_list(&names, &count, err);
    const char **candidates = wg_alloc((OWN + count) * sizeof *candidates);
    memcpy(candidates, own, sizeof own);
    for (size_t k = 0; k < count; k++) {
        candidates[OWN + k] = names[k];
        found |= !strcmp(names[k], name);
    }
    const char *meant = wg_closest_word(name, candidates, OWN + count);
    if (status == WG_OK && found)
        status = wg_backend_simulator.open(name, options, out, err);
    else if (status == WG_OK)
        status = wg_error_set(err, WG_ERR_INPUT,
                              "device %s: expected the name of a simulated GPU, sim:FILE.json, cuda[:N], opencl[:N] or "
                              "cpu%s%s%s `warpgrind devices` lists what is there",
                              name, meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : ";");
    free(candidates);
    wg_device_list_free(names, count);
    return status;
}

bool wg_device_is_simulated(const char *device)
{
    size_t length = device ? strcspn(device, ":") : 0;
    for (const wg_backend *const *b = wg_backends; *b && device; b++)
        if (*b != &wg_backend_simulator && strlen((*b)->name) == length && !memcmp((*b)->name, device, length))
            return false;
    return true;
}

wg_status wg_engine_open(const char *device, const wg_engine_options *options, wg_engine **out, wg_error *err)
{
    const char *name = device ? device : "sim";
    size_t length = strcspn(name, ":");
    *out = NULL;
    for (const wg_backend *const *b = wg_backends; *b; b++)
        if (strlen((*b)->name) == length && !memcmp((*b)->name, name, length))
            return (*b)->open(name[length] && name[length + 1] ? name + length + 1 : NULL, options, out, err);
    return open_simulated(name, options, out, err);
}

void wg_engine_close(wg_engine *engine)
{
    if (engine)
        engine->backend->close(engine);
}
