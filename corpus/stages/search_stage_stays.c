/*
 * Frost on a road: maps by a function that makes them, one stage of which searches by a `do` loop
 * and stays a call of its own.
 *
 * Expected:
 *   warmth->t   three rows
 *   calm->t     one row
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, columns;
    int *t;
} chart;

static chart *new_chart(int rows, int columns)
{
    chart *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->rows = rows;
    c->columns = columns;
    c->t = calloc((size_t)rows * columns, sizeof *c->t);
    if (!c->t) {
        free(c);
        return NULL;
    }
    return c;
}

static void discard(chart *c)
{
    if (c) {
        free(c->t);
        free(c);
    }
}

static void measure(chart *warmth)
{
    for (int y = 0; y < warmth->rows; y++)
        for (int x = 0; x < warmth->columns; x++)
            warmth->t[y * warmth->columns + x] = (y * 37 + x * 13) % 29 - 9;
}

static void soothe(const chart *warmth, chart *calm)
{
    for (int y = 1; y < warmth->rows - 1; y++)
        for (int x = 0; x < warmth->columns; x++) {
            const int *p = warmth->t + y * warmth->columns + x;
            calm->t[y * calm->columns + x] = p[-warmth->columns] + 2 * p[0] + p[warmth->columns];
        }
}

static void classify(const chart *calm, chart *kind)
{
    for (int y = 1; y < calm->rows - 1; y++)
        for (int x = 0; x < calm->columns; x++)
            kind->t[y * kind->columns + x] = calm->t[y * calm->columns + x] < 0;
}

/* A spot is marked if a neighbour above, on the same row or below is frozen. */
static void spread(const chart *kind, chart *marked)
{
    for (int y = 1; y < kind->rows - 1; y++)
        for (int x = 0; x < kind->columns; x++) {
            int found, j = -1;
            do
                found = kind->t[(y + j) * kind->columns + x];
            while (!found && ++j <= 1);
            marked->t[y * marked->columns + x] = found;
        }
}

int main(void)
{
    chart *warmth = new_chart(70, 90), *calm = new_chart(70, 90);
    chart *kind = new_chart(70, 90), *marked = new_chart(70, 90);
    int count = 0;

    if (!warmth || !calm || !kind || !marked) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    measure(warmth);
    soothe(warmth, calm);
    classify(calm, kind);
    spread(kind, marked);
    for (int i = 0; i < 70 * 90; i++)
        count += marked->t[i];
    printf("%d\n", count);
    discard(warmth);
    discard(calm);
    discard(kind);
    discard(marked);
    return 0;
}
