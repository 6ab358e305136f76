/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    const char *csv, *markdown;
    bool fail, quiet;
} settings;

#define AT(member) offsetof(settings, member)

static const option options[] = {
    {NULL, "--fail-on-regression", NULL, "exit with status 1 if anything is SLOWER or BROKEN", OPTION_FLAG, AT(fail),
     NULL},
    {NULL, "--csv", "FILE|-", "write the table as CSV", OPTION_TEXT, AT(csv), NULL},
    {NULL, "--md", "FILE|-", "write the table as Markdown", OPTION_TEXT, AT(markdown), NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, AT(quiet), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

static int help(void)
{
    printf("usage: warpgrind compare [OPTION]... BEFORE.json AFTER.json\n\n"
           "Compares each benchmark found in both files: FASTER, SLOWER or, within the noise, the SAME; BROKEN if a "
           "rung was\n"
           "right before and is wrong now. The files are those that --json or google-benchmark writes.\n\n");
    options_print(options);
    printf("\nexamples:\n  warpgrind compare before.json after.json\n"
           "  warpgrind compare main.json branch.json --fail-on-regression --md comparison.md\n");
    return finish_stdout() ? 0 : 2;
}

static int compare(const settings *s, const char *before, const char *after)
{
    const struct {
        const char *file;
        wg_report_form form;
    } wanted[] = {{s->quiet || to_stdout(s->csv) || to_stdout(s->markdown) ? NULL : "-", WG_FORM_TEXT},
                  {s->csv, WG_FORM_CSV},
                  {s->markdown, WG_FORM_MARKDOWN}};
    size_t slower = 0;
    wg_error err = {0};
    bool ok = true;
    for (int k = 0; k < 3; k++) {
        char *text = NULL;
        wg_status status = wg_compare_results(before, after, wanted[k].form, &text, &slower, &err);
        if (status == WG_OK && wanted[k].file)
            ok &= write_output(wanted[k].file, text, strlen(text));
        free(text);
        if (status != WG_OK) {
            complain("%s", err.text);
            return wg_status_exit_code(status);
        }
    }
    return !ok || !finish_stdout() ? 2 : s->fail && slower ? 1 : 0;
}

int cmd_compare(int argc, char **argv)
{
    settings s = {0};
    int words;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        return help();
    if (result == PARSED && words == 2)
        return compare(&s, argv[0], argv[1]);
    if (result == PARSED)
        complain("compare takes two files: BEFORE.json AFTER.json");
    return 2;
}
