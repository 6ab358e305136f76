/* SPDX-License-Identifier: Apache-2.0 */
#include "climb.h"
#include "verbs.h"

int cmd_ladder(int argc, char **argv)
{
    static const climb_verb v = {
        .word = "ladder",
        .own = {{NULL, "--story", NULL, "tell it rung by rung: what holds it, what the next one changes and gains",
                 OPTION_FLAG, CLIMB_AT(story), NULL},
                {NULL, "--no-estimate", NULL, "only count: no model of the time", OPTION_FLAG, CLIMB_AT(no_estimate),
                 NULL},
                {NULL, "--sample", NULL, "estimate from a sample of the blocks; nothing is checked", OPTION_FLAG,
                 CLIMB_AT(sample), NULL},
                {NULL, "--ablate", NULL,
                 "also run variants: memory only, compute only, ideal access, no bank conflicts", OPTION_FLAG,
                 CLIMB_AT(ablate), NULL}},
        .usage =
            "usage: warpgrind ladder [OPTION]... [LADDER]\n\n"
            "Runs one problem's kernels from naive to the limit of the hardware: each verified, counted, and timed\n"
            "where the device has a clock. LADDER is a name, or a folder with a ladder.json; without it, the ladders\n"
            "are listed.",
        .examples = "  warpgrind ladder transpose\n"
                    "  warpgrind ladder matmul -n 512 -m naive,tiled\n"
                    "  warpgrind ladder reduce --story\n"
                    "  warpgrind ladder reduce -d cuda --json reduce.json\n",
        .list = wg_ladders_write,
        .run = wg_ladder_climb,
    };
    return climb_command(&v, argc, argv);
}
