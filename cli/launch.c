/* SPDX-License-Identifier: Apache-2.0 */
#include "launch.h"

#include <string.h>

wg_status set_launch_option(wg_kernel *kernel, const option_item *item, wg_error *err)
{
    bool is_flag = !strcmp(item->tag, "flag"), is_any = !strcmp(item->tag, "compiler-option");
    return wg_kernel_set(kernel, is_any ? "flag" : item->tag, is_flag ? item->where : item->value, item->where, err);
}
