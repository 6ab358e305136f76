/* SPDX-License-Identifier: Apache-2.0 */
/* Any PTX that parses, run under the checker: its shadow of memory and registers holds whatever comes, and a kernel in
 * which it finds nothing has done exactly what it does when nobody looks. */
#include "mutate_ptx.h"
#include "run_ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wg_ptx_module *module = parse(bytes, size);
    if (!module)
        return 0;
    wg_check *check = wg_check_new();
    const ran checked = run_module(module, true, check);
    if (!checked.failed && !wg_check_findings(check)->count) {
        const ran plain = run_module(module, true, NULL);
        if (plain.failed || memcmp(plain.buffer, checked.buffer, BUFFER) != 0)
            abort();
    }
    wg_check_free(check);
    wg_ptx_module_free(module);
    return 0;
}
