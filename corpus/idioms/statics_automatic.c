/* Static buffers as people write them: at file scope or in a function, alone or several in one
   declaration, with or without zeros. Folded, they are small enough to be the call's own. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 300
#endif

void audit(int steps);

struct sample {
    double level;
    int count;
};

static double smoothed[N];
static int before[N], after[N], steps[N];
static struct sample samples[N];

// The whole of it.
static double halves[N][3]; /* three of each */

static const char *marks[N], *last_mark = "none";

static double scale = 1.5;

/* Called for parts of the input, by whoever wants to. */
void smooth(int from, int to, const double *in, double *out)
{
    for (int i = from; i < to; i++) {
        smoothed[i] = in[i] * scale;
        for (int round = 0; round < 3; round++)
            smoothed[i] = smoothed[i] * 0.5 + round;
        out[i] = smoothed[i];
    }
}

void differences(int from, int to, const int *in, int *out)
{
    for (int i = from; i < to; i++) {
        before[i] = in[i] - 1;
        after[i] = in[i] + 1;
        out[i] = before[i] * after[i];
    }
}

/* Uses the third one of the declaration as it stands: the sum of all is read by the next call. */
int walked(const int *in)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        steps[i] += in[i];
    for (int i = 0; i < N; i++)
        sum += steps[i];
    return sum;
}

void levels(int n, const double *in, double *out)
{
    for (int i = 0; i < n && i < N; i++) {
        samples[i].level = in[i] + 1;
        samples[i].count = i % 7;
        out[i] = samples[i].level * samples[i].count;
    }
}

/* Set for a debugger alone: compilers do not warn of it while it is static. */
static double drafts[N];

void drafted(int n, const double *in, double *out)
{
    for (int i = 0; i < n && i < N; i++) {
        drafts[i] = in[i] / 2;
        out[i] = in[i] * 0.125;
    }
}

void thirds(int n, const double *in, double *out)
{
    for (int i = 0; i < n && i < N; i++) {
        for (int k = 0; k < 3; k++)
            halves[i][k] = in[i] / (k + 2);
        out[i] = halves[i][0] + halves[i][1] * halves[i][2];
    }
}

void filtered(int from, int to, const double *in, double *out)
{
    static double low[N], high[N];
    static double kept[N] = {0};
    double static middle[N];

    for (int i = from; i < to; i++) {
        low[i] = in[i] * 0.25;
        high[i] = in[i] - low[i];
        kept[i] = low[i] * high[i];
        middle[i] = kept[i] / 2;
        out[i] = low[i] + high[i] + kept[i] + middle[i];
    }
}

int marked(int n, const int *in)
{
    int sum = 0;
    for (int i = 0; i < n && i < N; i++) {
        marks[i] = in[i] % 2 ? "odd" : last_mark;
        sum += marks[i][0];
    }
    return sum;
}

/* One of them counts calls: the others leave its declaration. */
int partly(const int *in)
{
    static int doubled[N], calls[1], squared[N]; /* the second one stays */
    int sum = 0;
    calls[0]++;
    for (int i = 0; i < N; i++) {
        doubled[i] = in[i] * 2;
        squared[i] = in[i] * in[i];
        sum += squared[i] - doubled[i];
    }
    return sum * calls[0];
}

/* A buffer for each tile, declared where it is used. */
void tiled(int rows, const int *in, int *out)
{
    for (int y = 0; y + 2 < rows; y++) {
        static int row[3][N];
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < N; x++)
                row[k][x] = in[x] * (y + k) % 11;
        for (int x = 0; x < N; x++)
            out[x] += row[0][x] + row[1][x] - row[2][x];
    }
}

/* Where values pass from one iteration to the next, the declaration moves out of the loop. */
int passed_on(int rounds)
{
    int sum = 0;
    for (int t = 0; t < rounds; t++) {
        static int last[100];
        last[t] = t * 3;
        if (t >= 1)
            sum += last[t - 1];
    }
    return sum;
}

int main(void)
{
    static double in[N], out[N];
    static int whole[N], result[N];
    for (int i = 0; i < N; i++) {
        in[i] = i % 13 * 0.5;
        whole[i] = i * i % 17;
        result[i] = 0;
    }
    smooth(0, N / 2, in, out);
    smooth(N / 2, N, in, out);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + out[i];
    differences(0, N, whole, result);
    int steps_taken = walked(whole) + walked(whole);
    levels(N, in, out);
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + out[i];
    thirds(N, in, out);
    drafted(N / 2, in, out);
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + out[i];
    filtered(0, N, in, out);
    tiled(9, whole, result);
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + out[i] + result[i];
    steps_taken += marked(N, whole);
    audit(steps_taken);
    printf("%.9g %d %d\n", sum, steps_taken, passed_on(100) + partly(whole) + partly(whole));
    return 0;
}

void audit(int steps)
{
    if (!steps)
        abort();
}
