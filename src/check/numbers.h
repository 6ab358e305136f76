/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the checker: numbers that went wrong, followed from the instruction that made them to where they matter.
 *
 *   numbers.c   the hooks, moves and selections, and where such a value arrives
 *   floats.c    NaN, infinities, denormals
 *   indices.c   integers that wrapped
 *
 * A value is odd from the instruction on that made it so, of operands that were not. That may be a guess of the
 * compiler, which computes both sides of a selection, or a special case of a library function that is not chosen:
 * nothing is said until it comes as far as memory, other lanes, or an address. */
#ifndef WG_CHECK_NUMBERS_H
#define WG_CHECK_NUMBERS_H

#include "check/checked.h"

enum { WG_ODD_SOURCES = 3 };

/* How one lane's value became what it is. */
typedef struct wg_odd {
    uint8_t kind; /* wg_finding_kind */
    bool is_unsigned;
    uint8_t part;                      /* of a packed value */
    uint32_t origin;                   /* index of the instruction */
    uint64_t operands[WG_ODD_SOURCES]; /* of it, bit by bit */
    int64_t exact;                     /* of an integer that wrapped: what it would be; WG_HUGE: far too much */
} wg_odd;

#define WG_HUGE INT64_MAX

/* A register's. */
typedef struct wg_odd_row {
    uint32_t lanes;
    wg_odd of[WG_LANES];
} wg_odd_row;

/* A warp's, by where a register lies in its memory: rows are at least 64 bytes long. */
typedef struct wg_odd_warp {
    wg_odd_row **rows;
    size_t count;
    bool any; /* so far */
} wg_odd_warp;

typedef enum wg_number_role {
    WG_ROLE_OTHER, /* its results are as good as any */
    WG_ROLE_MOVE,
    WG_ROLE_SELECT,
    WG_ROLE_FLOAT,
    WG_ROLE_INTEGER,
} wg_number_role;

typedef struct wg_numbers {
    wg_checker inner; /* the checker as it is without this */
    uint32_t wanted;  /* a bit for each wg_finding_kind */
    const wg_program *program;
    uint8_t *roles;                           /* by instruction */
    uint64_t saved[WG_ODD_SOURCES][WG_LANES]; /* sources of the instruction at hand, as rows */
} wg_numbers;

static inline bool wg_numbers_want(const wg_numbers *n, wg_finding_kind kind)
{
    return n->wanted >> (kind - WG_FINDING_nan) & 1;
}

/* A source of the instruction at hand, as it was before it. */
static inline uint64_t wg_numbers_source(const wg_numbers *n, const wg_insn *i, int k, int lane)
{
    uint64_t value = 0;
    uint32_t size = i->size[k];
    __builtin_memcpy(&value, (const unsigned char *)n->saved[k - i->destinations] + (uint32_t)lane * size,
                     size < 8 ? size : 8);
    return value;
}

/* numbers.c. The row of a register, NULL: it never had anything odd, unless one is to be made. */
wg_odd_row *wg_odd_row_at(wg_warp *w, wg_slot slot, bool make);
void wg_odd_set(wg_warp *w, wg_slot slot, int lane, const wg_odd *odd);
const wg_odd *wg_odd_of(wg_warp *w, wg_slot slot, int lane); /* NULL: nothing is odd */
/* "a * b + c" with operands for the letters. */
void wg_number_formula(const wg_insn *i, char operands[WG_ODD_SOURCES][40], char *text, size_t size);

/* floats.c */
bool wg_float_is(const wg_insn *i); /* it computes floating-point numbers */
void wg_float_after(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
/* A move or a selection of a constant: NaN is what functions give outside of their domain. */
bool wg_float_is_nan(const wg_warp *w, const wg_insn *i, int k);
void wg_float_sentence(const wg_check *c, const wg_odd *odd, char *text, size_t size);

/* indices.c */
bool wg_index_is(const wg_insn *i);
void wg_index_after(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
bool wg_index_is_wrong(const wg_odd *odd, uint32_t address_bytes); /* as an address */
void wg_index_sentence(const wg_check *c, const wg_odd *odd, char *text, size_t size);

#endif
