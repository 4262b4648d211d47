/*
 * Subscripts that depend on data: the dimension that they stand in stays as it is,
 * the others fold.
 *
 * Expected:
 *   best, x, jump   two rows
 *   count           one row
 *   table, pick     two rows; one scalar
 *   state           two columns behind the dimension that stays
 *   tally           stays: an initialiser writes all rows at once
 *   marks           stays: what a row keeps from round to round is not known
 */
#include <stdio.h>

#ifndef N
#define N 9
#endif
#define CAP 30
#define LOG 4
#define SIZE 16

static int weight[N], value[N], cls[CAP];

static int knapsack(void)
{
    int best[N + 1][CAP + 1];

    for (int c = 0; c <= CAP; c++)
        best[0][c] = 0;
    for (int i = 1; i <= N; i++)
        for (int c = 0; c <= CAP; c++) {
            best[i][c] = best[i - 1][c];
            if (c >= weight[i - 1] && best[i - 1][c - weight[i - 1]] + value[i - 1] > best[i][c])
                best[i][c] = best[i - 1][c - weight[i - 1]] + value[i - 1];
        }
    return best[N][CAP];
}

static void scan(int out[SIZE])
{
    int x[LOG + 1][SIZE];

    for (int i = 0; i < SIZE; i++)
        x[0][i] = i * i % 5;
    for (int d = 0; d < LOG; d++)
        for (int i = 0; i < SIZE; i++)
            x[d + 1][i] = i >= (1 << d) ? x[d][i] + x[d][i - (1 << d)] : x[d][i];
    for (int i = 0; i < SIZE; i++)
        out[i] = x[LOG][i];
}

static void counts(int out[N])
{
    int count[N][4];
    int tally[N][4] = {0};

    for (int i = 0; i < N; i++) {
        for (int c = 0; c < 4; c++)
            count[i][c] = c;
        for (int j = 0; j < CAP; j++) {
            count[i][cls[j]] += i;
            tally[i][cls[j]] += j;
        }
        out[i] = count[i][0] * 3 + count[i][1] * 2 - count[i][3] + tally[i][i % 4];
    }
}

static int jumps(void)
{
    int jump[N + 1][SIZE], pick[N + 1], table[N + 1][SIZE];
    int sum = 0;

    pick[0] = 1;
    for (int c = 0; c < SIZE; c++) {
        jump[0][c] = (c * 7 + 2) % SIZE;
        table[0][c] = c;
    }
    for (int i = 1; i <= N; i++) {
        pick[i] = (pick[i - 1] * 5 + 3) % SIZE;
        for (int c = 0; c < SIZE; c++) {
            jump[i][c] = jump[i - 1][jump[i - 1][(c + i) % SIZE]];
            table[i][c] = (table[i - 1][c] + table[i - 1][pick[i]]) % 1000;
        }
    }
    for (int c = 0; c < SIZE; c++)
        sum = (sum * 3 + jump[N][c] + table[N][c]) % 100003;
    return sum;
}

static int automaton(void)
{
    int state[4][N + 1];
    int sum = 0;

    for (int c = 0; c < 4; c++)
        state[c][0] = c;
    for (int t = 0; t < N; t++) {
        for (int c = 0; c < 4; c++)
            state[c][t + 1] = state[c][t] * 2 % 1001;
        for (int j = 0; j < CAP; j++)
            state[cls[j]][t + 1] += state[cls[(j + t) % CAP]][t] % 17;
    }
    for (int c = 0; c < 4; c++)
        sum = sum * 5 + state[c][N] % 997;
    return sum;
}

static int rounds(void)
{
    int marks[N][SIZE];
    int sum = 0;

    for (int round = 0; round < 3; round++)
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < SIZE; j++)
                if (round == 0 || cls[j] == round)
                    marks[i][(j * 3) % SIZE] = i + j * round;
            for (int j = 0; j < SIZE; j++)
                sum = (sum * 3 + marks[i][j]) % 100003;
        }
    return sum;
}

int main(void)
{
    int out[N], sums[SIZE];

    for (int i = 0; i < N; i++) {
        weight[i] = i * 5 % 7 + 1;
        value[i] = i * 11 % 13 + 2;
    }
    for (int j = 0; j < CAP; j++)
        cls[j] = (j * 7 + j / 3) % 4;
    printf("knapsack %d\n", knapsack());
    scan(sums);
    for (int i = 0; i < SIZE; i++)
        printf("%d\n", sums[i]);
    counts(out);
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    printf("jumps %d automaton %d rounds %d\n", jumps(), automaton(), rounds());
    return 0;
}
