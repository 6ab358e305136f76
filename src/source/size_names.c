/* SPDX-License-Identifier: Apache-2.0 */
#include "source/sizes.h"

#include <string.h>
#include <strings.h>

enum { SMALL, ROWS, SIZES, REALS };

static const struct {
    int kind;
    const char *name;
    double value;
} names[] = {
#define SIZE(name, axis) {SIZES, name, axis},
#define SMALL(name, value) {SMALL, name, value},
#define ROW(name) {ROWS, name, 0},
#define REAL(name, value) {REALS, name, value},
#include "source/size_names.def"
#undef SIZE
#undef SMALL
#undef ROW
#undef REAL
};

static bool fits(const char *pattern, const char *name)
{
    size_t width = strlen(pattern), length = strlen(name);
    if (*pattern == '*')
        return length >= width - 1 && !strcasecmp(name + length - (width - 1), pattern + 1);
    if (pattern[width - 1] == '*')
        return !strncasecmp(name, pattern, width - 1);
    return !strcasecmp(name, pattern);
}

/* A field is called by what is behind its dot. */
static bool find(int kind, const char *name, double *value)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    const char *last = dot ? dot + 1 : name;
    bool is_real = kind == REALS;
    for (size_t k = 0; last && k < sizeof names / sizeof *names; k++) {
        if ((names[k].kind == REALS) != is_real || !fits(names[k].name, last))
            continue;
        *value = names[k].value;
        return names[k].kind == kind;
    }
    return false;
}

bool wg_size_name_small(const char *name, double *value)
{
    return find(SMALL, name, value);
}

bool wg_size_name_real(const char *name, double *value)
{
    return find(REALS, name, value);
}

bool wg_size_name_row(const char *name)
{
    double ignored;
    return find(ROWS, name, &ignored);
}

int wg_size_name_axis(const char *name)
{
    double axis;
    return find(SIZES, name, &axis) ? (int)axis : -1;
}
