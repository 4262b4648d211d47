/* Names beyond ASCII and with dollars: folded under the user's own spelling. Ungewöhnlich. */
#include <stdio.h>

#ifndef N
#define N 14
#endif
#define GRÖSSE (N + 1)

static double glätten(int länge, const double *größen)
{
    double höhe[länge], $t[länge], 表[GRÖSSE][GRÖSSE];
    double 合 = 0.0;

    for (int ä = 0; ä < länge; ä++) {
        höhe[ä] = 0.5 * größen[ä]; /* größer */
        $t[ä] = höhe[ä] - 1.0;
        合 = 0.5 * 合 + $t[ä];
    }
    for (int ü = 1; ü < GRÖSSE; ü++) {
        表[0][ü] = ü;
        for (int é = 1; é <= ü; é++)
            表[é][ü] = 0.5 * 表[é - 1][ü] + é;
        合 += 表[ü][ü];
    }
    return 合;
}

int main(void)
{
    double größen[GRÖSSE];
    for (int i = 0; i < GRÖSSE; i++)
        größen[i] = i * 0.75;
    printf("%a – ein längerer Text\n", glätten(N, größen));
    return 0;
}
