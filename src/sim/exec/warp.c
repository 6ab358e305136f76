/* SPDX-License-Identifier: Apache-2.0 */
/* Shuffles, votes, matches and reductions across the lanes of a warp. The lanes named in a member mask that are not
 * active here are lanes that went another way: the ISA leaves that undefined, and what is read from them is what their
 * registers hold. */
#include "sim/exec/exec.h"
#include "sim/exec/shuffle.h"

WG_EXEC(shfl)
{
    uint32_t *d = ROW(uint32_t, 0), before[WG_LANES], in_range = 0;
    const uint32_t *b = ROW(const uint32_t, 3), *c = ROW(const uint32_t, 4);
    memcpy(before, ROW(const uint32_t, 2), sizeof before);
    FOR_ACTIVE (lane) {
        bool ok;
        int source = wg_shuffle_source((wg_mod)i->action, lane, b[lane], c[lane], &ok);
        in_range |= (uint32_t)ok << lane;
        d[lane] = before[source];
    }
    wg_predicate_set(w, i->op[1], in_range, mask);
}

/* Every lane names its members. Lanes that name the same ones act together, as on the hardware: a partition of the warp
 * is several votes at once. Without a member operand all active lanes are. */
typedef void group_function(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who);

static void for_each_group(wg_warp *w, const wg_insn *i, int k, uint32_t mask, group_function *act)
{
    uint32_t named[WG_LANES];
    if (i->op[k] == WG_SLOT_NONE) {
        act(w, i, mask, mask);
        return;
    }
    memcpy(named, ROW(const uint32_t, k), sizeof named);
    for (uint32_t left = mask, group; left; left &= ~group) {
        uint32_t who = named[__builtin_ctz(left)];
        group = 0;
        FOR_LANES_OF(left, lane) group |= (uint32_t)(named[lane] == who) << lane;
        act(w, i, group, who & mask);
    }
}

static void vote_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    uint32_t yes = wg_predicate(w, i, 1) & who;
    bool result = i->action == WG_MOD_ALL ? yes == who : i->action == WG_MOD_ANY ? yes != 0 : yes == who || yes == 0;
    wg_predicate_set(w, i->op[0], result ? WG_ALL_LANES : 0, mask);
}

WG_EXEC(vote) { for_each_group(w, i, 2, mask, vote_group); }

static void ballot_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    uint32_t *d = ROW(uint32_t, 0), yes = wg_predicate(w, i, 1) & who;
    FOR_ACTIVE (lane)
        d[lane] = yes;
}

WG_EXEC(ballot) { for_each_group(w, i, 2, mask, ballot_group); }

static uint64_t value_of(const wg_warp *w, const wg_insn *i, int k, int lane)
{
    return i->size[k] == 8 ? ROW(const uint64_t, k)[lane] : ROW(const uint32_t, k)[lane];
}

static void match_any_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    uint32_t result[WG_LANES] = {0};
    FOR_ACTIVE (lane) {
        FOR_LANES_OF(who, other)
        result[lane] |= (uint32_t)(value_of(w, i, 1, other) == value_of(w, i, 1, lane)) << other;
    }
    uint32_t *d = ROW(uint32_t, 0);
    FOR_ACTIVE (lane)
        d[lane] = result[lane];
}

WG_EXEC(match_any) { for_each_group(w, i, 2, mask, match_any_group); }

static void match_all_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    uint32_t *d = ROW(uint32_t, 0);
    uint64_t first = value_of(w, i, 2, __builtin_ctz(who ? who : mask));
    bool same = true;
    FOR_LANES_OF(who, lane) same = same && value_of(w, i, 2, lane) == first;
    FOR_ACTIVE (lane)
        d[lane] = same ? who : 0;
    wg_predicate_set(w, i->op[1], same ? WG_ALL_LANES : 0, mask);
}

WG_EXEC(match_all) { for_each_group(w, i, 3, mask, match_all_group); }

static uint32_t reduce(wg_mod action, wg_type type, uint32_t a, uint32_t b)
{
    bool below = type == WG_TYPE_S32 ? (int32_t)b < (int32_t)a : b < a;
    switch (action) {
    case WG_MOD_ADD: return a + b;
    case WG_MOD_MIN: return below ? b : a;
    case WG_MOD_MAX: return below ? a : b;
    case WG_MOD_AND: return a & b;
    case WG_MOD_OR: return a | b;
    default: return a ^ b;
    }
}

static void redux_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    if (!who)
        return;
    const uint32_t *a = ROW(const uint32_t, 1);
    uint32_t result = a[__builtin_ctz(who)], *d = ROW(uint32_t, 0);
    FOR_LANES_OF(who & (who - 1), lane) result = reduce((wg_mod)i->action, (wg_type)i->type[0], result, a[lane]);
    FOR_ACTIVE (lane)
        d[lane] = result;
}

WG_EXEC(redux) { for_each_group(w, i, 2, mask, redux_group); }

static void redux_f32_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    if (!who)
        return;
    const float *a = ROW(const float, 1);
    bool absolute = i->flags & WG_FLAG_ABS, nan_wins = i->flags & WG_FLAG_NAN_PROPAGATE,
         want_max = i->action == WG_MOD_MAX;
    float result = __builtin_nanf("");
    bool nan = false;
    FOR_LANES_OF(who, lane)
    {
        float x = absolute ? __builtin_fabsf(a[lane]) : a[lane];
        nan = nan || x != x;
        if (x == x && (result != result || (want_max ? x > result : x < result)))
            result = x;
    }
    uint32_t bits = 0x7fffffff, *d = ROW(uint32_t, 0);
    if (result == result && !(nan && nan_wins))
        memcpy(&bits, &result, 4);
    FOR_ACTIVE (lane)
        d[lane] = bits;
}

WG_EXEC(redux_f32) { for_each_group(w, i, 2, mask, redux_f32_group); }

WG_EXEC(activemask)
{
    uint32_t *d = ROW(uint32_t, 0);
    FOR_ACTIVE (lane)
        d[lane] = mask;
}

/* The lowest member is the leader. */
static void elect_group(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t who)
{
    uint32_t leader = who ? (uint32_t)__builtin_ctz(who) : 0, *d = ROW(uint32_t, 0);
    FOR_ACTIVE (lane)
        d[lane] = leader;
    wg_predicate_set(w, i->op[1], 1u << leader, mask);
}

WG_EXEC(elect) { for_each_group(w, i, 2, mask, elect_group); }

/* A warp's clock ticks once an instruction; the global timer is the same in nanoseconds of an imagined gigahertz. */
WG_EXEC(clock)
{
    uint64_t ticks = w->executed + (uint64_t)i->imm2;
    bool high = i->imm == WG_SREG_CLOCK_HI || i->imm == WG_SREG_GLOBALTIMER_HI;
    ticks = high ? ticks >> 32 : ticks;
    FOR_ACTIVE (lane)
        memcpy(ROW(unsigned char, 0) + lane * i->size[0], &ticks, i->size[0] < 8 ? i->size[0] : 8);
}
