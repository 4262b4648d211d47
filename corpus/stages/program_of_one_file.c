/*
 * A thresholded smear of a picture, as one file with everything at file scope; nothing is static.
 *
 * Expected:
 *   picture    three rows
 *   smeared, black   one row or less
 */
#include <stdio.h>
#include <stdlib.h>

#define H 20
#define W 24

int picture[H][W], smeared[H][W], black[H][W];
int counts[4] = { 0 };

void smear(void);
int darkest(int y, int x);

int main(void)
{
    int i, j, total = 0;
    FILE *log = fopen("/dev/null", "w");

    if (log == NULL) {
        printf("no log\n");
        exit(1);
    }
    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            picture[i][j] = (i * 31 + j * j * 7) % 256;

    smear();

    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            black[i][j] = smeared[i][j] < 40;
    for (i = 1; i < H - 1; i++) {
        for (j = 1; j < W - 1; j++) {
            fprintf(log, "%d ", black[i][j]);
            total += black[i][j];
        }
        fprintf(log, "\n");
    }
    fclose(log);
    printf("%d\n", total);
    return 0;
}

void smear()
{
    int i, j;

    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            smeared[i][j] = darkest(i, j);
}

int darkest(int y, int x)
{
    int i, j, least = 999;

    for (i = y - 1; i <= y + 1; i++)
        for (j = x - 1; j <= x + 1; j++)
            if (picture[i][j] < least)
                least = picture[i][j];
    return least;
}
