/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction's spelling means: opcodes.def, searched. */
#ifndef WG_PTX_FORMS_H
#define WG_PTX_FORMS_H

#include "ptx/types.h"
#include "warpgrind/status.h"

typedef enum wg_mod {
    WG_MOD_NONE,
#define MOD(id, spelling) WG_MOD_##id,
#include "ptx/modifiers.def"
    WG_MOD_COUNT
} wg_mod;

enum wg_flag_bit {
#define FLAG(id) WG_FLAG_BIT_##id,
#include "ptx/modifiers.def"
    WG_FLAG_COUNT
};

enum wg_flag {
#define FLAG(id) WG_FLAG_##id = 1 << WG_FLAG_BIT_##id,
#include "ptx/modifiers.def"
};

/* What a memory access says of who sees it and which caches keep it. */
enum wg_qualifier_bit {
#define QUALIFIER(id) WG_QUALIFIER_BIT_##id,
#include "ptx/modifiers.def"
    WG_QUALIFIER_COUNT
};

enum wg_qualifier {
#define QUALIFIER(id) WG_QUALIFIER_##id = 1 << WG_QUALIFIER_BIT_##id,
#include "ptx/modifiers.def"
};

/* Where a `<set>` leaves what it matched. */
typedef enum wg_field {
    WG_FIELD_ROUND,
    WG_FIELD_CMP,
    WG_FIELD_COMBINE,
    WG_FIELD_ACTION,
    WG_FIELD_SPACE,
    WG_FIELD_ORDER,
    WG_FIELD_CACHE,
    WG_FIELD_VEC,
    WG_FIELD_GEOMETRY,
    WG_FIELD_SHAPE,
    WG_FIELD_LAYOUT_A,
    WG_FIELD_LAYOUT_B,
    WG_FIELD_COUNT
} wg_field;

typedef enum wg_class {
    WG_CLASS_MOVE,
    WG_CLASS_INT, /* integer arithmetic and logic → int_ops */
    WG_CLASS_F16, /* → flops_f16 (bf16 too) */
    WG_CLASS_F32,
    WG_CLASS_F64,
    WG_CLASS_SFU,    /* special functions → sfu_ops */
    WG_CLASS_TENSOR, /* → flops_tensor; operations come from the shape */
    WG_CLASS_CONVERT,
    WG_CLASS_COMPARE,
    WG_CLASS_LOAD,
    WG_CLASS_STORE,
    WG_CLASS_ATOMIC,
    WG_CLASS_TEXTURE,
    WG_CLASS_WARP, /* shuffles, votes, matches */
    WG_CLASS_BARRIER,
    WG_CLASS_FENCE, /* no effect in a simulator that is sequentially consistent */
    WG_CLASS_CONTROL,
    WG_CLASS_COUNT
} wg_class;

typedef enum wg_opcode {
#define OPCODE(id) WG_OP_##id,
#include "ptx/opcodes/names.def"
#undef OPCODE
    WG_OPCODE_COUNT
} wg_opcode;

/* A row of opcodes.def. */
typedef struct wg_form {
    uint8_t opcode; /* wg_opcode */
    const char *pattern, *operands, *function;
    uint8_t class;
    uint8_t operations;
} wg_form;

enum { WG_MAX_TYPES = 4 };

typedef struct wg_spelled {
    uint16_t form; /* index into wg_forms */
    uint8_t type[WG_MAX_TYPES];
    uint8_t type_count;
    uint8_t field[WG_FIELD_COUNT]; /* wg_mod, WG_MOD_NONE where the pattern's set did not match anything */
    uint32_t flags;                /* wg_flag */
    uint16_t qualifiers;           /* wg_qualifier */
} wg_spelled;

extern const wg_form wg_forms[];
extern const unsigned wg_form_count;

/* Finds the first row that matches. false: no such instruction in the table. */
bool wg_form_match(const char *spelling, wg_spelled *out);

/* How many of the operands it writes. */
unsigned wg_form_destinations(const wg_form *form);

const char *wg_opcode_name(wg_opcode opcode); /* "cp_async" */
const char *wg_mod_name(wg_mod mod);

#endif
