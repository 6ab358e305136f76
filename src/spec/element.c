/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/element.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LANES = 16 };

static const wg_element elements[] = {
    {"f16", "half", WG_ELEMENT_FLOAT, 2, 10, 0, 0},
    {"bf16", "bfloat16", WG_ELEMENT_FLOAT, 2, 7, 0, 0},
    {"f32", "float", WG_ELEMENT_FLOAT, 4, 23, 0, 0},
    {"f64", "double", WG_ELEMENT_FLOAT, 8, 52, 0, 0},
    {"i8", "int8", WG_ELEMENT_INT, 1, 0, INT8_MIN, INT8_MAX},
    {"i16", "int16", WG_ELEMENT_INT, 2, 0, INT16_MIN, INT16_MAX},
    {"i32", "int32", WG_ELEMENT_INT, 4, 0, INT32_MIN, INT32_MAX},
    {"i64", "int64", WG_ELEMENT_INT, 8, 0, INT64_MIN, INT64_MAX},
    {"u8", "uint8", WG_ELEMENT_UINT, 1, 0, 0, UINT8_MAX},
    {"u16", "uint16", WG_ELEMENT_UINT, 2, 0, 0, UINT16_MAX},
    {"u32", "uint32", WG_ELEMENT_UINT, 4, 0, 0, UINT32_MAX},
    {"u64", "uint64", WG_ELEMENT_UINT, 8, 0, 0, UINT64_MAX},
    {"bool", "bool", WG_ELEMENT_UINT, 1, 0, 0, 1},
    {"bytes", "custom", WG_ELEMENT_BYTES, 1, 0, 0, UINT8_MAX},
};

static const struct {
    const char *word, *type;
} words[] = {
#define TYPE(word, type) {word, type},
#include "base/type_words.def"
#undef TYPE
};

static const wg_element *find_own(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++) {
        const wg_element *e = &elements[k];
        if ((strlen(e->name) == length && !memcmp(e->name, text, length)) ||
            (strlen(e->t1) == length && !memcmp(e->t1, text, length)))
            return e;
    }
    return NULL;
}

/* The type that a word of C stands for; where it is none, the text itself. */
static const char *replace_word(const char *text, size_t *length)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].word) == *length && !memcmp(words[k].word, text, *length)) {
            *length = strlen(words[k].type);
            return words[k].type;
        }
    return text;
}

/* Ours and those of tuning files come first: int8 has 8 bits there, and is no vector of OpenCL C. */
static const wg_element *find(const char *text, size_t length)
{
    const wg_element *own = find_own(text, length);
    if (own)
        return own;
    text = replace_word(text, &length);
    return find_own(text, length);
}

bool wg_element_find(const char *text, size_t length, wg_element_type *out)
{
    *out = (wg_element_type){.element = find(text, length), .lanes = 1};
    if (out->element)
        return true;
    text = replace_word(text, &length);
    size_t digits = 0;
    uint32_t lanes = 0, scale = 1;
    while (digits < length && digits < 5 && isdigit((unsigned char)text[length - 1 - digits])) {
        lanes += scale * (uint32_t)(text[length - 1 - digits] - '0');
        scale *= 10;
        digits++;
    }
    length -= digits;
    if (length > 1 && text[length - 1] == 'x') /* f32x4; C and tuning files write float4 */
        length--;
    out->element = find(text, length);
    out->lanes = lanes;
    if (!out->element || digits == 0 || lanes == 0)
        return false;
    return lanes <= (out->element->kind == WG_ELEMENT_BYTES ? WG_LARGEST_STRUCTURE : MAX_LANES);
}

uint32_t wg_element_size(const wg_element_type *type)
{
    return type->element->bytes * type->lanes;
}

void wg_element_format(const wg_element_type *type, char *text, size_t size)
{
    if (type->lanes == 1)
        snprintf(text, size, "%s", type->element->name);
    else
        snprintf(text, size, "%s%s%u", type->element->name, type->element->kind == WG_ELEMENT_BYTES ? "" : "x",
                 type->lanes);
}

/* Rounds to nearest even straight from the double: going through float first would round twice. */
static uint16_t pack_half(double value, int mantissa)
{
    int exponent_bits = 15 - mantissa, bias = (1 << (exponent_bits - 1)) - 1;
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    uint16_t infinity = (uint16_t)(((1 << exponent_bits) - 1) << mantissa);
    if (isnan(value))
        return (uint16_t)(0x7fff);
    int exponent;
    if (isinf(value) || (frexp(value, &exponent), exponent - 1 > bias))
        return sign | infinity;
    if (value == 0)
        return sign;
    /* The bits are the value in units of the last place: subnormals share the exponent of the smallest normal. */
    int unit = (exponent - 1 < 1 - bias ? 1 - bias : exponent - 1) - mantissa;
    uint32_t bits = (uint32_t)rint(ldexp(fabs(value), -unit));
    uint32_t biased = (uint32_t)(unit + mantissa + bias);
    if (bits >> mantissa == 0)
        return (uint16_t)(sign | bits);
    /* Adding lets a mantissa that rounded up carry into the exponent, up to infinity. */
    return (uint16_t)(sign | (((biased - 1) << mantissa) + bits));
}

static void store_float(const wg_element *element, double value, unsigned char *out)
{
    if (element->bytes == 8) {
        memcpy(out, &value, 8);
    } else if (element->bytes == 4) {
        float narrow = (float)value;
        memcpy(out, &narrow, 4);
    } else {
        uint16_t bits = pack_half(value, element->mantissa);
        memcpy(out, &bits, 2);
    }
}

static void store_floats(const wg_element *element, const wg_cell *values, bool real, size_t count, unsigned char *out)
{
    for (size_t k = 0; k < count; k++)
        store_float(element, real ? values[k].r : (double)values[k].i, out + k * element->bytes);
}

/* Little-endian hosts only, as everything that shares memory with kernels here. */
static wg_status store_integer(const wg_element *element, const wg_value *value, unsigned char *out, wg_error *err)
{
    int64_t integer;
    wg_status status = wg_value_to_integer(value, &integer, err);
    if (status != WG_OK)
        return status;
    if (integer < element->low || (integer > 0 && (uint64_t)integer > element->high))
        return wg_error_set(err, WG_ERR_INPUT, "%lld does not fit %s", (long long)integer, element->name);
    memcpy(out, &integer, element->bytes);
    return WG_OK;
}

wg_status wg_element_store(const wg_element *element, const wg_cell *values, bool real, size_t count, void *out,
                           size_t *stored, wg_error *err)
{
    wg_status status = WG_OK;
    *stored = 0;
    if (element->kind == WG_ELEMENT_FLOAT) {
        store_floats(element, values, real, count, out);
        return WG_OK;
    }
    for (; *stored < count; ++*stored) {
        wg_cell cell = values[*stored];
        wg_value value = real ? (wg_value){.is_real = true, .real = cell.r} : (wg_value){.integer = cell.i};
        status = store_integer(element, &value, (unsigned char *)out + *stored * element->bytes, err);
        if (status != WG_OK)
            break;
    }
    return status;
}
