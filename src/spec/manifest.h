/* SPDX-License-Identifier: Apache-2.0 */
/* Reading ladder.json and probe.json: what the parts of the reader share. ladder_read.c reads the whole, ladder_rung.c
 * a rung. */
#ifndef WG_SPEC_MANIFEST_H
#define WG_SPEC_MANIFEST_H

#include "spec/ladder.h"
#include "json/read.h"

typedef struct wg_manifest {
    wg_ladder *ladder;
    const wg_ladder_options *options;
    bool *used; /* one for each setting */
    wg_json root;
    wg_error *err;
} wg_manifest;

/* The members each kind of object may have, ended by NULL. */
extern const char *const wg_manifest_of_ladder[];
extern const char *const wg_manifest_of_rung[];
extern const char *const wg_manifest_of_launch[];
extern const char *const wg_manifest_of_axis[];
/* One of another name is a mistake, and may be a misspelt one. */
wg_status wg_manifest_check_members(wg_manifest *r, const wg_json *object, const char *const *known);

const char *wg_manifest_keep(wg_manifest *r, const char *text);     /* in the ladder's arena */
const char *wg_manifest_place(wg_manifest *r, const wg_json *node); /* "ladder.json: rungs[2].grid", likewise */

/* A string; absent: NULL, unless it is needed. */
wg_status wg_manifest_text(wg_manifest *r, const wg_json *object, const char *key, bool needed, const char **out);
/* A number or an expression; absent: empty, or a mistake. */
wg_status wg_manifest_formula(wg_manifest *r, const wg_json *node, wg_formula *out);
wg_status wg_manifest_need_formula(wg_manifest *r, const wg_json *node, wg_formula *out);
wg_status wg_manifest_flag(wg_manifest *r, const wg_json *object, const char *key, bool *out);
wg_status wg_manifest_axis(wg_manifest *r, const wg_json *node, wg_axis *out);
/* WG_OK also where it is absent. */
wg_status wg_manifest_allow(wg_manifest *r, const wg_json *node, json_type type, const char *what);

/* The member of the rung, else of the ladder. */
wg_json wg_manifest_inherited(const wg_manifest *r, const wg_json *rung, const char *key);
wg_status wg_manifest_inherited_formula(wg_manifest *r, const wg_json *rung, const char *key, wg_formula *out);

/* What the user set of that name, which counts as used; NULL: nothing. */
const wg_ladder_setting *wg_manifest_setting(const wg_manifest *r, const char *name);

/* One rung: ladder_rung.c. */
wg_status wg_manifest_rung(wg_manifest *r, const wg_json *node, wg_rung *out);

#endif
