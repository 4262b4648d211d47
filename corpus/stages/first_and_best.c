/* Numbers that begin as the first element of a line that a loop before has set: the greatest and the
 * least value, the state of a filter. */
#include <stdio.h>

enum { COUNT = 120 };

static double spread(const double *in, int n)
{
    double level[COUNT], sum = 0;
    if (n < 1 || n > COUNT)
        return 0;
    for (int i = 0; i < n; i++)
        level[i] = in[i] * in[i] - in[i];
    double least = level[0], most = level[0];
    for (int i = 1; i < n; i++) {
        if (level[i] < least)
            least = level[i];
        if (level[i] > most)
            most = level[i];
    }
    for (int i = 0; i < n; i++)
        sum += level[i];
    return (most - least) * sum;
}

static double filtered(const double *in, double share)
{
    double raw[COUNT], smooth[COUNT], sum = 0, state;
    for (int i = 0; i < COUNT; i++)
        raw[i] = 2 * in[i] + 1;
    state = raw[0] / 2;
    for (int i = 0; i < COUNT; i++) {
        state += share * (raw[i] - state);
        smooth[i] = state;
    }
    for (int i = 0; i < COUNT; i++)
        sum += smooth[i] * smooth[i];
    return sum;
}

/* The last element is only there at the end. */
static double from_last(const double *in)
{
    double raw[COUNT], sum = 0;
    for (int i = 0; i < COUNT; i++)
        raw[i] = 3 * in[i];
    double last = raw[COUNT - 1];
    for (int i = 0; i < COUNT; i++)
        sum = 0.5 * sum + raw[i] / (last + 100);
    return sum;
}

int main(void)
{
    double in[COUNT];
    unsigned s = 9;
    for (int i = 0; i < COUNT; i++) {
        s = s * 1103515245u + 12345u;
        in[i] = (s >> 16) % 83 / 16.0 - 1;
    }
    printf("%.6f %.6f %.6f\n", spread(in, COUNT), spread(in, 1), spread(in, 0));
    printf("%.6f %.6f\n", filtered(in, 0.25), from_last(in));
    return 0;
}
