/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/ptxas.h"

#include "base/file.h"
#include "base/text.h"
#include "compile/cache.h"
#include "compile/command.h"
#include "compile/locate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what it prints ---- */

/* The number before the words, which it ends with: 40 in "Used 40 registers" for " registers". Not found: as it was. */
static void read_before(const char *text, const char *end, const char *words, uint64_t *out)
{
    const char *at = strstr(text, words);
    if (!at || at >= end)
        return;
    const char *digit = at;
    while (digit > text && isdigit((unsigned char)digit[-1]))
        digit--;
    if (digit < at)
        *out = strtoull(digit, NULL, 10);
}

/* The part about one kernel begins with its name in quotes and ends where the next kernel's begins. Newer and older
 * releases differ in what they say between, so each number is looked for by itself. */
bool wg_ptxas_parse(const char *text, const char *entry, wg_ptxas_report *out)
{
    const struct {
        const char *words;
        uint64_t *number;
    } wanted[] = {
        {" registers", &out->registers},
        {" bytes smem", &out->shared},
        {" barriers", &out->barriers},
        {" bytes stack frame", &out->stack},
        {" bytes spill stores", &out->spill_stores},
        {" bytes spill loads", &out->spill_loads},
    };
    static const char heading[] = "entry function '";
    size_t length = strlen(entry);
    const char *part = text;
    while ((part = strstr(part, heading))) {
        part += sizeof heading - 1;
        if (!strncmp(part, entry, length) && part[length] == '\'')
            break;
    }
    if (!part)
        return false;
    const char *end = strstr(part, heading);
    end = end ? end : part + strlen(part);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
        read_before(part, end, wanted[k].words, wanted[k].number);
    return out->registers > 0;
}

/* ---- running it ---- */

/* A folder for one question. */
typedef struct desk {
    wg_arena arena;
    wg_stop *interrupted;
    const char *folder, *ptx, *log, *out;
} desk;

static wg_status open_desk(desk *d, const wg_ptxas_question *question, wg_error *err)
{
    wg_status status = wg_file_scratch(&d->arena, &d->folder, err);
    if (status != WG_OK)
        return status;
    d->interrupted = question->interrupted;
    d->ptx = wg_arena_format(&d->arena, "%s/kernel.ptx", d->folder);
    d->log = wg_arena_format(&d->arena, "%s/log", d->folder);
    d->out = wg_arena_format(&d->arena, "%s/out", d->folder);
    return wg_file_write(d->ptx, question->ptx, question->length, err);
}

static void close_desk(desk *d)
{
    wg_file_discard(d->folder);
    wg_arena_free(&d->arena);
}

/* Adds what it printed. */
static wg_status run(const desk *d, const char *const *words, wg_text *text, int *exit_status, wg_error *err)
{
    wg_command command = {.interrupted = d->interrupted, .scratch = d->folder};
    char *printed = NULL;
    size_t length;
    for (; *words; words++)
        wg_command_add(&command, *words);
    wg_status status = wg_command_run(&command, d->log, exit_status, err);
    wg_command_free(&command);
    if (status == WG_OK)
        status = wg_file_read(d->log, &printed, &length, err);
    if (status == WG_OK)
        wg_text_addf(text, "%s", printed);
    free(printed);
    return status;
}

/* What it says of itself, which is not important enough to fail for, unless it does not end; and of the kernel. */
static wg_status ask(const char *ptxas, const wg_ptxas_question *question, wg_text *text, wg_error *err)
{
    desk d = {0};
    int exit_status = 0;
    wg_status status = open_desk(&d, question, err);
    if (status == WG_OK) {
        wg_status asked = run(&d, (const char *const[]){ptxas, "--version", NULL}, text, &exit_status, err);
        status = asked == WG_ERR_INTERRUPTED || asked == WG_ERR_TIMEOUT ? asked : WG_OK;
    }
    if (status == WG_OK) {
        size_t before = text->length;
        const char *const words[] = {ptxas,           "-v", "-arch", question->arch, "--entry",
                                     question->entry, "-o", d.out,   d.ptx,          NULL};
        status = run(&d, words, text, &exit_status, err);
        if (status == WG_OK && exit_status)
            status = wg_error_set(err, WG_ERR_INPUT, "ptxas refuses the kernel %s: %s", question->entry,
                                  text->bytes ? text->bytes + before : "");
    }
    close_desk(&d);
    return status;
}

/* "Cuda compilation tools, release 13.0, V13.0.88", then of the kernel. */
static wg_status read_words(const char *text, const wg_ptxas_question *question, wg_ptxas_report *out, wg_error *err)
{
    const char *release = strstr(text, "release ");
    *out = (wg_ptxas_report){0};
    snprintf(out->arch, sizeof out->arch, "%s", question->arch);
    if (release)
        sscanf(release, "release %31[0-9.]", out->version);
    if (!wg_ptxas_parse(text, question->entry, out))
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "ptxas says nothing about the registers of %s", question->entry);
    return WG_OK;
}

static wg_status ask_or_remember(const char *ptxas, const wg_ptxas_question *question, wg_ptxas_report *out,
                                 wg_error *err)
{
    wg_text asked = {0}, text = {0};
    wg_text_addf(&asked, "%s %s", question->arch, question->entry);
    wg_cache_key key = wg_cache_key_of_tool(ptxas, asked.bytes, question->ptx, question->length);
    wg_text_free(&asked);
    char *known = question->no_cache ? NULL : wg_cache_find_words(&key);
    wg_status status = known ? read_words(known, question, out, err) : ask(ptxas, question, &text, err);
    if (status == WG_OK && !known)
        status = read_words(text.bytes ? text.bytes : "", question, out, err);
    if (status == WG_OK && !known)
        wg_cache_store_words(&key, text.bytes);
    wg_text_free(&text);
    free(known);
    return status;
}

wg_status wg_ptxas_ask(const wg_ptxas_question *question, wg_ptxas_report *out, wg_error *err)
{
    wg_arena arena = {0};
    const char *ptxas = wg_locate_ptxas(&arena);
    *out = (wg_ptxas_report){0};
    wg_status status = ptxas ? ask_or_remember(ptxas, question, out, err)
                             : wg_error_set(err, WG_ERR_MISSING, "there is no ptxas: it comes with the CUDA toolkit");
    wg_arena_free(&arena);
    return status;
}
