// kept: t not-proved
/* Only the size of t says that n - i does not wrap; the folded text could not be read as affine. */
int kernel(unsigned n, int k)
{
    int t[n + 1], sum = 0;
    for (int i = 0; i < k; i++) {
        t[n - i] = i;
        if (i > 5)
            sum += t[n - i + 6];
        sum += t[n - i];
    }
    return sum;
}
