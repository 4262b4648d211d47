/*
 * Sizes are checked before anything is allocated, and each matrix has another product of them as
 * its number of elements.
 *
 * Expected:
 *   sold, taken, lost   a row
 *   price, share        the first column
 *   longest             a number
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *cell;
} Table;

static Table *table_new(int rows, int cols)
{
    Table *t = malloc(sizeof *t);
    if (t)
        t->cell = calloc((size_t)rows * cols, sizeof(double));
    if (!t || !t->cell) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    t->rows = rows;
    t->cols = cols;
    return t;
}

static Table *times_table(int rows, int cols, double step)
{
    Table *t = table_new(rows, cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            t->cell[(size_t)i * cols + j] = step * (i + 1) * (j + 1);
    return t;
}

static void table_free(Table *t)
{
    free(t->cell);
    free(t);
}

int main(int argc, char **argv)
{
    int days = 7, shops = 5, goods = 9, kinds = 3;
    if (argc == 5) {
        days = atoi(argv[1]);
        shops = atoi(argv[2]);
        goods = atoi(argv[3]);
        kinds = atoi(argv[4]);
    }
    if (days < 1 || shops < 1 || goods < 1 || kinds < 1)
        return 1;

    Table *sold = times_table(days, goods, 0.5);
    Table *price = times_table(goods, shops, 0.25);
    Table *share = times_table(shops, kinds, 0.125);
    Table *taken = times_table(days, shops, 1.5);
    Table *lost = times_table(days, kinds, 0.75);
    double *longest = malloc(days * sizeof *longest);
    if (!longest)
        return 1;
    for (int d = 0; d < days; d++) {
        double sum = 0;
        for (int g = 0; g < goods; g++)
            sum += sold->cell[(size_t)d * goods + g] * price->cell[(size_t)g * shops];
        for (int s = 0; s < shops; s++)
            sum += taken->cell[(size_t)d * shops + s] * share->cell[(size_t)s * kinds];
        longest[d] = sum;
    }
    double total = 0;
    for (int d = 0; d < days; d++)
        for (int k = 0; k < kinds; k++)
            total += lost->cell[(size_t)d * kinds + k] / longest[d];
    printf("%.6f\n", total);
    free(longest);
    table_free(sold);
    table_free(price);
    table_free(share);
    table_free(taken);
    table_free(lost);
    return 0;
}
