// kept: waves used-in-unanalysed-code
// Tasks below a construct that one thread executes: any thread may take any of them.
#define OMP(directive) _Pragma(#directive)

void by_single(int n, const double a[n], double out[n])
{
    double waves[n];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < n; i++) {
        waves[i] = 2.0 * a[i];
        out[i] = waves[i];
    }
}

void by_master(int n, const double a[n], double out[n])
{
    double echoes[n];
    if (n > 1)
#pragma omp parallel
    {
#pragma omp master
#pragma omp taskloop simd grainsize(4)
        for (int i = 0; i < n; i++) {
            echoes[i] = 2.0 * a[i];
            out[i] = echoes[i];
        }
    }
}

void in_sections(int n, const double a[n], double out[n])
{
    double halves[n];
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp taskloop
        for (int i = 0; i < n; i++) {
            halves[i] = 2.0 * a[i];
            out[i] = halves[i];
        }
    }
}

void by_macros(int n, const double a[n], double out[n])
{
    double tones[n];
    OMP(omp parallel)
    OMP(omp masked)
    OMP(omp task)
    for (int i = 0; i < n; i++) {
        tones[i] = 2.0 * a[i];
        out[i] = tones[i];
    }
}

/* Each thread may ask for itself, so that several execute the loop. */
void by_chosen(int n, int chosen, const double a[n], double out[n])
{
    double notes[n];
#pragma omp parallel
#pragma omp masked filter(chosen)
    for (int i = 0; i < n; i++) {
        notes[i] = 2.0 * a[i];
        out[i] = notes[i];
    }
}

/* What is not listed is private. */
void by_default(int n, const double a[n], double out[n])
{
    double beats[n];
#pragma omp parallel default(firstprivate)
#pragma omp single
    for (int i = 0; i < n; i++) {
        beats[i] = 2.0 * a[i];
        out[i] = beats[i];
    }
}
