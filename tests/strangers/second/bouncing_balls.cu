// Lab 1: one time step for balls that bounce on the floor. The host calls this once per frame.
extern "C" __global__ void bouncing_balls(float *y, float *vy, int n, float dt)
{
    const float g = 9.81f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float v = vy[i] - g * dt;
    float h = y[i] + v * dt;
    if (h < 0.0f) {
        // hits the floor and loses a part of its speed
        h = -h;
        v = -0.8f * v;
    }
    vy[i] = v;
    y[i] = h;
}
