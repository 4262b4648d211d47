// kept: t shared-static
struct pair { int a; };

void kernel(const int a[50], int out[50])
{
    for (int i = 0; i < 50; i++) {
        static __attribute__((aligned(64))) int t[50];
        t[i] = a[i] + 1;
        out[i] = t[i] * t[i];
    }
}
