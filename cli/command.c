/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_plain(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    return *word && strspn(word, letters) == strlen(word);
}

static void add_word(FILE *out, const char *word)
{
    if (is_plain(word)) {
        fprintf(out, " %s", word);
        return;
    }
    fputs(" '", out);
    for (; *word; word++) /* nothing but the quote itself means anything inside quotes */
        fputs(*word == '\'' ? "'\\''" : (char[2]){*word}, out);
    fputc('\'', out);
}

char *command_line(const char *verb, int argc, char **argv)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        exit(out_of_memory());
    fprintf(out, "warpgrind %s", verb);
    for (int k = 0; k < argc; k++)
        add_word(out, argv[k]);
    if (fclose(out) != 0)
        exit(out_of_memory());
    return text;
}
