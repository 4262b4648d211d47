#include <stdio.h>
#include <stdlib.h>
/* Viterbi with heap rows by pointer-to-array and backpointers kept */
#define S 6
int viterbi(const int *obs, int n, const double tr[S][S], const double em[S][4], int *path)
{
    double (*score)[S] = malloc(sizeof(*score) * (size_t)n);
    unsigned char (*back)[S] = malloc(sizeof(*back) * (size_t)n);
    if (!score || !back) { free(score); free(back); return -1; }
    for (int s = 0; s < S; s++) {
        score[0][s] = em[s][obs[0]];
        back[0][s] = 0;
    }
    for (int t = 1; t < n; t++)
        for (int s = 0; s < S; s++) {
            double best = -1e30;
            int arg = 0;
            for (int p = 0; p < S; p++) {
                double v = score[t - 1][p] + tr[p][s];
                if (v > best) { best = v; arg = p; }
            }
            score[t][s] = best + em[s][obs[t]];
            back[t][s] = (unsigned char)arg;
        }
    int last = 0;
    for (int s = 1; s < S; s++)
        if (score[n - 1][s] > score[n - 1][last])
            last = s;
    for (int t = n - 1; t >= 0; t--) {
        path[t] = last;
        last = back[t][last];
    }
    free(score);
    free(back);
    return 0;
}
int main(void)
{
    double tr[S][S], em[S][4];
    int obs[150], path[150], h = 0;
    for (int i = 0; i < S; i++) {
        for (int j = 0; j < S; j++)
            tr[i][j] = -((i * 5 + j * 3) % 7);
        for (int j = 0; j < 4; j++)
            em[i][j] = -((i + 2 * j) % 5);
    }
    for (int i = 0; i < 150; i++)
        obs[i] = i * i % 4;
    viterbi(obs, 150, (const double (*)[S])tr, (const double (*)[4])em, path);
    for (int i = 0; i < 150; i++)
        h = h * 3 % 10007 + path[i];
    printf("%d\n", h);
    return 0;
}
