// kept: t used-in-unanalysed-code
#include <assert.h>
#include <stdlib.h>

double smooth(int n, const double in[])
{
    double *t = malloc(sizeof(double) * n), sum = 0;
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 2;
        assert(t[i] > 0);
        if (i > 1)
            sum += t[i - 1] * t[i];
    }
    free(t);
    return sum;
}
