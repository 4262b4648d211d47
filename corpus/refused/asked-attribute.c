// kept: lanes used-in-unanalysed-code
float dot(const float *a, const float *b)
{
    float lanes[16] __attribute__((aligned(64)));
    float sum = 0;
    for (int i = 0; i < 16; i++) {
        lanes[i] = a[i] * b[i];
        sum += lanes[i] / (__builtin_has_attribute(lanes[0], aligned) ? 1 : 2);
    }
    return sum;
}
