// An implicit binary tree: children of k are 2k+1 and 2k+2.
__kernel void cl_interval_stack(__global const float *key, __global const float *query, __global int *hits, int nodes, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    int stack[8];
    int top = 0, count = 0;
    float q = query[i];
    stack[top++] = 0;
    while (top > 0) {
        int k = stack[--top];
        if (fabs(key[k] - q) < 9.0f)
            ++count;
        int right = 2 * k + 2;
        if (right < nodes && key[k] < q + 30.0f)
            stack[top++] = right;
        if (right - 1 < nodes)
            stack[top++] = right - 1;
    }
    hits[i] = count;
}
