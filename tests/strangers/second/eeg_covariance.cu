// Covariance matrices of a 32-channel EEG, one block per window of 64 samples. The signals have been filtered, so their
// mean is zero. A classifier on the Riemannian manifold takes the matrices from here.
#define CHANNELS 32
#define SAMPLES 64

extern "C" __global__ void eeg_covariance(const float *__restrict__ eeg, float *__restrict__ cov, int hop, int length)
{
    __shared__ float win[CHANNELS][SAMPLES];

    const int row = threadIdx.y;
    const int col = threadIdx.x;
    const int first = blockIdx.x * hop;

    // each warp copies one channel's window; the recording is stored channel by channel
    for (int s = col; s < SAMPLES; s += CHANNELS)
        win[row][s] = eeg[(size_t)row * length + first + s];
    __syncthreads();

    float acc = 0.0f;
    for (int s = 0; s < SAMPLES; s++)
        acc += win[row][s] * win[col][s];

    cov[((size_t)blockIdx.x * CHANNELS + row) * CHANNELS + col] = acc / (SAMPLES - 1);
}
