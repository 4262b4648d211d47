/* Stages over parts of one buffer: rows through pointers, offsets as arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void gray(const unsigned char *rgb, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = 0.299f * rgb[3 * i] + 0.587f * rgb[3 * i + 1] + 0.114f * rgb[3 * i + 2];
}

static void differences(const float *y, float *d, int w, int h)
{
	memset(d, 0, sizeof(float) * w);
	for (int r = 1; r < h; r++) {
		const float *above = y + (r - 1) * w;
		const float *row = above + w;
		for (int c = 0; c < w; c++)
			d[r * w + c] = row[c] - above[c];
	}
}

static void absolute(float *d, long n)
{
	for (long i = 0; i < n; i++)
		if (d[i] < 0)
			d[i] = -d[i];
}

void motion(const unsigned char *rgb, float *result, int w, int h)
{
	float *planes = malloc(2 * w * h * sizeof *planes);
	if (planes) {
		gray(rgb, planes, w * h);
		differences(planes, planes + w * h, w, h);
		absolute(planes + w * h, w * h);
		for (int i = 0; i < w * h; i++)
			result[i] = planes[w * h + i];
	}
	free(planes);
}

int main(void)
{
	enum { W = 8, H = 6 };
	unsigned char rgb[3 * W * H];
	float result[W * H];
	for (int i = 0; i < 3 * W * H; i++)
		rgb[i] = (unsigned char)(i * 71);
	motion(rgb, result, W, H);
	for (int i = 0; i < W * H; i++)
		printf("%a\n", result[i]);
	return 0;
}
