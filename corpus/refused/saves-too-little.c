// kept: row saves-too-little
/* The first n - 1 values are used, but the size is a constant. */
#define LONGEST 2000

void recursion(int n, const double a[restrict n], double out[restrict n])
{
    double row[LONGEST];
    for (int k = 1; k < n; k++) {
        for (int i = 0; i < k; i++)
            row[i] = a[i] + out[k - i - 1];
        for (int i = 0; i < k; i++)
            out[i] = row[i];
    }
}
