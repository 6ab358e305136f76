/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"

#include <string.h>

wg_status checks_begin(const checks *c, wg_error *err)
{
    wg_results *before = NULL;
    wg_status status = WG_OK;
    for (size_t k = 0; k < c->assertions.count && status == WG_OK; k++)
        status = wg_assertion_check(c->assertions.items[k].value, err);
    if (status == WG_OK && c->fail && !c->baseline)
        status = wg_error_set(err, WG_ERR_INPUT, "--fail-on-regression needs a --baseline to compare with");
    if (status == WG_OK && c->baseline)
        status = wg_results_open(c->baseline, &before, err);
    wg_results_close(before);
    return status;
}

static int worse(int code, wg_status status, const wg_error *err)
{
    int other = wg_status_exit_code(status);
    if (status != WG_OK)
        complain("%s", err->text);
    return other > code ? other : code;
}

int checks_run(const checks *c, wg_results *results)
{
    wg_error err = {0};
    int code = 0;
    if (c->baseline)
        code = worse(code, wg_results_set_baseline(results, c->baseline, &err), &err);
    for (size_t k = 0; k < c->assertions.count; k++)
        code = worse(code, wg_results_assert(results, c->assertions.items[k].value, &err), &err);
    size_t regressed = wg_results_regressed(results);
    if (c->fail && regressed) {
        complain("%zu regressed against %s", regressed, c->baseline);
        code = code ? code : 1;
    }
    return code;
}

bool checks_need_what_if(const checks *c)
{
    bool any = false;
    for (size_t k = 0; k < c->assertions.count; k++)
        any |= strstr(c->assertions.items[k].value, "gain_") != NULL;
    return any;
}

void checks_free(checks *c)
{
    option_list_free(&c->assertions);
}
