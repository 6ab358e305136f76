#include <stddef.h>
#include <string.h>

enum { FLOATS = 4 };

static size_t place(size_t k, int log_piece, int log_rows, int log_count)
{
    size_t piece = k >> log_piece, row = piece % ((size_t)1 << log_rows), column = piece >> log_rows;
    return (row << (log_count - log_rows)) + (column << log_piece) + k % ((size_t)1 << log_piece);
}

/* Outputs are poisoned before the run: what was not written is no number, and equal to none. */
static const char *compare(const float *straight, const float *pieces, int log_piece, int log_rows, int log_count)
{
    long wrong = 0, count = 1L << log_count;
#pragma omp parallel for reduction(+ : wrong)
    for (long k = 0; k < count; k++)
        wrong += memcmp(straight + FLOATS * (size_t)k,
                        pieces + FLOATS * place((size_t)k, log_piece, log_rows, log_count), FLOATS * sizeof *straight) != 0;
    return wrong ? "a vector was not copied" : NULL;
}

const char *check_read(const float *in, const float *out, int log_piece, int log_rows, int log_count)
{
    return compare(out, in, log_piece, log_rows, log_count);
}

const char *check_write(const float *in, const float *out, int log_piece, int log_rows, int log_count)
{
    return compare(in, out, log_piece, log_rows, log_count);
}
