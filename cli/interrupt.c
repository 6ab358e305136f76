/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"

volatile sig_atomic_t interrupted;

static void note(int signal_number)
{
    interrupted = 1;
    signal(signal_number, SIG_DFL);
}

void interrupt_begin(void)
{
    signal(SIGINT, note);
}

wg_status interrupt_end(wg_status status, wg_error *err)
{
    signal(SIGINT, SIG_DFL);
    /* A compiler that was interrupted just fails. */
    if (interrupted && status != WG_OK && status != WG_ERR_INTERRUPTED)
        return wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted");
    return status;
}
