/* The size decides which lines are there: another -DN= is another program, so the size is asserted. */
#include <stdio.h>

#ifndef N
#define N 8
#endif

#if N > 6
#define PLACE(i) (i)
#else
#define PLACE(i) (N - 1 - (i))
#endif

int main(void)
{
    double early[N], late[N], sum = 0.0;

    for (int i = 0; i < N; i++) {
        early[i] = 0.3 * i * i + 1.0;
        sum = 0.7 * sum + early[i];
    }
    for (int i = 0; i < N; i++)
        late[i] = sum + i;
    for (int i = 0; i < N; i++) {
        late[PLACE(i)] = 0.5 * i;
        sum = 0.7 * sum + late[i > 0 ? PLACE(i) : PLACE(0)];
    }
    printf("%a and some more text\n", sum);
    return 0;
}
