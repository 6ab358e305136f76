/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of mathematical functions in source lines. A compiler makes a long sequence of each, and nothing in that says
 * where it came from: the source does. */
#ifndef WG_ANALYSIS_MATH_CALLS_H
#define WG_ANALYSIS_MATH_CALLS_H

#include "results/lines.h"

/* Whether a line calls sinf, pow, erfc …; not the short ones (fabsf, sqrtf) nor the fast ones (__sinf). */
bool wg_line_calls_math(const char *text);

/* Instructions of warps on such lines, of all; NAN: no line is known. */
double wg_math_share(const wg_lines *lines);

#endif
