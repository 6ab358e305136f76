/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts for shells, and the words those ask for: verbs and options from the tables that also parse them and print
 * their help, and the names of what is installed. */
#include "completion/completion.h"
#include "options.h"
#include "output.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

typedef struct settings {
    bool words;
} settings;

static const option options[] = {
    {NULL, "--words", NULL, "for the scripts: print what the last WORD could become, with a few words about each",
     OPTION_FLAG, offsetof(settings, words), NULL},
    {"-h", "--help", NULL, "show this help", OPTION_HELP, 0, NULL},
    {0},
};

size_t completion_options(option out[MOST_OPTIONS])
{
    return options_copy(options, out);
}

static int help(void)
{
    printf("usage: warpgrind completion SHELL\n"
           "       warpgrind completion --words -- WORD...\n\n"
           "Prints a script that makes SHELL (bash, zsh or fish) complete verbs, options, devices, ladders and rungs.\n"
           "`make install` puts them where these shells look for them.\n\n");
    options_print(options);
    printf("\nexamples:\n"
           "  eval \"$(warpgrind completion bash)\"\n"
           "  warpgrind completion fish | source\n");
    return finish_stdout() ? 0 : 2;
}

/* ---- words ---- */

/* What can stand somewhere: words of our own, names of what there is, files. */
typedef struct source {
    const char *words; /* "auto always never" */
    enum { NO_NAMES, DEVICES, DEVICE_NAMES, LADDERS, PROBES, RUNGS, OWN_RUNGS } names;
    const char *files; /* endings, "cu cl"; "": all files; NULL: none */
} source;

/* By what the help calls the value of an option. */
static const struct {
    const char *value;
    source source;
} values[] = {
    {"DEVICE", {NULL, DEVICES, NULL}},
    {"COMPILER", {"nvrtc nvcc clang", NO_NAMES, NULL}},
    {"SET", {"default test large", NO_NAMES, NULL}},
    {"WHEN", {"auto always never", NO_NAMES, NULL}},
    {"RUNG,...", {NULL, OWN_RUNGS, NULL}},
    {"FILE|-", {NULL, NO_NAMES, ""}},
    {"FILE", {NULL, NO_NAMES, "json"}},
    {"FOLDER", {NULL, NO_NAMES, ""}},
    {"RULES", {NULL, NO_NAMES, ""}},
    {"[=KINDS]", {"nan infinity denormal index_overflow", NO_NAMES, NULL}},
};

/* What follows a verb besides options. */
static const struct {
    const char *verb;
    source source;
} subjects[] = {
    {"explain", {NULL, RUNGS, "cu cl ptx json"}},
    {"check", {NULL, RUNGS, "cu cl ptx json"}},
    {"ladder", {NULL, LADDERS, NULL}},
    {"probe", {NULL, PROBES, NULL}},
    {"roofline", {NULL, RUNGS, "cu cl ptx json"}},
    {"roofline", {NULL, LADDERS, NULL}},
    {"report", {NULL, NO_NAMES, "json"}},
    {"compare", {NULL, NO_NAMES, "json"}},
    {"occupancy", {NULL, NO_NAMES, "cu cl ptx json"}},
    {"devices", {NULL, DEVICE_NAMES, NULL}},
    {"completion", {"bash zsh fish", NO_NAMES, NULL}},
};

enum { VALUES = sizeof values / sizeof *values, SUBJECTS = sizeof subjects / sizeof *subjects };

/* The line being completed. */
typedef struct typed {
    char **words;
    int count;
    const char *last;    /* the word to complete, or the part of it behind the = */
    const char *before;  /* "--color=" of such a part; else "" */
    const char *subject; /* the first word behind the verb that is neither an option nor its value; NULL */
} typed;

/* Those that begin as the last word does. */
static void offer(const typed *t, const char *word, size_t length, const char *about)
{
    size_t given = strlen(t->last);
    if (given <= length && !strncmp(word, t->last, given))
        printf("%s%.*s\t%s\n", t->before, (int)length, word, about);
}

static void offer_words(const typed *t, const char *words)
{
    for (size_t length; words && *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        offer(t, words, length, "");
    }
}

/* Lines "NAME\tWHAT IT IS"; `skip` bytes of each name are left out. */
static void offer_names(const typed *t, wg_names which, const char *of, size_t skip)
{
    char *text = NULL, *line, *next;
    if (wg_names_write(which, of, &text, NULL) != WG_OK)
        return;
    for (line = text; *line; line = next) {
        size_t name = strcspn(line, "\t"), end = strcspn(line, "\n");
        next = line + end + (line[end] == '\n');
        line[end] = 0;
        if (name > skip)
            offer(t, line + skip, name - skip, line + name + (line[name] == '\t'));
    }
    free(text);
}

/* "naive,ti": what follows the last comma. */
static void offer_own_rungs(typed *t)
{
    const char *comma = strrchr(t->last, ',');
    typed part = *t;
    char before[512];
    snprintf(before, sizeof before, "%s%.*s", t->before, comma ? (int)(comma + 1 - t->last) : 0, t->last);
    part.before = before;
    part.last = comma ? comma + 1 : t->last;
    bool is_probe = t->count && !strcmp(t->words[0], "probe");
    if (t->subject)
        offer_names(&part, is_probe ? WG_NAMES_OF_CURVES : WG_NAMES_OF_RUNGS, t->subject, 0);
}

static void offer_source(typed *t, const source *s)
{
    offer_words(t, s->words);
    switch (s->names) {
    case NO_NAMES: break;
    case DEVICES: offer_names(t, WG_NAMES_OF_DEVICES, NULL, 0); break;
    case DEVICE_NAMES: offer_names(t, WG_NAMES_OF_DEVICES, NULL, strlen("sim:")); break;
    case LADDERS: offer_names(t, WG_NAMES_OF_LADDERS, NULL, 0); break;
    case PROBES: offer_names(t, WG_NAMES_OF_PROBES, NULL, 0); break;
    case RUNGS: offer_names(t, WG_NAMES_OF_RUNGS, NULL, 0); break;
    case OWN_RUNGS: offer_own_rungs(t); break;
    }
    if (s->files)
        printf("@files%s%s\n", *s->files ? " " : "", s->files);
}

/* ---- where the last word stands ---- */

/* The option that takes the word behind this one for its value, or what is behind a = alone; NULL: none does. */
static const option *taker(const option *list, size_t count, const char *word, bool is_joined)
{
    for (size_t k = 0; k < count; k++) {
        const option *o = &list[k];
        bool named = (o->name && !strcmp(word, o->name)) || (o->letter && !strcmp(word, o->letter));
        if (named && o->value && (is_joined || o->kind != OPTION_MAYBE))
            return o;
    }
    return NULL;
}

/* Devices besides the simulated ones, by verb. */
static const char *real_devices(const char *name)
{
    bool climbs = !strcmp(name, "ladder") || !strcmp(name, "probe");
    bool only_simulates = !strcmp(name, "occupancy");
    return climbs ? "cuda opencl cpu" : only_simulates ? "" : "cuda opencl";
}

static void offer_value(typed *t, const option *o)
{
    static const source device_names = {NULL, DEVICE_NAMES, NULL}; /* `devices -d NAME` */
    bool is_device = o->name && !strcmp(o->name, "--device");
    if (is_device && !strcmp(o->value, "NAME")) {
        offer_source(t, &device_names);
        return;
    }
    if (is_device)
        offer_words(t, real_devices(t->words[0]));
    for (int k = 0; k < VALUES; k++)
        if (!strcmp(values[k].value, o->value))
            offer_source(t, &values[k].source);
}

static void offer_options(const typed *t, const option *list, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (list[k].name)
            offer(t, list[k].name, strlen(list[k].name), list[k].help);
        else if (list[k].kind != OPTION_JOINED)
            offer(t, list[k].letter, strlen(list[k].letter), list[k].help);
    }
}

/* "--color=al" is a value with its option before it. */
static bool offer_joined(typed *t, const option *list, size_t count)
{
    const char *equals = !strncmp(t->last, "--", 2) ? strchr(t->last, '=') : NULL;
    char before[256];
    if (!equals || (size_t)(equals - t->last) + 2 > sizeof before)
        return false;
    snprintf(before, sizeof before, "%.*s", (int)(equals - t->last), t->last);
    const option *o = taker(list, count, before, true);
    strcat(before, "=");
    t->before = before;
    t->last = equals + 1;
    if (o)
        offer_value(t, o);
    t->before = "";
    return true;
}

static void find_subject(typed *t, const option *list, size_t count)
{
    for (int k = 1; k < t->count - 1 && !t->subject; k++) {
        if (taker(list, count, t->words[k], false))
            k++;
        else if (t->words[k][0] != '-')
            t->subject = t->words[k];
    }
}

static void complete_verb(typed *t, const verb *v)
{
    option list[MOST_OPTIONS];
    size_t count = v->options(list);
    const option *open = t->count > 2 ? taker(list, count, t->words[t->count - 2], false) : NULL;
    find_subject(t, list, count);
    if (open)
        offer_value(t, open);
    else if (t->last[0] == '-' && !offer_joined(t, list, count))
        offer_options(t, list, count);
    else if (t->words[t->count - 1][0] != '-')
        for (int k = 0; k < SUBJECTS; k++)
            if (!strcmp(subjects[k].verb, v->name))
                offer_source(t, &subjects[k].source);
}

static int complete(char **words, int count)
{
    typed t = {.words = words, .count = count, .last = count ? words[count - 1] : "", .before = ""};
    for (const verb *v = verbs; v->name; v++) {
        if (count < 2)
            offer(&t, v->name, strlen(v->name), v->summary);
        else if (!strcmp(v->name, words[0]))
            complete_verb(&t, v);
    }
    if (count < 2)
        offer_words(&t, "--help --version");
    return finish_stdout() ? 0 : 2;
}

/* ---- scripts ---- */

static int print_script(const char *shell)
{
    char name[64];
    snprintf(name, sizeof name, "warpgrind.%.40s", shell);
    for (const completion_script *s = completion_scripts; s->name; s++)
        if (!strcmp(s->name, name))
            return write_output("-", s->bytes, s->length) ? 0 : 2;
    complain("'%s' is none of bash, zsh and fish", shell);
    return 2;
}

int cmd_completion(int argc, char **argv)
{
    settings s = {0};
    int words;
    parsed result = options_parse(options, argc, argv, &s, &words);
    if (result == PARSED_HELP)
        return help();
    if (result == PARSED && s.words)
        return complete(argv, words);
    if (result == PARSED && words == 1)
        return print_script(argv[0]);
    if (result == PARSED)
        complain("for which shell? Name bash, zsh or fish");
    return 2;
}
