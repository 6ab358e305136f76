// Nothing at all: what is left is the launch itself.
__kernel void empty(void)
{
}
