/*
 * Matrices in flat arrays, typed without blanks, with diagonals: `q[m*n+m]` is a row of n elements, not one of n + 1.
 *
 * Expected:
 *   q      one row
 *   level  (type + 1) rows of three times as many; reads and writes keep their subscripts
 *   line   two rows
 */
#include <stdio.h>
#include <stdlib.h>

/* what is projected on the vectors before */
static double project(size_t n, const double *f)
{
    double *q = malloc(sizeof(double)*n*n), sum = 0;

    if (!q)
        return 0;
    for (size_t m=0; m<n; m++) {
        q[m*n+m] = 1;
        for (size_t j=0; j<m; j++) {
            q[m*n+j] = (f[m]-f[j])/(m+j+1.0);
            q[j*n+m] = q[m*n+j];
        }
        for (size_t k=0; k<m; k++)
            for (size_t j=0; j<k; j++)
                sum += f[k]*q[m*n+j];
    }
    free(q);
    return sum;
}

/* corrections of a signal, one for each type up to this */
static double levels(int type, size_t n, const double *f)
{
    double *level = malloc(sizeof(double)*3*(type+1)*n), sum = 0;

    if (!level)
        return 0;
    for (int l=0; l<=type; l++) {
        double shift = 0;

        if (l>0)
            for (size_t k=0; k<n; k++)
                shift += level[(l-1)*n+k]*f[k];
        for (size_t k=0; k<n; k++)
            level[l*n+k] = f[k]+shift/(l+1);
    }
    for (size_t k=0; k<n; k++)
        sum += type>0 ? level[0*n+k]-level[1*n+k] : level[0*n+k];
    free(level);
    return sum;
}

static double lines(int n, int m, const double *in)
{
    double *line = malloc(n*m*sizeof *line), sum = 0;

    if (!line)
        return 0;
    for (int i=0; i<n; i++) {
        for (int j=0; j<m; j++)
            line[i*m+j] = in[i*m+j]/2;
        for (int j=1; j<m && i>0; j++)
            sum += line[i*m+j]*line[(i-1)*m+m-1-j];
    }
    free(line);
    return sum;
}

int main(void)
{
    double f[24];

    for (int i=0; i<24; i++)
        f[i] = (i*7%11-4)/4.0;
    printf("%.17g\n", project(24, f));
    for (int type=0; type<3; type++)
        printf("%.17g\n", levels(type, 9, f));
    printf("%.17g\n", lines(4, 6, f));
    return 0;
}
