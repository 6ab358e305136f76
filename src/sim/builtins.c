/* vprintf, malloc, free and __assertfail: what a kernel calls and no PTX defines. Arguments come as the call's slabs in the
 * caller's frame, one value a lane. */
#include "sim/builtins.h"

#include "base/text.h"
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
    if (!c->call->return_count)
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

/* A string of the kernel's, cut where its memory ends. */
static void add_string(wg_text *text, const call_context *c, int lane, uint64_t address)
{
    uint64_t left;
    const char *string = (const char *)generic(c, lane, address, &left);
    if (!string) {
        wg_text_addf(text, "(0x%llx)", (unsigned long long)address);
        return;
    }
    wg_text_add(text, string, strnlen(string, left));
}

/* The next variadic argument: every one is aligned to its size, 4 or 8 bytes. */
static uint64_t next_value(const unsigned char *values, uint64_t size, uint64_t *at, uint32_t bytes)
{
    uint64_t value = 0;
    *at = (*at + bytes - 1) / bytes * bytes;
    if (values && *at + bytes <= size)
        memcpy(&value, values + *at, bytes);
    *at += bytes;
    return value;
}

typedef struct variadic {
    const unsigned char *bytes;
    uint64_t size, at;
} variadic;

/* One conversion of a format: `spec` is "%…" up to and with the letter. */
static void add_conversion(wg_text *text, const call_context *c, int lane, const char *spec, size_t length, variadic *v)
{
    char format[40], letter = spec[length - 1];
    if (length > 30 || memchr(spec, '*', length))
        return;
    bool is_wide = memchr(spec, 'l', length) || memchr(spec, 'j', length) || memchr(spec, 'z', length) || memchr(spec, 't', length);
    size_t kept = strspn(spec + 1, "-+ #0123456789.") + 1;
    int n = snprintf(format, sizeof format, "%.*s", (int)kept, spec);
    if (strchr("eEfFgGaA", letter)) {
        uint64_t bits = next_value(v->bytes, v->size, &v->at, 8);
        double value;
        memcpy(&value, &bits, 8);
        snprintf(format + n, sizeof format - (size_t)n, "%c", letter);
        wg_text_addf(text, format, value);
    } else if (letter == 's') {
        add_string(text, c, lane, next_value(v->bytes, v->size, &v->at, 8));
    } else if (letter == 'p') {
        wg_text_addf(text, "0x%llx", (unsigned long long)next_value(v->bytes, v->size, &v->at, 8));
    } else if (strchr("dic", letter)) {
        long long value = is_wide ? (long long)next_value(v->bytes, v->size, &v->at, 8) : (int32_t)next_value(v->bytes, v->size, &v->at, 4);
        snprintf(format + n, sizeof format - (size_t)n, letter == 'c' ? "c" : "ll%c", letter);
        if (letter == 'c')
            wg_text_addf(text, format, (int)value);
        else
            wg_text_addf(text, format, value);
    } else if (strchr("uoxX", letter)) {
        snprintf(format + n, sizeof format - (size_t)n, "ll%c", letter);
        wg_text_addf(text, format, (unsigned long long)next_value(v->bytes, v->size, &v->at, is_wide ? 8 : 4));
    }
}

static void format_lane(wg_text *text, const call_context *c, int lane)
{
    uint64_t left;
    const char *format = (const char *)generic(c, lane, argument(c, 0, lane), &left);
    variadic v = {0};
    v.bytes = generic(c, lane, argument(c, 1, lane), &v.size);
    if (!format) {
        wg_fault_set(c->w, c->i, lane, "printf with a format at 0x%llx, where nothing is", (unsigned long long)argument(c, 0, lane));
        return;
    }
    size_t end = strnlen(format, left);
    for (size_t p = 0; p < end;) {
        size_t plain = 0;
        while (p + plain < end && format[p + plain] != '%')
            plain++;
        wg_text_add(text, format + p, plain);
        p += plain;
        if (p + 1 < end && format[p + 1] == '%') {
            wg_text_add(text, "%", 1);
            p += 2;
        } else if (p < end) {
            size_t length = 1;
            while (p + length < end && strchr("-+ #0123456789.*lhjzt", format[p + length]))
                length++;
            if (p + length < end)
                add_conversion(text, c, lane, format + p, ++length, &v);
            p += length;
        }
    }
    give_back(c, lane, (uint64_t)text->length);
}

static void print(const call_context *c, int lane)
{
    const wg_launch *launch = c->w->block->launch;
    wg_text text = {0};
    format_lane(&text, c, lane);
    if (launch->print && text.length)
        launch->print(launch->user, text.bytes, text.length);
    wg_text_free(&text);
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
    wg_fault_set(c->w, c->i, lane, "%s", wg_text_get(&text));
    wg_text_free(&text);
}

/* CUDA's device heap is 8 MiB by default; what does not fit gets NULL, as there. */
static void device_malloc(const call_context *c, int lane)
{
    enum { DEVICE_HEAP = 8 << 20 };
    uint64_t address = 0, size = argument(c, 0, lane);
    if (size && size <= DEVICE_HEAP && wg_heap_allocate(c->w->block->heap, size, "device malloc", &address, NULL) != WG_OK)
        address = 0;
    give_back(c, lane, address);
}

static void device_free(const call_context *c, int lane)
{
    wg_block *block = c->w->block;
    uint64_t address = argument(c, 0, lane);
    wg_error err;
    if (address && wg_heap_release(block->heap, address, &err) != WG_OK)
        wg_fault_set(c->w, c->i, lane, "free: %s", err.text);
    memset(block->caches, 0, sizeof *block->caches * block->program->tally_count); /* they may know the freed one */
    block->cache = (wg_heap_cache){0};
}

static const struct {
    const char *name;
    uint32_t arguments;
    void (*run)(const call_context *c, int lane);
} BUILTINS[] = {
    {"vprintf", 2, print},
    {"__assertfail", 5, assert_fail},
    {"malloc", 1, device_malloc},
    {"free", 1, device_free},
};

int wg_builtin_find(const char *name)
{
    for (size_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++)
        if (!strcmp(BUILTINS[i].name, name))
            return (int)i;
    return -1;
}

void wg_builtin_call(int builtin, wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t mask)
{
    call_context c = {w, i, call};
    if (call->arg_count != BUILTINS[builtin].arguments) {
        wg_fault_set(w, i, -1, "%s called with %u arguments, it takes %u", BUILTINS[builtin].name, call->arg_count, BUILTINS[builtin].arguments);
        return;
    }
    FOR_ACTIVE(lane)
    {
        if (!w->block->fault.set)
            BUILTINS[builtin].run(&c, lane);
    }
}
