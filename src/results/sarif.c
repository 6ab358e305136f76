/* SPDX-License-Identifier: Apache-2.0 */
/* A check's report in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): one run of one tool, whose
 * rules are the kinds of findings. */
#include "results/checked.h"
#include "results/json.h"
#include "warpgrind/version.h"

#include "base/file.h"

#include <ctype.h>
#include <string.h>

static json_t *message(const char *text)
{
    json_t *object = json_object();
    wg_json_set_string(object, "text", text);
    return object;
}

static json_t *rule(wg_finding_kind kind)
{
    json_t *object = json_object(), *level = json_object(), *properties = json_object();
    wg_json_set_string(object, "id", wg_finding_id(kind));
    json_object_set_new(object, "shortDescription", message(wg_finding_title(kind)));
    if (*wg_finding_advice(kind))
        json_object_set_new(object, "help", message(wg_finding_advice(kind)));
    wg_json_set_string(level, "level", wg_finding_is_error(kind) ? "error" : "warning");
    json_object_set_new(object, "defaultConfiguration", level);
    json_object_set_new(properties, "tags", json_pack("[s]", wg_finding_class_name(wg_finding_class_of(kind))));
    json_object_set_new(object, "properties", properties);
    return object;
}

static json_t *tool(void)
{
    json_t *driver = json_object(), *rules = json_array();
    wg_json_set_string(driver, "name", "warpgrind");
    wg_json_set_string(driver, "version", WG_VERSION_STRING);
    for (int k = 0; k < WG_FINDING_COUNT; k++)
        json_array_append_new(rules, rule((wg_finding_kind)k));
    json_object_set_new(driver, "rules", rules);
    return json_pack("{s:o}", "driver", driver);
}

/* A path as a URI: what may not stand in one is written by its number. */
static json_t *location(const char *path)
{
    wg_text uri = {0};
    path = wg_file_from_here(path);
    wg_text_addf(&uri, "%s", *path == '/' ? "file://" : "");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        wg_text_addf(&uri, isalnum(c) || strchr("-._~/", c) ? "%c" : "%%%02X", c);
    }
    json_t *object = json_object();
    wg_json_set_string(object, "uri", uri.bytes);
    wg_text_free(&uri);
    return object;
}

static json_t *physical(const wg_check_report *report, const wg_finding_place *place)
{
    json_t *object = json_object(), *region = json_object();
    const char *text = wg_check_report_line(report, place);
    json_object_set_new(object, "artifactLocation", location(place->file));
    wg_json_set_integer(region, "startLine", place->line);
    if (text)
        json_object_set_new(region, "snippet", message(text));
    if (place->line) /* lines begin with 1 */
        json_object_set_new(object, "region", region);
    else
        json_decref(region);
    return object;
}

/* An array of one location: what the thread does there is its message. */
static json_t *locations(const wg_check_report *report, const wg_finding *f, const wg_finding_place *place)
{
    json_t *array = json_array(), *one = json_object();
    wg_text deed = {0};
    wg_finding_add_deed(f, place, &deed);
    if (place->file)
        json_object_set_new(one, "physicalLocation", physical(report, place));
    if (deed.length)
        json_object_set_new(one, "message", message(deed.bytes));
    wg_text_free(&deed);
    json_array_append_new(array, one);
    return array;
}

static json_t *result(const wg_check_report *report, const wg_finding *f)
{
    json_t *object = json_object();
    wg_text text = {0};
    wg_text_addf(&text, "%s: %s", wg_finding_title(f->kind), f->sentence);
    wg_json_set_string(object, "ruleId", wg_finding_id(f->kind));
    wg_json_set_integer(object, "ruleIndex", (uint64_t)f->kind);
    wg_json_set_string(object, "level", wg_finding_is_error(f->kind) ? "error" : "warning");
    json_object_set_new(object, "message", message(text.bytes));
    if (f->at.known)
        json_object_set_new(object, "locations", locations(report, f, &f->at));
    if (f->with.known)
        json_object_set_new(object, "relatedLocations", locations(report, f, &f->with));
    if (f->count)
        wg_json_set_integer(object, "occurrenceCount", f->count);
    wg_text_free(&text);
    return object;
}

char *wg_check_report_to_sarif(const wg_check_report *r, const char *command)
{
    json_t *results = json_array(), *invocation = json_object(), *root = json_object();
    for (size_t k = 0; k < wg_check_report_told(r); k++)
        json_array_append_new(results, result(r, &r->findings[k]));
    wg_json_set_bool(invocation, "executionSuccessful", true);
    if (command)
        wg_json_set_string(invocation, "commandLine", command);
    wg_json_set_string(root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    wg_json_set_string(root, "version", "2.1.0");
    json_object_set_new(root, "runs",
                        json_pack("[{s:o, s:[o], s:s, s:o}]", "tool", tool(), "invocations", invocation, "columnKind",
                                  "utf16CodeUnits", "results", results));
    return wg_json_write(root);
}
