/*
 * Stains on a plate: the plates are structures that a helper makes, and a list of them frees all.
 *
 * Expected:
 *   raw.dots   one value
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int wide, high;
    float *dots;
} Plate;

#define DOT(p, x, y) ((p).dots[(y) * (p).wide + (x)])

static Plate plate(int wide, int high)
{
    Plate made = { wide, high, calloc((size_t)wide * high, sizeof(float)) };
    if (!made.dots)
        exit(1);
    return made;
}

static void expose(Plate to)
{
    for (int y = 0; y < to.high; y++)
        for (int x = 0; x < to.wide; x++)
            DOT(to, x, y) = (x * 13 + y * 7 + x * y) % 50;
}

static void even_out(Plate from, Plate to)
{
    for (int i = 0; i < from.wide * from.high; i++)
        to.dots[i] = 0.5f * from.dots[i] + 3.0f;
}

int main(int argc, char **argv)
{
    int wide = 40, high = 30;
    if (argc == 3) {
        wide = atoi(argv[1]);
        high = atoi(argv[2]);
    }
    if (wide < 3 || high < 3)
        return 1;
    Plate raw = plate(wide, high), even = plate(wide, high);
    expose(raw);
    even_out(raw, even);
    int stains = 0;
    for (int y = 1; y < high - 1; y++)
        for (int x = 1; x < wide - 1; x++) {
            int is_stain = DOT(even, x, y) > 20.0f;
            for (int k = -1; k <= 1 && is_stain; k++)
                if (DOT(even, x + k, y - 1) > DOT(even, x, y))
                    is_stain = 0;
            stains += is_stain;
        }
    printf("%d\n", stains);
    Plate all[] = { raw, even };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k].dots);
    return 0;
}
