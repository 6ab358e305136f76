// Nothing at all: what is left is the launch itself.
__global__ void empty(void)
{
}

// Nothing either, but the launch carries 64 parameters' worth of bytes to the device.
struct parameters {
    double value[64];
};

__global__ void empty_with_parameters(parameters unused)
{
}

// Something that takes a while: `cycles` of the multiprocessor's clock.
__global__ void spin(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
}
