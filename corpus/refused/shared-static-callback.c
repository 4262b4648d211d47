// kept: t shared-static
typedef void work(int from, int to);
void for_parts(work *part);

static double in[9000], out[40][9000];
static double t[40][9000];

static void part(int from, int to)
{
    for (int i = from; i < to; i++) {
        for (int j = 0; j < 9000; j++)
            t[i][j] = 2.0 * in[j];
        for (int j = 0; j < 9000; j++)
            out[i][j] = t[i][j] + t[i][8999 - j];
    }
}

int main(void)
{
    for_parts(part);
    return (int)out[3][4];
}
