/* Windows line ends, tabs, UTF-8 in comments: café. No line end at the end of the file. */
#include <stdio.h>

#define LEN 9

int main(void)
{
	double size[LEN], sum = 0.0;	/* Σ */
	for (int i = 0; i < LEN; i++) {
		size[i] = 1.0 / (i + 1);	// ← one at a time
		sum += size[i];
	}
	printf("%a and enough text to compare\n", sum);
	return 0;
}