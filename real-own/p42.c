#include <stdio.h>
#include <stdlib.h>
/* Nussinov RNA folding: triangular table, all needed */
static int pairs(char a, char b) { return (a == 'A' && b == 'U') || (a == 'U' && b == 'A') || (a == 'G' && b == 'C') || (a == 'C' && b == 'G'); }
int fold(const char *s, int n)
{
    int *t = calloc((size_t)n * (size_t)n, sizeof(int));
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            int best = t[i * n + j - 1];
            if (i + 1 < n && t[(i + 1) * n + j] > best)
                best = t[(i + 1) * n + j];
            if (pairs(s[i], s[j]) && i + 1 < n && j > 0 && t[(i + 1) * n + j - 1] + 1 > best)
                best = t[(i + 1) * n + j - 1] + 1;
            for (int k = i + 1; k < j; k++)
                if (t[i * n + k] + t[(k + 1) * n + j] > best)
                    best = t[i * n + k] + t[(k + 1) * n + j];
            t[i * n + j] = best;
        }
    int r = t[n - 1];
    free(t);
    return r;
}
int main(void)
{
    char s[61];
    for (int i = 0; i < 60; i++)
        s[i] = "GAUC"[(i * i + 3 * i) % 7 % 4];
    s[60] = 0;
    printf("%d\n", fold(s, 60));
    return 0;
}
