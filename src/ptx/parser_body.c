/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a function. Blocks in braces are kept track of by the stack of scopes, not by recursion: they mean
 * nothing but where a name is known. */
#include "ptx/parser.h"

#include <string.h>

/* ---- .branchtargets, .calltargets, .callprototype ---- */

static bool target_names(wg_ptx_parser *p, const char *what)
{
    p->target_count = 0;
    do {
        wg_ptx_token name;
        if (!wg_ptx_name(p, what, &name))
            return false;
        *WG_PUSH(p->targets, p->target_count, p->target_capacity) = name;
    } while (wg_ptx_accept(p, ','));
    return true;
}

static bool branch_targets(wg_ptx_parser *p, wg_ptx_table *table)
{
    if (!target_names(p, "a label"))
        return false;
    table->label_count = (uint32_t)p->target_count;
    table->labels = WG_NEW_ARRAY(&p->module->arena, uint32_t, p->target_count);
    for (size_t i = 0; i < p->target_count; i++)
        table->labels[i] = wg_ptx_label_refer(p, &p->targets[i]);
    return true;
}

static bool call_targets(wg_ptx_parser *p, wg_ptx_table *table)
{
    if (!target_names(p, "the name of a function"))
        return false;
    table->function_count = (uint32_t)p->target_count;
    table->functions = WG_NEW_ARRAY(&p->module->arena, const wg_ptx_function *, p->target_count);
    for (size_t i = 0; i < p->target_count; i++) {
        const wg_ptx_token *name = &p->targets[i];
        table->functions[i] = wg_ptx_function_refer(p, name);
        if (!table->functions[i])
            return wg_ptx_fail(p, name, "%s is not a function", wg_ptx_quote(name).text);
    }
    return true;
}

static bool prototype_params(wg_ptx_parser *p, wg_ptx_variable ***variables, uint32_t *count)
{
    wg_ptx_param *params;
    if (!wg_ptx_parse_param_list(p, false, &params, count))
        return false;
    *variables = WG_NEW_ARRAY(&p->module->arena, wg_ptx_variable *, *count);
    for (uint32_t i = 0; i < *count; i++)
        (*variables)[i] = params[i].variable;
    return true;
}

/* ( returns ) _ ( parameters ) .noreturn */
static bool call_prototype(wg_ptx_parser *p, wg_ptx_table *table)
{
    wg_ptx_token name;
    table->is_prototype = true;
    if (p->token.kind == '(' && !prototype_params(p, &table->returns, &table->return_count))
        return false;
    if (!wg_ptx_name(p, "'_'", &name))
        return false;
    if (p->token.kind == '(' && !prototype_params(p, &table->params, &table->param_count))
        return false;
    wg_ptx_function ignored = {0};
    return wg_ptx_parse_header_directives(p, &ignored);
}

/* Behind "name:". Returns true with *found false when no table follows. */
static bool table(wg_ptx_parser *p, const wg_ptx_token *name, bool *found)
{
    bool (*parse)(wg_ptx_parser *, wg_ptx_table *) = NULL;
    if (wg_ptx_accept_dotted(p, ".branchtargets"))
        parse = branch_targets;
    else if (wg_ptx_accept_dotted(p, ".calltargets"))
        parse = call_targets;
    else if (wg_ptx_accept_dotted(p, ".callprototype"))
        parse = call_prototype;
    *found = parse != NULL;
    if (!*found)
        return true;

    wg_ptx_body *body = &p->body;
    wg_ptx_table table = {.name = wg_arena_copy(&p->module->arena, name->start, name->length)};
    if (!wg_ptx_symbol_is_free(p, WG_NAMES, name) || !parse(p, &table))
        return false;
    wg_ptx_symbol_add(p, WG_NAMES, WG_SYMBOL_TABLE, name)->index = (uint32_t)body->table_count;
    *WG_PUSH(body->tables, body->table_count, body->table_capacity) = table;
    return wg_ptx_expect(p, ';', "';'");
}

/* ---- directives ---- */

static bool source_place(wg_ptx_parser *p, wg_ptx_source_place *place)
{
    uint64_t file, line, column;
    if (!wg_ptx_number(p, "a file number", WG_MAX_FILES, &file) ||
        !wg_ptx_number(p, "a line number", UINT32_MAX, &line) ||
        !wg_ptx_number(p, "a column number", UINT32_MAX, &column))
        return false;
    wg_ptx_mention_file(p, file);
    *place = (wg_ptx_source_place){(uint32_t)file, (uint32_t)line, (uint32_t)column};
    return true;
}

/* Code inlined from another file (the header that defines atomicAdd, say) belongs to the line of this file that asked
 * for it; so does inlined code that belongs to no line of its own function. A place can be inlined into one that was
 * inlined itself, so the way out has as many steps as there are. */
static wg_ptx_source_place place_at_home(wg_ptx_parser *p, wg_ptx_source_place place, const wg_ptx_source_place *caller)
{
    enum { MAX_STEPS = 64 };
    if (caller) {
        wg_ptx_source_place *step = WG_NEW_ARRAY(&p->symbols, wg_ptx_source_place, 2);
        step[0] = place;
        step[1] = *caller;
        *wg_map_put(&p->inlined, (const char *)&step[0], sizeof step[0]) = &step[1];
    }
    for (int step = 0; caller && (place.file != p->home || !place.line) && step < MAX_STEPS; step++) {
        place = *caller;
        caller = wg_map_get(&p->inlined, (const char *)&place, sizeof place);
    }
    return place;
}

/* .loc file line column , function_name label + offset , inlined_at file line column */
static bool loc(wg_ptx_parser *p)
{
    wg_ptx_source_place place, caller;
    bool inlined = false;
    uint64_t ignored;
    wg_ptx_token label;
    if (!source_place(p, &place))
        return false;
    while (wg_ptx_accept(p, ',')) {
        wg_ptx_token word;
        if (!wg_ptx_name(p, "function_name or inlined_at", &word))
            return false;
        bool ok;
        if (wg_ptx_token_is(&word, "function_name"))
            ok = wg_ptx_name(p, "a label", &label) &&
                 (!wg_ptx_accept(p, '+') || wg_ptx_number(p, "an offset", UINT64_MAX, &ignored));
        else if (wg_ptx_token_is(&word, "inlined_at"))
            ok = inlined = source_place(p, &caller);
        else
            return wg_ptx_fail(p, &word, "expected function_name or inlined_at, found %s", wg_ptx_quote(&word).text);
        if (!ok)
            return false;
    }
    if (p->home == WG_NO_HOME)
        p->home = inlined ? caller.file : place.file;
    place = place_at_home(p, place, inlined ? &caller : NULL);
    p->file = place.file;
    p->source_line = place.line;
    return true;
}

static bool directive(wg_ptx_parser *p)
{
    bool found;
    if (wg_ptx_accept_dotted(p, ".loc"))
        return loc(p);
    if (wg_ptx_is_space(&p->token))
        return wg_ptx_parse_declaration(p, false);
    if (wg_ptx_accept_dotted(p, ".extern"))
        return wg_ptx_parse_declaration(p, true);
    if (!wg_ptx_parse_common_directive(p, &found))
        return false;
    if (!found)
        return wg_ptx_fail(p, &p->token, "%s is not a directive known inside a function", wg_ptx_quote(&p->token).text);
    return true;
}

/* ---- instructions ---- */

static const char *intern(wg_ptx_parser *p, const char *spelling, size_t length)
{
    const char *known = wg_map_get(&p->spellings, spelling, length);
    if (known)
        return known;
    char *copy = wg_arena_copy(&p->module->arena, spelling, length);
    *wg_map_put(&p->spellings, copy, length) = copy;
    return copy;
}

/* The name and the modifiers behind it, which may be apart in the text: "ld .global .f32" is one spelling. */
static bool spelling(wg_ptx_parser *p, const wg_ptx_token *name, const char **out)
{
    char text[WG_MAX_SPELLING];
    size_t length = 0;
    wg_ptx_token part = *name;
    for (;;) {
        if (part.length > sizeof text - length)
            return wg_ptx_fail(p, name, "the instruction %s has a name of more than %d characters",
                               wg_ptx_quote(name).text, WG_MAX_SPELLING);
        memcpy(text + length, part.start, part.length);
        length += part.length;
        if (p->token.kind != WG_TOKEN_DOTTED)
            break;
        part = p->token;
        wg_ptx_advance(p);
    }
    *out = intern(p, text, length);
    return true;
}

/* Behind its name. */
static bool instruction(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_instruction *instruction)
{
    wg_ptx_body *body = &p->body;
    instruction->place = wg_ptx_place_of(p, name);
    instruction->nounroll = p->nounroll;
    p->nounroll = false;
    if (!spelling(p, name, &instruction->spelling) || !wg_ptx_parse_operands(p, instruction))
        return false;
    *WG_PUSH(body->instructions, body->instruction_count, body->instruction_capacity) = *instruction;
    return true;
}

static bool guarded_instruction(wg_ptx_parser *p)
{
    wg_ptx_instruction guarded = {0};
    wg_ptx_token name;
    return wg_ptx_parse_guard(p, &guarded) && wg_ptx_name(p, "an instruction", &name) &&
           instruction(p, &name, &guarded);
}

/* label: or name: .branchtargets …; or an instruction */
static bool named_statement(wg_ptx_parser *p)
{
    wg_ptx_token name = p->token;
    wg_ptx_instruction plain = {0};
    wg_ptx_advance(p);
    if (!wg_ptx_accept(p, ':'))
        return instruction(p, &name, &plain);
    bool found;
    return table(p, &name, &found) && (found || wg_ptx_label_define(p, &name));
}

/* ---- the body ---- */

/* Behind the '{' that opens it; ends behind the matching '}'. The function's own scope is open already. */
bool wg_ptx_parse_body(wg_ptx_parser *p)
{
    unsigned outermost = p->depth;
    for (;;) {
        bool ok;
        if (p->token.kind == WG_TOKEN_NAME) {
            ok = named_statement(p);
        } else if (p->token.kind == WG_TOKEN_DOTTED) {
            ok = directive(p);
        } else if (wg_ptx_accept(p, '@')) {
            ok = guarded_instruction(p);
        } else if (wg_ptx_accept(p, '{')) {
            ok = wg_ptx_scope_open(p);
        } else if (wg_ptx_accept(p, '}')) {
            if (p->depth == outermost)
                return wg_ptx_labels_finish(p);
            wg_ptx_scope_close(p);
            ok = true;
        } else {
            ok = wg_ptx_fail_expected(p, "an instruction, a label, a directive or '}'");
        }
        if (!ok)
            return false;
    }
}
