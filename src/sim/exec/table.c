/* SPDX-License-Identifier: Apache-2.0 */
/* opcodes.def as a table of functions, in the order of wg_forms. */
#include "sim/exec/exec.h"

#define OP(opcode, pattern, operands, function, class, operations) WG_EXEC(function);
#include "ptx/opcodes.def"
#undef OP

#define WG_TABLE_NAME_(isa) wg_exec_##isa##_table
#define WG_TABLE_NAME(isa) WG_TABLE_NAME_(isa)

WG_EXEC(none) { (void)w, (void)i, (void)mask; }

extern wg_exec *const WG_TABLE_NAME(WG_ISA)[];
wg_exec *const WG_TABLE_NAME(WG_ISA)[] = {
#define OP(opcode, pattern, operands, function, class, operations) WG_EXEC_NAME(WG_ISA, function),
#include "ptx/opcodes.def"
#undef OP
};
