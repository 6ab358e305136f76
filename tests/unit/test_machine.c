/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas makes of the PTX, as src/machine/ predicts it: rule by rule on small kernels, then summed over every
 * recorded launch against the machine instructions an H200 executed. The table of errors it prints is the one in
 * docs/design/machine.md. */
#include "machine_harness.h"
#include "recorded.h"

#include "machine/builder.h"
#include "machine/spills.h"
#include "spec/ladder.h"
#include "spec/spec.h"

#include <math.h>

/* ---- the table of expansions ---- */

/* Who adds an instruction says what a GPU makes of it. */
static void test_every_opcode_expands(void **state)
{
    (void)state;
    int missing = 0;
    for (int k = 0; k < WG_OPCODE_COUNT; k++)
        if (!wg_expansion_knows((wg_opcode)k)) {
            print_error("no expansion for %s: add EXPANSION(%s, …) or BY_CLASS(%s) to src/machine/expansions.def\n",
                        wg_opcode_name((wg_opcode)k), wg_opcode_name((wg_opcode)k), wg_opcode_name((wg_opcode)k));
            missing++;
        }
    assert_int_equal(missing, 0);
}

/* What no row of an opcode fits is as its class is, so that there always is one. */
static void test_every_class_expands(void **state)
{
    (void)state;
    for (int class = 0; class < WG_CLASS_COUNT; class ++) {
        wg_insn i = {.opcode = WG_OP_lop3, .class = (uint8_t) class};
        const wg_expansion *e = wg_expansion_find(&wg_expansions_sm_90, &i);
        if (!e || e->when.class != class + 1)
            fail_msg("no CLASS_DEFAULT for class %d in src/machine/expansions.def", class);
    }
}

/* A target's own rows come before those of its base. */
static void test_own_expansions_come_first(void **state)
{
    (void)state;
    static const wg_expansion own[] = {
        {.opcode = WG_OP_popc, .latency = WG_LATENCY_ARITHMETIC, .on = {{WG_PIPE_ALU, 7}}}};
    static const wg_expansions first = {own, 1, &wg_expansions_sm_90};
    wg_target target = *wg_target_find(90);
    target.expansions = &first;
    predict_as(KERNEL("ld.global.u32 %r1, [%in]; popc.b32 %r2, %r1; brev.b32 %r9, %r2; st.global.u32 [%out], %r9;"),
               &target);
    assert_true(becomes("popc", 0)->on[WG_PIPE_ALU] == 7 && becomes("brev", 0)->on[WG_PIPE_XU] == 1);
    forget();
}

/* Prefixes that look alike, and modifiers that change what a sum may be folded with. */
static void test_roles(void **state)
{
    (void)state;
    static const struct {
        const char *spelling;
        wg_role role;
    } CASES[] = {
        {"add.f32", WG_ROLE_FLOAT_SUM},    {"add.rn.f32", WG_ROLE_FLOAT},        {"add.ftz.f32", WG_ROLE_FLOAT},
        {"addc.u32", WG_ROLE_ADD},         {"mul.wide.s32", WG_ROLE_PRODUCT},    {"mul.hi.s32", WG_ROLE_OTHER},
        {"mul24.lo.s32", WG_ROLE_OTHER},   {"set.lt.u32.s32", WG_ROLE_OTHER},    {"setp.lt.s32", WG_ROLE_COMPARE},
        {"shr.u32", WG_ROLE_SHIFT_RIGHT},  {"shr.s32", WG_ROLE_OTHER},           {"cvt.u64.u32", WG_ROLE_WIDEN},
        {"cvt.u32.u64", WG_ROLE_COPY},     {"cvt.rzi.u32.f32", WG_ROLE_OTHER},   {"ld.param.u32", WG_ROLE_PARAMETER},
        {"ld.global.u32", WG_ROLE_MEMORY}, {"cvta.to.shared.u64", WG_ROLE_COPY}, {"cvta.shared.u64", WG_ROLE_OTHER}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        wg_spelled s;
        assert_true(wg_form_match(CASES[k].spelling, &s));
        wg_insn i = {.opcode = wg_forms[s.form].opcode,
                     .class = wg_forms[s.form].class,
                     .type = {s.type[0], s.type[1]},
                     .round = s.field[WG_FIELD_ROUND],
                     .space = s.field[WG_FIELD_SPACE],
                     .flags = s.flags,
                     .size = {4}};
        if (wg_expansion_find(&wg_expansions_sm_90, &i)->role != CASES[k].role)
            fail_msg("%s has another role", CASES[k].spelling);
    }
}

/* ---- rules ---- */

static double issues(const char *spelling, unsigned nth)
{
    return becomes(spelling, nth)->issues;
}

#define LOADED "ld.global.u32 %r1, [%in]; ld.global.u32 %r2, [%in+4]; ld.global.u32 %r3, [%in+8];"
#define STORED "st.global.u32 [%out], %r9;"

static void test_addresses(void **state)
{
    (void)state;
    predict(KERNEL("mul.wide.u32 %d1, %gid, 4; add.s64 %d2, %in0, %d1; add.s64 %d3, %d2, 64;"
                   "ld.global.u32 %r1, [%d3]; ld.global.u32 %r2, [%d3+4]; add.s32 %r9, %r1, %r2;" STORED));
    assert_true(issues("mul.wide", 0) == 0); /* part of IMAD.WIDE */
    assert_true(issues("add.s64", 0) == 1 && becomes("add.s64", 0)->pipe == WG_PIPE_FMAHEAVY);
    assert_true(issues("add.s64", 1) == 0); /* [R+0x40] */
    assert_true(issues("ld.global", 1) == 1 && becomes("ld.global", 1)->pipe == WG_PIPE_LSU);
    forget();
    predict(KERNEL(".shared .u32 s[64]; mov.u32 %r1, s; shl.b32 %r2, %id, 2; add.s32 %r3, %r1, %r2;"
                   "st.shared.u32 [%r3], %id; ld.shared.u32 %r9, [%r3+4];" STORED));
    assert_true(issues("mov.u32", 0) == 3);                          /* S2UR, UMOV, ULEA */
    assert_true(issues("shl", 0) == 0 && issues("add.s32", 0) == 1); /* LEA */
    forget();
}

static void test_arithmetic(void **state)
{
    (void)state;
    predict(KERNEL(LOADED "mul.lo.s32 %r4, %r1, %r2; add.s32 %r9, %r4, %r3;" STORED));
    assert_true(issues("mul.lo", 0) == 0 && becomes("add.s32", 0)->pipe == WG_PIPE_FMAHEAVY); /* IMAD */
    forget();
    predict(KERNEL(LOADED "add.s32 %r4, %r1, %r2; add.s32 %r9, %r4, %r3;" STORED));
    assert_true(issues("add.s32", 0) + issues("add.s32", 1) == 1); /* IADD3 */
    forget();
    predict(KERNEL(LOADED "and.b32 %r4, %r1, %r2; xor.b32 %r9, %r4, %r3;" STORED));
    assert_true(issues("and", 0) + issues("xor", 0) == 1); /* LOP3 */
    forget();
    predict(KERNEL(LOADED "div.s32 %r9, %r1, %r2;" STORED));
    assert_true(issues("div", 0) == 24 && becomes("div", 0)->on[WG_PIPE_XU] == 3);
    forget();
    predict(KERNEL(LOADED "div.u32 %r9, %r1, 7;" STORED));
    assert_true(issues("div", 0) == 3);
    forget();
    predict(KERNEL("ld.global.f32 %f1, [%in]; ex2.approx.f32 %f2, %f1; st.global.f32 [%out], %f2;"));
    assert_true(issues("ex2", 0) == 4 && becomes("ex2", 0)->on[WG_PIPE_XU] == 1);
    forget();
    predict(KERNEL("ld.global.u64 %d1, [%in]; ld.global.u64 %d2, [%in+8]; add.s64 %d3, %d1, %d2; cvt.u32.u64 %r1, %d1;"
                   "st.global.u64 [%out], %d3; st.global.u32 [%out+8], %r1;"));
    assert_true(issues("add.s64", 0) == 2 && issues("cvt", 0) == 0);
    forget();
}

static void test_halves(void **state)
{
    (void)state;
    predict(
        KERNEL("ld.global.u64 %d1, [%in]; and.b64 %d2, %d1, 4294967295; shr.u64 %d3, %d1, 32; xor.b64 %d4, %d2, %d3;"
               "mul.lo.s64 %d5, %d4, 77; st.global.u64 [%out], %d5;"));
    assert_true(issues("and", 0) == 0 && issues("shr", 0) == 0); /* the one register and the other */
    assert_true(issues("xor", 0) == 1 && issues("mul", 0) == 1); /* LOP3, IMAD.WIDE.U32 */
    forget();
    predict(KERNEL(
        "ld.global.f64 %fd1, [%in]; add.f64 %fd2, %fd1, 0d3FF0000000000000; mul.f64 %fd3, %fd2, 0d3FD5555555555555;"
        "st.global.f64 [%out], %fd3;"));
    assert_true(issues("add.f64", 0) == 1 && issues("mul.f64", 0) == 3); /* UMOV, UMOV, DMUL */
    assert_int_equal(becomes("add.f64", 0)->pipe, WG_PIPE_FP64);
    forget();
}

static void test_nothing_left(void **state)
{
    (void)state;
    predict(KERNEL(LOADED "add.s32 %r4, %r1, %r2; mov.u32 %r5, %r3; add.s32 %r9, %r5, 1;" STORED));
    assert_true(issues("add.s32", 0) == 0);                                  /* nobody reads it */
    assert_true(issues("ld.global", 0) == 0 && issues("ld.global", 2) == 2); /* LDG, and the descriptor it needs */
    assert_true(issues("mov", 0) == 0);
    forget();
}

#define LOOP(pragma, bound)                                                                                            \
    "mov.u32 %r4, 0; mov.u32 %r9, 0; L: " pragma "ld.global.u32 %r1, [%in]; add.s32 %r9, %r9, %r1; add.s64 %in, %in, " \
    "4; add.s32 %r4, %r4, 1; setp.lt.s32 %p1, %r4, " bound "; @%p1 bra L;" STORED

static void test_loops(void **state)
{
    (void)state;
    predict(KERNEL(LOOP("", "%n")));
    assert_true(issues("add.s32", 1) == 0.25 && issues("add.s64", 0) == 0.5 && issues("bra", 0) == 0.25);
    assert_true(issues("ld.global", 0) == 1);
    forget();
    predict(KERNEL(LOOP(".pragma \"nounroll\";", "%n")));
    assert_true(issues("add.s32", 1) == 1 && issues("bra", 0) == 1);
    forget();
    predict(KERNEL(LOOP("", "16")));
    assert_true(issues("bra", 0) < 0.01); /* all of it */
    forget();
    predict(KERNEL("mov.u32 %r4, 0; mov.u32 %r9, 0; L: shl.b32 %r2, %id, 3; xor.b32 %r9, %r9, %r2; bar.sync 0;"
                   "add.s32 %r4, %r4, %n; setp.lt.s32 %p1, %r4, 100; @%p1 bra L;" STORED));
    assert_true(becomes("shl", 0)->issues_with < (uint32_t)(becomes("shl", 0) - machine->insns)); /* before the loop */
    forget();
}

static void test_branches(void **state)
{
    (void)state;
    predict(KERNEL(LOADED "mov.u32 %r9, %r2; setp.gt.s32 %p1, %r1, 5; @%p1 bra L; add.s32 %r9, %r2, %r3; L: " STORED));
    assert_true(issues("bra", 0) == 0 && becomes("add.s32", 0)->is_predicated);
    assert_true(machine->insns[becomes("add.s32", 0)->issues_with].destinations == 0); /* issues with the branch */
    forget();
    predict(KERNEL(LOADED "mov.u32 %r9, %r2; setp.gt.s32 %p1, %r1, 5; @%p1 bra L; div.s32 %r9, %r2, %r3; L: " STORED));
    assert_true(issues("bra", 0) == 3); /* BSSY, BRA, BSYNC */
    forget();
    predict(KERNEL(LOADED "setp.gt.s32 %p1, %r1, 5; @%p1 bra L; div.s32 %r9, %r2, %r3; " STORED " L: ret;"));
    assert_true(issues("bra", 0) == 1 && becomes("bra", 0)->pipe == WG_PIPE_CBU); /* @P0 EXIT */
    forget();
}

static void test_registers(void **state)
{
    (void)state;
    predict(KERNEL(LOADED "add.s32 %r9, %r1, %r2;" STORED));
    assert_int_equal(machine->registers, 16); /* the least */
    forget();
}

static void test_parameters(void **state)
{
    (void)state;
    predict(KERNEL("setp.ge.s32 %p1, %gid, %n; @%p1 bra L; ld.global.u32 %r9, [%in];" STORED " L: ret;"));
    assert_true(machine->insns[1].on[WG_PIPE_ADU] == 1); /* LDC.64: IMAD.WIDE has the 4 where it could be */
    assert_true(machine->insns[2].on[WG_PIPE_ADU] == 0 && machine->insns[2].issues == 1); /* ULDC */
    forget();
    predict(KERNEL("ld.global.u32 %r1, [%in]; mad.lo.s32 %r9, %r1, %n, 7;" STORED));
    assert_true(machine->insns[2].on[WG_PIPE_ADU] == 1); /* the 7 is where it could be */
    forget();
    predict(KERNEL(LOADED "setp.gt.s32 %p1, %r1, 5; mov.u32 %r9, 0; @%p1 bra L; ld.global.u32 %r9, [%in0]; L: " STORED
                          "setp.gt.s32 %p2, %r2, 5; @%p2 bra M; div.s32 %r4, %r2, %r3; st.global.u32 [%in0], %r4; M:"));
    assert_true(machine->insns[1].on[WG_PIPE_ADU] == 1);
    assert_true(becomes("ld.global", 3)->on[WG_PIPE_ADU] == 1 && becomes("st.global", 1)->on[WG_PIPE_ADU] == 1);
    forget();
}

#define LIMITED(registers, body)                                                                                       \
    PTX ".visible .entry k(.param .u64 in) .maxnreg " registers                                                        \
        " { .reg .b32 %x<64>; .reg .b64 %a; ld.param.u64 %a, [in];\n" body "\n}\n"
#define EACH8(form, b) form(b##0) form(b##1) form(b##2) form(b##3) form(b##4) form(b##5) form(b##6) form(b##7)
#define EACH(form) EACH8(form, 1) EACH8(form, 2) EACH8(form, 3)
#define LOAD_ONE(k) "ld.global.u32 %x" #k ", [%a+" #k "0];"
#define STORE_ONE(k) "st.global.u32 [%a], %x" #k ";"

static void test_spills(void **state)
{
    (void)state;
    double stored = 0, loaded = 0;
    predict(LIMITED("64", EACH(LOAD_ONE) EACH(STORE_ONE)));
    assert_true(machine->frame == 0);
    forget();
    predict(LIMITED("16", EACH(LOAD_ONE) EACH(STORE_ONE)));
    assert_true(machine->registers == 16 && machine->frame > 0);
    for (uint32_t n = 0; n < machine->count; n++) {
        stored += machine->insns[n].spilled;
        loaded += machine->insns[n].filled;
    }
    assert_true(stored > 1 && loaded > 1 && loaded < 24);
    wg_spills_know(machine, &(wg_spills){.stores = 40, .loads = 80, .frame = 64});
    stored = loaded = 0;
    for (uint32_t n = 0; n < machine->count; n++) {
        stored += machine->insns[n].spilled;
        loaded += machine->insns[n].filled;
    }
    assert_true(fabs(stored - 10) < 1e-4 && fabs(loaded - 20) < 1e-4 && machine->frame == 64);
    forget();
}

/* ---- recorded launches ---- */

typedef struct score {
    unsigned count, near, split, split_near; /* launches, and those of which the pipes are recorded */
    double sum, ptx_sum, registers, worst;
} score;

typedef struct predicted {
    double ptx, issues, on[WG_PIPE_COUNT];
    double longest; /* of the kernel with most instructions: the table has its registers */
    unsigned registers;
} predicted;

static predicted predict_run(const wg_run *run)
{
    predicted all = {0};
    for (size_t k = 0; k < run->plan->step_count; k++) {
        const wg_engine_kernel *one = run->kernels[k];
        bool known = !one;
        for (size_t j = 0; j < k; j++)
            known = known || run->kernels[j] == one;
        if (known)
            continue;
        wg_machine *m = wg_machine_new(one->program, wg_target_find(90));
        double before = all.issues;
        for (uint32_t n = 0; n < m->count; n++) {
            double times = (double)one->profile->insns[m->insns[n].issues_with].value[WG_COUNTER_warp_instructions];
            double own = (double)one->profile->insns[n].value[WG_COUNTER_warp_instructions];
            all.ptx += own;
            all.issues += times * m->insns[n].issues;
            all.issues += own * (m->insns[n].spilled + m->insns[n].filled);
            all.on[WG_PIPE_LSU] += own * (m->insns[n].spilled + m->insns[n].filled);
            for (int p = 0; p < WG_PIPE_COUNT; p++)
                all.on[p] += times * m->insns[n].on[p];
        }
        if (all.issues - before > all.longest) {
            all.longest = all.issues - before;
            all.registers = m->registers;
        }
        wg_machine_free(m);
    }
    return all;
}

/* The largest error of a pipe, as a part of all instructions; NAN: not recorded. ncu's fma has both halves. */
static double pipe_error(const predicted *p, const table *counters, size_t row, double total)
{
    static const wg_pipe PIPES[] = {WG_PIPE_ALU, WG_PIPE_FMA, WG_PIPE_FP64, WG_PIPE_LSU, WG_PIPE_XU, WG_PIPE_TENSOR};
    double worst = NAN;
    for (size_t k = 0; k < sizeof PIPES / sizeof *PIPES; k++) {
        char metric[64];
        snprintf(metric, sizeof metric, "smsp__inst_executed_pipe_%s.sum", wg_pipe_name(PIPES[k]));
        const char *value = cell(counters, row, metric);
        double ours = p->on[PIPES[k]] + (PIPES[k] == WG_PIPE_FMA ? p->on[WG_PIPE_FMAHEAVY] : 0);
        if (value)
            worst = fmax(worst, fabs(ours - atof(value)) / total);
    }
    return worst;
}

static void compare(const char *name, const wg_run *run, const table *counters, score *s)
{
    predicted p = predict_run(run);
    size_t row = row_of(counters, name);
    double total = atof(cell(counters, row, "smsp__inst_executed.sum"));
    double registers = atof(cell(counters, row, "launch__registers_per_thread"));
    double error = p.issues / total - 1, pipe = pipe_error(&p, counters, row, total);
    s->count++;
    s->sum += fabs(error);
    s->ptx_sum += fabs(p.ptx / total - 1);
    s->near += fabs(error) <= 0.1;
    s->split += !isnan(pipe);
    s->split_near += pipe <= 0.15;
    s->registers += fabs(p.registers / registers - 1);
    s->worst = fmax(s->worst, fabs(error));
    print_message("%-34s PTX %+6.1f %%  predicted %+6.1f %%  registers %3u of %3.0f", name, 100 * (p.ptx / total - 1),
                  100 * error, p.registers, registers);
    print_message(isnan(pipe) ? "\n" : "  pipes %4.1f %%\n", 100 * pipe);
}

static void summarise(const char *what, const score *s)
{
    print_message(
        "%s: %u launches, mean error %.1f %% (of the PTX %.1f %%), %u within 10 %%, worst %.0f %%; registers %.1f %%\n",
        what, s->count, 100 * s->sum / s->count, 100 * s->ptx_sum / s->count, s->near, 100 * s->worst,
        100 * s->registers / s->count);
    if (s->split)
        print_message("%s: no pipe is off by more than 15 %% of all instructions in %u of %u\n", what, s->split_near,
                      s->split);
}

/* sample_blocks: so many of a launch's blocks stand for all; 0: all run. */
static void compare_cases(const char *ptx, const char *cases_name, const char *counters_name, uint64_t sample_blocks,
                          score *s)
{
    const wg_engine_options options = {.launch = {.sample_blocks = sample_blocks}};
    table cases = read_table(cases_name), counters = read_table(counters_name);
    for (size_t row = 1; row < cases.rows; row++) {
        wg_spec *spec;
        wg_run *run = run_recorded(ptx, &cases, row, &options, &spec);
        assert_non_null(run);
        compare(cell(&cases, row, "case"), run, &counters, s);
        wg_run_close(run);
        wg_spec_free(spec);
    }
    free_table(&cases);
    free_table(&counters);
}

/* The rules were learnt from these: the first test is that they still hold. */
static void test_kernels(void **state)
{
    (void)state;
    score s = {0};
    compare_cases("kernels.ptx", "h200/cases.csv", "h200/counters.csv", 0, &s);
    summarise("kernels", &s);
    assert_true(s.sum / s.count <= 0.035);
    assert_true(s.near >= s.count * 0.93);
    assert_true(s.split == s.count && s.split_near >= s.count * 0.95);
    assert_true(s.worst <= 0.3); /* one spills registers */
    assert_true(s.registers / s.count <= 0.04);
}

static void test_rungs(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    enum { SOME = 1024 }; /* their blocks are alike */
    score s = {0};
    compare_cases("rungs.ptx", "h200/rungs_cases.csv", "h200/rungs_counters.csv", SOME, &s);
    summarise("rungs", &s);
    assert_true(s.sum / s.count <= 0.02 && s.near == s.count);
}

/* ---- ladders ---- */

static void compare_rung(const char *ladder, const wg_rung *rung, wg_contents *contents, const table *counters,
                         score *s)
{
    wg_engine_options options = {0};
    wg_engine *engine = NULL;
    wg_run *run = NULL;
    wg_error err = {0};
    char name[300];
    snprintf(name, sizeof name, "%s/%s", ladder, rung->name);
    if (!is_recorded(counters, name))
        return;
    if (wg_engine_open("sim:h200", &options, &engine, &err) != WG_OK ||
        wg_run_open(rung->spec, engine, &(wg_run_options){.contents = contents}, &run, &err) != WG_OK ||
        wg_run_launch(run, &err) != WG_OK)
        fail_msg("%s: %s", name, err.text);
    compare(name, run, counters, s);
    wg_run_close(run);
    wg_engine_close(engine);
}

/* The first ladders were not looked at while the rules were made; from the others some were learnt. */
static bool is_held_out(const char *ladder)
{
    static const char *const SEEN[] = {"convolution", "memory", "random", "transpose"};
    for (size_t k = 0; k < sizeof SEEN / sizeof *SEEN; k++)
        if (!strcmp(ladder, SEEN[k]))
            return false;
    return true;
}

static void compare_ladder(const char *name, const table *counters, score *s)
{
    wg_ladder_options options = {0};
    wg_ladder *ladder;
    wg_error err = {0};
    char folder[256];
    snprintf(folder, sizeof folder, "ladders/%s", name);
    if (wg_ladder_open(folder, &options, &ladder, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_contents *contents = wg_contents_new(); /* what all its rungs begin with */
    for (size_t k = 0; k < ladder->rung_count; k++)
        if (ladder->rungs[k].kind == WG_RUNG_CUDA)
            compare_rung(name, &ladder->rungs[k], contents, counters, s);
    wg_contents_free(contents);
    wg_ladder_close(ladder);
}

static void test_ladders(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    if (!compiles_as_recorded())
        skip();
    table counters = read_table("ladders/counters.csv");
    char **names;
    size_t count;
    score seen = {0}, held_out = {0};
    assert_int_equal(wg_ladder_list(WG_LADDERS, &names, &count, NULL), WG_OK);
    for (size_t k = 0; k < count; k++)
        compare_ladder(names[k], &counters, is_held_out(names[k]) ? &held_out : &seen);
    summarise("ladders looked at", &seen);
    summarise("ladders held out", &held_out);
    wg_device_list_free(names, count);
    free_table(&counters);
    assert_true((seen.sum + held_out.sum) / (seen.count + held_out.count) <= 0.04);
    assert_true(held_out.sum / held_out.count <= 0.03);
    assert_true(seen.near + held_out.near >= 0.8 * (seen.count + held_out.count));
    assert_true(fmax(seen.worst, held_out.worst) <= 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_opcode_expands),
        cmocka_unit_test(test_every_class_expands),
        cmocka_unit_test(test_own_expansions_come_first),
        cmocka_unit_test(test_roles),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_nothing_left),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_spills),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_rungs),
        cmocka_unit_test(test_ladders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
