/* SPDX-License-Identifier: Apache-2.0 */
/* One table of options a verb: it drives parsing, and --help is printed from it. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum option_kind {
    OPTION_FLAG,   /* bool: becomes true */
    OPTION_TEXT,   /* const char * */
    OPTION_MAYBE,  /* const char *: what follows a =, or "" */
    OPTION_NUMBER, /* uint64_t */
    OPTION_LIST,   /* option_list: each use adds one */
    OPTION_JOINED, /* option_list: the value may follow at once, -DNAME; the item keeps the option's letter */
    OPTION_HELP,
} option_kind;

enum { MOST_OPTIONS = 64 };

typedef struct option {
    const char *letter; /* "-k", NULL: none */
    const char *name;   /* "--kernel", NULL: none */
    const char *value;  /* what it takes, for the help: "NAME" */
    const char *help;
    option_kind kind;
    size_t offset;   /* in the verb's settings */
    const char *tag; /* OPTION_LIST, OPTION_JOINED: given to the item */
} option;

/* How text looks on a terminal: the same for every verb that prints some. */
#define OPTION_COLOR(settings)                                                                                         \
    {                                                                                                                  \
        NULL, "--color", "WHEN", "auto, always or never: colour on a terminal; default: auto", OPTION_TEXT,            \
            offsetof(settings, look.color), NULL                                                                       \
    }

typedef struct option_item {
    const char *tag, *value;
    char *where; /* as the user wrote it: "-a x:f32[n]" */
    char *copy;  /* of the value, to be cut up */
} option_item;

typedef struct option_list {
    option_item *items;
    size_t count, capacity;
} option_list;

typedef enum parsed { PARSED, PARSED_HELP, PARSED_BAD } parsed;

/* Options may stand before, between and behind the other words; `--` ends them. The other words' pointers are moved to
 * the front of argv, *count of them. What is wrong is said on stderr. */
parsed options_parse(const option *options, int argc, char **argv, void *settings, int *count);
void options_print(const option *options);
size_t options_copy(const option *options, option out[MOST_OPTIONS]);
void option_list_free(option_list *list);

/* "; did you mean WORD?" for an unknown word, "" when none is like it. */
const char *suggestion(const char *word, const char *const *candidates, size_t count, char *text, size_t size);

#endif
