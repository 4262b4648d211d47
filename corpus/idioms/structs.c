/* Arrays of structures: members are values of their own, whole structures move all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 9
#endif

struct point {
    double x, y;
};

struct body {
    struct point at, speed;
    int id;
};

typedef struct {
    float real;
    float imag;
} number;

union word {
    int whole;
    unsigned char bytes[4];
    float real;
};

/* Each turn writes the members anew before it reads them. */
static double members(const double in[])
{
    struct point p[N], q[N][N];
    double sum = 0;

    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < N; i++) {
            p[i].x = in[i] + turn;
            p[i].y = p[i].x * 0.5;
            sum = 0.5 * sum + p[i].x * p[i].y;
        }
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                q[i][j].x = in[j] - i;
                q[i][j].y = q[i][j].x + turn;
            }
            for (int j = 0; j < N; j++)
                sum = 0.5 * sum + q[i][j].x - q[i][N - 1 - j].y;
        }
    }
    return sum;
}

/* One member lives for one step, the other for three. */
static double lives(const double in[])
{
    struct point p[N];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        p[i].x = in[i] * 2;
        p[i].y = p[i].x + 1;
        if (i > 2)
            sum = 0.5 * sum + p[i].x + p[i - 2].y;
    }
    return sum;
}

static double nested(int n, const double in[])
{
    struct body *b = malloc(n * sizeof *b);
    struct body copy[N] = {{{0}}};
    double sum = 0;

    if (!b)
        return -1;
    for (int i = 0; i < n; i++) {
        b[i].at.x = in[i];
        b[i].at.y = in[i] + 1;
        b[i].speed.x = b[i].at.x * 0.5;
        b[i].speed.y = -b[i].at.y;
        b[i].id = i;
        copy[i] = b[i];
        copy[i].id += 1;
        sum = 0.5 * sum + copy[i].at.x * copy[i].speed.y + copy[i].id;
        if (i > 0)
            sum += copy[i - 1].speed.x;
    }
    free(b);
    return sum;
}

static double whole(const double in[])
{
    number a[N], b[N], blank[N];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        memset(&blank[i], 0, sizeof blank[i]);
        a[i] = (number){(float)in[i], 1.0f};
        b[i] = a[i];
        b[i].imag = blank[i].imag + i;
        sum = 0.5 * sum + b[i].real * a[i].imag + b[i].imag;
    }
    return sum;
}

/* The members of a union share their bytes. */
static double unions(const double in[])
{
    union word w[N];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        w[i].whole = i;
        w[i].real = (float)in[i];
        sum = 0.5 * sum + w[i].real + w[i].whole % 7;
    }
    return sum;
}

int main(void)
{
    double in[N];
    for (int i = 0; i < N; i++)
        in[i] = 0.25 * i * i - 1.5;
    printf("%a %a %a\n", members(in), lives(in), nested(N, in));
    printf("%a %a\n", whole(in), unions(in));
    return 0;
}
