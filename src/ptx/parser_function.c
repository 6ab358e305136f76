/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: the header, and how several declarations and one definition become one object. The header is parsed into
 * an object of its own first, because what it declares is known only at its end: a ';' or a '{'. */
#include "ptx/parser.h"

#include <stddef.h>

#define IGNORED SIZE_MAX

/* A size, a number of blocks or of registers that no GPU has; products of three sizes and one other fit 64 bits. */
enum { MOST_SIZE = 4096, MOST_BLOCKS = 4096, MOST_REGISTERS = 65535 };

/* Directives between the parameters and the body: how many numbers may follow, from which to which, and where they
 * go. */
static const struct {
    const char *name;
    unsigned numbers;
    uint32_t least, most;
    size_t slot; /* in wg_ptx_function, or IGNORED */
} HEADER_DIRECTIVES[] = {
    {".maxntid", 3, 1, MOST_SIZE, offsetof(wg_ptx_function, maxntid)},
    {".reqntid", 3, 1, MOST_SIZE, offsetof(wg_ptx_function, reqntid)},
    {".minnctapersm", 1, 0, MOST_BLOCKS, offsetof(wg_ptx_function, minnctapersm)},
    {".maxnreg", 1, 1, MOST_REGISTERS, offsetof(wg_ptx_function, maxnreg)},
    {".maxnctapersm", 1, 0, UINT32_MAX, IGNORED},
    {".maxclusterrank", 1, 0, UINT32_MAX, IGNORED},
    {".reqnctapercluster", 3, 0, UINT32_MAX, IGNORED},
    {".explicitcluster", 0, 0, 0, IGNORED},
    {".blocksareclusters", 0, 0, 0, IGNORED},
    {".abi_preserve", 1, 0, UINT32_MAX, IGNORED},
    {".abi_preserve_control", 1, 0, UINT32_MAX, IGNORED},
};

/* As many numbers as the directive may have, with commas between them; missing ones are 1, as missing dimensions of a
 * block are. */
static bool numbers(wg_ptx_parser *p, size_t directive, uint32_t *values)
{
    unsigned limit = HEADER_DIRECTIVES[directive].numbers;
    for (unsigned i = 0; i < limit; i++)
        values[i] = 1;
    for (unsigned i = 0; i < limit; i++) {
        uint64_t value;
        if (i > 0 && !wg_ptx_accept(p, ','))
            break;
        wg_ptx_token number = p->token;
        if (!wg_ptx_number(p, "a number", HEADER_DIRECTIVES[directive].most, &value))
            return false;
        if (value < HEADER_DIRECTIVES[directive].least)
            return wg_ptx_fail(p, &number, "%s is too small for %s: at least %u", wg_ptx_quote(&number).text,
                               HEADER_DIRECTIVES[directive].name, HEADER_DIRECTIVES[directive].least);
        values[i] = (uint32_t)value;
    }
    return true;
}

static bool known_header_directive(wg_ptx_parser *p, wg_ptx_function *header, bool *found)
{
    *found = true;
    for (size_t i = 0; i < sizeof HEADER_DIRECTIVES / sizeof *HEADER_DIRECTIVES; i++) {
        uint32_t ignored[3];
        size_t slot = HEADER_DIRECTIVES[i].slot;
        if (wg_ptx_accept_dotted(p, HEADER_DIRECTIVES[i].name))
            return numbers(p, i, slot == IGNORED ? ignored : (uint32_t *)(void *)((char *)header + slot));
    }
    if (wg_ptx_accept_dotted(p, ".noreturn")) {
        header->noreturn = true;
        return true;
    }
    return wg_ptx_parse_common_directive(p, found);
}

/* Stops at the first directive that is none of these. */
bool wg_ptx_parse_header_directives(wg_ptx_parser *p, wg_ptx_function *header)
{
    bool found = true;
    while (found && p->token.kind == WG_TOKEN_DOTTED)
        if (!known_header_directive(p, header, &found))
            return false;
    return true;
}

/* .attribute(…) ( returns ) name ( parameters ) directives */
static bool function_header(wg_ptx_parser *p, wg_ptx_function *header, wg_ptx_token *name)
{
    bool ignored;
    if (wg_ptx_accept_dotted(p, ".attribute") && !wg_ptx_parse_attribute(p, &ignored))
        return false;
    if (!header->is_entry && p->token.kind == '(' &&
        !wg_ptx_parse_param_list(p, true, &header->returns, &header->return_count))
        return false;
    if (!wg_ptx_name(p, "the name of a function", name))
        return false;
    if (p->token.kind == '(' && !wg_ptx_parse_param_list(p, true, &header->params, &header->param_count))
        return false;
    return wg_ptx_parse_header_directives(p, header);
}

/* Finds or makes the function the header speaks of; NULL after an error. */
static wg_ptx_function *declare_function(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_function *header)
{
    wg_ptx_symbol *symbol = wg_ptx_symbol_find_global(p, name);
    if (!symbol)
        return wg_ptx_function_add(p, name)->function;
    if (symbol->kind != WG_SYMBOL_FUNCTION || (symbol->function->has_body && header->has_body)) {
        wg_ptx_fail(p, name, "%s is declared twice: the first time on line %u", wg_ptx_quote(name).text,
                    symbol->name.line);
        return NULL;
    }
    const wg_ptx_function *before = symbol->function;
    if (symbol->declared &&
        (before->param_count != header->param_count || before->return_count != header->return_count)) {
        wg_ptx_fail(p, name, "%s has another number of parameters or results than on line %u", wg_ptx_quote(name).text,
                    symbol->name.line);
        return NULL;
    }
    symbol->declared = true;
    symbol->name = *name;
    return symbol->function;
}

/* Turns a made-up or declared function into what the header says. */
static void adopt_header(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_function *function,
                         const wg_ptx_function *header)
{
    wg_ptx_function adopted = *header;
    adopted.name = function->name;
    adopted.index = function->index;
    adopted.place = wg_ptx_place_of(p, name);
    *function = adopted;
}

static void reset_body(wg_ptx_parser *p)
{
    wg_ptx_body *body = &p->body;
    body->function = NULL;
    body->register_count = body->variable_count = body->table_count = 0;
    body->instruction_count = body->label_count = 0;
    p->file = p->source_line = 0; /* a .loc holds until the end of its function */
    p->home = WG_NO_HOME;
}

static void keep_body(wg_ptx_parser *p, wg_ptx_function *function)
{
    const wg_ptx_body *body = &p->body;
    wg_ptx_lend_lines(body->instructions, body->instruction_count, body->register_count);
    function->registers = wg_ptx_keep(p, body->registers, body->register_count, sizeof *body->registers);
    function->register_count = (uint32_t)body->register_count;
    function->variables = wg_ptx_keep(p, body->variables, body->variable_count, sizeof *body->variables);
    function->variable_count = (uint32_t)body->variable_count;
    function->tables = wg_ptx_keep(p, body->tables, body->table_count, sizeof *body->tables);
    function->table_count = (uint32_t)body->table_count;
    function->instructions = wg_ptx_keep(p, body->instructions, body->instruction_count, sizeof *body->instructions);
    function->instruction_count = (uint32_t)body->instruction_count;
}

/* The ';' behind a declaration; the compilers of PTX 1.x and 2.x left it out. */
static bool declaration_end(wg_ptx_parser *p)
{
    bool is_old = p->module->version_major < 3;
    return (is_old && p->token.kind == WG_TOKEN_DOTTED) ||
           wg_ptx_expect(p, ';', "'{', ';' or a directive of a function");
}

/* Behind .entry or .func; ends behind the ';' of a declaration or the '}' of a definition. */
bool wg_ptx_parse_function(wg_ptx_parser *p, bool is_entry, bool is_extern)
{
    wg_ptx_function header = {.is_entry = is_entry};
    wg_ptx_token name;
    reset_body(p);
    if (!wg_ptx_scope_open(p) || !function_header(p, &header, &name))
        return false;
    header.has_body = p->token.kind == '{';
    header.is_extern = is_extern && !header.has_body;
    wg_ptx_function *function = declare_function(p, &name, &header);
    if (!function)
        return false;
    bool is_news = !function->has_body; /* otherwise a declaration behind the definition: nothing to learn */
    if (is_news)
        adopt_header(p, &name, function, &header);
    p->body.function = function;
    if (!(header.has_body ? wg_ptx_accept(p, '{') && wg_ptx_parse_body(p) : declaration_end(p)))
        return false;
    if (is_news)
        keep_body(p, function);
    p->body.function = NULL;
    wg_ptx_scope_close(p);
    return true;
}
