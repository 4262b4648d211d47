// kept: t reentrant
void visit(int depth);

void kernel(const double a[], double out[])
{
    static double t[100];
    for (int i = 0; i < 100; i++)
        t[i] = 2.0 * a[i];
    visit(1);
    for (int i = 0; i < 100; i++)
        out[i] = t[i];
}
