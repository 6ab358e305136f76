// warpgrind: --grid 1 --block 2 -a n:i32=3
kernel void prints(int n)
{
    printf("item %d of %d: %v2f\n", (int)get_global_id(0), n, (float2)(1.5f, 2.5f));
}
