/* SPDX-License-Identifier: Apache-2.0 */
#include "climb.h"
#include "verbs.h"

static const climb_verb verb_of_ladder = {
    .word = "ladder",
    .own = {{NULL, "--story", NULL, "explain the ladder rung by rung: limiter, next change, predicted and actual gain",
             OPTION_FLAG, CLIMB_AT(story), NULL},
            {NULL, "--no-estimate", NULL, "count only: no time estimate", OPTION_FLAG, CLIMB_AT(no_estimate), NULL},
            {NULL, "--sample", NULL, "estimate the time from a sample of the blocks; results are not checked",
             OPTION_FLAG, CLIMB_AT(sample), NULL},
            {NULL, "--ablate", NULL, "also run variants: memory only, compute only, ideal access, conflict-free",
             OPTION_FLAG, CLIMB_AT(ablate), NULL},
            CHECK_OPTIONS(CLIMB_AT)},
    .usage = "usage: warpgrind ladder [OPTION]... [LADDER]\n\n"
             "Runs one problem's kernels, from naive to near the hardware's limit. Each one is verified and "
             "counted, and\n"
             "timed if the device has a clock. LADDER is a name or a folder with a ladder.json; without it, the "
             "ladders\n"
             "are listed.",
    .examples = "  warpgrind ladder transpose\n"
                "  warpgrind ladder matmul -n 512 -m naive,tiled\n"
                "  warpgrind ladder reduce --story\n"
                "  warpgrind ladder reduce -d cuda --json reduce.json\n"
                "  warpgrind ladder transpose --assert 'padded, vector: shared_conflicts == 0'\n",
    .list = wg_ladders_write,
    .run = wg_ladder_climb,
};

size_t ladder_options(option out[MOST_OPTIONS])
{
    return climb_options_of(&verb_of_ladder, out);
}

int cmd_ladder(int argc, char **argv)
{
    return climb_command(&verb_of_ladder, argc, argv);
}
