/* SPDX-License-Identifier: Apache-2.0 */
#include "json/write.h"

#include "base/arena.h"

#include <stdlib.h>

char *wg_json_write(json_t *root)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(12);
    size_t length = json_dumpb(root, NULL, 0, flags);
    char *text = wg_alloc(length + 2);
    json_dumpb(root, text, length, flags);
    text[length] = '\n';
    json_decref(root);
    return text;
}
