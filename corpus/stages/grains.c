/*
 * Grains on the picture of a belt camera: a scan is one structure, and a search that calls itself
 * gets it.
 *
 * Expected:
 *   raw           3 rows
 *   edge          1 element
 *   level, mark   stay, the search reads them
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 120
#define COLS 160

typedef struct {
    double raw[ROWS][COLS], level[ROWS][COLS]; /* as the camera sees it */
    double edge[ROWS][COLS];                   /* from left to right */
    unsigned char mark[ROWS][COLS];
} scan_t;

static void read_belt(scan_t *s, int belt) {
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            s->raw[y][x] = sin(0.31 * x + belt) * cos(0.27 * y - belt) + 0.001 * ((x * 7 + y) % 10);
}

static void smooth(scan_t *s) {
    for (int y = 1; y < ROWS - 1; y++)
        for (int x = 0; x < COLS; x++)
            s->level[y][x] = (s->raw[y - 1][x] + s->raw[y][x] + s->raw[y + 1][x]) / 3;
}

static void grade(scan_t *s) {
    for (int y = 1; y < ROWS - 1; y++)
        for (int x = 1; x < COLS - 1; x++)
            s->edge[y][x] = fabs(s->level[y][x + 1] - s->level[y][x - 1]);
    for (int y = 1; y < ROWS - 1; y++)
        for (int x = 1; x < COLS - 1; x++)
            s->mark[y][x] = s->level[y][x] > 0.4 && s->edge[y][x] < 0.5;
}

static int spread(scan_t *s, int y, int x) {
    if (y < 1 || x < 1 || y >= ROWS - 1 || x >= COLS - 1)
        return 0;
    if (s->mark[y][x] != 1 || s->level[y][x] < 0.45)
        return 0;
    s->mark[y][x] = 2;
    return 1 + spread(s, y - 1, x) + spread(s, y + 1, x) + spread(s, y, x - 1) + spread(s, y, x + 1);
}

int main(void) {
    scan_t *s = malloc(sizeof *s);
    if (!s)
        return 1;
    for (int belt = 0; belt < 20; belt++) {
        int grains = 0, largest = 0;
        read_belt(s, belt);
        smooth(s);
        grade(s);
        for (int y = 1; y < ROWS - 1; y++)
            for (int x = 1; x < COLS - 1; x++) {
                int size = spread(s, y, x);
                grains += size > 5;
                if (size > largest)
                    largest = size;
            }
        printf("belt %d: %d grains, largest %d\n", belt, grains, largest);
    }
    free(s);
    return 0;
}
