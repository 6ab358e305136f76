#include <math.h>
#include <stddef.h>

/* A sample of the elements: a bus that loses some loses many. */
const char *check_compute(const float *in, const float *out, int n, int rounds)
{
    for (int k = 0; k<n; k += n> 4096 ? n / 4096 : 1) {
        float x = in[k];
        for (int round = 0; round < rounds; round++)
            x = fmaf(x, 0.5f, 1.0f);
        if (!(out[k] == x))
            return "an element was not computed";
    }
    return NULL;
}

/* The host's copy holds k % 1024. */
const char *check_upload(const float *in, int n)
{
    for (int k = 0; k < n; k++)
        if (!(in[k] == (float)(k % 1024)))
            return "an element did not arrive on the device";
    return NULL;
}

/* What comes back is looked at by the function itself, where the host's memory is; the device's must be right too. */
const char *check_round_trip(const float *in, const float *out, int n, int rounds)
{
    const char *complaint = check_upload(in, n);
    return complaint ? complaint : check_compute(in, out, n, rounds);
}
