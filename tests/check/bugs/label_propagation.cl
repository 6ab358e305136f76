int lowest(__global const int *label, __global const int *nbr, int i)
{
    int best = label[i];
    for (int k = 0; k < 2; k++) {
        int other = label[nbr[2 * i + k]];  //! race
        best = min(best, other);
    }
    return best;
}

__kernel void propagate(__global const int *nbr, __global int *label, __global int *changed, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    int best = lowest(label, nbr, i);
    if (best < label[i]) {
        label[i] = best;  //! race
        atomic_or(changed, 1);
    }
}
