/* SPDX-License-Identifier: Apache-2.0 */
/* What every JSON document begins with: docs/use/json.md. */
#ifndef WG_REPORT_CONTEXT_H
#define WG_REPORT_CONTEXT_H

#include "run/timing.h"

#include <jansson.h>
#include <stdint.h>

json_t *wg_report_context(const char *executable, const char *device, const char *title);

/* Names in PTX need not be UTF-8; the reader gets what can be said. */
void wg_report_set_string(json_t *object, const char *key, const char *text);
void wg_report_set_integer(json_t *object, const char *key, uint64_t value);
void wg_report_set_time(json_t *object, const wg_timing *timing);       /* real_time and what belongs to it */
void wg_report_set_real(json_t *object, const char *key, double value); /* left out when it is NAN */

#endif
