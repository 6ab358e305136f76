/* SPDX-License-Identifier: Apache-2.0 */
#include "report/context.h"

#include "base/arena.h"
#include "warpgrind/version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void wg_report_set_string(json_t *object, const char *key, const char *text)
{
    json_t *value = json_string(text);
    if (value) {
        json_object_set_new(object, key, value);
        return;
    }
    char *plain = strcpy(wg_alloc(strlen(text) + 1), text);
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    json_object_set_new(object, key, json_string(plain));
    free(plain);
}

void wg_report_set_integer(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

void wg_report_set_real(json_t *object, const char *key, double value)
{
    if (!isnan(value))
        json_object_set_new(object, key, json_real(value));
}

void wg_report_set_time(json_t *object, const wg_timing *timing)
{
    wg_report_set_real(object, "real_time", 1e6 * timing->median);
    wg_report_set_real(object, "cpu_time", 1e6 * timing->median);
    wg_report_set_string(object, "time_unit", "us");
    if (timing->samples > 1) { /* one sample says nothing of its noise */
        wg_report_set_real(object, "real_time_low", 1e6 * timing->low);
        wg_report_set_real(object, "real_time_high", 1e6 * timing->high);
    }
    wg_report_set_integer(object, "iterations", timing->samples);
    wg_report_set_integer(object, "batch", timing->batch);
    json_object_set_new(object, "cold", json_boolean(timing->cold));
}

json_t *wg_report_context(const char *executable, const char *device, const char *title)
{
    json_t *context = json_object();
    char date[64] = "", host[256] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S%z", &local);
    gethostname(host, sizeof host - 1);
    wg_report_set_string(context, "date", date);
    wg_report_set_string(context, "host_name", host);
    wg_report_set_string(context, "executable", executable ? executable : "warpgrind");
    wg_report_set_integer(context, "num_cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    wg_report_set_string(context, "library_version", WG_VERSION_STRING);
    wg_report_set_string(context, "device", device);
    wg_report_set_string(context, "device_title", title);
    return context;
}
