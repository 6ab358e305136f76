#ifndef WG_REPORT_DEVICES_H
#define WG_REPORT_DEVICES_H

#include "warpgrind/status.h"

/* All devices in brief and the compilers, or everything about one. malloc'ed. */
wg_status wg_report_devices_text(const char *name, char **out, wg_error *err);
wg_status wg_report_devices_json(const char *name, char **out, wg_error *err);

#endif
