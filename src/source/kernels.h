/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of a source and what they take, read from its text: names, C types, template parameters. This is what a
 * person would see who looks at the file, and no compiler: a type that comes from a header is not known, and that is
 * what it says. Whoever relies on it compares it with the PTX. */
#ifndef WG_SOURCE_KERNELS_H
#define WG_SOURCE_KERNELS_H

#include "source/tokens.h"

typedef struct wg_source_type {
    const char *text;    /* "const float *", for messages */
    const char *element; /* of the value, or of what it points to, as -a has it: "f32", "u8x4"; NULL: not known */
    const struct wg_source_record *record; /* a structure that was understood; NULL: none */
    unsigned pointers;                     /* 1: T *, 2: T ** */
    bool is_const;                         /* what it points to */
    bool is_local;                         /* OpenCL's __local */
    bool is_texture;
} wg_source_type;

enum { WG_NO_LENGTH = INT32_MAX };

typedef struct wg_source_parameter {
    const char *name; /* NULL: it has none */
    wg_source_type type;
    uint64_t count; /* elements of an array; 0: it is none, WG_NO_LENGTH: nobody knows how many */
} wg_source_parameter;

/* A structure whose layout follows from its fields: no base, no bit field, no alignment of its own. */
typedef struct wg_source_record {
    const char *name;
    wg_source_parameter *fields;
    size_t field_count;
} wg_source_record;

typedef struct wg_source_template {
    const char *name;
    bool is_type;
    const char *preset; /* NULL: none */
    const char *value;  /* as the kernel's instance has it; NULL: not known */
} wg_source_template;

typedef struct wg_source_kernel {
    const char *name; /* without namespaces */
    uint32_t line;
    wg_source_parameter *parameters;
    size_t parameter_count;
    size_t list, list_end; /* tokens of the parameters … */
    size_t body, body_end; /* … and between the braces */
    wg_source_template *templates;
    size_t template_count;
} wg_source_kernel;

typedef struct wg_source {
    wg_tokens tokens;
    wg_arena arena;
    bool is_opencl;
    wg_map types;   /* typedef and using: of struct alias */
    wg_map records; /* of wg_source_record */
    wg_source_kernel *kernels;
    size_t kernel_count, kernel_capacity;
} wg_source;

/* Never fails: a text in which nothing is found has no kernels. It must outlive the source. */
wg_source *wg_source_new(const char *text, size_t length, bool is_opencl, const char *const *flags, size_t flag_count);
void wg_source_free(wg_source *source); /* NULL is fine */

/* Takes the template arguments of an instance ("k<float, 256>") and reads the parameters' types again with them. */
void wg_source_instantiate(wg_source *source, wg_source_kernel *kernel, const char *instance);

/* For kernels.c: typedefs and structures first, then types of any tokens. `kernel` may be NULL. */
void wg_source_find_types(wg_source *source);
void wg_source_read_type(wg_source *source, const wg_source_kernel *kernel, size_t first, size_t end,
                         wg_source_type *out);
/* `TYPE NAME[COUNT]` or with no name; end is the `,`, `;` or bracket behind it. */
void wg_source_read_parameter(wg_source *source, const wg_source_kernel *kernel, size_t first, size_t end,
                              wg_source_parameter *out);
/* The end of an item in a list that ends at `end`: its comma outside brackets, also <>. */
size_t wg_source_item_end(const wg_tokens *tokens, size_t first, size_t end);
/* Behind the `>` of the `<` at first; `end`: it is not closed. */
size_t wg_source_behind_angles(const wg_tokens *tokens, size_t first, size_t end);

#endif
