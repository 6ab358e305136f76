/* SPDX-License-Identifier: Apache-2.0 */
/* Texture objects. One-dimensional ones that are read point by point lie in linear memory, as tex1Dfetch wants; all
 * others are copied into an array. */
#include "backends/cuda/cuda.h"

#include <string.h>

static wg_status texel_format(const wg_argument *argument, int *format, wg_error *err)
{
    static const int formats[3][3] = {
        [WG_ELEMENT_INT] = {0x08, 0x09, 0x0a},
        [WG_ELEMENT_UINT] = {0x01, 0x02, 0x03},
        [WG_ELEMENT_FLOAT] = {0, 0x10, 0x20},
    };
    const wg_element *e = argument->type.element;
    int width = e->bytes == 1 ? 0 : e->bytes == 2 ? 1 : 2;
    uint32_t lanes = argument->type.lanes;
    *format = e->kind == WG_ELEMENT_BYTES || e->bytes > 4 ? 0 : formats[e->kind][width];
    if (*format && (lanes == 1 || lanes == 2 || lanes == 4))
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT, "%s: texels have 1, 2 or 4 values of at most 32 bits", argument->where);
}

static wg_status make_array(cuda *c, const wg_argument *argument, const uint32_t size[3], int format, uint64_t memory,
                            cu_array *array, wg_error *err)
{
    const wg_image *image = argument->image;
    cu_array_shape shape = {.width = size[0],
                            .height = image->dimensions > 1 ? size[1] : 0,
                            .depth = image->layered ? size[image->dimensions] : size[2],
                            .format = format,
                            .channels = argument->type.lanes,
                            .flags = CU_ARRAY_SURFACE | (image->layered ? CU_ARRAY_LAYERED : 0)};
    wg_status status = wg_cu_check(c->cu, c->cu->cuArray3DCreate_v2(array, &shape), "cuArray3DCreate", err);
    if (status != WG_OK)
        return status;
    size_t row = (size_t)size[0] * wg_element_size(&argument->type), rows = shape.height ? shape.height : 1;
    cu_copy_3d copy = {
        .from = {.memory_type = CU_MEMORY_DEVICE, .device = memory, .pitch = row, .height = rows},
        .to = {.memory_type = CU_MEMORY_ARRAY, .array = *array},
        .width_bytes = row,
        .height = rows,
        .depth = shape.depth ? shape.depth : 1,
    };
    status = wg_cuda_turn_to(c, c->stream, err);
    return status == WG_OK ? wg_cu_check(c->cu, c->cu->cuMemcpy3DAsync_v2(&copy, c->stream), "cuMemcpy3DAsync", err)
                           : status;
}

static cu_sampling sampling_of(const wg_image *image)
{
    static const int modes[] = {[WG_WRAP] = 0, [WG_CLAMP] = 1, [WG_MIRROR] = 2, [WG_BORDER] = 3};
    cu_sampling sampling = {.filter = image->linear,
                            .flags = (image->normalized_coordinates ? CU_NORMALIZED_COORDINATES : 0) |
                                     (image->normalized_values ? 0 : CU_READ_AS_INTEGER)};
    for (int k = 0; k < 3; k++)
        sampling.address_mode[k] = modes[image->address];
    return sampling;
}

wg_status wg_cuda_make_texture(wg_engine *engine, const wg_argument *argument, const uint32_t size[3], uint64_t memory,
                               uint64_t *texture, wg_error *err)
{
    cuda *c = (cuda *)engine;
    const wg_image *image = argument->image;
    cuda_texture made = {0};
    int format;
    wg_status status = texel_format(argument, &format, err);
    if (status != WG_OK)
        return status;
    cu_resource resource = {0};
    cu_sampling sampling = sampling_of(image);
    if (image->dimensions == 1 && !image->layered && !image->linear && !image->normalized_coordinates) {
        resource.type = CU_RESOURCE_LINEAR;
        resource.of.linear.address = memory;
        resource.of.linear.format = format;
        resource.of.linear.channels = argument->type.lanes;
        resource.of.linear.bytes = (size_t)size[0] * wg_element_size(&argument->type);
    } else {
        status = make_array(c, argument, size, format, memory, &made.array, err);
        resource.type = CU_RESOURCE_ARRAY;
        resource.of.array = made.array;
    }
    if (status == WG_OK)
        status = wg_cu_check(c->cu, c->cu->cuTexObjectCreate(&made.object, &resource, &sampling, NULL),
                             "cuTexObjectCreate", err);
    *texture = made.object;
    *WG_PUSH(c->textures, c->texture_count, c->texture_capacity) = made;
    return status;
}
