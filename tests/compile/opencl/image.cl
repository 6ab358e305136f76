constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void look(read_only image2d_t picture, global float *out)
{
    out[get_global_id(0)] = read_imagef(picture, nearest, (int2)(get_global_id(0), 0)).x;
}
