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

/* The same for who wants to know more: how many differ, the first of them, and the one that differs most. */
typedef struct wg_differences {
    size_t count, first, worst;
    double far; /* how many tolerances the worst is off */
} wg_differences;

void wg_verify_compare(const wg_element *element, const void *got, const void *want, size_t count, double tolerance,
                       wg_differences *out);

/* An element of memory, as a number. */
double wg_verify_number(const wg_element *element, const unsigned char *memory, size_t index);
/* … and as text, with all its digits: two numbers that differ must look different. */
const char *wg_verify_format(const wg_element *element, const unsigned char *memory, size_t index, char text[32]);

#endif
