/*
 * Tide readings with gaps: filled from the next reading, where there is one and it was taken, and
 * averaged over neighbours that exist and are not marked.
 *
 * Expected:
 *   tide     two values
 *   filled   three values
 *   calm     one value
 */
#include <stdio.h>

#define N 240
#define LOST -1.0

static double tide[N], filled[N], calm[N];

static void fill(void)
{
    double last = 0;
    for (int i = 0; i < N; i++)
        if (tide[i] != LOST) {
            filled[i] = last = tide[i];
        } else if (i + 1 < N && tide[i + 1] != LOST) {
            filled[i] = 0.5 * (last + tide[i + 1]);
        } else {
            filled[i] = last;
        }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        tide[i] = i % 7 == 3 ? LOST : (i * 29 % 97) / 8.0;
    fill();
    for (int i = 0; i < N; i++) {
        calm[i] = 0;
        for (int k = i - 1; k <= i + 1; k++) {
            if (k < 0 || k >= N || filled[k] > 11)
                continue;
            calm[i] += filled[k];
        }
    }
    for (int i = 0; i < N; i++)
        sum += calm[i] * (i % 3);
    printf("%.4f\n", sum);
    return 0;
}
