/* SPDX-License-Identifier: Apache-2.0 */
/* Any PTX through the whole public interface: run, traced, replayed, estimated, changed for what-ifs and variants, and
 * every form of the report written, on a GPU of today and on an old one. */
#include "mutate_ptx.h"

#include <stdio.h>
#include <unistd.h>
#include <warpgrind/warpgrind.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void drop(void *user, const char *text, size_t length)
{
    (void)user;
    (void)text;
    (void)length;
}

static void explain(const char *path, const char *device, size_t arguments, bool ablate)
{
    static const char *const SETTINGS[][2] = {
        {"grid", "3"}, {"block", "40"}, {"arg", "b:u32[1024]=i"}, {"arg", "c:u32[1024]"}, {"arg", "n:u32=16"}};
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    wg_status status = wg_kernel_open(path, &kernel, &err);
    for (size_t k = 0; k < 2 + arguments && status == WG_OK; k++)
        status = wg_kernel_set(kernel, SETTINGS[k][0], SETTINGS[k][1], NULL, &err);
    const wg_options options = {.device = device,
                                .threads = 1,
                                .instruction_limit = 3000,
                                .what_if = true,
                                .ablate = ablate,
                                .no_cache = true,
                                .print = drop};
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
    static char path[64];
    if (!path[0]) {
        snprintf(path, sizeof path, "/tmp/wg_fuzz_explain.%d.ptx", (int)getpid());
        setenv("WARPGRIND_PTXAS", "/nonexistent", 1);
    }
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
    for (size_t arguments = 0; arguments <= 3; arguments++)
        explain(path, size % 3 ? "h200" : "gtx280", arguments, size % 4 == 0);
    return 0;
}
