/*
 * Points of a season, then the order of the teams by insertion: the loop over the sorted part ends
 * by data.
 *
 * Expected:
 *   scored   1 row
 *   points   1 row
 */
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 11 /* rounds */
#endif
#ifndef TEAMS
#define TEAMS 6 /* teams */
#endif

static int scored[ROUNDS][TEAMS];
static int points[ROUNDS][TEAMS];

static void play(void)
{
    unsigned state = 99;

    for (int r = 0; r < ROUNDS; r++)
        for (int t = 0; t < TEAMS; t++) {
            state = state * 1103515245u + 12345u;
            scored[r][t] = (int)((state >> 16) % 5);
        }
}

static void award(void)
{
    for (int r = 0; r < ROUNDS; r++)
        for (int t = 0; t < TEAMS; t++)
            points[r][t] = scored[r][t] > 2 ? 3 : scored[r][t] == 2;
}

int main(void)
{
    int total[TEAMS] = { 0 };
    int order[TEAMS];

    play();
    award();
    for (int r = 0; r < ROUNDS; r++)
        for (int t = 0; t < TEAMS; t++)
            total[t] += points[r][t];

    for (int i = 0; i < TEAMS; i++) {
        int j = i;

        while (j > 0 && total[order[j - 1]] < total[i]) {
            order[j] = order[j - 1];
            j--;
        }
        order[j] = i;
    }
    for (int i = 0; i < TEAMS; i++)
        printf("%d: team %d, %d points\n", i + 1, order[i], total[order[i]]);
    return 0;
}
