/* SPDX-License-Identifier: Apache-2.0 */
/* Files that a test writes: a folder of its own under the system's temporary one, gone afterwards. */
#ifndef TESTS_UNIT_SCRATCH_H
#define TESTS_UNIT_SCRATCH_H

#include "warpgrind/status.h"

/* For cmocka's setup and teardown of a group. */
int scratch_begin(void **state);
int scratch_end(void **state);

/* The path of a file in it; one of eight buffers in turn. */
const char *scratch_path(const char *name);
/* Writes it, and returns its path. */
const char *scratch_write(const char *name, const char *text);

/* Fails the test unless the message contains the part. */
void assert_says(const wg_error *err, const char *part);
/* The same of any text; and the opposite. */
void assert_contains(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);

#endif
