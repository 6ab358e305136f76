#include <stdint.h>

constexpr int PACKET = 7; // tag (1), length (4), checksum (2)

__device__ uint32_t read_length(const unsigned char *packet)
{
    const uint32_t *field = reinterpret_cast<const uint32_t *>(packet + 1);
    return *field; //! bounds
}

__global__ void packet_lengths(const unsigned char *stream, uint32_t *length, unsigned char *is_control, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const unsigned char *packet = stream + PACKET * i;
        length[i] = read_length(packet) & 0xffffff;
        is_control[i] = packet[0] >> 7;
    }
}
