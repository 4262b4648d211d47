#include <stdio.h>
#include <stdlib.h>
/* n-body style: per-step arrays of forces by value of step */
#define BODIES 12
#define STEPS 200
struct vec { double x, y; };
static struct vec pos[STEPS + 1][BODIES], vel[STEPS + 1][BODIES];
int main(void)
{
    for (int b = 0; b < BODIES; b++) {
        pos[0][b].x = b;
        pos[0][b].y = b * b % 5;
        vel[0][b].x = 0.01 * b;
        vel[0][b].y = -0.02 * b;
    }
    for (int s = 0; s < STEPS; s++)
        for (int b = 0; b < BODIES; b++) {
            double ax = 0, ay = 0;
            for (int c = 0; c < BODIES; c++) {
                if (c == b)
                    continue;
                double dx = pos[s][c].x - pos[s][b].x, dy = pos[s][c].y - pos[s][b].y;
                double r2 = dx * dx + dy * dy + 0.1;
                ax += dx / r2;
                ay += dy / r2;
            }
            vel[s + 1][b].x = vel[s][b].x + 1e-4 * ax;
            vel[s + 1][b].y = vel[s][b].y + 1e-4 * ay;
            pos[s + 1][b].x = pos[s][b].x + 1e-2 * vel[s + 1][b].x;
            pos[s + 1][b].y = pos[s][b].y + 1e-2 * vel[s + 1][b].y;
        }
    double e = 0;
    for (int b = 0; b < BODIES; b++)
        e += pos[STEPS][b].x * vel[STEPS][b].y;
    printf("%.12f\n", e);
    return 0;
}
