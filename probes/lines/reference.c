static void follow(unsigned *out, int chains, int steps, unsigned lines)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned line = lane % (unsigned)chains * (lines / 32);
        for (int step = 0; step < steps; step++)
            line = (line * 1664525u + 1013904223u) & (lines - 1);
        out[lane] = line * 32;
    }
}

void follow_chains(unsigned *out, int chains, int steps, unsigned lines)
{
    follow(out, chains, steps, lines);
}

void follow_near_chains(unsigned *out, int chains, int steps, unsigned near_lines)
{
    follow(out, chains, steps, near_lines);
}
