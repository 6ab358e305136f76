// The autocorrelation of many short signals, as for linear prediction: a block a signal, a thread a lag, in doubles.
#define MOST 512 // samples of a signal
#define LAGS 64

__global__ void autocorrelation(const short *signals, double *out, int samples)
{
    __shared__ double x[MOST + LAGS]; // zeros behind the signal, so that all lags have sums of the same length
    const short *signal = signals + (size_t)blockIdx.x * samples;
    for (int i = threadIdx.x; i < samples + LAGS; i += LAGS)
        x[i] = i < samples ? signal[i] : 0;
    __syncthreads();
    int lag = threadIdx.x;
    double sum = 0;
    for (int i = 0; i < samples; i++)
        sum += x[i] * x[i + lag];
    out[(size_t)blockIdx.x * LAGS + lag] = sum;
}
