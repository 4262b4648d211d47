/*
 * Pictures whose structures, too, come from a function that ends the program if there is no memory.
 *
 * Expected:
 *   wide, tall   three rows at most
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 24
#endif
#ifndef H
#define H 18
#endif

typedef struct {
    int w, h;
    short *light;
} Picture;

static void *reserve(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "no %zu bytes\n", bytes);
        exit(3);
    }
    return memory;
}

static Picture *new_picture(int w, int h)
{
    Picture *made = reserve(sizeof *made);
    made->w = w, made->h = h;
    made->light = reserve(sizeof(short) * w * h);
    return made;
}

static void drop(Picture *old)
{
    if (old)
        free(old->light);
    free(old);
}

static void across(const Picture *from, Picture *to)
{
    for (int y = 0; y < from->h; y++)
        for (int x = 1; x < from->w - 1; x++)
            to->light[y * to->w + x] = from->light[y * from->w + x - 1] + from->light[y * from->w + x + 1];
}

static void down(const Picture *from, short *to)
{
    for (int y = 1; y < from->h - 1; y++)
        for (int x = 1; x < from->w - 1; x++)
            to[y * from->w + x] = from->light[(y - 1) * from->w + x] + from->light[(y + 1) * from->w + x];
}

void soften(const short *seen, short *soft, int w, int h)
{
    Picture *wide = new_picture(w, h), *tall = new_picture(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            wide->light[y * w + x] = seen[y * w + x] / 2;
    across(wide, tall);
    down(tall, soft);
    drop(wide);
    drop(tall);
}

int main(void)
{
    static short seen[H * W], soft[H * W];
    long sum = 0;
    for (int i = 0; i < H * W; i++)
        seen[i] = i * 31 % 255;
    soften(seen, soft, W, H);
    for (int i = 0; i < H * W; i++)
        sum = (sum * 3 + soft[i]) % 99991;
    printf("%ld\n", sum);
    return 0;
}
