/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    const char *json, *device;
    bool quiet;
} settings;

static const option options[] = {
    {"-d", "--device", "NAME", "the GPU to show; the same as NAME", OPTION_TEXT, offsetof(settings, device), NULL},
    {NULL, "--json", "FILE|-", "write everything about the devices as JSON", OPTION_TEXT, offsetof(settings, json),
     NULL},
    {"-q", "--quiet", NULL, "do not print the table", OPTION_FLAG, offsetof(settings, quiet), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t devices_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf(
        "usage: warpgrind devices [OPTION]... [NAME]\n\n"
        "Lists the devices that kernels can run on, simulated and real, and the compilers found. With a NAME, prints\n"
        "everything known about that GPU and the source of each number.\n\n");
    options_print(options);
    return finish_stdout() ? 0 : 2;
}

static int show(const settings *s, const char *name, wg_error *err)
{
    char *text = NULL;
    bool ok = true;
    bool table = !s->quiet && !to_stdout(s->json);
    wg_status status = s->json ? wg_devices_write(name, WG_FORM_JSON, &text, err) : WG_OK;
    if (status == WG_OK && s->json)
        ok = write_output(s->json, text, strlen(text));
    free(text);
    text = NULL;
    if (status == WG_OK && table)
        status = wg_devices_write(name, WG_FORM_TEXT, &text, err);
    if (status == WG_OK && table)
        ok &= print_text(text);
    free(text);
    if (status != WG_OK)
        complain("%s", err->text);
    return status != WG_OK ? wg_status_exit_code(status) : ok && finish_stdout() ? 0 : 2;
}

int cmd_devices(int argc, char **argv)
{
    settings s = {0};
    wg_error err = {0};
    int words;
    switch (options_parse(options, argc, argv, &s, &words)) {
    case PARSED_HELP: return help();
    case PARSED_BAD: return 2;
    case PARSED: break;
    }
    if (words + (s.device != NULL) > 1) {
        complain("devices takes one name at most");
        return 2;
    }
    const char *name = words ? argv[0] : s.device;
    if (name && !strncmp(name, "sim:", 4))
        name += 4;
    return show(&s, name, &err);
}
