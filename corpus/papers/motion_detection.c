/*
 * Motion detection kernel for video transmission, linearised subscripts.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4,
 * kernel mot_detect_kern.
 *
 * Repaired:
 *   - the constant of ODelta's subscript is printed as m*N-m*n+m+n+1 (write) and
 *     m*N-m*n+m+n (read), which starts at -1. It has to end in m+n-1 for the
 *     write and m+n for the read: then the first write is ODelta[1] and the last
 *     is ODelta[(M-m+1)*(N-n+1)], which is what opt[0] reads;
 *   - Delta is subscripted with i up to M, j up to N and a last index of up to
 *     (2m+1)(2n+1); its declared box is one too small in the last dimension and
 *     does not hold i and j. A is too small in the same way: rows up to M+m,
 *     columns up to N+n are read;
 *   - A[k][1] and +i for +j in our text are scanning faults (A[k][l], +j).
 * Integers as published; the sums stay far below 2^53. They start at 7 and 5
 * instead of 0, so that a lost start shows.
 *
 * Expected:
 *   Delta    one scalar
 *   ODelta   one scalar
 */
#include <stdio.h>

#ifndef m
#define m 2
#endif
#ifndef n
#define n 3
#endif
#ifndef M
#define M 9
#endif
#ifndef N
#define N 11
#endif

static void kernel(long long A[M + m + 1][N + n + 1], long long opt[1])
{
    int i, j, k, l;
    static long long Delta[M + 1][N + 1][(2 * m + 1) * (2 * n + 1) + 1];
    long long ODelta[(M - m + 1) * (N - n + 1) + 1];

#pragma scop
    ODelta[0] = 5;
    for (i = m; i <= M; i++)
        for (j = n; j <= N; j++) {
            Delta[i][j][0] = 7;
            for (k = i - m; k <= i + m; k++)
                for (l = j - n; l <= j + n; l++)
                    Delta[i][j][(2*n+1)*k-(2*n+1)*i+l-j+(2*m*n+m+n+1)] =
                        A[i][j] - A[k][l] + Delta[i][j][(2*n+1)*k-(2*n+1)*i+l-j+(2*m*n+m+n)];
            ODelta[(N-n+1)*i+j-(m*N-m*n+m+n-1)] =
                Delta[i][j][(2*m+1)*(2*n+1)] + ODelta[(N-n+1)*i+j-(m*N-m*n+m+n)];
        }
    opt[0] = ODelta[(M-m+1)*(N-n+1)];
#pragma endscop
}

static unsigned long long seed = 3;

static long long draw(void)
{
    seed = (seed * 25214903917ULL + 11ULL) & 0xffffffffffffULL;
    return (long long)(seed >> 17) % 99991 + 1;
}

static long long A[M + m + 1][N + n + 1];

int main(void)
{
    long long opt[1];
    int i, j;

    for (i = 0; i < M + m + 1; i++)
        for (j = 0; j < N + n + 1; j++)
            A[i][j] = draw();

    kernel(A, opt);

    printf("checksum %a\n", (double)opt[0]);
    printf("opt %lld\n", opt[0]);
    return 0;
}
