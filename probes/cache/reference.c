void follow_chain(unsigned *out, unsigned lines, int steps)
{
    unsigned line = 0;
    for (int step = 0; step < steps; step++)
        line = (line * 1664525u + 1013904223u) & (lines - 1);
    *out = line * 32;
}
