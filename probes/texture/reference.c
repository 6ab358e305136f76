/* Every thread finds what it began with. */
void all_same(unsigned *out, int threads)
{
    for (int k = 0; k < threads; k++)
        out[k] = 1;
}
