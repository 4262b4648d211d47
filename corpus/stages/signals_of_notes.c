/* Signals with a length: made by a function, emptied behind `free`, and one that a call fills by
   lengths that are data. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int count;
    float *at;
} Signal;

typedef struct {
    float seconds;
    float volume;
} Note;

static const Note tune[] = { { 0.5f, 2 }, { 0.25f, 1 }, { 0.75f, 3 }, { 1.0f, 2 } };

static Signal make(int count)
{
    Signal s;
    s.count = count;
    s.at = calloc((size_t)count, sizeof *s.at);
    if (!s.at) {
        perror("calloc");
        exit(1);
    }
    return s;
}

static void drop(Signal *s)
{
    free(s->at);
    s->at = NULL;
    s->count = 0;
}

static void tone(Signal *s, float step)
{
    float phase = 0;

    for (int i = 0; i < s->count; i++) {
        s->at[i] = phase;
        phase += step;
        if (phase > 1)
            phase -= 1;
    }
}

static void fade(Signal *s)
{
    float level = 1;

    for (int i = 0; i < s->count; i++) {
        s->at[i] = level;
        level *= 0.999f;
    }
}

static void play(Signal *mix, const Note *note, int begin)
{
    int count = (int)(note->seconds * 4000);
    Signal osc = make(count), envelope = make(count);

    tone(&osc, note->volume / 64);
    fade(&envelope);
    for (int i = 0; i < count; i++)
        mix->at[begin + i] += osc.at[i] * envelope.at[i] * note->volume;
    drop(&osc);
    drop(&envelope);
}

static Signal smooth(const Signal *in)
{
    Signal out = make(in->count);
    float last = 0;

    for (int i = 0; i < in->count; i++) {
        last += 0.25f * (in->at[i] - last);
        out.at[i] = last;
    }
    return out;
}

static Signal doubled(const Signal *in, int delay)
{
    Signal out = make(in->count);

    for (int i = 0; i < in->count; i++) {
        out.at[i] = in->at[i];
        if (i >= delay)
            out.at[i] += 0.5f * out.at[i - delay];
    }
    return out;
}

int main(void)
{
    int n = 8000;
    Signal mix = make(n);
    for (int k = 0; k < 4; k++)
        play(&mix, &tune[k], 1000 * k);

    Signal soft = smooth(&mix);
    Signal echo = doubled(&soft, 300);

    float peak = 0;
    for (int i = 0; i < n; i++)
        if (echo.at[i] > peak)
            peak = echo.at[i];
    printf("%.5f\n", peak);
    drop(&mix);
    drop(&soft);
    drop(&echo);
    return 0;
}
