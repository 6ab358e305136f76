/* SPDX-License-Identifier: Apache-2.0 */
/* A back end whose engines live in processes of their own (base/child.h): a kernel that writes where it should not, or
 * a driver that does not survive it, ends that process and not ours.
 *
 * The process is a copy of ours, made before the driver is loaded: drivers have threads, which do not survive a fork.
 * What need not be answered is collected and sent with the next thing that must be. All that lies between the start and
 * the stop of the clock goes in one message, so that a measurement is made over there as if it were made here. An
 * engine whose process has ended starts another one for the next kernel that is built; what the first one had is gone.
 *
 * Neither textures nor variables nor addresses of memory go from one process to the other. */
#ifndef WG_BACKENDS_REMOTE_H
#define WG_BACKENDS_REMOTE_H

#include "backends/backend.h"

/* `shown` is the back end that people see, made of the functions below; `inner` the one that does the work. */
wg_status wg_remote_open(const wg_backend *shown, const wg_backend *inner, const char *which,
                         const wg_engine_options *options, wg_engine **out, wg_error *err);
void wg_remote_describe(const wg_backend *inner, wg_text *text);

void wg_remote_close(wg_engine *engine);
wg_status wg_remote_build(wg_engine *engine, const wg_kernel_source *source, wg_engine_kernel **out, wg_error *err);
wg_status wg_remote_allocate(wg_engine *engine, uint64_t bytes, const char *name, uint64_t *memory, wg_error *err);
wg_status wg_remote_release(wg_engine *engine, uint64_t memory, wg_error *err);
wg_status wg_remote_write(wg_engine *engine, uint64_t memory, const void *from, uint64_t bytes, wg_error *err);
wg_status wg_remote_read(wg_engine *engine, uint64_t memory, void *to, uint64_t bytes, wg_error *err);
wg_status wg_remote_set(wg_engine *engine, uint64_t memory, int byte, uint64_t bytes, wg_error *err);
wg_status wg_remote_launch(wg_engine *engine, const wg_kernel_call *call, wg_error *err);
wg_status wg_remote_finish(wg_engine *engine, wg_error *err);
wg_status wg_remote_start_clock(wg_engine *engine, wg_error *err);
wg_status wg_remote_stop_clock(wg_engine *engine, double *seconds, wg_error *err);
wg_status wg_remote_flush_caches(wg_engine *engine, wg_error *err);

#endif
