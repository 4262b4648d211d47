/* verify: proved
 * The first ones are printed as zero.
 */
#include <stdio.h>

static int counts[10], rounds[10];


int main(void)
{
    for (int i = 0; i < 10; i++) {
        printf("%d ", 0);
        counts[i] += i;
        rounds[i] += counts[i];
    }
    printf("%d\n", rounds[3]);
    return 0;
}
