// warpgrind: -k fixed --grid 2 -a out:i32[n] -a n:i32=256
__attribute__((reqd_work_group_size(16, 8, 1)))
kernel void fixed(global int *out, int n)
{
    out[get_group_id(0) * 128 + get_local_id(1) * 16 + get_local_id(0)] = (int)(get_local_size(0) * 100 + get_local_size(1));
}
