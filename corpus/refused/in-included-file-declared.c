// kept: flux in-included-file
#include "in-included-file-declared.h"

void step(double a[100])
{
    for (int j = 0; j < 100; j++) {
        for (int i = 0; i < 100; i++)
            flux[j][i] = a[i] * j;
        for (int i = 0; i < 100; i++)
            a[i] += flux[j][i];
    }
}
