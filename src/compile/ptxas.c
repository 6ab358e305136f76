#include "compile/ptxas.h"

#include "base/file.h"
#include "compile/command.h"
#include "compile/locate.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

typedef struct question {
    wg_arena arena;
    const char *folder, *ptx, *log, *out;
} question;

static wg_status open_question(question *q, const char *ptx, size_t length, wg_error *err)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = wg_arena_format(&q->arena, "%s/warpgrind-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return wg_error_set(err, WG_ERR_SYSTEM, "no temporary folder %s: %s", folder, strerror(errno));
    q->folder = folder;
    q->ptx = wg_arena_format(&q->arena, "%s/kernel.ptx", folder);
    q->log = wg_arena_format(&q->arena, "%s/log", folder);
    q->out = wg_arena_format(&q->arena, "%s/out", folder);
    return wg_file_write(q->ptx, ptx, length, err);
}

static void close_question(question *q)
{
    if (q->folder) {
        unlink(q->ptx);
        unlink(q->log);
        unlink(q->out);
        rmdir(q->folder);
    }
    wg_arena_free(&q->arena);
}

/* What it printed to `log`; malloc'ed. */
static wg_status run(question *q, wg_command *command, char **text, int *exit_status, wg_error *err)
{
    size_t length;
    wg_status status = wg_command_run(command, q->log, exit_status, err);
    wg_command_free(command);
    return status == WG_OK ? wg_file_read(q->log, text, &length, err) : status;
}

static wg_status ask(question *q, const char *ptxas, const char *entry, wg_ptxas_report *out, wg_error *err)
{
    const char *words[] = {ptxas, "-v", "-arch", out->arch, "--entry", entry, "-o", q->out, q->ptx};
    wg_command command = {0};
    char *text = NULL;
    int exit_status = 0;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        wg_command_add(&command, words[k]);
    wg_status status = run(q, &command, &text, &exit_status, err);
    if (status == WG_OK && exit_status)
        status = wg_error_set(err, WG_ERR_INPUT, "ptxas refuses the kernel %s: %s", entry, text);
    if (status == WG_OK && !wg_ptxas_parse(text, entry, out))
        status = wg_error_set(err, WG_ERR_UNSUPPORTED, "ptxas says nothing about the registers of %s", entry);
    free(text);
    return status;
}

/* "Cuda compilation tools, release 13.0, V13.0.88". Not important enough to fail for. */
static void ask_version(question *q, const char *ptxas, char version[32])
{
    wg_command command = {0};
    char *text = NULL;
    int exit_status;
    wg_command_add(&command, ptxas);
    wg_command_add(&command, "--version");
    const char *release =
        run(q, &command, &text, &exit_status, NULL) == WG_OK && text ? strstr(text, "release ") : NULL;
    if (release)
        sscanf(release, "release %31[0-9.]", version);
    free(text);
}

wg_status wg_ptxas_ask(const char *ptx, size_t length, const char *entry, const char *arch, wg_ptxas_report *out,
                       wg_error *err)
{
    question q = {0};
    const char *ptxas = wg_locate_ptxas(&q.arena);
    *out = (wg_ptxas_report){0};
    snprintf(out->arch, sizeof out->arch, "%s", arch);
    wg_status status = ptxas ? open_question(&q, ptx, length, err)
                             : wg_error_set(err, WG_ERR_MISSING, "there is no ptxas: it comes with the CUDA toolkit");
    if (status == WG_OK)
        status = ask(&q, ptxas, entry, out, err);
    if (status == WG_OK)
        ask_version(&q, ptxas, out->version);
    close_question(&q);
    return status;
}
