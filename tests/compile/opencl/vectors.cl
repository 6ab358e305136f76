// Vector types and the functions that move and convert them. tests/unit/test_opencl.c knows what comes out.
//
// warpgrind: -k move --grid 1 --block 32 -a in:f32[n]=i -a out:f32[n] -a n:i32=512
__attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(32, 1, 1)))
kernel void move(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float4 four = vload4(i, in);
    float3 three = vload3(i, in);
    float16 many = vload16(i, in);
    vstore4(four.wzyx + (float4)(0.5f), i, out);
    vstore3(three.zxy, i, out + 128);
    vstore8(many.odd, i, out + 256);
}

// warpgrind: -k convert --grid 1 --block 8 -a in:f32[8]={-300.75,-1.5,-0.5,0.5,1.5,2.5,200.25,70000} -a out:i32[n] -a n:i32=96
kernel void convert(global const float *in, global int *out, int n)
{
    int i = get_global_id(0);
    float x = in[i];
    out[i] = convert_int(x);
    out[8 + i] = convert_int_rte(x);
    out[16 + i] = convert_int_rtp(x);
    out[24 + i] = convert_int_rtn(x);
    out[32 + i] = convert_uchar_sat(x);
    out[40 + i] = convert_char_sat_rte(x);
    out[48 + i] = convert_short_sat(x);
    out[56 + i] = convert_uchar4_sat((float4)(x, 1, 2, 3)).x;
    out[64 + i] = as_int(x);
    out[72 + i] = as_uchar4(x).w;
    out[80 + i] = as_int(convert_float(convert_long_sat(x) * 3));
    out[88 + i] = as_int(convert_float4((int4)(i, 1, 2, 3)).x + (float)as_float2((double)x).y);
}

// Integer functions and comparisons, whose truth is -1 in vectors.
//
// warpgrind: -k integers --grid 1 --block 32 -a out:i32[n] -a n:i32=544
kernel void integers(global int *out, int n)
{
    int i = get_global_id(0), k = 0;
    uint u = 0x01020304u * (uint)(i + 1);
    int4 less = (int4)(i, 2, 3, 4) < (int4)(16);
    out[32 * k++ + i] = popcount(u);
    out[32 * k++ + i] = clz(u);
    out[32 * k++ + i] = rotate(u, 5u);
    out[32 * k++ + i] = mul_hi((int)u, 0x10001);
    out[32 * k++ + i] = mad24(i, 3, 7);
    out[32 * k++ + i] = add_sat((char)(120), (char)i);
    out[32 * k++ + i] = sub_sat((uchar)10, (uchar)i);
    out[32 * k++ + i] = hadd(i, 7);
    out[32 * k++ + i] = abs_diff(i, 20);
    out[32 * k++ + i] = upsample((short)i, (ushort)5);
    out[32 * k++ + i] = less.x;
    out[32 * k++ + i] = any(less) + 2 * all(less);
    out[32 * k++ + i] = select(1, 2, i > 7);
    out[32 * k++ + i] = bitselect(0xff00, 0x0ff0, i);
    out[32 * k++ + i] = shuffle((int4)(i, i + 1, i + 2, i + 3), (uint4)(3, 2, 1, 0)).x;
    out[32 * k++ + i] = mad_hi(i, 1 << 30, 5) + mad_hi((uint4)(i), (uint4)(1u << 31), (uint4)(7)).y;
    out[32 * k++ + i] = isnan(i > 3 ? NAN : 1.0f) + 2 * isinf(i > 5 ? INFINITY : 1.0f) + 4 * signbit(i > 9 ? -0.0f : 0.0f);
}
