/* SPDX-License-Identifier: Apache-2.0 */
/* A climbed ladder told rung by rung: what holds it, what the next one changes, the gain predicted and the gain seen.
 */
#ifndef WG_REPORT_STORY_H
#define WG_REPORT_STORY_H

#include "report/ladder.h"

/* malloc'ed; prose for a terminal, or Markdown. */
char *wg_report_story(const wg_climb *climb, wg_table_form form);

#endif
