/* verify: refuted
 * The device is not told the row.
 */
#include <stdio.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 16 /* columns */
#endif

struct port {
    volatile int status;
    volatile int data[2];
};

static void rows(int h, int w, struct port *port, float in[h][w], float out[h][w])
{
    float t[h][w];

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < port->status; x++) {
            t[y][x] = in[y][x] * 0.5f;
            if (y >= 1)
                out[y][x] = t[y][x] + t[y - 1][x];
        }
        port->data[1] = port->data[0] + 1;
    }
}

int main(void)
{
    struct port port = {W - 2, {0, 0}};
    float in[H][W], out[H][W] = {{0}};
    double checksum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 7 + x * 5) % 23;
    rows(H, W, &port, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            checksum = 0.996 * checksum + out[y][x];
    printf("%a %d %d %d\n", checksum, port.status, port.data[0], port.data[1]);
    return 0;
}
