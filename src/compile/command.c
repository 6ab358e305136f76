/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void wg_command_add(wg_command *command, const char *word)
{
    *WG_PUSH(command->words, command->count, command->capacity) = word;
}

void wg_command_add_words(wg_command *command, wg_arena *arena, const char *words)
{
    for (size_t length; words += strspn(words, " "), (length = strcspn(words, " ")) > 0; words += length)
        wg_command_add(command, wg_arena_copy(arena, words, length));
}

void wg_command_free(wg_command *command)
{
    free(command->words);
    *command = (wg_command){0};
}

const char *wg_command_find_shell_word(const wg_command *command)
{
    for (size_t k = 0; k < command->count; k++)
        for (const char *c = command->words[k]; *c; c++)
            if (strchr("`$\"\\';&|<>", *c) || (unsigned char)*c < ' ')
                return command->words[k];
    return NULL;
}

bool wg_command_is_plain(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,=@%:-";
    return strspn(word, letters) == strlen(word);
}

/* The child keeps our process group, so that Ctrl-C reaches it and whatever it started; it gets the signals back
 * that a caller may have taken over. */
static int start(const wg_command *command, const char *log, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults, mask;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&mask);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failure = posix_spawn(child, command->words[0], &files, &attributes, (char *const *)command->words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure;
}

wg_status wg_command_run(wg_command *command, const char *log, int *exit_status, wg_error *err)
{
    wg_command_add(command, NULL);
    pid_t child;
    int failure = start(command, log, &child), state = 0;
    command->count--; /* so that more words can follow, for another run */
    if (failure)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: cannot be started: %s", command->words[0], strerror(failure));
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return wg_error_set(err, WG_ERR_SYSTEM, "%s: lost sight of it: %s", command->words[0], strerror(errno));
    int killer = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    *exit_status = killer ? 128 + killer : WEXITSTATUS(state);
    if (killer == SIGINT || killer == SIGTERM)
        return wg_error_set(err, WG_ERR_INTERRUPTED, "%s was interrupted", command->words[0]);
    return WG_OK;
}
