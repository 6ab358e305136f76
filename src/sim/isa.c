/* SPDX-License-Identifier: Apache-2.0 */
/* Choosing the executing functions for the machine we run on: src/sim/exec/ is compiled once for each level. */
#include "sim/decode.h"

#include <stdlib.h>
#include <string.h>

extern wg_exec *const wg_exec_base_table[];
#ifdef WG_HAVE_ISA_V3
extern wg_exec *const wg_exec_v3_table[];
#endif
#ifdef WG_HAVE_ISA_V4
extern wg_exec *const wg_exec_v4_table[];
#endif

typedef struct level {
    const char *name;
    wg_exec *const *table;
} level;

/* WARPGRIND_ISA=base|v3|v4 asks for a lower level than the best, to compare them. */
static level choose(void)
{
    const char *asked = getenv("WARPGRIND_ISA");
    (void)asked;
#ifdef WG_HAVE_ISA_V4
    if ((!asked || !strcmp(asked, "v4")) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
        return (level){"v4", wg_exec_v4_table};
#endif
#ifdef WG_HAVE_ISA_V3
    if ((!asked || strcmp(asked, "base")) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return (level){"v3", wg_exec_v3_table};
#endif
    return (level){"base", wg_exec_base_table};
}

wg_exec *const *wg_exec_table(void)
{
    return choose().table;
}

const char *wg_exec_table_name(void)
{
    return choose().name;
}
