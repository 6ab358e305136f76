/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"

#include <stdbool.h>
#include <sys/time.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

/* Microseconds that the work has to end by itself: a compiler gets a tenth of a second to tidy up. */
enum { PATIENCE = 800000 };

static void note(int signal_number)
{
    const struct itimerval patience = {.it_value = {.tv_usec = PATIENCE}};
    if (interrupted)
        return; /* it is on its way */
    interrupted = signal_number;
    setitimer(ITIMER_REAL, &patience, NULL);
}

static void give_up(int signal_number)
{
    static const char words[] = "warpgrind: interrupted\n";
    (void)signal_number;
    if (!interrupted)
        return; /* somebody else's alarm */
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
    _exit(interrupt_exit_status(0));
}

static void handle(int signal_number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

/* As nohup wants it. */
static bool is_ignored(int signal_number)
{
    struct sigaction now;
    return sigaction(signal_number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void interrupt_begin(void)
{
    handle(SIGINT, note);
    handle(SIGTERM, note);
    if (!is_ignored(SIGHUP))
        handle(SIGHUP, note);
    handle(SIGALRM, give_up);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails, as one on a full disk does */
}

wg_status interrupt_check(wg_status status, wg_error *err)
{
    if (interrupted && status != WG_ERR_INTERRUPTED)
        return wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted");
    return status;
}

int interrupt_exit_status(int code)
{
    return interrupted ? 128 + (int)interrupted : code;
}
