/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel symbols back to the names people write. */
#ifndef WG_COMPILE_DEMANGLE_H
#define WG_COMPILE_DEMANGLE_H

/* The qualified name with its template arguments, without return type and parameters:
 * "_ZN2ns1kILi1EEEvPf" → "ns::k<1>". malloc'ed; NULL when the symbol is not mangled or uses an encoding that
 * kernels do not need. */
char *wg_demangle(const char *symbol);

#endif
