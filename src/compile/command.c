/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const double DEFAULT_TIMEOUT = 1200; /* seconds */
static const char TIMEOUT_VARIABLE[] = "WARPGRIND_COMPILER_TIMEOUT";

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

/* ---- starting ---- */

/* Ours, with another place for temporary files: those of a compiler that is stopped are then where ours are, and go
 * with them. */
static char **environment(wg_arena *arena, const char *scratch)
{
    static const char name[] = "TMPDIR=";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **out = WG_NEW_ARRAY(arena, char *, count + 2);
    for (size_t k = 0; k < count; k++)
        if (!scratch || strncmp(environ[k], name, sizeof name - 1) != 0)
            out[kept++] = environ[k];
    if (scratch)
        out[kept++] = wg_arena_format(arena, "%s%s", name, scratch);
    return out;
}

static void set_attributes(posix_spawnattr_t *attributes)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGXFSZ};
    sigset_t defaults, mask;
    sigemptyset(&mask);
    sigemptyset(&defaults);
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        sigaddset(&defaults, signals[k]);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigmask(attributes, &mask);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

/* The child leads a process group of its own, so that it can be stopped with all it started; it gets the signals back
 * that a caller may have taken over. */
static int start(const wg_command *command, const char *log, pid_t *child)
{
    wg_arena arena = {0};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    set_attributes(&attributes);
    int failure = posix_spawn(child, command->words[0], &files, &attributes, (char *const *)command->words,
                              environment(&arena, command->scratch));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    wg_arena_free(&arena);
    return failure;
}

/* ---- waiting ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef enum ending { ENDED, STOPPED, TOO_LONG, LOST } ending;

/* Until it ends, or should. Looks a few times a millisecond at first, then every twenty. */
static ending wait_for(pid_t child, wg_stop *interrupted, double seconds, int *state)
{
    const double first = 0.2e-3, most = 20e-3;
    double begin = now();
    for (double pause = first;; pause = pause < most ? 1.2 * pause : most) {
        pid_t ended = waitpid(child, state, WNOHANG);
        if (ended == child)
            return ENDED;
        if (ended < 0 && errno != EINTR)
            return LOST;
        if (wg_stopped(interrupted))
            return STOPPED;
        if (seconds > 0 && now() - begin > seconds)
            return TOO_LONG;
        nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * pause)}, NULL);
    }
}

/* It may tidy up; whoever of its group does not end by then is ended. */
static void stop(pid_t child)
{
    const double grace = 0.1;
    int state;
    kill(-child, SIGTERM);
    ending how = wait_for(child, NULL, grace, &state);
    kill(-child, SIGKILL);
    while (how == TOO_LONG && waitpid(child, &state, 0) < 0 && errno == EINTR)
        ;
}

static double timeout(void)
{
    const char *text = getenv(TIMEOUT_VARIABLE);
    char *end;
    double seconds = text ? strtod(text, &end) : DEFAULT_TIMEOUT;
    return text && (end == text || *end || !(seconds >= 0)) ? DEFAULT_TIMEOUT : seconds;
}

wg_status wg_command_run(wg_command *command, const char *log, int *exit_status, wg_error *err)
{
    wg_command_add(command, NULL);
    const char *name = command->words[0];
    pid_t child;
    int failure = start(command, log, &child), state = 0;
    command->count--; /* so that more words can follow, for another run */
    if (failure)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: cannot be started: %s", name, strerror(failure));
    double seconds = timeout();
    ending how = wait_for(child, command->interrupted, seconds, &state);
    if (how == LOST)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: lost sight of it: %s", name, strerror(errno));
    if (how != ENDED)
        stop(child);
    int killer = how == ENDED && WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    if (how == TOO_LONG)
        return wg_error_set(err, WG_ERR_TIMEOUT, "%s did not end within %g s and was stopped; %s sets another limit",
                            name, seconds, TIMEOUT_VARIABLE);
    if (how == STOPPED || killer == SIGINT || killer == SIGTERM)
        return wg_error_set(err, WG_ERR_INTERRUPTED, "%s was interrupted", name);
    *exit_status = killer ? 128 + killer : WEXITSTATUS(state);
    return WG_OK;
}
