/*
 * A tone with an envelope, added to a song: the last of these loops ends with the tone or with the
 * song. Those of sums without a sign stay: a later sum might be less than the end again.
 *
 * Expected:
 *   tone, level, sound  1
 *   step                1
 *   echo                all
 */
#include <stdio.h>

#define LENGTH 900

static float song[LENGTH];

static void play(int start, int count, int songs)
{
    float tone[count], level[count], sound[count];

    for (int i = 0; i < count; i++)
        tone[i] = (i * 37 % 64) / 32.0f - 1;
    for (int i = 0; i < count; i++)
        level[i] = 1 - (float)i / count;
    for (int i = 0; i < count; i++)
        sound[i] = tone[i] * level[i];
    for (int i = 0; i < count && start + i < songs; i++)
        song[start + i] += sound[i];
}

static void fade(int count, int songs)
{
    float step[count];

    for (int i = 0; i < count; i++)
        step[i] = 1 - (float)i / count;
    for (int i = 0; songs > i && i < count; i++)
        song[i] *= step[i];
}

static void repeat(unsigned start, unsigned count, unsigned songs)
{
    float echo[count];

    for (unsigned i = 0; i < count; i++)
        echo[i] = 0.5f / (i + 1);
    for (unsigned i = 0; i < count && start + i < songs; i++)
        song[start + i] += echo[i];
}

int main(void)
{
    float sum = 0;

    play(0, 500, LENGTH);
    play(700, 400, LENGTH);
    fade(200, LENGTH);
    repeat(4294967295u, 100, LENGTH);
    repeat(850, 100, LENGTH);
    for (int i = 0; i < LENGTH; i++)
        sum += song[i] * (i % 5);
    printf("%g\n", sum);
    return 0;
}
