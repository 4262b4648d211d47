/*
 * A chain of signal stages with scratch arrays at file scope, as firmware has them: every call sets
 * all of them, so that no two threads can be in it at the same time.
 *
 * Expected:
 *   windowed, envelope   share storage
 *   filtered, power      share storage
 *   history              stays: it keeps its values between calls
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 96 /* samples of a block */
#endif
#define TAPS 8

static float windowed[N], filtered[N];
static float history[TAPS];
static float envelope[N]; /* of the filtered signal */
static float power[N];

void process(const float in[N], float out[N])
{
    for (int i = 0; i < N; i++)
        windowed[i] = in[i] * (0.5f - 0.5f * (float)i / N);
    for (int i = 0; i < N; i++) {
        float sum = history[i % TAPS];
        for (int k = 0; k < TAPS; k++)
            if (i >= k)
                sum += windowed[i - k] * 0.125f;
        filtered[i] = sum;
    }
    for (int k = 0; k < TAPS; k++)
        history[k] = filtered[N - 1 - k % N];
    for (int i = 0; i < N; i++)
        envelope[i] = filtered[N - 1 - i] < 0 ? -filtered[N - 1 - i] : filtered[N - 1 - i];
    for (int i = 0; i < N; i++)
        power[i] = envelope[N - 1 - i] * envelope[i];
    for (int i = 0; i < N; i++)
        out[i] = power[N - 1 - i] + power[i];
}

int main(void)
{
    uint64_t hash = 14695981039346656037u;
    static float in[N], out[N];

    for (int block = 0; block < 4; block++) {
        for (int i = 0; i < N; i++)
            in[i] = (float)((i * 31 + block * 5) % 17) - 8;
        process(in, out);
        for (int i = 0; i < N; i++)
            hash = (hash ^ (uint64_t)(int64_t)(in[i] + out[i] * 64)) * 1099511628211u;
    }
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
