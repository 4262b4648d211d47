// kept: soft missing-fact
#include <stdlib.h>

/* Rows are `pitch` elements apart, but nothing says that a row has room for `width` of them. */
void sharpen(const float *image, float *out, int width, int height, int pitch)
{
    float *soft = malloc(sizeof(float) * pitch * height);
    if (!soft)
        return;
    for (int y = 0; y < height; y++) {
        const float *from = image + y * pitch;
        float *row = soft + y * pitch;
        for (int x = 1; x < width; x++)
            row[x] = (from[x - 1] + from[x]) / 2;
        if (y == 0)
            continue;
        const float *above = soft + (y - 1) * pitch;
        for (int x = 1; x < width; x++)
            out[y * pitch + x] = 2 * from[x] - (above[x] + row[x]) / 2;
    }
    free(soft);
}
