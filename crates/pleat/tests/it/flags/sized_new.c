void sized(int h, int w, int stride, const float *in, float *out)
{
    if (stride < w) __builtin_trap();
    float t[stride > 1 ? stride : 1];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[x] = 2 * in[x];
        for (int x = 0; x < w; x++)
            out[x] += t[x];
    }
}
