// The sum of n integers modulo 2^32: unsigned, since that wraps by definition, so that every order of additions gives the same.
void reduce(const int *in, int *out, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += (unsigned)in[i];
    *out = (int)sum;
}
