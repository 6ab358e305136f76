/* SPDX-License-Identifier: Apache-2.0 */
/* The model's answer in a file of results, so that it can be shown again later: docs/use/json.md. */
#ifndef WG_REPORT_ESTIMATE_JSON_H
#define WG_REPORT_ESTIMATE_JSON_H

#include "counters/estimate.h"
#include "json/read.h"

/* What is not a number is left out. */
json_t *wg_estimate_to_json(const wg_estimate *estimate);

/* Members nobody knows are left alone: a later version may write more. What should be a number and is none, is
 * negative, or is a share above 1, is an error that names the place. */
wg_status wg_estimate_from_json(const wg_json *node, wg_estimate *out, wg_error *err);

#endif
