/* The loop that adds the labels up has the counter of the loops inside of the stages: another loop
   gives the loop of all its counter. */
#include <stdio.h>

enum { SAMPLES = 200, INPUTS = 32, CLASSES = 10 };

static double input[SAMPLES][INPUTS], score[SAMPLES][CLASSES];
static int label[SAMPLES];

static void weigh(const double *in, double *out)
{
    for (int o = 0; o < CLASSES; o++) {
        double s = 0;
        for (int i = 0; i < INPUTS; i++)
            s += (o * 3 + i * 5) % 7 * in[i];
        out[o] = s;
    }
}

int main(void)
{
    unsigned sum = 0;

    for (int n = 0; n < SAMPLES; n++)
        for (int i = 0; i < INPUTS; i++)
            input[n][i] = (n * 5 + i * 3) % 11;
    for (int n = 0; n < SAMPLES; n++)
        weigh(input[n], score[n]);
    for (int n = 0; n < SAMPLES; n++) {
        label[n] = 0;
        for (int o = 1; o < CLASSES; o++)
            if (score[n][o] > score[n][label[n]])
                label[n] = o;
    }
    for (int o = 0; o < SAMPLES; o++)
        sum = sum * 31u + (unsigned)label[o];
    printf("%08x\n", sum);
    return 0;
}
