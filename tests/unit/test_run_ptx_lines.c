/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX beside the source of a kernel that was compiled. */
#include "api/api.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "// warpgrind: --grid 2 --block 64 -a n:i32=100 -a x:f32[n]=i -a y:f32[n]=0\n"
                             "extern \"C\" __global__ void k(int n, const float *x, float *y)\n"
                             "{\n"
                             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        y[i] = 2 * x[i];\n"
                             "}\n";

static const wg_line *line_of(const wg_record *r, uint32_t number)
{
    for (size_t k = 0; k < r->lines.count; k++)
        if (r->lines.items[k].number == number)
            return &r->lines.items[k];
    fail_msg("line %u is not there", number);
    return NULL;
}

static const wg_line_ptx *instruction_of(const wg_line *line, const char *part)
{
    for (size_t k = 0; k < line->ptx_count; k++)
        if (strstr(line->ptx[k].text, part))
            return &line->ptx[k];
    fail_msg("%s is not there", part);
    return NULL;
}

static void lines_have_their_ptx(void **state)
{
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    (void)state;
    wg_status status = wg_kernel_open(scratch_write("k.cu", source), &kernel, &err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, &(wg_options){.no_estimate = true}, &results, &err);
    if (status == WG_ERR_NO_COMPILER)
        skip(); /* no compiler */
    assert_int_equal(status, WG_OK);
    const wg_record *r = &results->records[0];
    for (size_t k = 0; k < r->lines.count; k++) { /* the instructions of a line are all there, each once */
        const wg_line *line = &r->lines.items[k];
        uint64_t executed = 0;
        for (size_t j = 0; j < line->ptx_count; j++) {
            executed += line->ptx[j].executed;
            assert_int_equal(line->ptx[j].text[strlen(line->ptx[j].text) - 1], ';');
            assert_null(strpbrk(line->ptx[j].text, "\t\n"));
        }
        assert_int_equal(executed, line->counters.value[WG_COUNTER_warp_instructions]);
    }
    assert_int_equal(instruction_of(line_of(r, 6), "ld.global")->executed, 4); /* 100 threads are in four warps */
    assert_int_equal(instruction_of(line_of(r, 6), "st.global")->executed, 4);
    assert_int_equal(instruction_of(line_of(r, 5), "@%p")->text[0], '@'); /* with its guard */
    wg_results_close(results);
    wg_kernel_close(kernel);
}

/* Where the source is PTX, it would stand beside itself. */
static void ptx_stands_alone(void **state)
{
    wg_kernel *kernel = NULL;
    wg_results *results = NULL;
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_kernel_open("tests/cli/inputs/saxpy.ptx", &kernel, &err), WG_OK);
    assert_int_equal(wg_kernel_run(kernel, &(wg_options){.no_estimate = true}, &results, &err), WG_OK);
    assert_true(results->records[0].lines.count > 0);
    for (size_t k = 0; k < results->records[0].lines.count; k++)
        assert_int_equal(results->records[0].lines.items[k].ptx_count, 0);
    wg_results_close(results);
    wg_kernel_close(kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_their_ptx),
        cmocka_unit_test(ptx_stands_alone),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
