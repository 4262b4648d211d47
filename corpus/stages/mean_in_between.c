#include <stdio.h>

#define HOURS 300

static double tide[HOURS], gauge[HOURS], wind[HOURS], stress[HOURS], surge[HOURS];

/* The level without tide and wind: the mean needs the whole record, the others do not. */
int main(void)
{
    for (int t = 0; t < HOURS; t++)
        tide[t] = 0.25 * (t % 12);
    for (int t = 0; t < HOURS; t++)
        gauge[t] = 2 + 0.5 * (t * 5 % 13);
    for (int t = 0; t < HOURS; t++)
        wind[t] = 3.0 * (t % 7);

    double mean = 0;
    for (int t = 0; t < HOURS; t++)
        mean += gauge[t];
    mean /= HOURS;

    for (int t = 0; t < HOURS; t++)
        stress[t] = 0.01 * wind[t] * wind[t];
    for (int t = 0; t < HOURS; t++)
        surge[t] = gauge[t] - mean - tide[t] - stress[t];

    double worst = 0;
    for (int t = 0; t < HOURS; t++)
        if (surge[t] > worst)
            worst = surge[t];
    printf("mean %.3f, worst surge %.3f\n", mean, worst);
    return 0;
}
