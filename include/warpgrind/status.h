/* SPDX-License-Identifier: Apache-2.0 */
/* How every warpgrind function that can fail says so: it returns a wg_status and, where the caller passed
 * a wg_error, leaves one complete sentence in it. The library never prints and never exits: where there is no memory,
 * the function that was called returns WG_ERR_SYSTEM (NULL, if it returns a text), and what it had allocated so far is
 * lost. */
#ifndef WARPGRIND_STATUS_H
#define WARPGRIND_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The library is built with hidden symbols: what is declared between these is what it exports. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum wg_status {
    WG_OK = 0,
    WG_ERR_FAILED,      /* verification or an assertion failed */
    WG_ERR_INPUT,       /* bad usage, malformed file, impossible launch */
    WG_ERR_UNSUPPORTED, /* well-formed, but beyond what warpgrind can do */
    WG_ERR_MISSING,     /* a compiler, driver or file that is not there */
    WG_ERR_SYSTEM,      /* the operating system said no: memory, disk, permissions */
    WG_ERR_FAULT,       /* the kernel itself did something wrong */
    WG_ERR_INTERRUPTED, /* the user stopped it */
    WG_ERR_LIMIT,       /* a launch asks for more than the device has */
    WG_ERR_NO_COMPILER, /* no compiler for the kernel's language is installed */
    WG_ERR_TIMEOUT,     /* a compiler did not end in time */
} wg_status;

/* Owned by the caller; text is always a terminated string, empty while status is WG_OK. */
typedef struct wg_error {
    wg_status status;
    char text[4096];
} wg_error;

/* Formats the sentence (truncated to fit) and returns status, so that a failing path is one statement:
 * return wg_error_set(err, WG_ERR_INPUT, "%s:%d: …", file, line);  err may be NULL. */
wg_status wg_error_set(wg_error *err, wg_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Puts a prefix in front of the sentence that came with status: the context only an outer function knows. Returns
 * status, whether there is an err or not; where it is WG_OK, nothing is written. */
wg_status wg_error_prefix(wg_error *err, wg_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The exit status a command should end with: 0 fine, 1 failed check, 2 bad input or environment, 3 fault,
 * 130 interrupted. */
int wg_status_exit_code(wg_status status);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
