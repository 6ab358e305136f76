/* Word w holds w % 7; sums of small integers are exact. */
static void sum_words(float *out, int n, int rounds, int stride, int padded)
{
    enum { STEPS = 32 };
    for (int k = 0; k < n; k++) {
        int first = k % 32 * stride;
        first += padded ? first / 32 : 0;
        int sum = 0;
        for (int step = 0; step < STEPS; step++)
            sum += (first + step) % 7;
        out[k] = (float)(sum * rounds);
    }
}

void plain(float *out, int n, int rounds, int stride)
{
    sum_words(out, n, rounds, stride, 0);
}

void padded(float *out, int n, int rounds, int stride)
{
    sum_words(out, n, rounds, stride, 1);
}
