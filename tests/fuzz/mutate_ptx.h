/* SPDX-License-Identifier: Apache-2.0 */
/* Mutations of PTX. Most random changes do not parse. So most of these work on words and statements: one takes the
 * place of another, is doubled or dropped, which gives wrong operands, odd control flow and strange types in text that
 * is otherwise fine. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

typedef struct span {
    size_t begin, end;
} span;

static bool is_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '_' ||
           c == '.' || c == '$' || c == ':';
}

/* A word, or what stands between two semicolons, near a random place. */
static span random_span(const uint8_t *bytes, size_t size, unsigned random, bool statement)
{
    span s = {random % size, random % size};
    while (s.begin > 0 && (statement ? bytes[s.begin - 1] != ';' : is_word(bytes[s.begin - 1])))
        s.begin--;
    while (s.end < size && (statement ? bytes[s.end] != ';' : is_word(bytes[s.end])))
        s.end++;
    s.end += statement && s.end < size;
    return s;
}

static size_t replace(uint8_t *bytes, size_t size, size_t most, span to, const uint8_t *text, size_t length)
{
    size_t rest = size - to.end;
    if (to.begin + length + rest > most)
        return size;
    memmove(bytes + to.begin + length, bytes + to.end, rest);
    memcpy(bytes + to.begin, text, length);
    return to.begin + length + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    srand(seed);
    if (!size || rand() % 4 == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    bool statement = rand() % 3 == 0;
    span from = random_span(bytes, size, (unsigned)rand(), statement),
         to = random_span(bytes, size, (unsigned)rand(), statement);
    size_t length = from.end - from.begin;
    uint8_t copy[512];
    if (length > sizeof copy || (statement && to.end - to.begin > sizeof copy))
        return LLVMFuzzerMutate(bytes, size, most);
    memcpy(copy, bytes + from.begin, length);
    if (statement && rand() % 3 == 0)
        length = 0; /* drop it */
    else if (statement && rand() % 2)
        to.begin = to.end; /* once more, there */
    return replace(bytes, size, most, to, copy, length);
}
