#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
/* sensor fusion: fixed ring size, uint16_t counters, int16 samples */
#define SAMPLES 900u
static int16_t raw[SAMPLES], smooth[SAMPLES], slope[SAMPLES];
static int32_t events(void)
{
    int32_t n = 0;
    for (uint16_t i = 0; i < SAMPLES; i++) {
        raw[i] = (int16_t)((i * 57u) % 331u);
        if (i < 4u) {
            smooth[i] = raw[i];
            slope[i] = 0;
            continue;
        }
        smooth[i] = (int16_t)((raw[i] + raw[i - 1] + raw[i - 2] + raw[i - 3]) / 4);
        slope[i] = (int16_t)(smooth[i] - smooth[i - 1]);
        if (slope[i] > 0 && slope[i - 1] <= 0)
            n++;
    }
    return n;
}
int main(void)
{
    printf("%ld\n", (long)events());
    return 0;
}
