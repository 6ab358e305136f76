/* SPDX-License-Identifier: Apache-2.0 */
/* Who looks over a launch's shoulder: src/check is told of every instruction before it runs, may keep lanes from it,
 * and hears of what orders threads. A launch without a checker runs loops in which nothing of this is. */
#ifndef WG_SIM_CHECKER_H
#define WG_SIM_CHECKER_H

#include "sim/launch.h"
#include "sim/warp.h"

typedef struct wg_checker wg_checker;

/* What a fault is about: it ends its block, whatever a checker makes of it. */
typedef enum wg_fault_kind {
    WG_FAULT_OTHER,
    WG_FAULT_BARRIER,
    WG_FAULT_STUCK,
    WG_FAULT_RUNAWAY,
    WG_FAULT_TRAP
} wg_fault_kind;

struct wg_checker {
    bool may_share; /* the launch that began, with others of its kind */
    bool is_astray; /* lanes were kept from an instruction: what follows may have no end */
    /* A launch begins. */
    void (*launch)(wg_checker *c, const wg_launch *launch);
    /* One for another host thread, that will see other blocks of this launch … */
    wg_checker *(*another)(const wg_checker *c);
    /* … and what that saw is this one's now. It goes. */
    void (*join)(wg_checker *c, wg_checker *another);
    /* A block begins: in a state that may have been another block's. */
    void (*begin)(wg_checker *c, wg_block *block);
    /* … and its memory goes. */
    void (*forget)(wg_checker *c, wg_block *block);
    /* Before an instruction: the lanes of mask that may execute it. */
    uint32_t (*before)(wg_checker *c, wg_warp *w, const wg_insn *i, uint32_t mask);
    /* After it; NULL: nobody wants to know. */
    void (*after)(wg_checker *c, wg_warp *w, const wg_insn *i, uint32_t mask);
    /* The instruction that ends a basic block, with the lanes that its guard lets through. */
    void (*ends)(wg_checker *c, wg_warp *w, const wg_basic_block *b, uint32_t active, uint32_t mask);
    /* The rows of a function begin to exist, in the current frame, for the lanes of mask. */
    void (*enter)(wg_checker *c, wg_warp *w, const wg_function *function, uint32_t mask);
    /* A parameter or result went from one frame to another; offsets into the warp's register memory. */
    void (*pass)(wg_checker *c, wg_warp *w, uint32_t to_base, const wg_param_place *to, uint32_t from_base,
                 const wg_param_place *from, uint32_t mask);
    /* A warp arrives at a barrier; later it may go on. */
    void (*arrive)(wg_checker *c, wg_warp *w, const wg_insn *i, uint32_t id, uint32_t threads, uint32_t mask);
    void (*release)(wg_checker *c, wg_warp *w, uint32_t id);
    void (*complete)(wg_checker *c, wg_block *block, uint32_t id);
    /* An instruction for the lanes that each lane of mask names: those are all that came. */
    void (*meet)(wg_checker *c, wg_warp *w, const wg_insn *i, const uint32_t *members, uint32_t mask);
    /* A kernel freed memory. */
    void (*freed)(wg_checker *c, wg_warp *w, uint64_t address);
    void (*fault)(wg_checker *c, wg_warp *w, const wg_insn *i, int lane, wg_fault_kind kind, const char *sentence);
};

#endif
