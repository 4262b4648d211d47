/* The loop that prints how often each class was found has the counter of the loops inside of the
   stages: another loop gives the loop of all its counter. */
#include <stdio.h>

enum { SAMPLES = 200, INPUTS = 32, CLASSES = 10 };

static double input[SAMPLES][INPUTS], score[SAMPLES][CLASSES];
static double weight[CLASSES][INPUTS];
static int label[SAMPLES];

static void weigh(const double *in, const double *w, double *out)
{
    for (int o = 0; o < CLASSES; o++) {
        double s = 0;
        for (int i = 0; i < INPUTS; i++)
            s += w[o * INPUTS + i] * in[i];
        out[o] = s;
    }
}

int main(void)
{
    int found[CLASSES] = { 0 };

    for (int o = 0; o < CLASSES; o++)
        for (int i = 0; i < INPUTS; i++)
            weight[o][i] = (o * 3 + i * 5) % 7;
    for (int n = 0; n < SAMPLES; n++)
        for (int i = 0; i < INPUTS; i++)
            input[n][i] = (n * 5 + i * 3) % 11;
    for (int n = 0; n < SAMPLES; n++)
        weigh(input[n], &weight[0][0], score[n]);
    for (int n = 0; n < SAMPLES; n++) {
        label[n] = 0;
        for (int o = 1; o < CLASSES; o++)
            if (score[n][o] > score[n][label[n]])
                label[n] = o;
    }
    for (int n = 0; n < SAMPLES; n++)
        found[label[n]]++;
    for (int o = 0; o < CLASSES; o++)
        printf("class %d: %d\n", o, found[o]);
    return 0;
}
