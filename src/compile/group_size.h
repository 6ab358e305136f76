/* SPDX-License-Identifier: Apache-2.0 */
/* reqd_work_group_size of OpenCL C, which clang leaves out of the PTX it writes. */
#ifndef WG_COMPILE_GROUP_SIZE_H
#define WG_COMPILE_GROUP_SIZE_H

#include "compile/job.h"

/* Whether the PTX of a source may lack sizes that the source requires: then the LLVM assembly of it is worth making. */
bool wg_group_size_may_lack(const wg_job *job, const wg_output *output);
/* Adds .reqntid to each kernel of the PTX that has a size in the LLVM assembly. */
void wg_group_size_add(const char *assembly, wg_output *output);

#endif
