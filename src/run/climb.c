/* SPDX-License-Identifier: Apache-2.0 */
#include "run/climb.h"

#include "base/closest.h"
#include "base/file.h"
#include "model/limit.h"
#include "run/checked.h"
#include "run/judge.h"
#include "run/record.h"
#include "run/result.h"
#include "run/verify.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* What the rungs of a climb share. */
typedef struct climber {
    const wg_climb_options *options;
    const wg_ladder *ladder;
    wg_results *results; /* in whose arena the records keep what they say */
    const char *kind;    /* of the device: "sim", "cuda", … */
    int capability;      /* of the device */
    wg_engine *device;   /* NULL: the simulator, which is opened anew for each rung, so that addresses are the same */
    wg_engine *host;     /* references and C rungs run there */
    wg_contents *contents;
    struct answer {
        char *key;
        wg_run *run;
    } * answers; /* of the references, once computed */
    size_t answer_count, answer_capacity;
    const wg_rung *approved_rung; /* the last one that a check found right … */
    uint64_t approved;            /* … and a hash of what it saw */
    size_t ran;                   /* rungs that were not left out … */
    wg_error missing;             /* … and why one had no compiler */
    struct climber *checker;      /* runs what is compared, at sizes of its own; NULL: there are none */
} climber;

/* ---- the reference ---- */

static bool mentions(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; length && (at = strstr(at, word)); at += length) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !(isalnum((unsigned char)at[length]) || at[length] == '_'))
            return true;
    }
    return false;
}

/* Rungs with the same reference and the same arguments have the same answer, whatever macros they have besides: those
 * count only where the reference or an argument uses them. */
static char *answer_key(const wg_spec *judge)
{
    wg_text key = {0};
    char *source = NULL;
    size_t length;
    if (wg_file_read(judge->source, &source, &length, NULL) != WG_OK)
        source = NULL;
    wg_text_addf(&key, "%s", judge->kernel);
    for (size_t k = 0; k < judge->argument_count; k++)
        wg_text_addf(&key, "\n%s", judge->arguments[k].where);
    for (size_t k = 0; k < judge->parameter_count; k++) {
        const wg_parameter *p = &judge->parameters[k];
        if (p->fixed && (mentions(key.bytes, p->name) || (source && mentions(source, p->name))))
            wg_text_addf(&key, "\n%s=%s", p->name, p->fixed->text);
    }
    free(source);
    return key.bytes;
}

static wg_status find_answer(climber *c, const wg_rung *rung, wg_run **out, wg_error *err)
{
    char *key = answer_key(rung->judge);
    for (size_t k = 0; k < c->answer_count; k++) {
        if (!strcmp(c->answers[k].key, key)) {
            free(key);
            *out = c->answers[k].run;
            return WG_OK;
        }
    }
    wg_run_options options = {.contents = c->contents};
    wg_run *run = NULL;
    wg_status status = wg_run_open(rung->judge, c->host, &options, &run, err);
    if (status == WG_OK)
        status = wg_run_launch(run, err);
    if (status != WG_OK) {
        wg_run_close(run);
        free(key);
        return wg_error_prefix(err, status, "the reference: ");
    }
    *WG_PUSH(c->answers, c->answer_count, c->answer_capacity) = (struct answer){key, run};
    *out = run;
    return WG_OK;
}

static wg_status compare_output(wg_run *run, wg_run *answer, const wg_rung *rung, const wg_output_rule *rule,
                                wg_error *err)
{
    double tolerance;
    size_t size, wanted_size;
    wg_status status = wg_rung_evaluate(rung, &rule->tolerance, &tolerance, err);
    if (status != WG_OK)
        return status;
    const wg_argument *a = wg_spec_find_argument(run->spec, rule->argument);
    const void *got = wg_run_memory(run, rule->argument, &size);
    const void *want = wg_run_memory(answer, rule->argument, &wanted_size);
    if (!got || !want || size != wanted_size)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s cannot be read", rule->argument);
    status = wg_verify_numbers(a->type.element, got, want, size / a->type.element->bytes, tolerance, err);
    return wg_error_prefix(err, status, "%s: ", rule->argument);
}

/* Of all memory that a check sees. */
static uint64_t hash_memory(wg_run *run, const wg_spec *check)
{
    uint64_t hash = 1;
    for (size_t k = 0; k < check->argument_count; k++) {
        size_t size;
        const void *memory = wg_run_memory(run, check->arguments[k].name, &size);
        hash = memory ? wg_hash(memory, size, hash) : hash;
    }
    return hash;
}

/* A check may take longer than the rung: what it found right once, bit for bit, is right. */
static wg_status ask_check(climber *c, wg_run *run, const wg_rung *rung, wg_error *err)
{
    uint64_t hash = hash_memory(run, rung->judge);
    if (c->approved_rung == rung && c->approved == hash)
        return WG_OK;
    wg_status status = wg_judge_check(rung->judge, run, c->host, c->contents, err);
    c->approved_rung = status == WG_OK ? rung : NULL;
    c->approved = hash;
    return status;
}

static wg_status verify(climber *c, wg_run *run, const wg_rung *rung, wg_error *err)
{
    wg_run *answer = NULL;
    if (rung->judge_is_check)
        return ask_check(c, run, rung, err);
    wg_status status = find_answer(c, rung, &answer, err);
    for (size_t k = 0; k < rung->output_count && status == WG_OK; k++)
        status = compare_output(run, answer, rung, &rung->outputs[k], err);
    return status;
}

/* ---- one rung ---- */

static size_t *outputs_of(const wg_rung *rung)
{
    size_t *outputs = wg_alloc((rung->output_count + 1) * sizeof *outputs);
    for (size_t k = 0; k < rung->output_count; k++)
        outputs[k] = (size_t)(wg_spec_find_argument(rung->spec, rung->outputs[k].argument) - rung->spec->arguments);
    return outputs;
}

static wg_status run_once(wg_run *run, const wg_rung *rung, wg_error *err)
{
    size_t *outputs = outputs_of(rung);
    wg_status status = wg_run_reset(run, outputs, rung->output_count, err);
    if (status == WG_OK)
        status = wg_run_launch(run, err);
    free(outputs);
    return status;
}

/* No kernel knows it: another one each time. */
static uint64_t fresh_seed(void)
{
    uint64_t seed;
    struct timespec t;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed)
        return seed;
    clock_gettime(CLOCK_REALTIME, &t);
    return ((uint64_t)t.tv_sec << 32 ^ (uint64_t)t.tv_nsec) * UINT64_C(0x9e3779b97f4a7c15);
}

/* A rung may be right from its initial contents alone: where a queue is used up, or where it computes only what it
 * sees is missing. So it runs once more on what its last run left behind, with outputs that tell it nothing. */
static wg_status verify_again(climber *c, wg_run *run, const wg_rung *rung, wg_record *r, wg_error *err)
{
    size_t *outputs = outputs_of(rung);
    wg_status status = wg_run_scramble(run, outputs, rung->output_count, fresh_seed(), err);
    free(outputs);
    if (status == WG_OK)
        status = wg_run_repeat(run, err);
    if (status == WG_OK)
        status = verify(c, run, rung, err);
    if (status == WG_OK)
        return WG_OK;
    r->verification = status == WG_ERR_FAILED ? WG_WRONG : r->verification;
    r->has_time = r->has_counters = false; /* what is wrong has no time to compare */
    r->estimate = (wg_estimate){0};
    return wg_error_prefix(err, status, "run again with random bits in its outputs: ");
}

/* What the device needs for the work that the ladder declares; counted work is more exact where there is such
 * (wg_record_limit). Which of the bytes are read and which are written nobody says. */
static double bound_of(const wg_engine *engine, const char *precision, const wg_record *r)
{
    wg_model model;
    wg_work work = {.dram_any = r->bytes};
    if (!engine->model || !engine->model->known[WG_DEVICE_measured_copy_bandwidth])
        return NAN;
    if (!strcmp(precision, "f32"))
        work.f32_flops = r->flops;
    else if (!strcmp(precision, "bf16"))
        work.tensor_flops = r->flops;
    else if (r->flops > 0)
        return NAN;
    wg_model_resolve(engine->model, &model);
    return wg_limit_seconds(&model, &work);
}

/* Trouble here is told beside the rung, which has run. */
static wg_status ablate(climber *c, wg_run *run, wg_record *r, wg_error *err)
{
    const wg_ablation_options options = {
        .engine = c->options->engine, .timing = c->options->timing, .full = r->has_time ? &r->timing : NULL};
    wg_error trouble = {0};
    r->ablation = WG_NEW(&c->results->arena, wg_ablation_result);
    wg_status status = wg_ablation_run(run, &options, r->ablation, &trouble);
    if (status == WG_OK)
        return WG_OK;
    r->ablation = NULL;
    if (err)
        *err = trouble;
    return status;
}

static wg_status run_on(climber *c, wg_engine *engine, const wg_rung *rung, wg_record *r, wg_error *err)
{
    wg_run_options options = {.contents = c->contents, .is_vendor = rung->kind == WG_RUNG_VENDOR};
    bool ablates = c->options->ablate && wg_rung_simulates(rung) && strcmp(engine->backend->name, "opencl") != 0;
    wg_run *run = NULL;
    options.slack = ablates ? WG_IDEAL_SLACK : 0;
    wg_status status = wg_run_open(rung->spec, engine, &options, &run, err);
    if (status == WG_OK)
        status = run_once(run, rung, err);
    if (status == WG_OK) {
        wg_record_run(run, c->results, r);
        r->bound = bound_of(engine, rung->precision, r);
        bool checks = rung->judge && !c->options->no_check && !c->checker;
        r->verification = checks ? WG_RIGHT : WG_UNCHECKED;
        status = wg_check_interrupt(c->options->timing.interrupted, err); /* host functions do not look */
        if (status == WG_OK && checks)
            status = verify(c, run, rung, err);
        if (status == WG_ERR_FAILED)
            r->verification = WG_WRONG;
        if (status == WG_OK && !c->options->engine.samples) {
            r->result_label = wg_results_keep(c->results, rung->result.label);
            status = wg_run_result(run, rung, &r->result, err);
        }
    }
    if (status == WG_OK && !strcmp(engine->backend->name, "sim"))
        wg_record_counters(run, r);
    if (status == WG_OK && engine->backend->start_clock && !c->options->no_time) {
        status = wg_run_time(run, &c->options->timing, &r->timing, err);
        r->has_time = status == WG_OK;
    }
    if (status == WG_OK && r->verification == WG_RIGHT && !c->options->no_time)
        status = verify_again(c, run, rung, r, err);
    if (status == WG_OK && ablates)
        status = ablate(c, run, r, err);
    wg_run_close(run);
    return status;
}

/* A result may be right by luck: the simulator runs blocks and warps in one order of many. What is found here is wrong
 * whatever came out. */
static wg_status look_for_errors(climber *c, const wg_rung *rung, wg_record *r, wg_error *err)
{
    enum { MOST_CHECKED = 1 << 22 }; /* instructions of warps: beyond that it would take long */
    if (r->verification != WG_RIGHT || r->counters.value[WG_COUNTER_warp_instructions] > MOST_CHECKED)
        return WG_OK;
    wg_check *check = wg_check_new();
    wg_run *run = NULL;
    wg_status status = wg_run_checked(rung->spec, c->options->device, &c->options->engine, check, &run, err);
    uint64_t errors;
    const char *summary = wg_checked_summary(check, &c->results->arena, &errors);
    if (status == WG_OK && errors)
        status = wg_error_set(err, WG_ERR_FAILED, "%s; `warpgrind check` says more", summary);
    if (status == WG_ERR_FAILED) {
        r->verification = WG_WRONG;
        r->has_counters = false; /* what is wrong has no time to compare */
        r->estimate = (wg_estimate){0};
    }
    wg_run_close(run);
    wg_check_free(check);
    return status;
}

static wg_status simulate(climber *c, const wg_rung *rung, wg_record *r, wg_error *err)
{
    wg_engine *engine;
    wg_status status = wg_engine_open(c->options->device, &c->options->engine, &engine, err);
    if (status != WG_OK)
        return status;
    status = run_on(c, engine, rung, r, err);
    wg_engine_close(engine);
    return status == WG_OK ? look_for_errors(c, rung, r, err) : status;
}

/* Whether it is right is found out where that is quick. What is not at that size stays unchecked. */
static wg_status check_elsewhere(climber *c, const wg_rung *rung, wg_record *r, wg_error *err)
{
    const wg_rung *small = wg_ladder_find(c->checker->ladder, rung->name, err);
    wg_record record = wg_record_blank();
    double wanted = 1;
    wg_status status = small ? WG_OK : WG_ERR_INPUT;
    if (status == WG_OK && small->when.text)
        status = wg_rung_evaluate(small, &small->when, &wanted, err);
    if (status != WG_OK || wanted == 0)
        return status;
    status = simulate(c->checker, small, &record, err);
    r->verification = record.verification;
    if (status != WG_OK) { /* what is wrong has no time to compare */
        r->has_counters = false;
        r->estimate = (wg_estimate){0};
    }
    return status;
}

/* Counters and the model's time beside a measured one: from as few blocks as the model needs. Trouble here leaves the
 * rung without them. */
static void count_beside(climber *c, const wg_rung *rung, wg_record *r)
{
    enum { MOST_BESIDE = 1 << 23 }; /* instructions of a block: counters should take a moment, or are left out */
    wg_engine_options options = c->options->engine;
    const wg_run_options run_options = {.contents = c->contents};
    wg_engine *engine;
    wg_run *run = NULL;
    char device[80] = "sim";
    bool estimates = options.estimates && c->device->model; /* of another GPU it would not be this one's time */
    if (c->device->model)
        snprintf(device, sizeof device, "sim:%s", c->device->model->name);
    options.estimates = options.samples = true;
    if (!options.launch.instruction_limit)
        options.launch.instruction_limit = MOST_BESIDE;
    if (wg_engine_open(device, &options, &engine, NULL) != WG_OK)
        return;
    if (wg_run_open(rung->spec, engine, &run_options, &run, NULL) == WG_OK && wg_run_launch(run, NULL) == WG_OK)
        wg_record_counters(run, r);
    if (!estimates)
        r->estimate = (wg_estimate){0};
    wg_run_close(run);
    wg_engine_close(engine);
}

static void leave_out(climber *c, wg_record *r, const char *why)
{
    r->verification = WG_LEFT_OUT;
    r->reason = wg_results_keep(c->results, why);
}

/* Code of strangers runs on this machine only if the user says so: the rung is shown, and why it did not run. */
static bool may_run(climber *c, const wg_rung *rung, wg_record *r)
{
    if (rung->spec->is_host_code && !rung->spec->is_trusted)
        leave_out(c, r, "is C code of this ladder's: runs with --trust");
    return !rung->spec->is_host_code || rung->spec->is_trusted;
}

static wg_status run_where_it_belongs(climber *c, const wg_rung *rung, wg_record *r, wg_error *err)
{
    const char *home = wg_rung_backend(rung);
    char why[64];
    if (rung->kind == WG_RUNG_C && c->checker) {
        leave_out(c, r, "runs with --sizes default");
        return WG_OK;
    }
    if (rung->kind == WG_RUNG_C)
        return run_on(c, c->host, rung, r, err);
    if (!c->device && wg_rung_simulates(rung)) {
        wg_status status = simulate(c, rung, r, err);
        return status == WG_OK && c->checker && !c->options->no_check ? check_elsewhere(c, rung, r, err) : status;
    }
    if (c->device && !strcmp(c->kind, home)) {
        wg_status status = run_on(c, c->device, rung, r, err);
        if (status == WG_OK && wg_rung_simulates(rung) && !c->options->no_counters)
            count_beside(c, rung, r);
        return status;
    }
    snprintf(why, sizeof why, "needs -d %s", home);
    leave_out(c, r, why);
    return WG_OK;
}

/* What the ladder says of a rung. */
static void describe_rung(climber *c, const wg_rung *rung, wg_record *r)
{
    *r = wg_record_blank();
    r->verification = WG_LEFT_OUT;
    r->name = wg_results_keep(c->results, rung->name);
    r->unit = wg_results_keep(c->results, rung->unit);
    r->limiter = wg_results_keep(c->results, rung->limiter);
    r->next = wg_results_keep(c->results, rung->next);
    r->next_advice = wg_results_keep(c->results, rung->advice);
    r->note = wg_results_keep(c->results, rung->note);
    r->row = wg_results_keep(c->results, rung->row);
}

/* The same words for all rungs of a language: the complaint names the file, and each package that would help. */
static const char *no_compiler(climber *c, const char *complaint)
{
    const char *words = strstr(complaint, "no compiler for");
    words = words ? words : complaint;
    return wg_arena_format(&c->results->arena, "%.*s; warpgrind devices says how to get one",
                           (int)strcspn(words, ";\n"), words);
}

/* A rung that could not run failed, unless nobody is to blame: its compiler or library is not installed, or the device
 * is too small for it. */
static void tell_trouble(climber *c, const wg_rung *rung, wg_record *r, wg_status status, const wg_error *trouble)
{
    bool has_no_library = status == WG_ERR_MISSING && (rung->kind == WG_RUNG_VENDOR || rung->kind == WG_RUNG_C);
    if (r->verification != WG_WRONG) /* a library that complains has failed: nothing was compared */
        r->verification = WG_FAILED;
    if (has_no_library || status == WG_ERR_LIMIT || status == WG_ERR_NO_COMPILER)
        r->verification = WG_LEFT_OUT;
    if (status == WG_ERR_NO_COMPILER && !c->missing.text[0])
        c->missing = *trouble;
    r->reason =
        status == WG_ERR_NO_COMPILER ? no_compiler(c, trouble->text) : wg_results_keep(c->results, trouble->text);
}

static wg_status climb_rung(climber *c, const wg_rung *rung, wg_record *r, wg_error *err)
{
    double wanted = 1;
    wg_error trouble = {0};
    describe_rung(c, rung, r);
    wg_status status = rung->when.text ? wg_rung_evaluate(rung, &rung->when, &wanted, &trouble) : WG_OK;
    if (status == WG_OK)
        status = wg_rung_evaluate(rung, &rung->flops, &r->flops, &trouble);
    if (status == WG_OK)
        status = wg_rung_evaluate(rung, &rung->bytes, &r->bytes, &trouble);
    if (status == WG_OK)
        status = wg_rung_evaluate(rung, &rung->items, &r->items, &trouble);
    if (status == WG_OK && wanted == 0)
        leave_out(c, r, "not at this size");
    else if (status == WG_OK && c->capability && rung->capability > c->capability)
        leave_out(c, r, "needs a newer GPU");
    else if (status == WG_OK && may_run(c, rung, r))
        status = run_where_it_belongs(c, rung, r, &trouble);
    if (status == WG_ERR_INTERRUPTED && err)
        *err = trouble;
    else if (status != WG_OK)
        tell_trouble(c, rung, r, status, &trouble);
    c->ran += r->verification != WG_LEFT_OUT;
    return status == WG_ERR_INTERRUPTED ? status : WG_OK;
}

/* ---- the ladder ---- */

static bool is_chosen(const wg_climb_options *o, const wg_rung *rung)
{
    bool chosen = o->method_count == 0;
    for (size_t m = 0; m < o->method_count; m++)
        chosen |= !strcmp(o->methods[m], rung->name);
    return chosen;
}

wg_status wg_climb_count(const wg_ladder *ladder, const wg_climb_options *o, size_t *count, wg_error *err)
{
    *count = 0;
    for (size_t k = 0; k < ladder->rung_count; k++)
        *count += is_chosen(o, &ladder->rungs[k]);
    for (size_t m = 0; m < o->method_count; m++)
        if (!wg_ladder_find(ladder, o->methods[m], err))
            return WG_ERR_INPUT;
    return WG_OK;
}

/* Results that nobody compares look like right ones: who does not trust the reference has to say that. */
static wg_status check_trust(const wg_ladder *ladder, const wg_climb_options *o, wg_error *err)
{
    for (size_t k = 0; k < ladder->rung_count; k++) {
        const wg_rung *rung = &ladder->rungs[k];
        if (is_chosen(o, rung) && rung->judge && !rung->judge->is_trusted && !o->no_check)
            return wg_error_set(err, WG_ERR_INPUT,
                                "%s: to compare results, C code of this ladder's would run on this machine: say "
                                "--trust if you know what is in it, or --no-check to do without",
                                rung->judge->source);
    }
    return WG_OK;
}

static wg_status open_devices(climber *c, wg_error *err)
{
    const char *name = c->options->device ? c->options->device : "sim";
    wg_engine *engine = c->options->opened;
    wg_status status = engine ? WG_OK : wg_engine_open(name, &c->options->engine, &engine, err);
    if (status != WG_OK)
        return status;
    c->kind = engine->backend->name;
    c->capability = engine->capability;
    c->results->device = wg_place_of(engine);
    if (!strcmp(c->kind, "sim"))
        wg_engine_close(engine);
    else
        c->device = engine;
    return wg_engine_open("cpu", &c->options->engine, &c->host, err);
}

/* What a checker has is the climber's but for what depends on sizes. */
static void open_checker(const climber *c, wg_climb_options *options, climber *out)
{
    *options = *c->options;
    options->engine.samples = options->engine.estimates = options->engine.what_if = false;
    *out = *c;
    out->options = options;
    out->ladder = c->options->checks;
    out->contents = wg_contents_new();
}

static void free_answers(climber *c)
{
    for (size_t k = 0; k < c->answer_count; k++) {
        wg_run_close(c->answers[k].run);
        free(c->answers[k].key);
    }
    free(c->answers);
}

static void close_devices(climber *c)
{
    free_answers(c);
    if (c->checker) {
        free_answers(c->checker);
        wg_contents_free(c->checker->contents);
    }
    if (!c->options->contents)
        wg_contents_free(c->contents);
    if (!c->options->opened)
        wg_engine_close(c->device);
    wg_engine_close(c->host);
}

/* One rung without a compiler is left out; a ladder without one is an error. */
static wg_status nothing_ran(const climber *c, wg_error *err)
{
    if (!c->missing.text[0])
        return WG_OK;
    if (err)
        *err = c->missing;
    return WG_ERR_NO_COMPILER;
}

static wg_status climb_rungs(climber *c, wg_record *records, size_t count, wg_error *err)
{
    const wg_climb_options *o = c->options;
    wg_status status = WG_OK;
    size_t number = 0;
    for (size_t k = 0; k < c->ladder->rung_count && status == WG_OK; k++) {
        const wg_rung *rung = &c->ladder->rungs[k];
        if (!is_chosen(o, rung))
            continue;
        status = wg_check_interrupt(o->timing.interrupted, err);
        if (status == WG_OK && o->begin_rung)
            o->begin_rung(o->user, rung, number, count);
        if (status == WG_OK)
            status = climb_rung(c, rung, &records[number++], err);
    }
    return status == WG_OK && !c->ran ? nothing_ran(c, err) : status;
}

wg_status wg_climb_add(const wg_ladder *ladder, const wg_climb_options *options, wg_results *results,
                       wg_record *records, wg_error *err)
{
    climber c = {.options = options,
                 .ladder = ladder,
                 .results = results,
                 .contents = options->contents ? options->contents : wg_contents_new()};
    size_t count;
    climber checker;
    wg_climb_options check_options;
    wg_status status = wg_climb_count(ladder, options, &count, err);
    if (status == WG_OK)
        status = check_trust(ladder, options, err);
    if (status == WG_OK)
        status = open_devices(&c, err);
    if (status == WG_OK && options->checks) {
        open_checker(&c, &check_options, &checker);
        c.checker = &checker;
    }
    if (status == WG_OK)
        status = climb_rungs(&c, records, count, err);
    close_devices(&c);
    return status;
}

static void keep_sizes(const wg_ladder *ladder, wg_results *results)
{
    results->sizes = WG_NEW_ARRAY(&results->arena, wg_record_size, ladder->size_count + 1);
    results->size_count = ladder->size_count;
    for (size_t k = 0; k < ladder->size_count; k++) {
        const wg_value *v = &ladder->sizes[k].value;
        results->sizes[k] =
            (wg_record_size){wg_results_keep(results, ladder->sizes[k].name), v->is_real, v->integer, v->real};
    }
}

static void keep_check_sizes(const wg_ladder *ladder, wg_results *results)
{
    wg_text text = {0};
    for (size_t k = 0; k < ladder->size_count; k++) {
        char value[64];
        wg_value_format(&ladder->sizes[k].value, value, sizeof value);
        wg_text_addf(&text, "%s%s=%s", k ? ", " : "", ladder->sizes[k].name, value);
    }
    results->checked = wg_results_keep(results, wg_text_get(&text));
    wg_text_free(&text);
}

wg_status wg_climb_run(const wg_ladder *ladder, const wg_climb_options *options, wg_results **out, wg_error *err)
{
    wg_results *results = wg_results_new(WG_RESULTS_LADDER);
    *out = NULL;
    results->name = wg_results_keep(results, ladder->name);
    results->title = wg_results_keep(results, ladder->title ? ladder->title : "");
    results->text = wg_results_keep(results, ladder->text);
    keep_sizes(ladder, results);
    if (options->checks && !options->no_check)
        keep_check_sizes(options->checks, results);
    wg_status status = wg_climb_count(ladder, options, &results->count, err);
    results->records = WG_NEW_ARRAY(&results->arena, wg_record, results->count + 1);
    if (status == WG_OK)
        status = wg_climb_add(ladder, options, results, results->records, err);
    if (status == WG_OK)
        *out = results;
    else
        wg_results_free(results);
    return status;
}
