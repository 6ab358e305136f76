/* SPDX-License-Identifier: Apache-2.0 */
/* A demangler for the part of the Itanium C++ ABI that names of GPU kernels use: namespaces, templates, the types
 * and values given as template arguments, substitutions, lambdas and functions they are local to. Return type and
 * parameters of the symbol itself come after its name and are never read.
 *
 * One function a grammar symbol. Each returns text, or NULL when the input is not understood; NULL travels to the
 * top. A type is two texts, what stands before and after the declarator, because `float (*)[4]` grows in the middle.
 *
 * Substitutions (S_, S0_ …) number every prefix and compound type in the order in which they are completed, so a
 * function that completes one calls remember(), even where its text is thrown away later. */
#include "compile/demangle.h"

#include "base/arena.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_LIMIT = 64,      /* nesting that a crafted symbol could use to exhaust the stack */
    TEXT_LIMIT = 16 * 1024 /* substitutions can double the text with every few characters */
};

typedef struct type_text {
    const char *left, *right; /* left is NULL: not understood */
} type_text;

typedef struct parser {
    const char *at;
    wg_arena arena;
    type_text *known; /* the substitutions so far */
    size_t known_count, known_capacity;
    const type_text *arguments; /* what T_, T0_ … stand for: the innermost template argument list */
    size_t argument_count;
    int depth;
} parser;

static const char *parse_name(parser *p);
static const char *parse_encoding(parser *p);
static type_text parse_type(parser *p);
static const char *parse_template_arguments(parser *p);

static const type_text NOT_UNDERSTOOD = {NULL, NULL};

static bool take(parser *p, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(p->at, text, length) != 0)
        return false;
    p->at += length;
    return true;
}

static const char *join(parser *p, const char *a, const char *b, const char *c)
{
    if (!a || !b || !c || strlen(a) + strlen(b) + strlen(c) > TEXT_LIMIT)
        return NULL;
    return wg_arena_format(&p->arena, "%s%s%s", a, b, c);
}

static type_text plain(const char *text)
{
    return (type_text){text, ""};
}

static type_text remember(parser *p, type_text type)
{
    if (type.left)
        *WG_PUSH(p->known, p->known_count, p->known_capacity) = type;
    return type;
}

/* <seq-id>_ and template parameters count from "nothing" = 0, then 0 = 1 …; digits run up to `base`. */
static bool parse_sequence(parser *p, int base, size_t *index)
{
    size_t value = 0;
    bool any = false;
    for (; *p->at != '_'; p->at++, any = true) {
        int digit = isdigit((unsigned char)*p->at)   ? *p->at - '0'
                    : isupper((unsigned char)*p->at) ? *p->at - 'A' + 10
                                                     : base;
        if (digit >= base || value > 100000)
            return false;
        value = value * (size_t)base + (size_t)digit;
    }
    p->at++;
    *index = any ? value + 1 : 0;
    return true;
}

static const char *parse_source_name(parser *p)
{
    if (!isdigit((unsigned char)*p->at))
        return NULL;
    char *end;
    unsigned long length = strtoul(p->at, &end, 10);
    if (length == 0 || length > strlen(end))
        return NULL;
    p->at = end + length;
    /* Clang and nvcc name an unnamed namespace after the file; older nvcc says _INTERNAL_. */
    if (!strncmp(end, "_GLOBAL__N_", 11) || !strncmp(end, "_INTERNAL_", 10))
        return "(anonymous namespace)";
    return wg_arena_copy(&p->arena, end, length);
}

static const char *parse_type_list(parser *p, const char *end)
{
    const char *text = "";
    while (!take(p, end)) {
        type_text type = parse_type(p);
        const char *one = join(p, type.left, type.left ? type.right : NULL, "");
        text = join(p, text, *text ? ", " : "", one);
        if (!text)
            return NULL;
    }
    return strcmp(text, "void") ? text : "";
}

/* {lambda(int)#2} and {unnamed#1}: counted from 1, where the encoding counts from "nothing". */
static const char *parse_unnamed(parser *p, bool lambda)
{
    const char *parameters = lambda ? parse_type_list(p, "E") : "";
    size_t index;
    if (!parameters || !parse_sequence(p, 10, &index))
        return NULL;
    return lambda ? wg_arena_format(&p->arena, "{lambda(%s)#%zu}", parameters, index + 1)
                  : wg_arena_format(&p->arena, "{unnamed#%zu}", index + 1);
}

static const char *parse_unqualified(parser *p, const char *scope)
{
    const char *name = NULL;
    take(p, "L"); /* internal linkage */
    if (take(p, "Ul"))
        name = parse_unnamed(p, true);
    else if (take(p, "Ut"))
        name = parse_unnamed(p, false);
    else if (scope && (take(p, "C1") || take(p, "C2")))
        name = scope;
    else if (scope && (take(p, "D1") || take(p, "D2")))
        name = join(p, "~", scope, "");
    else if (take(p, "cl"))
        name = "operator()";
    else
        name = parse_source_name(p);
    while (name && take(p, "B")) /* ABI tags are not part of what people write */
        if (!parse_source_name(p))
            return NULL;
    return name;
}

static type_text parse_substitution(parser *p)
{
    static const struct {
        const char *code, *text;
    } standard[] = {
        {"St", "std"},          {"Sa", "std::allocator"}, {"Sb", "std::basic_string"}, {"Ss", "std::string"},
        {"Si", "std::istream"}, {"So", "std::ostream"},   {"Sd", "std::iostream"},
    };
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (take(p, standard[i].code))
            return plain(standard[i].text);
    size_t index;
    if (!take(p, "S") || !parse_sequence(p, 36, &index) || index >= p->known_count)
        return NOT_UNDERSTOOD;
    return p->known[index];
}

/* N … E: every prefix but the whole becomes a substitution; the whole does when the caller makes a type of it. */
static const char *parse_nested(parser *p)
{
    while (*p->at && strchr("rVKRO", *p->at)) /* qualifiers of a member function */
        p->at++;
    const char *text = NULL, *last = NULL;
    while (!take(p, "E")) {
        bool substituted = *p->at == 'S' && !text;
        if (substituted) {
            text = parse_substitution(p).left;
        } else if (*p->at == 'I' && text) {
            text = join(p, text, parse_template_arguments(p), "");
        } else {
            last = parse_unqualified(p, last);
            text = text ? join(p, text, "::", last) : last;
        }
        if (!text)
            return NULL;
        if (!substituted && *p->at != 'E')
            remember(p, plain(text));
    }
    return text;
}

/* Z function E entity: something declared inside a function, such as the lambda that a launch wrapper was given. */
static const char *parse_local(parser *p)
{
    const char *function = parse_encoding(p);
    if (!function || !take(p, "E"))
        return NULL;
    const char *entity = take(p, "s") ? "{string}" : parse_name(p);
    if (take(p, "_")) { /* which of several with one name */
        take(p, "_");
        while (isdigit((unsigned char)*p->at))
            p->at++;
        take(p, "_");
    }
    return join(p, function, "::", entity);
}

static const char *parse_name(parser *p)
{
    if (take(p, "N"))
        return parse_nested(p);
    if (take(p, "Z"))
        return parse_local(p);
    const char *name;
    if (take(p, "St"))
        name = join(p, "std::", parse_unqualified(p, NULL), "");
    else if (*p->at == 'S')
        return join(p, parse_substitution(p).left, parse_template_arguments(p), "");
    else
        name = parse_unqualified(p, NULL);
    if (!name || *p->at != 'I')
        return name;
    remember(p, plain(name));
    return join(p, name, parse_template_arguments(p), "");
}

/* A function: its name and, where something follows, the types that tell overloads apart. */
static const char *parse_encoding(parser *p)
{
    if (++p->depth > DEPTH_LIMIT)
        return NULL;
    const char *name = parse_name(p);
    while (name && *p->at && *p->at != 'E')
        if (!parse_type(p).left)
            return NULL;
    p->depth--;
    return name;
}

/* An integer prints as people write it; a character or an enumerator needs its type to mean anything. */
static const char *literal_text(parser *p, const char *code, const char *type, const char *value)
{
    if (*code == 'b')
        return *value == '0' ? "false" : "true";
    if (strchr("stijlmxyno", *code))
        return value;
    return wg_arena_format(&p->arena, "(%s)%s", type, value);
}

static const char *parse_literal(parser *p)
{
    if (take(p, "_Z")) {
        const char *function = parse_encoding(p);
        return take(p, "E") ? join(p, "&", function, "") : NULL;
    }
    const char *code = p->at;
    type_text type = parse_type(p);
    if (!type.left)
        return NULL;
    if (!strncmp(code, "Dn", 2)) {
        take(p, "0");
        return take(p, "E") ? "nullptr" : NULL;
    }
    const char *sign = take(p, "n") ? "-" : "";
    size_t length = strspn(p->at, "0123456789abcdef"); /* a floating value is its bytes in hexadecimal */
    const char *value = join(p, sign, wg_arena_copy(&p->arena, p->at, length), "");
    p->at += length;
    if (length == 0 || !take(p, "E"))
        return NULL;
    return literal_text(p, code, join(p, type.left, type.right, ""), value);
}

static const char *parse_template_argument(parser *p)
{
    if (take(p, "L"))
        return parse_literal(p);
    if (take(p, "X")) { /* an expression; the address of a function is the one that names of kernels hold */
        const char *value = take(p, "adL") || take(p, "L") ? parse_literal(p) : NULL;
        return take(p, "E") ? value : NULL;
    }
    if (take(p, "J")) {
        const char *text = "";
        while (text && !take(p, "E"))
            text = join(p, text, *text ? ", " : "", parse_template_argument(p));
        return text;
    }
    type_text type = parse_type(p);
    return type.left ? join(p, type.left, type.right, "") : NULL;
}

static const char *parse_template_arguments(parser *p)
{
    if (!take(p, "I") || ++p->depth > DEPTH_LIMIT)
        return NULL;
    type_text *arguments = NULL;
    size_t count = 0, capacity = 0;
    const char *text = "";
    while (text && !take(p, "E")) {
        const char *one = parse_template_argument(p);
        *WG_PUSH(arguments, count, capacity) = plain(one);
        text = join(p, text, one && *text && *one ? ", " : "", one);
    }
    type_text *kept = WG_NEW_ARRAY(&p->arena, type_text, count);
    if (count)
        memcpy(kept, arguments, count * sizeof *kept);
    free(arguments);
    p->arguments = kept;
    p->argument_count = count;
    p->depth--;
    return join(p, "<", text, ">");
}

static const char *builtin_type(char code)
{
    static const char *const names[26] = {
        ['a' - 'a'] = "signed char", ['b' - 'a'] = "bool",
        ['c' - 'a'] = "char",        ['d' - 'a'] = "double",
        ['e' - 'a'] = "long double", ['f' - 'a'] = "float",
        ['g' - 'a'] = "__float128",  ['h' - 'a'] = "unsigned char",
        ['i' - 'a'] = "int",         ['j' - 'a'] = "unsigned int",
        ['l' - 'a'] = "long",        ['m' - 'a'] = "unsigned long",
        ['n' - 'a'] = "__int128",    ['o' - 'a'] = "unsigned __int128",
        ['s' - 'a'] = "short",       ['t' - 'a'] = "unsigned short",
        ['v' - 'a'] = "void",        ['w' - 'a'] = "wchar_t",
        ['x' - 'a'] = "long long",   ['y' - 'a'] = "unsigned long long",
        ['z' - 'a'] = "...",
    };
    return code >= 'a' && code <= 'z' ? names[code - 'a'] : NULL;
}

/* Two letters, the first a D: types that C++ got late. */
static type_text parse_late_type(parser *p)
{
    static const struct {
        const char *code, *text;
    } late[] = {
        {"Dn", "std::nullptr_t"}, {"Dh", "_Float16"}, {"DF16_", "_Float16"}, {"DF16b", "__bf16"},
        {"Di", "char32_t"},       {"Ds", "char16_t"}, {"Du", "char8_t"},     {"Da", "auto"},
    };
    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        if (take(p, late[i].code))
            return plain(late[i].text);
    if (take(p, "Dp"))
        return remember(p, parse_type(p));
    if (!take(p, "Dv"))
        return NOT_UNDERSTOOD;
    char *end;
    unsigned long lanes = strtoul(p->at, &end, 10);
    if (end == p->at || *end != '_')
        return NOT_UNDERSTOOD;
    p->at = end + 1;
    type_text element = parse_type(p);
    if (!element.left)
        return element;
    return remember(p, plain(wg_arena_format(&p->arena, "%s __vector(%lu)", element.left, lanes)));
}

/* `mark` is *, & or &&. An array or function pointed to needs parentheses around the declarator. */
static type_text parse_pointer(parser *p, const char *mark)
{
    type_text to = parse_type(p);
    if (!to.left)
        return to;
    bool wraps = *to.right == ' ' || *to.right == '(';
    return remember(p, (type_text){join(p, to.left, wraps ? " (" : "", mark), join(p, wraps ? ")" : "", to.right, "")});
}

/* const and volatile stand in front, as most people write them, except behind a pointer. */
static type_text parse_qualified(parser *p)
{
    bool is_const = false, is_volatile = false;
    for (; *p->at && strchr("rVKU", *p->at);) {
        char code = *p->at++;
        is_const |= code == 'K';
        is_volatile |= code == 'V';
        if (code == 'U' && !parse_source_name(p)) /* a vendor's qualifier: an address space */
            return NOT_UNDERSTOOD;
    }
    const char *words = is_const && is_volatile ? "const volatile" : is_const ? "const" : is_volatile ? "volatile" : "";
    type_text type = parse_type(p);
    if (!type.left || !*words)
        return remember(p, type);
    bool behind = strchr("*&", type.left[strlen(type.left) - 1]) != NULL;
    return remember(p,
                    (type_text){behind ? join(p, type.left, " ", words) : join(p, words, " ", type.left), type.right});
}

static type_text parse_array(parser *p)
{
    size_t digits = strspn(p->at, "0123456789");
    const char *extent = wg_arena_copy(&p->arena, p->at, digits);
    p->at += digits;
    type_text element = take(p, "_") ? parse_type(p) : NOT_UNDERSTOOD;
    if (!element.left)
        return NOT_UNDERSTOOD;
    const char *bounds = join(p, *element.right == ' ' ? "[" : " [", extent, "]");
    const char *inner = *element.right == ' ' ? element.right + 1 : element.right;
    return remember(p, (type_text){element.left, join(p, *inner ? " " : "", bounds, inner)});
}

static type_text parse_function_type(parser *p)
{
    take(p, "Y");
    type_text result = parse_type(p);
    const char *parameters = result.left ? parse_type_list(p, "E") : NULL;
    if (!parameters)
        return NOT_UNDERSTOOD;
    return remember(p, (type_text){result.left, join(p, "(", parameters, ")")});
}

static type_text parse_template_parameter(parser *p)
{
    size_t index;
    if (!parse_sequence(p, 10, &index) || index >= p->argument_count)
        return NOT_UNDERSTOOD;
    type_text type = remember(p, p->arguments[index]);
    if (*p->at != 'I')
        return type;
    return remember(p, plain(join(p, type.left, parse_template_arguments(p), "")));
}

/* A class or an enumeration. A lone substitution is known already; with arguments behind it, it is new. */
static type_text parse_named_type(parser *p)
{
    if (*p->at == 'S' && p->at[1] != 't') {
        type_text known = parse_substitution(p);
        if (!known.left || *p->at != 'I')
            return known;
        return remember(p, plain(join(p, known.left, parse_template_arguments(p), "")));
    }
    return remember(p, plain(parse_name(p)));
}

static type_text parse_type_inside(parser *p)
{
    const char *builtin = builtin_type(*p->at);
    if (builtin) {
        p->at++;
        return plain(builtin);
    }
    switch (*p->at) {
    case 'r':
    case 'V':
    case 'K':
    case 'U': return parse_qualified(p);
    case 'P': p->at++; return parse_pointer(p, "*");
    case 'R': p->at++; return parse_pointer(p, "&");
    case 'O': p->at++; return parse_pointer(p, "&&");
    case 'A': p->at++; return parse_array(p);
    case 'F': p->at++; return parse_function_type(p);
    case 'T': p->at++; return parse_template_parameter(p);
    case 'D': return parse_late_type(p);
    case 'u': p->at++; return remember(p, plain(parse_source_name(p)));
    default: return parse_named_type(p);
    }
}

static type_text parse_type(parser *p)
{
    if (++p->depth > DEPTH_LIMIT)
        return NOT_UNDERSTOOD;
    type_text type = parse_type_inside(p);
    p->depth--;
    return type.right ? type : NOT_UNDERSTOOD;
}

char *wg_demangle(const char *symbol)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    parser p = {.at = symbol + 2};
    const char *name = parse_name(&p);
    char *copy = name ? wg_copy(name, strlen(name)) : NULL;
    free(p.known);
    wg_arena_free(&p.arena);
    return copy;
}
