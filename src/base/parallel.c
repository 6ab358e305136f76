/* SPDX-License-Identifier: Apache-2.0 */
#include "base/parallel.h"

#include "base/arena.h"
#include "base/guard.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct job {
    void (*work)(void *user, size_t nth);
    void *user;
    size_t count;
    atomic_size_t next;
    atomic_size_t lacking; /* bytes that one of the threads did not get; 0: none failed */
} job;

unsigned wg_parallel_threads(unsigned asked)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return asked ? asked : cores > 0 ? (unsigned)cores : 1;
}

static void *take_all(void *argument)
{
    job *j = argument;
    WG_GUARD(guard, NULL);
    if (setjmp(guard.back)) {
        atomic_store(&j->lacking, guard.bytes);
        atomic_store(&j->next, j->count); /* the others need not go on */
        return NULL;
    }
    for (size_t nth; (nth = atomic_fetch_add(&j->next, 1)) < j->count;)
        j->work(j->user, nth);
    return NULL;
}

void wg_parallel_run(unsigned threads, size_t count, void (*work)(void *user, size_t nth), void *user)
{
    job j = {.work = work, .user = user, .count = count};
    threads = wg_parallel_threads(threads);
    size_t others = count < threads ? count : threads, started = 0;
    others -= others > 0;
    pthread_t *ids = wg_alloc(others * sizeof *ids);
    while (started < others && pthread_create(&ids[started], NULL, take_all, &j) == 0)
        started++;
    take_all(&j); /* also what could not be started */
    for (size_t k = 0; k < started; k++)
        pthread_join(ids[k], NULL);
    free(ids);
    if (atomic_load(&j.lacking))
        wg_guard_fail(atomic_load(&j.lacking));
}
