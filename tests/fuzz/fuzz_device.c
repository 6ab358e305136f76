/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a device file: it is refused with a sentence, or a kernel runs on that device and every form of the
 * report is written. */
#include "base/file.h"
#include "devices/device.h"
#include "devices/occupancy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <warpgrind/warpgrind.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char KERNEL[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
    ".reg .b32 %r<4>; .reg .b64 %d<4>; .shared .align 4 .b8 s[256];\n"
    "ld.param.u64 %d1, [p]; cvta.to.global.u64 %d1, %d1; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4;\n"
    "add.u64 %d1, %d1, %d2; ld.global.u32 %r2, [%d1]; mov.u32 %r3, s; st.shared.u32 [%r3], %r2; bar.sync 0;\n"
    "atom.global.add.u32 %r2, [%d1], 1; ret; }\n";

static void run_on(const char *device, const char *ptx)
{
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    const wg_options options = {
        .device = device, .threads = 1, .instruction_limit = 3000, .what_if = true, .no_cache = true};
    wg_status status = wg_kernel_open(ptx, &kernel, &err);
    if (status == WG_OK)
        status = wg_kernel_set(kernel, "grid", "5", NULL, &err);
    if (status == WG_OK)
        status = wg_kernel_set(kernel, "block", "40", NULL, &err);
    if (status == WG_OK)
        status = wg_kernel_set(kernel, "arg", "p:u32[40]=i", NULL, &err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, &options, &results, &err);
    if (status != WG_OK && !err.text[0])
        abort();
    for (int form = 0; status == WG_OK && form < WG_FORM_COUNT; form++)
        free(wg_results_write(results, (wg_report_form)form, NULL));
    wg_results_close(results);
    wg_kernel_close(kernel);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char name[80], *file = name + 4, ptx[64]; /* sim:FILE */
    wg_device *device = NULL;
    wg_error err = {0};
    if (!name[0]) {
        snprintf(name, sizeof name, "sim:/tmp/wg_fuzz_device.%d.json", (int)getpid());
        snprintf(ptx, sizeof ptx, "/tmp/wg_fuzz_device.%d.ptx", (int)getpid());
        setenv("WARPGRIND_PTXAS", "/nonexistent", 1);
        wg_file_write(ptx, KERNEL, sizeof KERNEL - 1, NULL);
    }
    wg_file_write(file, bytes, size, NULL);
    if (wg_device_load(file, &device, &err) == WG_OK) {
        wg_occupancy_step steps[WG_OCCUPANCY_STEPS];
        wg_occupancy_find_steps(device, &(wg_occupancy_request){.threads = 256, .registers = 40, .shared = 5000},
                                steps);
        run_on(name, ptx);
    } else if (!err.text[0]) {
        abort();
    }
    wg_device_free(device);
    return 0;
}
