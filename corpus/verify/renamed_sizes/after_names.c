/* verify: proved
 * The sizes have other names.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif

int main(void)
{
    char digits[] = { (char)('0' + N % 10), 0 };
    int columns = atoi(digits);
    int rows = abs(columns - 5);
    if (columns < 1 || rows < 1)
        return 1;
    int *wide = malloc(columns * sizeof *wide), *high = malloc(rows * sizeof *high);
    if (!wide || !high)
        return 1;
    for (int i = 0; i < columns; i++)
        wide[i] = 3 * i + N;
    for (int i = 0; i < rows; i++)
        high[i] = 5 * i + N;
    for (int i = 0; i < columns; i++)
        printf("%d ", wide[i]);
    for (int i = 0; i < rows; i++)
        printf("%d ", high[i]);
    free(wide);
    free(high);
    return 0;
}
