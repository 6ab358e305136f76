/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/target.h"

#include "machine/targets/targets.h"

const wg_target *const wg_targets[] = {
#define TARGET(id) &wg_target_##id,
#include "machine/targets/targets.def"
#undef TARGET
};
const unsigned wg_target_count = sizeof wg_targets / sizeof *wg_targets;

const wg_target *wg_target_find(int capability)
{
    for (unsigned k = 0; k < wg_target_count; k++)
        if (capability >= wg_targets[k]->first && capability <= wg_targets[k]->last)
            return wg_targets[k];
    return NULL;
}

/* The last one that begins at or before it. */
static const wg_target *nearest(int capability)
{
    const wg_target *found = wg_targets[0];
    for (unsigned k = 0; k < wg_target_count; k++)
        if (wg_targets[k]->first <= capability)
            found = wg_targets[k];
    return found;
}

static void take_operands(wg_target *t, const wg_device *device)
{
    t->has_shared_operands |= device->known[WG_DEVICE_shared_operand_lanes];
    if (device->known[WG_DEVICE_shared_operand_reach])
        t->shared_reach = (unsigned)device->value[WG_DEVICE_shared_operand_reach];
}

/* The registers of code that no ptxas can be asked about follow from what the multiprocessor has. */
static void take_registers(wg_target *t, const wg_device *device)
{
    unsigned total = (unsigned)wg_device_integer(device, WG_DEVICE_registers_per_sm);
    unsigned threads = (unsigned)wg_device_integer(device, WG_DEVICE_max_threads_per_sm);
    t->registers.total = total;
    t->registers.plenty = threads ? total / threads : 0;
    t->registers.reserved = 1; /* the numbers of the thread; parameters are operands in memory */
}

wg_target wg_target_of(const wg_device *device)
{
    enum { SHORT = 32 };
    wg_target t = *nearest(10 * device->major + device->minor);
    if (device->known[WG_DEVICE_int_pipe])
        t.int_lanes = wg_device_is(device, WG_DEVICE_int_pipe, "f32") ? WG_INT_LANES_F32 : WG_INT_LANES_OWN;
    if (device->known[WG_DEVICE_address_bits])
        t.has_short_addresses = device->value[WG_DEVICE_address_bits] == SHORT;
    take_operands(&t, device);
    t.is_foreign |= device->known[WG_DEVICE_address_bits] || device->known[WG_DEVICE_shared_operand_lanes];
    if (t.is_foreign)
        take_registers(&t, device);
    return t;
}
