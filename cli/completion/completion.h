/* SPDX-License-Identifier: Apache-2.0 */
/* The scripts that make shells complete our words, carried in the program. They ask it what could be typed. */
#ifndef CLI_COMPLETION_COMPLETION_H
#define CLI_COMPLETION_COMPLETION_H

#include <stddef.h>

typedef struct completion_script {
    const char *name; /* NULL: end of the list */
    const unsigned char *bytes;
    size_t length;
} completion_script;

extern const completion_script completion_scripts[];

#endif
