/* Each line is swept forwards and then backwards, with what the element after set: the loop that
   counts down stays as it is while the loops around it become one. */
#include <stdio.h>

#define LINES 24
#define LENGTH 15

static double weight[LENGTH], start[LINES][LENGTH], forth[LINES][LENGTH], back[LINES][LENGTH];

static void prepare(void)
{
    for (int i = 0; i < LENGTH; i++)
        weight[i] = 1.0 / (i + 2);
    for (int k = 0; k < LINES; k++)
        for (int i = 0; i < LENGTH; i++)
            start[k][i] = (k * 5 + i * 3) % 13;
}

static void sweep_forth(void)
{
    for (int k = 0; k < LINES; k++) {
        forth[k][0] = start[k][0];
        for (int i = 1; i < LENGTH; i++)
            forth[k][i] = start[k][i] - weight[i] * forth[k][i - 1];
    }
}

static void sweep_back(void)
{
    for (int k = 0; k < LINES; k++) {
        back[k][LENGTH - 1] = forth[k][LENGTH - 1];
        for (int i = LENGTH - 2; i >= 0; i--)
            back[k][i] = forth[k][i] - weight[i] * back[k][i + 1];
    }
}

int main(void)
{
    double most = 0;

    prepare();
    sweep_forth();
    sweep_back();
    for (int k = 0; k < LINES; k++)
        for (int i = 0; i < LENGTH; i++)
            if (back[k][i] > most)
                most = back[k][i];
    printf("the largest is %a\n", most);
    return 0;
}
