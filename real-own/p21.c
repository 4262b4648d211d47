#include <stdio.h>
#include <stdlib.h>
#define IDX(i, j) ((i) * cols + (j))
/* Smith-Waterman with affine gaps and goto cleanup */
static int imax(int a, int b) { return a > b ? a : b; }
int align(const char *a, int la, const char *b, int lb)
{
    int rows = la + 1, cols = lb + 1, best = -1;
    int *H = NULL, *E = NULL, *F = NULL;
    if (la <= 0 || lb <= 0)
        return 0;
    H = malloc(sizeof(int) * rows * cols);
    E = malloc(sizeof(int) * rows * cols);
    F = malloc(sizeof(int) * rows * cols);
    if (!H || !E || !F)
        goto done;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (i == 0 || j == 0) {
                H[IDX(i, j)] = 0;
                E[IDX(i, j)] = F[IDX(i, j)] = -1000;
            } else {
                E[IDX(i, j)] = imax(E[IDX(i, j - 1)] - 1, H[IDX(i, j - 1)] - 3);
                F[IDX(i, j)] = imax(F[IDX(i - 1, j)] - 1, H[IDX(i - 1, j)] - 3);
                int diag = H[IDX(i - 1, j - 1)] + (a[i - 1] == b[j - 1] ? 2 : -1);
                H[IDX(i, j)] = imax(0, imax(diag, imax(E[IDX(i, j)], F[IDX(i, j)])));
            }
            best = imax(best, H[IDX(i, j)]);
        }
done:
    free(H);
    free(E);
    free(F);
    return best;
}
int main(void)
{
    char a[101], b[81];
    for (int i = 0; i < 100; i++)
        a[i] = "ACGT"[i * i % 7 % 4];
    for (int i = 0; i < 80; i++)
        b[i] = "ACGT"[i * 3 % 5 % 4];
    printf("%d\n", align(a, 100, b, 80));
    return 0;
}
