/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text with some instructions replaced and everything else as it was, byte for byte. */
#ifndef WG_PTX_ABLATE_TEXT_H
#define WG_PTX_ABLATE_TEXT_H

#include "ptx/module.h"

/* What becomes of an instruction. */
typedef struct wg_edit {
    wg_text label;  /* in front of it and of the scopes it opens */
    wg_text before; /* right in front */
    wg_text after;
    bool is_gone; /* the instruction itself is left out */
} wg_edit;

typedef struct wg_edits {
    wg_text header; /* in front of the body's brace */
    wg_text begin;  /* behind it */
    wg_edit *of;    /* one an instruction, and one to spare */
    uint32_t count;
} wg_edits;

void wg_edits_begin(wg_edits *edits, const wg_ptx_function *f);
void wg_edits_free(wg_edits *edits);
void wg_edits_apply(const wg_edits *edits, const wg_ptx_function *f, const char *text, size_t length, wg_text *out);

#endif
