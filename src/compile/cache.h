/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled PTX, and words of tools about it, kept in the user's cache folder: found again by everything that went into
 * it. */
#ifndef WG_COMPILE_CACHE_H
#define WG_COMPILE_CACHE_H

#include "compile/compile.h"
#include "compile/job.h"

typedef struct wg_cache_key {
    char hex[33];
} wg_cache_key;

/* From the source, the flags and the compilers that would be tried: their files' time and size, since asking one for
 * its version takes longer than a look-up should. */
wg_cache_key wg_cache_key_make(const wg_job *job);

/* True: all of *out is set. A header that changed, a damaged entry and no cache at all are plain misses. */
bool wg_cache_find(const wg_cache_key *key, wg_compiled *out);

/* Best effort: a cache that cannot be written costs time, nothing else. */
void wg_cache_store(const wg_cache_key *key, const wg_job *job, const wg_output *output, const char *compiler);

/* The same for what a tool says of a text, which depends on nothing else. `question` tells all there is to ask it.
 * What is found is malloc'ed; NULL: it is not there. */
wg_cache_key wg_cache_key_of_tool(const char *tool, const char *question, const char *text, size_t length);
char *wg_cache_find_words(const wg_cache_key *key);
void wg_cache_store_words(const wg_cache_key *key, const char *words);

#endif
