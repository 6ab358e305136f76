/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/assert.h"

#include "analysis/quantities.h"
#include "expression/expression.h"
#include "expression/lex.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- names ---- */

/* What the expression's names are worth, for the message. */
typedef struct look_up {
    const wg_record *record; /* NULL: any number will do, what is asked is whether the words mean something */
    wg_text values;
} look_up;

static bool find_factor(const char *name, double *value)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}};
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (!strcmp(units[k].name, name)) {
            *value = units[k].seconds;
            return true;
        }
    return false;
}

static wg_status no_such_name(const char *name, wg_error *err)
{
    const char *closest = wg_quantity_closest(name);
    return wg_error_set(err, WG_ERR_INPUT, "'%s' is no counter, metric or estimate%s%s%s", name,
                        closest ? "; did you mean " : "", closest ? closest : "", closest ? "?" : "");
}

static wg_status no_value(const wg_record *r, const char *name, wg_error *err)
{
    wg_metric metric = wg_metric_find(name);
    if (metric < WG_METRIC_COUNT && r->has_counters)
        return wg_error_set(err, WG_ERR_FAILED, "%s has no value for this kernel: %s divides by zero", name,
                            wg_metric_infos[metric].formula);
    return wg_error_set(err, WG_ERR_FAILED, "%s has no value for this kernel: %s", name, wg_quantity_unknown(r, name));
}

/* Counters stay integers, which may be too large for anything else. */
static wg_value value_of(const wg_record *r, const char *name, double value)
{
    wg_counter counter = wg_counter_find(name);
    if (counter < WG_COUNTER_COUNT)
        return (wg_value){.integer = (int64_t)r->counters.value[counter]};
    return (wg_value){.is_real = true, .real = value};
}

/* Whether a list of values has the name already. */
static bool is_told(const char *values, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = values; (at = strstr(at, name)); at += length)
        if ((at == values || at[-1] == ' ') && !strncmp(at + length, " = ", 3))
            return true;
    return false;
}

static wg_status find(void *user, const char *name, wg_value *value, wg_error *err)
{
    look_up *l = user;
    double real = NAN;
    char text[64];
    if (strchr(name, '(')) /* max(name) has no meaning of its own here */
        return WG_ERR_MISSING;
    *value = (wg_value){.is_real = true};
    if (find_factor(name, &value->real))
        return WG_OK;
    if (!wg_quantity_unit(name))
        return no_such_name(name, err);
    if (!l->record) {
        *value = (wg_value){.integer = 1000003 + (int64_t)(wg_hash(name, strlen(name), 0) % 7919)};
        return WG_OK;
    }
    wg_quantity_find(l->record, name, &real);
    if (isnan(real))
        return no_value(l->record, name, err);
    *value = value_of(l->record, name, real);
    if (is_told(wg_text_get(&l->values), name))
        return WG_OK;
    wg_value_format(value, text, sizeof text);
    const char *unit = wg_quantity_unit(name);
    wg_text_addf(&l->values, "%s%s = %s%s%s", l->values.length ? ", " : "", name, text, *unit ? " " : "", unit);
    return WG_OK;
}

/* ---- shares on the other scale ---- */

static bool is_one_of(const wg_expression_token *token, const char *const *signs)
{
    for (; *signs; signs++)
        if (wg_expression_token_is(token, *signs))
            return true;
    return false;
}

static bool stands_alone(const wg_expression_token *before, const wg_expression_token *after)
{
    static const char *const begins[] = {"&&", "||", "not", "!", "(", NULL}, *const ends[] = {"&&", "||", ")", NULL};
    return (before->kind == WG_EXPRESSION_TOKEN_END || is_one_of(before, begins)) &&
           (after->kind == WG_EXPRESSION_TOKEN_END || is_one_of(after, ends));
}

/* A quantity in per cent, and a number up to 1. */
static bool is_small_share(const wg_expression_token *name, const wg_expression_token *number, char *text, size_t size)
{
    double value = wg_value_to_real(&number->value);
    if (name->kind != WG_EXPRESSION_TOKEN_NAME || number->kind != WG_EXPRESSION_TOKEN_NUMBER)
        return false;
    snprintf(text, size, "%.*s", (int)name->length, name->start);
    const char *unit = wg_quantity_unit(text);
    return unit && !strcmp(unit, "%") && value > 0 && value <= 1;
}

/* Whether the expression has a share beside a number up to 1, as if it were from 0 to 1. *always: it would be true of
 * all but nothing, so nobody means it. */
static bool finds_small_share(const char *expression, char *name, size_t size, double *number, bool *always)
{
    static const char *const more[] = {">", ">=", NULL}, *const less[] = {"<", "<=", NULL};
    static const char *const same[] = {"==", "!=", NULL};
    wg_expression_token t[5] = {{.kind = WG_EXPRESSION_TOKEN_END}};
    const char *at = expression;
    for (int k = 1; k < 5; k++)
        t[k] = wg_expression_token_next(&at);
    for (; t[3].kind != WG_EXPRESSION_TOKEN_END && t[4].kind != WG_EXPRESSION_TOKEN_BAD;) {
        bool name_first = is_small_share(&t[1], &t[3], name, size);
        bool compares = is_one_of(&t[2], more) || is_one_of(&t[2], less) || is_one_of(&t[2], same);
        if (compares && stands_alone(&t[0], &t[4]) && (name_first || is_small_share(&t[3], &t[1], name, size))) {
            *number = wg_value_to_real(&t[name_first ? 3 : 1].value);
            *always = is_one_of(&t[2], name_first ? more : less);
            return true;
        }
        memmove(t, t + 1, 4 * sizeof *t);
        t[4] = wg_expression_token_next(&at);
    }
    return false;
}

/* ---- one record ---- */

static wg_status evaluate(const char *expression, look_up *l, bool *holds, wg_error *err)
{
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find, .user = l};
    wg_value value;
    wg_status status = wg_expression_evaluate(expression, &scope, &value, err);
    *holds = status == WG_OK && wg_value_to_real(&value) != 0;
    if (status != WG_OK)
        wg_error_prefix(err, status, "%s: ", status == WG_ERR_FAILED ? expression : "assertion");
    return status;
}

static wg_status assert_record(const wg_record *r, const char *expression, wg_error *err)
{
    look_up l = {.record = r};
    bool holds, always;
    char name[64];
    double number;
    wg_status status = evaluate(expression, &l, &holds, err);
    if (status == WG_OK && !holds) {
        bool small = finds_small_share(expression, name, sizeof name, &number, &always);
        wg_text hint = {0};
        if (small)
            wg_text_addf(&hint, "; %s is in per cent: %g is %g %%, not %g %%", name, number, number, 100 * number);
        status = wg_error_set(err, WG_ERR_FAILED, "assertion failed: %s (%s)%s", expression, wg_text_get(&l.values),
                              wg_text_get(&hint));
        wg_text_free(&hint);
    }
    wg_text_free(&l.values);
    return status;
}

/* ---- the records it is about ---- */

/* "a, b: " in front of the expression; its length without the colon, 0: there is none. */
static size_t rungs_of(const char *assertion)
{
    size_t length = 0;
    while (isalnum((unsigned char)assertion[length]) || strchr("_, ", assertion[length] ? assertion[length] : '('))
        length++;
    return assertion[length] == ':' ? length : 0;
}

static const char *expression_of(const char *assertion)
{
    size_t rungs = rungs_of(assertion);
    return rungs ? assertion + rungs + 1 + strspn(assertion + rungs + 1, " ") : assertion;
}

/* Whether a name is in "a, b". */
static bool is_listed(const char *list, size_t length, const char *name)
{
    for (size_t at = 0; at < length;) {
        size_t blanks = strspn(list + at, " ,"), word;
        at += blanks;
        word = strcspn(list + at, " ,:");
        if (at < length && word == strlen(name) && !strncmp(list + at, name, word))
            return true;
        at += word ? word : 1;
    }
    return false;
}

/* Each word must be a rung's. */
static wg_status check_rungs(const wg_results *results, const char *list, size_t length, wg_error *err)
{
    if (length && results->kind == WG_RESULTS_KERNEL)
        return wg_error_set(err, WG_ERR_INPUT, "assertion: '%.*s:' names rungs, and this is one kernel", (int)length,
                            list);
    for (size_t at = 0; at < length;) {
        bool found = false;
        at += strspn(list + at, " ,");
        size_t word = strcspn(list + at, " ,:");
        for (size_t k = 0; k < results->count; k++)
            found |= strlen(results->records[k].name) == word && !strncmp(results->records[k].name, list + at, word);
        if (at < length && !found)
            return wg_error_set(err, WG_ERR_INPUT, "assertion: there is no rung '%.*s' in these results", (int)word,
                                list + at);
        at += word ? word : 1;
    }
    return WG_OK;
}

wg_status wg_assertion_try(const char *assertion, wg_error *err)
{
    const char *expression = expression_of(assertion);
    look_up l = {0};
    bool holds, always = false;
    char name[64];
    double number;
    wg_status status = evaluate(expression, &l, &holds, err);
    if (status == WG_OK && finds_small_share(expression, name, sizeof name, &number, &always) && always)
        status = wg_error_set(err, WG_ERR_INPUT, "assertion: %s: %s is in per cent, from 0 to 100: did you mean %g?",
                              expression, name, 100 * number);
    wg_text_free(&l.values);
    return status;
}

/* Rungs that are wrong or were left out have failed, or not, without it; but not those that were asked for. */
static wg_status assert_one(const wg_record *r, const char *expression, bool is_named, wg_error *err)
{
    if (r->verification == WG_LEFT_OUT && is_named)
        return wg_error_set(err, WG_ERR_FAILED, "%s: the rung was left out (%s)", expression, r->reason);
    return wg_record_ran(r) ? assert_record(r, expression, err) : WG_OK;
}

/* Keeps what came of it, and makes one sentence of all that went wrong. */
static void add_outcome(wg_results *results, size_t record, const char *expression, const wg_error *one, wg_text *words)
{
    bool is_rung = results->kind != WG_RESULTS_KERNEL, failed = one->status != WG_OK;
    const char *name = results->records[record].name;
    *WG_PUSH(results->asserted, results->asserted_count, results->asserted_capacity) = (wg_asserted){
        record, wg_results_keep(results, expression), failed ? wg_results_keep(results, one->text) : NULL};
    if (failed && !words->length)
        wg_text_addf(words, "%s%s%s", is_rung ? name : "", is_rung ? ": " : "", one->text);
    else if (failed)
        wg_text_addf(words, "; also for %s", name);
}

wg_status wg_assert(wg_results *results, const char *assertion, wg_error *err)
{
    const char *expression = expression_of(assertion);
    size_t rungs = rungs_of(assertion);
    wg_text words = {0};
    wg_status status = wg_assertion_try(assertion, err);
    if (status == WG_OK && results->kind == WG_RESULTS_ROOFLINE)
        status = wg_error_set(err, WG_ERR_INPUT, "assertions are about kernels and rungs, not about rooflines");
    if (status == WG_OK)
        status = check_rungs(results, assertion, rungs, err);
    if (status != WG_OK)
        return status;
    for (size_t k = 0; k < results->count; k++) {
        wg_error one = {0};
        if (rungs && !is_listed(assertion, rungs, results->records[k].name))
            continue;
        wg_status came = assert_one(&results->records[k], expression, rungs > 0, &one);
        status = status == WG_OK ? came : status;
        add_outcome(results, k, expression, &one, &words);
    }
    if (status != WG_OK)
        wg_error_set(err, status, "%s", wg_text_get(&words));
    wg_text_free(&words);
    return status;
}
