/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/ablation.h"

#include <math.h>

static const double MUCH_FASTER = 0.8; /* with ideal accesses: they are what it waits for */
static const double CLOSE = 0.85;      /* of the full time: removing the rest gains next to nothing */
static const double MOST = 0.7;        /* … and here not much */

typedef enum part { UNKNOWN, SHORT, MOSTLY, ALL, PARTS } part;

#define BIT(id) (1u << WG_LIMITER_##id)
#define MEMORY (BIT(dram) | BIT(l2) | BIT(l1))
#define COMPUTE (BIT(issue) | BIT(pipe) | BIT(shared) | BIT(divergence) | BIT(barriers))
#define WAITING (BIT(latency) | BIT(tail))

static const wg_ablation_verdict ACCESS = {
    "access", "with ideal addresses it is much faster: its global memory access pattern limits it",
    "whether L1, L2 or DRAM carries the useless sectors", MEMORY};
static const wg_ablation_verdict CONFLICTS = {
    "conflicts", "without bank conflicts it is much faster: shared memory limits it", "", BIT(shared)};
static const wg_ablation_verdict IN_MEMORY = {"memory", "the memory accesses alone take as long: memory limits it",
                                              "bandwidth of one level or another, or too little in flight",
                                              MEMORY | WAITING | BIT(launch)};
static const wg_ablation_verdict COMPUTING = {
    "compute", "without memory accesses it takes as long: computation limits it",
    "issue slots, one pipe, shared memory, barriers, divergence, or too few warps to hide arithmetic",
    COMPUTE | WAITING | BIT(launch)};
static const wg_ablation_verdict BOTH = {
    "both", "the memory accesses alone take nearly as long, and so does the rest alone: both limit it",
    "which of the two, or something common to both, such as latency, launching or the last wave",
    MEMORY | COMPUTE | WAITING | BIT(launch)};
static const wg_ablation_verdict MOSTLY_MEMORY = {
    "mostly memory", "the memory accesses alone take most of the time; the rest is not hidden behind them",
    "bandwidth, or barriers and dependences that keep the two apart", MEMORY | WAITING | BIT(barriers)};
static const wg_ablation_verdict MOSTLY_COMPUTE = {
    "mostly compute", "what it computes takes most of the time; memory is not hidden behind it",
    "what of it, or barriers and dependences that keep the two apart", COMPUTE | WAITING};
static const wg_ablation_verdict APART = {"latency",
                                          "neither part alone takes nearly as long as both: they wait for each other",
                                          "too few warps, or barriers and dependences between loads and arithmetic",
                                          WAITING | BIT(barriers) | BIT(divergence)};
static const wg_ablation_verdict NOTHING = {"-", "the variants that ran do not tell", "", 0};

/* By the part of the time that memory_only takes, and compute_only. */
static const wg_ablation_verdict *const READINGS[PARTS][PARTS] = {
    [UNKNOWN] = {&NOTHING, &NOTHING, &NOTHING, &COMPUTING},
    [SHORT] = {&NOTHING, &APART, &MOSTLY_COMPUTE, &COMPUTING},
    [MOSTLY] = {&NOTHING, &MOSTLY_MEMORY, &BOTH, &BOTH},
    [ALL] = {&IN_MEMORY, &IN_MEMORY, &BOTH, &BOTH},
};

static part part_of(double seconds, double full)
{
    if (isnan(seconds))
        return UNKNOWN;
    return seconds >= CLOSE * full ? ALL : seconds >= MOST * full ? MOSTLY : SHORT;
}

/* A variant that could not be made pure proves little by being slow, unless the other one is quick. */
static void doubt(const wg_ablation_times *t, part *memory, part *compute)
{
    part m = *memory, c = *compute;
    if (t->compute_has_loads && c > SHORT && m != SHORT)
        *compute = UNKNOWN;
    if (t->memory_has_arithmetic && m > SHORT && c != SHORT)
        *memory = UNKNOWN;
}

wg_ablation_verdict wg_ablation_read(const wg_ablation_times *t)
{
    if (!(t->full > 0))
        return NOTHING;
    if (t->ideal_access < MUCH_FASTER * t->full)
        return ACCESS;
    if (t->conflict_free < MUCH_FASTER * t->full)
        return CONFLICTS;
    part memory = part_of(t->memory_only, t->full), compute = part_of(t->compute_only, t->full);
    doubt(t, &memory, &compute);
    wg_ablation_verdict verdict = *READINGS[memory][compute];
    if (t->has_textures && (verdict.limiters & BIT(dram)))
        verdict.limiters |= BIT(pipe);
    if (t->has_local && (verdict.limiters & BIT(issue)))
        verdict.limiters |= BIT(l1);
    return verdict;
}

bool wg_ablation_allows(const wg_ablation_verdict *verdict, wg_limiter limiter)
{
    return limiter < WG_LIMITER_COUNT && (verdict->limiters >> limiter & 1);
}

/* ---- a kernel that was taken apart ---- */

static double sum(const wg_variant_result *v, const wg_counter *counters, size_t count)
{
    double total = 0;
    for (size_t k = 0; k < count; k++)
        total += (double)v->counters.value[counters[k]];
    return v->has_counters ? total : NAN;
}

/* What a variant is to have less of, where there is no time. */
static double amount(const wg_variant_result *v, wg_variant variant)
{
    static const wg_counter sectors[] = {WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors},
                            passes[] = {WG_COUNTER_shared_load_wavefronts, WG_COUNTER_shared_store_wavefronts},
                            instructions[] = {WG_COUNTER_warp_instructions};
    if (variant == WG_VARIANT_IDEAL_ACCESS)
        return sum(v, sectors, 2);
    return variant == WG_VARIANT_CONFLICT_FREE ? sum(v, passes, 2) : sum(v, instructions, 1);
}

static double percent_of(const wg_ablation_result *a, wg_variant variant)
{
    const wg_variant_result *v = &a->of[variant], *full = &a->of[WG_VARIANT_FULL];
    if (v->is_same)
        return 100;
    if (!v->has_run)
        return NAN;
    return wg_ablation_has_times(a) ? 100 * v->seconds / full->seconds
                                    : 100 * amount(v, variant) / amount(full, variant);
}

static double seconds_of(const wg_ablation_result *a, wg_variant variant)
{
    return a->of[variant].is_same ? a->of[WG_VARIANT_FULL].seconds : a->of[variant].seconds;
}

void wg_ablation_judge(wg_ablation_result *a)
{
    const wg_ablation_times times = {.full = a->of[WG_VARIANT_FULL].seconds,
                                     .memory_only = seconds_of(a, WG_VARIANT_MEMORY_ONLY),
                                     .compute_only = seconds_of(a, WG_VARIANT_COMPUTE_ONLY),
                                     .ideal_access = seconds_of(a, WG_VARIANT_IDEAL_ACCESS),
                                     .conflict_free = seconds_of(a, WG_VARIANT_CONFLICT_FREE),
                                     .compute_has_loads = a->of[WG_VARIANT_COMPUTE_ONLY].notes.kept > 0,
                                     .memory_has_arithmetic = a->of[WG_VARIANT_MEMORY_ONLY].notes.kept > 0,
                                     .has_textures = a->of[WG_VARIANT_MEMORY_ONLY].notes.fetches > 0,
                                     .has_local = a->has_local};
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        a->of[k].percent = percent_of(a, (wg_variant)k);
    a->verdict = wg_ablation_read(&times);
}
