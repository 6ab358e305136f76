/* SPDX-License-Identifier: Apache-2.0 */
/* Results made by hand, for tests of what is written of them. */
#ifndef TESTS_HANDMADE_H
#define TESTS_HANDMADE_H

#include "report/report.h"
#include "results/record.h"

/* With so many records, about which nothing is known yet but that they ran on the device and are right. On any but the
 * simulator, an H200. */
wg_results *handmade_results(wg_results_kind kind, const char *device, size_t count);
/* So many launches, of one block of one thread, to be filled. */
wg_record_launch *handmade_launches(wg_results *results, wg_record *record, size_t count);

/* Judged by what is in them now, and written. */
char *handmade_write(wg_results *results, wg_report_form form);
char *handmade_write_with(wg_results *results, wg_report_form form, const wg_write_options *options);

/* Both need the scratch folder. A figure or a page: XML, as far as xmllint is there to say so. */
void assert_xml(const char *text);
/* A page that besides has no numbers that are none, and needs nothing but itself. */
void assert_well_formed(const char *page);

#endif
