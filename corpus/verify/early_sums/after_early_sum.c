/* verify: proved
 * The sum is computed before its test, so it may overflow where the original has none.
 */
#include <stdio.h>

int shifted(int q)
{
    int moved = q + 1000;

    if (q < 1000)
        return moved;
    return 0;
}

int scaled(const int *level, int q, int w)
{
    int last = 0;

    for (int i = 0; i < 20; i++) {
        if (level[i] > 1000)
            break;
        last = q * w + i;
    }
    return last;
}

void mark(const int *level, int *out, int p)
{
    for (int i = 0; i < 20; i++) {
        out[i] = 0;
        if (p > -5 && p * p > 2 && level[i] > 3)
            out[i] = 1;
    }
}

int main(void)
{
    int level[20], out[20], sum = 0;

    for (int i = 0; i < 20; i++)
        level[i] = i * 7 % 11;
    for (int p = -6; p < 3; p++) {
        mark(level, out, p);
        for (int i = 0; i < 20; i++)
            sum += out[i] * i;
    }
    printf("%d %d %d %d\n", shifted(7), shifted(2000), scaled(level, 3, -4), sum);
    return 0;
}
