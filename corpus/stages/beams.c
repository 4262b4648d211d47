/*
 * A transform across all pulses of a radar for one gate after the other, and its power for one beam
 * after the other. Tables are used by loops over other numbers, so that many pairs of loops stay
 * apart before these two.
 *
 * Expected:
 *   beam    one variable
 */
#include <math.h>
#include <stdio.h>

#define PULSES 16
#define GATES 48
#define TAPS 5
#define TARGETS 2

int main(void)
{
    static const int gate[TARGETS] = { 7, 30 };
    static double tap[TAPS], taper[PULSES], echo[PULSES][GATES], pulse[PULSES][GATES];
    static double beam[PULSES][GATES], power[PULSES][GATES];
    double sum = 0;

    for (int k = 0; k < TAPS; k++)
        tap[k] = 1.0 / (k + 1);
    for (int p = 0; p < PULSES; p++)
        taper[p] = 0.54 - 0.46 * cos(0.4 * p);
    for (int p = 0; p < PULSES; p++) {
        for (int g = 0; g < GATES; g++)
            echo[p][g] = sin(0.3 * p * g);
        for (int t = 0; t < TARGETS; t++)
            for (int k = 0; k < TAPS && gate[t] + k < GATES; k++)
                echo[p][gate[t] + k] += tap[k];
    }
    for (int p = 0; p < PULSES; p++)
        for (int g = 0; g < GATES; g++) {
            double s = 0;
            for (int k = 0; k < TAPS && g + k < GATES; k++)
                s += tap[k] * echo[p][g + k];
            pulse[p][g] = s;
        }
    for (int g = 0; g < GATES; g++)
        for (int b = 0; b < PULSES; b++) {
            double s = 0;
            for (int p = 0; p < PULSES; p++)
                s += taper[p] * pulse[p][g] * cos(0.39 * (b * p % PULSES));
            beam[b][g] = s;
        }
    for (int b = 0; b < PULSES; b++)
        for (int g = 0; g < GATES; g++)
            power[b][g] = beam[b][g] * beam[b][g];
    for (int b = PULSES - 1; b >= 0; b--)
        for (int g = 0; g < GATES; g++)
            sum += power[b][g] * power[PULSES - 1 - b][g];
    printf("%.4f\n", sum);
    return 0;
}
