#define MAX_WORD 24

int is_blank(uchar c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

__kernel void word_lengths(__global const uchar *text, __global const int *starts, __global int *lengths,
                           int len, int words)
{
    int w = get_global_id(0);
    if (w >= words)
        return;
    int first = starts[w];
    if (first >= len) {
        lengths[w] = 0;
        return;
    }
    int p = first;
    while (p - first < MAX_WORD && !is_blank(text[p]))  //! bounds
        p++;
    lengths[w] = p - first;
}
