#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
/* firmware: median & debounce, constant sizes, uint8_t counters, static scratch */
#define CH 8
#define WIN 16
#define LEN 240
static uint16_t adc[LEN][CH];
static uint16_t avg[LEN][CH];
static uint8_t state[LEN][CH];
static uint16_t read_adc(unsigned t, unsigned c) { return (uint16_t)((t * 37u + c * 91u) % 1024u); }
unsigned run(void)
{
    unsigned flips = 0;
    for (uint8_t t = 0; t < LEN; t++)
        for (uint8_t c = 0; c < CH; c++) {
            adc[t][c] = read_adc(t, c);
            if (t < WIN) {
                avg[t][c] = adc[t][c];
                state[t][c] = 0;
            } else {
                avg[t][c] = (uint16_t)((15u * avg[t - 1][c] + adc[t][c] - adc[t - WIN][c] / 16u) / 16u);
                state[t][c] = avg[t][c] > 400 ? 1 : avg[t][c] < 300 ? 0 : state[t - 1][c];
                flips += state[t][c] != state[t - 1][c];
            }
        }
    return flips;
}
int main(void)
{
    printf("%u\n", run());
    return 0;
}
