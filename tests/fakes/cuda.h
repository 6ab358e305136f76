/* SPDX-License-Identifier: Apache-2.0 */
/* A driver of NVIDIA's that is none, for the tests of src/backends/cuda: device memory is the host's, and what is
 * given to a stream is done as late as the driver would be allowed to, when somebody waits for it. So a staging buffer
 * that is used again too early, or a stream that does not wait for the other, shows in the results. It knows one
 * kernel, twice(x, y, n). */
#ifndef TESTS_FAKES_CUDA_H
#define TESTS_FAKES_CUDA_H

#include <stddef.h>

typedef struct fake_cuda_state {
    const char *failing; /* the function that fails, with `failure`; NULL: none */
    int failure;
    long objects;         /* memory, streams, events, arrays, modules that are not given back */
    size_t pinned_copies; /* from or to pinned memory */
    size_t other_copies;  /* from or to the host's other memory */
    size_t default_work;  /* pieces of work given to the default stream */
} fake_cuda_state;

extern fake_cuda_state fake_cuda;

#endif
