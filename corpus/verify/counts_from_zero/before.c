/*
 * Counts of the file are zero where `main` begins.
 */
#include <stdio.h>

static int counts[10], rounds[10];


int main(void)
{
    for (int i = 0; i < 10; i++) {
        printf("%d ", counts[i]);
        counts[i] += i;
        rounds[i] += counts[i];
    }
    printf("%d\n", rounds[3]);
    return 0;
}
