// kept: t typedef-shape
typedef double vector[100];

void kernel(const double a[], double out[])
{
    vector t;
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
