/* Libraries that are there or not: found at run time, their functions put into a struct of pointers. */
#ifndef WG_BACKENDS_DYNAMIC_H
#define WG_BACKENDS_DYNAMIC_H

#include "warpgrind/status.h"

#include <stddef.h>

typedef struct wg_dynamic_symbol {
    const char *name;
    size_t offset; /* in the struct */
} wg_dynamic_symbol;

/* WG_ERR_MISSING: there is no such library (`absent` is the sentence then), or it lacks a function. */
wg_status wg_dynamic_load(const char *library, const char *absent, const wg_dynamic_symbol *symbols, size_t count,
                          void *functions, wg_error *err);

#endif
