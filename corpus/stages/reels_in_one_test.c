/*
 * Frames of a reel that are halved and compared: the memory of all reels is got in one test.
 *
 * Expected:
 *   all.grey    one frame
 *   half.grey   two frames
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int wide, high, frames;
    float *grey;
} Reel;

#define DOT(r, t, y, x) ((r)->grey[((size_t)(t) * (r)->high + (y)) * (r)->wide + (x)])

static int reel(Reel *r, int wide, int high, int frames)
{
    r->wide = wide;
    r->high = high;
    r->frames = frames;
    r->grey = malloc((size_t)wide * high * frames * sizeof *r->grey);
    return r->grey != NULL;
}

static void expose(Reel *r)
{
    for (int t = 0; t < r->frames; t++)
        for (int y = 0; y < r->high; y++)
            for (int x = 0; x < r->wide; x++)
                DOT(r, t, y, x) = (x * 7 + y * 3 + t * t) % 64;
}

static void halve(const Reel *from, Reel *to)
{
    for (int t = 0; t < to->frames; t++)
        for (int y = 0; y < to->high; y++)
            for (int x = 0; x < to->wide; x++)
                DOT(to, t, y, x) = DOT(from, t, 2 * y, 2 * x) + DOT(from, t, 2 * y + 1, 2 * x + 1);
}

int main(int argc, char **argv)
{
    int wide = 40, high = 30, frames = 12;
    if (argc == 4) {
        wide = atoi(argv[1]);
        high = atoi(argv[2]);
        frames = atoi(argv[3]);
    }
    if (wide < 2 || high < 2 || frames < 2 || wide % 2 || high % 2)
        return 1;
    Reel all, half;
    if (!reel(&all, wide, high, frames) || !reel(&half, wide / 2, high / 2, frames)) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    expose(&all);
    halve(&all, &half);
    double moved = 0;
    for (int t = 1; t < frames; t++)
        for (int y = 0; y < half.high; y++)
            for (int x = 0; x < half.wide; x++)
                moved += fabs(DOT(&half, t, y, x) - DOT(&half, t - 1, y, x));
    printf("%.3f\n", moved);
    free(all.grey);
    free(half.grey);
    return 0;
}
