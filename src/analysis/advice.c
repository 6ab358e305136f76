/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/advice.h"

#include "analysis/sentence.h"
#include "base/file.h"
#include "json/read.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading rules ---- */

typedef enum member_kind { WORDS, EXPRESSION, SENTENCE, RUNG, LIMITERS, RANK } member_kind;

static const struct member {
    const char *name;
    size_t offset;
    member_kind kind;
    bool required;
} members[] = {
    {"title", offsetof(wg_advice_rule, title), WORDS, true},
    {"when", offsetof(wg_advice_rule, when), EXPRESSION, true},
    {"evidence", offsetof(wg_advice_rule, evidence), SENTENCE, true},
    {"line", offsetof(wg_advice_rule, line), EXPRESSION, false},
    {"change", offsetof(wg_advice_rule, change), WORDS, true},
    {"gain", offsetof(wg_advice_rule, gain), EXPRESSION, false},
    {"order", offsetof(wg_advice_rule, order), EXPRESSION, false},
    {"see", offsetof(wg_advice_rule, see), RUNG, true},
    {"relieves", offsetof(wg_advice_rule, relieves), LIMITERS, false},
    {"rank", offsetof(wg_advice_rule, rank), RANK, false},
};

enum { MEMBERS = sizeof members / sizeof *members };

static wg_status check_rung(const char *text, wg_error *err)
{
    const char *slash = strchr(text, '/');
    if (slash && slash != text && slash[1] && !strchr(slash + 1, '/'))
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT, "expected LADDER/RUNG");
}

static wg_status check_limiters(const char *text, wg_error *err)
{
    char word[32];
    for (size_t length; text += strspn(text, " "), length = strcspn(text, " "); text += length) {
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (wg_limiter_find(word) == WG_LIMITER_COUNT)
            return wg_error_set(err, WG_ERR_INPUT, "'%s' is no limiter", word);
    }
    return WG_OK;
}

static wg_status check_rank(const char *text, wg_error *err)
{
    return strcmp(text, "otherwise") ? wg_error_set(err, WG_ERR_INPUT, "expected \"otherwise\"") : WG_OK;
}

static wg_status check_words(const char *text, wg_error *err)
{
    return *text ? WG_OK : wg_error_set(err, WG_ERR_INPUT, "expected a sentence");
}

static wg_status read_member(wg_advice_book *book, const wg_json *root, const struct member *m, wg_advice_rule *rule,
                             wg_error *err)
{
    static wg_status (*const check[])(const char *text, wg_error *err) = {
        [WORDS] = check_words, [EXPRESSION] = wg_fact_check, [SENTENCE] = wg_sentence_check,
        [RUNG] = check_rung,   [LIMITERS] = check_limiters,  [RANK] = check_rank};
    wg_json node = wg_json_member(root, m->name);
    const char *text;
    if (!m->required && wg_json_absent(&node))
        return WG_OK;
    wg_status status = wg_json_string(&node, &text, err);
    if (status != WG_OK)
        return status;
    status = check[m->kind](text, err);
    if (status != WG_OK)
        return wg_json_prefix(&node, status, err);
    *(const char **)((char *)rule + m->offset) = wg_arena_copy(&book->arena, text, strlen(text));
    return WG_OK;
}

static wg_status read_rule(wg_advice_book *book, const wg_json *root, wg_advice_rule *rule, wg_error *err)
{
    const char *key;
    json_t *ignored;
    wg_status status = wg_json_expect(root, JSON_OBJECT, "an object", err);
    json_object_foreach(root->value, key, ignored)
    {
        wg_json node = wg_json_member(root, key);
        int k = 0;
        while (k < MEMBERS && strcmp(members[k].name, key) != 0)
            k++;
        if (k == MEMBERS)
            return wg_json_fail(&node, err, "advice has no such member");
    }
    for (int k = 0; k < MEMBERS && status == WG_OK; k++)
        status = read_member(book, root, &members[k], rule, err);
    return status;
}

wg_status wg_advice_read(wg_advice_book *book, const char *file, const char *text, size_t length, wg_error *err)
{
    json_t *tree;
    wg_status status = wg_json_parse(file, text, length, &tree, err);
    if (status != WG_OK)
        return status;
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    wg_advice_rule rule = {.name = wg_arena_copy(&book->arena, base, dot ? (size_t)(dot - base) : strlen(base))};
    wg_json root = wg_json_root(file, tree);
    status = read_rule(book, &root, &rule, err);
    json_decref(tree);
    if (status == WG_OK)
        *WG_PUSH(book->rules, book->count, book->capacity) = rule;
    return status;
}

/* ---- the folder ---- */

static void read_file(wg_advice_book *book, const char *folder, const char *name)
{
    char *text = NULL, path[4608];
    size_t length;
    wg_error trouble = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    wg_status status = wg_file_read(path, &text, &length, &trouble);
    if (status == WG_OK)
        status = wg_advice_read(book, path, text, length, &trouble);
    if (status != WG_OK)
        wg_text_addf(&book->trouble, "%s\n", trouble.text);
    free(text);
}

static int is_rule_file(const struct dirent *file)
{
    const char *dot = strrchr(file->d_name, '.');
    return file->d_name[0] != '.' && dot && !strcmp(dot, ".json");
}

wg_status wg_advice_open(const char *folder, wg_advice_book **out, wg_error *err)
{
    char path[4352], *data = NULL;
    struct dirent **files;
    *out = NULL;
    wg_status status = folder ? WG_OK : wg_data_folder(&data, err);
    if (status != WG_OK)
        return status;
    snprintf(path, sizeof path, "%s%s", folder ? folder : data, folder ? "" : "/advice");
    free(data);
    *out = wg_alloc(sizeof **out);
    int count = scandir(path, &files, is_rule_file, alphasort);
    for (int k = 0; k < count; k++) {
        read_file(*out, path, files[k]->d_name);
        free(files[k]);
    }
    if (count >= 0)
        free(files);
    return WG_OK;
}

void wg_advice_close(wg_advice_book *book)
{
    if (!book)
        return;
    wg_arena_free(&book->arena);
    wg_text_free(&book->trouble);
    free(book->rules);
    free(book);
}

/* ---- giving advice ---- */

static size_t find_line(const wg_advice_rule *rule, const wg_subject *subject, const wg_lines *lines)
{
    size_t best = WG_NO_LINE;
    double most = 0;
    for (size_t k = 0; k < lines->count && rule->line; k++) {
        wg_subject line = *subject;
        line.counters = &lines->items[k].counters;
        line.line_time = lines->items[k].time;
        double value = wg_fact_evaluate(&line, rule->line);
        if (value > most) {
            most = value;
            best = k;
        }
    }
    return best;
}

/* What relieves the limiter comes first, the largest gain first of all. */
static int by_gain(const void *a, const void *b)
{
    const wg_advice *x = a, *y = b;
    double first = isnan(x->gain) ? x->order : x->gain, second = isnan(y->gain) ? y->order : y->gain;
    if (x->relieves != y->relieves)
        return x->relieves ? -1 : 1;
    if (first != second)
        return first > second ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* A gain too small to speak of is none: what the what-if cannot see may still be there. */
static double gain_of(const wg_advice_rule *rule, const wg_subject *subject)
{
    double gain = rule->gain ? wg_fact_evaluate(subject, rule->gain) : NAN;
    return gain >= WG_WORTHWHILE ? gain : NAN;
}

/* A gain that nobody knows counts as a tenth where the rule does not say otherwise. */
static double order_of(const wg_advice_rule *rule, const wg_subject *subject)
{
    const double UNKNOWN = 0.1;
    double order = rule->order ? wg_fact_evaluate(subject, rule->order) : NAN;
    return isnan(order) ? UNKNOWN : order;
}

static bool relieves(const wg_advice_rule *rule, const wg_subject *subject)
{
    return rule->relieves && subject->limiter < WG_LIMITER_COUNT &&
           wg_text_has_word(rule->relieves, wg_limiter_infos[subject->limiter].name);
}

static const char *keep(wg_arena *arena, const char *text)
{
    return wg_arena_copy(arena, text, strlen(text));
}

static wg_advice advice_of(const wg_advice_rule *rule, const wg_subject *subject, const wg_lines *lines,
                           wg_arena *arena)
{
    wg_text evidence = {0};
    wg_sentence_fill(rule->evidence, subject, &evidence);
    wg_advice advice = {.name = keep(arena, rule->name),
                        .title = keep(arena, rule->title),
                        .evidence = keep(arena, wg_text_get(&evidence)),
                        .change = keep(arena, rule->change),
                        .see = keep(arena, rule->see),
                        .gain = gain_of(rule, subject),
                        .order = order_of(rule, subject),
                        .relieves = relieves(rule, subject),
                        .line = find_line(rule, subject, lines)};
    wg_text_free(&evidence);
    return advice;
}

size_t wg_advice_give(const wg_advice_book *book, const wg_subject *subject, const wg_lines *lines, wg_arena *arena,
                      wg_advice **out)
{
    size_t count = 0;
    *out = WG_NEW_ARRAY(arena, wg_advice, book->count + 1);
    for (int otherwise = 0; otherwise < 2 && !count; otherwise++)
        for (size_t k = 0; k < book->count; k++)
            if (!!book->rules[k].rank == otherwise && wg_fact_holds(subject, book->rules[k].when))
                (*out)[count++] = advice_of(&book->rules[k], subject, lines, arena);
    qsort(*out, count, sizeof **out, by_gain);
    return count;
}
