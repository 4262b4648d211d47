/* Counts at file scope are used whole by a call, which sorts: their number of elements is known
   outside of the loops in which they were met. */
#include <stdio.h>
#include <stdlib.h>

#define DAYS 31
#define ITEMS 40

static int stock[DAYS][ITEMS];
static int few[DAYS];
static int order[ITEMS];

static int by_number(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x - *y;
}

int main(void)
{
    int sold[DAYS], price[DAYS];
    long total = 0;

    for (int d = 0; d < DAYS; d++)
        for (int i = 0; i < ITEMS; i++)
            stock[d][i] = (d * 13 + i * 7) % 23;
    for (int d = 0; d < DAYS; d++)
        for (int i = 0; i < ITEMS; i++)
            if (stock[d][i] < 3)
                few[d]++;
    for (int i = 0; i < ITEMS; i++)
        order[i] = (i * 17) % ITEMS;
    qsort(order, ITEMS, sizeof *order, by_number);

    for (int d = 0; d < DAYS; d++)
        sold[d] = few[d] * 2 + d;
    for (int d = 0; d < DAYS; d++)
        price[d] = sold[d] * sold[d];
    for (int d = 0; d < DAYS; d++)
        total += price[d];
    printf("%ld %d\n", total, order[7]);
    return 0;
}
