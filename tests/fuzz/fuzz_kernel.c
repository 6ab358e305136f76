/* SPDX-License-Identifier: Apache-2.0 */
/* Any PTX that parses, built and run for a moment: a kernel can be refused or fail, but nothing of the host may be
 * touched. */
#include "mutate_ptx.h"
#include "run_ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wg_ptx_module *module = parse(bytes, size);
    if (!module)
        return 0;
    run_module(module, false, NULL);
    wg_ptx_module_free(module);
    return 0;
}
