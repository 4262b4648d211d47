// kept: weights used-in-unanalysed-code
#include <stdio.h>
#define LENGTH(a) (__builtin_types_compatible_p(__typeof__(a), double[24]) ? 24 : 1)
static double filter(const double in[24])
{
    double weights[24], sum = 0;
    for (int i = 0; i < 24; i++) {
        weights[i] = in[i] * 0.5;
        sum += weights[i];
    }
    return sum / LENGTH(weights);
}
int main(void)
{
    double in[24];
    for (int i = 0; i < 24; i++)
        in[i] = i + (i ?: 4);
    printf("%g %d\n", filter(in), __builtin_types_compatible_p(__typeof__(&in[0]), double *));
    return !in[23];
}
