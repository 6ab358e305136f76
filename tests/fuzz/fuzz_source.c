/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as the source of kernels: their signatures are read, and a launch is guessed for the first ones. The first
 * byte chooses the language. */
#include "source/guess.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const flags[] = {"-DN=16", "-DT=float"};
    enum { MOST = 4 };
    if (length == 0)
        return 0;
    char *text = malloc(length);
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    wg_source *source = wg_source_new(text, length - 1, bytes[0] == 'o', flags, 2);
    for (size_t k = 0; k < source->kernel_count && k < MOST; k++) {
        wg_guess guess;
        size_t trouble;
        const char *instance = wg_guess_instance(source, &source->kernels[k]);
        if (instance)
            wg_source_instantiate(source, &source->kernels[k], instance);
        wg_guess_launch(source, &source->kernels[k], &(wg_guess_known){0}, &guess, &trouble);
    }
    wg_source_free(source);
    free(text);
    return 0;
}
