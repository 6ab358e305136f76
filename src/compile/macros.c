/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/macros.h"

#include <ctype.h>
#include <string.h>

bool wg_macros_is_one(const char *flag)
{
    return flag[0] == '-' && (flag[1] == 'D' || flag[1] == 'U') && flag[2];
}

static size_t identifier_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

/* (A, B, ...) behind the name of a macro with arguments; 0: it is no such list. */
static size_t list_length(const char *text)
{
    size_t length = 1;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("_,. ", text[length])))
        length++;
    return text[length] == ')' ? length + 1 : 0;
}

/* Behind the name, where '=' or the end must be; NULL: it is no name. */
static const char *behind_name(const char *text, bool may_have_list)
{
    size_t length = identifier_length(text);
    if (!length)
        return NULL;
    if (text[length] == '(' && may_have_list)
        length += list_length(text + length);
    return text[length] && (text[length] != '=' || !may_have_list) ? NULL : text + length;
}

static bool is_one_line(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' && *text != '\t')
            return false;
    return true;
}

wg_status wg_macros_check(const char *file, const char *const *flags, size_t flag_count, wg_error *err)
{
    for (size_t k = 0; k < flag_count; k++) {
        if (!wg_macros_is_one(flags[k]))
            continue;
        if (!behind_name(flags[k] + 2, flags[k][1] == 'D'))
            return wg_error_set(err, WG_ERR_INPUT, "%s: the macro %s: a name has letters, digits and _ only", file,
                                flags[k] + 2);
        if (!is_one_line(flags[k]))
            return wg_error_set(err, WG_ERR_INPUT, "%s: the macro %.*s: its value is more than one line", file,
                                (int)strcspn(flags[k] + 2, "="), flags[k] + 2);
    }
    return WG_OK;
}

/* An empty line behind each: a backslash at the end of a value joins that, and not the next macro. The last of several
 * with one name counts, as on a command line. */
void wg_macros_write(const char *const *flags, size_t flag_count, wg_text *out)
{
    for (size_t k = 0; k < flag_count; k++) {
        const char *name = flags[k] + 2;
        if (!wg_macros_is_one(flags[k]))
            continue;
        wg_text_addf(out, "#undef %.*s\n", (int)identifier_length(name), name);
        if (flags[k][1] == 'U')
            continue;
        const char *value = behind_name(name, true);
        wg_text_addf(out, "#define %.*s %s\n\n", (int)(value - name), name, *value ? value + 1 : "1");
    }
}
