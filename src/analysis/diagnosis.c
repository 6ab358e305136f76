/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/diagnosis.h"

#include "analysis/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rules ---- */

/* In the order in which they are asked; the first that holds names the limiter. Thresholds stand here and nowhere else.
 *
 * First what is outside of the multiprocessors; then what wastes their work although a unit may look busy; then a unit
 * that is busy, from the 60 % on at which Nsight Compute, too, calls one used well; then, where none is, what would
 * help most; and what is left is latency. */
static const wg_limiter_rule limiter_rules[] = {
    {"launch", "launch_share >= 0.5", "launch",
     "Launch overhead is {launch_share|%} of the time; launches: {launches}."},
    {"tail", "tail_share >= 0.4 and waves > 1", "tail",
     "For {tail_share|%} of the time too few blocks are left to fill all multiprocessors: the grid fills them {waves} "
     "times."},
    {"divergence",
     "lanes <= 2 / 3 and gain_convergent >= 0.15 and (busiest_is_issue or busiest_is_pipe or gain_convergent >= "
     "best_gain)",
     "divergence",
     "On average {lanes|%} of the lanes are active: without divergence it would take {gain_convergent|%} less time."},
    /* L2 puts together what is stored in parts; memory sees it now and then only. */
    {"partial stores", "busiest_is_dram and busy_l2 >= 0.8 * busiest and store_use < 0.6", "l2",
     "L2 is busy {busy_l2|%} of the time, and stores fill {store_use|%} of the sectors they touch: it has to merge "
     "partial sectors."},
    /* Whatever a pipe does was issued: at full rate a pipe is never busier than the issue slots. */
    {"pipe behind the issue slots", "busiest_is_issue and busiest_pipe >= 0.75 and busiest_pipe >= 0.97 * busiest",
     "pipe",
     "{$pipe}: {busiest_pipe|%} of its peak rate. Nearly everything that is issued ({busy_issue|%} of the issue "
     "slots) goes there."},
    {"busy", "busiest >= 0.6", "busiest", "The busiest unit is {$unit}: {busiest|%} of its peak rate."},
    {"barriers", "stall_barrier >= 0.3 and stall_barrier >= longest_wait and gain_no_barriers >= 0.05", "barriers",
     "Warps wait at barriers for {stall_barrier|%} of their time, longer than for anything else."},
    {"full queue", "busiest >= 0.4 and full_queues >= longest_wait", "busiest",
     "{$unit} is busy {busiest|%} of the time, and warps wait for full queues {full_queues|%} of theirs."},
    {"best what-if", "best_gain >= 0.1 and (busiest >= 0.25 or in_flight_gain >= best_gain)", "best",
     "No unit is above {busiest|%} of its peak rate ({$unit}). What would help most: {$best}."},
    {"latency", "1", "latency",
     "No unit is above {busiest|%} of its peak rate. What warps do longest: {$wait}, {longest_wait|%} of their time."},
};

/* More numbers to a verdict, as many as hold. */
static const wg_evidence_rule evidence_rules[] = {
    {"dram", "dram_bytes > 0", "{dram_bytes|B} are moved to and from DRAM, {dram_rate|B}/s."},
    {"dram", "busiest < 0.85 and stall_memory >= longest_wait and in_flight_gain >= 0.02",
     "DRAM could deliver more: warps wait for it {stall_memory|%} of their time, and with more in flight the kernel "
     "would take {in_flight_gain|%} less time."},
    {"dram", "load_use < 0.6", "Loads use {load_use|%} of the bytes in the sectors they touch."},
    {"l2", "l2_bytes > 0 and l2_hits >= 0", "{l2_bytes|B} go through L2; its hit rate is {l2_hits|%}."},
    {"l2", "atomic_share > 0.01", "{global_atomic_requests|n} atomic requests are executed there."},
    {"l1", "global_requests > 0",
     "{global_requests|n} load and store requests touch {global_sectors / global_requests} sectors each."},
    {"l1", "load_use < 0.6", "Uncoalesced: loads use {load_use|%} of the bytes in the sectors they touch."},
    {"l1", "store_use < 0.6", "Uncoalesced: stores write {store_use|%} of the bytes in the sectors they touch."},
    {"l1", "local_sectors > 0.2 * global_sectors",
     "Local memory takes {local_sectors|n} sectors, global memory {global_sectors|n}."},
    {"l1", "gain_coalesced >= 0.02 and (load_use < 1 or store_use < 1)",
     "With perfect coalescing it would take {gain_coalesced|%} less time."},
    {"shared", "shared_conflicts > 0",
     "Bank conflicts cause {shared_conflict_share / 100|%} of the wavefronts: without them it would take "
     "{gain_conflict_free|%} less time."},
    {"shared", "shared_conflicts == 0", "There are no bank conflicts: the number of accesses is what counts."},
    {"issue", "warp_instructions > 0",
     "Warps execute {warp_instructions|n} instructions with {thread_instructions / warp_instructions} active lanes "
     "each."},
    {"pipe", "flops > 0", "Threads execute {flops|n} floating-point operations."},
    {"divergence", "branches > 0", "{branch_divergence / 100|%} of the branches diverge."},
    {"latency", "warps_per_sm > 0",
     "A multiprocessor has {warps_per_sm} resident warps, {occupancy|%} of what it can hold."},
    {"latency", "in_flight_gain >= 0.02", "With more in flight it would take {in_flight_gain|%} less time."},
    {"latency", "waves < 1", "There are too few blocks: they fill the multiprocessors {waves} times."},
    {"barriers", "gain_no_barriers >= 0.02", "Without barriers it would take {gain_no_barriers|%} less time."},
    {"barriers", "barriers > 0", "One in {warp_instructions / barriers} instructions is a barrier."},
    {NULL, "busiest >= 0.6 and second_busiest >= 0.8 * busiest and not (limited_by_pipe and busiest_is_issue)",
     "Close behind: {$second}, {second_busiest|%}."},
    {NULL, "global_requests == 0 and local_sectors == 0 and global_atomic_requests == 0 and texture_requests == 0",
     "It never accesses global memory."},
    {NULL, "minimum == 0", "It does no useful work that the time could be compared with."},
};

const wg_limiter_rule *wg_limiter_rule_at(size_t index)
{
    return index < sizeof limiter_rules / sizeof *limiter_rules ? &limiter_rules[index] : NULL;
}

const wg_evidence_rule *wg_evidence_rule_at(size_t index)
{
    return index < sizeof evidence_rules / sizeof *evidence_rules ? &evidence_rules[index] : NULL;
}

/* ---- naming it ---- */

static void add_evidence(wg_diagnosis *d, const wg_subject *s, wg_arena *arena, const char *sentence)
{
    wg_text text = {0};
    if (d->evidence_count == WG_MOST_EVIDENCE)
        return;
    wg_sentence_fill(sentence, s, &text);
    d->evidence[d->evidence_count++] = wg_arena_copy(arena, wg_text_get(&text), text.length);
    wg_text_free(&text);
}

static wg_limiter limiter_of(const wg_limiter_rule *rule, const wg_subject *s)
{
    if (!strcmp(rule->names, "busiest"))
        return wg_unit_infos[s->busiest_unit].limiter;
    if (!strcmp(rule->names, "best"))
        return wg_what_if_infos[s->best].limiter;
    return wg_limiter_find(rule->names);
}

static void name_limiter(wg_diagnosis *d, wg_subject *s, wg_arena *arena)
{
    const wg_limiter_rule *rule;
    for (size_t k = 0; (rule = wg_limiter_rule_at(k)) && !wg_fact_holds(s, rule->when);)
        k++;
    d->rule = rule->name; /* the last one always holds */
    d->limiter = s->limiter = limiter_of(rule, s);
    add_evidence(d, s, arena, rule->because);
    const wg_evidence_rule *more;
    for (size_t k = 0; (more = wg_evidence_rule_at(k)); k++)
        if ((!more->limiter || !strcmp(more->limiter, wg_limiter_infos[d->limiter].name)) &&
            wg_fact_holds(s, more->when))
            add_evidence(d, s, arena, more->sentence);
}

/* ---- what the time is made of ---- */

static void add_part(wg_diagnosis *d, const char *title, double seconds, double *left)
{
    seconds = fmin(seconds, *left);
    if (!(seconds > 0) || d->part_count == WG_MOST_OVERHEADS)
        return;
    d->parts[d->part_count++] = (wg_overhead){title, seconds};
    *left -= seconds;
}

static int by_seconds(const void *a, const void *b)
{
    const wg_overhead *x = a, *y = b;
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static double saving(const wg_estimate *e, wg_what_if what)
{
    return isnan(e->what_if[what]) ? 0 : fmax(0, e->seconds - e->what_if[what]);
}

/* What waste costs: what would be saved without it, where the counters show any. Replays differ by a little even where
 * there is none. Savings overlap, so that together they may be more than there is. */
static void add_waste(wg_diagnosis *d, const wg_subject *s, double *left)
{
    static const struct {
        wg_what_if without;
        const char *title, *when;
    } wastes[] = {{WG_WHAT_IF_coalesced, "uncoalesced accesses",
                   "load_use < 1 or store_use < 1 or local_sectors + global_atomic_requests + texture_requests > 0"},
                  {WG_WHAT_IF_conflict_free, "bank conflicts", "shared_conflicts > 0"},
                  {WG_WHAT_IF_convergent, "divergence", "divergent_branches > 0 or lane_utilisation < 100"}};
    enum { WASTES = sizeof wastes / sizeof *wastes };
    double saved[WASTES], sum = 0;
    for (int k = 0; k < WASTES; k++)
        sum += saved[k] = !s->counters || wg_fact_holds(s, wastes[k].when) ? saving(s->estimate, wastes[k].without) : 0;
    double scale = sum > *left ? *left / sum : 1;
    for (int k = 0; k < WASTES; k++)
        add_part(d, wastes[k].title, scale * saved[k], left);
}

/* A warp that issues, or could, waits for nothing. */
static bool is_wait(int stall)
{
    return stall != WG_STALL_issued && stall != WG_STALL_turn;
}

/* What no unit was busy with, by what warps waited for meanwhile. */
static void add_waits(wg_diagnosis *d, const wg_estimate *e, double *left)
{
    double sum = 0, all = *left;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        sum += is_wait(k) ? e->stalls[k] : 0;
    for (int k = 0; k < WG_STALL_COUNT && sum > 0; k++)
        if (is_wait(k))
            add_part(d, wg_stall_infos[k].title, all * e->stalls[k] / sum, left);
    add_part(d, "other", *left, left);
}

/* With a single wave there is no last one: some multiprocessors have more blocks than others all the time. */
static const char *tail_title(const wg_estimate *e)
{
    return e->waves > 0 && e->waves <= 1 ? "unequal numbers of blocks" : wg_limiter_infos[WG_LIMITER_tail].title;
}

static void split_time(wg_diagnosis *d, const wg_subject *s, wg_arena *arena)
{
    const wg_estimate *e = s->estimate;
    double busiest = d->unit < WG_UNIT_COUNT ? fmin(e->busy[d->unit], e->seconds) : 0;
    double least = isnan(e->minimum) ? 0 : fmin(e->minimum, e->seconds), left = e->seconds - least;
    const char *work = isnan(e->minimum) ? "work" : "above the minimum";
    d->overhead = left;
    add_part(d, wg_limiter_infos[WG_LIMITER_launch].title, e->launch, &left);
    add_part(d, tail_title(e), e->tail, &left);
    double before = left;
    add_waste(d, s, &left);
    if (d->unit < WG_UNIT_COUNT)
        add_part(d, wg_arena_format(arena, "%s: %s", wg_unit_infos[d->unit].title, work),
                 busiest - least - (before - left), &left);
    add_waits(d, e, &left);
    qsort(d->parts, d->part_count, sizeof *d->parts, by_seconds);
}

/* ---- what if ---- */

static int by_gain(const void *a, const void *b)
{
    const wg_prospect *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return (int)x->what - (int)y->what;
}

static void list_prospects(wg_diagnosis *d, const wg_estimate *e)
{
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++) {
        double then = e->what_if[k];
        if (then > 0 && isfinite(then))
            d->prospects[d->prospect_count++] =
                (wg_prospect){(wg_what_if)k, then, e->seconds / then, 1 - then / e->seconds};
    }
    qsort(d->prospects, d->prospect_count, sizeof *d->prospects, by_gain);
    while (d->worth_count < d->prospect_count && d->prospects[d->worth_count].gain >= WG_WORTHWHILE)
        d->worth_count++;
}

/* ---- the whole ---- */

void wg_diagnose(wg_subject *subject, wg_arena *arena, wg_diagnosis *out)
{
    const wg_estimate *given = subject->estimate;
    *out = (wg_diagnosis){.limiter = WG_LIMITER_COUNT,
                          .unit = WG_UNIT_COUNT,
                          .seconds = NAN,
                          .minimum = NAN,
                          .utilisation = NAN,
                          .part_of_limit = NAN,
                          .overhead = NAN};
    wg_subject_begin(subject);
    const wg_estimate *e = subject->estimate;
    if (!e) {
        add_evidence(out, subject, arena,
                     !given || given->seconds == 0 ? "No time was estimated."
                                                   : "The estimated time makes no sense: there is no verdict.");
        return;
    }
    out->seconds = e->seconds;
    out->minimum = e->minimum;
    out->part_of_limit = isnan(e->minimum) ? NAN : fmin(e->minimum / e->seconds, 1);
    out->unit = subject->busiest_unit;
    out->utilisation = subject->busiest;
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        out->busy[k] = wg_subject_busy(subject, (wg_unit)k);
    name_limiter(out, subject, arena);
    if (out->limiter == WG_LIMITER_pipe) { /* behind the issue slots it is not the busiest */
        out->unit = subject->pipe;
        out->utilisation = subject->busiest_pipe;
    }
    split_time(out, subject, arena);
    list_prospects(out, e);
}
