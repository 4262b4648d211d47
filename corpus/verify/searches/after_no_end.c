/* verify: refuted
 * The first loop does not end where it finds something.
 */
#include <stdio.h>

void seek(const double *in, double *first, double *marked, double limit)
{
    double level[6][8];

    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 8; x++)
            level[y][x] = in[8 * y + x] * 2;
    for (int y = 0; y < 6; y++) {
        int x = 0, at = 0;
        for (; x < 8; x++)
            if (level[y][x] < limit)
                at = x + 1;
        first[y] = at;
        marked[y] = 0;
        for (int k = 1; k < 8; k++) {
            if (level[y][k] < level[y][k - 1])
                break;
            marked[y] += level[y][k];
        }
    }
}

int main(void)
{
    double in[48], first[6], marked[6];

    for (int i = 0; i < 48; i++)
        in[i] = i * 7 % 10;
    for (int k = 0; k < 5; k++) {
        seek(in, first, marked, 6 * k);
        for (int y = 0; y < 6; y++)
            printf("%g %g ", first[y], marked[y]);
    }
    printf("\n");
    return 0;
}
