/* SPDX-License-Identifier: Apache-2.0 */
/* vprintf, printf, malloc, free and __assertfail: what a kernel calls and no PTX defines. Arguments come as the call's
 * slabs in the caller's frame, one value a lane. */
#include "sim/builtins.h"

#include "base/text.h"
#include "sim/checker.h"
#include "sim/exec/exec.h"
#include "sim/launch.h"

#include <stdio.h>
#include <string.h>

typedef struct call_context {
    wg_warp *w;
    const wg_insn *i;
    const wg_call *call;
} call_context;

static uint64_t argument(const call_context *c, uint32_t n, int lane)
{
    const wg_param_place *place = &c->call->args[n];
    uint32_t bytes = place->is_register ? place->size : place->bytes;
    uint64_t value = 0;
    memcpy(&value, (const unsigned char *)wg_row(c->w, place->slot) + (uint32_t)lane * bytes, bytes < 8 ? bytes : 8);
    return value;
}

static void give_back(const call_context *c, int lane, uint64_t value)
{
    if (!c->call->return_count || c->call->returns[0].slot == WG_SLOT_NONE)
        return;
    const wg_param_place *place = &c->call->returns[0];
    uint32_t bytes = place->is_register ? place->size : place->bytes;
    memcpy((unsigned char *)wg_row(c->w, place->slot) + (uint32_t)lane * bytes, &value, bytes < 8 ? bytes : 8);
}

/* Host memory behind a generic address of one lane, and how many bytes follow it there. */
static const unsigned char *generic(const call_context *c, int lane, uint64_t address, uint64_t *left)
{
    wg_warp *w = c->w;
    wg_block *block = w->block;
    uint64_t offset;
    if ((offset = address - WG_LOCAL_WINDOW) < w->local_stride) {
        *left = w->local_stride - offset;
        return w->local + (uint64_t)lane * w->local_stride + offset;
    }
    if ((offset = address - WG_SHARED_WINDOW) < block->shared_size) {
        *left = block->shared_size - offset;
        return block->shared + offset;
    }
    const unsigned char *host = wg_heap_at(block->heap, address, 1, &block->cache);
    *left = host ? block->cache.size - (address - block->cache.address) : 0;
    return host;
}

enum { MOST_STRING = 64 * 1024 };

/* A string of the kernel's, cut where its memory ends, or where nobody reads on. */
static void add_string(wg_text *text, const call_context *c, int lane, uint64_t address)
{
    uint64_t left;
    const char *string = (const char *)generic(c, lane, address, &left);
    if (string)
        wg_text_add(text, string, strnlen(string, left < MOST_STRING ? left : MOST_STRING));
    else
        wg_text_addf(text, "(0x%llx)", (unsigned long long)address);
}

/* ---- printf ---- */

/* The variadic arguments of one lane. vprintf (CUDA) finds them packed in memory, each aligned to its size; those of
 * printf (OpenCL) are arguments of the call, vectors among them. */
typedef struct variadic {
    const call_context *call; /* NULL: packed */
    int lane;
    uint32_t next;              /* argument of the call */
    const unsigned char *bytes; /* of all arguments, or of the last one that was taken */
    uint64_t size, at;
    int taken;
} variadic;

/* Goes on to the next argument and says how large it is: as the call passes it, or as the conversion thinks it is. */
static uint32_t next_argument(variadic *v, uint32_t bytes)
{
    v->taken++;
    if (!v->call) {
        v->at = (v->at + bytes - 1) / bytes * bytes;
        return bytes;
    }
    v->size = v->at = 0;
    if (v->next < v->call->call->arg_count) {
        const wg_param_place *place = &v->call->call->args[v->next++];
        v->size = place->is_register ? place->size : place->bytes;
        v->bytes = (const unsigned char *)wg_row(v->call->w, place->slot) + (uint32_t)v->lane * v->size;
    }
    return (uint32_t)v->size;
}

static uint64_t next_number(variadic *v, uint32_t bytes)
{
    uint64_t bits = 0;
    if (v->bytes && v->at + bytes <= v->size)
        memcpy(&bits, v->bytes + v->at, bytes < 8 ? bytes : 8);
    v->at += bytes;
    return bits;
}

/* One conversion of a format: flags, width and precision as the host's printf takes them, without lengths, and the
 * letter. */
typedef struct conversion {
    char format[48]; /* up to before the letter */
    bool is_wide;    /* l, ll, j, z, t: 8 bytes */
    uint32_t vector; /* OpenCL's v2 … v16; 0: none */
    char letter;
} conversion;

/* Reads "%…" and returns its length; letter 0: the format ends in the middle of it. Widths beyond reason are dropped.
 */
static size_t read_conversion(const char *text, size_t length, conversion *out, variadic *v)
{
    enum { MOST_DIGITS = 3 };
    size_t n = 1, kept = 0, digits = 0;
    *out = (conversion){.format = "%"};
    for (; n < length && strchr(v->call ? "-+ #0123456789.*lhjztv" : "-+ #0123456789.*lhjzt", text[n]); n++) {
        char c = text[n];
        out->is_wide |= c == 'l' || c == 'j' || c == 'z' || c == 't';
        if (strchr("lhjzt", c))
            continue;
        if (c == 'v') {
            for (; n + 1 < length && text[n + 1] >= '0' && text[n + 1] <= '9'; n++)
                out->vector = out->vector % 100 * 10 + (uint32_t)(text[n + 1] - '0');
            continue;
        }
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (c == '*')
            kept += (size_t)snprintf(out->format + 1 + kept, 8, "%d",
                                     (int)(int32_t)next_number(v, next_argument(v, 4)) % 1000);
        else if (digits <= MOST_DIGITS)
            out->format[1 + kept++] = c;
        if (kept > 24)
            kept = 0;
    }
    out->format[1 + kept] = 0;
    out->letter = n < length ? text[n++] : 0;
    return n;
}

static double real_of(uint64_t bits, uint32_t bytes)
{
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &bits, sizeof narrow);
    return bytes == 4 ? (double)narrow : wide;
}

static void add_number(wg_text *text, const call_context *c, int lane, const conversion *conv, uint64_t bits,
                       uint32_t bytes)
{
    char letter = conv->letter, format[sizeof conv->format + 4];
    bool is_integer = strchr("diuoxX", letter);
    unsigned unused = bytes && bytes < 8 ? 64 - 8 * bytes : 0;
    snprintf(format, sizeof format, "%s%s%c", conv->format, is_integer ? "ll" : "", letter);
    if (letter == 's') {
        wg_text string = {0};
        add_string(&string, c, lane, bits);
        wg_text_addf(text, format, wg_text_get(&string));
        wg_text_free(&string);
    } else if (letter == 'p') {
        wg_text_addf(text, "0x%llx", (unsigned long long)bits);
    } else if (letter == 'c') {
        wg_text_addf(text, format, (int)bits);
    } else if (letter == 'd' || letter == 'i') {
        wg_text_addf(text, format, (long long)((int64_t)(bits << unused) >> unused));
    } else if (is_integer) {
        wg_text_addf(text, format, (unsigned long long)bits);
    } else {
        wg_text_addf(text, format, real_of(bits, bytes));
    }
}

/* Vectors of three have room for four. */
static void add_conversion(wg_text *text, const call_context *c, int lane, const conversion *conv, variadic *v)
{
    if (!conv->letter || !strchr("eEfFgGaAspcdiuoxX", conv->letter))
        return;
    uint32_t count = conv->vector ? conv->vector : 1;
    uint32_t bytes = next_argument(v, conv->is_wide || strchr("eEfFgGaAsp", conv->letter) ? 8 : 4);
    bytes /= count == 3 ? 4 : count;
    for (uint32_t e = 0; e < count; e++) {
        wg_text_add(text, ",", e > 0);
        add_number(text, c, lane, conv, next_number(v, bytes), bytes);
    }
}

static void format_lane(wg_text *text, const call_context *c, int lane, variadic *v)
{
    uint64_t left;
    const char *format = (const char *)generic(c, lane, argument(c, 0, lane), &left);
    if (!format) {
        wg_fault_set(c->w, c->i, lane, "printf with a format at 0x%llx, where nothing is",
                     (unsigned long long)argument(c, 0, lane));
        return;
    }
    size_t end = strnlen(format, left);
    for (size_t p = 0; p < end && text->length < WG_PRINT_LIMIT;) {
        const char *percent = memchr(format + p, '%', end - p);
        size_t plain = percent ? (size_t)(percent - format) - p : end - p;
        wg_text_add(text, format + p, plain);
        p += plain;
        if (p == end)
            break;
        conversion conv;
        p += read_conversion(format + p, end - p, &conv, v);
        if (conv.letter == '%')
            wg_text_add(text, "%", 1);
        else
            add_conversion(text, c, lane, &conv, v);
    }
}

static bool prints_too_much(const call_context *c)
{
    bool too_much = c->w->block->printed->length >= WG_PRINT_LIMIT;
    c->w->block->unprinted += too_much;
    return too_much;
}

/* CUDA's gives back how many arguments the format took. */
static void print_packed(const call_context *c, int lane)
{
    variadic v = {0};
    v.bytes = generic(c, lane, argument(c, 1, lane), &v.size);
    if (!prints_too_much(c))
        format_lane(c->w->block->printed, c, lane, &v);
    give_back(c, lane, (uint64_t)v.taken);
}

static void print_arguments(const call_context *c, int lane)
{
    variadic v = {.call = c, .lane = lane, .next = 1};
    if (!prints_too_much(c))
        format_lane(c->w->block->printed, c, lane, &v);
    give_back(c, lane, 0); /* success, says OpenCL */
}

static void assert_fail(const call_context *c, int lane)
{
    wg_text text = {0};
    wg_text_addf(&text, "assertion failed: ");
    add_string(&text, c, lane, argument(c, 0, lane));
    wg_text_addf(&text, " (");
    add_string(&text, c, lane, argument(c, 1, lane));
    wg_text_addf(&text, ":%u, ", (unsigned)argument(c, 2, lane));
    add_string(&text, c, lane, argument(c, 3, lane));
    wg_text_addf(&text, ")");
    wg_fault_set_kind(c->w, c->i, lane, WG_FAULT_TRAP, "%s", wg_text_get(&text));
    wg_text_free(&text);
}

static void device_malloc(const call_context *c, int lane)
{
    uint64_t address;
    wg_heap_allocate_device(c->w->block->heap, argument(c, 0, lane), &address);
    give_back(c, lane, address);
}

static void device_free(const call_context *c, int lane)
{
    wg_block *block = c->w->block;
    uint64_t address = argument(c, 0, lane);
    if (address && !wg_heap_release_device(block->heap, address))
        wg_fault_set(c->w, c->i, lane, "free of 0x%llx, which is nothing malloc gave, or freed already",
                     (unsigned long long)address);
    if (address && block->checker)
        block->checker->freed(block->checker, c->w, address);
    memset(block->caches, 0, sizeof *block->caches * block->program->tally_count); /* they may know the freed one */
    block->cache = (wg_heap_cache){0};
}

static const struct {
    const char *name;
    uint32_t arguments;
    bool is_variadic; /* and more of them */
    void (*run)(const call_context *c, int lane);
} BUILTINS[] = {
    {"vprintf", 2, false, print_packed}, {"printf", 1, true, print_arguments}, {"__assertfail", 5, false, assert_fail},
    {"malloc", 1, false, device_malloc}, {"free", 1, false, device_free},
};

int wg_builtin_find(const char *name)
{
    for (size_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++)
        if (!strcmp(BUILTINS[i].name, name))
            return (int)i;
    return -1;
}

bool wg_builtin_is_variadic(const wg_ptx_function *function)
{
    int builtin = function->has_body ? -1 : wg_builtin_find(function->name);
    return builtin >= 0 && BUILTINS[builtin].is_variadic;
}

void wg_builtin_call(int builtin, wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t mask)
{
    call_context c = {w, i, call};
    uint32_t wanted = BUILTINS[builtin].arguments;
    if (BUILTINS[builtin].is_variadic ? call->arg_count < wanted : call->arg_count != wanted) {
        wg_fault_set(w, i, -1, "%s called with %u arguments, it takes %u", BUILTINS[builtin].name, call->arg_count,
                     wanted);
        return;
    }
    FOR_ACTIVE (lane) {
        if (!w->block->fault.set)
            BUILTINS[builtin].run(&c, lane);
    }
}
