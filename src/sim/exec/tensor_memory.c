/* SPDX-License-Identifier: Apache-2.0 */
/* Moving matrices between memory and registers: wmma.load, wmma.store, ldmatrix, stmatrix, movmatrix.
 *
 * What wmma.load and wmma.store count is what ptxas makes of them for sm_90, checked with ncu on an H200. A tile
 * (tensor.h) is one access of the warp when the elements a lane holds are neighbours in memory: 4 bytes a lane, 8 or 16
 * for wide accumulators. When they are not, elements of 16 bits are loaded as pairs along the other direction all the
 * same and turned inside the warp; wider and narrower ones are accessed one by one. Multiplicands in shared memory come
 * through ldmatrix where that can load them. */
#include "sim/exec/access.h"
#include "sim/exec/tensor.h"

/* A matrix in memory: `lines` rows or columns of neighbouring elements. */
typedef struct storage {
    wg_fragment f;
    bool along; /* lines run along inner */
    bool shared;
    uint64_t address;      /* in its space */
    uint64_t pitch;        /* bytes from line to line */
    unsigned lines, bytes; /* of a line */
    uint32_t tally;
} storage;

enum { MOST_LINES = 32, MOST_BYTES = 2048 };

/* ---- spaces ---- */

/* Global and shared addresses as they are; generic ones belong to one of the two, and to a tally of their own. */
static bool resolve_space(wg_warp *w, const wg_insn *i, uint64_t address, storage *m)
{
    m->address = address;
    m->tally = i->tally;
    m->shared = i->space == WG_MOD_SHARED || i->space == WG_MOD_SHARED_CTA;
    if (i->space != WG_MOD_NONE)
        return true;
    if (address - WG_LOCAL_WINDOW < 2 * (uint64_t)WG_WINDOW_SIZE) {
        wg_fault_set(w, i, -1, "matrix at generic address 0x%llx, which is neither global nor shared memory",
                     (unsigned long long)address);
        return false;
    }
    m->shared = address - WG_SHARED_WINDOW < WG_WINDOW_SIZE;
    m->address -= m->shared ? WG_SHARED_WINDOW : 0;
    m->tally += m->shared ? WG_TALLY_SHARED : WG_TALLY_GLOBAL;
    return true;
}

static unsigned char *host_of(wg_warp *w, const wg_insn *i, const storage *m, uint64_t address, uint32_t bytes,
                              int lane)
{
    const char *what = i->class == WG_CLASS_STORE ? "store" : "load";
    if (m->shared) {
        if (address <= w->block->shared_size && bytes <= w->block->shared_size - address)
            return w->block->shared + address;
        wg_fault_set(w, i, lane,
                     "out-of-bounds shared matrix %s of %u bytes at offset 0x%llx: shared memory has %u bytes", what,
                     bytes, (unsigned long long)address, w->block->shared_size);
        return NULL;
    }
    unsigned char *host = wg_heap_at(w->block->heap, address, bytes, &w->block->caches[m->tally]);
    if (!host) {
        char where[256];
        wg_heap_describe(w->block->heap, address, where, sizeof where);
        wg_fault_set(w, i, lane, "out-of-bounds global matrix %s of %u bytes at address 0x%llx, %s", what, bytes,
                     (unsigned long long)address, where);
    }
    return host;
}

/* ---- what wmma.load and wmma.store cost ---- */

static unsigned elements_a_lane(wg_fragment f) { return 1u << wg_tile_width_log2(f) >> 2; }

static bool by_ldmatrix(const storage *m, wg_role role)
{
    return m->shared && role != WG_ROLE_C && m->f.bits <= 16 && (m->along || m->f.bits == 16);
}

/* Bytes a lane of one access. */
static uint32_t access_bytes(const storage *m)
{
    return m->along ? elements_a_lane(m->f) * m->f.bits / 8 : m->f.bits == 16 ? 4 : m->f.bits / 8;
}

static uint64_t element_address(const storage *m, unsigned outer, unsigned inner)
{
    unsigned line = m->along ? outer : inner, within = m->along ? inner : outer;
    return m->address + line * m->pitch + within * m->f.bits / 8;
}

static void count_access(wg_warp *w, const wg_insn *i, const storage *m, wg_place p, unsigned element)
{
    wg_access a = {.mask = WG_ALL_LANES, .bytes = access_bytes(m)};
    unsigned held = elements_a_lane(m->f);
    for (unsigned lane = 0; lane < WG_LANES; lane++) {
        unsigned g = lane / 4, t = lane % 4;
        a.address[lane] = !m->along && m->f.bits == 16 ? element_address(m, p.outer + 2 * t, p.inner + g)
                                                       : element_address(m, p.outer + g, p.inner + t * held + element);
    }
    wg_access_shape(&a);
    if (m->shared)
        wg_count_shared(&w->block->tallies[m->tally], &a, i);
    else
        wg_count_global(&w->block->tallies[m->tally], &a);
}

static void count_matrix(wg_warp *w, const wg_insn *i, const storage *m, wg_role role)
{
    wg_tally *tally = &w->block->tallies[m->tally];
    uint64_t requests = tally->requests;
    unsigned tiles = wg_tile_count(m->f), accesses = m->along || m->f.bits == 16 ? 1 : elements_a_lane(m->f);
    for (unsigned t = 0; t < tiles; t++)
        for (unsigned e = 0; e < accesses; e++)
            count_access(w, i, m, wg_tile_place(m->f, t), e);
    unsigned together = m->f.bits == 16 ? 4 : 2;
    if (by_ldmatrix(m, role))
        tally->requests = requests + (tiles + together - 1) / together;
}

/* ---- wmma.load and wmma.store ---- */

static bool describe(wg_warp *w, const wg_insn *i, wg_role role, int address, int data, storage *m)
{
    static const char *const NAMES[] = {"A", "B", "C"};
    wg_shape s = wg_shape_of(i->shape);
    m->f = wg_fragment_of(s, role, (wg_type)i->type[0]);
    if (!wg_fragment_check(w, i, data, m->f, NAMES[role]))
        return false;
    uint64_t first = i->size[address] == 8 ? *ROW(const uint64_t, address) : *ROW(const uint32_t, address);
    if (!resolve_space(w, i, first + (uint64_t)i->imm, m))
        return false;
    bool row_major = i->layout_a == WG_MOD_ROW,
         outer_is_column = role == WG_ROLE_B || (role == WG_ROLE_C && wg_shape_is_flipped(s));
    m->along = row_major != outer_is_column;
    m->lines = m->along ? m->f.outer : m->f.inner;
    unsigned elements = m->along ? m->f.inner : m->f.outer;
    m->bytes = elements * m->f.bits / 8;
    uint32_t stride = i->op[2] == WG_SLOT_NONE ? elements : *ROW(const uint32_t, 2);
    m->pitch = (uint64_t)stride * m->f.bits / 8;
    uint32_t align = by_ldmatrix(m, role) ? 16 : access_bytes(m);
    if ((m->address | m->pitch) % align == 0)
        return true;
    wg_fault_set(
        w, i, -1,
        "misaligned matrix at address 0x%llx with %llu bytes from line to line: %u bytes at a time are accessed",
        (unsigned long long)m->address, (unsigned long long)m->pitch, align);
    return false;
}

/* Lines into a matrix of outer × inner, or back; element by element where the lines run the other way. */
static void copy_lines(const storage *m, unsigned char *const *lines, unsigned char *matrix, bool store)
{
    unsigned size = m->f.bits / 8, stride = m->f.inner * size;
    for (unsigned line = 0; line < m->lines; line++) {
        if (m->along) {
            unsigned char *inside = matrix + line * m->bytes;
            memcpy(store ? lines[line] : inside, store ? inside : lines[line], m->bytes);
            continue;
        }
        for (unsigned e = 0; e < m->f.outer; e++) {
            unsigned char *inside = matrix + e * stride + line * size, *outside = lines[line] + e * size;
            memcpy(store ? outside : inside, store ? inside : outside, size);
        }
    }
}

static void move_matrix(wg_warp *w, const wg_insn *i, uint32_t mask, wg_role role, int address, int data, bool store)
{
    storage m;
    unsigned char *lines[MOST_LINES];
    _Alignas(64) unsigned char matrix[MOST_BYTES];
    if (!wg_whole_warp(w, i, mask) || !describe(w, i, role, address, data, &m))
        return;
    for (unsigned line = 0; line < m.lines; line++) {
        lines[line] = host_of(w, i, &m, m.address + line * m.pitch, m.bytes, -1);
        if (!lines[line])
            return;
    }
    wg_steps steps = {m.f.inner, 1};
    if (store)
        wg_fragment_unpack(w, i, data, m.f, matrix, steps);
    copy_lines(&m, lines, matrix, store);
    if (!store)
        wg_fragment_pack(w, i, data, m.f, matrix, steps);
    count_matrix(w, i, &m, role);
}

WG_EXEC(wmma_load_a) { move_matrix(w, i, mask, WG_ROLE_A, 1, 0, false); }
WG_EXEC(wmma_load_b) { move_matrix(w, i, mask, WG_ROLE_B, 1, 0, false); }
WG_EXEC(wmma_load_c) { move_matrix(w, i, mask, WG_ROLE_C, 1, 0, false); }
WG_EXEC(wmma_store) { move_matrix(w, i, mask, WG_ROLE_C, 0, 1, true); }
WG_EXEC(wmma_load_a_generic) { move_matrix(w, i, mask, WG_ROLE_A, 1, 0, false); }
WG_EXEC(wmma_load_b_generic) { move_matrix(w, i, mask, WG_ROLE_B, 1, 0, false); }
WG_EXEC(wmma_load_c_generic) { move_matrix(w, i, mask, WG_ROLE_C, 1, 0, false); }
WG_EXEC(wmma_store_generic) { move_matrix(w, i, mask, WG_ROLE_C, 0, 1, true); }

/* ---- ldmatrix and stmatrix: 8 × 8 elements of 16 bits, lane l names row l % 8 of matrix l / 8 ---- */

enum { ROW_BYTES = 16, SIDE = 8 };

/* The row of each matrix as host memory, checked and counted. */
static bool matrix_rows(wg_warp *w, const wg_insn *i, int address, unsigned matrices, unsigned char **rows)
{
    wg_access a;
    storage m;
    uint32_t lanes = matrices == 4 ? WG_ALL_LANES : (1u << matrices * SIDE) - 1;
    wg_access_begin(&a, w, i, address, i->imm, lanes, ROW_BYTES);
    wg_access_expand(&a);
    for (unsigned lane = 0; lane < matrices * SIDE; lane++) {
        if (!resolve_space(w, i, a.address[lane], &m))
            return false;
        if (!m.shared || m.address % ROW_BYTES) {
            wg_fault_set(w, i, (int)lane,
                         "row of a matrix at 0x%llx: it must be in shared memory, at a multiple of 16 bytes",
                         (unsigned long long)a.address[lane]);
            return false;
        }
        rows[lane] = host_of(w, i, &m, m.address, ROW_BYTES, (int)lane);
        if (!rows[lane])
            return false;
    }
    wg_tally *tally = &w->block->tallies[m.tally];
    uint32_t passes = 0;
    for (unsigned n = 0; n < matrices; n++)
        passes += wg_bank_passes(a.address, 0xffu << n * SIDE, ROW_BYTES);
    tally->requests++;
    tally->bytes += (uint64_t)matrices * SIDE * ROW_BYTES;
    tally->wavefronts += passes;
    tally->raw += passes;
    tally->ideal += matrices;
    return true;
}

static void move_rows(wg_warp *w, const wg_insn *i, uint32_t mask, int address, int data, bool store)
{
    unsigned char *rows[WG_LANES];
    unsigned matrices = i->vec == WG_MOD_X4 ? 4 : i->vec == WG_MOD_X2 ? 2 : 1;
    bool turned = i->flags & WG_FLAG_TRANS;
    if (!wg_whole_warp(w, i, mask))
        return;
    if ((i->length[data] ? i->length[data] : 1) != matrices || i->size[data] != 4) {
        wg_fault_set(w, i, -1, "%u matrices need %u registers of 32 bits", matrices, matrices);
        return;
    }
    if (!matrix_rows(w, i, address, matrices, rows))
        return;
    for (unsigned n = 0; n < matrices; n++) {
        uint16_t *tile = (uint16_t *)wg_fragment_row(w, i, data, n); /* row after row */
        for (unsigned r = 0; r < SIDE; r++)
            for (unsigned c = 0; c < SIDE; c++) {
                uint16_t *inside = tile + (turned ? c * SIDE + r : r * SIDE + c),
                         *outside = (uint16_t *)rows[n * SIDE + r] + c;
                *(store ? outside : inside) = *(store ? inside : outside);
            }
    }
}

WG_EXEC(ldmatrix) { move_rows(w, i, mask, 1, 0, false); }
WG_EXEC(ldmatrix_generic) { move_rows(w, i, mask, 1, 0, false); }
WG_EXEC(stmatrix) { move_rows(w, i, mask, 0, 1, true); }
WG_EXEC(stmatrix_generic) { move_rows(w, i, mask, 0, 1, true); }

WG_EXEC(movmatrix)
{
    if (!wg_whole_warp(w, i, mask))
        return;
    uint16_t from[SIDE * SIDE], *to = ROW(uint16_t, 0);
    memcpy(from, ROW(const uint16_t, 1), sizeof from);
    for (unsigned r = 0; r < SIDE; r++)
        for (unsigned c = 0; c < SIDE; c++)
            to[c * SIDE + r] = from[r * SIDE + c];
}
