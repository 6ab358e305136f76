/* SPDX-License-Identifier: Apache-2.0 */
/* Ctrl-C: the first asks the work to end, the second does what it always does. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>
#include <warpgrind/status.h>

extern volatile sig_atomic_t interrupted;

void interrupt_begin(void);
/* What the work returned, or WG_ERR_INTERRUPTED where it failed only because it was. */
wg_status interrupt_end(wg_status status, wg_error *err);

#endif
