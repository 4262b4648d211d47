// kept: t not-proved
/* Only the size of t says that n - i does not wrap; the folded text could not be read as affine. */
int kernel(unsigned n, int k)
{
    int t[n + 1][4], sum = 0;
    for (int i = 0; i < k; i++) {
        int *row = t[n - i];
        for (int j = 0; j < 4; j++)
            row[j] = i + j;
        if (i > 5)
            sum += t[n - i + 6][1];
        sum += t[n - i][0];
    }
    return sum;
}
