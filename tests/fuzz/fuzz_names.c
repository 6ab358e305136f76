/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a mangled name, and as the name that a user gives for it: the first line is the one, the second the
 * other. */
#include "compile/compile.h"
#include "compile/demangle.h"
#include "compile/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 3);
    memcpy(text, "_Z", 2);
    memcpy(text + 2, bytes, size);
    text[size + 2] = 0;
    char *end = strchr(text, '\n'), *name = wg_demangle(text);
    wg_compile_name_matches(text, name ? name : "k<1>");
    if (end) {
        *end = 0;
        wg_compile_name_matches(text, end + 1);
        wg_names_in_ptx(end + 1, text + 2);
    }
    free(name);
    free(text);
    return 0;
}
