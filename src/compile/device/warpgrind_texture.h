/* Texture objects: fetches of one, two and four components. A texture instruction always returns four. */
#pragma once

enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType {
    cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D,
};
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { cudaMipmappedArray_t mipmap; } mipmap;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB, normalizedCoords, disableTrilinearOptimization, seamlessCubemap;
    float borderColor[4], mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
};

namespace __wg {

template <class T> struct four { T x, y, z, w; };

/* How the four registers become what was asked for: by the type of a component, and how many of them. */
template <class Type> struct texel;
#define __WG_TEXEL(type, component, expression)                                                                        \
    template <> struct texel<type> {                                                                                   \
        typedef component scalar;                                                                                      \
        __WG_DEVICE type from(four<component> v) { return expression; }                                                \
    };
#define __WG_TEXELS(type, name, component)                                                                             \
    __WG_TEXEL(type, component, (type)v.x)                                                                             \
    __WG_TEXEL(name##1, component, (name##1{(type)v.x}))                                                               \
    __WG_TEXEL(name##2, component, (name##2{(type)v.x, (type)v.y}))                                                    \
    __WG_TEXEL(name##4, component, (name##4{(type)v.x, (type)v.y, (type)v.z, (type)v.w}))
__WG_TEXELS(float, float, float)
__WG_TEXELS(int, int, int)
__WG_TEXELS(unsigned, uint, unsigned)
__WG_TEXELS(short, short, int)
__WG_TEXELS(unsigned short, ushort, unsigned)
__WG_TEXELS(signed char, char, int)
__WG_TEXELS(unsigned char, uchar, unsigned)

#define __WG_FETCH(name, scalar, ptx, out, parameters, operands, ...)                                                  \
    __WG_DEVICE void name(cudaTextureObject_t t, four<scalar> *v, parameters)                                          \
    {                                                                                                                  \
        asm("tex." ptx " {%0, %1, %2, %3}, [%4, " operands "];"                                                        \
            : out(v->x), out(v->y), out(v->z), out(v->w)                                                               \
            : "l"(t), __VA_ARGS__);                                                                                    \
    }
#define __WG_COMMA ,
#define __WG_FETCHES(scalar, ptx, out)                                                                                 \
    __WG_FETCH(fetch_1d, scalar, "1d.v4." ptx ".s32", out, int x, "{%5}", "r"(x))                                      \
    __WG_FETCH(sample_1d, scalar, "1d.v4." ptx ".f32", out, float x, "{%5}", "f"(x))                                   \
    __WG_FETCH(sample_2d, scalar, "2d.v4." ptx ".f32", out, float x __WG_COMMA float y, "{%5, %6}", "f"(x), "f"(y))    \
    __WG_FETCH(sample_3d, scalar, "3d.v4." ptx ".f32", out, float x __WG_COMMA float y __WG_COMMA float z,             \
               "{%5, %6, %7, %7}", "f"(x), "f"(y), "f"(z))                                                             \
    __WG_FETCH(layer_2d, scalar, "a2d.v4." ptx ".f32", out, float x __WG_COMMA float y __WG_COMMA int layer,           \
               "{%7, %5, %6, %6}", "f"(x), "f"(y), "r"(layer))
__WG_FETCHES(float, "f32", "=f")
__WG_FETCHES(int, "s32", "=r")
__WG_FETCHES(unsigned, "u32", "=r")

} // namespace __wg

#define __WG_TEXTURE(name, core, parameters, ...)                                                                      \
    template <class T> __WG_DEVICE T name(cudaTextureObject_t texture, parameters)                                     \
    {                                                                                                                  \
        __wg::four<typename __wg::texel<T>::scalar> v;                                                                 \
        __wg::core(texture, &v, __VA_ARGS__);                                                                          \
        return __wg::texel<T>::from(v);                                                                                \
    }                                                                                                                  \
    template <class T> __WG_DEVICE void name(T *result, cudaTextureObject_t texture, parameters)                       \
    {                                                                                                                  \
        *result = name<T>(texture, __VA_ARGS__);                                                                       \
    }
__WG_TEXTURE(tex1Dfetch, fetch_1d, int x, x)
__WG_TEXTURE(tex1D, sample_1d, float x, x)
__WG_TEXTURE(tex2D, sample_2d, float x __WG_COMMA float y, x, y)
__WG_TEXTURE(tex3D, sample_3d, float x __WG_COMMA float y __WG_COMMA float z, x, y, z)
__WG_TEXTURE(tex2DLayered, layer_2d, float x __WG_COMMA float y __WG_COMMA int layer, x, y, layer)
