/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE 1 /* SOCK_CLOEXEC, strsignal */
#include "base/child.h"

#include "base/arena.h"
#include "base/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
/* A sanitizer takes terabytes of addresses for itself: a limit would be its end, not the code's. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||                 \
    HAS_FEATURE(thread_sanitizer) || HAS_FEATURE(memory_sanitizer)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

struct wg_child {
    pid_t process; /* 0: it has ended */
    int socket;
    wg_child_limits limits;
};

/* Before the bytes of an answer. */
typedef struct reply {
    wg_error error;
    wg_status status;
    size_t length;
} reply;

/* ---- the child's side ---- */

static bool read_all(int from, void *bytes, size_t length)
{
    for (char *at = bytes; length;) {
        ssize_t some = recv(from, at, length, 0);
        if (some == 0 || (some < 0 && errno != EINTR))
            return false;
        at += some > 0 ? some : 0;
        length -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

static bool write_all(int to, const void *bytes, size_t length)
{
    for (const char *at = bytes; length;) {
        ssize_t some = send(to, at, length, MSG_NOSIGNAL);
        if (some < 0 && errno != EINTR)
            return false;
        at += some > 0 ? some : 0;
        length -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

/* What we have counts for nothing: the limit is on what the code takes besides. */
static void limit_memory(uint64_t bytes)
{
    unsigned long data = 0;
    FILE *sizes = fopen("/proc/self/statm", "r");
    bool known = sizes && fscanf(sizes, "%*u %*u %*u %*u %*u %lu", &data) == 1;
    if (sizes)
        fclose(sizes);
    rlim_t most = (rlim_t)(bytes + data * (uint64_t)sysconf(_SC_PAGESIZE));
    if (known && bytes && !IS_SANITIZED)
        setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
}

static void restore_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int k = 1; k < NSIG; k++)
        signal(k, SIG_DFL); /* those that cannot be set are as they were */
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The handler that was registered last is called first: the others are our parent's, and so is what stdio holds. */
static void end_at_once(int status, void *unused)
{
    (void)unused;
    _exit(status);
}

static void settle_in(pid_t parent, const wg_child_limits *limits)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    restore_signals();
    on_exit(end_at_once, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    limit_memory(limits->memory);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

static wg_status work_guarded(wg_child_work work, void *user, const void *request, size_t length, wg_text *answer,
                              wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return work(user, request, length, answer, err);
}

_Noreturn static void serve(int socket, wg_child_work work, void *user)
{
    size_t length;
    while (read_all(socket, &length, sizeof length)) {
        char *request = malloc(length + 1);
        wg_text answer = {0};
        reply r = {0};
        if (!request || !read_all(socket, request, length))
            break;
        r.status = work_guarded(work, user, request, length, &answer, &r.error);
        r.length = answer.length;
        fflush(stdout);
        if (!write_all(socket, &r, sizeof r) || !write_all(socket, answer.bytes, answer.length))
            break;
        wg_text_free(&answer);
        free(request);
    }
    _exit(0);
}

/* ---- ours ---- */

wg_status wg_child_start(wg_child_work work, void *user, const wg_child_limits *limits, wg_child **out, wg_error *err)
{
    int ends[2];
    pid_t parent = getpid();
    *out = NULL;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return wg_error_set(err, WG_ERR_SYSTEM, "a process cannot be started: %s", strerror(errno));
    wg_child *child = wg_alloc(sizeof *child);
    fflush(NULL); /* or both would write it */
    *child = (wg_child){.process = fork(), .socket = ends[0], .limits = limits ? *limits : (wg_child_limits){0}};
    if (child->process == 0) {
        close(ends[0]);
        settle_in(parent, &child->limits);
        serve(ends[1], work, user);
    }
    close(ends[1]);
    if (child->process < 0) {
        wg_error_set(err, WG_ERR_SYSTEM, "a process cannot be started: %s", strerror(errno));
        close(ends[0]);
        free(child);
        return WG_ERR_SYSTEM;
    }
    *out = child;
    return WG_OK;
}

static int reap(wg_child *child)
{
    int state = 0;
    while (child->process && waitpid(child->process, &state, 0) < 0 && errno == EINTR)
        ;
    child->process = 0;
    return state;
}

static int kill_and_reap(wg_child *child)
{
    if (child->process)
        kill(child->process, SIGKILL);
    return reap(child);
}

static wg_status tell_end(int state, wg_error *err)
{
    int killer = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    if (killer == SIGINT || killer == SIGTERM)
        return wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted");
    if (killer)
        return wg_error_set(err, WG_ERR_FAULT, "it crashed: signal %d (%s)", killer, strsignal(killer));
    return wg_error_set(err, WG_ERR_FAULT, "it ended its process with exit status %d instead of returning",
                        WEXITSTATUS(state));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Processor time that it has had, in all its threads. */
static double processor_time(const wg_child *child)
{
    struct timespec t = {0};
    clockid_t clock;
    if (clock_getcpuclockid(child->process, &clock) == 0)
        clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until there is something to read, or its end. A tick lets us see a flag, the clock, and an end that the socket
 * does not tell of, as a child of the child holds it. */
static wg_status wait_for(wg_child *child, double deadline, wg_error *err)
{
    enum { TICK = 50 }; /* milliseconds */
    const wg_child_limits *limits = &child->limits;
    double worked = processor_time(child), still_since = now();
    for (;;) {
        struct pollfd ready = {.fd = child->socket, .events = POLLIN};
        int count = poll(&ready, 1, TICK), state;
        if (limits->interrupted && *limits->interrupted) {
            kill_and_reap(child);
            return wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted");
        }
        if (count > 0)
            return WG_OK;
        if (count == 0 && waitpid(child->process, &state, WNOHANG) == child->process) {
            child->process = 0;
            return tell_end(state, err);
        }
        if (limits->seconds > 0 && now() > deadline) {
            kill_and_reap(child);
            return wg_error_set(err, WG_ERR_FAULT, "it did not return within %g s", limits->seconds);
        }
        if (limits->idle > 0 && processor_time(child) != worked) {
            worked = processor_time(child);
            still_since = now();
        } else if (limits->idle > 0 && now() > still_since + limits->idle) {
            kill_and_reap(child);
            return wg_error_set(err, WG_ERR_FAULT, "it stood still for %g s", limits->idle);
        }
    }
}

static wg_status receive(wg_child *child, double deadline, void *bytes, size_t length, wg_error *err)
{
    for (char *at = bytes; length;) {
        wg_status status = wait_for(child, deadline, err);
        if (status != WG_OK)
            return status;
        ssize_t some = recv(child->socket, at, length, 0);
        if (some == 0 || (some < 0 && errno != EINTR))
            return tell_end(reap(child), err);
        at += some > 0 ? some : 0;
        length -= some > 0 ? (size_t)some : 0;
    }
    return WG_OK;
}

/* The answer grows as it comes: how long it says to be is the child's word only. */
static wg_status receive_answer(wg_child *child, double deadline, size_t length, wg_text *answer, wg_error *err)
{
    char bytes[4096];
    while (length) {
        size_t some = length < sizeof bytes ? length : sizeof bytes;
        wg_status status = receive(child, deadline, bytes, some, err);
        if (status != WG_OK)
            return status;
        if (answer)
            wg_text_add(answer, bytes, some);
        length -= some;
    }
    return WG_OK;
}

wg_status wg_child_ask(wg_child *child, const void *request, size_t length, wg_text *answer, wg_error *err)
{
    reply r;
    double deadline = now() + child->limits.seconds;
    if (!child->process)
        return wg_error_set(err, WG_ERR_FAULT, "it has ended already");
    /* One that has ended meanwhile is found out when reading. */
    if (write_all(child->socket, &length, sizeof length))
        write_all(child->socket, request, length);
    wg_status status = receive(child, deadline, &r, sizeof r, err);
    if (status == WG_OK)
        status = receive_answer(child, deadline, r.length, answer, err);
    if (status != WG_OK)
        return status;
    r.error.text[sizeof r.error.text - 1] = 0;
    if (r.status != WG_OK)
        wg_error_set(err, r.status, "%s", r.error.text);
    return r.status;
}

void wg_child_stop(wg_child *child)
{
    if (!child)
        return;
    kill_and_reap(child);
    close(child->socket);
    free(child);
}

wg_status wg_child_run(wg_child_work work, void *user, const wg_child_limits *limits, wg_text *answer, wg_error *err)
{
    wg_child *child = NULL;
    wg_status status = wg_child_start(work, user, limits, &child, err);
    if (status == WG_OK)
        status = wg_child_ask(child, NULL, 0, answer, err);
    wg_child_stop(child);
    return status;
}

void *wg_child_share(size_t bytes)
{
    void *memory = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void wg_child_unshare(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes ? bytes : 1);
}
