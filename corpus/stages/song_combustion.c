/*
 * Thermochemistry of a flame, point by point: temperature, rates of three reactions,
 * heat, new mixture. The shape of combustion in the table of Song, Wang and Li (no
 * shift is needed), distributed to a nest for each array.
 *
 * Expected: one loop over rows; all rates and the temperature keep a row or less.
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static double fuel[N][N], air[N][N], energy[N][N];

static void kernel(void)
{
    double temperature[N][N], rate[3][N][N], heat[N][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            temperature[i][j] = energy[i][j] / (1.5 + 0.25 * fuel[i][j]);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const double t = temperature[i][j];
            rate[0][i][j] = fuel[i][j] * air[i][j] * t / (4.0 + t);
            rate[1][i][j] = fuel[i][j] * t * t / (9.0 + t * t);
            rate[2][i][j] = air[i][j] * t / (16.0 + t);
        }

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            heat[i][j] = 3.0 * rate[0][i][j] + rate[1][i][j] - 0.5 * rate[2][i][j];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            fuel[i][j] -= 0.01 * (rate[0][i][j] + rate[1][i][j]);
            air[i][j] -= 0.01 * (rate[0][i][j] + rate[2][i][j]);
            energy[i][j] += 0.01 * heat[i][j];
        }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            fuel[i][j] = (i * 13 + j * 7) % 17 / 16.0;
            air[i][j] = (i * 5 + j * 11) % 19 / 16.0;
            energy[i][j] = 3.0 + (i * 3 + j * 5) % 23 / 16.0;
        }
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + fuel[j][i] + 0.5 * air[j][i] + 0.25 * energy[j][i];
    printf("checksum %a\n", checksum);
    return 0;
}
