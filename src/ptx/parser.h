/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the parser: its state, and what its files offer each other, sectioned by the file that owns it.
 *
 * Recursive descent without backtracking. A function named after a grammar symbol expects p->token to be the first
 * token of that symbol and leaves the first one behind it. Each returns false once an error has been recorded, and
 * everybody stops: there is one message per file. Recursion is bounded by WG_MAX_NESTING; sizes that a file claims are
 * bounded by the limits below, so that a hostile file can neither exhaust the stack nor the memory. */
#ifndef WG_PTX_PARSER_H
#define WG_PTX_PARSER_H

#include "ptx/lexer.h"
#include "ptx/module.h"

enum {
    WG_MAX_NESTING = 64,    /* blocks in blocks; parentheses in constants; operands in operands */
    WG_MAX_DIMENSIONS = 8,  /* of an array */
    WG_MAX_ELEMENTS = 4096, /* in one {…} or (…) of an instruction */
    WG_MAX_SPELLING = 256,  /* characters of one instruction's name and modifiers */
    WG_MAX_FILES = 1 << 16, /* the highest number in .file and .loc */
    WG_NO_HOME = WG_MAX_FILES + 1,
    WG_MAX_ALIGN = 1 << 20, /* bytes */
    WG_MAX_FUNCTION_REGISTERS = 1 << 20,
    WG_MAX_MODULE_REGISTERS = 1 << 23, /* a few bytes of text can claim a million: all functions share these */
    WG_MAX_VARIABLE = 1 << 24,         /* bytes; but .global: */
    WG_MAX_INITIALISED = 1 << 28,      /* bytes of initialised variables, all together */
};
static const uint64_t WG_MAX_GLOBAL = (uint64_t)1 << 40;

/* ---- parser_symbols.c: who is called what, and where ---- */

typedef enum wg_ptx_namespace {
    WG_NAMES,  /* variables, functions, single registers, tables */
    WG_RANGES, /* register ranges, by prefix: %r of %r<100> */
    WG_LABELS,
    WG_NAMESPACES
} wg_ptx_namespace;

typedef enum wg_ptx_symbol_kind {
    WG_SYMBOL_VARIABLE,
    WG_SYMBOL_FUNCTION,
    WG_SYMBOL_REGISTER,
    WG_SYMBOL_TABLE,
    WG_SYMBOL_LABEL,
} wg_ptx_symbol_kind;

typedef struct wg_ptx_symbol {
    wg_ptx_symbol_kind kind;
    wg_ptx_namespace space;
    unsigned depth;              /* of its scope: 0 is the module */
    wg_ptx_token name;           /* where it was declared or, a label, first mentioned */
    struct wg_ptx_symbol *outer; /* the one it hides */
    struct wg_ptx_symbol *next;  /* another one of the same scope */
    wg_ptx_variable *variable;
    wg_ptx_function *function;
    uint32_t index, count; /* REGISTER: the first and how many; LABEL, TABLE: index */
    bool declared;         /* FUNCTION: false while only a call has named it */
} wg_ptx_symbol;

typedef struct wg_ptx_parser wg_ptx_parser;

bool wg_ptx_scope_open(wg_ptx_parser *p);
void wg_ptx_scope_close(wg_ptx_parser *p);

wg_ptx_symbol *wg_ptx_symbol_find(const wg_ptx_parser *p, wg_ptx_namespace space, const wg_ptx_token *name);
wg_ptx_symbol *wg_ptx_symbol_find_global(const wg_ptx_parser *p, const wg_ptx_token *name);
wg_ptx_symbol *wg_ptx_symbol_add(wg_ptx_parser *p, wg_ptx_namespace space, wg_ptx_symbol_kind kind,
                                 const wg_ptx_token *name);

/* Fails with "declared twice" when the current scope has the name already. */
bool wg_ptx_symbol_is_free(wg_ptx_parser *p, wg_ptx_namespace space, const wg_ptx_token *name);
bool wg_ptx_fail_twice(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_symbol *first);

/* The symbol of a register that a name means, and which of its range; NULL when it means none. */
wg_ptx_symbol *wg_ptx_register_find(const wg_ptx_parser *p, const wg_ptx_token *name, uint32_t *index);

uint32_t wg_ptx_label_refer(wg_ptx_parser *p, const wg_ptx_token *name);
bool wg_ptx_label_define(wg_ptx_parser *p, const wg_ptx_token *name);
bool wg_ptx_labels_finish(wg_ptx_parser *p); /* at the end of a body: fills in function->labels */

/* The function of that name; made up, to be declared later in the file, when there is none yet. */
wg_ptx_function *wg_ptx_function_refer(wg_ptx_parser *p, const wg_ptx_token *name);
wg_ptx_symbol *wg_ptx_function_add(wg_ptx_parser *p, const wg_ptx_token *name);

/* ---- parser.c: the state, small steps, and the module level ---- */

/* The lists of the function being parsed. They grow here and move into the module, at their final size, when the
 * function ends; the next function reuses the memory. */
typedef struct wg_ptx_body {
    wg_ptx_function *function; /* NULL outside */
    wg_ptx_register *registers;
    size_t register_count, register_capacity;
    wg_ptx_variable **variables;
    size_t variable_count, variable_capacity;
    wg_ptx_table *tables;
    size_t table_count, table_capacity;
    wg_ptx_instruction *instructions;
    size_t instruction_count, instruction_capacity;
    struct wg_ptx_label_entry *labels;
    size_t label_count, label_capacity;
} wg_ptx_body;

/* An address in an initialiser, and what it names. */
typedef struct wg_ptx_named_reloc {
    wg_ptx_reloc reloc;
    wg_ptx_token name;
} wg_ptx_named_reloc;

/* One that names something not declared yet. */
typedef struct wg_ptx_forward_reloc {
    wg_ptx_reloc *reloc;
    wg_ptx_token name;
} wg_ptx_forward_reloc;

typedef struct wg_ptx_source_place {
    uint32_t file, line, column;
} wg_ptx_source_place;

typedef struct wg_ptx_alias {
    wg_ptx_token name, target;
} wg_ptx_alias;

struct wg_ptx_parser {
    wg_ptx_lexer lexer;
    wg_ptx_token token; /* the current one */
    wg_ptx_module *module;
    wg_error *err;
    unsigned nesting;

    wg_map names[WG_NAMESPACES];               /* name → innermost wg_ptx_symbol */
    wg_ptx_symbol *scopes[WG_MAX_NESTING + 1]; /* the symbols of each open scope */
    unsigned depth;                            /* of the innermost scope */
    wg_arena symbols;
    wg_map special_registers; /* spelling → its number in wg_sreg, plus one */
    wg_map spellings;         /* interned instruction names */

    wg_ptx_body body;
    uint32_t file, source_line; /* the last .loc */
    uint32_t home;              /* the file of the function's first .loc; WG_NO_HOME before it */
    wg_map inlined;             /* wg_ptx_source_place → the one it was inlined into */
    uint64_t register_total, initialised_total;

    /* Growing lists: of the module, and scratch that is copied out when complete. */
    wg_ptx_variable **variables;
    size_t variable_count, variable_capacity;
    wg_ptx_function **functions;
    size_t function_count, function_capacity;
    const char **files;
    size_t file_count, file_capacity;
    wg_ptx_symbol **undeclared; /* functions made up by a call */
    size_t undeclared_count, undeclared_capacity;
    wg_ptx_forward_reloc *forward;
    size_t forward_count, forward_capacity;
    wg_ptx_alias *aliases;
    size_t alias_count, alias_capacity;
    wg_ptx_operand *operands;
    size_t operand_count, operand_capacity;
    wg_ptx_param *params;
    size_t param_count, param_capacity;
    wg_ptx_token *targets;
    size_t target_count, target_capacity;
    wg_ptx_named_reloc *relocs;
    size_t reloc_count, reloc_capacity;
    unsigned char *bytes;
    size_t byte_count, byte_capacity;
    bool nounroll; /* the pragma, for the next instruction */
};

void wg_ptx_advance(wg_ptx_parser *p);
wg_ptx_token wg_ptx_peek(const wg_ptx_parser *p); /* the token behind the current one */
bool wg_ptx_is_symbol(const wg_ptx_token *token); /* a name, but not the constant WARP_SZ */
bool wg_ptx_accept(wg_ptx_parser *p, int kind);
bool wg_ptx_accept_dotted(wg_ptx_parser *p, const char *text);
bool wg_ptx_expect(wg_ptx_parser *p, int kind, const char *what);
bool wg_ptx_name(wg_ptx_parser *p, const char *what, wg_ptx_token *name);
bool wg_ptx_number(wg_ptx_parser *p, const char *what, uint64_t limit, uint64_t *value);
bool wg_ptx_enter(wg_ptx_parser *p); /* one level of recursion; leave: p->nesting-- */

/* Records "file:line:column: sentence" and returns false. A token the lexer rejected brings its own sentence. */
bool wg_ptx_fail(wg_ptx_parser *p, const wg_ptx_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool wg_ptx_fail_expected(wg_ptx_parser *p, const char *what); /* "expected …, found 'token'" */
const char *wg_ptx_where(const wg_ptx_parser *p);              /* "kernel saxpy" */

void *wg_ptx_keep(wg_ptx_parser *p, const void *items, size_t count, size_t size); /* a copy in the module */
wg_ptx_place wg_ptx_place_of(const wg_ptx_parser *p, const wg_ptx_token *token);
void wg_ptx_mention_file(wg_ptx_parser *p, uint64_t number);

/* Directives that may stand both outside and inside functions. *found tells whether this was one. */
bool wg_ptx_parse_common_directive(wg_ptx_parser *p, bool *found);

/* ---- parser_constant.c ---- */

typedef enum wg_ptx_constant_kind {
    WG_CONSTANT_S64,
    WG_CONSTANT_U64,
    WG_CONSTANT_F32, /* 0f…, possibly negated: arithmetic turns it into an f64 */
    WG_CONSTANT_F64,
} wg_ptx_constant_kind;

typedef struct wg_ptx_constant {
    wg_ptx_constant_kind kind;
    uint64_t bits;
} wg_ptx_constant;

bool wg_ptx_constant_is_float(const wg_ptx_constant *constant);
double wg_ptx_constant_double(const wg_ptx_constant *constant);

bool wg_ptx_parse_constant(wg_ptx_parser *p, wg_ptx_constant *value);
bool wg_ptx_parse_integer(wg_ptx_parser *p, int64_t *value); /* a constant that must not be floating-point */

/* ---- parser_variable.c ---- */

/* What stands before the names of a declaration: `.extern .global .attribute(.managed) .align 4 .v2 .f32`. */
typedef struct wg_ptx_declaration {
    wg_space space;
    wg_type type;
    uint8_t vector;
    uint32_t align; /* 0: natural */
    bool is_extern, is_managed, is_pointer;
    wg_space pointee;
} wg_ptx_declaration;

/* The extents of an array; known to the initialiser, flattened in the module. */
typedef struct wg_ptx_shape {
    uint64_t extents[WG_MAX_DIMENSIONS + 1]; /* room for the elements of a vector, as the last one */
    unsigned count;
    bool is_unsized; /* the first is `[]` */
    uint64_t step;   /* elements from one index of the first dimension to the next */
} wg_ptx_shape;

bool wg_ptx_parse_declaration(wg_ptx_parser *p, bool is_extern);
bool wg_ptx_parse_param_list(wg_ptx_parser *p, bool declare, wg_ptx_param **params, uint32_t *count);
bool wg_ptx_is_space(const wg_ptx_token *token);
bool wg_ptx_parse_attribute(wg_ptx_parser *p, bool *is_managed);
bool wg_ptx_variable_size(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable, uint64_t count);

/* ---- parser_init.c ---- */

bool wg_ptx_parse_initialiser(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable,
                              const wg_ptx_shape *shape);
bool wg_ptx_relocs_finish(wg_ptx_parser *p);

/* ---- parser_function.c ---- */

bool wg_ptx_parse_function(wg_ptx_parser *p, bool is_entry, bool is_extern);
bool wg_ptx_parse_header_directives(wg_ptx_parser *p, wg_ptx_function *header);

/* ---- parser_body.c ---- */

bool wg_ptx_parse_body(wg_ptx_parser *p);

/* ---- parser_lines.c ---- */

/* Gives accesses for which the compiler said line 0 the line that uses what they load, or made what they store. */
void wg_ptx_lend_lines(wg_ptx_instruction *instructions, size_t count, size_t register_count);

/* ---- parser_operand.c ---- */

bool wg_ptx_parse_operands(wg_ptx_parser *p, wg_ptx_instruction *instruction);
bool wg_ptx_parse_guard(wg_ptx_parser *p, wg_ptx_instruction *instruction);

#endif
