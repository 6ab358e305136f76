__device__ bool blank(unsigned char c) { return c < 9; }

// Length of the run of equal class that starts here, or 0 if it started before.
extern "C" __global__ void short_circuit_tokens(const unsigned char *text, int *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int len = 0;
        if (!blank(text[i]) && (i == 0 || blank(text[i - 1]))) {
            while (i + len < n && !blank(text[i + len]))
                ++len;
        }
        bool doubled = len > 1 && i + len < n && text[i + len - 1] == text[i + len - 2];
        bool closes = i + 1 >= n || blank(text[i + 1]);
        word[i] = len * 4 + (doubled ? 2 : 0) + (closes ? 1 : 0);
    }
}
