/* SPDX-License-Identifier: Apache-2.0 */
/* Writing JSON: documents as text, and members of an object. */
#ifndef WG_JSON_WRITE_H
#define WG_JSON_WRITE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The document as text, indented, ending in a newline; malloc'ed. Gives the document back (json_decref). */
char *wg_json_write(json_t *root);

/* Names in PTX need not be UTF-8; the reader gets what can be said. */
json_t *wg_json_text(const char *text);
void wg_json_set_string(json_t *object, const char *key, const char *text);
void wg_json_set_integer(json_t *object, const char *key, uint64_t value);
void wg_json_set_real(json_t *object, const char *key, double value); /* left out when it is NAN */
void wg_json_set_bool(json_t *object, const char *key, bool value);
void wg_json_set_shape(json_t *object, const char *key, const uint32_t sizes[3]);

#endif
