// kept: t atomic
void kernel(const int a[], int out[])
{
    _Atomic int t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2 * a[i];
        out[i] = t[i];
    }
}
