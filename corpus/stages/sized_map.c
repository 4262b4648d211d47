/*
 * A map whose structure functions get: its cells are visited by rows and, elsewhere, all at once.
 * The second pass of the distances goes backwards through a pointer.
 *
 * Expected:
 *   wall     1 element
 *   cost     3 rows
 */
#include <stdio.h>
#include <stdlib.h>

struct map {
    int rows, cols;
    float *odds;
};

static void hit(struct map *m, double y, double x)
{
    int r = (int)y, c = (int)x;

    if (r < 0 || c < 0 || r >= m->rows || c >= m->cols)
        return;
    m->odds[r * m->cols + c] += 0.4f;
}

static void scan(struct map *m, int beams)
{
    for (int b = 0; b < beams; b++)
        for (double d = 0.0; d < 9.0; d += 0.7)
            hit(m, d * (b % 5) / 2, d * (b % 3));
}

int main(void)
{
    struct map m = { 13, 17, NULL };
    int n = m.rows * m.cols;

    m.odds = calloc(n, sizeof *m.odds);
    if (!m.odds)
        return 1;
    scan(&m, 40);

    int *wall = malloc(n * sizeof *wall);
    int *far = malloc(n * sizeof *far);
    float *cost = malloc(n * sizeof *cost);
    if (!wall || !far || !cost)
        return 1;
    for (int i = 0; i < n; i++)
        wall[i] = m.odds[i] > 0.6f;
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            far[r * m.cols + c] = wall[r * m.cols + c] ? 0 : 999;
    for (int r = m.rows - 1; r >= 0; r--)
        for (int c = m.cols - 1; c >= 0; c--) {
            int *p = far + r * m.cols + c;

            if (r < m.rows - 1 && p[m.cols] + 3 < *p)
                *p = p[m.cols] + 3;
            if (c < m.cols - 1 && p[1] + 3 < *p)
                *p = p[1] + 3;
        }
    for (int i = 0; i < n; i++)
        cost[i] = far[i] < 9 ? 9.0f - far[i] : 0.5f;

    double sum = 0.0;
    for (int r = 1; r < m.rows - 1; r++)
        for (int c = 0; c < m.cols; c++)
            sum = 0.9 * sum + cost[(r - 1) * m.cols + c] + cost[(r + 1) * m.cols + c];
    printf("%.6f\n", sum);
    free(m.odds);
    free(wall);
    free(far);
    free(cost);
    return 0;
}
