// Copies by a group, constant arrays, atomics. tests/unit/test_opencl.c knows what comes out.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

constant float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};

// warpgrind: -k copies --grid 2 --block 64 -a in:f32[128]=i -a scale:f32[4]={1,2,3,4} -a tile:f32[64]=local -a out:f32[n] -a n:i32=256
kernel void copies(global const float *in, constant float *scale, local float *tile, global float *out, int n)
{
    local float4 strided[16];
    int i = get_local_id(0);
    event_t loaded = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
    wait_group_events(1, &loaded);
    out[get_global_id(0)] = tile[63 - i] * weights[i % 4] * scale[i / 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[i] += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t stored = async_work_group_copy(out + 128 + get_group_id(0) * 64, tile, 64, 0);
    prefetch(in, 64);
    wait_group_events(1, &stored);
}

// warpgrind: -k counts --grid 4 --block 64 -a out:i32[32] -a wide:u64[8] -a n:i32=32
kernel void counts(global int *out, global ulong *wide, int n)
{
    local int here[4];
    local ulong far;
    int i = get_global_id(0), item = get_local_id(0);
    if (item < 4)
        here[item] = 0;
    if (item == 0)
        far = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[0], i);
    atomic_inc(&out[1]);
    atomic_dec(&out[2]);
    atomic_sub(&out[3], 2);
    atomic_max(&out[4], i);
    atomic_min(&out[5], -i);
    atomic_or(&out[6], 1 << (i % 31));
    atomic_and((global uint *)&out[7], ~(1u << (i % 31)));
    atomic_xor(&out[8], i);
    atom_add(&out[9], 3);
    atom_inc(&out[10]);
    int old = out[11];
    while (1) {
        int seen = atomic_cmpxchg(&out[11], old, old + 5);
        if (seen == old)
            break;
        old = seen;
    }
    atomic_xchg((global float *)&out[12], 1.5f);
    atomic_add(&here[item % 4], item);
    atom_max(&here[0], 0);
    atom_add(&far, (ulong)1 << 33);
    atom_add(&wide[0], (ulong)i << 32);
    atom_max(&wide[1], (ulong)i << 40);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 4)
        atomic_add(&out[16 + item], here[item]);
    if (item == 0)
        atom_add(&wide[2], far);
}
