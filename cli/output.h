/* What the command says and writes: results on stdout, everything else on stderr. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* "warpgrind: …" on stderr. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
int out_of_memory(void); /* says so; returns the exit status */

bool to_stdout(const char *file); /* NULL is not */
/* FILE, or stdout for "-". False, and said why, when it cannot be written. */
bool write_output(const char *file, const void *bytes, size_t length);
/* Whether everything that went to stdout got there. */
bool finish_stdout(void);

bool want_color(bool refused);

#endif
