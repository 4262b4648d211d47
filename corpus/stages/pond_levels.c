/*
 * The level of a pond in steps of time: two structures take turns, the others are between the
 * stages of a step.
 *
 * Expected:
 *   flow         1 element
 *   change       1 row
 *   now, next    stay, each step needs all of the last one
 */
#include <stdio.h>
#include <stdlib.h>

struct field {
    int w, h;
    double *v;
};

static struct field *field_new(int w, int h) {
    struct field *f = malloc(sizeof *f);
    if (!f)
        exit(1);
    f->w = w;
    f->h = h;
    f->v = calloc((size_t)w * h, sizeof *f->v);
    if (!f->v)
        exit(1);
    return f;
}

static void field_free(struct field *f) {
    free(f->v);
    free(f);
}

static void flows(const struct field *level, struct field *flow) {
    for (int y = 1; y < level->h - 1; y++)
        for (int x = 1; x < level->w - 1; x++)
            flow->v[y * flow->w + x] = level->v[y * level->w + x + 1] + level->v[y * level->w + x - 1];
}

static void changes(const struct field *level, const struct field *flow, struct field *change) {
    for (int y = 1; y < level->h - 1; y++)
        for (int x = 1; x < level->w - 1; x++)
            change->v[y * change->w + x] = flow->v[y * flow->w + x] - 2 * level->v[y * level->w + x];
}

static double steps(const struct field *level, const struct field *change, struct field *to) {
    double most = 0;
    for (int y = 1; y < level->h - 1; y++)
        for (int x = 1; x < level->w - 1; x++) {
            to->v[y * to->w + x] = level->v[y * level->w + x] + 0.2 * change->v[y * change->w + x];
            if (change->v[y * change->w + x] > most)
                most = change->v[y * change->w + x];
        }
    return most;
}

static double mean(const struct field *f) {
    double sum = 0;
    for (int k = 0; k < f->w * f->h; k++)
        sum += f->v[k];
    return sum / (f->w * f->h);
}

int main(int argc, char **argv) {
    const int w = argc > 2 ? atoi(argv[2]) : 60, h = argc > 3 ? atoi(argv[3]) : 40;
    const int count = argc > 4 ? atoi(argv[4]) : 25;
    if (w < 4 || h < 4 || count < 1)
        return 1;
    struct field *now = field_new(w, h), *next = field_new(w, h);
    struct field *flow = field_new(w, h), *change = field_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            now->v[y * w + x] = (x * 7 + y * 3) % 11;
    for (int t = 0; t < count; t++) {
        flows(now, flow);
        changes(now, flow, change);
        double most = steps(now, change, next);
        struct field *last = now;
        now = next;
        next = last;
        if (t % 10 == 0)
            printf("step %d: mean %.9f, change %.9f\n", t, mean(now), most);
    }
    printf("%.9f\n", now->v[h / 2 * w + w / 2]);
    field_free(now);
    field_free(next);
    field_free(flow);
    field_free(change);
    return 0;
}
