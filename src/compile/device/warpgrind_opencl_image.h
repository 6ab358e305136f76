/* Images of OpenCL C are the simulator's textures, those to write are surfaces. A texture knows how it is sampled; in
 * OpenCL C a sampler does. Its number travels in the handle of the texture: WG_TEXTURE_SAMPLER of sim/texture.h. The
 * functions have the symbols that calls refer to: types of images cannot be named with handles. */
#pragma once
#pragma clang system_header

__WG_SYMBOL(constant void *, __wg_sampler, "__translate_sampler_initializer", (int bits))
{
    return (constant void *)(ulong)bits;
}
#define __WG_SAMPLED(image, sampler) ((ulong)(image) | (0x80 | (ulong)(sampler)) << 40)
#define __WG_UNSAMPLED (CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST)

#define __WG_IN_float4 "=f"
#define __WG_IN_int4 "=r"
#define __WG_IN_uint4 "=r"
#define __WG_OUT_float4 "f"
#define __WG_OUT_int4 "r"
#define __WG_OUT_uint4 "r"
#define __WG_AT_f(c) "f"(c)
#define __WG_AT_i(c) "r"(c)

/* What stands between the braces, and where it comes from: 1d, 2d, 3d; of arrays the layer is first. */
#define __WG_PLACE_1d "{%5}"
#define __WG_PLACE_2d "{%5, %6}"
#define __WG_PLACE_3d "{%5, %6, %7, %7}"
#define __WG_PLACE_a2d "{%7, %5, %6, %6}"
#define __WG_FROM_1d(at) __WG_AT_##at(c)
#define __WG_FROM_2d(at) __WG_AT_##at(c.x), __WG_AT_##at(c.y)
#define __WG_FROM_3d(at) __WG_AT_##at(c.x), __WG_AT_##at(c.y), __WG_AT_##at(c.z)
#define __WG_FROM_a2d(at) __WG_AT_##at(c.x), __WG_AT_##at(c.y), "r"((int)c.z)

#define __WG_FETCH_TEXEL(result, type, geometry, ctype, at, handle)                                                    \
    result r;                                                                                                          \
    __asm__("tex." #geometry ".v4." type "." ctype " {%0, %1, %2, %3}, [%4, " __WG_PLACE_##geometry "];"               \
            : __WG_IN_##result(r.x), __WG_IN_##result(r.y), __WG_IN_##result(r.z), __WG_IN_##result(r.w)               \
            : "l"(handle), __WG_FROM_##geometry(at));                                                                  \
    return r;
/* With a sampler and either kind of coordinates, and without one. */
#define __WG_READ_AS(name, result, type, geometry, image, point, points)                                               \
    __WG_SYMBOL(result, __wg_##name##_##geometry##_f, __WG_NAME_##name image "11ocl_sampler" points "f",               \
                (global void *image_, constant void *sampler, point##f c))                                             \
    {                                                                                                                  \
        __WG_FETCH_TEXEL(result, type, geometry, "f32", f, __WG_SAMPLED(image_, sampler))                              \
    }                                                                                                                  \
    __WG_SYMBOL(result, __wg_##name##_##geometry##_i, __WG_NAME_##name image "11ocl_sampler" points "i",               \
                (global void *image_, constant void *sampler, point##i c))                                             \
    {                                                                                                                  \
        __WG_FETCH_TEXEL(result, type, geometry, "s32", i, __WG_SAMPLED(image_, sampler))                              \
    }                                                                                                                  \
    __WG_SYMBOL(result, __wg_##name##_##geometry##_u, __WG_NAME_##name image points "i",                               \
                (global void *image_, point##i c))                                                                     \
    {                                                                                                                  \
        __WG_FETCH_TEXEL(result, type, geometry, "s32", i, __WG_SAMPLED(image_, __WG_UNSAMPLED))                       \
    }
#define __WG_NAME_read_imagef "_Z11read_imagef"
#define __WG_NAME_read_imagei "_Z11read_imagei"
#define __WG_NAME_read_imageui "_Z12read_imageui"
#define __WG_NAME_write_imagef "_Z12write_imagef"
#define __WG_NAME_write_imagei "_Z12write_imagei"
#define __WG_NAME_write_imageui "_Z13write_imageui"
typedef float __wg_1f;
typedef int __wg_1i;
typedef float2 __wg_2f;
typedef int2 __wg_2i;
typedef float4 __wg_4f;
typedef int4 __wg_4i;
#define __WG_READ(geometry, image, point, points)                                                                      \
    __WG_READ_AS(read_imagef, float4, "f32", geometry, image, point, points)                                           \
    __WG_READ_AS(read_imagei, int4, "s32", geometry, image, point, points)                                             \
    __WG_READ_AS(read_imageui, uint4, "u32", geometry, image, point, points)
__WG_READ(1d, "14ocl_image1d_ro", __wg_1, "")
__WG_READ(2d, "14ocl_image2d_ro", __wg_2, "Dv2_")
__WG_READ(3d, "14ocl_image3d_ro", __wg_4, "Dv4_")
__WG_READ(a2d, "20ocl_image2d_array_ro", __wg_4, "Dv4_")

#define __WG_WRITE_AS(name, value, geometry, image, point, points, values)                                             \
    __WG_SYMBOL(void, __wg_##name##_##geometry, __WG_NAME_##name image points "i" values,                              \
                (global void *image_, point##i c, value v))                                                            \
    {                                                                                                                  \
        __asm__ volatile("sust.p." #geometry ".v4.b32.trap [%4, " __WG_PLACE_##geometry "], {%0, %1, %2, %3};"         \
                         :                                                                                             \
                         : __WG_OUT_##value(v.x), __WG_OUT_##value(v.y), __WG_OUT_##value(v.z), __WG_OUT_##value(v.w), \
                           "l"(image_), __WG_FROM_##geometry(i)                                                        \
                         : "memory");                                                                                  \
    }
#define __WG_WRITE(geometry, image, point, points, same)                                                               \
    __WG_WRITE_AS(write_imagef, float4, geometry, image, point, points, "Dv4_f")                                       \
    __WG_WRITE_AS(write_imagei, int4, geometry, image, point, points, same)                                            \
    __WG_WRITE_AS(write_imageui, uint4, geometry, image, point, points, "Dv4_j")
__WG_WRITE(1d, "14ocl_image1d_wo", __wg_1, "", "Dv4_i")
__WG_WRITE(2d, "14ocl_image2d_wo", __wg_2, "Dv2_", "Dv4_i")
__WG_WRITE(3d, "14ocl_image3d_wo", __wg_4, "Dv4_", "S_")
__WG_WRITE(a2d, "20ocl_image2d_array_wo", __wg_4, "Dv4_", "S_")

#define __WG_ASK(own, name, query, image)                                                                              \
    __WG_SYMBOL(int, __wg_##own, "_Z" name image, (global void *image_))                                               \
    {                                                                                                                  \
        int answer;                                                                                                    \
        __asm__(query ".b32 %0, [%1];" : "=r"(answer) : "l"(image_));                                                  \
        return answer;                                                                                                 \
    }
#define __WG_ASK_BOTH(own, image)                                                                                        \
    __WG_ASK(width_r##own, "15get_image_width", "txq.width", image "_ro")                                              \
    __WG_ASK(width_w##own, "15get_image_width", "suq.width", image "_wo")                                              \
    __WG_ASK(order_r##own, "23get_image_channel_order", "txq.channel_order", image "_ro")                              \
    __WG_ASK(type_r##own, "27get_image_channel_data_type", "txq.channel_data_type", image "_ro")
#define __WG_ASK_HEIGHT(own, image)                                                                                    \
    __WG_ASK(height_r##own, "16get_image_height", "txq.height", image "_ro")                                           \
    __WG_ASK(height_w##own, "16get_image_height", "suq.height", image "_wo")
__WG_ASK_BOTH(1d, "14ocl_image1d")
__WG_ASK_BOTH(2d, "14ocl_image2d")
__WG_ASK_BOTH(3d, "14ocl_image3d")
__WG_ASK_HEIGHT(2d, "14ocl_image2d")
__WG_ASK_HEIGHT(3d, "14ocl_image3d")
__WG_ASK(depth_r3d, "15get_image_depth", "txq.depth", "14ocl_image3d_ro")
__WG_SYMBOL(int2, __wg_dim_r2d, "_Z13get_image_dim14ocl_image2d_ro", (global void *image))
{
    return (int2)(__wg_width_r2d(image), __wg_height_r2d(image));
}
__WG_SYMBOL(int2, __wg_dim_w2d, "_Z13get_image_dim14ocl_image2d_wo", (global void *image))
{
    return (int2)(__wg_width_w2d(image), __wg_height_w2d(image));
}
