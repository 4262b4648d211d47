// Facts that the code itself states: assertions, tests that leave the function or end the program.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

/* A row has room for the width: asserted. */
static void asserted(const int *image, int *out, int width, int height, int pitch)
{
    assert(pitch >= width);
    int *sum = malloc(sizeof(int) * pitch * height);
    assert(sum);
    for (int y = 0; y < height; y++) {
        const int *from = image + y * pitch;
        int *row = sum + y * pitch;
        for (int x = 0; x < width; x++)
            row[x] = from[x] * 3 + x;
        if (y > 1) {
            const int *first = sum + (y - 2) * pitch, *second = sum + (y - 1) * pitch;
            for (int x = 0; x < width; x++)
                out[y * pitch + x] = first[x] - second[x] + row[x];
        }
    }
    free(sum);
}

/* The same by a macro of the user, with unsigned sizes. */
static void required(const int *image, int *out, size_t width, size_t height, size_t pitch)
{
    REQUIRE(pitch >= width);
    int *twice = malloc(pitch * height * sizeof *twice);
    if (twice == NULL)
        exit(1);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++)
            twice[y * pitch + x] = 2 * image[y * pitch + x];
        if (y > 0)
            for (size_t x = 0; x < width; x++)
                out[y * pitch + x] += twice[(y - 1) * pitch + x] ^ twice[y * pitch + x];
    }
    free(twice);
}

/* The same by an early return, with a message before it. */
static int returned(const int *image, int *out, int width, int height, int pad, int pitch)
{
    if (pad < 0 || width < 1 || height < 2 || pitch < width + 2 * pad) {
        fprintf(stderr, "bad sizes\n");
        return -1;
    }
    int padded[height * pitch];
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width + 2 * pad; x++)
            padded[y * pitch + x] = x < pad ? 7 : image[y * pitch + x - pad];
        if (y > 0)
            for (int x = 0; x < width; x++)
                out[y * pitch + x] += padded[(y - 1) * pitch + x] & padded[y * pitch + x + 2 * pad];
    }
    return 0;
}

/* The only size: all of it is a number. */
static int fixed(int n, const int *in)
{
    assert(n == 12);
    int t[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t[i][j] = in[i * n + j] + i;
            if (i > 0)
                sum = (sum * 5 + t[i - 1][j]) % 10007;
        }
    return sum;
}

/* Sizes that are computed from the only one, before its check and after it. */
static int derived(int n, const int *in)
{
    int m = n + 1;
    if (n != 12)
        return -1;
    size_t cells = (size_t)n * n;
    int *t = malloc(cells * sizeof *t), sum = 0;
    int u[m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t[i * n + j] = in[i * n + j] - i;
            if (i > 0)
                sum = (sum * 7 + t[(i - 1) * n + j]) % 10007;
        }
    free(t);
    for (int i = 0; i < m; i++) {
        u[i] = in[i] * 3;
        if (i > 1)
            sum += u[i - 2] ^ u[i];
    }
    return sum;
}

/* The same for a size that the function reads itself. */
static int read_size(const char *text, const int *in)
{
    int n = atoi(text);
    if (n != 12)
        return -1;
    int rows = n - 2, sum = 0;
    int *t = malloc(sizeof(int) * (size_t)(rows * n));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            t[i * n + j] = in[i * n + j] ^ i;
            if (i > 0)
                sum = (sum * 3 + t[(i - 1) * n + j]) % 10007;
        }
    free(t);
    return sum;
}

int main(void)
{
    enum { W = 9, H = 8, PITCH = 13 };
    static int image[H * PITCH + 40], out[H * PITCH];
    for (int i = 0; i < H * PITCH + 40; i++)
        image[i] = i * 37 % 101;
    asserted(image, out, W, H, PITCH);
    required(image, out, W, H, PITCH);
    if (returned(image, out, W, H, 2, PITCH) != 0)
        return 1;
    unsigned sum = (unsigned)fixed(12, image);
    sum = sum * 31 + (unsigned)derived(12, image);
    sum = sum * 31 + (unsigned)read_size("12", image);
    for (int i = 0; i < H * PITCH; i++)
        sum = sum * 31 + (unsigned)out[i];
    printf("%u\n", sum);
    return 0;
}
