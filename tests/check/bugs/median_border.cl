__kernel void median3x3(__global const float *img, __global float *out, int w, int h, int taps)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= w || y >= h)
        return;

    float win[9];
    int count = 0;
    for (int yy = max(y - 1, 0); yy <= min(y + 1, h - 1); yy++)
        for (int xx = max(x - 1, 0); xx <= min(x + 1, w - 1); xx++)
            win[count++] = img[yy * w + xx];

    for (int i = 1; i < taps; i++) {
        float v = win[i];  //! uninitialised
        int j = i - 1;
        while (j >= 0 && win[j] > v) {  //! uninitialised
            win[j + 1] = win[j];  //! uninitialised
            j--;
        }
        win[j + 1] = v;  //! uninitialised
    }
    out[y * w + x] = win[count / 2];  //! uninitialised
}
