/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* Words of a table that say how something went. */
static const struct {
    const char *word, *ink;
} inks[] = {{"WRONG", "\033[1;31m"},  {"FAILED", "\033[1;31m"}, {"SLOWER", "\033[1;31m"},
            {"BROKEN", "\033[1;31m"}, {"WORSE", "\033[1;31m"},  {"FASTER", "\033[32m"},
            {"BETTER", "\033[32m"},   {"REPAIRED", "\033[32m"}, {"yes", "\033[32m"}};

static const char *ink_of(const char *word, size_t length)
{
    for (size_t k = 0; k < sizeof inks / sizeof *inks; k++)
        if (strlen(inks[k].word) == length && !strncmp(inks[k].word, word, length))
            return inks[k].ink;
    return NULL;
}

/* The words of one line, with what is between them. */
static void paint_row(wg_text *out, const char *line, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t blank = strspn(line + at, " "), word = strcspn(line + at + blank, " \n");
        const char *ink = ink_of(line + at + blank, word);
        wg_text_add(out, line + at, blank);
        wg_text_addf(out, "%s", ink ? ink : "");
        wg_text_add(out, line + at + blank, word);
        wg_text_addf(out, "%s", ink ? "\033[0m" : "");
        at += blank + word;
    }
}

char *wg_report_paint(char *text)
{
    wg_text out = {0};
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (line[0] == ' ') /* rows of a table are indented, sentences are not */
            paint_row(&out, line, length);
        else
            wg_text_add(&out, line, length);
        line += length;
        if (*line == '\n')
            wg_text_add(&out, line++, 1);
    }
    wg_text_addf(&out, "%s", "");
    if (!out.bytes)
        return text;
    free(text);
    return out.bytes;
}
