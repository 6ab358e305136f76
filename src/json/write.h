/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_JSON_WRITE_H
#define WG_JSON_WRITE_H

#include <jansson.h>

/* The document as text, indented, ending in a newline; malloc'ed. Gives the document back (json_decref). */
char *wg_json_write(json_t *root);

#endif
