/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- small steps ---- */

void wg_ptx_advance(wg_ptx_parser *p)
{
    wg_ptx_lexer_next(&p->lexer, &p->token);
}

wg_ptx_token wg_ptx_peek(const wg_ptx_parser *p)
{
    wg_ptx_lexer lexer = p->lexer;
    wg_ptx_token token;
    wg_ptx_lexer_next(&lexer, &token);
    return token;
}

bool wg_ptx_is_symbol(const wg_ptx_token *token)
{
    return token->kind == WG_TOKEN_NAME && !wg_ptx_token_is(token, "WARP_SZ");
}

bool wg_ptx_accept(wg_ptx_parser *p, int kind)
{
    if (p->token.kind != kind)
        return false;
    wg_ptx_advance(p);
    return true;
}

bool wg_ptx_accept_dotted(wg_ptx_parser *p, const char *text)
{
    if (p->token.kind != WG_TOKEN_DOTTED || !wg_ptx_token_is(&p->token, text))
        return false;
    wg_ptx_advance(p);
    return true;
}

bool wg_ptx_expect(wg_ptx_parser *p, int kind, const char *what)
{
    return wg_ptx_accept(p, kind) || wg_ptx_fail_expected(p, what);
}

bool wg_ptx_name(wg_ptx_parser *p, const char *what, wg_ptx_token *name)
{
    *name = p->token;
    return wg_ptx_expect(p, WG_TOKEN_NAME, what);
}

bool wg_ptx_number(wg_ptx_parser *p, const char *what, uint64_t limit, uint64_t *value)
{
    wg_ptx_token number = p->token;
    *value = number.bits;
    if (!wg_ptx_expect(p, WG_TOKEN_INT, what))
        return false;
    if (number.bits > limit)
        return wg_ptx_fail(p, &number, "%s is too large: at most %llu", wg_ptx_quote(&number).text,
                           (unsigned long long)limit);
    return true;
}

bool wg_ptx_enter(wg_ptx_parser *p)
{
    if (++p->nesting > WG_MAX_NESTING)
        return wg_ptx_fail(p, &p->token, "this nests more than %d deep", WG_MAX_NESTING);
    return true;
}

bool wg_ptx_fail(wg_ptx_parser *p, const wg_ptx_token *at, const char *format, ...)
{
    char sentence[2048];
    if (at->kind == WG_TOKEN_BAD) {
        snprintf(sentence, sizeof sentence, "%s: %s", wg_ptx_quote(at).text, at->message);
    } else {
        va_list args;
        va_start(args, format);
        vsnprintf(sentence, sizeof sentence, format, args);
        va_end(args);
    }
    wg_error_set(p->err, WG_ERR_INPUT, "%s:%u:%u: %s", p->module->name, at->line, at->column, sentence);
    return false;
}

bool wg_ptx_fail_expected(wg_ptx_parser *p, const char *what)
{
    return wg_ptx_fail(p, &p->token, "expected %s, found %s", what, wg_ptx_quote(&p->token).text);
}

const char *wg_ptx_where(const wg_ptx_parser *p)
{
    const wg_ptx_function *function = p->body.function;
    if (!function)
        return p->depth ? "this function" : "the module";
    return wg_arena_format(&p->module->arena, "%s %s", function->is_entry ? "kernel" : "function", function->name);
}

void *wg_ptx_keep(wg_ptx_parser *p, const void *items, size_t count, size_t size)
{
    if (count == 0)
        return NULL;
    void *copy = wg_arena_alloc(&p->module->arena, count * size);
    memcpy(copy, items, count * size);
    return copy;
}

wg_ptx_place wg_ptx_place_of(const wg_ptx_parser *p, const wg_ptx_token *token)
{
    return (wg_ptx_place){token->line, token->column, p->file, p->source_line};
}

/* Files are numbered by the text, in any order and often behind their first use. */
void wg_ptx_mention_file(wg_ptx_parser *p, uint64_t number)
{
    while (p->file_count <= number)
        *WG_PUSH(p->files, p->file_count, p->file_capacity) = NULL;
}

/* ---- directives that may stand anywhere ---- */

static const char *string_value(wg_ptx_parser *p, const wg_ptx_token *string)
{
    return wg_arena_copy(&p->module->arena, string->start + 1, string->length - 2);
}

/* .file number "name" , timestamp , size; or .file number "folder" "name" */
static bool file(wg_ptx_parser *p)
{
    uint64_t number, ignored;
    if (!wg_ptx_number(p, "a file number", WG_MAX_FILES, &number))
        return false;
    wg_ptx_token first = p->token;
    if (!wg_ptx_expect(p, WG_TOKEN_STRING, "a file name in quotes"))
        return false;
    wg_ptx_token second = p->token;
    const char *path = string_value(p, &first);
    if (wg_ptx_accept(p, WG_TOKEN_STRING)) {
        const char *name = string_value(p, &second);
        path = name[0] == '/' ? name : wg_arena_format(&p->module->arena, "%s/%s", path, name);
    }
    wg_ptx_mention_file(p, number);
    p->files[number] = path;
    if (!wg_ptx_accept(p, ','))
        return true;
    return wg_ptx_number(p, "a time stamp", UINT64_MAX, &ignored) && wg_ptx_expect(p, ',', "','") &&
           wg_ptx_number(p, "a file size", UINT64_MAX, &ignored);
}

/* .section .debug_info { … }: debug data for somebody else */
static bool section(wg_ptx_parser *p)
{
    wg_ptx_token name = p->token;
    if (!wg_ptx_accept(p, WG_TOKEN_DOTTED) && !wg_ptx_expect(p, WG_TOKEN_NAME, "the name of a section"))
        return false;
    if (p->token.kind != '{')
        return wg_ptx_fail_expected(p, "'{'");
    size_t depth = 0;
    do {
        if (p->token.kind == WG_TOKEN_BAD || p->token.kind == WG_TOKEN_END)
            return wg_ptx_fail(p, &p->token, "section %s does not end", wg_ptx_quote(&name).text);
        depth += p->token.kind == '{';
        depth -= p->token.kind == '}';
        wg_ptx_advance(p);
    } while (depth > 0);
    return true;
}

static bool pragma(wg_ptx_parser *p)
{
    do {
        if (p->token.kind == WG_TOKEN_STRING && wg_ptx_token_is(&p->token, "\"nounroll\""))
            p->nounroll = true;
        if (!wg_ptx_expect(p, WG_TOKEN_STRING, "a pragma in quotes"))
            return false;
    } while (wg_ptx_accept(p, ','));
    return wg_ptx_expect(p, ';', "';'");
}

bool wg_ptx_parse_common_directive(wg_ptx_parser *p, bool *found)
{
    *found = true;
    if (wg_ptx_accept_dotted(p, ".file"))
        return file(p);
    if (wg_ptx_accept_dotted(p, ".section"))
        return section(p);
    if (wg_ptx_accept_dotted(p, ".pragma"))
        return pragma(p);
    *found = false;
    return true;
}

/* ---- the module level ---- */

/* .version 9.0: the lexer takes it for a floating-point number, and 8.10 is not 8.1. */
static bool version(wg_ptx_parser *p)
{
    wg_ptx_token number = p->token;
    uint32_t parts[2] = {0, 0};
    unsigned part = 0;
    if (p->module->version_major)
        return wg_ptx_fail(p, &number, "a second .version: is this several files in one?");
    if (!wg_ptx_expect(p, WG_TOKEN_FLOAT, "a version such as 8.0"))
        return false;
    for (size_t i = 0; i < number.length; i++) {
        char c = number.start[i];
        if (c == '.' && part == 0)
            part = 1;
        else if (c >= '0' && c <= '9' && parts[part] < 1000)
            parts[part] = parts[part] * 10 + (uint32_t)(c - '0');
        else
            return wg_ptx_fail(p, &number, "%s is not a version of PTX", wg_ptx_quote(&number).text);
    }
    if (parts[0] == 0)
        return wg_ptx_fail(p, &number, "%s is not a version of PTX", wg_ptx_quote(&number).text);
    p->module->version_major = parts[0];
    p->module->version_minor = parts[1];
    return true;
}

/* .target sm_90a , debug: the architecture, and options that change nothing here */
static bool target(wg_ptx_parser *p)
{
    do {
        wg_ptx_token name;
        if (!wg_ptx_name(p, "a target such as sm_90", &name))
            return false;
        if (!p->module->target)
            p->module->target = wg_arena_copy(&p->module->arena, name.start, name.length);
    } while (wg_ptx_accept(p, ','));
    return true;
}

static bool address_size(wg_ptx_parser *p)
{
    wg_ptx_token at = p->token;
    uint64_t bits;
    if (!wg_ptx_number(p, "32 or 64", 64, &bits))
        return false;
    if (bits != 32 && bits != 64)
        return wg_ptx_fail(p, &at, "an address has 32 or 64 bits, not %s", wg_ptx_quote(&at).text);
    p->module->address_bits = (uint32_t)bits;
    return true;
}

static bool alias(wg_ptx_parser *p)
{
    wg_ptx_alias names;
    if (!wg_ptx_name(p, "the name of a function", &names.name) || !wg_ptx_expect(p, ',', "','") ||
        !wg_ptx_name(p, "the name of a function", &names.target))
        return false;
    *WG_PUSH(p->aliases, p->alias_count, p->alias_capacity) = names;
    return wg_ptx_expect(p, ';', "';'");
}

/* A function or a variable, with .visible, .extern, .weak or .common before it. There is one module and no linker: only
 * .extern makes a difference. */
static bool global_declaration(wg_ptx_parser *p)
{
    bool is_extern = false;
    for (;;) {
        if (wg_ptx_accept_dotted(p, ".extern"))
            is_extern = true;
        else if (!wg_ptx_accept_dotted(p, ".visible") && !wg_ptx_accept_dotted(p, ".weak") &&
                 !wg_ptx_accept_dotted(p, ".common"))
            break;
    }
    if (wg_ptx_accept_dotted(p, ".entry"))
        return wg_ptx_parse_function(p, true, is_extern);
    if (wg_ptx_accept_dotted(p, ".func"))
        return wg_ptx_parse_function(p, false, is_extern);
    if (wg_ptx_is_space(&p->token))
        return wg_ptx_parse_declaration(p, is_extern);
    if (p->token.kind == WG_TOKEN_DOTTED)
        return wg_ptx_fail(p, &p->token, "%s is not a directive known outside functions", wg_ptx_quote(&p->token).text);
    return wg_ptx_fail_expected(p, "a directive such as .entry");
}

static bool module_statement(wg_ptx_parser *p)
{
    bool found;
    if (wg_ptx_accept_dotted(p, ".version"))
        return version(p);
    if (wg_ptx_accept_dotted(p, ".target"))
        return target(p);
    if (wg_ptx_accept_dotted(p, ".address_size"))
        return address_size(p);
    if (wg_ptx_accept_dotted(p, ".alias"))
        return alias(p);
    if (!wg_ptx_parse_common_directive(p, &found))
        return false;
    return found || global_declaration(p);
}

/* ---- what only the end of the file can tell ---- */

static bool check_declared(wg_ptx_parser *p)
{
    for (size_t i = 0; i < p->undeclared_count; i++) {
        const wg_ptx_symbol *symbol = p->undeclared[i];
        if (!symbol->declared)
            return wg_ptx_fail(p, &symbol->name, "function %s is called but never declared",
                               wg_ptx_quote(&symbol->name).text);
    }
    return true;
}

/* An alias becomes a second function with the same body. */
static bool resolve_aliases(wg_ptx_parser *p)
{
    for (size_t i = 0; i < p->alias_count; i++) {
        const wg_ptx_token *names[2] = {&p->aliases[i].name, &p->aliases[i].target};
        wg_ptx_function *functions[2];
        for (int j = 0; j < 2; j++) {
            const wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, WG_NAMES, names[j]);
            if (!symbol || symbol->kind != WG_SYMBOL_FUNCTION)
                return wg_ptx_fail(p, names[j], "%s is not a function declared here", wg_ptx_quote(names[j]).text);
            functions[j] = symbol->function;
        }
        wg_ptx_function copy = *functions[1];
        copy.name = functions[0]->name;
        copy.index = functions[0]->index;
        *functions[0] = copy;
    }
    return true;
}

static void keep_module(wg_ptx_parser *p)
{
    wg_ptx_module *module = p->module;
    p->files[0] = module->name;
    for (size_t i = 0; i < p->file_count; i++)
        if (!p->files[i])
            p->files[i] = wg_arena_format(&module->arena, "<file %zu>", i);
    module->files = wg_ptx_keep(p, p->files, p->file_count, sizeof *p->files);
    module->file_count = (uint32_t)p->file_count;
    module->variables = wg_ptx_keep(p, p->variables, p->variable_count, sizeof *p->variables);
    module->variable_count = (uint32_t)p->variable_count;
    module->functions = wg_ptx_keep(p, p->functions, p->function_count, sizeof *p->functions);
    module->function_count = (uint32_t)p->function_count;
}

static bool module(wg_ptx_parser *p)
{
    if (p->token.kind != WG_TOKEN_DOTTED || !wg_ptx_token_is(&p->token, ".version"))
        return wg_ptx_fail(p, &p->token, "this is not PTX: it begins with %s, not with .version",
                           wg_ptx_quote(&p->token).text);
    while (p->token.kind != WG_TOKEN_END)
        if (!module_statement(p))
            return false;
    if (!p->module->target)
        return wg_ptx_fail(p, &p->token, "there is no .target");
    if (!check_declared(p) || !wg_ptx_relocs_finish(p) || !resolve_aliases(p))
        return false;
    keep_module(p);
    return true;
}

/* ---- beginning and end ---- */

static void init(wg_ptx_parser *p)
{
    static const char *const SPECIAL[WG_SREG_COUNT] = {
#define SREG(id, spelling, type) [WG_SREG_##id] = spelling,
#include "ptx/sregs.def"
#undef SREG
    };
    for (uintptr_t i = 0; i < WG_SREG_COUNT; i++)
        *wg_map_put(&p->special_registers, SPECIAL[i], strlen(SPECIAL[i])) = (void *)(i + 1);
    wg_ptx_mention_file(p, 0);
}

static void finish(wg_ptx_parser *p)
{
    void *lists[] = {
        p->body.registers, p->body.variables, p->body.tables, p->body.instructions,
        p->body.labels,    p->variables,      p->functions,   p->files,
        p->undeclared,     p->forward,        p->aliases,     p->operands,
        p->params,         p->targets,        p->relocs,      p->bytes,
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]);
    for (int i = 0; i < WG_NAMESPACES; i++)
        wg_map_free(&p->names[i]);
    wg_map_free(&p->special_registers);
    wg_map_free(&p->spellings);
    wg_map_free(&p->inlined);
    wg_arena_free(&p->symbols);
}

wg_status wg_ptx_parse(const char *name, const char *text, size_t length, wg_ptx_module **out, wg_error *err)
{
    *out = NULL;
    length = length ? strnlen(text, length) : 0; /* what comes out of a fat binary has zeros behind it */
    if (length >= UINT32_MAX)
        return wg_error_set(err, WG_ERR_INPUT, "%s: is larger than 4 GiB", name);
    wg_ptx_module *result = wg_alloc(sizeof *result);
    result->name = wg_arena_copy(&result->arena, name, strlen(name));
    result->address_bits = 64;

    wg_ptx_parser parser = {.module = result, .err = err};
    init(&parser);
    wg_ptx_lexer_init(&parser.lexer, text, length);
    wg_ptx_advance(&parser);
    bool ok = module(&parser);
    finish(&parser);
    if (!ok) {
        wg_ptx_module_free(result);
        return WG_ERR_INPUT;
    }
    *out = result;
    return WG_OK;
}

void wg_ptx_module_free(wg_ptx_module *module)
{
    if (!module)
        return;
    wg_arena_free(&module->arena);
    free(module);
}

const wg_ptx_function *wg_ptx_find_function(const wg_ptx_module *module, const char *name)
{
    for (uint32_t i = 0; i < module->function_count; i++)
        if (strcmp(module->functions[i]->name, name) == 0)
            return module->functions[i];
    return NULL;
}
