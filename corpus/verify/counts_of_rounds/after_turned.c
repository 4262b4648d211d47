/* verify: proved
 * Two statements change places.
 */
#include <stdio.h>

static int counts[10], rounds[10];
int main(void)
{
    int (*again)(void) = main;

    for (int i = 0; i < 10; i++) {
        printf("%d ", counts[i]);
        rounds[i] += counts[i] + i;
        counts[i] += i;
    }
    printf("%d\n", rounds[3]);
    return counts[9] < 30 ? again() : 0;
}
