/* SPDX-License-Identifier: Apache-2.0 */
/* Options that say how to compile and launch a kernel: explain and occupancy have them. */
#ifndef CLI_LAUNCH_H
#define CLI_LAUNCH_H

#include "options.h"

#include <warpgrind/warpgrind.h>

/* The item's tag is the name of the kernel's option. Compiler flags go there as they were written, -DX; what
 * --compiler-option has goes there as it is. */
wg_status set_launch_option(wg_kernel *kernel, const option_item *item, wg_error *err);

#endif
