/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

bool write_output(const char *file, const void *bytes, size_t length)
{
    bool standard = to_stdout(file);
    FILE *out = standard ? stdout : fopen(file, "wb");
    bool ok = out && fwrite(bytes, 1, length, out) == length;
    if (out && (standard ? fflush(out) : fclose(out)) != 0)
        ok = false;
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

/* https://no-color.org */
bool want_color(bool refused)
{
    const char *no_color = getenv("NO_COLOR");
    return !refused && !(no_color && *no_color) && isatty(STDOUT_FILENO);
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
    } wanted[] = {{files->json, WG_FORM_JSON}, {files->csv, WG_FORM_CSV},   {files->markdown, WG_FORM_MARKDOWN},
                  {files->svg, WG_FORM_SVG},   {files->html, WG_FORM_HTML}, {files->junit, WG_FORM_JUNIT}};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    bool ok = true, taken = false;
    for (int k = 0; k < WANTED; k++)
        taken |= to_stdout(wanted[k].file);
    if (!quiet && !taken)
        ok = write_form("-", write(result, WG_FORM_TEXT, options));
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
