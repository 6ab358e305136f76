/* SPDX-License-Identifier: Apache-2.0 */
/* How many registers a function is likely to need: an estimate from its PTX, for when ptxas is not there to say. */
#ifndef WG_PTX_PRESSURE_H
#define WG_PTX_PRESSURE_H

#include "ptx/module.h"

/* 32-bit registers of a thread. */
uint32_t wg_ptx_pressure(const wg_ptx_function *function);

#endif
