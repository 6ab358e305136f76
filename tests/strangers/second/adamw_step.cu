// One AdamW step over a flat buffer of parameters. The optimizer's state stays in single precision.
// step_size and inv_bias2 contain the corrections for the bias of the moments, which the host computes once per step.
extern "C" __global__ void __launch_bounds__(256)
adamw_step(float *__restrict__ param, const float *__restrict__ grad, float *__restrict__ m, float *__restrict__ v,
           long long n, float lr, float step_size, float inv_bias2, float beta1, float beta2, float eps, float decay)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float g = grad[i];
    float p = param[i];
    float m1 = m[i];
    float v1 = v[i];

    p -= lr * decay * p;
    m1 = beta1 * m1 + (1.0f - beta1) * g;
    v1 = beta2 * v1 + (1.0f - beta2) * g * g;
    p -= step_size * m1 / (sqrtf(v1 * inv_bias2) + eps);

    param[i] = p;
    m[i] = m1;
    v[i] = v1;
}
