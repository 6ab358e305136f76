/* SPDX-License-Identifier: Apache-2.0 */
#include "warpgrind/status.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

wg_status wg_error_set(wg_error *err, wg_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        wg_make_harmless(err->text, strlen(err->text));
        err->status = status;
    }
    return status;
}

wg_status wg_error_prefix(wg_error *err, wg_status status, const char *format, ...)
{
    if (!err || status == WG_OK)
        return status;
    char was[sizeof err->text];
    memcpy(was, err->text, sizeof was);
    va_list args;
    va_start(args, format);
    int length = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof err->text)
        snprintf(err->text + length, sizeof err->text - (size_t)length, "%s", was);
    wg_make_harmless(err->text, strlen(err->text));
    return status;
}

int wg_status_exit_code(wg_status status)
{
    switch (status) {
    case WG_OK: return 0;
    case WG_ERR_FAILED: return 1;
    case WG_ERR_FAULT: return 3;
    case WG_ERR_INTERRUPTED: return 130;
    default: return 2;
    }
}
