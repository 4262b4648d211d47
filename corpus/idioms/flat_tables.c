/* Tables of scores in flat arrays: one is the caller's, in the other a fixed column is read. */
#include <stdio.h>

#ifndef LEFT
#define LEFT 24
#endif
#ifndef TOP
#define TOP 20
#endif
#define ROW (LEFT + 1)

static int costs[(LEFT + 1) * (TOP + 1)];

/* Nobody reads the table after the call. */
void align(const int a[LEFT], const int b[TOP], int best[1], int score[(LEFT + 1) * (TOP + 1)])
{
#pragma pleat temporary(score)
    for (int i = 0; i <= LEFT; i++)
        score[i] = -i;
    for (int j = 0; j <= TOP; j++)
        score[j * ROW] = -j;
    best[0] = 0;
    for (int j = 1; j <= TOP; j++)
        for (int i = 1; i <= LEFT; i++) {
            int match = score[(j - 1) * ROW + i - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            int skip = score[j * ROW + i - 1] - 1;
            score[j * ROW + i] = match > skip ? match : skip;
            if (score[j * ROW + i] > best[0])
                best[0] = score[j * ROW + i];
        }
}

/* Column 4 exists as long as LEFT is at least 4. */
void paths(int fourth[TOP + 1])
{
    int ways[(LEFT + 1) * (TOP + 1)];
    for (int i = 0; i <= LEFT; i++)
        ways[i] = 1;
    for (int j = 0; j <= TOP; j++)
        ways[j * ROW] = 1;
    for (int j = 1; j <= TOP; j++) {
        for (int i = 1; i <= LEFT; i++)
            ways[j * ROW + i] = (ways[(j - 1) * ROW + i - 1] + ways[j * ROW + i - 1]) % 1009;
        fourth[j] = ways[j * ROW + 4];
    }
}

int main(void)
{
    int a[LEFT], b[TOP], best[1], fourth[TOP + 1];
    for (int i = 0; i < LEFT; i++)
        a[i] = i * 7 % 4;
    for (int j = 0; j < TOP; j++)
        b[j] = j * 5 % 4;
    align(a, b, best, costs);
    paths(fourth);
    printf("%d\n", best[0]);
    for (int j = 1; j <= TOP; j++)
        printf("%d%s", fourth[j], j % 8 ? " " : "\n");
    return 0;
}
