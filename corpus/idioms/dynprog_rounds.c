/*
 * Dynamic programming over intervals as in PolyBench, ascending, with the table
 * in the function: cleared in every round.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4.
 *
 * Expected, for the fewest cells:
 *   c   (L - 1)(L - 2)
 */
#include <stdio.h>
#ifndef L
#define L 10
#endif
static double W[L][L];
static double kernel(int rounds)
{
    double c[L][L];
    double out = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < L; i++)
            for (int j = 0; j < L; j++)
                c[i][j] = 0;
        for (int i = 0; i < L - 1; i++)
            for (int j = i + 1; j < L; j++) {
                double sum = 0.017;
                for (int k = i + 1; k < j; k++)
                    sum += 0.37 * c[i][k] + 0.29 * c[k][j];
                c[i][j] = sum + W[i][j];
            }
        out += c[0][L - 1];
    }
    return out;
}
int main(void)
{
    double sum;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++)
            W[i][j] = (i * 13 + j * 7) % 19 / 19.0;
    sum = kernel(3);
    printf("%a\n", sum);
    return 0;
}
