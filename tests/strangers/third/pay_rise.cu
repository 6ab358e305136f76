// everybody in the department gets a rise
struct Employee {
    int id;
    int department;
    float salary;
    float bonus;
    char name[48];
};

__global__ void pay_rise(Employee *staff, int n, int department, float percent)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (staff[i].department == department)
            staff[i].salary *= 1.0f + percent / 100.0f;
        else
            staff[i].salary *= 1.01f;
    }
}
