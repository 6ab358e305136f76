#define WINDOW 5

__kernel void local_spread(__global const float *sample, __global const uchar *gap, __global float *spread, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;

    float window[WINDOW];
    int used = 0;
    for (int j = i - 2; j <= i + 2; j++) {
        if (j < 0 || j >= n || gap[j])
            continue;
        float v = sample[j];
        int k = used++;
        while (k > 0 && window[k - 1] > v) {
            window[k] = window[k - 1];
            k--;
        }
        window[k] = v;
    }
    spread[i] = window[3] - window[1]; //! uninitialised
}
