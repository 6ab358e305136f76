template <class T> __device__ T twice(T x)
{
    return x + x;
}
