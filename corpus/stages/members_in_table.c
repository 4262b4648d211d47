/*
 * A set-up function allocates the members of a structure by a table of their addresses. The
 * structure is zero at first.
 *
 * Expected:
 *   line.step   two elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 50
#endif

typedef struct {
    int n;
    double *level, *step;
} Line;

static int set_up(Line *line, int n)
{
    double **member[] = { &line->level, &line->step };

    line->n = n;
    for (size_t k = 0; k < sizeof member / sizeof member[0]; k++) {
        *member[k] = calloc((size_t) n + 1, sizeof(double));
        if (*member[k] == NULL)
            return -1;
    }
    for (int i = 0; i <= n; i++)
        line->level[i] = (double) (i * i % 7);
    return 0;
}

static void clear(Line *line)
{
    free(line->level);
    free(line->step);
}

static double mean(const Line *line)
{
    double sum = 0.0;
    for (int i = 0; i < line->n; i++)
        sum += line->level[i];
    return sum / line->n;
}

int main(void)
{
    int n = N;
    Line line = { 0 };
    if (set_up(&line, n) != 0) {
        fprintf(stderr, "no memory for %d levels\n", n);
        clear(&line);
        return 1;
    }
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < n; i++)
            line.step[i] = line.level[i + 1] - line.level[i];
        double rough = 0.0;
        for (int i = 1; i < line.n; i++)
            rough = 0.5 * rough + line.step[i] * line.step[i - 1];
        line.level[0] += 0.25 * rough;
        printf("%d: %.6f\n", turn, rough);
    }
    printf("%.6f\n", mean(&line));
    clear(&line);
    return 0;
}
