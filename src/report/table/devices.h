/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of data/devices say. */
#ifndef WG_REPORT_TABLE_DEVICES_H
#define WG_REPORT_TABLE_DEVICES_H

#include "devices/device.h"

/* Everything about one; all of them, where name is NULL. malloc'ed. */
wg_status wg_report_device_text(const char *name, char **out, wg_error *err);
wg_status wg_report_devices_json(const char *name, char **out, wg_error *err);
/* One as a device file has it, a value a line. */
char *wg_report_device_file(const wg_device *device);

#endif
