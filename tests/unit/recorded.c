/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded.h"

#include "base/arena.h"
#include "base/file.h"
#include "compile/compile.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- tables ---- */

static char *next_cell(char **at)
{
    char *p = *at, *cell = p;
    if (*p == '"') {
        cell = ++p;
        while (*p && *p != '"')
            p++;
        *p++ = 0;
    } else {
        p += strcspn(p, ",\n");
    }
    char end = *p;
    *p = 0;
    *at = end == ',' ? p + 1 : NULL;
    return cell;
}

table read_table(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", WG_RECORDED, name);
    table t = {0};
    size_t length, count = 0, capacity = 0;
    wg_error err = {0};
    if (wg_file_read(path, &t.text, &length, &err) != WG_OK)
        fail_msg("%s", err.text);
    for (char *line = t.text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        size_t columns = 0;
        for (char *at = line; at; columns++)
            *WG_PUSH(t.cells, count, capacity) = next_cell(&at);
        if (!t.columns)
            t.columns = columns;
        assert_int_equal(columns, t.columns);
        t.rows++;
    }
    return t;
}

void free_table(table *t)
{
    free(t->cells);
    free(t->text);
}

const char *cell(const table *t, size_t row, const char *column)
{
    for (size_t c = 0; c < t->columns; c++)
        if (!strcmp(t->cells[c], column))
            return t->cells[row * t->columns + c];
    return NULL;
}

/* 0: there is none. */
static size_t find_row(const table *t, const char *name)
{
    for (size_t r = 1; r < t->rows; r++)
        if (!strcmp(t->cells[r * t->columns], name))
            return r;
    return 0;
}

size_t row_of(const table *t, const char *name)
{
    size_t row = find_row(t, name);
    if (!row)
        fail_msg("no row %s", name);
    return row;
}

bool is_recorded(const table *t, const char *rung)
{
    bool is_there = find_row(t, rung) != 0;
    if (!is_there)
        print_message("%s: not recorded on an H200, left out\n", rung);
    return is_there;
}

double recorded_time(const char *kernel)
{
    char path[256];
    size_t k;
    json_t *row;
    double time = 0;
    snprintf(path, sizeof path, "docs/results/h200/%.*s.cuda.json", (int)strcspn(kernel, "/"), kernel);
    json_t *root = json_load_file(path, 0, NULL);
    json_array_foreach(json_object_get(root, "benchmarks"), k, row)
    {
        if (!strcmp(json_string_value(json_object_get(row, "name")), kernel))
            time = json_number_value(json_object_get(row, "real_time"));
    }
    json_decref(root);
    return time;
}

/* ---- running a case ---- */

static void set(wg_spec *spec, const char *option, const char *value)
{
    wg_error err = {0};
    if (wg_spec_set(spec, option, value, option, &err) != WG_OK)
        fail_msg("%s %s: %s", option, value, err.text);
}

/* 8x8 is 8,8 to the command; tex2d[100x60] is tex2d[f32,100,60]. */
static void set_converted(wg_spec *spec, const char *option, const char *value)
{
    char text[512];
    const char *texture = strstr(value, "tex2d[");
    if (texture)
        snprintf(text, sizeof text, "%.*stex2d[f32,%s", (int)(texture - value), value, texture + 6);
    else
        snprintf(text, sizeof text, "%s", value);
    char *shape = texture ? strstr(text, "f32,") : text;
    for (char *p = shape; *p && *p != ']' && (texture || !strchr(text, ':')); p++)
        if (*p == 'x')
            *p = ',';
    set(spec, option, text);
}

wg_run *run_recorded(const char *ptx, const table *cases, size_t row, const wg_engine_options *options, wg_spec **spec)
{
    char path[512];
    snprintf(path, sizeof path, "%s/h200/%s", WG_RECORDED, ptx);
    wg_error err = {0};
    if (wg_spec_open(path, spec, &err) != WG_OK)
        fail_msg("%s", err.text);
    set(*spec, "kernel", cell(cases, row, "kernel"));
    set_converted(*spec, "grid", cell(cases, row, "grid"));
    set_converted(*spec, "block", cell(cases, row, "block"));
    set(*spec, "shared", cell(cases, row, "shared"));
    char arguments[2048];
    snprintf(arguments, sizeof arguments, "%s", cell(cases, row, "arguments"));
    for (char *a = strtok(arguments, " "); a; a = strtok(NULL, " "))
        set_converted(*spec, "arg", a);
    if (wg_spec_complete(*spec, &err) != WG_OK)
        fail_msg("%s: %s", cell(cases, row, "case"), err.text);
    wg_run *run;
    if (wg_run_once(*spec, "sim:h200", options, &run, &err) != WG_OK) {
        print_error("%s: %s\n", cell(cases, row, "case"), err.text);
        return NULL;
    }
    return run;
}

/* ---- comparing ---- */

typedef enum rule { EQUAL, WAVEFRONTS } rule;

static const struct {
    wg_counter counter;
    rule rule;
    const char *metrics[3]; /* summed */
    const char *noise;
} COMPARED[] = {
    {WG_COUNTER_global_load_requests, EQUAL, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}, NULL},
    {WG_COUNTER_global_load_sectors, EQUAL, {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}, NULL},
    {WG_COUNTER_global_store_requests, EQUAL, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}, NULL},
    {WG_COUNTER_global_store_sectors, EQUAL, {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}, NULL},
    {WG_COUNTER_global_atomic_requests,
     EQUAL,
     {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
     NULL},
    {WG_COUNTER_global_atomic_sectors,
     EQUAL,
     {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
     NULL},
    {WG_COUNTER_local_load_requests, EQUAL, {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"}, NULL},
    {WG_COUNTER_local_load_sectors, EQUAL, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}, NULL},
    {WG_COUNTER_local_store_requests, EQUAL, {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"}, NULL},
    {WG_COUNTER_local_store_sectors, EQUAL, {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"}, NULL},
    {WG_COUNTER_texture_requests, EQUAL, {"l1tex__t_requests_pipe_tex_mem_texture.sum"}, NULL},
    {WG_COUNTER_texture_sectors, EQUAL, {"l1tex__t_sectors_pipe_tex_mem_texture.sum"}, NULL},
    {WG_COUNTER_shared_load_wavefronts,
     WAVEFRONTS,
     {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {WG_COUNTER_shared_store_wavefronts,
     WAVEFRONTS,
     {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {WG_COUNTER_shared_atomic_wavefronts, WAVEFRONTS, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}, NULL},
};
enum { COMPARED_COUNT = sizeof COMPARED / sizeof *COMPARED };

static bool within(double ours, double theirs)
{
    return fabs(ours - theirs) <= 0.03 * theirs;
}

static bool agrees(size_t n, double ours, const table *counters, size_t row, double *theirs)
{
    *theirs = 0;
    bool recorded = false;
    for (int m = 0; m < 3 && COMPARED[n].metrics[m]; m++) {
        const char *value = cell(counters, row, COMPARED[n].metrics[m]);
        recorded = recorded || (value && *value);
        *theirs += value ? atof(value) : 0;
    }
    if (!recorded)
        return true;
    if (COMPARED[n].rule == EQUAL)
        return ours == *theirs;
    const char *noise = COMPARED[n].noise ? cell(counters, row, COMPARED[n].noise) : NULL;
    return within(ours, *theirs) || (noise && within(ours, *theirs - atof(noise)));
}

bool compiles_as_recorded(void)
{
    wg_compile_options options = {.arch = "sm_90"};
    wg_compiled compiled = {0};
    bool same = wg_compile("examples/saxpy.cu", &options, &compiled, NULL) == WG_OK &&
                (!strncmp(compiled.compiler, "nvrtc 13.", 9) || !strncmp(compiled.compiler, "nvcc 13.", 8));
    if (!same)
        print_message("the ladders' counters were recorded with nvcc 13, which is not here: not compared\n");
    wg_compiled_free(&compiled);
    return same;
}

void add_spills(const char *name, wg_estimator_options *about)
{
    table spills = read_table("h200/spills.csv");
    for (size_t row = 1; row < spills.rows; row++)
        if (strcmp(cell(&spills, row, "case"), name) == 0) {
            about->spill_stores = atof(cell(&spills, row, "spill_stores"));
            about->spill_loads = atof(cell(&spills, row, "spill_loads"));
            about->frame = atof(cell(&spills, row, "frame"));
        }
    free_table(&spills);
}

bool is_listed(const table *differences, const char *name, const char *counter)
{
    for (size_t r = 1; r < differences->rows; r++)
        if (!strcmp(cell(differences, r, "case"), name) && !strcmp(cell(differences, r, "counter"), counter))
            return true;
    return false;
}

int compare_counters(const char *name, const wg_counters *ours, const table *counters, const table *differences)
{
    int wrong = 0;
    size_t row = row_of(counters, name);
    for (size_t n = 0; n < COMPARED_COUNT; n++) {
        double theirs, value = (double)ours->value[COMPARED[n].counter];
        const char *counter = wg_counter_infos[COMPARED[n].counter].name;
        bool same = agrees(n, value, counters, row, &theirs), listed = is_listed(differences, name, counter);
        if (same != listed)
            continue;
        print_error("%s: %s is %.0f, the hardware counted %.0f%s\n", name, counter, value, theirs,
                    listed ? ": no longer a difference" : "");
        wrong++;
    }
    return wrong;
}
