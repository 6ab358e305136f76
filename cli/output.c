/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include "replace.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "warpgrind: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
}

int out_of_memory(void)
{
    complain("out of memory");
    return 2;
}

void mention_cache(void)
{
    wg_error err = {0};
    if (wg_cache_check(&err) != WG_OK)
        complain("%s", err.text);
}

bool write_output(const char *file, const void *bytes, size_t length)
{
    bool standard = to_stdout(file);
    bool ok = standard ? fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0
                       : replace_file(file, bytes, length);
    if (!ok)
        complain("%s: cannot be written: %s", standard ? "stdout" : file, strerror(errno));
    return ok;
}

bool to_stdout(const char *file)
{
    return file && !strcmp(file, "-");
}

bool finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    complain("stdout: cannot be written: %s", strerror(errno));
    return false;
}

/* ---- how text looks on a terminal ---- */

bool check_look(const look *l)
{
    bool known = !l->color || !strcmp(l->color, "auto") || !strcmp(l->color, "always") || !strcmp(l->color, "never");
    if (!known)
        complain("--color %s: expected auto, always or never", l->color);
    return known;
}

/* https://no-color.org: what is said on the command line counts more than what the environment says. */
bool want_color(const look *l)
{
    const char *no_color = getenv("NO_COLOR"), *when = l->no_color ? "never" : l->color ? l->color : "auto";
    if (strcmp(when, "auto") != 0)
        return !strcmp(when, "always");
    return !(no_color && *no_color) && isatty(STDOUT_FILENO);
}

size_t terminal_width(void)
{
    enum { USUAL = 80 };
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    if (!isatty(STDOUT_FILENO))
        return 0;
    long given = columns ? strtol(columns, NULL, 10) : 0;
    if (given > 0 && given < 10000)
        return (size_t)given;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : USUAL;
}

/* The bytes of an escape sequence that begins here; 0: none does. */
static size_t escape_length(const char *at)
{
    if (at[0] != '\033' || at[1] != '[')
        return 0;
    size_t length = 2 + strspn(at + 2, "0123456789;");
    return at[length] ? length + 1 : length;
}

/* The bytes of one character. */
static size_t character_length(const char *at)
{
    size_t length = 1;
    while (((unsigned char)at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* How many of a line's bytes are shown, of `end`; all of them where they fit. */
static size_t fitting(const char *line, size_t end, size_t width)
{
    size_t shown = 0, fits = 0;
    for (size_t at = 0; at < end;) {
        size_t escape = escape_length(line + at);
        at += escape ? escape : character_length(line + at);
        shown += !escape;
        if (shown < width) /* a place is left for the ellipsis */
            fits = at;
    }
    return shown <= width ? end : fits;
}

static void print_line(const char *line, size_t length, size_t width)
{
    size_t shown = width ? fitting(line, length, width) : length;
    fwrite(line, 1, shown, stdout);
    if (shown < length)
        fputs(memchr(line, '\033', length) ? "…\033[0m" : "…", stdout);
}

bool print_text(const char *text)
{
    for (size_t width = terminal_width(); *text;) {
        size_t length = strcspn(text, "\n");
        print_line(text, length, width);
        text += length;
        if (*text == '\n')
            putchar(*text++);
    }
    return finish_stdout();
}

static bool print_form(char *text)
{
    bool ok = text && print_text(text);
    if (!text)
        out_of_memory();
    free(text);
    return ok;
}

static bool write_form(const char *file, char *text)
{
    bool ok = text && write_output(file, text, strlen(text));
    if (!text)
        out_of_memory();
    free(text);
    return ok;
}

/* A runner of GitHub Actions reads both outputs of a step: what a program reads on one of them stays alone there. */
static bool write_annotations(char *text, bool taken)
{
    if (!text)
        out_of_memory();
    else
        fputs(text, taken ? stderr : stdout);
    bool ok = text;
    free(text);
    return finish_stdout() && ok;
}

bool write_outputs(const outputs *files, bool quiet, writer *write, const void *result, const wg_write_options *options)
{
    const struct {
        const char *file;
        wg_report_form form;
    } wanted[] = {{files->json, WG_FORM_JSON},  {files->csv, WG_FORM_CSV},   {files->markdown, WG_FORM_MARKDOWN},
                  {files->svg, WG_FORM_SVG},    {files->html, WG_FORM_HTML}, {files->junit, WG_FORM_JUNIT},
                  {files->sarif, WG_FORM_SARIF}};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    bool ok = true, taken = false;
    for (int k = 0; k < WANTED; k++)
        taken |= to_stdout(wanted[k].file);
    if (!quiet && !taken)
        ok = print_form(write(result, WG_FORM_TEXT, options));
    for (int k = 0; k < WANTED; k++)
        ok &= !wanted[k].file || write_form(wanted[k].file, write(result, wanted[k].form, options));
    ok = finish_stdout() && ok;
    if (files->annotations)
        ok &= write_annotations(write(result, WG_FORM_ANNOTATIONS, options), taken);
    return ok;
}

static char *write_one(const void *results, wg_report_form form, const wg_write_options *options)
{
    return wg_results_write(results, form, options);
}

bool write_results(const outputs *files, bool quiet, const wg_results *results, const wg_write_options *options)
{
    return write_outputs(files, quiet, write_one, results, options);
}
