/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ablate.h"

#include "ptx/ablate_rewrite.h"

const char *wg_variant_name(wg_variant variant)
{
    static const char *const names[] = {[WG_VARIANT_FULL] = "full",
                                        [WG_VARIANT_MEMORY_ONLY] = "memory_only",
                                        [WG_VARIANT_COMPUTE_ONLY] = "compute_only",
                                        [WG_VARIANT_IDEAL_ACCESS] = "ideal_access",
                                        [WG_VARIANT_CONFLICT_FREE] = "conflict_free"};
    return names[variant];
}

/* ---- before the first instruction ---- */

/* As many registers alive at once as the kernel had: none of it ever runs. Volatile accesses stay in their order. */
static void add_ballast(const wg_rewriting *r, wg_text *out)
{
    uint32_t quads = r->how->ballast / 4;
    if (!quads)
        return;
    wg_text_addf(out, "\t.reg .b32 %%wg_b<%u>;\n\t@!%%wg_never bra $wg_begin;\n", 4 * quads);
    for (uint32_t k = 0; k < 4 * quads; k += 4)
        wg_text_addf(out, "\tld.volatile.global.v4.u32 {%%wg_b%u, %%wg_b%u, %%wg_b%u, %%wg_b%u}, [%%wg_a+%u];\n", k,
                     k + 1, k + 2, k + 3, 4 * k);
    for (uint32_t k = 0; k < 4 * quads; k += 4)
        wg_text_addf(out, "\tst.volatile.global.v4.u32 [%%wg_a+%u], {%%wg_b%u, %%wg_b%u, %%wg_b%u, %%wg_b%u};\n", 4 * k,
                     k, k + 1, k + 2, k + 3);
    wg_text_addf(out, "$wg_begin:\n");
}

static void add_prologue(wg_rewriting *r)
{
    wg_text *out = &r->edits.begin;
    wg_text_addf(out, "\n\t.reg .pred %%wg_never, %%wg_p, %%wg_q;\n\t.reg .b16 %%wg_h;\n"
                      "\t.reg .b32 %%wg_lane, %%wg_m, %%wg_t, %%wg_u, %%wg_v, %%wg_w, %%wg_x;\n"
                      "\t.reg .b64 %%wg_a, %%wg_d;\n"
                      "\tmov.u32 %%wg_t, %%nctaid.x; setp.eq.u32 %%wg_never, %%wg_t, " WG_NEVER_BLOCKS ";\n"
                      "\tmov.u32 %%wg_x, 0; mov.u32 %%wg_lane, %%laneid; cvt.u64.u32 %%wg_a, %%wg_t;\n");
    add_ballast(r, out);
    bool bounded = r->f->minnctapersm || r->f->maxnreg;
    if (r->how->most_registers && !bounded)
        wg_text_addf(&r->edits.header, ".maxnreg %u\n", r->how->most_registers);
}

/* ---- the whole ---- */

static uint32_t count_fetches(const wg_slice *s)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->f->instruction_count; k++)
        count += s->ops[k].deed == WG_DEED_FETCH || s->ops[k].deed == WG_DEED_PUT;
    return count;
}

static wg_status rewrite(wg_rewriting *r, wg_error *err)
{
    switch (r->how->variant) {
    case WG_VARIANT_MEMORY_ONLY: return wg_rewriting_keep_memory(r, err);
    case WG_VARIANT_COMPUTE_ONLY: return wg_rewriting_keep_arithmetic(r, err);
    case WG_VARIANT_IDEAL_ACCESS: wg_rewriting_coalesce(r); return WG_OK;
    case WG_VARIANT_CONFLICT_FREE: wg_rewriting_part_conflicts(r); return WG_OK;
    default: return WG_OK;
    }
}

static void tell(const wg_rewriting *r, wg_ablation_notes *notes)
{
    notes->steering |= r->slice.cells;
    notes->changed += r->notes.changed;
    notes->kept += r->notes.kept;
    notes->fetches += count_fetches(&r->slice);
    notes->line = notes->line ? notes->line : r->notes.line;
}

wg_status wg_ablate(const wg_ptx_module *module, const wg_ptx_function *kernel, const char *text, size_t length,
                    const wg_ablation *how, wg_text *out, wg_error *err)
{
    wg_rewriting r = {.f = kernel, .how = how};
    if (how->variant == WG_VARIANT_FULL || !kernel->instruction_count) {
        wg_text_add(out, text, length);
        return WG_OK;
    }
    if (module->address_bits != 64)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "not possible: the PTX has addresses of %u bits",
                            module->address_bits);
    wg_status status = wg_slice_open(&r.slice, kernel, how->steering, err);
    wg_edits_begin(&r.edits, kernel);
    if (status == WG_OK) {
        add_prologue(&r);
        status = rewrite(&r, err);
    }
    if (status == WG_OK)
        wg_edits_apply(&r.edits, kernel, text, length, out);
    if (how->notes)
        tell(&r, how->notes);
    wg_edits_free(&r.edits);
    wg_slice_close(&r.slice);
    return status;
}
