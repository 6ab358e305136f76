/* SPDX-License-Identifier: Apache-2.0 */
/* Handing the blocks of a launch to host threads.
 *
 * Blocks are taken in order, one at a time, by whichever thread is free; every thread counts for itself and the counts
 * are summed at the end, so they do not depend on how many threads there are. A block normally runs to its end. One
 * that waits (it reads memory without changing any) may be waiting for a block that has not started: it is put aside
 * and others get their chance, as far as memory for blocks in flight allows at first, and one more each time all of
 * them have waited. When all blocks of all threads go on waiting, their warps are loosened (paths.c).
 *
 * A launch in which every warp of every block comes back to a state it was in, while no memory changes, is stuck: that
 * is found within a second or so. Loops that hide it, by counting for example, end at a limit on instructions.
 *
 * After a fault no new blocks start; those in flight before the one that failed go on, and the fault of the lowest
 * block is reported. All lower blocks had been handed out by then, so the report is the same however many threads there
 * are. A worker that is out of memory ends, and so do the others; then the thread that started them fails
 * (base/guard.h). */
#include "base/guard.h"
#include "base/parallel.h"
#include "sim/checker.h"
#include "sim/chosen.h"
#include "sim/run.h"
#include "sim/trace.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t SLICE = 256 * 1024;
/* When blocks share work, and somebody wants to see all of them at it: at their beginning. */
static const uint64_t SHORT_SLICE = 1024, BEGINNING = 64 * 1024;
enum { LONG = 64 };    /* slices after which even a block that gets on makes room for others */
enum { PATIENCE = 8 }; /* rounds of waiting before warps are loosened */
enum { LOOK = 8 };     /* idle rounds between looks at whether warps go round … */
enum { STUCK = 128 };  /* … and after which they do for ever */
enum { MOST_THREADS = 1024 };
enum { GRID_WORKSPACE = 64 }; /* bytes; cooperative groups use two words: a size they ignore, and the barrier */
static const uint64_t ASTRAY_LIMIT = (uint64_t)1 << 20;
static const uint64_t DEFAULT_LIMIT = (uint64_t)1 << 32, DEFAULT_WAIT_LIMIT = (uint64_t)1 << 30;
static const size_t FLIGHT_BYTES = (size_t)24 << 20;

typedef struct job {
    const wg_launch *launch;
    uint64_t blocks_total, blocks_wanted;
    atomic_ullong next, done;
    atomic_bool stop;          /* start no more blocks */
    atomic_ullong fault_block; /* blocks from this one on need not run */
    atomic_uint busy;          /* workers with a block that does not wait */
    atomic_bool loosens;       /* it was necessary before: no more patience */
    atomic_ullong changes;     /* turns in which some block did more than read and compute */
    atomic_bool stuck;         /* nothing will ever change again */
    atomic_size_t lacking;     /* bytes that a worker did not get; 0: none failed */
    struct worker *workers;
    unsigned worker_count;
    pthread_mutex_t lock;
    wg_fault fault; /* under lock */
    size_t printed; /* bytes; under lock, as what is left out */
    uint64_t dropped_bytes, dropped_calls;
    double next_progress;
    size_t flight_limit;     /* blocks a worker may have in flight */
    uint64_t grid_workspace; /* device memory where the blocks of a cooperative launch meet */
} job;

typedef struct worker {
    job *job;
    pthread_t thread;
    wg_block sums;            /* its counter arrays */
    wg_checker *checker;      /* NULL: nobody looks */
    uint64_t next, end;       /* its own blocks, one after another, where checkers share a launch */
    wg_running *free;         /* block states to use again */
    wg_running *first, *last; /* blocks put aside, oldest first */
    size_t in_flight, limit;
    size_t idle_turns, waits; /* turns since a block changed memory, since one did anything but wait */
    unsigned rounds;          /* all blocks waited, so many times in a row */
    bool is_busy;             /* counted in job.busy */
    bool has_lock;            /* job.lock, and allocates meanwhile */
    uint64_t idle_rounds,
        changes; /* all blocks had a turn and memory stayed as it is, so often since job.changes was this */
    atomic_ullong
        stuck_at; /* the value of job.changes at which all its blocks went round, + 1; UINT64_MAX: it has none */
} worker;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Like those below, for work that may run out of memory. */
static void lock(worker *me)
{
    pthread_mutex_lock(&me->job->lock);
    me->has_lock = true;
}

static void unlock(worker *me)
{
    me->has_lock = false;
    pthread_mutex_unlock(&me->job->lock);
}

/* ---- block states ---- */

static wg_running *new_running(const worker *me)
{
    const wg_launch *launch = me->job->launch;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    wg_running *running = wg_alloc(sizeof *running);
    wg_block *block = &running->block;
    *block = me->sums;
    block->launch = launch;
    block->program = launch->program;
    block->joining = launch->joining;
    block->checker = me->checker;
    block->heap = launch->heap;
    block->params = launch->params;
    block->printed = &running->printed;
    block->grid_workspace = me->job->grid_workspace;
    block->shared_size = (uint32_t)wg_dynamic_shared_offset(launch->program) + launch->dynamic_shared;
    block->shared = wg_alloc(block->shared_size + 16);
    block->warp_count = (threads + WG_LANES - 1) / WG_LANES;
    block->warps = wg_alloc(sizeof *block->warps * block->warp_count);
    for (uint32_t i = 0; i < block->warp_count; i++) {
        uint32_t left = threads - i * WG_LANES;
        block->warps[i].block = block;
        block->warps[i].id = i;
        block->warps[i].launched = left >= WG_LANES ? WG_ALL_LANES : (1u << left) - 1;
    }
    return running;
}

static void free_running(wg_running *running)
{
    wg_checker *checker = running->block.checker;
    if (checker)
        checker->forget(checker, &running->block);
    for (uint32_t i = 0; i < running->block.warp_count; i++)
        wg_warp_free(&running->block.warps[i]);
    free(running->block.warps);
    free(running->block.shared);
    wg_text_free(&running->printed);
    free(running);
}

static bool is_traced(const wg_launch *launch)
{
    return launch->traces[WG_TRACE_OF_MEMORY] || launch->traces[WG_TRACE_OF_TIME] || launch->traces[WG_TRACE_OF_LINE];
}

/* One that keeps what comes first needs one thread for that to be the same every time. */
static bool needs_order(const wg_launch *launch)
{
    bool needs = launch->program->order_matters || launch->shuffle || (launch->checker && !launch->checker->may_share);
    for (int k = 0; k < WG_LAUNCH_TRACES; k++)
        needs |= launch->traces[k] && launch->traces[k]->op_limit;
    return needs;
}

static wg_running *start_block(worker *me, uint64_t nth)
{
    const job *j = me->job;
    uint64_t index = wg_chosen_block(j->launch, j->blocks_total, nth);
    wg_running *running = me->free ? me->free : new_running(me);
    me->free = me->free ? running->next : NULL;
    wg_block *block = &running->block;
    wg_block_place(block, index);
    wg_block_start(running);
    if (is_traced(j->launch)) {
        lock(me);
        wg_trace_block(j->launch, block);
        unlock(me);
    }
    me->in_flight++;
    return running;
}

static void put_aside(worker *me, wg_running *running)
{
    running->next = NULL;
    if (me->last)
        me->last->next = running;
    else
        me->first = running;
    me->last = running;
}

static wg_running *take_up(worker *me)
{
    wg_running *running = me->first;
    if (running) {
        me->first = running->next;
        if (!me->first)
            me->last = NULL;
    }
    return running;
}

static void recycle(worker *me, wg_running *running, bool complete)
{
    job *j = me->job;
    if (is_traced(j->launch)) {
        lock(me);
        wg_trace_block_end(j->launch, &running->block, complete);
        unlock(me);
    }
    running->next = me->free;
    me->free = running;
    me->in_flight--;
}

static bool is_interrupted(const job *j)
{
    return wg_stopped(j->launch->interrupted) || atomic_load(&j->lacking);
}

static wg_running *next_block(worker *me)
{
    job *j = me->job;
    if (is_interrupted(j))
        return NULL;
    if ((!me->first || me->in_flight < me->limit) && !atomic_load(&j->stop)) {
        uint64_t nth = atomic_fetch_add(&j->next, 1);
        if (j->launch->checker) /* neighbours touch the same words: they stay together */
            nth = me->next < me->end ? me->next++ : j->blocks_wanted;
        if (nth < j->blocks_wanted)
            return start_block(me, nth);
    }
    return take_up(me);
}

/* ---- one worker ---- */

static void report_fault(worker *me, const wg_fault *fault)
{
    job *j = me->job;
    pthread_mutex_lock(&j->lock);
    if (!j->fault.set || fault->block < j->fault.block) {
        j->fault = *fault;
        atomic_store(&j->fault_block, fault->block);
    }
    pthread_mutex_unlock(&j->lock);
    atomic_store(&j->stop, true);
}

static void show_progress(worker *me)
{
    job *j = me->job;
    if (!j->launch->progress || pthread_mutex_trylock(&j->lock) != 0)
        return;
    double t = now();
    if (t >= j->next_progress) {
        j->next_progress = t + 0.25;
        j->launch->progress(j->launch->user, atomic_load(&j->done), j->blocks_wanted);
    }
    pthread_mutex_unlock(&j->lock);
}

/* Hands over what a block printed; never two at a time. */
static void show_printed(worker *me, wg_running *running)
{
    job *j = me->job;
    wg_text *text = &running->printed;
    if (!text->length)
        return;
    pthread_mutex_lock(&j->lock);
    size_t left = WG_PRINT_LIMIT - j->printed, shown = text->length < left ? text->length : left;
    wg_make_harmless(text->bytes, text->length);
    if (j->launch->print && shown)
        j->launch->print(j->launch->user, text->bytes, shown);
    j->printed += shown;
    j->dropped_bytes += text->length - shown;
    j->dropped_calls += running->block.unprinted;
    pthread_mutex_unlock(&j->lock);
    text->length = 0;
    running->block.unprinted = 0;
}

static void say_what_was_dropped(const job *j)
{
    char sentence[256];
    if (!j->launch->print || (!j->dropped_bytes && !j->dropped_calls))
        return;
    int length = snprintf(sentence, sizeof sentence,
                          "\n[printf: only the first %d bytes of a launch are shown; %llu more bytes and the output of "
                          "%llu more calls were dropped]\n",
                          WG_PRINT_LIMIT, (unsigned long long)j->dropped_bytes, (unsigned long long)j->dropped_calls);
    j->launch->print(j->launch->user, sentence, (size_t)length);
}

/* Says where the block's first warp that could run is. */
static void fault_here(wg_running *running, wg_fault_kind kind, const char *sentence)
{
    wg_block *block = &running->block;
    wg_warp *w = &block->warps[0];
    while (w->state != WG_WARP_READY && w < &block->warps[block->warp_count - 1])
        w++;
    const wg_basic_block *at = w->path_count ? &block->program->blocks[w->paths[w->path_count - 1].block] : NULL;
    wg_fault_set_kind(w, at && at->cost ? &block->program->insns[at->first] : NULL,
                      w->path_count ? __builtin_ctz(w->paths[w->path_count - 1].mask) : -1, (int)kind, "%s", sentence);
}

/* Ends a block that has executed too much, or has only been waiting for too long; false: it may go on. */
static bool is_runaway(wg_running *running, uint64_t limit, uint64_t wait_limit)
{
    const char *then = running->block.executed >= limit ? "and is still here" : "in a loop here that changes no memory";
    uint64_t executed = running->block.executed >= limit ? running->block.executed : running->waited;
    if (running->block.executed < limit && running->waited < wait_limit)
        return false;
    char sentence[256];
    snprintf(sentence, sizeof sentence,
             "runaway: the block has executed %llu warp instructions %s (--max-instructions raises the limit)",
             (unsigned long long)executed, then);
    fault_here(running, WG_FAULT_RUNAWAY, sentence);
    return true;
}

static uint64_t instruction_limit(const wg_block *block)
{
    uint64_t asked = block->launch->instruction_limit, limit = asked ? asked : DEFAULT_LIMIT;
    return block->checker && block->checker->is_astray && limit > ASTRAY_LIMIT ? ASTRAY_LIMIT : limit;
}

/* The first block would take all that a queue holds, and nobody would see what blocks do to one another. */
static bool takes_turns(const wg_block *block)
{
    const wg_launch *launch = block->launch;
    return launch->checker && launch->program->order_matters && block->executed < BEGINNING;
}

typedef enum outcome { ENDED, ABANDONED, BUSY, IDLE, WAITING } outcome;

/* Runs a block until it ends or should make room for others. */
static outcome run_block(worker *me, wg_running *running)
{
    job *j = me->job;
    wg_block *block = &running->block;
    uint64_t asked = j->launch->instruction_limit;
    bool is_short = takes_turns(block);
    uint64_t slice = is_short ? SHORT_SLICE : SLICE;
    for (int n = 0; n < (is_short ? 1 : LONG); n++) {
        if (is_interrupted(j) || block->index > atomic_load(&j->fault_block))
            return ABANDONED;
        uint64_t limit = instruction_limit(block), left = limit > block->executed ? limit - block->executed : 0;
        wg_block_state state = wg_block_run(running, left < slice ? left : slice);
        bool is_over = state == WG_BLOCK_DONE || state == WG_BLOCK_FAULTED;
        if (!is_over && is_runaway(running, limit, asked ? asked : DEFAULT_WAIT_LIMIT))
            state = WG_BLOCK_FAULTED;
        if (state == WG_BLOCK_FAULTED)
            report_fault(me, &block->fault);
        show_printed(me, running);
        show_progress(me);
        if (state == WG_BLOCK_DONE || state == WG_BLOCK_FAULTED)
            return ENDED;
        if (state == WG_BLOCK_WAITING)
            return WAITING;
        if (!block->changed_memory)
            return IDLE;
    }
    return BUSY;
}

static void set_busy(worker *me, bool busy)
{
    if (me->is_busy != busy)
        atomic_fetch_add(&me->job->busy, busy ? 1 : -1u);
    me->is_busy = busy;
}

/* Every worker names its lowest block, so that the lowest of all is reported. */
static void report_stuck(worker *me)
{
    wg_running *lowest = me->first;
    for (wg_running *running = me->first; running; running = running->next)
        lowest = running->block.index < lowest->block.index ? running : lowest;
    if (!lowest)
        return;
    fault_here(lowest, WG_FAULT_STUCK, "stuck: a loop here waits for memory that nobody is left to change");
    report_fault(me, &lowest->block.fault);
}

/* All blocks of this worker wait. For one that has not started? Then it must. For another worker's? Then there is time.
 * Else some warp waits for itself. */
static void everybody_waits(worker *me)
{
    job *j = me->job;
    set_busy(me, false);
    me->waits = 0;
    if (atomic_load(&j->stuck))
        report_stuck(me);
    if (atomic_load(&j->stop)) { /* what they wait for may never start */
        for (wg_running *running; (running = take_up(me));)
            recycle(me, running, false);
        return;
    }
    if (atomic_load(&j->busy) || (++me->rounds < PATIENCE && !atomic_load(&j->loosens)))
        return;
    atomic_store(&j->loosens, true);
    for (wg_running *running = me->first; running; running = running->next)
        wg_block_loosen(running);
}

static bool all_are_stuck(const job *j, uint64_t changes)
{
    for (unsigned i = 0; i < j->worker_count; i++) {
        uint64_t at = atomic_load(&j->workers[i].stuck_at);
        if (at != changes + 1 && at != UINT64_MAX)
            return false;
    }
    return atomic_load(&j->changes) == changes;
}

/* All blocks of this worker had a turn, and none changed memory. When all warps of all workers go round, and were
 * loosened often enough for each lane to have had its turn, nothing will ever change. */
static void idle_round(worker *me)
{
    job *j = me->job;
    uint64_t changes = atomic_load(&j->changes);
    if (changes != me->changes)
        me->idle_rounds = 0;
    me->changes = changes;
    if (atomic_load(&j->stuck))
        report_stuck(me);
    if (me->idle_rounds++ % LOOK || atomic_load(&j->next) < j->blocks_wanted)
        return;
    bool stuck = me->first != NULL;
    for (wg_running *running = me->first; running; running = running->next)
        stuck &= wg_block_goes_round(running, me->idle_rounds / LOOK);
    atomic_store(&me->stuck_at, stuck && me->idle_rounds > STUCK ? changes + 1 : 0);
    if (!all_are_stuck(j, changes))
        return;
    atomic_store(&j->stuck, true);
    report_stuck(me);
}

static void finish(worker *me)
{
    set_busy(me, false);
    atomic_store(&me->stuck_at, UINT64_MAX);
}

/* Its blocks are left as they are. */
static void give_up(worker *me, size_t bytes)
{
    atomic_store(&me->job->lacking, bytes);
    if (me->has_lock)
        unlock(me);
    finish(me);
}

static void work_on_blocks(worker *me)
{
    for (wg_running *running; (running = next_block(me));) {
        outcome out = run_block(me, running);
        if (out == ENDED || out == ABANDONED)
            recycle(me, running, out == ENDED);
        else
            put_aside(me, running);
        if (out == ENDED)
            atomic_fetch_add(&me->job->done, 1);
        if ((out != WAITING && out != IDLE) || running->block.changed_memory)
            atomic_fetch_add(&me->job->changes, 1);
        if (out != WAITING) {
            set_busy(me, true);
            me->rounds = 0;
        }
        me->waits = out == WAITING ? me->waits + 1 : 0;
        me->idle_turns = out == WAITING || out == IDLE ? me->idle_turns + 1 : 0;
        if (me->idle_turns && me->idle_turns >= me->in_flight) {
            me->idle_turns = 0;
            me->limit++;
            idle_round(me);
        }
        if (me->waits && me->waits >= me->in_flight)
            everybody_waits(me);
    }
    finish(me);
}

static void *work(void *argument)
{
    WG_GUARD(guard, NULL);
    if (setjmp(guard.back))
        give_up(argument, guard.bytes);
    else
        work_on_blocks(argument);
    return NULL;
}

static void worker_start(worker *me, job *j)
{
    const wg_program *program = j->launch->program;
    me->job = j;
    me->limit = j->flight_limit;
    me->is_busy = true;
    me->sums = (wg_block){.tallies = wg_alloc(sizeof(wg_tally) * (program->tally_count + 1)),
                          .caches = wg_alloc(sizeof(wg_heap_cache) * (program->tally_count + 1)),
                          .block_warps = wg_alloc(sizeof(uint64_t) * program->block_count),
                          .block_threads = wg_alloc(sizeof(uint64_t) * program->block_count),
                          .divergent = wg_alloc(sizeof(uint64_t) * program->block_count)};
}

static void worker_end(worker *me, const wg_program *program, wg_block *sums)
{
    for (uint32_t t = 0; t < program->tally_count; t++) {
        const uint64_t *from = (const uint64_t *)&me->sums.tallies[t];
        uint64_t *to = (uint64_t *)&sums->tallies[t];
        for (size_t field = 0; sums != &me->sums && field < sizeof(wg_tally) / sizeof(uint64_t); field++)
            to[field] += from[field];
    }
    for (uint32_t b = 0; sums != &me->sums && b < program->block_count; b++) {
        sums->block_warps[b] += me->sums.block_warps[b];
        sums->block_threads[b] += me->sums.block_threads[b];
        sums->divergent[b] += me->sums.divergent[b];
    }
    for (wg_running *running; (running = take_up(me));) {
        recycle(me, running, false);
    }
    for (wg_running *running = me->free, *next; running; running = next) {
        next = running->next;
        free_running(running);
    }
    if (sums == &me->sums)
        return;
    free(me->sums.tallies);
    free(me->sums.caches);
    free(me->sums.block_warps);
    free(me->sums.block_threads);
    free(me->sums.divergent);
}

/* ---- the launch ---- */

static wg_status check(const wg_launch *launch, wg_error *err)
{
    const uint32_t *grid = launch->grid, *block = launch->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    for (int d = 0; d < 3; d++)
        if (!grid[d] || !block[d])
            return wg_error_set(err, WG_ERR_INPUT, "empty launch: grid (%u,%u,%u), block (%u,%u,%u)", grid[0], grid[1],
                                grid[2], block[0], block[1], block[2]);
    if (threads > 1024 || block[2] > 64)
        return wg_error_set(err, WG_ERR_INPUT,
                            "a block of (%u,%u,%u) is too large: at most 1024 threads, at most 64 in z", block[0],
                            block[1], block[2]);
    if (grid[0] > 0x7fffffff || grid[1] > 65535 || grid[2] > 65535)
        return wg_error_set(err, WG_ERR_INPUT, "a grid of (%u,%u,%u) is too large: at most 2147483647 × 65535 × 65535",
                            grid[0], grid[1], grid[2]);
    uint64_t shared = wg_dynamic_shared_offset(launch->program) + launch->dynamic_shared;
    if (shared > WG_WINDOW_SIZE)
        return wg_error_set(err, WG_ERR_INPUT, "%llu bytes of shared memory: at most %u are possible",
                            (unsigned long long)shared, WG_WINDOW_SIZE);
    return WG_OK;
}

/* Nobody waits for more blocks than that: a thread does some ten million of the shortest in a second. */
static const uint64_t MOST_BLOCKS = (uint64_t)1 << 36;

static wg_status check_blocks(const job *j, wg_error *err)
{
    if (j->blocks_wanted <= MOST_BLOCKS)
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT,
                        "kernel %s: %llu blocks are too many to run: --sample N runs about N of them",
                        j->launch->program->kernel->name, (unsigned long long)j->blocks_wanted);
}

/* What a sample stands for may be more than a counter holds. */
static wg_status check_counters(const wg_launch *launch, const wg_profile *profile, wg_error *err)
{
    int k = 0;
    while (k < WG_COUNTER_COUNT && profile->total.value[k] < WG_COUNTER_MOST)
        k++;
    if (k == WG_COUNTER_COUNT)
        return WG_OK;
    return wg_error_set(
        err, WG_ERR_UNSUPPORTED,
        "kernel %s: not supported: a grid of %u x %u x %u, for which %s exceeds the 63 bits of a counter",
        launch->program->kernel->name, launch->grid[0], launch->grid[1], launch->grid[2], wg_counter_infos[k].name);
}

static size_t flight_limit(const wg_launch *launch, unsigned workers)
{
    uint32_t warps = (launch->block[0] * launch->block[1] * launch->block[2] + WG_LANES - 1) / WG_LANES;
    const wg_program *program = launch->program;
    size_t local = (size_t)program->functions[0].local_bytes * WG_LANES;
    size_t bytes = program->shared_bytes + launch->dynamic_shared +
                   warps * (program->functions[0].frame_bytes + local + sizeof(wg_warp)) + 4096;
    size_t blocks = FLIGHT_BYTES / workers / bytes;
    return blocks ? blocks : 1;
}

/* Each host thread has a checker of its own and a stretch of the blocks. */
static void share_checker(const job *j, worker *workers, unsigned count)
{
    wg_checker *first = j->launch->checker;
    for (unsigned i = 0; i < count && first; i++) {
        workers[i].checker = i ? first->another(first) : first;
        workers[i].next = j->blocks_wanted * i / count;
        workers[i].end = j->blocks_wanted * (i + 1) / count;
    }
}

static void run_workers(job *j, worker *workers, unsigned count)
{
    share_checker(j, workers, count);
    for (unsigned i = 0; i < count; i++)
        worker_start(&workers[i], j);
    atomic_store(&j->busy, count);
    j->workers = workers;
    j->worker_count = count;
    unsigned started = 1;
    while (started < count && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    for (unsigned i = started; i < count; i++)
        finish(&workers[i]);
    work(&workers[0]); /* what could not be started, this thread does as well */
    for (unsigned i = started; i < count && j->launch->checker; i++)
        work(&workers[i]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    if (atomic_load(&j->lacking))
        wg_guard_fail(atomic_load(&j->lacking));
}

wg_status wg_launch_run(const wg_launch *launch, wg_profile *profile, wg_error *err)
{
    *profile = (wg_profile){0};
    wg_status status = check(launch, err);
    if (status != WG_OK)
        return status;
    unsigned count = wg_parallel_threads(launch->host_threads);
    job j = {.launch = launch,
             .blocks_total = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2],
             .lock = PTHREAD_MUTEX_INITIALIZER};
    j.blocks_wanted = wg_chosen_count(launch, j.blocks_total);
    status = check_blocks(&j, err);
    if (status != WG_OK)
        return status;
    if (launch->checker)
        launch->checker->launch(launch->checker, launch);
    count = count > MOST_THREADS ? MOST_THREADS : count;
    count = needs_order(launch) ? 1 : j.blocks_wanted < count ? (unsigned)j.blocks_wanted : count;
    wg_trace_begin(launch, j.blocks_total, wg_chosen_block(launch, j.blocks_total, 0));
    atomic_init(&j.fault_block, UINT64_MAX);
    j.flight_limit = flight_limit(launch, count);
    if (launch->program->uses_grid_workspace)
        status = wg_heap_allocate(launch->heap, GRID_WORKSPACE, "the grid's workspace", &j.grid_workspace, err);
    if (status != WG_OK)
        return status;
    double start = now();
    j.next_progress = start + 0.5;
    worker *workers = wg_alloc(sizeof *workers * count);
    run_workers(&j, workers, count);
    say_what_was_dropped(&j);
    profile->seconds = now() - start;
    profile->host_threads = count;
    for (unsigned i = count; i-- > 0;)
        worker_end(&workers[i], launch->program, &workers[0].sums);
    for (unsigned i = 1; i < count && launch->checker; i++)
        launch->checker->join(launch->checker, workers[i].checker);
    wg_block sums = workers[0].sums;
    free(workers);
    wg_trace_end(launch);
    if (j.fault.set)
        status = wg_error_set(err, WG_ERR_FAULT, "%s", j.fault.text);
    else if (wg_stopped(launch->interrupted))
        status = wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted after %llu of %llu blocks",
                              (unsigned long long)atomic_load(&j.done), (unsigned long long)j.blocks_wanted);
    else
        wg_profile_build(launch, &sums, j.blocks_wanted, profile);
    if (status == WG_OK)
        status = check_counters(launch, profile, err);
    profile->blocks_total = j.blocks_total;
    profile->blocks_run = j.blocks_wanted;
    free(sums.tallies);
    free(sums.caches);
    free(sums.block_warps);
    free(sums.block_threads);
    free(sums.divergent);
    if (j.grid_workspace)
        wg_heap_release(launch->heap, j.grid_workspace, NULL);
    if (launch->traced && status == WG_OK)
        launch->traced(launch->user, launch, profile);
    return status;
}
