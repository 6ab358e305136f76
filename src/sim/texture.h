/* SPDX-License-Identifier: Apache-2.0 */
/* Texture and surface objects as the simulator sees them. */
#ifndef WG_SIM_TEXTURE_H
#define WG_SIM_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum wg_texel { WG_TEXEL_UINT, WG_TEXEL_SINT, WG_TEXEL_FLOAT } wg_texel;
typedef enum wg_address_mode {
    WG_ADDRESS_WRAP,
    WG_ADDRESS_CLAMP,
    WG_ADDRESS_MIRROR,
    WG_ADDRESS_BORDER
} wg_address_mode;

/* Texels lie row after row, slice after slice: texel (x, y, z) is at address + (z * rows + y) * pitch + x * its size,
 * where rows is the height, or 1 where there is none. A slice is a step in depth, a layer, or a face of a cube. */
typedef struct wg_texture {
    uint64_t address;              /* of the texels, in the heap */
    uint32_t width, height, depth; /* texels; 0: the dimension is not there. depth also counts layers and faces */
    uint64_t pitch;                /* bytes a row */
    uint8_t channels;              /* 1, 2 or 4 */
    uint8_t channel_bits;          /* 8, 16 or 32 */
    uint8_t texel;                 /* wg_texel */
    bool normalized_float;         /* integers read as [0,1] or [-1,1] */
    bool normalized_coords, linear;
    uint8_t mode[3]; /* wg_address_mode */
    float border[4];
    bool layered;  /* depth counts layers */
    bool is_image; /* of OpenCL C: alpha is one where there is none, whole coordinates go by the address mode */
    bool tiled;    /* as CUDA arrays are: a sector holds 16 bytes of each of two rows, for counting */
} wg_texture;

typedef struct wg_textures {
    const wg_texture *items; /* a texture object's handle is WG_TEXTURE_HANDLE + its index */
    uint32_t count;
} wg_textures;

#define WG_TEXTURE_HANDLE 0x7e00000000000000u

/* In OpenCL C a sampler belongs to the fetch, not to the image. Its number, as opencl-c-base.h makes it of CLK_…,
 * travels in the handle, with WG_SAMPLER_GIVEN: compile/device/warpgrind_opencl_image.h puts it there. */
enum { WG_SAMPLER_SHIFT = 40, WG_SAMPLER_GIVEN = 0x80, WG_SAMPLER_NORMALIZED = 1, WG_SAMPLER_LINEAR = 0x20 };

#endif
