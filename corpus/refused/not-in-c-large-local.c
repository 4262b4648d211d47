// kept: t not-in-c
static void row(double t[40][9000], const double *in, double *out, int y)
{
    for (int x = 0; x < 9000; x++)
        t[y][x] = 2.0 * in[x];
    for (int x = 0; x < 9000; x++)
        out[x] = t[y][x] + t[y][8999 - x];
}

static double rows[40][9000];

void rows_of(const double *in, double *out, int from, int to)
{
    for (int y = from; y < to; y++)
        row(rows, in, out, y);
}
