/* SPDX-License-Identifier: Apache-2.0 */
#include "climb.h"
#include "interrupt.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- curves ---- */

/* ---- a device file instead of a curve ---- */

static void show_value(void *user, const char *value, size_t number, size_t count)
{
    climb_settings *s = user;
    progress_note(&s->progress, "value %zu of %zu: %s", number + 1, count, value);
}

static void show_left_out(void *user, const char *value, const char *why)
{
    climb_settings *s = user;
    progress_clear(&s->progress);
    complain("%s is left out: %s", value, why);
}

static int calibrate(climb_settings *s)
{
    char *text = NULL;
    wg_error err = {0};
    wg_options o = climb_options(s);
    const wg_calibrate_request request = {
        .options = &o, .begin_value = s->quiet ? NULL : show_value, .left_out = show_left_out};
    mention_cache();
    progress_start(&s->progress);
    wg_status status = wg_probe_calibrate(&request, &text, &err);
    progress_clear(&s->progress);
    status = interrupt_check(status, &err);
    if (status == WG_OK)
        fputs(text, stdout);
    else
        complain("%s", err.text);
    free(text);
    return status != WG_OK ? wg_status_exit_code(status) : finish_stdout() ? 0 : 2;
}

/* ---- the verb ---- */

static const climb_verb verb_of_probe = {
    .word = "probe",
    .own = {{NULL, "--predict", NULL, "on the simulator: draw the predicted curve instead of counters", OPTION_FLAG,
             CLIMB_AT(sample), NULL},
            {NULL, "--calibrate", NULL, "without a PROBE: measure the device and print a device file", OPTION_FLAG,
             CLIMB_AT(calibrate), NULL}},
    .usage =
        "usage: warpgrind probe [OPTION]... [PROBE]\n\n"
        "Draws a curve that characterises the hardware, such as bandwidth by stride: measured if the device has a\n"
        "clock, counted or predicted on the simulator. PROBE is a name or a folder with a probe.json; without it,\n"
        "the probes are listed.",
    .examples = "  warpgrind probe stride\n"
                "  warpgrind probe banks --svg banks.svg\n"
                "  warpgrind probe mlp --predict\n"
                "  warpgrind probe cache -d cuda --json cache.json\n"
                "  warpgrind probe --calibrate -d cuda > mygpu.json\n",
    .list = wg_probes_write,
    .run = wg_probe_draw,
    .calibrate = calibrate,
};

size_t probe_options(option out[MOST_OPTIONS])
{
    return climb_options_of(&verb_of_probe, out);
}

int cmd_probe(int argc, char **argv)
{
    return climb_command(&verb_of_probe, argc, argv);
}
