/* SPDX-License-Identifier: Apache-2.0 */
/* Loading it is enough: no function of it needs to be called. */
#include <stdio.h>

__attribute__((constructor)) static void attack(void)
{
    FILE *canary = fopen("executed_by_reference", "w");
    if (canary)
        fclose(canary);
}

void ones(float *o)
{
    /* attack */
    for (int k = 0; k < 32; k++)
        o[k] = 1;
}
