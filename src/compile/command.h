/* SPDX-License-Identifier: Apache-2.0 */
/* Running a program: an argument vector, never a shell. */
#ifndef WG_COMPILE_COMMAND_H
#define WG_COMPILE_COMMAND_H

#include "base/arena.h"
#include "base/stop.h"
#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct wg_command {
    const char **words;
    size_t count, capacity;
    wg_stop *interrupted; /* stops it, and what it started; may be NULL */
    const char *scratch;  /* a folder for its temporary files; NULL: where ours are */
} wg_command;

void wg_command_add(wg_command *command, const char *word);
void wg_command_add_words(wg_command *command, wg_arena *arena, const char *words); /* separated by blanks */
void wg_command_free(wg_command *command);

/* nvcc puts what it is given between double quotes, or between nothing, and hands that to a shell. NULL: none of the
 * words has anything in it that a shell takes for more than a letter; else the first that has. */
const char *wg_command_find_shell_word(const wg_command *command);
bool wg_command_is_plain(const char *word); /* letters, digits and a few signs: nobody takes it for anything else */

/* Runs words[0] with everything it prints going to the file `log`. `exit_status` is the program's, or 128 + the
 * signal that ended it. WG_ERR_INTERRUPTED: the flag, or a signal, ended it. WG_ERR_TIMEOUT: it took longer than
 * $WARPGRIND_COMPILER_TIMEOUT seconds, and was ended. */
wg_status wg_command_run(wg_command *command, const char *log, int *exit_status, wg_error *err);

#endif
