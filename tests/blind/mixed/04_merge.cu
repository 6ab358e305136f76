// Two sorted arrays become one: each thread finds by bisection where its eight results begin, and merges them.
//
// Launch: 128 threads a block, a thread for eight results.
#define ITEMS 8

__global__ void merge(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ merged, int a_count,
                      int b_count)
{
    int total = a_count + b_count;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= total)
        return;

    int low = max(0, first - b_count), high = min(first, a_count);
    while (low < high) { // how many of the first results come from a
        int middle = (low + high) / 2;
        if (a[middle] <= b[first - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }

    int i = low, j = first - low;
    int from_a = i < a_count ? a[i] : 0, from_b = j < b_count ? b[j] : 0;
    int last = min(first + ITEMS, total);
    for (int k = first; k < last; k++) {
        if (j >= b_count || (i < a_count && from_a <= from_b)) {
            merged[k] = from_a;
            if (++i < a_count)
                from_a = a[i];
        } else {
            merged[k] = from_b;
            if (++j < b_count)
                from_b = b[j];
        }
    }
}
