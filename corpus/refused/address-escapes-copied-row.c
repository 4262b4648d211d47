// kept: black address-escapes
// The last row is copied, and another file may change the number of rows.
#include <stdlib.h>
#include <string.h>

unsigned short height = 9;

void take(void);

void level(const float *in, float *out)
{
    float (*black)[3], last[3];

    black = (float (*)[3])calloc(height, sizeof *black);
    for (int row = 0; row < height; row++)
        for (int c = 0; c < 3; c++)
            black[row][c] = in[3 * row + c];
    take();
    memcpy(last, black[height - 1], sizeof last);
    for (int c = 0; c < 3; c++)
        out[c] = last[c];
    free(black);
}
