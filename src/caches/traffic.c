/* SPDX-License-Identifier: Apache-2.0 */
/* From a trace to what the launch moves.
 *
 * Where all blocks were traced the model is replayed as it is. Where only some were, two things are scaled:
 * - what an instruction does in the first level, by its sectors: the profile has all of them, the trace some;
 * - the second level, allocation by allocation: regions.c. */
#include "caches/traffic.h"

#include "base/arena.h"
#include "caches/cache.h"
#include "caches/stream.h"
#include "machine/values.h"
#include "sim/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t SIZE_LIMIT = (size_t)1 << 20; /* operations and sectors of a trace */

wg_trace wg_traffic_trace(const wg_model *model)
{
    return (wg_trace){.memory_only = true, .size_limit = SIZE_LIMIT, .deal = (uint32_t)model->sm_count};
}

void wg_traffic_free(wg_traffic *traffic)
{
    free(traffic->insns);
    free(traffic->touches);
    *traffic = (wg_traffic){0};
}

/* ---- rates ---- */

double wg_traffic_l1_hit_rate(const wg_traffic_counts *counts)
{
    return counts->l1_loads > 0 ? counts->l1_hits / counts->l1_loads : NAN;
}

/* Half of what is stored is stored across. */
wg_lookups wg_traffic_l2_lookups(const wg_traffic *traffic, wg_l2_state state)
{
    const wg_traffic_counts *c = &traffic->total;
    double twice = traffic->l2_is_split ? 1.5 : 1, stored = twice * (c->l2[WG_L2_WRITE] + c->l2[WG_L2_ATOMIC]);
    double fills = twice * c->l2_fills[state];
    wg_lookups across = traffic->l2_is_split ? traffic->l2_across[state] : (wg_lookups){0};
    double hits =
        c->l2[WG_L2_READ] + stored - c->l2_misses[state] + c->l2_late[state] + across.hits + traffic->l2_fences;
    return (wg_lookups){.all = c->l2[WG_L2_READ] + stored + fills + across.all + traffic->l2_fences,
                        .hits = fmax(0, hits)};
}

double wg_traffic_l2_hit_rate(const wg_traffic *traffic, wg_l2_state state)
{
    wg_lookups lookups = wg_traffic_l2_lookups(traffic, state);
    return lookups.all > 0 ? lookups.hits / lookups.all : NAN;
}

/* ---- the multiprocessor ---- */

wg_occupancy wg_traffic_occupancy(const wg_launch *launch, const wg_model *model, uint32_t registers)
{
    return wg_occupancy_compute(
        model->device,
        &(wg_occupancy_request){.threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2],
                                .registers = registers,
                                .shared = launch->program->shared_bytes + launch->dynamic_shared,
                                .carveout = -1});
}

/* What the driver leaves to shared memory when nobody asks for a carve-out. Of an H200 it was recorded
 * (tests/recorded/h200/caches.csv): room for twice the blocks, as long as that is not too generous; blocks of many
 * threads, and those that are alone, get what they need; of a kernel without shared memory as many blocks as
 * there can ever be count. Older GPUs give the most there is. */
static uint64_t shared_config(const wg_launch *launch, const wg_model *model, const wg_occupancy *o)
{
    const wg_device *device = model->device;
    const uint64_t most = (uint64_t)model->carveout_generous_bytes;
    uint64_t given = o->limits[WG_RESOURCE_SHARED].given, need = o->blocks * given, wish = 2 * need;
    if (!model->unified_l1)
        return wg_device_integer(device, WG_DEVICE_shared_per_sm);
    if (!launch->program->shared_bytes && !launch->dynamic_shared)
        wish = wg_device_integer(device, WG_DEVICE_max_blocks_per_sm) * given;
    if (o->blocks < 2 || wg_cache_replay_block_warps(launch) * WG_LANES > model->carveout_few_threads)
        wish = need;
    uint64_t least = wg_occupancy_config(device, need), generous = wg_occupancy_config(device, wish);
    return generous > most ? (least > most ? least : wg_occupancy_config(device, most)) : generous;
}

static uint64_t l1_bytes(const wg_launch *launch, const wg_model *model, const wg_occupancy *o)
{
    if (!model->l1_shared_bytes || wg_device_is(model->device, WG_DEVICE_l1_caches, "read_only"))
        return (uint64_t)model->l1_bytes;
    uint64_t both = (uint64_t)model->l1_shared_bytes, shared = shared_config(launch, model, o);
    return both > shared ? both - shared : 0;
}

/* ---- instructions ---- */

/* Loads that may not be served from a cache that others' stores do not reach. */
static bool passes_l1(const wg_insn *i)
{
    return i->qualifiers & (WG_QUALIFIER_CG | WG_QUALIFIER_CV | WG_QUALIFIER_VOLATILE | WG_QUALIFIER_RELAXED |
                            WG_QUALIFIER_ACQUIRE | WG_QUALIFIER_MMIO);
}

/* Some GPUs keep only what the program cannot write, or nothing. */
static bool is_kept(const wg_device *device, const wg_insn *i)
{
    if (!device->known[WG_DEVICE_l1_caches] || wg_insn_space(i) == WG_SPACE_LOCAL)
        return true;
    return wg_device_is(device, WG_DEVICE_l1_caches, "all") ||
           (wg_device_is(device, WG_DEVICE_l1_caches, "read_only") && i->qualifiers & WG_QUALIFIER_NC);
}

static wg_cache_replay_insn describe(const wg_device *device, const wg_insn *i)
{
    bool is_texture = i->class == WG_CLASS_TEXTURE;
    bool stores = i->class == WG_CLASS_STORE || (is_texture && i->opcode == WG_OP_sust);
    bool updates = i->class == WG_CLASS_ATOMIC || (is_texture && i->opcode == WG_OP_sured);
    return (wg_cache_replay_insn){.access = stores    ? WG_L2_WRITE
                                            : updates ? WG_L2_ATOMIC
                                                      : WG_L2_READ,
                                  .is_texture = is_texture,
                                  .passes_l1 = passes_l1(i) || (!is_texture && !is_kept(device, i))};
}

/* Whether it asks what traces have: not shared memory, parameters or constants. */
static bool is_traced_load(const wg_insn *i)
{
    wg_space space = wg_insn_space(i);
    if (wg_insn_names_shared(i) || space == WG_SPACE_PARAM || space == WG_SPACE_CONST)
        return false;
    return i->class == WG_CLASS_LOAD || i->class == WG_CLASS_TEXTURE;
}

static void find_blocks(wg_cache_replay *replay)
{
    const wg_program *program = replay->launch->program;
    for (uint32_t b = 0; b < program->block_count; b++)
        for (uint32_t k = 0; k < program->blocks[b].count; k++)
            replay->insns[program->blocks[b].first + k].block = b;
}

/* Stores of a basic block between which ptxas leaves no load, however they are written, follow one another. */
static void find_first_stores(wg_cache_replay *replay, const wg_schedule *order)
{
    const wg_program *program = replay->launch->program;
    uint32_t *in_order = wg_alloc(sizeof *in_order * (program->insn_count + 1));
    bool *loaded = wg_alloc(sizeof *loaded * (program->block_count + 1)); /* since its last store */
    for (uint32_t n = 0; n < program->insn_count; n++)
        in_order[order->rank[n]] = n;
    for (uint32_t place = 0; place < program->insn_count; place++) {
        wg_cache_replay_insn *i = &replay->insns[in_order[place]];
        if (i->access == WG_L2_WRITE)
            i->follows_loads = loaded[i->block];
        loaded[i->block] =
            i->access != WG_L2_WRITE && (loaded[i->block] || is_traced_load(&program->insns[in_order[place]]));
    }
    free(in_order);
    free(loaded);
}

/* ---- the whole ---- */

/* Sectors of an instruction in the whole launch: the profile knows. */
static double sectors_of(const wg_profile *profile, uint32_t insn)
{
    static const wg_counter counters[] = {WG_COUNTER_global_load_sectors,   WG_COUNTER_global_store_sectors,
                                          WG_COUNTER_global_atomic_sectors, WG_COUNTER_local_load_sectors,
                                          WG_COUNTER_local_store_sectors,   WG_COUNTER_texture_sectors};
    double sum = 0;
    for (size_t k = 0; k < sizeof counters / sizeof *counters; k++)
        sum += (double)profile->insns[insn].value[counters[k]];
    return sum;
}

/* The launch by what was replayed of it, instruction by instruction: of long warps that may be all stores and few
 * loads. */
static void find_growth(wg_cache_replay *replay, const wg_profile *profile)
{
    double all = 0, here = 0;
    for (uint32_t k = 0; k < profile->insn_count; k++) {
        bool is_atomic = replay->insns[k].access == WG_L2_ATOMIC; /* counts a sector more than once */
        double sectors = is_atomic ? 0 : sectors_of(profile, k), replayed = is_atomic ? 0 : replay->sectors[k];
        replay->insns[k].growth = replayed > 0 ? fmax(1, sectors / replayed) : 0;
        all += sectors;
        here += replayed;
    }
    for (uint32_t k = 0; k < profile->insn_count; k++)
        if (replay->insns[k].growth == 0)
            replay->insns[k].growth = here > 0 ? fmax(1, all / here) : 1;
}

static void add(wg_traffic_counts *sum, const wg_traffic_counts *one)
{
    const double *from = (const double *)one;
    for (size_t k = 0; k < sizeof *sum / sizeof(double); k++)
        ((double *)sum)[k] += from[k];
}

static void leave(wg_traffic_counts *c, double part)
{
    double *const counts[] = {c->l2_misses, c->l2_late, c->dram_read};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        counts[k][WG_L2_WARM] = part * counts[k][WG_L2_WARM] + (1 - part) * counts[k][WG_L2_COLD];
}

void wg_traffic_leave(wg_traffic *traffic, double part)
{
    wg_lookups *across = traffic->l2_across;
    across[WG_L2_WARM].all = part * across[WG_L2_WARM].all + (1 - part) * across[WG_L2_COLD].all;
    across[WG_L2_WARM].hits = part * across[WG_L2_WARM].hits + (1 - part) * across[WG_L2_COLD].hits;
    leave(&traffic->total, part);
    for (uint32_t k = 0; k < traffic->insn_count; k++)
        leave(&traffic->insns[k], part);
}

/* What the second level does was scaled by region as it happened. */
static void scale_first_level(wg_traffic_counts *c, double scale)
{
    c->l1_loads *= scale;
    c->l1_hits *= scale;
    for (int k = 0; k < WG_L2_ACCESSES; k++)
        c->l2[k] *= scale;
}

/* Of loads that come later than those that were replayed as many miss as of the last that were, because what blocks
 * have in common is in the cache by then: what the launch has more for that than its instructions, as they were
 * replayed, say. */
static void add_later_hits(wg_traffic_counts *sum, const wg_traffic_counts *c, const wg_cache_replay_insn *insn,
                           double more)
{
    if (insn->last <= 0 || more <= 0)
        return;
    double missed = insn->last_missed / insn->last, replayed = insn->loads;
    sum->l2[WG_L2_READ] += more * (missed * replayed - c->l2[WG_L2_READ]);
    sum->l1_hits += more * ((1 - missed) * c->l1_loads - c->l1_hits);
}

/* Where there is none, memory has to do all of it. */
static void pass_second_level(wg_traffic_counts *c)
{
    for (int state = 0; state < WG_L2_STATES; state++) {
        c->l2_misses[state] = c->l2[WG_L2_READ] + c->l2[WG_L2_ATOMIC];
        c->l2_fills[state] = c->l2_late[state] = 0;
        c->dram_read[state] = WG_SECTOR_BYTES * (c->l2[WG_L2_READ] + c->l2[WG_L2_ATOMIC]);
        c->dram_written[state] = WG_SECTOR_BYTES * (c->l2[WG_L2_WRITE] + c->l2[WG_L2_ATOMIC]);
    }
}

static uint32_t burst_sectors(const wg_model *model)
{
    uint64_t sectors = (uint64_t)model->memory_burst / WG_SECTOR_BYTES;
    return sectors >= 4 ? 4 : sectors == 2 ? 2 : 1;
}

/* 0: not known. More than these there are not, whatever a file says. */
static uint32_t slices_of(const wg_model *model)
{
    const double most = 1024;
    return (uint32_t)fmin(most, model->l2_slices);
}

/* None is more than what it is a part of. More than a gigabyte there is not, whatever a file says. */
wg_l2_room wg_l2_room_of(const wg_model *model)
{
    const double most = 1 << 30, all = fmin(most, model->l2_bytes);
    double held = fmin(all, model->l2_held_bytes), unwritten = fmin(held, model->l2_unwritten_bytes);
    return (wg_l2_room){.held = held,
                        .share = model->l2_working_share,
                        .unwritten = unwritten,
                        .partial = fmin(unwritten, model->l2_partial_bytes)};
}

static wg_cache_replay prepare(const wg_launch *launch, const wg_model *model, const wg_traffic_options *options)
{
    const wg_program *program = launch->program;
    wg_cache_replay replay = {.model = model,
                              .launch = launch,
                              .trace = launch->traces[WG_TRACE_OF_MEMORY],
                              .insns = wg_alloc(sizeof *replay.insns * (program->insn_count + 1)),
                              .sectors = wg_alloc(sizeof *replay.sectors * (program->insn_count + 1)),
                              .counts = wg_alloc(sizeof *replay.counts * (program->insn_count + 1)),
                              .l2_bytes = (uint64_t)model->l2_bytes,
                              .foreign = options->foreign,
                              .apart = options->apart,
                              .is_ordered = options->order != NULL,
                              .burst_sectors = burst_sectors(model),
                              .l2_is_split = (uint64_t)model->l2_partitions > 1,
                              .l2_slices = slices_of(model),
                              .room = wg_l2_room_of(model)};
    wg_occupancy occupancy = wg_traffic_occupancy(launch, model, options->registers);
    replay.blocks_per_sm = occupancy.blocks ? (uint32_t)occupancy.blocks : 1;
    replay.l1_bytes = l1_bytes(launch, model, &occupancy);
    for (uint32_t k = 0; k < program->insn_count; k++)
        replay.insns[k] = describe(model->device, &program->insns[k]);
    find_blocks(&replay);
    if (options->order)
        find_first_stores(&replay, options->order);
    return replay;
}

static wg_traffic describe_replay(const wg_cache_replay *replay, const wg_profile *profile)
{
    uint64_t blocks = replay->trace->warp_count / wg_cache_replay_block_warps(replay->launch);
    return (wg_traffic){.insns = replay->counts,
                        .insn_count = profile->insn_count,
                        .l1_bytes = replay->l1_bytes,
                        .l2_bytes = replay->l2_bytes,
                        .room = replay->room,
                        .l2_is_split = replay->l2_is_split,
                        .blocks_per_sm = replay->blocks_per_sm,
                        .blocks_replayed = blocks,
                        .sampled = blocks < profile->blocks_total,
                        .truncated = replay->trace->truncated};
}

/* What an instruction does, scaled to the whole launch; pieces: what its writes cost more, here and there. */
static void add_insn(wg_cache_replay *replay, const wg_profile *profile, uint32_t k, double pieces,
                     wg_traffic_counts *total)
{
    wg_traffic_counts *counts = &replay->counts[k];
    double scale = replay->sectors[k] > 0 ? sectors_of(profile, k) / replay->sectors[k] : 1;
    for (int state = 0; state < WG_L2_STATES; state++)
        counts->dram_lost[state] += pieces * counts->dram_written[state];
    add_later_hits(total, counts, &replay->insns[k], scale - wg_cache_replay_more_sms(replay));
    scale_first_level(counts, scale);
    if (!replay->l2_bytes)
        pass_second_level(counts);
    add(total, counts);
}

wg_status wg_traffic_estimate(const wg_launch *launch, const wg_profile *profile, const wg_model *model,
                              const wg_traffic_options *options, wg_traffic *traffic, wg_error *err)
{
    *traffic = (wg_traffic){0};
    if (!launch->traces[WG_TRACE_OF_MEMORY])
        return wg_error_set(err, WG_ERR_INPUT, "the launch was not traced");
    wg_cache_replay replay = prepare(launch, model, options ? options : &(wg_traffic_options){0});
    *traffic = describe_replay(&replay, profile);
    wg_cache_replay_l1(&replay);
    find_growth(&replay, profile);
    wg_regions_find(&replay);
    wg_cache_replay_l2(&replay, wg_regions_scale(&replay, traffic));
    for (wg_l2_state state = 0; state < WG_L2_STATES; state++)
        traffic->l2_across[state] = wg_regions_across(&replay, state);
    traffic->l2_fences = (replay.l2_is_split ? 2 : 1) * replay.fences;
    double pieces = wg_page_locality_cost(&replay);
    for (uint32_t k = 0; k < profile->insn_count; k++)
        add_insn(&replay, profile, k, pieces, &traffic->total);
    free(replay.insns);
    free(replay.sectors);
    free(replay.stream.items);
    free(replay.stream.regions);
    return wg_stopped(launch->interrupted)
               ? wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted while replaying the caches")
               : WG_OK;
}
