/* Sobel edges in the old style: declarations first, scratch arrays at file scope. */
#include <stdio.h>

#define ROWS 12
#define COLS 17

static int gx[ROWS][COLS];
static int gy[ROWS][COLS];

static void sobel_x(int in[ROWS][COLS])
{
    int i, j;

    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLS - 1; j++)
            gx[i][j] = in[i - 1][j + 1] - in[i - 1][j - 1]
                     + 2 * (in[i][j + 1] - in[i][j - 1])
                     + in[i + 1][j + 1] - in[i + 1][j - 1];
}

static void sobel_y(int in[ROWS][COLS])
{
    int i, j;

    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLS - 1; j++)
            gy[i][j] = in[i + 1][j - 1] - in[i - 1][j - 1]
                     + 2 * (in[i + 1][j] - in[i - 1][j])
                     + in[i + 1][j + 1] - in[i - 1][j + 1];
}

static void magnitude(int out[ROWS][COLS], int limit)
{
    int i, j, m;

    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLS - 1; j++) {
            m = (gx[i][j] < 0 ? -gx[i][j] : gx[i][j]) + (gy[i][j] < 0 ? -gy[i][j] : gy[i][j]);
            out[i][j] = m > limit ? limit : m;
        }
}

void pipeline(int image[ROWS][COLS], int edges[ROWS][COLS])
{
    sobel_x(image);
    sobel_y(image);
    magnitude(edges, 255);
}

int main(void)
{
    static int image[ROWS][COLS], edges[ROWS][COLS];
    int i, j;

    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLS; j++)
            image[i][j] = (i * 31 + j * 17) % 97;
    pipeline(image, edges);
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLS; j++)
            printf("%d\n", edges[i][j]);
    return 0;
}
