/* Lines that are zero at first, of which a loop sets only some elements: by calloc, by an
 * initialiser, by memset, and for as long as the program runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAYS = 60 };

static double dips[DAYS];

static double balance(const double *price, int n)
{
    double *gain = calloc(n, sizeof *gain);
    double *loss = calloc(n, sizeof *loss);
    double sum = 0;
    if (!gain || !loss)
        exit(1);
    for (int i = 1; i < n; i++) {
        double d = price[i] - price[i - 1];
        if (d > 0)
            gain[i] = d;
        else
            loss[i] = -d;
    }
    for (int i = 0; i < n; i++)
        sum = 0.9 * sum + gain[i] - 0.5 * loss[i];
    free(gain);
    free(loss);
    return sum;
}

static double above(const double *price, double limit)
{
    double high[DAYS] = { 0 }, twice[DAYS], sum = 0;
    memset(twice, 0, sizeof twice);
    for (int i = 0; i < DAYS; i++)
        if (price[i] > limit)
            high[i] = price[i];
    for (int i = 0; i < DAYS; i++)
        if (high[i] < 2 * limit)
            twice[i] = 2 * high[i];
    for (int i = 0; i < DAYS; i++)
        sum += twice[i] - high[i];
    return sum;
}

int main(void)
{
    double price[DAYS], depth = 0;
    unsigned s = 11;
    for (int i = 0; i < DAYS; i++) {
        s = s * 1103515245u + 12345u;
        price[i] = (s >> 16) % 97 / 8.0;
    }
    for (int i = 0; i < DAYS; i++)
        if (price[i] < 4)
            dips[i] = 4 - price[i];
    for (int i = 0; i < DAYS; i++)
        depth += dips[i] * dips[i];
    printf("%.6f %.6f %.6f\n", balance(price, DAYS), above(price, 5), depth);
    return 0;
}
