/* verify: refuted
 * One letter differs.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* letters */
#endif

static char word[N + 1];
static int value[N];

static unsigned next(void)
{
    static unsigned state = 7;
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

void letters(int n, char *word, int *value)
{
    const char *cost = "0132";
    for (int i = 0; i < n; i++) {
        word[i] = "ACGU"[next() % 4];
        value[i] = cost[i % 4] - '0' + (word[i] == 'A');
    }
    word[n] = 0;
}

int main(void)
{
    letters(N, word, value);
    puts(word);
    for (int i = 0; i < N; i++)
        printf("%d\n", value[i]);
    return 0;
}
