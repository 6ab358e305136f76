__kernel void move_particles(__global const int *steps, __global float *position, __global float *centre)
{
    __local float shared_x[32];
    int l = get_local_id(0);
    int i = get_global_id(0);
    shared_x[l] = position[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = 0; s < steps[i]; s++) {
        float push = 0.01f * (shared_x[l] - shared_x[(l + 1) % 32]); //! sync, race
        barrier(CLK_LOCAL_MEM_FENCE); //! sync
        shared_x[l] += push; //! sync, race
        barrier(CLK_LOCAL_MEM_FENCE); //! sync
    }
    barrier(CLK_LOCAL_MEM_FENCE); //! sync
    position[i] = shared_x[l];
    if (l == 0) {
        float sum = 0.0f;
        for (int k = 0; k < 32; k++)
            sum += shared_x[k]; //! sync, race
        centre[get_group_id(0)] = sum / 32.0f;
    }
}
