/* Volatile accesses: through pointers, to members, to elements behind pointers; their values too. */
#include <stdio.h>

struct device {
    volatile int status;
    int data;
    volatile short queue[3];
};

static volatile struct device shared;

static int poll(volatile int *port)
{
    int sum = 0;
    while (*port < 5)
        sum += (*port)++;
    *port += 2;
    return sum + (*port = 9) + *port--;
}

static int members(struct device *d, volatile struct device *v, int n)
{
    d->status = n;
    d->data = d->status ? d->status + d->data : 1;
    v->data = d->status++;
    for (int i = 0; i < 3; i++)
        v->queue[i] = d->queue[(i + 1) % 3] = n + i;
    return v->queue[1] * d->queue[2] + (v->data > 2 && d->status) + (v->status, v->data);
}

static double rows(int n, volatile double (*a)[n])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (a[i][j] = i - j) * a[i][j];
    return sum;
}

int main(void)
{
    struct device own = {3, 4, {5, 6, 7}};
    volatile int x = 1;
    int y = 2;
    double square[4][4];
    printf("%d %d\n", poll(&x), poll(&y));
    printf("%d\n", members(&own, &own, 8));
    printf("%d\n", members(&own, &shared, -1));
    shared.data += shared.queue[1];
    shared.status = shared.data;
    printf("%d %d %d\n", shared.data, shared.status, own.data);
    printf("%g %d %d\n", rows(4, square), x, y);
    return 0;
}
