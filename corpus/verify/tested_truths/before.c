/*
 * Elements out of their limits count; a function tests them.
 */
#include <stdio.h>

static int level[20];

static int is_odd_one(int i)
{
    return level[i] < 3 || level[i] > 14;
}

static int bits(int i)
{
    return level[i] & 6;
}

int main(void)
{
    int count = 0, marked = 0;
    for (int i = 0; i < 20; i++)
        level[i] = i * 7 % 20;
    for (int i = 1; i < 20; i++) {
        if (is_odd_one(i) != 0 && !is_odd_one(i - 1))
            count += i;
        marked += bits(i) != 0;
    }
    printf("%d %d\n", count, marked);
    return 0;
}
