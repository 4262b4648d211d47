/* verify: refuted
 * Regions are filled before all marks are set.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 9

struct row {
    int level[N], mark[N];
};

static int spread(struct row *s, int i)
{
    int size = 0;
    if (i >= 0 && i < N) {
        if (s->mark[i] == 1 && s->level[i] > 2) {
            s->mark[i] = 2;
            size = 1 + spread(s, i - 1) + spread(s, i + 1);
        }
    }
    return size;
}

int main(void)
{
    struct row *s = malloc(sizeof *s);
    if (!s)
        return 1;
    for (int i = 0; i < N; i++)
        s->level[i] = 3 + i * 5 % 7;
    for (int i = 0; i < N; i++)
        s->mark[i] = 0;
    int regions = 0;
    for (int i = 0; i < N; i++) {
        s->mark[i] = i != 4;
        regions = regions * 3 + spread(s, i);
    }
    printf("%d\n", regions);
    free(s);
    return 0;
}
