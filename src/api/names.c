/* SPDX-License-Identifier: Apache-2.0 */
/* What could be typed: names, with a few words about each. */
#include "api/api.h"

#include <string.h>

static void add_name(wg_text *out, const char *before, const char *name, const char *about)
{
    wg_text_addf(out, "%s%s\t%.*s\n", before, name, (int)strcspn(about, "\t\n"), about);
}

/* Those whose file cannot be read are named all the same: using them says what is wrong. */
static wg_status add_devices(wg_text *out, wg_error *err)
{
    char **names = NULL;
    size_t count = 0;
    wg_status status = wg_device_list(&names, &count, err);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_device *device = NULL;
        bool fine = wg_device_load(names[k], &device, NULL) == WG_OK;
        add_name(out, "sim:", names[k], fine ? device->title : "");
        wg_device_free(device);
    }
    wg_device_list_free(names, count);
    return status;
}

static wg_status add_rungs(wg_manifest_kind kind, const char *name, const char *before, wg_text *out, wg_error *err)
{
    const wg_ladder_options options = {.kind = kind};
    wg_ladder *ladder = NULL;
    wg_status status = wg_ladder_open(name, &options, &ladder, err);
    for (size_t k = 0; status == WG_OK && k < ladder->rung_count; k++)
        add_name(out, before, ladder->rungs[k].name, ladder->title);
    wg_ladder_close(ladder);
    return status;
}

/* Ladders or probes, or every rung of every ladder as LADDER/RUNG. */
static wg_status add_manifests(wg_manifest_kind kind, bool with_rungs, wg_text *out, wg_error *err)
{
    const wg_ladder_options options = {.kind = kind};
    char **names = NULL;
    size_t count = 0;
    wg_status status = wg_ladder_list(kind, &names, &count, err);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_ladder *ladder = NULL;
        wg_text before = {0};
        wg_text_addf(&before, "%s/", names[k]);
        if (with_rungs)
            (void)add_rungs(kind, names[k], before.bytes, out, NULL); /* one that is damaged does not hide others */
        else
            add_name(out, "", names[k],
                     wg_ladder_open(names[k], &options, &ladder, NULL) == WG_OK ? ladder->title : "");
        wg_ladder_close(ladder);
        wg_text_free(&before);
    }
    wg_device_list_free(names, count);
    return status;
}

wg_status wg_names_write(wg_names which, const char *of, char **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_text text = {0};
    wg_status status = WG_OK;
    switch (which) {
    case WG_NAMES_OF_DEVICES: status = add_devices(&text, err); break;
    case WG_NAMES_OF_LADDERS: status = add_manifests(WG_LADDERS, false, &text, err); break;
    case WG_NAMES_OF_PROBES: status = add_manifests(WG_PROBES, false, &text, err); break;
    case WG_NAMES_OF_RUNGS:
        status = of ? add_rungs(WG_LADDERS, of, "", &text, err) : add_manifests(WG_LADDERS, true, &text, err);
        break;
    case WG_NAMES_OF_CURVES: status = add_rungs(WG_PROBES, of ? of : "", "", &text, err); break;
    }
    wg_text_addf(&text, "%s", "");
    if (status != WG_OK)
        wg_text_free(&text);
    else
        *out = text.bytes ? text.bytes : wg_copy("", 0);
    return status;
}
