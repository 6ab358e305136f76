// One loop on one core. Integer additions may be reordered, so the compiler uses the vector units by itself.
void reduce_simple(const int *in, int *out, int n)
{
    unsigned sum = 0; // unsigned: wraps on overflow, by definition
    for (int i = 0; i < n; i++)
        sum += in[i];
    *out = (int)sum;
}
