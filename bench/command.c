/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void read_all(int from, command_result *result)
{
    size_t capacity = 0;
    for (;;) {
        if (capacity - result->length < 4096) {
            capacity = capacity ? capacity * 2 : 65536;
            char *larger = realloc(result->output, capacity + 1);
            if (!larger)
                return;
            result->output = larger;
        }
        ssize_t got = read(from, result->output + result->length, capacity - result->length);
        if (got <= 0)
            break;
        result->length += (size_t)got;
    }
    result->output[result->length] = 0;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

command_result command_run(const char *const argv[])
{
    command_result result = {.status = -1};
    int ends[2];
    if (pipe(ends) != 0)
        return result;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(argv[0], (char *const *)(size_t)argv);
        _exit(127);
    }
    close(ends[1]);
    if (child > 0) {
        read_all(ends[0], &result);
        int status;
        struct rusage usage;
        if (wait4(child, &status, 0, &usage) == child && WIFEXITED(status)) {
            result.status = WEXITSTATUS(status);
            result.peak_kib = usage.ru_maxrss;
            result.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
        }
    }
    close(ends[0]);
    return result;
}
