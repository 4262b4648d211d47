// kept: best missing-fact
#include <stdlib.h>

/* The length of `b` may be less than -1. Even if it is not, all costs are set before any is read. */
int alignment(const char *a, int length_a, const char *b, int length_b)
{
    int *best = malloc(sizeof(int) * (length_a + 1) * (length_b + 1));
    for (int i = 0; i <= length_a; i++)
        for (int j = 0; j <= length_b; j++)
            best[i * (length_b + 1) + j] = 1000000;
    best[0] = 0;
    for (int i = 1; i <= length_a; i++)
        for (int j = 1; j <= length_b; j++) {
            int cost = a[i - 1] != b[j - 1];
            int before = best[(i - 1) * (length_b + 1) + j - 1];
            int above = best[(i - 1) * (length_b + 1) + j];
            best[i * (length_b + 1) + j] = cost + (before < above ? before : above);
        }
    int last = best[length_a * (length_b + 1) + length_b];
    free(best);
    return last;
}
