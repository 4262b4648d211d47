#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* FFT-ish butterflies by stage on whole copies; stage arrays indexed by log */
#define LOG 8
#define N (1 << LOG)
static double re[LOG + 1][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        re[0][i] = (i * 7) % 32;
    for (int s = 0; s < LOG; s++) {
        int half = 1 << s;
        for (int i = 0; i < N; i++)
            re[s + 1][i] = (i & half) ? re[s][i ^ half] - re[s][i] : re[s][i] + re[s][i ^ half];
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += re[LOG][i] * (i % 3);
    printf("%.3f\n", sum);
    return 0;
}
