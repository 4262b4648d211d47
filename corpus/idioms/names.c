/* Sizes and counters called as the analysis calls its own coordinates. */
#include <stdio.h>
static void f(int d0, int d1, int k, int x0, int t0, int v0, const double *in, double *out)
{
	double a[d0 + d1][k], b[x0 + 2], w[t0][v0];
	for (int i = 0; i < d0 + d1; i++) {
		for (int j = 0; j < k; j++)
			a[i][j] = in[i] * j + (i > 0 ? a[i - 1][j] : 0.5);
		out[i] = a[i][k - 1];
	}
	for (int i = 0; i < x0; i++) {
		b[i] = in[i];
		out[i] += b[i] + (i > 1 ? b[i - 2] : 0);
	}
	for (int i0 = 0; i0 < t0; i0++)
		for (int w0 = 0; w0 < v0; w0++) {
			w[i0][w0] = i0 * w0 + (i0 ? w[i0 - 1][w0] : 1);
			out[w0] += w[i0][w0];
		}
}
int main(void)
{
	double in[20], out[20] = {0};
	for (int i = 0; i < 20; i++) in[i] = 1.0 / (i + 3);
	f(4, 5, 3, 9, 6, 7, in, out);
	for (int i = 0; i < 9; i++) printf("%a\n", out[i]);
	return 0;
}
