void sized(int h, int w, int stride, const float *in, float *out)
{
    float t[h * stride];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y * stride + x] = 2 * in[x];
        for (int x = 0; x < w; x++)
            out[x] += t[y * stride + x];
    }
}
