/* Printing between the uses of static buffers: neither the standard streams nor files that the function
   opened call anything of the program's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200

static int limit = N;

void report(const double *in, double *out)
{
    static double row[N];
    for (int i = 0; i < N; i++) {
        row[i] = sqrtf((float)in[i]) + fabs(in[i]);
        if (i % 50 == 0)
            printf("%d: %.6g\n", i, row[i]);
        if (row[i] < 0)
            fprintf(stderr, "negative at %d\n", i);
        out[i] = row[i] * 2;
    }
    fflush(stdout);
}

int save(const double *in, double *out)
{
    static double row[N];
    FILE *file = NULL;
    if ((file = tmpfile()) == NULL)
        return 1;
    for (int i = 0; i < limit; i++) {
        row[i] = in[i] + 0.5;
        fprintf(file, "%g\n", row[i]);
        out[i] += row[i];
    }
    fputs("end\n", file);
    fclose(file);
    return 0;
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The comparison is called, and leads nowhere else. */
static void sorted(double *values, const double *in)
{
    static double keys[N];
    for (int i = 0; i < N; i++) {
        keys[i] = in[i] * -1;
        if (i == N / 2)
            qsort(values, N, sizeof *values, order);
        values[i] += keys[i];
    }
}

int main(void)
{
    static double in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * 37 % 101;
    report(in, out);
    int failed = save(in, out);
    sorted(out, in);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.5 + out[i];
    printf("%.9g %d\n", sum, failed);
    return 0;
}
