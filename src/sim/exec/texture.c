/* SPDX-License-Identifier: Apache-2.0 */
/* Texture fetches: tex, tld4, txq.
 *
 * A coordinate becomes a number with 8 binary places, as the hardware's filter has them, then one texel and its weight,
 * or two. All of this follows what an H200 does. A normalized coordinate is cut off at 21 binary places before it is
 * multiplied with the size; what is filtered is rounded to 8. Products of weights are rounded to 8 bits too. Normalized
 * integers are filtered with 16 bits, halves give halves. Coordinates that are not normalized know no wrap and no
 * mirror, and integer ones read zeros outside. Single texels are the same bit for bit, bilinear values mostly so,
 * others may be a step of a weight or of the format off. Not modelled: the hardware filters a one-dimensional array
 * with a border as if it were two-dimensional, and seams of cubes. There is one mip level: .level and .grad make no
 * difference. */
#include "sim/exec/texture.h"
#include "sim/exec/numbers.h"

enum { FRACTION_BITS = 8, ONE = 1 << FRACTION_BITS, COORDINATE_BITS = 21 };

/* ---- texels ---- */

typedef struct texel {
    uint32_t channel[4]; /* as in the registers: f32, or integers */
} texel;

static bool reads_floats(const wg_texture *t) { return t->texel == WG_TEXEL_FLOAT || t->normalized_float; }

/* A filter takes normalized integers with 16 bits: what has 8 is repeated behind itself. */
static uint32_t decode_channel(const wg_texture *t, const unsigned char *host, bool filtered)
{
    uint32_t raw = 0;
    memcpy(&raw, host, t->channel_bits / 8u);
    unsigned unused = 32u - t->channel_bits;
    int32_t extended = (int32_t)(raw << unused) >> unused;
    uint32_t most = UINT32_MAX >> unused;
    if (t->texel == WG_TEXEL_FLOAT)
        return t->channel_bits == 16 ? wg_f32_bits(wg_f16_to_f32((uint16_t)raw)) : raw;
    if (!t->normalized_float)
        return t->texel == WG_TEXEL_SINT ? (uint32_t)extended : raw;
    if (t->texel == WG_TEXEL_UINT)
        return wg_f32_bits((float)((double)raw / most));
    double value = extended, limit = most >> 1;
    if (filtered && t->channel_bits == 8) {
        int magnitude = abs(extended) > 127 ? 127 : abs(extended);
        value = extended * 258 + (extended < 0 ? -(magnitude > 64) : magnitude >> 6);
        limit = 32767;
    }
    return wg_f32_bits((float)(value < -limit ? -1 : value / limit));
}

/* Before its channels are known. CUDA's textures have zero in missing channels, alpha included. */
static texel empty_texel(const wg_texture *t)
{
    uint32_t alpha = t->is_image && t->channels < 4 ? (reads_floats(t) ? wg_f32_bits(1) : 1) : 0;
    return (texel){{0, 0, 0, alpha}};
}

static bool read_texel(wg_texture_access *a, uint32_t x, uint32_t y, uint32_t z, bool filtered, texel *out)
{
    const wg_texture *t = a->t;
    const unsigned char *host = wg_texture_bytes(a, (uint64_t)x * wg_texel_bytes(t), y, z, wg_texel_bytes(t));
    if (!host)
        return false;
    *out = empty_texel(t);
    for (unsigned c = 0; c < t->channels; c++)
        out->channel[c] = decode_channel(t, host + c * t->channel_bits / 8u, filtered);
    return true;
}

/* The border's colour, in the channels the texture has. */
static texel border_texel(const wg_texture *t, bool filtered)
{
    texel out = empty_texel(t);
    for (unsigned c = 0; c < t->channels; c++) {
        uint32_t raw =
            wg_texture_encode(t, reads_floats(t) ? wg_f32_bits(t->border[c]) : (uint32_t)(int64_t)t->border[c]);
        out.channel[c] = decode_channel(t, (const unsigned char *)&raw, filtered);
    }
    return out;
}

/* ---- coordinates ---- */

/* One texel along a dimension, or two with the weight of the second. -1: the border. */
typedef struct span {
    int64_t at[2];
    uint32_t weight; /* of at[1], in 256ths */
} span;

static int64_t wrap_index(int64_t index, int64_t size, wg_address_mode mode)
{
    int64_t round = mode == WG_ADDRESS_MIRROR ? 2 * size : size;
    switch (mode) {
    case WG_ADDRESS_WRAP:
    case WG_ADDRESS_MIRROR: index = (index % round + round) % round; return index < size ? index : 2 * size - 1 - index;
    case WG_ADDRESS_BORDER: return index < 0 || index >= size ? -1 : index;
    default: return index < 0 ? 0 : index >= size ? size - 1 : index;
    }
}

/* A float coordinate in 256ths of a texel. */
static int64_t to_fixed(const wg_texture *t, float coordinate, uint32_t size, bool filtered)
{
    double x = coordinate == coordinate ? coordinate : 0;
    x = x > 0x1p30 ? 0x1p30 : x < -0x1p30 ? -0x1p30 : x;
    if (t->normalized_coords)
        x = floor(x * (1 << COORDINATE_BITS)) * size / (1 << COORDINATE_BITS);
    return (int64_t)floor(filtered ? x * ONE + 0.5 : x * ONE);
}

static span place_float(const wg_texture *t, int dimension, float coordinate, uint32_t size, int offset, bool filtered)
{
    wg_address_mode mode = (wg_address_mode)t->mode[dimension];
    if (!t->normalized_coords && mode != WG_ADDRESS_BORDER)
        mode = WG_ADDRESS_CLAMP;
    int64_t fixed = to_fixed(t, coordinate, size, filtered) + (int64_t)offset * ONE;
    if (!filtered)
        return (span){{wrap_index(fixed >> FRACTION_BITS, size, mode), 0}, 0};
    fixed -= ONE / 2;
    int64_t first = fixed >> FRACTION_BITS;
    return (span){{wrap_index(first, size, mode), wrap_index(first + 1, size, mode)}, (uint32_t)fixed & (ONE - 1)};
}

/* Outside there is nothing, whatever the mode; but OpenCL's samplers may clamp. */
static span place_integer(const wg_texture *t, int dimension, int32_t coordinate, uint32_t size, int offset)
{
    wg_address_mode mode = t->is_image ? (wg_address_mode)t->mode[dimension] : WG_ADDRESS_BORDER;
    return (span){{wrap_index((int64_t)coordinate + offset, size, mode), 0}, 0};
}

/* A direction from the middle of a cube: the face it meets and where, from 0 to 1. */
static uint32_t place_on_cube(const float direction[3], float at[2])
{
    float x = direction[0], y = direction[1], z = direction[2], ax = fabsf(x), ay = fabsf(y), az = fabsf(z), s, t,
          major;
    uint32_t face;
    if (ax >= ay && ax >= az) {
        face = x < 0;
        s = x < 0 ? z : -z, t = -y, major = ax;
    } else if (ay >= az) {
        face = 2 + (y < 0);
        s = x, t = y < 0 ? -z : z, major = ay;
    } else {
        face = 4 + (z < 0);
        s = z < 0 ? -x : x, t = -y, major = az;
    }
    at[0] = (s / major + 1) / 2;
    at[1] = (t / major + 1) / 2;
    return face;
}

/* Where a fetch reads. */
typedef struct spot {
    span along[3];
    int dimensions;
    int64_t slice; /* layer or face, where depth is no coordinate; -1: none such */
    bool integer, filtered;
} spot;

typedef struct fetch {
    int coordinates, offset; /* operands; offset may be left out */
    bool integer, filtered;
} fetch;

static int64_t clamp_layer(int64_t layer, uint32_t layers) { return layer < layers ? layer : layers ? layers - 1 : 0; }

static spot find_spot(const wg_texture_access *a, const fetch *f)
{
    const wg_texture *t = a->t;
    const wg_insn *i = a->i;
    bool array = wg_geometry_is_array(i->geometry), cube = wg_geometry_is_cube(i->geometry);
    uint32_t size[3] = {t->width, t->height ? t->height : 1, t->depth ? t->depth : 1};
    spot s = {.dimensions = wg_geometry_dimensions(i->geometry), .integer = f->integer, .filtered = f->filtered};
    float number[3] = {0, 0, 0};
    int32_t whole[3] = {0, 0, 0};
    int given = i->length[f->coordinates] ? i->length[f->coordinates] : 1;
    for (int n = 0; n < s.dimensions && n + array < given; n++) {
        const void *row = wg_texture_coordinate(a->w, i, f->coordinates, n + array);
        number[n] = ((const float *)row)[a->lane];
        whole[n] = ((const int32_t *)row)[a->lane];
    }
    if (array) {
        uint32_t layer = ((const uint32_t *)wg_texture_coordinate(a->w, i, f->coordinates, 0))[a->lane];
        uint32_t layers = cube ? size[2] / 6 : size[2];
        s.slice = f->integer && layer >= layers ? -1 : clamp_layer(layer, layers);
    }
    if (cube) {
        float at[2];
        s.slice = clamp_layer(s.slice * 6 + place_on_cube(number, at), size[2]);
        memcpy(number, at, sizeof at);
        s.dimensions = 2;
    }
    for (int n = 0; n < s.dimensions; n++) {
        bool has_offset = i->op[f->offset] != WG_SLOT_NONE && n < i->length[f->offset];
        int offset = has_offset ? ((const int32_t *)wg_texture_coordinate(a->w, i, f->offset, n))[a->lane] : 0;
        s.along[n] = f->integer ? place_integer(t, n, whole[n], size[n], offset)
                                : place_float(t, n, number[n], size[n], offset, f->filtered);
    }
    return s;
}

/* One corner of what a spot covers: bit n says which of the two texels along dimension n. */
static bool read_corner(wg_texture_access *a, const spot *s, unsigned corner, texel *out)
{
    int64_t at[3] = {0, 0, s->slice};
    for (int n = 0; n < s->dimensions; n++)
        at[n] = s->along[n].at[corner >> n & 1];
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
        *out = s->integer ? empty_texel(a->t) : border_texel(a->t, s->filtered);
        return true;
    }
    return read_texel(a, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2], s->filtered, out);
}

/* ---- fetches ---- */

/* The weights of the corners, in 256ths that add up to 256: the whole is split along z, then x, then y, rounding each
 * time. */
static void corner_weights(const spot *s, uint32_t weight[8])
{
    uint32_t x = s->along[0].weight, y = s->dimensions > 1 ? s->along[1].weight : 0,
             z = s->dimensions > 2 ? s->along[2].weight : 0;
    for (unsigned back = 0; back < 2; back++) {
        uint32_t slice = back ? z : ONE - z, right = (x * slice + ONE / 2) / ONE, left = slice - right;
        uint32_t left_below = (left * y + ONE / 2 - 1) / ONE, right_below = (right * y + ONE / 2) / ONE;
        weight[4 * back] = left - left_below;
        weight[4 * back + 1] = right - right_below;
        weight[4 * back + 2] = left_below;
        weight[4 * back + 3] = right_below;
    }
}

static uint32_t filter_output(const wg_texture *t, double value)
{
    if (t->texel == WG_TEXEL_FLOAT)
        return wg_f32_bits(t->channel_bits == 16 ? wg_f16_to_f32(wg_f64_to_f16_round(value, WG_MOD_RNA))
                                                 : (float)value);
    double most = t->texel == WG_TEXEL_SINT ? 32767 : 65535;
    return wg_f32_bits((float)(floor(value * most + 0.5) / most));
}

static bool filter(wg_texture_access *a, const spot *s, texel *out)
{
    double sum[4] = {0, 0, 0, 0};
    uint32_t weight[8];
    corner_weights(s, weight);
    for (unsigned corner = 0; corner < 1u << s->dimensions; corner++) {
        texel t;
        if (!weight[corner])
            continue;
        if (!read_corner(a, s, corner, &t))
            return false;
        for (int c = 0; c < 4; c++)
            sum[c] += (double)weight[corner] / ONE * wg_f32_from(t.channel[c]);
    }
    for (int c = 0; c < 4; c++)
        out->channel[c] = filter_output(a->t, sum[c]);
    return true;
}

/* Writes a lane's four channels: as they are, or as f16, one or two a register. */
static void write_result(const wg_texture_access *a, const texel *t)
{
    const wg_insn *i = a->i;
    unsigned registers = i->length[0] ? i->length[0] : 1;
    for (unsigned n = 0; n < registers && n < 4; n++) {
        wg_slot slot = i->length[0] ? i->list[i->op[0] + (int)n] : i->op[0];
        if (slot == WG_SLOT_NONE)
            continue;
        void *row = wg_row(a->w, slot);
        if (i->type[0] == WG_TYPE_F16)
            ((uint16_t *)row)[a->lane] = wg_f32_to_f16(wg_f32_from(t->channel[n]));
        else if (i->type[0] == WG_TYPE_F16X2)
            ((uint32_t *)row)[a->lane] = wg_f32_to_f16(wg_f32_from(t->channel[2 * n & 3])) |
                                         (uint32_t)wg_f32_to_f16(wg_f32_from(t->channel[(2 * n + 1) & 3])) << 16;
        else
            ((uint32_t *)row)[a->lane] = t->channel[n];
    }
}

static bool fetch_lane(wg_texture_access *a, const fetch *base)
{
    fetch f = *base;
    texel t;
    if (!wg_texture_find(a, 2))
        return false;
    f.filtered = a->t->linear && !f.integer && reads_floats(a->t);
    spot s = find_spot(a, &f);
    if (!(f.filtered ? filter(a, &s, &t) : read_corner(a, &s, 0, &t)))
        return false;
    write_result(a, &t);
    return true;
}

/* Operands of all: data, whether it is resident, handle, coordinates; then what the form has. */
static void execute(wg_warp *w, const wg_insn *i, uint32_t mask, int offset)
{
    fetch f = {.coordinates = 3, .offset = offset, .integer = i->type[1] == WG_TYPE_S32};
    wg_texture_access a = {.w = w, .i = i};
    if (i->op[offset] != WG_SLOT_NONE && !i->length[offset]) {
        wg_fault_set(w, i, -1, "comparing with a depth while fetching is not supported");
        return;
    }
    WG_FOR_REQUESTS(&a, if (!fetch_lane(&a, &f)) return )
    wg_predicate_set(w, i->op[1], WG_ALL_LANES, mask);
}

WG_EXEC(tex) { execute(w, i, mask, 4); }
WG_EXEC(tex_level) { execute(w, i, mask, 5); }

/* .grad: the two gradients are where others have their offset. */
WG_EXEC(tex_grad)
{
    wg_insn plain = *i;
    plain.op[4] = WG_SLOT_NONE;
    execute(w, &plain, mask, 4);
}

/* ---- tld4: one channel of the four texels a bilinear filter would take ---- */

static bool gather_lane(wg_texture_access *a, const fetch *f)
{
    static const uint8_t CORNERS[4] = {2, 3, 1, 0}; /* against the clock, from the lower left */
    unsigned channel = a->i->action == WG_MOD_R ? 0 : a->i->action == WG_MOD_G ? 1 : a->i->action == WG_MOD_B ? 2 : 3;
    texel out = {{0}};
    if (!wg_texture_find(a, 2))
        return false;
    spot s = find_spot(a, f);
    for (int n = 0; n < 4; n++) {
        texel t;
        if (!read_corner(a, &s, CORNERS[n], &t))
            return false;
        out.channel[n] = t.channel[channel];
    }
    write_result(a, &out);
    return true;
}

WG_EXEC(tld4)
{
    fetch f = {.coordinates = 3, .offset = 4, .filtered = true};
    wg_texture_access a = {.w = w, .i = i};
    if (i->op[4] != WG_SLOT_NONE && !i->length[4]) {
        wg_fault_set(w, i, -1, "comparing with a depth while fetching is not supported");
        return;
    }
    WG_FOR_REQUESTS(&a, if (!gather_lane(&a, &f)) return )
    wg_predicate_set(w, i->op[1], WG_ALL_LANES, mask);
}

/* ---- queries ---- */

/* Channels in the numbers of OpenCL, which the ISA refers to. */
static uint32_t channel_type(const wg_texture *t)
{
    unsigned size = t->channel_bits / 16u; /* 0, 1, 2 */
    if (t->texel == WG_TEXEL_FLOAT)
        return t->channel_bits == 16 ? 0x10dd : 0x10de;
    if (t->normalized_float)
        return (t->texel == WG_TEXEL_SINT ? 0x10d0 : 0x10d2) + size;
    return (t->texel == WG_TEXEL_SINT ? 0x10d7 : 0x10da) + size;
}

static uint32_t address_mode(const wg_texture *t, int dimension)
{
    static const uint8_t NUMBERS[] = {
        [WG_ADDRESS_WRAP] = 0, [WG_ADDRESS_MIRROR] = 1, [WG_ADDRESS_CLAMP] = 3, [WG_ADDRESS_BORDER] = 4};
    return NUMBERS[t->mode[dimension]];
}

static uint32_t answer(const wg_texture *t, wg_mod query)
{
    switch (query) {
    case WG_MOD_WIDTH: return t->width;
    case WG_MOD_HEIGHT: return t->height;
    case WG_MOD_DEPTH: return t->layered ? 0 : t->depth;
    case WG_MOD_ARRAY_SIZE: return t->layered ? t->depth : 0;
    case WG_MOD_CHANNEL_DATA_TYPE: return channel_type(t);
    case WG_MOD_CHANNEL_ORDER: return t->channels == 1 ? 0x10b0 : t->channels == 2 ? 0x10b2 : 0x10b5;
    case WG_MOD_NORMALIZED_COORDS: return t->normalized_coords;
    case WG_MOD_FORCE_UNNORMALIZED_COORDS: return !t->normalized_coords;
    case WG_MOD_FILTER_MODE: return t->linear;
    case WG_MOD_ADDR_MODE_0: return address_mode(t, 0);
    case WG_MOD_ADDR_MODE_1: return address_mode(t, 1);
    case WG_MOD_ADDR_MODE_2: return address_mode(t, 2);
    default: return 1; /* mip levels, samples, and the one memory layout */
    }
}

WG_EXEC(txq)
{
    wg_texture_access a = {.w = w, .i = i};
    uint32_t *row = ROW(uint32_t, 0);
    FOR_ACTIVE (lane) {
        a.lane = lane;
        if (!wg_texture_find(&a, 1))
            return;
        row[lane] = answer(a.t, (wg_mod)i->action);
    }
}
