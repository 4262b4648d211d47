/* The length of a window and the number of values in a second are macros: the fused loop needs the
 * first at its value, the counts by seconds the other, too. */
#include <stdio.h>

#define RATE 20
#define COUNT (RATE * 40)
#define LENGTH 12

static int level[COUNT], mean[COUNT];

static int root(unsigned v)
{
    int r = 0;
    while (v) {
        v >>= 2;
        r = 2 * r + (v & 1);
    }
    return r;
}

int main(void)
{
    unsigned s = 8;
    int sum = 0, total = 0;
    int by_second[COUNT / RATE] = { 0 };
    for (int i = 0; i < COUNT; i++) {
        s = s * 1664525u + 1013904223u;
        level[i] = root(s >> 12);
    }
    for (int i = 0; i < COUNT; i++) {
        sum += level[i];
        if (i >= LENGTH)
            sum -= level[i - LENGTH];
        mean[i] = sum / LENGTH;
    }
    for (int i = 0; i < COUNT; i++)
        if (level[i] > mean[i])
            by_second[i / RATE]++;
    for (int k = 0; k < COUNT / RATE; k++)
        total = (total * 7 + by_second[k]) % 10007;
    printf("%d\n", total);
    return 0;
}
