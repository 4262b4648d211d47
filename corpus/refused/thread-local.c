// kept: row storage-class
static __thread double row[48];
double total(const double *in)
{
    double sum = 0;
    for (int i = 0; i < 48; i++) {
        row[i] = in[i] * 4;
        sum += row[i];
    }
    return sum;
}
