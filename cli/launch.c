/* SPDX-License-Identifier: Apache-2.0 */
#include "launch.h"

#include <string.h>

const char launch_help[] =
    "\nArguments: NAME:TYPE=VALUE is a scalar, NAME:TYPE[COUNT]=FILL a buffer. TYPE is f16 bf16 f32 f64 i8 … i64\n"
    "u8 … u64, a vector such as f32x4, a type of CUDA C such as uint4, or bytes16 for a 16-byte structure. FILL is\n"
    "an expression over the element index i and the element count n, or one of: random, random(LOW,HIGH),\n"
    "{a, b, …}, @FILE for raw bytes, local for shared memory. COUNT, the grid and other arguments may use the\n"
    "names of scalars.\n"
    "NAME:{FIELD, FIELD, …} is a structure by value, each field an argument: p:{data:f32[n]=random, n:i32=4}.\n"
    "symbol:NAME:TYPE[COUNT]=FILL sets a __constant__ or __device__ variable;\n"
    "NAME:tex2d[64,64,f32,linear,clamp]=FILL makes a texture.\n"
    "\nA source file may contain its own options, in lines such as `// warpgrind: --grid 4096 --block 256 -a …`.\n"
    "Options on the command line override them. What neither says is guessed from the source, and the report shows\n"
    "the command to change.\n";

wg_status set_launch_option(wg_kernel *kernel, const option_item *item, wg_error *err)
{
    bool is_flag = !strcmp(item->tag, "flag"), is_any = !strcmp(item->tag, "compiler-option");
    return wg_kernel_set(kernel, is_any ? "flag" : item->tag, is_flag ? item->where : item->value, item->where, err);
}

/* Sizes come first: what else is said about a launch is said about one of that size. */
wg_status set_launch_options(wg_kernel *kernel, const option_list *list, wg_error *err)
{
    wg_status status = WG_OK;
    for (int sizes = 1; sizes >= 0; sizes--)
        for (size_t k = 0; k < list->count && status == WG_OK; k++) {
            bool is_size = !strcmp(list->items[k].tag, "set");
            if (is_size == sizes)
                status = set_launch_option(kernel, &list->items[k], err);
        }
    return status;
}
