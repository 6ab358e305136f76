#define DIGITS 8

__kernel void reverse_ternary(__global const uint *number, __global uint *reversed, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;

    uchar digit[DIGITS];
    uint rest = number[i];
    int used = 0;
    while (rest > 0) {
        digit[used++] = rest % 3; //! bounds
        rest /= 3;
    }
    uint value = 0;
    for (int k = 0; k < used; k++)
        value = value * 3 + digit[k]; //! bounds, uninitialised
    reversed[i] = value; //! bounds, uninitialised
}
