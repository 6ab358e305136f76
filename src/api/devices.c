/* SPDX-License-Identifier: Apache-2.0 */
/* Which devices and compilers there are. */
#include "report/table/devices.h"
#include "api/api.h"

#include <sys/wait.h>
#include <unistd.h>

static void describe_in_child(const wg_backend *backend, int out)
{
    wg_text text = {0};
    WG_GUARD(guard, NULL);
    if (setjmp(guard.back)) /* what the caller does in that case is not for the child */
        _exit(1);
    backend->describe(&text);
    for (size_t at = 0; at < text.length;) {
        ssize_t written = write(out, text.bytes + at, text.length - at);
        if (written <= 0)
            break;
        at += (size_t)written;
    }
    _exit(0);
}

/* Asking a vendor's driver what there is must not end us: some abort where they find nothing. So a child asks. */
static void describe(const wg_backend *backend, wg_text *text)
{
    int ends[2], state = 0;
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0)
        describe_in_child(backend, ends[1]);
    if (child < 0) {
        backend->describe(text);
        return;
    }
    char bytes[4096];
    close(ends[1]);
    for (ssize_t length; (length = read(ends[0], bytes, sizeof bytes)) > 0;)
        wg_text_add(text, bytes, (size_t)length);
    close(ends[0]);
    waitpid(child, &state, 0);
    if (WIFSIGNALED(state))
        wg_text_addf(text, "  %-14s none: its driver ended with signal %d\n", backend->name, WTERMSIG(state));
}

static char *list_all(void)
{
    char compilers[4096];
    wg_text text = {0};
    wg_text_addf(&text, "devices\n");
    for (const wg_backend *const *b = wg_backends; *b; b++)
        describe(*b, &text);
    wg_compile_describe(compilers, sizeof compilers);
    wg_text_addf(&text, "\ncompilers\n%s", compilers);
    return text.bytes;
}

wg_status wg_devices_write(const char *name, wg_report_form form, char **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    if (form == WG_FORM_JSON)
        return wg_report_devices_json(name, out, err);
    if (form != WG_FORM_TEXT)
        return wg_error_set(err, WG_ERR_INPUT, "devices are shown as text or JSON");
    if (name)
        return wg_report_device_text(name, out, err);
    *out = list_all();
    return WG_OK;
}
