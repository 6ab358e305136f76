typedef struct {
    float2 place;
    float mass;
} Planet;

__constant Planet planets[5] = {{{1.0f, 2.0f}, 3.0f}, {{4.0f, 4.5f}, 1.0f}, {{8.0f, 1.0f}, 2.0f}, {{9.0f, 9.0f}, 4.0f}, {{0.5f, 7.0f}, 0.5f}};
__constant uchar firstOf[] = {0, 2, 3, 5};

float2 force(__constant const Planet *p, float2 at)
{
    float2 d = p->place - at;
    float r2 = dot(d, d) + 0.01f;
    return d * (p->mass / (r2 * sqrt(r2)));
}

__kernel void cl_constant_planets(__global const float2 *ship, __global const uchar *system, __global float2 *pull, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        float2 sum = (float2)(0.0f);
        for (int k = firstOf[system[i]]; k < firstOf[system[i] + 1]; ++k)
            sum += force(planets + k, ship[i]);
        pull[i] = sum;
    }
}
