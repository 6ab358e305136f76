/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a run's results are right. */
#ifndef WG_RUN_VERIFY_H
#define WG_RUN_VERIFY_H

#include "run/run.h"

/* Compares `count` numbers of a type: WG_ERR_FAILED says which differs most, and by how much. tolerance 0: the same
 * values; else |got - want| may be tolerance times the larger of |want| there and want's root mean square. NaN equals
 * NaN only. */
wg_status wg_verify_numbers(const wg_element *element, const void *got, const void *want, size_t count,
                            double tolerance, wg_error *err);

/* An element of memory, as a number. */
double wg_verify_number(const wg_element *element, const unsigned char *memory, size_t index);

#endif
