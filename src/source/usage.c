/* SPDX-License-Identifier: Apache-2.0 */
#include "source/usage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOCALS = 512, MOST_GUARDS = 256, MOST_PIECES = 1 << 16, LONGEST_SIDE = 64 };

bool wg_piece_is(const wg_piece *piece, const char *text)
{
    return wg_token_is(piece->token, text);
}

/* ---- slots ---- */

static void add_slot(wg_usage *u, const wg_source_parameter *p, const char *name, bool is_field)
{
    const char *element = p->type.element;
    wg_slot *slot = WG_PUSH(u->slots, u->slot_count, u->slot_capacity);
    *slot = (wg_slot){.name = name, .is_field = is_field, .type = &p->type, .indexes = -1};
    slot->is_pointer = p->type.pointers > 0;
    slot->is_integer = !slot->is_pointer && element && (*element == 'i' || *element == 'u') && !strchr(element, 'x');
    if (name)
        *wg_map_put(&u->names, name, strlen(name)) = (void *)(uintptr_t)u->slot_count;
}

static void add_slots(wg_usage *u)
{
    for (size_t k = 0; k < u->kernel->parameter_count; k++) {
        const wg_source_parameter *p = &u->kernel->parameters[k];
        bool is_record = p->type.record && !p->type.pointers;
        for (size_t f = 0; is_record && f < p->type.record->field_count; f++) {
            const wg_source_parameter *field = &p->type.record->fields[f];
            add_slot(u, field, wg_arena_format(&u->source->arena, "%s.%s", p->name ? p->name : "", field->name), true);
        }
        if (!is_record)
            add_slot(u, p, p->name, false);
    }
}

/* ---- pieces ---- */

static const struct {
    const char *word;
    wg_piece_kind kind;
} places[] = {
    {"threadIdx", WG_PIECE_THREAD},
    {"get_local_id", WG_PIECE_THREAD},
    {"blockIdx", WG_PIECE_BLOCK},
    {"get_group_id", WG_PIECE_BLOCK},
    {"get_global_id", WG_PIECE_GLOBAL},
    {"blockDim", WG_PIECE_BLOCK_SIZE},
    {"get_local_size", WG_PIECE_BLOCK_SIZE},
    {"gridDim", WG_PIECE_GRID_SIZE},
    {"get_num_groups", WG_PIECE_GRID_SIZE},
    {"get_global_size", WG_PIECE_GLOBAL_SIZE},
};

/* threadIdx.x or get_local_id(0), at its first token; the number of tokens, 0: it is something else. */
static size_t read_place(const wg_token *t, size_t left, wg_piece *out)
{
    static const char axes[] = "xyz", numbers[] = "012";
    for (size_t k = 0; k < sizeof places / sizeof *places && left > 3; k++) {
        bool call = wg_token_is(&t[1], "(");
        const char *axis = t[2].length ? strchr(call ? numbers : axes, *t[2].text) : NULL;
        if (!wg_token_is(&t[0], places[k].word) || !(call || wg_token_is(&t[1], ".")) || !axis || t[2].length != 1)
            continue;
        out->kind = (uint8_t)places[k].kind;
        out->axis = (uint8_t)(axis - (call ? numbers : axes));
        return call ? 4 : 3;
    }
    return 0;
}

static bool is_number(const wg_token *t, uint64_t *out)
{
    char *end;
    if (t->kind != WG_TOKEN_NUMBER || memchr(t->text, '.', t->length))
        return false;
    *out = strtoull(t->text, &end, 0);
    return end > t->text;
}

/* A template's argument, or a constant of the file. */
static bool find_constant(const wg_usage *u, const wg_token *t, uint64_t *out)
{
    for (size_t k = 0; k < u->kernel->template_count; k++) {
        const wg_source_template *p = &u->kernel->templates[k];
        char *end;
        if (!wg_token_is(t, p->name) || !p->value)
            continue;
        *out = strtoull(p->value, &end, 0);
        return end > p->value;
    }
    const wg_token *value = wg_map_get(&u->constants, t->text, t->length);
    return value && is_number(value, out);
}

/* A word, with `.field` if that is what it is; the number of tokens. */
static size_t read_word(const wg_usage *u, const wg_token *t, size_t left, wg_piece *out)
{
    size_t index = (size_t)wg_map_get(&u->names, t->text, t->length);
    size_t used = 1;
    if (left > 2 && wg_token_is(&t[1], ".")) {
        wg_text name = {0};
        wg_text_addf(&name, "%.*s.%.*s", (int)t[0].length, t[0].text, (int)t[2].length, t[2].text);
        size_t field = (size_t)wg_map_get(&u->names, name.bytes, name.length);
        wg_text_free(&name);
        index = field ? field : index;
        used = field ? 3 : 1;
    }
    if (index) {
        out->kind = WG_PIECE_SLOT;
        out->index = (uint32_t)index - 1;
    } else if (find_constant(u, t, &out->number)) {
        out->kind = WG_PIECE_NUMBER;
    }
    return used;
}

static void match_pieces(wg_usage *u)
{
    size_t *stack = NULL, depth = 0, capacity = 0;
    for (size_t k = 0; k < u->piece_count; k++) {
        const wg_token *t = u->pieces[k].token;
        u->pieces[k].match = WG_NO_MATCH;
        if (t->match == WG_NO_MATCH)
            continue;
        if (strchr("([{", *t->text)) {
            *WG_PUSH(stack, depth, capacity) = k;
        } else if (depth) {
            size_t open = stack[--depth];
            u->pieces[k].match = (uint32_t)open;
            u->pieces[open].match = (uint32_t)k;
        }
    }
    free(stack);
}

static void add_pieces(wg_usage *u)
{
    const wg_token *items = u->source->tokens.items;
    for (size_t k = u->kernel->body; k < u->kernel->body_end && u->piece_count < MOST_PIECES;) {
        const wg_token *t = &items[k];
        wg_piece piece = {.token = t, .kind = t->kind == WG_TOKEN_SIGN ? WG_PIECE_SIGN : WG_PIECE_OTHER};
        size_t left = u->kernel->body_end - k, used = 1;
        if (t->kind == WG_TOKEN_NUMBER && is_number(t, &piece.number))
            piece.kind = WG_PIECE_NUMBER;
        if (t->kind == WG_TOKEN_WORD)
            used = read_place(t, left, &piece);
        if (t->kind == WG_TOKEN_WORD && !used)
            used = read_word(u, t, left, &piece);
        if (piece.kind == WG_PIECE_THREAD || piece.kind == WG_PIECE_GLOBAL)
            u->uses_thread[piece.axis] = true;
        if (piece.kind == WG_PIECE_BLOCK || piece.kind == WG_PIECE_GLOBAL)
            u->uses_block[piece.axis] = true;
        *WG_PUSH(u->pieces, u->piece_count, u->piece_capacity) = piece;
        k += used;
    }
    match_pieces(u);
}

/* `NAME = NUMBER` anywhere in the file: constants, enumerators. */
static void find_constants(wg_usage *u)
{
    const wg_tokens *tokens = &u->source->tokens;
    for (size_t k = 0; k + 3 < tokens->count; k++) {
        wg_token *t = &tokens->items[k];
        bool inside = k >= u->kernel->body && k < u->kernel->body_end;
        if (inside || t->kind != WG_TOKEN_WORD || !wg_token_is(&t[1], "=") || t[2].kind != WG_TOKEN_NUMBER ||
            !wg_token_among(&t[3], "; , }"))
            continue;
        void **slot = wg_map_put(&u->constants, t->text, t->length);
        *slot = *slot ? *slot : &t[2];
    }
}

/* ---- local variables ---- */

/* The end of an expression: its comma, semicolon or bracket. */
static size_t expression_end(const wg_usage *u, size_t first)
{
    size_t k = first;
    while (k < u->piece_count) {
        const wg_piece *p = &u->pieces[k];
        if (wg_token_among(p->token, "; , ) ] }"))
            break;
        k = p->match != WG_NO_MATCH && p->match > k ? p->match + 1 : k + 1;
    }
    return k;
}

static void find_locals(wg_usage *u)
{
    for (size_t k = 0; k + 2 < u->piece_count && u->local_count < MOST_LOCALS; k++) {
        const wg_token *t = u->pieces[k].token;
        bool is_member = k > 0 && (wg_piece_is(&u->pieces[k - 1], ".") || wg_piece_is(&u->pieces[k - 1], "->"));
        if (u->pieces[k].kind != WG_PIECE_OTHER || t->kind != WG_TOKEN_WORD || is_member ||
            !wg_piece_is(&u->pieces[k + 1], "=") || wg_map_get(&u->names, t->text, t->length))
            continue;
        *WG_PUSH(u->locals, u->local_count, u->local_capacity) =
            (wg_local){.name = wg_arena_copy(&u->source->arena, t->text, t->length),
                       .first = k + 2,
                       .end = expression_end(u, k + 2),
                       .loaded = -1,
                       .alias = -1};
        *wg_map_put(&u->names, t->text, t->length) = (void *)(uintptr_t)(u->slot_count + u->local_count);
    }
    for (size_t k = 0; k < u->piece_count; k++) {
        wg_piece *p = &u->pieces[k];
        size_t index = p->kind == WG_PIECE_OTHER ? (size_t)wg_map_get(&u->names, p->token->text, p->token->length) : 0;
        if (index > u->slot_count) {
            p->kind = WG_PIECE_LOCAL;
            p->index = (uint32_t)(index - u->slot_count - 1);
        }
    }
}

static void join_place(wg_usage *u, wg_local *to, size_t first, size_t end);

/* What a variable is, from its first value. */
static void place_local(wg_usage *u, wg_local *local)
{
    if (local->is_visited)
        return;
    local->is_visited = true;
    join_place(u, local, local->first, local->end);
    for (size_t k = local->first; k < local->end; k++) {
        const wg_piece *p = &u->pieces[k];
        if (p->kind == WG_PIECE_SLOT && u->slots[p->index].is_pointer) {
            bool is_element = k + 1 < local->end && wg_piece_is(&u->pieces[k + 1], "[");
            *(is_element ? &local->loaded : &local->alias) = (int)p->index;
        }
        if (p->kind == WG_PIECE_LOCAL && local->alias < 0 && local->loaded < 0) {
            const wg_local *other = &u->locals[p->index];
            bool is_element = k + 1 < local->end && wg_piece_is(&u->pieces[k + 1], "[");
            if (other->alias >= 0)
                *(is_element ? &local->loaded : &local->alias) = other->alias;
            else if (other->loaded >= 0)
                local->loaded = other->loaded;
        }
        if (p->match != WG_NO_MATCH && p->match > k && wg_piece_is(p, "["))
            k = p->match;
    }
    if (local->loaded >= 0)
        local->alias = -1;
}

static void join_place(wg_usage *u, wg_local *to, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        const wg_piece *p = &u->pieces[k];
        uint8_t bit = (uint8_t)(1 << p->axis);
        to->threads |= p->kind == WG_PIECE_THREAD ? bit : 0;
        to->blocks |= p->kind == WG_PIECE_BLOCK ? bit : 0;
        to->grids |= p->kind == WG_PIECE_GLOBAL ? bit : 0;
        if (p->kind != WG_PIECE_LOCAL)
            continue;
        wg_local *other = &u->locals[p->index];
        place_local(u, other);
        to->threads |= other->threads;
        to->blocks |= other->blocks;
        to->grids |= other->grids;
    }
}

wg_local wg_usage_place(const wg_usage *usage, size_t first, size_t end)
{
    wg_local place = {.loaded = -1, .alias = -1};
    join_place((wg_usage *)usage, &place, first, end);
    return place;
}

/* ---- comparisons ---- */

/* Whether it is assigned again, or counted up. */
static bool is_changed(const wg_usage *u, uint32_t local)
{
    for (size_t k = 1; k + 1 < u->piece_count; k++) {
        if (u->pieces[k].kind != WG_PIECE_LOCAL || u->pieces[k].index != local)
            continue;
        const wg_token *before = u->pieces[k - 1].token, *behind = u->pieces[k + 1].token;
        bool again = wg_token_is(behind, "=") && k + 2 != u->locals[local].first;
        if (again || wg_token_among(before, "++ --") || wg_token_among(behind, "++ -- += -= *= /= %= <<= >>= &= |= ^="))
            return true;
    }
    return false;
}

/* A number, a size, a block's size, a variable that is one of these. */
bool wg_usage_is_uniform(const wg_usage *u, size_t first, size_t end)
{
    bool has_value = false;
    for (size_t k = first; k < end; k++) {
        const wg_piece *p = &u->pieces[k];
        const wg_local *l = p->kind == WG_PIECE_LOCAL ? &u->locals[p->index] : NULL;
        if (p->kind == WG_PIECE_THREAD || p->kind == WG_PIECE_BLOCK || p->kind == WG_PIECE_GLOBAL)
            return false;
        if (p->kind == WG_PIECE_SLOT && !u->slots[p->index].is_integer)
            return false;
        if (l && !l->is_uniform)
            return false;
        if (p->kind == WG_PIECE_OTHER && !wg_token_among(p->token, "int unsigned size_t long float static_cast"))
            return false;
        has_value |= p->kind != WG_PIECE_SIGN && p->kind != WG_PIECE_OTHER;
    }
    return has_value;
}

static bool ends_side(const wg_piece *p)
{
    return wg_token_among(p->token, "&& || ; , ? : { } = return if while");
}

/* A loop that changes its variable makes it no constant: `for (int k = 0; k < n; k++)`. */
static bool is_compared_variable(const wg_usage *u, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        uint8_t kind = u->pieces[k].kind;
        if (kind == WG_PIECE_LOCAL || kind == WG_PIECE_THREAD || kind == WG_PIECE_BLOCK || kind == WG_PIECE_GLOBAL)
            return true;
    }
    return false;
}

static void add_guard(wg_usage *u, size_t sign)
{
    size_t first = sign, end = sign + 1;
    while (first > 0 && sign - first < LONGEST_SIDE) {
        const wg_piece *p = &u->pieces[first - 1];
        if (ends_side(p) || (wg_token_among(p->token, "( [") && (p->match == WG_NO_MATCH || p->match > sign)))
            break;
        first = p->match != WG_NO_MATCH && p->match < first - 1 ? p->match : first - 1;
    }
    while (end < u->piece_count && end - sign < LONGEST_SIDE) {
        const wg_piece *p = &u->pieces[end];
        if (ends_side(p) || wg_token_among(p->token, ") ]"))
            break;
        end = p->match != WG_NO_MATCH && p->match > end ? p->match + 1 : end + 1;
    }
    bool swapped = !is_compared_variable(u, first, sign) && is_compared_variable(u, sign + 1, end);
    wg_guard guard = swapped ? (wg_guard){sign + 1, end, first, sign} : (wg_guard){first, sign, sign + 1, end};
    if (guard.first < guard.end && guard.bound < guard.bound_end && is_compared_variable(u, guard.first, guard.end))
        *WG_PUSH(u->guards, u->guard_count, u->guard_capacity) = guard;
}

static void find_guards(wg_usage *u)
{
    for (size_t k = 1; k + 1 < u->piece_count && u->guard_count < MOST_GUARDS; k++)
        if (u->pieces[k].kind == WG_PIECE_SIGN && wg_token_among(u->pieces[k].token, "< <= > >= !="))
            add_guard(u, k);
}

/* ---- the whole ---- */

void wg_usage_read(wg_usage *out, wg_source *source, const wg_source_kernel *kernel)
{
    *out = (wg_usage){.source = source, .kernel = kernel};
    add_slots(out);
    find_constants(out);
    add_pieces(out);
    find_locals(out);
    for (size_t k = 0; k < out->local_count; k++) {
        wg_local *l = &out->locals[k];
        place_local(out, l);
        l->is_uniform = l->loaded < 0 && wg_usage_is_uniform(out, l->first, l->end) && !is_changed(out, (uint32_t)k);
    }
    find_guards(out);
}

void wg_usage_free(wg_usage *usage)
{
    free(usage->slots);
    free(usage->pieces);
    free(usage->locals);
    free(usage->guards);
    wg_map_free(&usage->names);
    wg_map_free(&usage->constants);
    *usage = (wg_usage){0};
}
