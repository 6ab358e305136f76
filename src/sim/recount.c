/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recount.h"

#include "sim/exec/exec.h"

enum place { IN_GLOBAL, IN_SHARED, IN_ANY, ELSEWHERE };

static enum place place_of(const wg_insn *i)
{
    static const bool MOVES[WG_OPCODE_COUNT] = {
        [WG_OP_ld] = true, [WG_OP_ldu] = true, [WG_OP_ldmatrix] = true, [WG_OP_st] = true, [WG_OP_stmatrix] = true};
    if (!MOVES[i->opcode])
        return ELSEWHERE;
    switch (wg_insn_space(i)) {
    case WG_SPACE_GLOBAL: return IN_GLOBAL;
    case WG_SPACE_SHARED: return IN_SHARED;
    case WG_SPACE_GENERIC: return IN_ANY;
    default: return ELSEWHERE;
    }
}

static uint32_t bytes_a_lane(const wg_insn *i, int data)
{
    return (uint32_t)i->memory_bytes * (i->length[data] ? i->length[data] : 1);
}

bool wg_asked_find(const wg_warp *w, const wg_insn *i, uint32_t mask, wg_asked *asked)
{
    enum place place = place_of(i);
    int k = i->class == WG_CLASS_STORE ? 0 : 1; /* the address; the other is the data */
    if (place == ELSEWHERE)
        return false;
    asked->global = (wg_request){
        .bytes = bytes_a_lane(i, !k), .store = !k, .uncached = k && wg_insn_uncached(i), .address = asked->address};
    asked->shared = asked->global;
    asked->generic = place == IN_ANY;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint32_t bit = mask & 1u << lane;
        uint64_t address = i->size[k] == 8 ? ROW(const uint64_t, k)[lane] + (uint64_t)i->imm
                                           : (uint32_t)(ROW(const uint32_t, k)[lane] + (uint32_t)i->imm);
        bool windowed = place == IN_ANY && address - WG_SHARED_WINDOW < WG_WINDOW_SIZE;
        asked->address[lane] = address - (windowed ? WG_SHARED_WINDOW : 0);
        asked->global.mask |= place == IN_GLOBAL || (place == IN_ANY && address >= WG_HEAP_BASE) ? bit : 0;
        asked->shared.mask |= place == IN_SHARED || windowed ? bit : 0;
    }
    return true;
}

static void tally_shared(const wg_joining *joining, const wg_insn *i, wg_request request, wg_tally *tally)
{
    wg_passes passes = wg_joining_passes(joining, &request);
    tally->raw += passes.wavefronts;
    if (i->merge == WG_MERGED_AWAY)
        return;
    if (i->merge) {
        request.bytes = i->merge;
        passes = wg_joining_passes(joining, &request);
    }
    tally->wavefronts += passes.wavefronts;
    tally->ideal += passes.ideal;
}

/* A generic instruction has a tally for each space. */
static wg_tally *tally_of(const wg_warp *w, const wg_insn *i, bool generic, int space)
{
    return &w->block->tallies[i->tally + (generic ? (uint32_t)space : 0)];
}

void wg_recount_before(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_asked asked;
    uint64_t pieces[WG_MOST_PIECES];
    wg_tally *global = &w->block->recounted[WG_TALLY_GLOBAL], *shared = &w->block->recounted[WG_TALLY_SHARED];
    if (!wg_asked_find(w, i, mask, &asked))
        return;
    *global = *tally_of(w, i, asked.generic, WG_TALLY_GLOBAL);
    *shared = *tally_of(w, i, asked.generic, WG_TALLY_SHARED);
    if (asked.global.mask)
        global->sectors += wg_joining_pieces(w->block->joining, &asked.global, pieces);
    if (asked.shared.mask)
        tally_shared(w->block->joining, i, asked.shared, shared);
}

void wg_recount_after(wg_warp *w, const wg_insn *i)
{
    const wg_tally *global = &w->block->recounted[WG_TALLY_GLOBAL], *shared = &w->block->recounted[WG_TALLY_SHARED];
    enum place place = place_of(i);
    if (place == ELSEWHERE)
        return;
    wg_tally *tally = tally_of(w, i, place == IN_ANY, WG_TALLY_SHARED);
    tally->raw = shared->raw;
    tally->wavefronts = shared->wavefronts;
    tally->ideal = shared->ideal;
    tally_of(w, i, place == IN_ANY, WG_TALLY_GLOBAL)->sectors = global->sectors;
}
