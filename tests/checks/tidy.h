/* SPDX-License-Identifier: Apache-2.0 */
/* What clang-tidy cannot know, because it reads one file at a time: tidy.sh puts this in front of each. A function that
 * sets an error returns the status it is given, so that what comes after it is not reached with WG_OK. */
#ifndef TESTS_CHECKS_TIDY_H
#define TESTS_CHECKS_TIDY_H

#include "json/read.h"

#include <warpgrind/status.h>

static inline void wg_tidy_read(const char *format, ...)
{
    (void)format;
}

#define wg_error_set(err, status, ...) ((void)(err), wg_tidy_read(__VA_ARGS__), (status))
#define wg_error_prefix(err, status, ...) ((void)(err), wg_tidy_read(__VA_ARGS__), (status))

#define wg_json_fail(node, err, ...) ((void)(node), (void)(err), wg_tidy_read(__VA_ARGS__), WG_ERR_INPUT)

#endif
