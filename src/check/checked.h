/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the checker: its state, and how its files call one another.
 *
 *   check.c      the checker as the simulator sees it, tables about instructions
 *   accesses.c   loads, stores, atomics: which object, whose bytes
 *   written.c    which buffers nobody can write
 *   races.c      who touched a word before, and whether that is ordered
 *   values.c     which bytes of registers have a value
 *   meetings.c   barriers, masks, fences, asynchronous copies
 *   memory.c     what is kept of each object: cells for words, bits for bytes
 *   clocks.c     what happened before what
 *   numbers.h    on request: NaN, infinities, denormals, indices that overflow
 *   sharing.c    one launch, seen by several host threads
 *   tell.c       sentences */
#ifndef WG_CHECK_CHECKED_H
#define WG_CHECK_CHECKED_H

#include "check/check.h"
#include "check/clocks.h"
#include "sim/checker.h"
#include "sim/launch.h"

/* ---- memory ---- */

enum { WG_SITE_BITS = 13, WG_SITES = 1 << WG_SITE_BITS };
/* The access was strong (volatile, relaxed …); an atomic. */
enum { WG_MARK_STRONG = 1 << 13, WG_MARK_ATOMIC = 1 << 14 };
/* … of a word that was accessed in another way before. */
enum { WG_MARK_MIXED = 1 << 15 };

/* Who touched a word: the thread's number in the launch, 0: nobody; the time on its warp's clock; the source line. */
typedef struct wg_mark {
    uint32_t thread;
    uint16_t time, site;
} wg_mark;

/* The last store and the last load of four bytes. Where accesses touch only some of them there is a cell for each:
 * write.thread is WG_SPLIT then, and read.thread the number of the first of the four. */
typedef struct wg_cell {
    wg_mark write, read;
} wg_cell;

#define WG_SPLIT UINT32_MAX

enum { WG_CELL_BYTES = 4, WG_PAGE_BYTES = 4096, WG_PAGE_CELLS = WG_PAGE_BYTES / WG_CELL_BYTES };

/* An allocation, or the shared memory of a block. */
typedef struct wg_region {
    uint64_t address, size;
    unsigned char *host;
    const char *name;
    bool is_shared, is_freed, is_constant;
    bool is_argument, is_read_only; /* a buffer; that the launch cannot write (written.c) */
    wg_cell **pages;                /* NULL where nobody was yet */
    size_t page_count;
    unsigned char *unset; /* a bit a byte: it was not written; NULL: all were */
} wg_region;

/* ---- registers ---- */

/* Beside the rows of a warp's register memory lies a shadow of the same layout. That of a predicate is `bad` alone, its
 * origin lies as far behind as all of the memory is long; that of a parameter's slab has a byte for each of its bytes,
 * 0 if it has a value. */
typedef struct wg_row_shadow {
    uint32_t bad;                  /* lanes whose value has a byte that was never written */
    uint32_t origin;               /* index of the instruction that loaded it; UINT32_MAX: nothing wrote the register */
    uint8_t bytes[WG_CLOCK_LANES]; /* which: a bit a byte, of 16 bytes a bit for two; where bad */
} wg_row_shadow;

/* ---- instructions ---- */

typedef enum wg_checked_kind {
    WG_CHECKED_NOTHING, /* no row of the frame is read or written */
    WG_CHECKED_VALUE,
    WG_CHECKED_ACCESS,
    WG_CHECKED_COPY,   /* cp.async */
    WG_CHECKED_MATRIX, /* ldmatrix, stmatrix */
    WG_CHECKED_FRAME,  /* parameters of calls */
    WG_CHECKED_FENCE,
    WG_CHECKED_GROUP,   /* cp.async.commit_group, wait_group, wait_all */
    WG_CHECKED_MEETING, /* shuffles, votes, __syncwarp: for the lanes of a mask */
    WG_CHECKED_TILE,    /* wmma.load, wmma.store */
} wg_checked_kind;

/* A row of the frame; size 0: a predicate. */
typedef struct wg_checked_row {
    wg_slot slot;
    uint8_t size;
} wg_checked_row;

typedef struct wg_checked_insn {
    uint8_t kind;
    uint8_t address, loaded, stored; /* operands of an access */
    bool is_copied;                  /* ld.param of a parameter that was copied to local memory */
    bool is_matrix;                  /* for whole warps */
    bool is_used;                    /* some instruction reads its result */
    uint8_t source_count, target_count;
    uint16_t site;
    uint16_t flags;                          /* WG_MARK_STRONG, WG_MARK_ATOMIC */
    const wg_checked_row *sources, *targets; /* without constants */
} wg_checked_insn;

/* The first load of each instruction that brought something without a value. */
typedef struct wg_origin {
    bool known;
    wg_finding_place place;
    const char *object, *space;
    uint64_t address;
} wg_origin;

/* ---- flags ---- */

/* What was released with the word at an address. */
typedef struct wg_flag_word {
    uint64_t address;
    const wg_known *released[WG_SCOPES];
} wg_flag_word;

/* A thread read a word that another wrote without a fence. */
typedef struct wg_glimpse {
    uint64_t address;
    uint32_t writer;
    uint16_t site;
} wg_glimpse;

enum { WG_GLIMPSES = 64 };

/* ---- asynchronous copies ---- */

typedef struct wg_pending_copy {
    uint32_t offset, bytes;
    uint16_t thread; /* in the block */
    uint32_t group;  /* of the thread, in order */
    uint16_t site;
    uint32_t index; /* of the instruction */
} wg_pending_copy;

typedef struct wg_copier {
    uint32_t group; /* the one that is open */
} wg_copier;

/* ---- lanes that meet ---- */

/* Some of the lanes that a __syncwarp names are there; the others may come to another one of the same mask. */
typedef struct wg_half_meeting {
    uint32_t named, arrived;
    const wg_insn *insn;
} wg_half_meeting;

/* ---- a block ---- */

typedef struct wg_checked_block {
    wg_clocks clocks;
    wg_region shared;
    unsigned char **local_unset;               /* by warp: a bit a byte, lane by lane */
    const wg_insn *barrier[WG_CLOCK_BARRIERS]; /* who arrived first */
    uint32_t barrier_warp[WG_CLOCK_BARRIERS];
    wg_glimpse glimpses[WG_GLIMPSES];
    uint32_t glimpse_count;
    wg_pending_copy *copies;
    size_t copy_count, copy_capacity;
    wg_copier *copiers;       /* by thread; NULL: there were no copies */
    unsigned char *flying;    /* a bit a word of shared memory: a copy writes it */
    wg_half_meeting *halves;  /* by warp */
    struct wg_odd_warp *odds; /* by warp, numbers.h; NULL: numbers are not looked at */
} wg_checked_block;

/* ---- the checker ---- */

struct wg_check {
    wg_checker base; /* first */
    wg_findings findings;
    wg_arena arena;  /* of the launch */
    wg_arena tables; /* of the program */
    const wg_launch *launch;
    const wg_program *program;
    wg_checked_insn *insns;
    const wg_insn *sites[WG_SITES]; /* an instruction of each */
    uint32_t site_count;
    wg_origin *origins; /* by instruction */
    wg_region **caches; /* by instruction: where it was last */
    bool has_fences;
    bool was_shared, is_split; /* by host threads; what they saw does not go together (sharing.c) */
    uint64_t written[64];      /* addresses in buffers that the launch may write … */
    uint32_t written_count;
    bool all_written;    /* … or it may write any */
    wg_region **regions; /* in the order of their addresses */
    size_t region_count, region_capacity;
    uint64_t *unset; /* addresses of allocations that begin without values */
    size_t unset_count, unset_capacity;
    wg_cell *split; /* cells for bytes, in fours */
    size_t split_count, split_capacity;
    wg_flag_word *flags; /* a hash table */
    size_t flag_count, flag_capacity;
    uint32_t threads_per_block; /* in whole warps */
    struct wg_numbers *numbers; /* numbers.h; NULL: nobody asked */
    uint32_t grid[3], block[3]; /* the launch's: it may be gone when somebody asks */
};

static inline const wg_checked_insn *wg_checked_of(const wg_check *c, const wg_insn *i)
{
    return &c->insns[i->index];
}

/* The arrays of shared memory, the kernel's own and those that are arguments, one after the other; NULL: no more. */
static inline const wg_shared_object *wg_check_object(const wg_check *c, uint32_t k)
{
    if (k < c->program->shared_count)
        return &c->program->shared[k];
    k -= c->program->shared_count;
    return k < c->launch->local_count ? &c->launch->locals[k] : NULL;
}

/* sharing.c */
bool wg_check_may_share(const wg_check *c);
wg_checker *wg_check_another(const wg_checker *c);
void wg_check_join(wg_checker *c, wg_checker *another);

/* memory.c */
wg_region *wg_check_region(wg_check *c, wg_heap *heap, uint64_t address, wg_region **cache);
void wg_check_add_region(wg_check *c, wg_region *r);
wg_region *wg_check_find_region(const wg_check *c, uint64_t address); /* of those that are known */
wg_cell *wg_check_new_page(wg_region *r, uint64_t offset);
static inline wg_cell *wg_check_cells(wg_region *r, uint64_t offset)
{
    wg_cell *page = r->pages ? r->pages[offset / WG_PAGE_BYTES] : NULL;
    return (page ? page : wg_check_new_page(r, offset)) + offset % WG_PAGE_BYTES / WG_CELL_BYTES;
}
wg_cell *wg_check_split(wg_check *c, wg_cell *cell);
uint32_t wg_check_unset(const wg_region *r, uint64_t offset, uint32_t bytes); /* a bit a byte */
void wg_check_set(wg_region *r, uint64_t offset, uint32_t bytes, uint32_t unset);
bool wg_check_is_set(const wg_region *r, uint64_t offset, uint64_t bytes); /* yes; or, at some length, perhaps not */
/* Likewise for aligned words, 4, 8 or 16 bytes of a region with bits; they have values afterwards. */
static inline uint32_t wg_check_unset_words(const wg_region *r, uint64_t offset, uint32_t bytes)
{
    const unsigned char *at = r->unset + offset / 8;
    return bytes == 4 ? *at >> offset % 8 & 15u : bytes == 8 ? *at : (uint32_t)(at[0] | at[1] << 8);
}
static inline void wg_check_set_words(wg_region *r, uint64_t offset, uint32_t bytes)
{
    unsigned char *at = r->unset + offset / 8;
    *at = bytes == 4 ? (unsigned char)(*at & ~(15u << offset % 8)) : 0;
    if (bytes == 16)
        at[1] = 0;
}
void wg_check_forget_cells(wg_check *c);
void wg_check_free_region(wg_region *r);
wg_flag_word *wg_check_flag(wg_check *c, uint64_t address, bool make);

/* accesses.c */
uint32_t wg_check_access(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
uint32_t wg_check_copy(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
uint32_t wg_check_matrix(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
uint32_t wg_check_tile(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);

/* written.c */
void wg_check_find_written(wg_check *c, uint32_t kernel_end);
bool wg_check_is_written(const wg_check *c, const wg_region *r);

/* races.c */
typedef struct wg_toucher {
    wg_warp *warp;
    const wg_insn *insn;
    wg_region *region;
    uint16_t flags;
    bool writes;
    bool is_shared;
} wg_toucher;
/* A lane touches bytes of a region. */
void wg_check_touch(wg_check *c, const wg_toucher *by, int lane, uint64_t offset, uint32_t bytes);
/* Lanes touch whole words, not as atomics do. Gives back those for which that needs a closer look. */
uint32_t wg_check_touch_words(wg_check *c, const wg_toucher *by, uint32_t lanes, const uint64_t *offsets,
                              uint32_t bytes);

/* values.c */
void wg_check_values(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
void wg_check_frame(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
wg_row_shadow *wg_check_shadow(const wg_warp *w, wg_slot slot);
void wg_check_enter(wg_checker *c, wg_warp *w, const wg_function *function, uint32_t mask);
void wg_check_pass(wg_checker *c, wg_warp *w, uint32_t to_base, const wg_param_place *to, uint32_t from_base,
                   const wg_param_place *from, uint32_t mask);
int wg_check_source(const wg_warp *w, const wg_insn *i, int lane); /* the lane that a shuffle reads from */
/* The lanes use a value for something: a complaint for the first of them whose value is none. Says whether there was.
 */
bool wg_check_use(wg_check *c, wg_warp *w, const wg_insn *i, wg_checked_row row, uint32_t lanes, const char *what);

/* meetings.c */
void wg_check_arrive(wg_checker *c, wg_warp *w, const wg_insn *i, uint32_t id, uint32_t threads, uint32_t mask);
void wg_check_release(wg_checker *c, wg_warp *w, uint32_t id);
void wg_check_complete(wg_checker *c, wg_block *block, uint32_t id);
void wg_check_meet(wg_checker *c, wg_warp *w, const wg_insn *i, const uint32_t *members, uint32_t mask);
/* Before what orders the whole warp: a meeting that is not complete by then never will be. */
void wg_check_end_halves(wg_check *c, wg_warp *w);
void wg_check_fence(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
void wg_check_group(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask);
void wg_check_begin_copy(wg_check *c, wg_warp *w, const wg_insn *i, int lane, uint32_t offset, uint32_t bytes);
void wg_check_order(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask); /* .acquire, .release …: before it */
bool wg_check_is_copied(wg_check *c, wg_warp *w, const wg_insn *i, int lane, uint64_t offset, uint32_t bytes);
void wg_check_publish(wg_check *c, wg_warp *w, const wg_insn *i, int lane, wg_region *r, uint64_t offset, bool reads,
                      bool writes);

/* numbers.c */
void wg_check_free_numbers(wg_check *c);

/* tell.c */
wg_finding_place wg_check_place(const wg_check *c, const wg_insn *i, const wg_block *block, uint32_t thread);
wg_finding_place wg_check_place_of(const wg_check *c, uint32_t thread, uint16_t site);
void wg_check_name(const wg_check *c, const wg_region *r, uint64_t offset, wg_finding *f);
/* Adds a finding, or counts it once more. */
void wg_check_tell(wg_check *c, wg_finding *f, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
