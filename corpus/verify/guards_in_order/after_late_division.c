/* verify: refuted
 * The division comes before the test of its divisor.
 */
static const int turn[3] = {0, 2, 1};

void weigh(const double *in, double *out, int k)
{
    double level[10];

    for (int i = 0; i < 10; i++)
        level[i] = in[i] * 2;
    for (int i = 0; i < 10; i++) {
        out[i] = i + 1 < 10 && level[i + 1] > 0 ? level[i + 1] : 0;
        if (level[i] > 0 && 10 / k > 2 && k != 0)
            out[i] += 1;
        out[i] += i < 3 ? in[turn[i]] : in[0];
    }
}

#include <stdio.h>

int main(void)
{
    double in[10], out[10];

    for (int i = 0; i < 10; i++)
        in[i] = i * 7 % 5 - 1;
    for (int k = 0; k < 4; k++) {
        weigh(in, out, k);
        for (int i = 0; i < 10; i++)
            printf("%g ", out[i]);
    }
    printf("\n");
    return 0;
}
