// Half precision: storage on every device, arithmetic where the compiler has cl_khr_fp16.
//
// warpgrind: -k store --grid 1 --block 32 -a in:f32[n]=i/3.0 -a halves:u16[n] -a out:f32[n] -a n:i32=128
kernel void store(global const float *in, global half *halves, global float *out, int n)
{
    int i = get_global_id(0);
    vstore_half4(vload4(i, in), i, halves);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < 4; k++)
        out[4 * i + k] = vload_half(4 * i + k, halves);
    vstore_half_rtz(in[4 * i + 1], 4 * i + 1, halves);
}

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// warpgrind: -k compute --grid 1 --block 32 -a x:f16[n]=i/8.0 -a y:f16[n]=4-i/16.0 -a out:f16[n*12]=i/64.0 -a n:i32=32
kernel void compute(global const half *x, global const half *y, global half *out, int n)
{
    int i = get_global_id(0);
    half a = x[i], b = y[i];
    half2 c = (half2)(a, b) * (half2)(2, 3);
    out[i] = a + b;
    out[n + i] = a * b - (half)1;
    out[2 * n + i] = c.x + c.y;
    out[3 * n + i] = fma(a, b, a);
    out[4 * n + i] = a < b ? a : b;
    out[5 * n + i] = convert_half(convert_float(a) / 3);
    out[6 * n + i] = fmax(a, b);
    out[7 * n + i] = sqrt(b);
    half4 four = vload4(i, out + 8 * n);
    vstore4(convert_half4(sqrt(convert_float4(fma(four, four, (half4)(1))))) + fmin(four, (half4)(b)), i, out + 8 * n);
}
#endif
