#include <stdio.h>
#include <stdlib.h>
#include <math.h>
/* OpenMP: rows in parallel with a private line, and a reduction */
double edge_energy(const double *img, int w, int h)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int y = 1; y < h - 1; y++) {
        double *line = malloc(sizeof(double) * (size_t)w);
        double *grad = malloc(sizeof(double) * (size_t)w);
        for (int x = 0; x < w; x++) {
            line[x] = img[(y - 1) * w + x] + img[y * w + x] + img[(y + 1) * w + x];
            if (x >= 2) {
                grad[x - 1] = line[x] - line[x - 2];
                sum += floor(grad[x - 1]);
            }
        }
        free(line);
        free(grad);
    }
    return sum;
}
int main(void)
{
    int w = 64, h = 48;
    double *a = malloc(sizeof(double) * (size_t)(w * h));
    for (int i = 0; i < w * h; i++)
        a[i] = i * 5 % 37;
    printf("%.1f\n", edge_energy(a, w, h));
    free(a);
    return 0;
}
