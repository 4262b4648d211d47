/*
 * A function that makes a buffer asserts that there was memory for it.
 *
 * Expected:
 *   low.data, high.data    one element each
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float *data;
    int len;
} Buffer;

static Buffer buffer_new(int len)
{
    Buffer b;
    assert(len > 0);
    b.data = calloc(len, sizeof *b.data);
    b.len = len;
    assert(b.data != NULL);
    return b;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60;
    if (n < 1)
        return 1;
    Buffer low = buffer_new(n);
    Buffer high = buffer_new(n);
    float state = 0, peak = 0;
    for (int i = 0; i < n; i++) {
        state += ((i * 5 % 8) - state) / 4;
        low.data[i] = state;
    }
    for (int i = 0; i < n; i++)
        high.data[i] = (i * 5 % 8) - low.data[i];
    for (int i = 0; i < high.len; i++)
        if (high.data[i] > peak)
            peak = high.data[i];
    printf("%.6f\n", peak);
    free(low.data);
    free(high.data);
    return 0;
}
