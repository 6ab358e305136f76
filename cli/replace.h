/* SPDX-License-Identifier: Apache-2.0 */
/* Files that the command writes: whole, or as they were. */
#ifndef CLI_REPLACE_H
#define CLI_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* A new file beside it takes its place, with its rights, once it is complete; a link still leads there. Where that
 * cannot be (a pipe, a device, another user's file, a folder that cannot be written to), it is written as it is. False:
 * errno says why, and a file that was replaced is as before. */
bool replace_file(const char *file, const void *bytes, size_t length);

#endif
