/* SPDX-License-Identifier: Apache-2.0 */
/* What the parser makes of a PTX file: names resolved, nothing interpreted. Instructions keep their spelling
 * ("ld.global.v4.f32"); forms.h says what a spelling means. Everything lives in the module's arena. */
#ifndef WG_PTX_MODULE_H
#define WG_PTX_MODULE_H

#include "base/arena.h"
#include "base/text.h"
#include "ptx/types.h"
#include "warpgrind/status.h"

typedef enum wg_space {
    WG_SPACE_GENERIC,
    WG_SPACE_REG,
    WG_SPACE_GLOBAL,
    WG_SPACE_CONST,
    WG_SPACE_SHARED,
    WG_SPACE_LOCAL,
    WG_SPACE_PARAM,
    WG_SPACE_TEX,
} wg_space;

/* A place in the PTX text and, when .loc said so, in the source it came from. */
typedef struct wg_ptx_place {
    uint32_t line, column;      /* in the PTX */
    uint32_t file, source_line; /* .loc: index into module->files, 0 when there is none */
} wg_ptx_place;

/* A variable in memory: module-scope or inside a function; parameters too. */
typedef struct wg_ptx_variable {
    const char *name;
    wg_space space;
    wg_type type;   /* of an element */
    uint8_t vector; /* 1, 2, 4: elements per unit of .v2/.v4 declarations */
    bool is_array, is_extern;
    bool is_managed;
    uint32_t align;      /* bytes */
    uint64_t count;      /* elements; 0 for `[]` */
    uint64_t size;       /* bytes; 0 for extern `[]` (dynamic shared memory) */
    unsigned char *init; /* size bytes, or NULL for zeros */
    struct wg_ptx_reloc *relocs;
    uint32_t reloc_count;
    uint32_t index; /* position in the list that holds it */
    wg_ptx_place place;
} wg_ptx_variable;

/* An address inside an initialiser: filled in when the module is loaded. */
typedef struct wg_ptx_reloc {
    uint64_t offset;                 /* in the variable */
    uint8_t bytes;                   /* 4 or 8 */
    uint8_t shift;                   /* mask operator 0xFF00(x): take byte `shift/8` only, when bytes == 1 */
    bool generic;                    /* generic(x) */
    const wg_ptx_variable *variable; /* one of the two */
    const struct wg_ptx_function *function;
    int64_t addend;
} wg_ptx_reloc;

typedef struct wg_ptx_register {
    const char *name; /* NULL: one of a range (%r<100>) that no operand names */
    wg_type type;
    uint8_t vector; /* 1, 2 or 4 */
} wg_ptx_register;

typedef enum wg_ptx_operand_kind {
    WG_OPERAND_REG,   /* %r1, possibly negated (!%p), possibly with a component (%v.x, or .b0 .h1 of video instructions)
                       */
    WG_OPERAND_SREG,  /* %tid.x, %laneid, %clock64 … : sreg */
    WG_OPERAND_INT,   /* bits */
    WG_OPERAND_FLOAT, /* 0f…, 0d… or decimal: bits holds the f64 value's bits, or f32's when is_f32 */
    WG_OPERAND_ADDRESS,  /* [base + offset]: base is a register, a variable or nothing (kind in base) */
    WG_OPERAND_VARIABLE, /* the address of a variable, + offset */
    WG_OPERAND_FUNCTION,
    WG_OPERAND_LABEL,   /* index into the function's labels */
    WG_OPERAND_VECTOR,  /* {a, b, …}: elements */
    WG_OPERAND_PAIR,    /* a|b: two destinations, elements[0..1] */
    WG_OPERAND_LIST,    /* (a, b, …): arguments of a call; also [tex, {x, y}] as ADDRESS-like list with in_brackets */
    WG_OPERAND_DISCARD, /* _ */
    WG_OPERAND_TABLE,   /* a .branchtargets, .calltargets or .callprototype label: index into function->tables */
} wg_ptx_operand_kind;

typedef struct wg_ptx_operand {
    uint8_t kind;
    uint8_t base; /* ADDRESS: kind of the base: REG, VARIABLE or INT (absolute) */
    bool negated; /* !%p, or -%r in an instruction that allows it */
    bool is_f32;
    bool in_brackets;
    uint8_t component; /* 0 none; 1..4 for .x .y .z .w (and .r .g .b .a); 5..8 for .b0….b3; 9, 10 for .h0 .h1 */
    uint16_t element_count;
    uint32_t reg;   /* REG, or base of ADDRESS: index into function->registers */
    uint32_t index; /* LABEL, TABLE, SREG (wg_sreg) */
    uint64_t bits;  /* INT, FLOAT */
    int64_t offset; /* ADDRESS, VARIABLE */
    const wg_ptx_variable *variable;
    const struct wg_ptx_function *function;
    struct wg_ptx_operand *elements;
} wg_ptx_operand;

enum { WG_PTX_MAX_OPERANDS = 16 };

typedef struct wg_ptx_instruction {
    const char *spelling; /* interned in the module: equal spellings are equal pointers */
    wg_ptx_operand *operands;
    uint16_t operand_count;
    bool guarded, guard_negated;
    bool nounroll;  /* .pragma "nounroll" stands before it */
    uint32_t guard; /* predicate register */
    wg_ptx_place place;
} wg_ptx_instruction;

typedef struct wg_ptx_label {
    const char *name;
    uint32_t instruction; /* the label stands before this one; == instruction_count at the end */
    bool defined;
} wg_ptx_label;

/* .branchtargets / .calltargets / .callprototype */
typedef struct wg_ptx_table {
    const char *name;
    uint32_t *labels;
    uint32_t label_count;
    const struct wg_ptx_function **functions;
    uint32_t function_count;
    wg_ptx_variable **returns, **params; /* .callprototype: sizes matter, names do not */
    uint32_t return_count, param_count;
    bool is_prototype;
} wg_ptx_table;

/* A parameter is either a .param variable or (old style) a register. */
typedef struct wg_ptx_param {
    wg_ptx_variable *variable; /* NULL: it is a register */
    uint32_t reg;
    bool is_pointer;  /* .ptr */
    wg_space pointee; /* .ptr .shared: an OpenCL local argument; GENERIC when not said */
} wg_ptx_param;

typedef struct wg_ptx_function {
    const char *name;
    bool is_entry, is_extern, has_body, noreturn;
    wg_ptx_param *params, *returns;
    uint32_t param_count, return_count;
    wg_ptx_register *registers;
    uint32_t register_count;
    wg_ptx_variable **variables; /* .local .shared .param and others declared inside */
    uint32_t variable_count;
    wg_ptx_label *labels;
    uint32_t label_count;
    wg_ptx_table *tables;
    uint32_t table_count;
    wg_ptx_instruction *instructions;
    uint32_t instruction_count;
    uint32_t maxntid[3], reqntid[3], minnctapersm, maxnreg; /* 0: not given */
    wg_ptx_place place;
    uint32_t index;
} wg_ptx_function;

typedef struct wg_ptx_module {
    wg_arena arena;
    const char *name; /* file name, for messages */
    uint32_t version_major, version_minor;
    const char *target;    /* "sm_90" */
    uint32_t address_bits; /* 32 or 64 */
    const char **files;    /* .file table; [0] is the PTX itself */
    uint32_t file_count;
    wg_ptx_variable **variables; /* module scope: .global .const .shared, textures */
    uint32_t variable_count;
    wg_ptx_function **functions;
    uint32_t function_count;
} wg_ptx_module;

/* Parses text (need not be terminated). On failure *out is NULL and the error says "name:line:column: …". */
wg_status wg_ptx_parse(const char *name, const char *text, size_t length, wg_ptx_module **out, wg_error *err);
void wg_ptx_module_free(wg_ptx_module *module);

const wg_ptx_function *wg_ptx_find_function(const wg_ptx_module *module, const char *name);

/* Special registers. SREG(id, spelling, type) in sregs.def. */
typedef enum wg_sreg {
#define SREG(id, spelling, type) WG_SREG_##id,
#include "ptx/sregs.def"
#undef SREG
    WG_SREG_COUNT
} wg_sreg;

#endif
