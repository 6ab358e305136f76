/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/math_calls.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Single precision has an f behind it. */
static const char FUNCTIONS[] =
    "sin cos tan sincos sinpi cospi sincospi asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 "
    "expm1 log "
    "log2 log10 log1p pow cbrt rcbrt erf erfc erfcx erfinv erfcinv normcdf normcdfinv tgamma lgamma fmod remainder";

static bool is_function(const char *word, size_t length)
{
    char name[32];
    if (length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (wg_text_has_word(FUNCTIONS, name))
        return true;
    if (length < 2 || name[length - 1] != 'f')
        return false;
    name[length - 1] = 0;
    return wg_text_has_word(FUNCTIONS, name);
}

bool wg_line_calls_math(const char *text)
{
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        if (!length) {
            at++;
            continue;
        }
        if (at[length + strspn(at + length, " ")] == '(' && is_function(at, length))
            return true;
        at += length;
    }
    return false;
}

double wg_math_share(const wg_lines *lines)
{
    double math = 0, all = 0;
    for (size_t k = 0; k < lines->count; k++) {
        const wg_line *line = &lines->items[k];
        double instructions = (double)line->counters.value[WG_COUNTER_warp_instructions];
        all += instructions;
        math += line->text && wg_line_calls_math(line->text) ? instructions : 0;
    }
    return all > 0 ? math / all : NAN;
}
