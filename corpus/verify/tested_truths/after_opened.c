/* verify: proved
 * The tests stand where they are used.
 */
#include <stdio.h>

static int level[20];

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
        if ((level[i] < 3 || level[i] > 14) && !(level[i - 1] < 3 || level[i - 1] > 14))
            count += i;
        marked += bits(i) != 0;
    }
    printf("%d %d\n", count, marked);
    return 0;
}
