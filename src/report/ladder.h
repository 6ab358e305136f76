/* A climbed ladder as a table and as JSON. */
#ifndef WG_REPORT_LADDER_H
#define WG_REPORT_LADDER_H

#include "bench/climb.h"
#include "report/table.h"

/* malloc'ed. The text says what it is about above and below the table; the other forms are the table alone. */
char *wg_report_climb(const wg_climb *climb, wg_table_form form);
/* In the shape of docs/json.md, one benchmark a rung. */
char *wg_report_climb_json(const wg_climb *climb, const char *executable);

/* The ladders there are, with title and rungs. */
wg_status wg_report_ladders(char **out, wg_error *err);

#endif
