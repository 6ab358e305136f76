/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/failure.h"

#include "base/file.h"
#include "base/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wg_status wg_failure_missing(const wg_job *job, wg_error *err)
{
    wg_text remedies = {0};
    for (size_t i = 0; i < job->tool_count; i++) {
        const wg_compiler *compiler = job->tools[i].compiler;
        wg_text_addf(&remedies, "\n  %-14s  %s", compiler->title, compiler->install);
    }
    wg_status status =
        wg_error_set(err, WG_ERR_NO_COMPILER, "%s: no compiler for %s is installed; any of these will do:%s",
                     job->shown, wg_language_name(job->language), wg_text_get(&remedies));
    wg_text_free(&remedies);
    return status;
}

/* An error holds some thousand characters, a compiler may write more: then the error ends with a whole line and names a
 * file that has the rest. */
static void shorten(wg_error *err, const wg_text *messages)
{
    char *cache = wg_store_folder();
    wg_text log = {0}, note = {0};
    wg_text_addf(&log, "%s/compiler-messages.txt", cache ? cache : "");
    wg_text_addf(&note, "\n…");
    if (cache && wg_file_write(log.bytes, messages->bytes, messages->length, NULL) == WG_OK)
        wg_text_addf(&note, " the rest is in %s", log.bytes);
    size_t size = sizeof err->text, cut = note.length + 1 < size ? size - note.length - 1 : 0;
    while (cut > 0 && err->text[cut] != '\n')
        cut--;
    snprintf(err->text + cut, size - cut, "%s", note.bytes);
    wg_text_free(&log);
    wg_text_free(&note);
    free(cache);
}

wg_status wg_failure_refused(const wg_job *job, const wg_tool *tool, const wg_text *messages, wg_error *err)
{
    wg_error_set(err, WG_ERR_INPUT, "%s: %s could not compile it%s%s:\n%s", job->shown, tool->compiler->title,
                 job->instantiate ? " with kernel " : "", job->instantiate ? job->instantiate : "",
                 wg_text_get(messages));
    if (err && strlen(err->text) == sizeof err->text - 1)
        shorten(err, messages);
    return WG_ERR_INPUT;
}
