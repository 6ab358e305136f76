// warpgrind: -k calls --grid 1 --block 32 -a out:f32[32]
// A function that is declared and never defined.
float elsewhere(float x);

kernel void calls(global float *out)
{
    out[get_global_id(0)] = elsewhere(2);
}

// warpgrind: -k other --grid 1 --block 32 -a out:f32[32]
kernel void other(global float *out)
{
    out[get_global_id(0)] = 2;
}

// warpgrind: -k nested --grid 1 --block 32 -a out:f32[32]
kernel void nested(global float *out)
{
    other(out);
}
