/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes that fit one another. A variable that is compared with `n` stays below n: a pointer that it indexes needs n
 * elements, and where it is a thread's place along x, the grid has n threads along x. An index that has several such
 * variables in it needs the product of what they stay below: `row * width + column` that of height and width. What is
 * too large does no harm, so where in doubt it is the larger. */
#include "source/sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No program that compiles comes near to so many looks. */
enum { MOST_LOOKS = 100000 };
enum { MOST_DEPTH = 6, ROW_ELEMENTS = 8, USUAL_BLOCKS = 4096, DATA_VALUES = 65536 };
static const double MOST_ELEMENTS = 1 << 26, LEAST_ELEMENTS = 8192;

static wg_extent number_size(wg_sizes *s, double value)
{
    return (wg_extent){.text = wg_arena_format(&s->usage.source->arena, "%.0f", value), .value = value};
}

static wg_extent multiply(wg_sizes *s, wg_extent a, wg_extent b)
{
    enum { LONGEST = 500 }; /* variables made of variables made of … end as a number */
    if (!a.text || a.value == 1)
        return b.text ? b : a;
    if (!b.text || b.value == 1)
        return a;
    if (strlen(a.text) + strlen(b.text) > LONGEST)
        return number_size(s, a.value * b.value);
    const char *format = a.is_sum ? (b.is_sum ? "(%s) * (%s)" : "(%s) * %s") : b.is_sum ? "%s * (%s)" : "%s * %s";
    return (wg_extent){.text = wg_arena_format(&s->usage.source->arena, format, a.text, b.text),
                       .value = a.value * b.value,
                       .by_parameter = a.by_parameter || b.by_parameter};
}

static wg_extent slot_size(wg_sizes *s, uint32_t index)
{
    const wg_slot *slot = &s->usage.slots[index];
    wg_extent size = number_size(s, slot->number);
    if (!slot->is_field)
        size.text = slot->name;
    size.by_parameter = true;
    return size;
}

/* ---- what scalars are ---- */

static void mark_bounds(wg_usage *u)
{
    for (size_t g = 0; g < u->guard_count; g++) {
        const wg_guard *guard = &u->guards[g];
        wg_local place = wg_usage_place(u, guard->first, guard->end);
        bool varies = place.threads || place.blocks || place.grids;
        wg_local end = wg_usage_place(u, guard->bound, guard->bound_end);
        u->is_triangle |= !varies && (end.blocks || end.grids);
        for (size_t k = guard->bound; k < guard->bound_end; k++) {
            const wg_piece *p = &u->pieces[k];
            const wg_local *l =
                p->kind == WG_PIECE_LOCAL && u->locals[p->index].is_uniform ? &u->locals[p->index] : NULL;
            for (size_t j = l ? l->first : k; j < (l ? l->end : k + 1); j++) {
                if (u->pieces[j].kind != WG_PIECE_SLOT || !u->slots[u->pieces[j].index].is_integer)
                    continue;
                *(varies ? &u->slots[u->pieces[j].index].bounds_threads : &u->slots[u->pieces[j].index].bounds_loop) =
                    true;
            }
        }
    }
}

/* How large a size is, by how many there are: about a million elements, and work that a simulator gets through. */
static double usual_extent(const wg_usage *u, const wg_slot *slot)
{
    size_t bounds = 0, axes = (size_t)u->uses_block[0] + u->uses_block[1] + u->uses_block[2];
    bool loops = false;
    for (size_t k = 0; k < u->slot_count; k++) {
        bool is_size =
            u->slots[k].bounds_threads || (u->slots[k].is_integer && wg_size_name_axis(u->slots[k].name) >= 0);
        bounds += u->slots[k].is_integer && is_size;
        loops |= u->slots[k].bounds_loop;
    }
    if (axes >= 3)
        return 128;
    if (axes == 2 || bounds > 2)
        return 1024;
    if (u->is_triangle || (slot->bounds_loop && slot->bounds_threads))
        return 16384; /* each thread goes over all of them */
    if (bounds == 2 || slot->bounds_loop)
        return loops && slot->bounds_threads ? 16384 : 1024;
    return loops ? 65536 : 1048576;
}

static void choose_numbers(wg_sizes *s)
{
    wg_usage *u = &s->usage;
    double row = 0;
    for (size_t k = 0; k < u->slot_count; k++) {
        wg_slot *slot = &u->slots[k];
        bool is_size = slot->bounds_threads || slot->bounds_loop || wg_size_name_axis(slot->name) >= 0;
        slot->number = 1;
        if (!slot->is_integer || wg_size_name_small(slot->name, &slot->number) || !is_size)
            continue;
        slot->number = fmax(usual_extent(u, slot) / s->scale, 1);
        row = fmax(row, slot->number);
    }
    size_t sizes = 0;
    for (size_t k = 0; k < u->slot_count; k++)
        sizes += u->slots[k].is_integer && u->slots[k].number > 1 && u->slots[k].bounds_threads;
    for (size_t k = 0; k < u->slot_count; k++)
        if (u->slots[k].is_integer && wg_size_name_row(u->slots[k].name))
            u->slots[k].number = sizes > 1 || !strncmp(u->slots[k].name, "ld", 2) ? row : 1;
}

/* ---- bounds ---- */

/* `n`, `n - 1` and `n / 4` need n at most; of others the expression itself. */
static wg_extent bound_of(wg_sizes *s, size_t first, size_t end, int depth)
{
    const wg_usage *u = &s->usage;
    wg_extent product = {0}, numbers = {0};
    bool adds = false;
    for (size_t k = first; k < end && s->looks < MOST_LOOKS; k++, s->looks++) {
        const wg_piece *p = &u->pieces[k];
        wg_extent one = {0};
        adds |= wg_piece_is(p, "+");
        if (p->kind == WG_PIECE_SLOT && u->slots[p->index].is_integer)
            one = slot_size(s, p->index);
        else if (p->kind == WG_PIECE_LOCAL && depth < MOST_DEPTH)
            one = bound_of(s, u->locals[p->index].first, u->locals[p->index].end, depth + 1);
        else if (p->kind == WG_PIECE_BLOCK_SIZE)
            one = number_size(s, s->block[p->axis]);
        else if (p->kind == WG_PIECE_NUMBER && p->number < 1 << 24 &&
                 (k == first || !wg_token_among(p[-1].token, "- /")))
            numbers = multiply(s, numbers, number_size(s, (double)p->number));
        if (one.text && product.text && adds) {
            product = (wg_extent){wg_arena_format(&u->source->arena, "%s + %s", product.text, one.text),
                                  product.value + one.value, true, true};
            adds = false;
        } else {
            product = multiply(s, product, one);
        }
    }
    if (product.text && adds && numbers.text)
        return (wg_extent){wg_arena_format(&u->source->arena, "%s + %s", product.text, numbers.text),
                           product.value + numbers.value, true, product.by_parameter};
    return multiply(s, product, numbers);
}

static bool is_better(const wg_extent *now, const wg_extent *before)
{
    if (!now->text || !before->text)
        return now->text != NULL;
    return now->by_parameter == before->by_parameter ? now->value > before->value : now->by_parameter;
}

static wg_extent index_size(wg_sizes *s, size_t first, size_t end, int depth);

/* Rows whose beginnings are in a buffer: `for (j = begin[i]; j < begin[i + 1]; j++)`. */
static wg_extent rows_size(wg_sizes *s, const wg_guard *guard)
{
    wg_usage *u = &s->usage;
    for (size_t k = guard->bound; k + 1 < guard->bound_end; k++) {
        const wg_piece *p = &u->pieces[k];
        if (p->kind != WG_PIECE_SLOT || !u->slots[p->index].is_pointer || !wg_piece_is(p + 1, "["))
            continue;
        const char *element = u->slots[p->index].type->element;
        if (!element || (*element != 'i' && *element != 'u') || p[1].match == WG_NO_MATCH)
            continue;
        u->slots[p->index].is_offsets = true;
        return multiply(s, number_size(s, ROW_ELEMENTS), index_size(s, k + 2, p[1].match, 0));
    }
    return index_size(s, guard->bound, guard->bound_end, 0); /* what the other variable stays below: a triangle */
}

static void bound_axis(wg_sizes *s, const wg_local *place, const wg_extent *bound)
{
    uint8_t axes = place->blocks | place->grids;
    for (int axis = 0; axis < 3; axis++) {
        if (axes != 1 << axis || !is_better(bound, &s->extent[axis]))
            continue;
        s->extent[axis] = *bound;
        s->by_threads[axis] = (place->threads | place->grids) & 1 << axis;
    }
}

static void bound_variables(wg_sizes *s, bool by_rows)
{
    const wg_usage *u = &s->usage;
    for (size_t g = 0; g < u->guard_count; g++) {
        const wg_guard *guard = &u->guards[g];
        bool uniform = wg_usage_is_uniform(u, guard->bound, guard->bound_end);
        if (uniform == by_rows)
            continue;
        wg_extent bound = uniform ? bound_of(s, guard->bound, guard->bound_end, 0) : rows_size(s, guard);
        wg_local place = wg_usage_place(u, guard->first, guard->end);
        if (!bound.text)
            continue;
        if (bound.by_parameter && uniform)
            bound_axis(s, &place, &bound);
        for (size_t k = guard->first; k < guard->end; k++)
            if (u->pieces[k].kind == WG_PIECE_LOCAL && is_better(&bound, &s->locals[u->pieces[k].index]))
                s->locals[u->pieces[k].index] = bound;
    }
}

/* ---- the grid ---- */

/* `blockIdx.x * blockDim.x * 4`: so many elements of each thread. */
static void find_each(wg_sizes *s)
{
    const wg_usage *u = &s->usage;
    for (size_t k = 0; k + 2 < u->piece_count; k++) {
        const wg_piece *a = &u->pieces[k], *b = a + 2;
        const wg_piece *size = a->kind == WG_PIECE_BLOCK_SIZE ? a : b, *number = size == a ? b : a;
        if (size->kind == WG_PIECE_BLOCK_SIZE && number->kind == WG_PIECE_NUMBER && wg_piece_is(a + 1, "*") &&
            number->number > 1 && number->number <= 64 && s->each[size->axis] <= 1)
            s->each[size->axis] = (uint32_t)number->number;
    }
}

/* A size that bounds nothing else, by its name: rows of a kernel that has a block for each. */
static wg_extent spare_size(wg_sizes *s, int axis)
{
    wg_usage *u = &s->usage;
    for (int any = 0; any < 3; any++)
        for (size_t k = 0; k < u->slot_count; k++) {
            wg_slot *slot = &u->slots[k];
            int named = slot->is_integer ? wg_size_name_axis(slot->name) : -1;
            bool is_spare = !slot->is_spent && !slot->bounds_loop && !slot->bounds_threads;
            if (named < 0 || !is_spare || (any == 0 && named != axis) || (any == 1 && named != 3))
                continue;
            slot->is_spent = true;
            return slot_size(s, (uint32_t)k);
        }
    return (wg_extent){0};
}

/* The axis along which a block is one of many without a guard that tells of how many. */
static wg_extent unbounded_axis(wg_sizes *s, int axis)
{
    const wg_usage *u = &s->usage;
    bool several = u->uses_block[0] + u->uses_block[1] + u->uses_block[2] > 1;
    s->by_threads[axis] = u->uses_thread[axis];
    for (size_t k = 0; k < u->local_count; k++) { /* int row = blockIdx.x: a block for each row */
        const wg_local *l = &u->locals[k];
        if (l->blocks == 1 << axis && !l->threads && l->end == l->first + 1)
            s->by_threads[axis] = false;
    }
    wg_extent size = spare_size(s, axis);
    if (size.text)
        return size;
    double blocks = several ? 64 : s->by_threads[axis] ? USUAL_BLOCKS : 1024;
    blocks = fmax(blocks / s->scale, 1);
    return number_size(s, s->by_threads[axis] ? blocks * s->block[axis] * s->each[axis] : blocks);
}

static void choose_grid(wg_sizes *s)
{
    wg_usage *u = &s->usage;
    for (int axis = 0; axis < 3; axis++) {
        wg_extent *extent = &s->extent[axis];
        if (!u->uses_block[axis]) {
            s->grid[axis] = number_size(s, 1);
            continue;
        }
        if (!extent->text)
            *extent = unbounded_axis(s, axis);
        double threads = (double)s->block[axis] * s->each[axis];
        s->grid[axis] = *extent;
        if (!s->by_threads[axis])
            continue;
        s->grid[axis].value = ceil(extent->value / threads);
        bool is_number = strspn(extent->text, "0123456789") == strlen(extent->text);
        s->grid[axis].text = !is_number
                                 ? wg_arena_format(&u->source->arena, "ceil_div(%s, %.0f)", extent->text, threads)
                                 : wg_arena_format(&u->source->arena, "%.0f", s->grid[axis].value);
        s->grid[axis].is_sum = false;
    }
}

/* ---- buffers ---- */

/* What a variable stays below, where no comparison tells: what its value is made of. */
static wg_extent local_size(wg_sizes *s, uint32_t index, int depth)
{
    const wg_local *l = &s->usage.locals[index];
    if (s->locals[index].text || l->is_uniform || depth > MOST_DEPTH)
        return s->locals[index];
    for (int axis = 0; axis < 3; axis++) { /* the thread's place along one axis, and no guard */
        bool is_place = ((l->blocks | l->grids) == 1 << axis) && (l->threads | l->grids) & 1 << axis;
        if (is_place && s->by_threads[axis] && s->extent[axis].text)
            return s->extent[axis];
    }
    return index_size(s, l->first, l->end, depth + 1);
}

/* Elements along an axis that a thread or block can name. */
static wg_extent place_size(wg_sizes *s, const wg_piece *p)
{
    if (p->kind == WG_PIECE_THREAD)
        return number_size(s, s->block[p->axis]);
    if (p->kind == WG_PIECE_BLOCK)
        return s->grid[p->axis].text ? s->grid[p->axis] : number_size(s, 1);
    if (s->extent[p->axis].text && s->by_threads[p->axis])
        return s->extent[p->axis];
    return multiply(s, s->grid[p->axis], number_size(s, s->block[p->axis]));
}

/* `3 * i`, `i * 3`: unless it is as long as a row whose columns are in the index, too. */
static wg_extent factor_of(wg_sizes *s, const wg_piece *p, const wg_extent *product)
{
    bool beside = wg_piece_is(p - 1, "*") || wg_piece_is(p + 1, "*");
    bool of_block = p[-2].kind == WG_PIECE_BLOCK || p[2].kind == WG_PIECE_BLOCK;
    if (!beside || of_block || p->number < 2 || p->number > 64 || fmod(product->value, (double)p->number) == 0)
        return (wg_extent){0};
    return number_size(s, (double)p->number);
}

static bool is_loaded(const wg_usage *u, size_t at)
{
    const wg_piece *p = &u->pieces[at];
    bool points = (p->kind == WG_PIECE_SLOT && u->slots[p->index].is_pointer) ||
                  (p->kind == WG_PIECE_LOCAL && u->locals[p->index].alias >= 0);
    return points && at + 1 < u->piece_count && wg_piece_is(p + 1, "[") && p[1].match != WG_NO_MATCH;
}

/* An index needs room for the product of what its variables stay below. */
static wg_extent index_size(wg_sizes *s, size_t first, size_t end, int depth)
{
    const wg_usage *u = &s->usage;
    wg_extent product = {0}, uniform = {0};
    uint64_t seen[16] = {0};
    size_t variables = 0;
    for (size_t k = first; k < end && s->looks < MOST_LOOKS; k++, s->looks++) {
        const wg_piece *p = &u->pieces[k];
        wg_extent one = {0};
        if (is_loaded(u, k)) {
            k = p[1].match;
            continue;
        }
        if (p->kind == WG_PIECE_LOCAL && !(seen[p->index / 64 % 16] >> p->index % 64 & 1)) {
            one = local_size(s, p->index, depth);
            seen[p->index / 64 % 16] |= (uint64_t)1 << p->index % 64;
        } else if (p->kind == WG_PIECE_THREAD || p->kind == WG_PIECE_BLOCK || p->kind == WG_PIECE_GLOBAL) {
            one = place_size(s, p);
        } else if (p->kind == WG_PIECE_SLOT && u->slots[p->index].is_integer) {
            uniform = multiply(s, uniform, slot_size(s, p->index));
        }
        variables += one.text != NULL;
        product = multiply(s, product, one);
    }
    for (size_t k = first; k < end && product.text && depth == 0; k++)
        if (u->pieces[k].kind == WG_PIECE_NUMBER && k >= 2 && k + 2 < u->piece_count)
            product = multiply(s, product, factor_of(s, &u->pieces[k], &product));
    if (!product.text)
        return uniform;
    bool is_row = variables == 1 && depth == 0 && uniform.text && !strstr(product.text, uniform.text);
    return is_row ? multiply(s, product, uniform) : product;
}

/* float4 in a cast: as many elements for each. */
static double lanes_before(const wg_usage *u, size_t at)
{
    double lanes = 1;
    for (size_t k = at > 8 ? at - 8 : 0; k < at; k++) {
        const wg_token *t = u->pieces[k].token;
        char last = t->length ? t->text[t->length - 1] : 0;
        if (wg_token_among(t, "; { }"))
            lanes = 1;
        else if (t->kind == WG_TOKEN_WORD && t->length > 3 && (last == '2' || last == '4') &&
                 wg_token_among(u->pieces[k + 1].token, "* >"))
            lanes = last - '0';
    }
    return lanes;
}

static void note_access(wg_slot *slot, const wg_usage *u, size_t at, size_t close)
{
    const wg_token *behind = close + 1 < u->piece_count ? u->pieces[close + 1].token : NULL;
    bool compound = behind && wg_token_among(behind, "+= -= *= /= %= <<= >>= &= |= ^= ++ --");
    bool assigned = behind && wg_token_is(behind, "=");
    bool atomic = at > 0 && wg_piece_is(&u->pieces[at - 1], "&");
    slot->is_written |= assigned || compound || atomic;
    slot->is_read |= !assigned && !atomic;
    slot->is_atomic |= atomic;
}

/* The buffer whose elements, or a variable that is one, are in an index: these must be valid indices. */
static void note_selectors(wg_sizes *s, size_t first, size_t end, uint32_t selected)
{
    wg_usage *u = &s->usage;
    for (size_t k = first; k < end; k++) {
        const wg_piece *p = &u->pieces[k];
        int from = p->kind == WG_PIECE_LOCAL ? u->locals[p->index].loaded : -1;
        if (p->kind == WG_PIECE_SLOT && is_loaded(u, k))
            from = (int)p->index;
        if (from >= 0 && !u->slots[from].is_offsets && from != (int)selected)
            u->slots[from].indexes = (int)selected;
    }
}

static void keep_larger(wg_sizes *s, uint32_t slot, wg_extent size)
{
    if (is_better(&size, &s->buffers[slot]))
        s->buffers[slot] = size;
}

/* One use of a pointer, or of a variable that points into the same buffer. */
static void use_pointer(wg_sizes *s, size_t at)
{
    wg_usage *u = &s->usage;
    const wg_piece *p = &u->pieces[at];
    const wg_local *alias = p->kind == WG_PIECE_LOCAL ? &u->locals[p->index] : NULL;
    uint32_t slot = alias ? (uint32_t)alias->alias : p->index;
    size_t open = at + 1 + (at + 2 < u->piece_count && wg_piece_is(p + 1, ")") && wg_piece_is(p + 2, "["));
    bool indexed = open < u->piece_count && wg_piece_is(&u->pieces[open], "[") && u->pieces[open].match != WG_NO_MATCH;
    if (!indexed) {
        bool stores = at > 0 && wg_piece_is(p - 1, "*") && at + 1 < u->piece_count && wg_piece_is(p + 1, "=");
        bool passed = at > 0 && wg_token_among(p[-1].token, "( ,"); /* to a function, that may use all of it */
        u->slots[slot].is_written |= stores || !alias;
        if (!passed || (at > 1 && !strncmp(p[-2].token->text, "atomic", 6)))
            keep_larger(s, slot, number_size(s, 1));
        return;
    }
    size_t close = u->pieces[open].match;
    wg_extent size = index_size(s, open + 1, close, 0);
    if (alias) {
        wg_extent rows = index_size(s, alias->first, alias->end, 0);
        size = multiply(s, index_size(s, alias->first, alias->end, 1), size);
        size = rows.value > size.value ? rows : size;
    }
    double lanes = lanes_before(u, alias ? alias->end : at);
    size = multiply(s, size, number_size(s, lanes));
    note_access(&u->slots[slot], u, at, close);
    note_selectors(s, open + 1, close, slot);
    keep_larger(s, slot, size.text ? size : number_size(s, 1));
}

/* A buffer that only data select from has as many elements as their type has values, if these are few. */
static void finish_buffers(wg_sizes *s)
{
    wg_usage *u = &s->usage;
    for (size_t k = 0; k < u->slot_count; k++) {
        int selected = u->slots[k].indexes;
        const char *element = u->slots[k].type->element;
        bool is_byte = element && (!strcmp(element, "u8") || !strcmp(element, "i8"));
        if (selected >= 0 && s->buffers[selected].value <= 1)
            s->buffers[selected] = number_size(s, is_byte ? 256 : DATA_VALUES);
    }
    wg_extent all = multiply(s, s->grid[0], number_size(s, s->block[0]));
    for (size_t k = 0; k < u->slot_count; k++) {
        wg_extent *size = &s->buffers[k];
        if (u->slots[k].is_pointer && !size->text) /* a function that is called uses it */
            *size = number_size(s, fmax(fmin(all.value, MOST_ELEMENTS), 1048576));
        if (u->slots[k].is_offsets)
            *size = (wg_extent){wg_arena_format(&u->source->arena, "%s + 1", size->text), size->value + 1, true,
                                size->by_parameter};
    }
}

static void find_buffers(wg_sizes *s)
{
    const wg_usage *u = &s->usage;
    for (size_t k = 0; k < u->piece_count; k++) {
        const wg_piece *p = &u->pieces[k];
        bool is_slot = p->kind == WG_PIECE_SLOT && u->slots[p->index].is_pointer;
        bool is_alias = p->kind == WG_PIECE_LOCAL && u->locals[p->index].alias >= 0 && k + 1 < u->piece_count &&
                        wg_piece_is(p + 1, "[");
        if (is_slot || is_alias)
            use_pointer(s, k);
    }
    finish_buffers(s);
}

/* ---- the whole ---- */

static void clear(wg_sizes *s)
{
    size_t locals = s->usage.local_count + 1, slots = s->usage.slot_count + 1;
    memset(s->extent, 0, sizeof s->extent);
    memset(s->grid, 0, sizeof s->grid);
    memset(s->locals, 0, locals * sizeof *s->locals);
    memset(s->buffers, 0, slots * sizeof *s->buffers);
    for (size_t k = 0; k < s->usage.slot_count; k++)
        s->usage.slots[k].is_spent = false;
    for (int k = 0; k < 3; k++)
        s->each[k] = 1;
}

static bool loops(const wg_usage *u)
{
    bool any = false;
    for (size_t k = 0; k < u->slot_count; k++)
        any |= u->slots[k].bounds_loop;
    return any;
}

static double largest_buffer(const wg_sizes *s)
{
    double largest = 0;
    for (size_t k = 0; k < s->usage.slot_count; k++)
        largest = fmax(largest, s->buffers[k].value);
    return largest;
}

void wg_sizes_find(wg_sizes *out, wg_source *source, const wg_source_kernel *kernel, const wg_guess_known *known)
{
    *out = (wg_sizes){.scale = known->is_looked_at ? 16 : 1};
    wg_usage_read(&out->usage, source, kernel);
    out->locals = wg_alloc((out->usage.local_count + 1) * sizeof *out->locals);
    out->buffers = wg_alloc((out->usage.slot_count + 1) * sizeof *out->buffers);
    wg_sizes_choose_block(out, known);
    mark_bounds(&out->usage);
    for (int turn = 0; turn < 12; turn++) { /* larger, if it is next to nothing, or smaller, until it fits */
        clear(out);
        choose_numbers(out);
        bound_variables(out, false);
        find_each(out);
        choose_grid(out);
        bound_variables(out, true);
        find_buffers(out);
        double largest = largest_buffer(out);
        if (turn == 0 && largest < LEAST_ELEMENTS && !loops(&out->usage) && !known->is_looked_at)
            out->scale /= 64;
        else if (largest > MOST_ELEMENTS)
            out->scale *= 4;
        else
            break;
    }
}

void wg_sizes_free(wg_sizes *sizes)
{
    wg_usage_free(&sizes->usage);
    free(sizes->locals);
    free(sizes->buffers);
    *sizes = (wg_sizes){0};
}
