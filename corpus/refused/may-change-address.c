// kept: t may-change
void measure(int *w, int *h);
void progress(int y);

void rows(const float *in, float *out)
{
    int w, h;
    measure(&w, &h);
    float t[w * h];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 2;
        progress(y);
        if (y >= 1)
            for (int x = 0; x < w; x++)
                out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    }
}
