#include <stdio.h>
#include <stdlib.h>
/* image struct, local, malloc in place, helper for index */
typedef struct { int w, h; unsigned short *data; } plane;
static inline int at(int w, int x, int y) { return y * w + x; }
void gradient(const unsigned char *in, int w, int h, unsigned short *out)
{
    plane g;
    g.w = w;
    g.h = h;
    g.data = malloc(sizeof(unsigned short) * (size_t)(w * h));
    if (g.data == NULL)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            g.data[at(w, x, y)] = (unsigned short)(in[at(w, x, y)] * 3);
        if (y > 0)
            for (int x = 0; x < w; x++)
                out[at(w, x, y)] = (unsigned short)(g.data[at(w, x, y)] - g.data[at(w, x, y - 1)]);
    }
    free(g.data);
}
int main(void)
{
    static unsigned char a[50 * 40];
    static unsigned short b[50 * 40];
    unsigned s = 0;
    for (int i = 0; i < 2000; i++)
        a[i] = (unsigned char)(i * 7 % 255);
    gradient(a, 50, 40, b);
    for (int i = 0; i < 2000; i++)
        s = s * 5u + b[i];
    printf("%u\n", s);
    return 0;
}
