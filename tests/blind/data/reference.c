/* SPDX-License-Identifier: Apache-2.0 */
// The right answers, one after the other.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void block_scan(const int32_t *in, int32_t *out, int32_t elements)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < elements; i++) {
        sum = i % 1024 == 0 ? in[i] : sum + in[i];
        out[i] = sum;
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void bitonic(const uint32_t *keys, uint32_t *sorted, int32_t count)
{
    memcpy(sorted, keys, (size_t)count * sizeof *keys);
    for (int32_t first = 0; first < count; first += 1024)
        qsort(sorted + first, (size_t)(count - first < 1024 ? count - first : 1024), sizeof *sorted, compare_keys);
}

void hash_probe(const uint64_t *table, const uint64_t *wanted, uint64_t *found, int32_t bits, int32_t lookups)
{
    uint32_t mask = ((uint32_t)1 << bits) - 1;
    for (int32_t i = 0; i < lookups; i++) {
        uint64_t key = wanted[i];
        uint32_t slot = ((uint32_t)key ^ (uint32_t)(key >> 32)) * 0x9e3779b9u >> (32 - bits);
        while (table[2 * (size_t)slot] != key && table[2 * (size_t)slot] != INT64_MAX)
            slot = (slot + 1) & mask;
        found[i] = table[2 * (size_t)slot] == key ? table[2 * (size_t)slot + 1] : UINT64_MAX;
    }
}

void binary_search(const uint32_t *array, const uint32_t *queries, int32_t *positions, int32_t length, int32_t searches)
{
    for (int32_t i = 0; i < searches; i++) {
        int32_t low = 0, high = length;
        while (low < high) {
            int32_t middle = low + (high - low) / 2;
            if (array[middle] < queries[i])
                low = middle + 1;
            else
                high = middle;
        }
        positions[i] = low;
    }
}

void histogram(const uint8_t *data, uint32_t *bins, int32_t bytes)
{
    memset(bins, 0, 256 * sizeof *bins);
    for (int32_t i = 0; i < bytes; i++)
        bins[data[i]]++;
}

// Bit by bit, without a table.
void crc32(const uint8_t *text, uint32_t *crcs, int32_t messages)
{
    for (int32_t m = 0; m < messages; m++) {
        uint32_t crc = 0xffffffff;
        for (int i = 0; i < 256; i++) {
            crc ^= text[(size_t)m * 256 + (size_t)i];
            for (int bit = 0; bit < 8; bit++)
                crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        crcs[m] = ~crc;
    }
}

static int count_bits(uint32_t x)
{
    int bits = 0;
    for (; x; x &= x - 1)
        bits++;
    return bits;
}

void hamming(const uint32_t *probes, const uint32_t *codes, int32_t *nearest, int32_t *distance, int32_t probe_count,
             int32_t code_count)
{
    for (int32_t p = 0; p < probe_count; p++) {
        distance[p] = 257;
        nearest[p] = -1;
        for (int32_t c = 0; c < code_count; c++) {
            int d = 0;
            for (size_t w = 0; w < 8; w++)
                d += count_bits(probes[8 * (size_t)p + w] ^ codes[8 * (size_t)c + w]);
            if (d < distance[p]) {
                distance[p] = d;
                nearest[p] = c;
            }
        }
    }
}

static int least(int a, int b, int c)
{
    int two = a < b ? a : b;
    return two < c ? two : c;
}

void edit_distance(const uint8_t *left, const uint8_t *right, int32_t *edits, int32_t pairs)
{
    for (int32_t p = 0; p < pairs; p++) {
        int table[33][33];
        for (int i = 0; i <= 32; i++)
            table[i][0] = table[0][i] = i;
        for (int i = 1; i <= 32; i++) {
            for (int j = 1; j <= 32; j++) {
                int a = left[(size_t)(i - 1) * (size_t)pairs + (size_t)p];
                int b = right[(size_t)(j - 1) * (size_t)pairs + (size_t)p];
                table[i][j] = least(table[i - 1][j - 1] + (a != b), table[i - 1][j] + 1, table[i][j - 1] + 1);
            }
        }
        edits[p] = table[32][32];
    }
}
