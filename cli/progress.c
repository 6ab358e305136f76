/* SPDX-License-Identifier: Apache-2.0 */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p)
{
    *p = (progress){.start = now()};
}

void progress_show(progress *p, uint64_t done, uint64_t total)
{
    const double patience = 1, interval = 0.2;
    double t = now(), passed = t - p->start;
    if (!isatty(STDERR_FILENO) || passed < patience || t - p->shown < interval || total == 0)
        return;
    double part = (double)done / (double)total;
    fprintf(stderr, "\r  %3.0f %%  %llu of %llu blocks", 100 * part, (unsigned long long)done,
            (unsigned long long)total);
    if (done)
        fprintf(stderr, ", %.0f s left", passed / part - passed);
    fprintf(stderr, "\033[K");
    p->shown = t;
}

void progress_note(progress *p, const char *format, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "\r  ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\033[K");
    va_end(arguments);
    p->shown = now();
}

void progress_clear(progress *p)
{
    if (p->shown > 0)
        fprintf(stderr, "\r\033[K");
    p->shown = 0;
}
