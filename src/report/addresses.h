/* SPDX-License-Identifier: Apache-2.0 */
/* A warp's addresses made visible: for each access of a source line, which words, sectors and banks its lanes touch. */
#ifndef WG_REPORT_ADDRESSES_H
#define WG_REPORT_ADDRESSES_H

#include "base/text.h"
#include "sim/program.h"
#include "sim/trace.h"

/* What of the bytes that move is asked for: of whole 128-byte lines, as L1 of Fermi fetched them, and of 32-byte
 * sectors. Parts of 1; bytes that several lanes ask for count once for each lane up to the size of the request, as a
 * bus would see it. */
void wg_report_bus_use(const wg_trace_access *access, double *of_lines, double *of_sectors);

void wg_report_addresses(const wg_trace *trace, const wg_program *program, wg_text *out);

#endif
