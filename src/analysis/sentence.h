/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences with numbers in them: "DRAM is busy {busy_dram|%} of the time". What stands in braces is an expression over
 * facts and, after a bar, how it is shown:
 *
 *     {x}    three digits            {x|%}  a share: 67 %          {x|s}  seconds: 12.3 µs
 *     {x|n}  a count: 1.23 M         {x|B}  bytes: 1.07 GB         {x|x}  a factor: 1.8 x
 *
 * {$unit}, {$second}, {$pipe}, {$wait} and {$best} are words: the two busiest units, the busiest pipe, what warps wait
 * for most, and the what-if that gains most. */
#ifndef WG_ANALYSIS_SENTENCE_H
#define WG_ANALYSIS_SENTENCE_H

#include "analysis/facts.h"

void wg_sentence_fill(const char *sentence, const wg_subject *subject, wg_text *out);
/* Whether its expressions are well-formed, their names exist and its braces are closed. */
wg_status wg_sentence_check(const char *sentence, wg_error *err);

/* A number as a sentence has it; 0 for three plain digits. What is not a number is "?". */
void wg_quantity_add(wg_text *out, double value, char format);

#endif
