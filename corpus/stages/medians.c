/* The median of nine readings around each, sorted by a function of the file; then how far each
   reading is from it, and readings that are too far are replaced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 500
#define WIDTH 9

static short reading[COUNT], median[COUNT], distance[COUNT], repaired[COUNT];

static int by_value(const void *a, const void *b)
{
    const short *left = a, *right = b;
    return *left - *right;
}

static void take_medians(void)
{
    for (int i = 0; i < COUNT; i++) {
        short around[WIDTH];
        for (int k = 0; k < WIDTH; k++) {
            int at = i + k - WIDTH / 2;
            around[k] = reading[at < 0 ? 0 : at > COUNT - 1 ? COUNT - 1 : at];
        }
        qsort(around, WIDTH, sizeof around[0], by_value);
        median[i] = around[WIDTH / 2];
    }
}

static void take_distances(void)
{
    for (int i = 0; i < COUNT; i++)
        distance[i] = (short)abs(reading[i] - median[i]);
}

static int repair(void)
{
    int count = 0;
    memcpy(repaired, reading, sizeof reading);
    for (int i = 0; i < COUNT; i++)
        if (distance[i] > 40) {
            repaired[i] = median[i];
            count++;
        }
    return count;
}

static void show(const char *name, const short *values)
{
    long sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum = (sum * 31 + values[i]) % 10007;
    printf("%s %ld\n", name, sum);
}

int main(void)
{
    unsigned state = 9;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        reading[i] = (short)(i % 90 + (int)(state >> 28) + (state % 31 == 0 ? 200 : 0));
    }
    take_medians();
    take_distances();
    int count = repair();
    show("read", reading);
    show("repaired", repaired);
    printf("%d\n", count);
    return 0;
}
