/* All loops have one counter, and one of them goes on by a quotient of a macro: it finds its own
   values of the counter alone. Tables of which only the first row is used later keep one row. */
#include <math.h>
#include <stdio.h>

#define STEPS 120
#define PRICES 200

static double value[STEPS + 1][PRICES + 1];

int main(void)
{
    double fair[PRICES + 1], gain[PRICES + 1];
    int i, t;

    for (i = 0; i <= PRICES; i++)
        value[STEPS][i] = i < 80 ? 80 - i : 0;
    for (t = STEPS - 1; t >= 0; t--) {
        value[t][0] = 80;
        for (i = 1; i < PRICES; i++)
            value[t][i] = 0.25 * value[t + 1][i - 1] + 0.5 * value[t + 1][i] + 0.25 * value[t + 1][i + 1];
        value[t][PRICES] = 0;
    }
    for (i = 1; i < PRICES; i++)
        fair[i] = 80 * exp(-i / 60.0);
    for (i = 1; i < PRICES; i++)
        gain[i] = value[0][i] - fair[i];
    for (i = PRICES / 10; i <= PRICES / 2; i += PRICES / 20)
        printf("%3d %9.4f\n", i, gain[i]);
    return 0;
}
