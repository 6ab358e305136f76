/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a tuning file, as arguments of the command line or as a comment in a source; what is accepted is planned,
 * and filled where that is small. The first byte says which. */
#include "spec/plan.h"
#include "spec/spec.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 16 };

static void plan(wg_spec *spec)
{
    wg_plan *p;
    wg_error err = {0};
    wg_spec_add_fields(spec);
    if (wg_plan_new(spec, &p, &err) != WG_OK)
        return;
    for (size_t k = 0; k < spec->argument_count; k++) {
        uint64_t bytes = p->arguments[k].bytes;
        bool is_file = spec->arguments[k].fill == WG_FILL_FILE;
        if (bytes == 0 || bytes > LARGEST || is_file)
            continue;
        unsigned char *memory = calloc(1, bytes);
        wg_plan_fill(p, k, memory, &err);
        free(memory);
    }
    wg_plan_free(p);
}

static wg_status read_arguments(wg_spec *spec, char *text, wg_error *err)
{
    wg_status status = wg_spec_set(spec, "grid", "1", "--grid 1", err);
    if (status == WG_OK)
        status = wg_spec_set(spec, "block", "1", "--block 1", err);
    for (char *line = text, *next; line && status == WG_OK; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        status = wg_spec_set(spec, "arg", line, "-a", err);
    }
    return status;
}

static wg_status read(wg_spec *spec, char kind, char *text, size_t length, wg_error *err)
{
    switch (kind) {
    case 'a': return read_arguments(spec, text, err);
    case 'c': return wg_spec_read_comment(spec, text, err);
    default: return wg_spec_read_t1(spec, text, length, err);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return 0;
    char *text = malloc(length);
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    wg_spec *spec = wg_alloc(sizeof *spec);
    wg_error err = {0};
    spec->path = spec->source = "fuzz";
    spec->is_t1 = bytes[0] != 'a' && bytes[0] != 'c';
    spec->dialect = spec->is_t1 ? WG_DIALECT_PYTHON : WG_DIALECT_C;
    if (read(spec, (char)bytes[0], text, length - 1, &err) == WG_OK)
        plan(spec);
    wg_spec_free(spec);
    free(text);
    return 0;
}
