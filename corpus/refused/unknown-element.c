// kept: t unknown-element
typedef float pair __attribute__((vector_size(8)));

void kernel(int n, const pair a[], pair out[])
{
    pair t[n];
    for (int i = 0; i < n; i++) {
        t[i] = a[i] + a[i];
        out[i] = t[i];
    }
}
