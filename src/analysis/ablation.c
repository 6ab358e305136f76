#include "analysis/ablation.h"

#include <math.h>

/* As long as the full kernel, for all that can be said: removing the rest gains less than a fifth. */
static const double CLOSE = 0.8;

typedef enum relation { ANY, IS_CLOSE, IS_SHORT } relation; /* SHORT: known, and not close */

#define BIT(id) (1u << WG_LIMITER_##id)
#define MEMORY (BIT(dram) | BIT(l2) | BIT(l1))
#define COMPUTE (BIT(issue) | BIT(pipe) | BIT(shared) | BIT(divergence) | BIT(barriers))
#define SMALL (BIT(launch) | BIT(tail))

/* The first row that fits. */
static const struct {
    relation ideal, free, memory, compute;
    wg_ablation_verdict verdict;
} READINGS[] = {
    {IS_SHORT, ANY, ANY, ANY,
     {"access", "with ideal addresses it is much faster: it is held back by how global memory is accessed",
      "whether L1, L2 or DRAM carries the useless sectors", MEMORY}},
    {ANY, IS_SHORT, ANY, ANY,
     {"conflicts", "without bank conflicts it is much faster: it is held back by shared memory", "", BIT(shared)}},
    {ANY, ANY, IS_CLOSE, IS_CLOSE,
     {"both", "the memory accesses alone take as long, and so does the rest alone: both hold it back",
      "whether the two are balanced, or something common to both, such as latency, launching or the last wave",
      MEMORY | COMPUTE | SMALL | BIT(latency)}},
    {ANY, ANY, IS_CLOSE, ANY,
     {"memory", "the memory accesses alone take as long: memory holds it back",
      "bandwidth of one level or another, or too little in flight", MEMORY | SMALL | BIT(latency)}},
    {ANY, ANY, ANY, IS_CLOSE,
     {"compute", "without memory accesses it takes as long: what it computes holds it back",
      "issue slots, one pipe, shared memory, barriers, divergence, or too few warps to hide arithmetic",
      COMPUTE | SMALL | BIT(latency)}},
    {ANY, ANY, IS_SHORT, IS_SHORT,
     {"latency", "neither part alone takes as long as both: they wait for each other",
      "too few warps, or barriers and dependences between loads and arithmetic",
      BIT(latency) | BIT(barriers) | BIT(divergence) | BIT(tail)}},
    {ANY, ANY, ANY, ANY, {"-", "the variants that ran do not tell", "", 0}},
};

static bool fits(relation wanted, double seconds, double full)
{
    bool close = seconds >= CLOSE * full;
    return wanted == ANY || (!isnan(seconds) && close == (wanted == IS_CLOSE));
}

wg_ablation_verdict wg_ablation_read(const wg_ablation_times *t)
{
    size_t k = 0;
    /* Loads that had to stay may be what takes the time. */
    double compute = t->compute_has_loads && t->compute_only >= CLOSE * t->full ? NAN : t->compute_only;
    bool usable = t->full > 0;
    while (READINGS[k].verdict.limiters &&
           !(usable && fits(READINGS[k].ideal, t->ideal_access, t->full) &&
             fits(READINGS[k].free, t->conflict_free, t->full) && fits(READINGS[k].memory, t->memory_only, t->full) &&
             fits(READINGS[k].compute, compute, t->full)))
        k++;
    return READINGS[k].verdict;
}

bool wg_ablation_allows(const wg_ablation_verdict *verdict, wg_limiter limiter)
{
    return limiter < WG_LIMITER_COUNT && (verdict->limiters >> limiter & 1);
}
