/* SPDX-License-Identifier: Apache-2.0 */
/* What to run: a kernel, how to launch it, what to pass it. A spec comes from a tuning file in the open T1 format
 * (docs/use/spec.md says what is read of it), or from a source file with options, or with options in a comment of the
 * source. Either way it holds expressions as text; plan.h evaluates them for one choice of parameters. Everything lives
 * in the spec's arena. */
#ifndef WG_SPEC_SPEC_H
#define WG_SPEC_SPEC_H

#include "base/arena.h"
#include "spec/element.h"
#include "spec/values.h"

/* An expression, and where it stands, for messages; text NULL: not given. */
typedef struct wg_formula {
    const char *text, *where;
} wg_formula;

typedef enum wg_memory {
    WG_MEMORY_VECTOR, /* a buffer in global memory: the kernel gets its address */
    WG_MEMORY_SCALAR,
    WG_MEMORY_LOCAL,   /* shared memory of its own: OpenCL's __local pointers */
    WG_MEMORY_TEXTURE, /* the kernel gets a texture or surface object */
} wg_memory;

typedef enum wg_fill {
    WG_FILL_EXPRESSION, /* of the index i and the number of elements n */
    WG_FILL_RANDOM,
    WG_FILL_LIST,   /* the values one by one; zeros after the last */
    WG_FILL_FILE,   /* raw bytes */
    WG_FILL_FIELDS, /* a structure: what its fields are */
} wg_fill;

typedef enum wg_address { WG_WRAP, WG_CLAMP, WG_MIRROR, WG_BORDER } wg_address;

typedef struct wg_image {
    uint8_t dimensions; /* 1 to 3 */
    wg_formula size[3]; /* texels: width, height, depth or layers */
    bool layered, linear;
    bool normalized_coordinates;
    bool normalized_values; /* integers are read as 0…1 or -1…1 */
    wg_address address;
} wg_image;

/* Of a structure that is passed by value. */
typedef struct wg_spec_field {
    struct wg_argument *argument;
    uint32_t offset; /* in the structure */
    size_t index;    /* among the spec's arguments; 0: not there yet (wg_spec_add_fields) */
} wg_spec_field;

typedef struct wg_argument {
    const char *name; /* NULL: none */
    const char *where;
    wg_element_type type;
    wg_memory memory;
    bool is_passed;   /* to the kernel, in the order of the spec */
    bool sets_symbol; /* is the value of the __constant__ or __device__ variable, or texture reference, of that name */
    wg_formula count; /* elements of a vector; NULL: one, or as many as the file holds */
    wg_fill fill;
    bool is_unset;        /* nobody gives it values before the kernel does, which gets zeros */
    wg_formula value;     /* WG_FILL_EXPRESSION; NULL: zeros */
    wg_formula low, high; /* WG_FILL_RANDOM; NULL: 0 and 1, or the whole range of an integer type */
    uint64_t seed;
    const char *const *list; /* WG_FILL_LIST */
    size_t list_count;
    const char *file; /* WG_FILL_FILE */
    const wg_image *image;
    wg_spec_field *fields; /* WG_FILL_FIELDS */
    size_t field_count;
    uint32_t array; /* a field: numbers that lie in the structure itself; 0: one */
} wg_argument;

typedef struct wg_parameter {
    const char *name;
    wg_settings values;
    const wg_setting *preset; /* the file's default, NULL: none */
    const wg_setting *fixed;  /* the user's choice, NULL: none */
} wg_parameter;

/* One of several launches, or of one that is repeated. What it does not say, it has from the spec. */
typedef struct wg_step {
    const char *where;
    const char *source, *kernel;
    wg_formula grid[3], block[3], shared;
    const char **pass; /* names of the arguments the kernel gets; NULL: those the spec passes */
    size_t pass_count;
    wg_formula repeat;   /* how many times; text NULL: once */
    wg_formula when;     /* left out where it is 0 */
    const char *swap[2]; /* arguments that exchange their memory after each time; NULL: none */
    const char *clear;   /* no kernel: this argument's memory is set to zeros */
    bool is_before;      /* … the clock starts */
} wg_step;

/* A name with a value that no parameter changes: ProblemSize[0], members of BenchmarkConfig, max(parameter). */
typedef struct wg_constant {
    const char *name;
    wg_value value;
} wg_constant;

typedef struct wg_spec {
    wg_arena arena;
    const char *path;   /* of the file the user named */
    const char *source; /* of the kernel */
    const char *kernel; /* NULL: the only one */
    bool is_t1, is_complete;
    bool is_host_code; /* a function that is called, not launched: no grid, no block */
    bool is_trusted;   /* ours, or the user says so: host code in it may run, and compilers get all its options */
    wg_dialect dialect;
    bool grid_in_threads; /* the grid counts threads, as OpenCL's global size does */
    wg_formula grid[3], block[3], shared;
    wg_argument *arguments;
    size_t argument_count, argument_capacity;
    wg_parameter *parameters;
    size_t parameter_count, parameter_capacity;
    wg_step *steps; /* none: one launch, as the spec says */
    size_t step_count, step_capacity;
    wg_formula *conditions;
    size_t condition_count, condition_capacity;
    wg_constant *constants;
    size_t constant_count, constant_capacity;
    const char **flags; /* of the compiler */
    size_t flag_count, flag_capacity;
} wg_spec;

/* A tuning file when the name ends in .json, else a kernel's source. */
wg_status wg_spec_open(const char *path, wg_spec **out, wg_error *err);
/* An empty spec for a source, to be filled by wg_spec_set and the functions below; the file is not looked at. */
wg_spec *wg_spec_new(const char *source);
void wg_spec_free(wg_spec *spec);

/* Sets one launch option by its long name: kernel, grid, block, shared, arg, set (NAME=VALUE of a parameter), flag.
 * `where` is how the user wrote the option, for messages. An argument replaces the one of the same name of a tuning
 * file; a tuning file's other arguments stay. */
wg_status wg_spec_set(wg_spec *spec, const char *option, const char *value, const char *where, wg_error *err);

/* To be called when all options are set. A source may say in a comment how to launch it: `// warpgrind: --grid 4096
 * --block 256 -a …` (spec_comment.c). */
wg_status wg_spec_complete(wg_spec *spec, wg_error *err);
/* After that: the fields of structures become arguments, which no kernel gets, called "structure.field". */
void wg_spec_add_fields(wg_spec *spec);

/* For the readers: spec_t1.c, spec_argument.c, spec_comment.c. */
wg_status wg_spec_read_t1(wg_spec *spec, const char *text, size_t length, wg_error *err);
wg_status wg_spec_read_argument(wg_spec *spec, const char *text, const char *where, wg_argument *out, wg_error *err);
wg_status wg_spec_read_argument_at(wg_spec *spec, const char *text, const char *where, int depth, wg_argument *out,
                                   wg_error *err); /* depth: of structures around it */
/* spec_structure.c: where the fields of `NAME:{…}` begin, NULL: it is no structure; the structure itself; how its
 * fields lie, which says how large it is. */
const char *wg_spec_find_fields(const char *text);
wg_status wg_spec_read_fields(wg_spec *spec, const char *text, const char *where, int depth, wg_argument *out,
                              wg_error *err);
wg_status wg_spec_lay_out(wg_argument *structure, wg_error *err);
wg_status wg_spec_read_comment(wg_spec *spec, const char *text, wg_error *err);
wg_argument *wg_spec_find_argument(const wg_spec *spec, const char *name);
wg_argument *wg_spec_add_argument(wg_spec *spec);
void wg_spec_add_flag(wg_spec *spec, const char *flag);
void wg_spec_add_constant(wg_spec *spec, const char *name, wg_value value);
/* X[,Y[,Z]], each an expression. */
wg_status wg_spec_read_shape(wg_spec *spec, const char *text, const char *where, wg_formula shape[3], wg_error *err);
/* A file named in the spec: relative to the spec's folder. */
const char *wg_spec_resolve_path(wg_spec *spec, const char *name);
const char *wg_spec_folder(wg_spec *spec); /* that one */
/* Splits at the first comma outside brackets; *rest is what follows it, NULL at the end. */
char *wg_spec_split(wg_arena *arena, const char *text, const char **rest);

#endif
