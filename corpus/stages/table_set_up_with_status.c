/* Edit distance in a table that a structure keeps: one function sets it up and says whether it
   could, another frees it, whether it is there or not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table { int rows, cols; int **cost; };

static int set_up(struct table *t, int rows, int cols)
{
    t->rows = rows;
    t->cols = cols;
    t->cost = malloc((size_t)rows * sizeof *t->cost);
    if (!t->cost) return -1;
    for (int i = 0; i < rows; i++) {
        t->cost[i] = calloc((size_t)cols, sizeof **t->cost);
        if (!t->cost[i]) return -1;
    }
    return 0;
}

static void clear(struct table *t)
{
    if (!t->cost) return;
    for (int i = 0; i < t->rows; i++) free(t->cost[i]);
    free(t->cost);
}

static int smaller(int a, int b) { return a < b ? a : b; }

int main(int argc, char **argv)
{
    struct table t = {0};
    const char *a = argc > 1 ? argv[1] : "contraction", *b = argc > 2 ? argv[2] : "extraction";
    int n = (int)strlen(a), m = (int)strlen(b), status = 1, best = 1000;
    if (set_up(&t, n + 1, m + 1))
        goto out;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int change = t.cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            t.cost[i][j] = smaller(change, smaller(t.cost[i - 1][j], t.cost[i][j - 1]) + 1);
            if (i == n && t.cost[i][j] < best) best = t.cost[i][j];
        }
    printf("%d changes\n", best);
    status = 0;
out:
    clear(&t);
    return status;
}
