/* verify: refuted
 * The array has fewer elements, and one of them may be set behind its end.
 */
#include <stdio.h>

static int level[20], count;

static int next(void)
{
    return ++count > 2;
}

void mark(int n)
{
    int used[20];

    used[0] = 0;
    if (level[0] < 0)
        used[n] = 1;
    level[1] = used[0];
}

int tested(int n)
{
    if (n > 3 || next())
        goto out;
    level[2] = 2;
out:
    return level[2];
}

int ended(int n)
{
    if (n > 3 || next())
        return 1;
    level[3] = 2;
    return 0;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 20; i++)
        level[i] = i * 7 % 11 - 1;
    mark(30);
    for (int n = 0; n < 6; n++)
        sum += tested(n) * 3 + ended(n);
    printf("%d %d %d\n", sum, level[1], count);
    return 0;
}
