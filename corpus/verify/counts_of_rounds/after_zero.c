/* verify: refuted
 * They are printed as zero every time.
 */
#include <stdio.h>

static int counts[10], rounds[10];
int main(void)
{
    int (*again)(void) = main;

    for (int i = 0; i < 10; i++) {
        printf("%d ", 0);
        counts[i] += i;
        rounds[i] += counts[i];
    }
    printf("%d\n", rounds[3]);
    return counts[9] < 30 ? again() : 0;
}
