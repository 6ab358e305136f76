/* SPDX-License-Identifier: Apache-2.0 */
/* Variants of a kernel that show what holds it back, made by rewriting its PTX: the same control flow and launch, with
 * everything but the memory accesses gone, with the memory accesses gone, or with ideal addresses. What they compute is
 * wrong by design; what they must not do is fault or run for ever. So whatever decides over control flow or addresses
 * stays true: the loads it comes from, and the stores those may read. */
#ifndef WG_PTX_ABLATE_H
#define WG_PTX_ABLATE_H

#include "ptx/module.h"

typedef enum wg_variant {
    WG_VARIANT_FULL, /* the kernel as it is */
    WG_VARIANT_MEMORY_ONLY,
    WG_VARIANT_COMPUTE_ONLY,
    WG_VARIANT_IDEAL_ACCESS,
    WG_VARIANT_CONFLICT_FREE,
    WG_VARIANT_COUNT
} wg_variant;

const char *wg_variant_name(wg_variant variant); /* "memory_only" */

enum {
    WG_IDEAL_SLACK = 512,   /* bytes behind each buffer that an access made ideal may touch */
    WG_SHARED_WINDOW = 512, /* conflict_free: shared memory of a block must be a multiple of so many bytes */
};

/* Everything a kernel may read that it, or another kernel, may write. */
#define WG_STEERING_ALL UINT64_MAX
#define WG_STEERING_SHARED ((uint64_t)1 << 62)
#define WG_STEERING_LOCAL ((uint64_t)1 << 63)
#define WG_STEERING_GLOBAL (~(WG_STEERING_SHARED | WG_STEERING_LOCAL))

/* What came of it; that of several kernels adds up. */
typedef struct wg_ablation_notes {
    uint64_t steering; /* whose contents decide over control flow or addresses: a bit a parameter, and those above */
    uint32_t changed, kept; /* accesses of the kind in question: made other ones or left out; left as they are, as
                               others depend on them */
    uint32_t fetches;       /* of textures and surfaces */
    uint32_t line;          /* of the PTX: the first instruction that depends on one of the kept ones */
} wg_ablation_notes;

typedef struct wg_ablation {
    wg_variant variant;
    uint64_t steering;     /* known to steer already, by other kernels or other launches */
    const uint32_t *lines; /* of the PTX: ideal_access and conflict_free change accesses that begin there; NULL: all */
    size_t line_count;
    uint32_t ballast; /* registers that are alive at once somewhere, though never at run time; 0: no such place */
    uint32_t most_registers;  /* .maxnreg; 0: leave it */
    wg_ablation_notes *notes; /* may be NULL */
} wg_ablation;

/* The whole module's text with that kernel rewritten. text is what the module was parsed from. WG_ERR_UNSUPPORTED:
 * there is no such variant of this kernel, and why. */
wg_status wg_ablate(const wg_ptx_module *module, const wg_ptx_function *kernel, const char *text, size_t length,
                    const wg_ablation *how, wg_text *out, wg_error *err);

#endif
