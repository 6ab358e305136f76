/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as the manifest of a ladder (first byte 'l') or a probe, at one of its three sets of sizes; what is accepted
 * is planned. Nothing is compiled, run or read: the folder of the manifest is a file, so that no path leads anywhere
 * from it, and plans that would look at a file named otherwise are not made. */
#include "spec/c_parameters.h"
#include "spec/ladder.h"
#include "spec/plan.h"
#include "json/read.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static bool names_files(const wg_spec *spec)
{
    for (size_t k = 0; k < spec->argument_count; k++)
        if (spec->arguments[k].fill == WG_FILL_FILE)
            return true;
    return false;
}

static void plan(const wg_rung *rung)
{
    wg_plan *p;
    double value;
    wg_error err = {0};
    if (names_files(rung->spec))
        return;
    if (wg_plan_new(rung->spec, &p, &err) == WG_OK)
        wg_plan_free(p);
    else if (!err.text[0])
        abort();
    wg_rung_evaluate(rung, &rung->when, &value, &err);
    wg_rung_evaluate(rung, &rung->flops, &value, &err);
    for (size_t k = 0; k < rung->output_count; k++)
        wg_rung_evaluate(rung, &rung->outputs[k].tolerance, &value, &err);
}

static void read_manifest(const wg_ladder_options *options, json_t *root)
{
    wg_ladder *ladder = wg_alloc(sizeof *ladder);
    wg_error err = {0};
    ladder->name = "fuzz";
    ladder->folder = "/dev/null";
    ladder->path = "/dev/null/ladder.json";
    if (wg_ladder_read(ladder, options, root, &err) == WG_OK)
        for (size_t k = 0; k < ladder->rung_count; k++)
            plan(&ladder->rungs[k]);
    else if (!err.text[0])
        abort();
    wg_ladder_close(ladder);
}

/* The same bytes as the source of a host function. */
static void read_function(const char *text)
{
    wg_arena arena = {0};
    const char **names;
    size_t count = 0;
    wg_error err = {0};
    char *copy = strdup(text);
    wg_c_parameters_of("fuzz.c", copy, "f", &arena, &names, &count, &err);
    wg_arena_free(&arena);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const wg_ladder_setting setting = {"n", "3", "-n"};
    if (length == 0)
        return 0;
    char *text = malloc(length);
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    wg_ladder_options options = {.kind = bytes[0] == 'l' ? WG_LADDERS : WG_PROBES,
                                 .sizes = (wg_size_choice)(bytes[0] % 3),
                                 .settings = &setting,
                                 .setting_count = bytes[0] & 1};
    json_t *root = NULL;
    wg_error err = {0};
    if (wg_json_parse("fuzz", text, length - 1, &root, &err) == WG_OK)
        read_manifest(&options, root);
    json_decref(root);
    read_function(text);
    free(text);
    return 0;
}
