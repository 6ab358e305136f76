/* SPDX-License-Identifier: Apache-2.0 */
/* A module's variables on the device. */
#ifndef WG_SIM_LOAD_H
#define WG_SIM_LOAD_H

#include "ptx/module.h"
#include "sim/heap.h"
#include "sim/program.h"

typedef struct wg_loaded {
    const wg_ptx_module *module;
    wg_heap *heap;
    uint64_t *addresses;    /* by module variable; 0 for shared and extern ones */
    struct wg_inner *inner; /* globals and constants declared inside functions */
    size_t inner_count, inner_capacity;
    wg_range *constants; /* where .const variables are */
    size_t constant_count, constant_capacity;
} wg_loaded;

/* Device address of a global, constant or texture reference; 0: it is nowhere defined. */
uint64_t wg_loaded_address(const wg_loaded *loaded, const wg_ptx_variable *variable);

/* The value a function pointer has on the device. */
#define WG_FUNCTION_HANDLE 0x7f00000000000000u

#endif
