/*
 * Matches along a random sequence of bases. The letters come from a string by chance, and names of
 * what is printed from strings too.
 *
 * Expected:
 *   match   one variable
 *   score   one variable
 */
#include <stdio.h>
#include <stdlib.h>

#define N 300

int main(void)
{
    static char base[N + 2];
    static int match[N], score[N];
    const char *names[] = { "sum", "most" };
    int total[2] = { 0, 0 };

    srand(5);
    for (int i = 0; i < N + 2; i++)
        base[i] = "ACGT"[rand() % 4];
    for (int i = 0; i < N; i++)
        match[i] = base[i] == base[i + 2];
    for (int i = 0; i < N; i++)
        score[i] = match[i] ? 5 : "132"[i % 3] - '5';
    for (int i = 0; i < N; i++) {
        total[0] += score[i];
        if (score[i] > total[1])
            total[1] = score[i];
    }
    for (int k = 0; k < 2; k++)
        printf("%c %s %d\n", "+>"[k], names[k], total[k]);
    for (int i = 0; i < N; i += 60)
        printf("%.10s\n", base + i);
    return 0;
}
