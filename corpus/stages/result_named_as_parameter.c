/*
 * A result has the name of the parameter, or of an inner object, of the function that makes it.
 *
 * Expected:
 *   in.d, x.d     one element each
 *   sum.d         one element: the function's own sum gets another name
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int frames, bands;
    float *d;
} Frames;

#define AT(X, t, c) ((X).d[(t) * (X).bands + (c)])

static Frames frames_new(int frames, int bands)
{
    Frames y = { frames, bands, malloc(sizeof(float) * frames * bands) };
    if (!y.d)
        exit(1);
    return y;
}

static Frames squared(Frames x)
{
    Frames y = frames_new(x.frames, x.bands);
    for (int t = 0; t < y.frames; t++)
        for (int c = 0; c < y.bands; c++)
            AT(y, t, c) = AT(x, t, c) * AT(x, t, c);
    return y;
}

static Frames sums(Frames x)
{
    Frames y = frames_new(x.frames, 1);
    for (int t = 0; t < y.frames; t++) {
        float sum = 0;
        for (int c = 0; c < x.bands; c++)
            sum += AT(x, t, c);
        AT(y, t, 0) = sum;
    }
    return y;
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 12;
    if (frames < 1)
        return 1;
    Frames in = frames_new(frames, 5);
    for (int t = 0; t < in.frames; t++)
        for (int c = 0; c < in.bands; c++)
            AT(in, t, c) = t * (c + 3) % 10;
    Frames x = squared(in);
    Frames sum = sums(x);
    double level = 0;
    for (int t = 0; t < sum.frames; t++)
        level = level / 2 + AT(sum, t, 0);
    printf("%.6f\n", level);
    free(in.d);
    free(x.d);
    free(sum.d);
    return 0;
}
