/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel as PTX: compiled, parsed, found by its name, and compared with what it is to be given. What the back ends
 * that run PTX have in common. */
#ifndef WG_BACKENDS_PTX_KERNEL_H
#define WG_BACKENDS_PTX_KERNEL_H

#include "backends/backend.h"

typedef struct wg_ptx_kernel {
    char *file;
    wg_compiled compiled;
    bool is_ptx; /* the source is PTX: nothing was compiled */
    wg_ptx_module *module;
    const wg_ptx_function *function;
    char *name; /* as in the source */
} wg_ptx_kernel;

/* WG_OK or not, wg_ptx_kernel_close gives back what is there. */
wg_status wg_ptx_kernel_open(const wg_kernel_source *source, const wg_compile_options *options, wg_ptx_kernel *out,
                             wg_error *err);
void wg_ptx_kernel_close(wg_ptx_kernel *kernel);

/* Number and types of the arguments. */
wg_status wg_ptx_kernel_check(const wg_ptx_kernel *kernel, const wg_signature *signature, wg_error *err);
void wg_ptx_kernel_describe(const wg_ptx_kernel *kernel, wg_text *text); /* " (u64, u64, u32)" */

/* A variable of the module by the name the source gives it; NULL: there is none. */
const wg_ptx_variable *wg_ptx_kernel_symbol(const wg_ptx_kernel *kernel, const char *name);

/* Messages know the kernel by its symbol: the user knows it by its name. Returns err->status. */
wg_status wg_ptx_kernel_rename(const wg_ptx_kernel *kernel, wg_status status, wg_error *err);

/* What ptxas is to compile it for, "sm_90": the device, or what the PTX is written for where that is newer. */
void wg_ptx_kernel_arch(const wg_ptx_kernel *kernel, const wg_device *device, char *arch, size_t size);

#endif
