// Images: textures to read, surfaces to write. tests/unit/test_opencl.c knows what comes out.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

// An image of one channel, 8 x 4, looked at from (-2, 1) on.
//
// warpgrind: -k look --grid 1 --block 12 -a 'image:tex2d[8x4]=i+1' -a s:u64=0x14 -a out:f32[n] -a n:i32=96
kernel void look(read_only image2d_t image, sampler_t s, global float *out, int n)
{
    int i = get_global_id(0);
    int2 at = (int2)(i - 2, 1);
    out[i] = read_imagef(image, edge, at).x;
    out[12 + i] = read_imagef(image, border, at).x;
    out[24 + i] = read_imagef(image, edge, convert_float2(at) + 0.75f).x;
    out[36 + i] = read_imagef(image, s, convert_float2(at)).x;
    out[48 + i] = read_imagef(image, smooth, (float2)((i - 2 + 0.75f) / 8, 1.5f / 4)).x;
    out[60 + i] = read_imagef(image, at + 2).y + 2 * read_imagef(image, edge, at).w;
    out[72 + i] = read_imagef(image, border, at).w + 2 * read_imagef(image, border, convert_float2(at)).w;
    out[84 + i] = get_image_width(image) + 100 * get_image_height(image) + 1000 * get_image_dim(image).y;
}

// Four channels of bytes, as numbers from 0 to 1 and as integers; and a volume.
//
// warpgrind: -k bytes --grid 1 --block 8,4 -a 'colors:tex2d[8x4,u8x4,asfloat]=i' -a 'plain:tex2d[8x4,u8x4]=i' -a 'volume:tex3d[4x2x2,i32]=-i' -a out:f32[n] -a n:i32=96
kernel void bytes(read_only image2d_t colors, read_only image2d_t plain, read_only image3d_t volume, global float *out,
                  int n)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int i = at.y * 8 + at.x;
    out[i] = read_imagef(colors, edge, at).z * 255;
    out[32 + i] = read_imageui(plain, edge, at).w;
    out[64 + i] = read_imagei(volume, edge, (int4)(at.x % 4, at.y % 2, at.x / 4, 0)).x;
}

// warpgrind: -k draw --grid 1 --block 8,4 -a 'out:surf2d[8x4,f32x4]' -a 'small:surf2d[8x4,u8x4]'
kernel void draw(write_only image2d_t out, write_only image2d_t small)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(at.x, at.y, get_image_width(out), 0.5f));
    write_imageui(small, at, (uint4)(at.x, at.y, 300, 7));
}

// What there is not.
//
// warpgrind: -k depth --grid 1 --block 32 -a 'image:tex2d[8x4]' -a out:f32[32]
kernel void depth(read_only image1d_array_t image, global float *out)
{
    out[get_global_id(0)] = read_imagef(image, edge, (int2)(get_global_id(0), 0)).x;
}
