extern "C" __global__ void broken(int *p)
{
    p[threadIdx.x] = undeclared_name;
}
