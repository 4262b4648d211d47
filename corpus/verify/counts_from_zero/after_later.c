/* verify: refuted
 * They are printed when something has been added.
 */
#include <stdio.h>

static int counts[10], rounds[10];


int main(void)
{
    for (int i = 0; i < 10; i++) {
        counts[i] += i;
        printf("%d ", counts[i]);
        rounds[i] += counts[i];
    }
    printf("%d\n", rounds[3]);
    return 0;
}
