/* The standard headers that nvcc includes by itself, and the device's side of them. Our math functions enter std before
 * <cmath> is read: clang then keeps <cmath>'s own constexpr versions, which the GPU back end cannot compile, to the
 * host. */
#pragma once

#define __WG_IN_STD(name) using ::name;
namespace std {
__WG_STANDARD_UNARY(__WG_IN_STD, __WG_IN_STD)
__WG_STANDARD_BINARY(__WG_IN_STD)
using ::abs;
using ::fma;
using ::frexp;
using ::ldexp;
using ::lrint;
using ::lround;
using ::llrint;
using ::llround;
using ::modf;
using ::pow;
using ::scalbn;
} // namespace std

/* The hosts of these are in the headers below; clang turns a call of printf into one of vprintf. */
extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size);
__device__ void free(void *p);
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t size);
__WG_DEVICE void __assert_fail(const char *message, const char *file, unsigned line, const char *function)
{
    __assertfail(message, file, line, function, sizeof(char));
}
}

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include(<cmath>)
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif
#include <math.h>

__WG_DEVICE clock_t clock() { return (clock_t)(unsigned)clock64(); }
