/* SPDX-License-Identifier: Apache-2.0 */
/* A small kernel and the machine instructions predicted for it. */
#ifndef WG_TEST_MACHINE_HARNESS_H
#define WG_TEST_MACHINE_HARNESS_H

#include "sim_harness.h"

#include "machine/machine.h"

static sim *kernel;
static wg_machine *machine;

static inline void predict_as(const char *text, const wg_target *target)
{
    kernel = sim_load(text);
    assert_int_equal(kernel->status, WG_OK);
    machine = wg_machine_new(kernel->program, target);
}

static inline void predict(const char *text)
{
    predict_as(text, wg_target_find(90));
}

static inline void forget(void)
{
    wg_machine_free(machine);
    sim_free(kernel);
}

/* Of the nth instruction that begins so. */
static inline const wg_machine_insn *becomes(const char *spelling, unsigned nth)
{
    for (uint32_t n = KERNEL_BEGIN_INSTRUCTIONS; n < kernel->program->insn_count; n++)
        if (!strncmp(kernel->program->insns[n].source->spelling, spelling, strlen(spelling)) && !nth--)
            return &machine->insns[n];
    fail_msg("no %s", spelling);
    return NULL;
}

#endif
